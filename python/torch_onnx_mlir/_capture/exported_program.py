"""Capturing a model as an exported program, the way torch.onnx does.

First torch.export without its own bytecode analysis (`strict=False`), then with
it; each once more with the dynamic shapes that its message suggests.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import inspect
import logging
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch
import torch._dynamo._trace_wrapped_higher_order_op
import torch.nn.attention.flex_attention
from torch._subclasses import fake_tensor
from torch._subclasses.fake_tensor import FakeTensor
from torch.export import ShapesCollection, _trace
from torch.export.dynamic_shapes import refine_dynamic_shapes_from_suggested_fixes
from torch.fx.experimental import _config, recording, symbolic_shapes
from torch.fx.experimental.proxy_tensor import disable_proxy_modes_tracing
from torch.utils import _pytree as pytree

from torch_onnx_mlir._capture import assumptions
from torch_onnx_mlir._capture.branches import branches_recorded
from torch_onnx_mlir._capture.caches import register_caches
from torch_onnx_mlir._capture.dynamic_shapes import with_limits, without_ones
from torch_onnx_mlir._capture.generators import numbers_of_own_generators
from torch_onnx_mlir._capture.inputs import contradicts, has_empty_dimension, resized
from torch_onnx_mlir._capture.interpolate import factors_of_the_program
from torch_onnx_mlir._capture.recurrent import layers_of_any_length
from torch_onnx_mlir._capture.result_sizes import sizes_of_results
from torch_onnx_mlir._capture.script_functions import scripts_inlined
from torch_onnx_mlir._capture.size_arguments import sizes_as_arguments
from torch_onnx_mlir._capture.value_checks import values_not_checked
from torch_onnx_mlir._lowerings.autograd_functions import functions_kept
from torch_onnx_mlir._support import torch_internals as _torch

# What a caller may look for in ONNXProgram._capture_strategy, as torch.onnx names them.
NON_STRICT = "TorchExportNonStrictStrategy"
STRICT = "TorchExportStrictStrategy"


@dataclasses.dataclass
class Attempt:
    """One way that was tried.

    Attributes:
        script_functions: Functions of TorchScript with branches or loops that were called.
        branches: Conditions on sizes that Python decided by the example.
    """

    strict: bool
    program: torch.export.ExportedProgram | None = None
    error: Exception | None = None
    script_functions: list[str] = dataclasses.field(default_factory=list)
    branches: list[str] = dataclasses.field(default_factory=list)

    @property
    def strategy(self) -> str:
        """The name that torch.onnx has for it."""
        return STRICT if self.strict else NON_STRICT

    @property
    def description(self) -> str:
        """The call, for messages."""
        return f"torch.export.export(..., strict={self.strict})"


@contextlib.contextmanager
def _isinstance_of_torch_jit() -> Iterator[None]:
    """`torch.jit.isinstance`, which dynamo cannot trace, is Python's inside."""
    before = torch.jit.isinstance
    torch.jit.isinstance = isinstance
    try:
        yield
    finally:
        torch.jit.isinstance = before


def _index(tensor: torch.Tensor, indices: list[torch.Tensor]) -> torch.Tensor:
    result: torch.Tensor = torch.ops.aten.index.Tensor(tensor, indices)
    return result


_vmap = _torch.find("vmap")
_remove_batch_dim_of_torch: Any = getattr(_vmap, "_remove_batch_dim_impl", None)


def _remove_batch_dim(tensor: torch.Tensor, level: int, size: int, dim: int) -> torch.Tensor:
    with disable_proxy_modes_tracing():
        result: torch.Tensor = _remove_batch_dim_of_torch(tensor, level, size, dim)
    return result


@contextlib.contextmanager
def _vmaps_that_can_be_written() -> Iterator[None]:
    """What torch.vmap leaves is only what torch.export.save can write.

    Where vmap moves the dimension of its result, torch.export records that as well, on a
    tensor that it takes for a constant, and refuses the program for it. What a function under
    vmap indexes by numbers of elements is an operator that cannot be written.
    """
    indexing = sys.modules["torch._dynamo._trace_wrapped_higher_order_op"]
    if _remove_batch_dim_of_torch is None or _torch.find("index_under_vmap") is None:
        yield  # Programs with torch.vmap are refused where torch.export.save refuses them.
        return
    with (
        mock.patch.object(indexing, "mod_index", _index),
        mock.patch.object(_vmap, "_remove_batch_dim_impl", _remove_batch_dim),
    ):
        yield


@contextlib.contextmanager
def _flex_attention_in_parts() -> Iterator[None]:
    """`flex_attention` is what torch computes without a fused kernel.

    torch.export makes an operator of it that torch.export.save cannot write. Inside, it
    runs the functions that it is given under torch.vmap.
    """
    attention = torch.nn.attention.flex_attention
    operator = sys.modules["torch._higher_order_ops.flex_attention"]
    names = ("flex_attention_hop", "_FLEX_ATTENTION_DISABLE_COMPILE_DEBUG", "setup_compilation_env")
    if not all(hasattr(attention, name) for name in names):
        yield  # An operator, which the compiler refuses by its name.
        return
    with (
        mock.patch.object(attention, "flex_attention_hop", operator.math_attention),
        mock.patch.object(attention, "_FLEX_ATTENTION_DISABLE_COMPILE_DEBUG", True),
        # It hides the mode that records what torch.vmap does.
        mock.patch.object(attention, "setup_compilation_env", contextlib.nullcontext),
    ):
        yield


def _is_of_fakes(data: Any) -> bool:
    """Whether `data` is a list with single numbers in tensors whose numbers nobody knows."""
    if not isinstance(data, (list, tuple)):
        return False
    tensors = [leaf for leaf in pytree.tree_leaves(data) if isinstance(leaf, torch.Tensor)]
    return any(isinstance(t, FakeTensor) for t in tensors) and all(
        all(size == 1 for size in t.shape if isinstance(size, int)) for t in tensors
    )


def _stacked(data: Any, dtype: torch.dtype) -> torch.Tensor:
    if isinstance(data, (list, tuple)):
        return torch.stack([_stacked(item, dtype) for item in data])
    if isinstance(data, torch.Tensor):
        return data.detach().reshape(()).to(dtype)
    return torch.full((), data, dtype=dtype)


@contextlib.contextmanager
def _data_detached() -> Iterator[None]:
    """`tensor.data` is `tensor.detach()`, which torch.export records."""
    data = torch.Tensor.data

    def get(tensor: torch.Tensor) -> torch.Tensor:
        is_captured = isinstance(tensor, FakeTensor)
        return tensor.detach() if is_captured else data.__get__(tensor)  # type: ignore[attr-defined]

    def set_to(tensor: torch.Tensor, value: torch.Tensor) -> None:
        data.__set__(tensor, value)  # type: ignore[attr-defined]

    with mock.patch.object(torch.Tensor, "data", property(get, set_to)):
        yield


@contextlib.contextmanager
def _pages_not_printed() -> Iterator[None]:
    """What torch.export prints and logs where it fails, which is pages, is not printed: its
    error has all of it, for the report. The environment variable TORCH_LOGS asks for it."""
    if os.environ.get("TORCH_LOGS"):
        yield
        return
    modules = (_trace, fake_tensor, torch._guards, recording, symbolic_shapes)
    loggers = [logging.getLogger(module.__name__) for module in modules]
    refuse = logging.Filter()
    refuse.filter = lambda record: False  # type: ignore[method-assign]
    try:
        for logger in loggers:
            logger.addFilter(refuse)
        # It prints the graph of a failure, and nothing else.
        vars(_trace)["print"] = lambda *_, **__: None
        yield
    finally:
        vars(_trace).pop("print", None)
        for logger in loggers:
            logger.removeFilter(refuse)


@contextlib.contextmanager
def _lists_of_tensors() -> Iterator[None]:
    """`torch.tensor([a, b])` and `torch.Tensor([a, b])` of tensors stack them.

    PyTorch reads the numbers of the tensors, which has no result in a capture.
    """
    tensor_of_torch, new_of_torch = torch.tensor, torch.Tensor.__new__
    capturing = threading.get_ident()

    def tensor(data: Any, *, dtype: torch.dtype | None = None, **options: Any) -> torch.Tensor:
        if threading.get_ident() != capturing:
            return tensor_of_torch(data, dtype=dtype, **options)
        if not _is_of_fakes(data):
            # torch.export recognizes the function, and keeps sizes that are in `data`.
            with mock.patch.object(torch, "tensor", tensor_of_torch):
                return tensor_of_torch(data, dtype=dtype, **options)
        if dtype is None:
            kinds = [
                leaf.dtype if isinstance(leaf, torch.Tensor) else tensor_of_torch(leaf).dtype
                for leaf in pytree.tree_leaves(data)
            ]
            dtype = functools.reduce(torch.promote_types, kinds)
        return _stacked(data, dtype)

    def new(cls: type, *args: Any, **kwargs: Any) -> Any:
        is_one = cls is torch.Tensor and len(args) == 1 and threading.get_ident() == capturing
        if is_one and _is_of_fakes(args[0]):
            return _stacked(args[0], torch.get_default_dtype())
        return new_of_torch(cls, *args, **kwargs)

    with (
        mock.patch.object(torch, "tensor", tensor),
        mock.patch.object(torch.Tensor, "__new__", staticmethod(new)),
    ):
        yield


# Captures configure torch.export and replace functions of PyTorch for the whole process, so
# that one runs at a time. It is reentrant as a capture inside of one is refused by PyTorch.
_capture_lock = threading.RLock()


@contextlib.contextmanager
def _settings(model: torch.nn.Module, attempt: Attempt) -> Iterator[None]:
    """The configuration of torch under which programs are captured."""
    strict = attempt.strict
    with contextlib.ExitStack() as stack:
        stack.enter_context(_capture_lock)
        stack.enter_context(_pages_not_printed())
        stack.enter_context(layers_of_any_length(strict))
        stack.enter_context(values_not_checked(strict))
        stack.enter_context(sizes_of_results(strict))
        if strict:
            stack.enter_context(_isinstance_of_torch_jit())
        else:
            stack.enter_context(functions_kept(model))
            stack.enter_context(_vmaps_that_can_be_written())
            stack.enter_context(_flex_attention_in_parts())
            stack.enter_context(factors_of_the_program())
            stack.enter_context(sizes_as_arguments())
            stack.enter_context(numbers_of_own_generators())
            stack.enter_context(_lists_of_tensors())
            stack.enter_context(_data_detached())
            stack.enter_context(scripts_inlined(attempt.script_functions))
            stack.enter_context(branches_recorded(attempt.branches))
        # A dynamic dimension whose example size is 0 or 1 stays dynamic.
        if _torch.find("sizes_of_one") is not None:
            stack.enter_context(
                _config.patch(backed_size_oblivious=True)  # type: ignore[attr-defined]
            )
        choices = _torch.find("choices_by_example")
        if choices is not None:
            # sym_max and sym_min keep both sizes.
            stack.enter_context(mock.patch.dict(choices, clear=True))
        yield


def _refined(message: str, dynamic_shapes: Any) -> Any:
    """The dynamic shapes with the changes that torch.export suggests; None if there are none."""
    try:
        return refine_dynamic_shapes_from_suggested_fixes(message, dynamic_shapes)
    except Exception:  # It takes no hints (Dim.AUTO) beside the Dims that it changes.
        sizes = {name: int(size) for name, size in re.findall(r"(?m)^\s*(\w+) = (\d+)$", message)}
        for constant in (
            r"because (.+) was inferred to be a constant \((\d+)\)",  # all that 2.6 says
            r"You marked (.+) as dynamic but your code specialized it to be a constant \((\d+)\)",
        ):
            sizes |= {name: int(size) for name, size in re.findall(constant, message)}

    def fixed(leaf: Any) -> Any:
        return sizes.get(leaf.__name__, leaf) if isinstance(leaf, _torch.find("dim")) else leaf

    leaves = pytree.tree_leaves(dynamic_shapes)
    is_changed = any(fixed(leaf) is not leaf for leaf in leaves)
    return pytree.tree_map(fixed, dynamic_shapes) if is_changed else None


@functools.cache
def _assert_options() -> dict[str, Any]:
    """How torch.onnx has conditions on sizes checked, where PyTorch has a choice."""
    name = "prefer_deferred_runtime_asserts_over_guards"
    flag = getattr(_torch.find("export_flags"), name.upper(), None)
    is_known = name in inspect.signature(torch.export.export).parameters
    return {} if flag is None or not is_known else {name: flag}


def _squeezes_ones(program: torch.export.ExportedProgram) -> bool:
    """Whether a dynamic size is 1 in the example and `squeeze` would remove it."""
    aten = torch.ops.aten
    squeezes = {aten.squeeze.default, aten.squeeze.dim, aten.squeeze.dims}
    squeezes |= {aten.squeeze_.default, aten.squeeze_.dim, aten.squeeze_.dims}
    for module in program.graph_module.modules():
        if not isinstance(module, torch.fx.GraphModule):
            continue
        for node in module.graph.nodes:
            if node.op != "call_function" or node.target not in squeezes:
                continue
            shape = getattr(node.args[0].meta.get("val"), "shape", ())
            given = node.args[1] if len(node.args) > 1 else range(len(shape))
            axes = [given] if isinstance(given, int) else given
            sizes = [shape[axis] for axis in axes if shape]
            if any(isinstance(n, torch.SymInt) and n.node.hint == 1 for n in sizes):
                return True
    return False


def _assumes_ones(program: torch.export.ExportedProgram) -> bool:
    """Whether torch.export assumed that a dynamic size is 1, as it is in the example.

    PyTorch's kernels compare sizes with 1 to choose strides. The shapes of later results are then
    those for the size 1.
    """
    texts = assumptions.assertions(program)
    if any(re.search(r"expression Eq\(s\d+, 1\) ", text) for text in texts):
        return True
    # Some versions check this neither with an assertion nor by a refusal.
    guards = getattr(assumptions.shape_environment(program), "guards", [])
    return any(re.fullmatch(r"Eq\(s\d+, 1\)", str(guard.expr)) for guard in guards)


def _calls(program: torch.export.ExportedProgram) -> list[tuple[Any, list[Any]]]:
    """The operators of a program that return tensors, in order, with their arguments.

    `contiguous` and `clone` are left out, and `reshape` counts as `view`: programs that differ
    only in these compute the same values.
    """
    aten = torch.ops.aten
    ignored = {aten.contiguous.default, aten.clone.default}
    same = {aten.reshape.default: aten.view.default}
    return [
        (same.get(node.target, node.target), pytree.tree_leaves((node.args, node.kwargs)))
        for module in program.graph_module.modules()
        if isinstance(module, torch.fx.GraphModule)
        for node in module.graph.nodes
        if node.op == "call_function" and node.target not in ignored
        if isinstance(node.meta.get("val"), (torch.Tensor, tuple, list))
    ]


def _is_same(program: torch.export.ExportedProgram, other: torch.export.ExportedProgram) -> bool:
    """Whether two captures of a model, of other sizes, have the same operators.

    Numbers that are arguments of both are equal, too; a size may be a number in one of them.
    """
    calls, others = _calls(program), _calls(other)
    return len(calls) == len(others) and all(
        target == target_of_other
        and not any(
            type(x) is type(y) and isinstance(x, (bool, int, float, str)) and x != y
            for x, y in zip(leaves, leaves_of_other, strict=False)
        )
        for (target, leaves), (target_of_other, leaves_of_other) in zip(calls, others, strict=True)
    )


def _ranks(program: torch.export.ExportedProgram) -> list[int]:
    """The ranks of the results of a program."""
    values = (node.meta.get("val") for node in program.graph.output_node().all_input_nodes)
    return [value.dim() for value in values if isinstance(value, torch.Tensor)]


def _export(
    model: torch.nn.Module,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic_shapes: Any,
    attempt: Attempt,
    fixes_ones: bool = False,
) -> torch.export.ExportedProgram:
    strict = attempt.strict

    def export(shapes: Any) -> torch.export.ExportedProgram:
        options: dict[str, Any] = {"dynamic_shapes": shapes, "strict": strict} | _assert_options()

        def export_with_ones_fixed(shapes: Any = shapes) -> torch.export.ExportedProgram:
            """Capture with sizes of 0 and 1 as torch.export takes them by itself."""
            others = without_ones(shapes, model.forward, args, kwargs)
            with _config.patch(backed_size_oblivious=False):  # type: ignore[attr-defined]
                return torch.export.export(
                    model, args, kwargs, **options | {"dynamic_shapes": others}
                )

        if fixes_ones:
            return export_with_ones_fixed()
        program = torch.export.export(model, args, kwargs, **options)
        if _torch.find("sizes_of_one") is None:
            return program
        # A size of 1 that was taken for the one that it is broadcast to.
        is_wrong = contradicts(program, args, kwargs) or _squeezes_ones(program)
        if not is_wrong and not _assumes_ones(program):
            # A size of 0 is taken for a larger one.
            is_empty = has_empty_dimension(program, args, kwargs)
            if is_empty and not _is_same(export_with_ones_fixed(None), program):
                return export_with_ones_fixed()
            return program
        larger = None if is_wrong else resized(program, args, kwargs, lambda n: max(n, 2))
        if larger is not None:
            with contextlib.suppress(Exception):
                other = torch.export.export(model, *larger, **options)
                fits = not contradicts(other, args, kwargs) and not _assumes_ones(other)
                if fits and _is_same(other, program):
                    other.example_inputs = args, kwargs
                    return other
        # Capture again without treating the size as dynamic: this program is wrong for others.
        return export_with_ones_fixed()

    with _settings(model, attempt):
        try:
            return export(dynamic_shapes)
        except KeyError as error:
            if error.args != ("max",):
                raise
            return export(with_limits(dynamic_shapes))
        except torch._dynamo.exc.UserError as error:
            refined = _refined(error.msg, dynamic_shapes)
            if refined is None:
                raise
            return export(refined)


def apart(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments with a copy for each tensor that is among them more than once.

    torch.export takes two inputs that are one tensor for one value: `x + y` would
    become `y + y`.
    """
    leaves, spec = pytree.tree_flatten((args, kwargs))
    seen: set[int] = set()
    for place, leaf in enumerate(leaves):
        if not isinstance(leaf, torch.Tensor):
            continue
        if id(leaf) in seen:
            leaves[place] = leaf.detach().clone().requires_grad_(leaf.requires_grad)
        seen.add(id(leaf))
    new_args, new_kwargs = pytree.tree_unflatten(leaves, spec)
    return tuple(new_args), dict(new_kwargs)


def agrees(
    program: torch.export.ExportedProgram,
    model: torch.nn.Module,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
) -> bool:
    """Whether a capture with static sizes has the operators and ranks of a program.

    Args:
        program: A program of the model, captured with inputs of other sizes.
        model: The module.
        args: Example positional arguments.
        kwargs: Example keyword arguments.
    """
    own = capture(model, args, kwargs, None, lambda _: None)[-1].program
    return own is not None and _is_same(own, program) and _ranks(own) == _ranks(program)


def _capture_with_ones_fixed(
    model: torch.nn.Module,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic_shapes: Any,
    attempts: list[Attempt],
) -> None:
    """Add an attempt that leaves dimensions of size 0 and 1 static, if it succeeds."""
    tensors = [leaf for leaf in pytree.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
    is_known = _torch.find("sizes_of_one") is not None
    if not is_known or not dynamic_shapes or not any({0, 1} & {*t.shape} for t in tensors):
        return
    with contextlib.suppress(Exception):  # The errors of the other attempts say more.
        attempt = Attempt(strict=False)
        attempt.program = _export(model, args, kwargs, dynamic_shapes, attempt, fixes_ones=True)
        attempts.append(attempt)


def capture(
    model: torch.nn.Module,
    args: tuple[Any, ...],
    kwargs: dict[str, Any],
    dynamic_shapes: Any,
    tell: Callable[[str], None],
) -> list[Attempt]:
    """Capture a module.

    Args:
        model: The module.
        args: Example positional arguments.
        kwargs: Example keyword arguments.
        dynamic_shapes: As in torch.export.export.
        tell: Called with a line about each attempt.

    Returns:
        What was tried; if it succeeded, the last attempt has the program.
    """
    if isinstance(dynamic_shapes, ShapesCollection):  # by identity of tensors
        dynamic_shapes = dynamic_shapes.dynamic_shapes(  # type: ignore[no-untyped-call]
            model, args, kwargs
        )
    register_caches()
    args, kwargs = apart(args, kwargs)
    attempts: list[Attempt] = []
    assuming: tuple[Attempt, list[Any]] | None = None
    for strict in (False, True):
        attempt = Attempt(strict)
        attempts.append(attempt)
        tell(f"Obtain model graph with `{attempt.description}`...")
        try:
            attempt.program = _export(model, args, kwargs, dynamic_shapes, attempt)
        except Exception as error:  # The models of users raise anything.
            attempt.error = error
            tell(f"Obtain model graph with `{attempt.description}`... ❌")
            continue
        tell(f"Obtain model graph with `{attempt.description}`... ✅")
        # The strict capture keeps the `int` of a size as a function.
        equations = assumptions.assumed_numbers(attempt.program)
        if not equations:
            return attempts
        assuming = assuming or (attempt, equations)
    if assuming is None:
        _capture_with_ones_fixed(model, args, kwargs, dynamic_shapes, attempts)
        return attempts
    attempt, equations = assuming
    assert attempt.program is not None
    assumptions.record(attempt.program, equations)
    return [*(other for other in attempts if other is not attempt), attempt]
