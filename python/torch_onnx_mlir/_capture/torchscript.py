"""Programs of TorchScript: modules and functions that were traced or scripted.

The compiler reads them from the archives of torch.jit.save: their code has no other form
outside of this process, and their weights are mapped there instead of being copied
through Python.  What they are called with is handed over as text (--input-shapes).
"""

from __future__ import annotations

import contextlib
import copy
import functools
import inspect
import itertools
import os
import warnings
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any
from unittest import mock

import torch
from torch.export.dynamic_shapes import _DimHint, _tree_map_with_path
from torch.onnx import TrainingMode
from torch.utils import _pytree as pytree

from torch_onnx_mlir._capture import dynamic_shapes as _dynamic_shapes
from torch_onnx_mlir._capture import inputs as _inputs
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.paths import TemporaryFolder
from torch_onnx_mlir.errors import UnsupportedModelError

KINDS = (torch.jit.ScriptModule, torch.jit.ScriptFunction)

_DTYPES = {
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float32: "f32",
    torch.float64: "f64",
    torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e4m3fnuz: "f8E4M3FNUZ",
    torch.float8_e5m2: "f8E5M2",
    torch.float8_e5m2fnuz: "f8E5M2FNUZ",
    torch.bool: "i1",
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.uint8: "ui8",
    torch.uint16: "ui16",
    torch.uint32: "ui32",
    torch.uint64: "ui64",
    torch.complex64: "complex<f32>",
    torch.complex128: "complex<f64>",
}

#: Operators whose results depend on the strides of their operands.
_READ_MEMORY = [
    "aten::as_strided",
    "aten::as_strided_",
    "aten::as_strided_copy",
    "aten::as_strided_scatter",
]


def is_archive(path: Any) -> bool:
    """Whether a path is that of a file of torch.jit.save."""
    if not isinstance(path, (str, os.PathLike)):
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return any(name.endswith("/constants.pkl") for name in archive.namelist())
    except (OSError, zipfile.BadZipFile):
        return False


@contextlib.contextmanager
def _mode(module: Any, training: Any) -> Iterator[None]:
    """The module in the mode that is asked for, and back in its own afterwards.

    EVAL, which is the default, is evaluation mode: the exporter of torch.onnx that takes
    TorchScript has always exported so.
    """
    wanted = {TrainingMode.TRAINING: True, TrainingMode.PRESERVE: None}.get(training, False)
    if wanted is None or not isinstance(module, torch.nn.Module):
        yield
        return
    # A frozen module has no mode.
    before = {m: m.training for m in module.modules() if hasattr(m, "training")}
    changed = [m for m, mode in before.items() if mode != wanted]
    for m in changed:
        m.training = wanted
    try:
        yield
    finally:
        for m in changed:
            m.training = before[m]


def _tensors_only(forward: Callable[..., Any]) -> Callable[..., Any]:
    """A function that returns the leaves of what `forward` returns, with tensors for numbers.

    It raises a TypeError for a leaf that is no output of a model.
    """

    def as_tensor(leaf: Any) -> torch.Tensor:
        if isinstance(leaf, torch.Tensor):
            return leaf
        if isinstance(leaf, (bool, int, float)):
            return torch.tensor(leaf)
        raise TypeError(f"an output is a {type(leaf).__name__}")

    @functools.wraps(forward)
    def flat(*args: Any, **kwargs: Any) -> Any:
        leaves = pytree.tree_leaves(forward(*args, **kwargs))
        return tuple(as_tensor(leaf) for leaf in leaves if leaf is not None)

    return flat


def trace(module: torch.nn.Module, args: tuple[Any, ...]) -> torch.jit.ScriptModule | None:
    """The trace of a module; None where it cannot be traced."""
    run: Any = torch.jit.trace
    # torch.jit.trace takes no None and no empty container for a result.
    for forward in (module.forward, _tensors_only(module.forward)):
        with (
            contextlib.suppress(Exception),  # Modules raise errors of many types.
            torch.no_grad(),
            mock.patch.object(module, "forward", forward),
        ):
            traced: torch.jit.ScriptModule = run(module, args, strict=False, check_trace=False)
            return traced
    return None


def _check_default_dtype() -> None:
    """Refuse programs of TorchScript if the default dtype is not float32.

    Archives have neither the default dtype nor the types of values, and the compiler assumes
    float32.
    """
    dtype = torch.get_default_dtype()
    if dtype != torch.float32:
        raise UnsupportedModelError(
            "expected torch.float32 as the default dtype for a program of TorchScript, "
            f"found {dtype}: quotients of integers and tensors of Python's numbers would be "
            "converted as float32; call torch.set_default_dtype(torch.float32) before the model "
            "is traced or scripted, and give other dtypes as arguments"
        )


class Script(os.PathLike[str]):
    """A program of TorchScript in a file.

    Attributes:
        input_types: What it is called with, as --input-shapes has it; empty if the archive
            tells.
        dims: Options that name dynamic dimensions.
        input_count: How many inputs the ONNX model has; None if nothing tells.
    """

    def __init__(self, model: Any, training: Any = TrainingMode.EVAL) -> None:
        _check_default_dtype()
        self.input_types = ""
        self.dims: list[str] = []
        self.input_count: int | None = None
        self.example_inputs: tuple[tuple[Any, ...], dict[str, Any]] | None = None
        self._shapes: Any = None
        self._structure: Any = None
        self._folder: TemporaryFolder | None = None
        self._module: Any = None
        if isinstance(model, KINDS):
            self._module = model
            self._training = training
            self._folder = TemporaryFolder()
            name = getattr(model, "original_name", "") or getattr(model, "name", "")
            self._path = os.path.join(self._folder.name, f"{name or 'model'}.pt")
            try:
                with _mode(model, training), warnings.catch_warnings():
                    warnings.simplefilter("ignore", DeprecationWarning)
                    torch.jit.save(model, self._path)
            except RuntimeError as error:
                raise UnsupportedModelError(
                    f"torch.jit.save cannot write the module: {str(error).strip()}"
                ) from error
        else:
            self._path = os.fspath(model)
            self._training = TrainingMode.PRESERVE

    def __fspath__(self) -> str:
        return self._path

    @property
    def is_temporary(self) -> bool:
        """Whether the file is gone with this object."""
        return self._folder is not None

    @property
    def module(self) -> Any:
        """The module or the function; that of a path is loaded when it is asked for."""
        if self._module is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                self._module = torch.jit.load(  # type: ignore[no-untyped-call]
                    self._path, map_location="cpu"
                )
        return self._module

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What PyTorch computes, in the mode that was exported."""
        with _mode(self.module, self._training):
            return self.module(*args, **kwargs)

    @property
    def parameters(self) -> list[Any]:
        """The parameters of `forward`, with their types, without `self`."""
        module: Any = self.module
        if isinstance(module, torch.jit.ScriptModule):
            if not module._c._has_method("forward"):
                raise UnsupportedModelError(
                    f"the scripted {module.original_name} has no method 'forward'; wrap it in a "
                    "module whose forward calls it, and script that module"
                )
            return list(module._c._get_method("forward").schema.arguments)[1:]
        return list(module.schema.arguments)

    @property
    def signature(self) -> Callable[..., Any]:
        """A function that `inspect` finds the parameters of `forward` in."""

        def forward(*args: Any, **kwargs: Any) -> Any:
            return self(*args, **kwargs)

        parameters: list[inspect.Parameter] = []
        for place, argument in enumerate(self.parameters):
            name = argument.name if argument.name.isidentifier() else f"argument_{place}"
            # In a trace, elements of *args may have one name.
            name = _free_name(name, {parameter.name for parameter in parameters})
            kind = inspect.Parameter.KEYWORD_ONLY if argument.kwarg_only else (
                inspect.Parameter.POSITIONAL_OR_KEYWORD
            )
            default = (
                argument.default_value if argument.has_default_value() else inspect.Parameter.empty
            )
            parameters.append(inspect.Parameter(name, kind, default=default))
        forward.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        return forward

    def _bound(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """Arguments by parameters, in the order of these."""
        return dict(inspect.signature(self.signature).bind(*args, **kwargs).arguments)

    @property
    def options(self) -> list[str]:
        """What the compiler is told of the inputs."""
        types = [f"--input-shapes={self.input_types}"] if self.input_types else []
        return types + self.dims

    def _check_order(self, arguments: Any) -> None:
        """Refuse arguments in another order than row-major if the program reads the order.

        The inputs of a model are row-major.
        """
        if not self._reads_memory or all(
            leaf.is_contiguous()
            for leaf in pytree.tree_leaves(arguments)
            if isinstance(leaf, torch.Tensor) and leaf.layout == torch.strided
        ):
            return
        raise UnsupportedModelError(
            f"'{self._reads_memory}' reads the order of the elements in memory, which inputs of "
            "an ONNX model do not have; expected row-major arguments, from contiguous()"
        )

    @functools.cached_property
    def _reads_memory(self) -> str:
        """An operator of the program whose result depends on strides; empty if there is none."""
        if not hasattr(self.module, "inlined_graph"):
            return ""
        graph = self.module.inlined_graph
        return next((kind for kind in _READ_MEMORY if graph.findNode(kind)), "")

    def take(
        self,
        args: Any,
        kwargs: Mapping[str, Any] | None,
        dynamic_shapes: Any,
        dynamic_axes: Any,
        input_names: Sequence[str] | None,
    ) -> set[str]:
        """Take what a caller of `export` says of the inputs.

        Without arguments the archive of a traced module tells them.

        Returns:
            The names in `dynamic_axes` that no input has.
        """
        is_given = isinstance(args, torch.Tensor) or bool(args) or bool(kwargs)
        if not is_given and any(not p.has_default_value() for p in self.parameters):
            if dynamic_shapes or dynamic_axes:
                raise ValueError(
                    "dynamic sizes of a TorchScript module need example arguments (args)"
                )
            return set()
        forward = self.signature
        args, keywords = _inputs.split_args(args, kwargs, forward)
        others: set[str] = set()
        if dynamic_shapes is None and dynamic_axes:
            dynamic_shapes, others = _dynamic_shapes.from_dynamic_axes(
                forward, args, keywords, dynamic_axes, input_names or ()
            )
        self.set_inputs(args, keywords, dynamic_shapes)
        return others

    def set_inputs(
        self, args: tuple[Any, ...], kwargs: dict[str, Any], dynamic_shapes: Any
    ) -> None:
        """Take the types of example arguments.

        Args:
            args: Positional arguments.
            kwargs: Keyword arguments.
            dynamic_shapes: Which sizes are dynamic.

        Raises:
            TypeError: They are not the arguments of `forward`.
            UnsupportedModelError: There is one that the model cannot have, or that the program
                reads in another order than the model.
            ValueError: The dynamic shapes do not have the structure of the arguments.
        """
        bound = self._bound(args, kwargs)
        self._check_order(bound)
        self.example_inputs = args, kwargs
        self._shapes = _entries(bound, dynamic_shapes)
        writer = _Writer()
        texts = []
        for parameter, name in zip(
            self.parameters, inspect.signature(self.signature).parameters, strict=True
        ):
            if name in bound:
                texts.append(
                    writer.text(bound[name], self._shapes[name], parameter.type, name)
                )
            elif isinstance(self.module, torch.jit.ScriptFunction):
                # torch.jit.save writes functions without their defaults.
                texts.append(writer.text(parameter.default_value, None, parameter.type, name))
            else:
                texts.append("default")
        while texts and texts[-1] == "default":
            texts.pop()
        self.input_types = ", ".join(texts)
        self.dims = writer.options
        self.input_count = writer.count

    def inputs(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any] | None:
        """The arguments that are inputs of the model, in order; None if they do not fit.

        Raises:
            UnsupportedModelError: The program reads the strides of an argument that is not
                row-major.
            ValueError: A constant of the program is given with another value.
        """
        try:
            bound = self._bound(args, kwargs)
        except TypeError:
            return None
        leaves = self._leaves(bound)
        self._check_constants(bound, leaves)
        self._check_order(bound)
        return [leaf for leaf, is_input in leaves.values() if is_input]

    def _leaves(self, bound: Mapping[str, Any]) -> dict[str, tuple[Any, bool]]:
        """Each leaf of arguments by its path, and whether it is an input of the model."""
        leaves: dict[str, tuple[Any, bool]] = {}
        shapes = self._shapes or {}
        for name, value in bound.items():

            def collect(path: Any, leaf: Any, entry: Any = None, name: str = name) -> None:
                is_number = _is_dynamic(entry) and leaf is not None
                is_input = isinstance(leaf, torch.Tensor) or is_number
                leaves[name + pytree.keystr(path)] = leaf, is_input

            try:
                _tree_map_with_path(collect, value, shapes.get(name), tree_name="inputs")
            except (AssertionError, torch._dynamo.exc.UserError):
                # No entry says anything of a container, or one of another structure does.
                _tree_map_with_path(collect, value)
        return leaves

    def _check_constants(
        self, bound: Mapping[str, Any], leaves: Mapping[str, tuple[Any, bool]]
    ) -> None:
        """Refuse other values of arguments that are constants of the program."""
        parameters = inspect.signature(self.signature).parameters
        known = {
            name: parameter.default
            for name, parameter in parameters.items()
            if parameter.default is not inspect.Parameter.empty
        }
        if self.example_inputs is not None:
            known |= self._bound(*self.example_inputs)
        known = {name: value for name, value in known.items() if name in bound}
        types = dict(zip(parameters, (p.type.annotation_str for p in self.parameters), strict=True))
        expected = self._leaves(known)
        for path, (value, is_input) in expected.items():
            if is_input:
                continue
            given = leaves[path][0] if path in leaves else _ABSENT
            if not _is_same(given, value, types[path.partition("[")[0]]):
                raise ValueError(
                    f"argument '{path}' is {value!r} in the program and cannot be "
                    f"{_described(given)}"
                )
        for path, (given, is_input) in leaves.items():
            name = path.partition("[")[0]
            if not is_input and name in known and path not in expected:
                raise ValueError(
                    f"argument '{path}' is absent in the program and cannot be {_described(given)}"
                )

    def resized(
        self, args: Sequence[Any], kwargs: Mapping[str, Any], change: Callable[[int], int]
    ) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
        """Arguments whose dynamic dimensions have other sizes, or None: as in _inputs."""
        if not self._shapes:
            return None
        try:
            bound = self._bound(args, kwargs)
        except TypeError:
            return None
        sizes: dict[str, int] = {}
        changed = False

        def resize(path: Any, leaf: Any, entry: Any) -> Any:
            nonlocal changed
            del path
            if not isinstance(leaf, torch.Tensor):
                return leaf
            leaf = leaf.detach()
            for axis, dim in (entry or {}).items():
                before = leaf.shape[axis]
                if not _is_dynamic(dim) or before == 0:
                    continue
                name = _name_of(dim) or f"{id(entry)}.{axis}"
                if not name.isidentifier() and _name_of(dim):
                    raise _Derived
                size = sizes.setdefault(name, change(before))
                # The hints of some versions of PyTorch have limits that are None.
                low, high = getattr(dim, "min", None), getattr(dim, "max", None)
                is_low = size < 1 or (low is not None and size < low)
                if is_low or (high is not None and size > high):
                    size = sizes[name] = before
                changed |= size != before
                leaf = leaf.index_select(axis, torch.arange(size, device=leaf.device) % before)
            return leaf

        try:
            result = {
                name: _tree_map_with_path(
                    resize, value, self._shapes.get(name), tree_name="inputs"
                )
                for name, value in bound.items()
            }
        except (AssertionError, _Derived, torch._dynamo.exc.UserError):
            return None
        values = list(result.items())
        count = len(args)
        return (
            (tuple(value for _, value in values[:count]), dict(values[count:])) if changed else None
        )

    def in_double(self) -> Callable[..., Any]:
        """The program in double precision."""
        if not isinstance(self.module, torch.nn.Module):
            return self.module  # type: ignore[no-any-return]
        module = copy.deepcopy(self.module).double()

        def call(*args: Any, **kwargs: Any) -> Any:
            with _mode(module, self._training):
                return module(*args, **kwargs)

        return call

    def structure(self) -> Callable[[Sequence[torch.Tensor]], Any] | None:
        """A function from the outputs of the model to what `forward` returns.

        TorchScript knows that once it has run.
        """
        if self.example_inputs is None:
            return None
        if self._structure is None:
            self._structure = (self._result(*self.example_inputs),)
        (example,) = self._structure

        return lambda outputs: _take(example, list(outputs))

    def structured(self, outputs: Sequence[Any], args: Any, kwargs: Any) -> Any:
        """The outputs of the model as what `forward` returns for these arguments."""
        return _take(self._result(args, kwargs), list(outputs))

    def _result(self, args: Any, kwargs: Any) -> Any:
        """What `forward` returns, which may write to its arguments."""
        args, kwargs = pytree.tree_map(
            lambda leaf: leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf,
            (args, kwargs),
        )
        with torch.no_grad():
            return self(*args, **kwargs)

    def with_weights(self, state_dict: Mapping[str, torch.Tensor]) -> tuple[Script, list[str]]:
        """The program with other values of weights, and the names that it does not have.

        Raises:
            ValueError: A tensor has another shape than the weight.
        """
        module = copy.deepcopy(self.module)
        weights = {}
        if isinstance(module, torch.nn.Module):
            weights = dict(module.named_parameters()) | dict(module.named_buffers())
        for name in state_dict.keys() & weights.keys():
            before, weight = weights[name], state_dict[name]
            if before.shape != weight.shape:
                raise ValueError(
                    f"weight '{name}' has the shape {list(before.shape)}, "
                    f"not {list(weight.shape)}"
                )
            before.data.copy_(weight)
        other = Script(module, self._training)
        for attribute in ("input_types", "dims", "input_count", "example_inputs", "_shapes"):
            setattr(other, attribute, getattr(self, attribute))
        return other, [name for name in state_dict if name not in weights]


def _free_name(name: str, used: Collection[str]) -> str:
    """`name`, or the first of `name0`, `name1`, ... that is not used, as the compiler names it."""
    numbered = (f"{name}{number}" for number in itertools.count())
    return next(text for text in itertools.chain([name], numbered) if text not in used)


def _take(example: Any, outputs: list[Any]) -> Any:
    """The next outputs as a value like the example, which they are taken for.

    A list whose length the run decides is one output: a sequence, or a vector of numbers.
    """
    if example is None:
        return None
    if isinstance(example, dict):
        return {key: _take(value, outputs) for key, value in example.items()}
    if isinstance(example, tuple):
        values = [_take(value, outputs) for value in example]
        return type(example)(*values) if hasattr(example, "_fields") else tuple(values)
    if isinstance(example, list):
        first = outputs[0] if outputs else None
        if isinstance(first, list):
            return outputs.pop(0)
        numbers = all(isinstance(item, bool | int | float) for item in example)
        if numbers and isinstance(first, torch.Tensor) and first.dim() == 1:
            return outputs.pop(0).tolist()
        return [_take(value, outputs) for value in example]
    value = outputs.pop(0)
    if not isinstance(example, torch.Tensor):
        return value.item()
    if example.is_quantized:  # Three outputs: the integers, the scale and the zero point.
        scale, zero_point = outputs.pop(0), outputs.pop(0)
        return torch._make_per_tensor_quantized_tensor(value, scale.item(), zero_point.item())
    return torch.view_as_complex(value.contiguous()) if example.is_complex() else value


#: An element that a container of the arguments does not have.
_ABSENT = object()


def _is_same(given: Any, expected: Any, annotation: str) -> bool:
    """Whether an argument has the value that the program has."""
    # TorchScript converts an int to the float that it expects.
    takes_floats = "float" in annotation and not any(
        other in annotation for other in ("int", "bool", "complex", "number", "Scalar", "Any")
    )
    if takes_floats:
        given, expected = (
            float(value) if type(value) is int else value for value in (given, expected)
        )
    if type(given) is not type(expected):
        return False
    is_nan = given != given and expected != expected
    return bool(given == expected or is_nan)


def _described(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        return "a tensor"
    return "absent" if value is _ABSENT else repr(value)


class _Derived(Exception):
    """A size is an expression of others."""


def _is_dynamic(dim: Any) -> bool:
    """Whether an entry of dynamic shapes leaves a size open."""
    if isinstance(dim, _DimHint):
        return _torch.kind_of_hint(dim) != "STATIC"
    return isinstance(dim, (str, _torch.find("dim")))


def _name_of(dim: Any) -> str:
    return dim if isinstance(dim, str) else "" if isinstance(dim, _DimHint) else dim.__name__


def _entries(bound: Mapping[str, Any], dynamic_shapes: Any) -> dict[str, Any]:
    """What `dynamic_shapes` says of each parameter, with a dict for each tensor.

    Raises:
        ValueError: It does not have the structure of the arguments.
    """
    if dynamic_shapes is None:
        return dict.fromkeys(bound)
    if not isinstance(dynamic_shapes, (Mapping, tuple, list)):
        raise ValueError(
            f"dynamic_shapes of a TorchScript module cannot be a {type(dynamic_shapes).__name__}; "
            "it is a dict by parameters, or a tuple or list in their order"
        )
    if isinstance(dynamic_shapes, Mapping):
        if unknown := dynamic_shapes.keys() - bound.keys():
            raise ValueError(
                f"dynamic_shapes has {', '.join(sorted(map(str, unknown)))}, which is no argument "
                f"of the module: {', '.join(bound)}"
            )
        given = {name: dynamic_shapes.get(name) for name in bound}
    elif len(dynamic_shapes) != len(bound):
        raise ValueError(
            f"dynamic_shapes has {len(dynamic_shapes)} entries for {len(bound)} arguments"
        )
    else:
        given = dict(zip(bound, dynamic_shapes, strict=True))

    def entry_of(path: Any, leaf: Any, entry: Any) -> Any:
        if entry is None or not isinstance(leaf, torch.Tensor):
            return entry
        return _dynamic_shapes.axes_of_entry(
            f"dynamic_shapes{pytree.keystr(path)}", leaf.dim(), entry
        )

    try:
        return {
            name: None
            if given[name] is None
            else _tree_map_with_path(entry_of, value, given[name], tree_name=name)
            for name, value in bound.items()
        }
    except torch._dynamo.exc.UserError as error:
        raise ValueError(str(error)) from None


class _Writer:
    """Writes arguments as --input-shapes takes them.

    Attributes:
        options: --dim for names that are no words.
        count: How many inputs there are.
    """

    def __init__(self) -> None:
        self.options: list[str] = []
        self.count = 0
        self._words: dict[str, str] = {}
        self._examples: dict[str, int] = {}

    def text(self, value: Any, entry: Any, declared: Any, name: str) -> str:
        """One argument.

        Args:
            value: The example.
            entry: What the dynamic shapes say of it.
            declared: Its type in TorchScript; None if it is not known.
            name: What it is called, for messages.
        """
        kind = declared.kind() if declared is not None else ""
        if kind == "OptionalType":
            return self.text(value, entry, declared.getElementType(), name)
        if value is None:
            return "none"
        if isinstance(value, torch.Tensor):
            return self._tensor(value, entry, name)
        if isinstance(value, (bool, int, float)) and _is_dynamic(entry):
            self.count += 1
            return "bool" if isinstance(value, bool) else type(value).__name__
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, int):
            return repr(float(value)) if kind == "FloatType" else repr(int(value))
        if isinstance(value, float):
            return repr(float(value))
        if isinstance(value, str):
            escaped = value.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        if isinstance(value, Mapping):
            inner = declared.getValueType() if kind == "DictType" else None
            items = [
                f"{self._key(key, name)}: "
                f"{self.text(item, _at(entry, key), inner, f'{name}[{key!r}]')}"
                for key, item in value.items()
            ]
            return f"{{{', '.join(items)}}}"
        if isinstance(value, (tuple, list)):
            inners: Sequence[Any] = [None] * len(value)
            if kind == "TupleType" and len(declared.elements()) == len(value):
                inners = declared.elements()
            elif kind == "ListType":
                inners = [declared.getElementType()] * len(value)
            items = [
                self.text(item, _at(entry, place), inner, f"{name}[{place}]")
                for place, (item, inner) in enumerate(zip(value, inners, strict=True))
            ]
            # TorchScript takes a tuple where it wants a list.
            is_list = kind == "ListType" or (kind != "TupleType" and isinstance(value, list))
            return f"{'list' if is_list else ''}({', '.join(items)})"
        raise UnsupportedModelError(
            f"argument '{name}' is a {type(value).__name__}; expected tensors, numbers, texts and "
            "None, and tuples, lists and dicts of them"
        )

    @staticmethod
    def _key(key: Any, name: str) -> str:
        if isinstance(key, str):
            escaped = key.replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
        if isinstance(key, int) and not isinstance(key, bool) and key >= 0:
            return str(key)
        raise UnsupportedModelError(
            f"argument '{name}' has the key {key!r}; expected texts and numbers"
        )

    def _tensor(self, value: torch.Tensor, entry: Any, name: str) -> str:
        dtype = _DTYPES.get(value.dtype)
        if dtype is None or value.layout != torch.strided:
            raise UnsupportedModelError(
                f"argument '{name}' is a tensor of {value.dtype} and {value.layout}, which cannot "
                "be an input of an ONNX model"
            )
        self.count += 1
        dims = [
            self._dim(size, (entry or {}).get(axis), f"{name}, dimension {axis},")
            for axis, size in enumerate(value.shape)
        ]
        return f"[{','.join(dims)}]{dtype}"

    def _dim(self, size: int, dim: Any, place: str) -> str:
        if isinstance(dim, int) and dim != size:
            raise ValueError(f"{place} is {dim} in dynamic_shapes and {size} in the example")
        if not _is_dynamic(dim):
            return str(size)
        name = _name_of(dim)
        if not name:
            return f"?={size}"
        if self._examples.setdefault(name, size) != size:
            _dynamic_shapes._warn(
                f"The axis name '{name}' is that of two sizes, {self._examples[name]} and {size} "
                "in the example; the second one has no name."
            )
            return f"?={size}"
        word = self._words.get(name)
        if word is None:
            word = name
            if name != _dynamic_shapes.quoted(name) or not name.isascii():
                word = f"dim_{len(self._words)}"
                # An expression of names is a size; another text is a name.
                is_sum = _dynamic_shapes._is_sum(name)
                value = name if is_sum else _dynamic_shapes.quoted(name)
                self.options.append(f"--dim={word}={value}")
            self._words[name] = word
        return f"{word}={size}"


def _at(entry: Any, key: Any) -> Any:
    """What dynamic shapes say of an element of a container."""
    if isinstance(entry, Mapping):
        return entry.get(key)
    if isinstance(entry, (tuple, list)) and isinstance(key, int) and key < len(entry):
        return entry[key]
    return None
