"""Comparing ONNX models with PyTorch programs and with each other.

Two values must have equal types and shapes.  Integers must be equal, and floats within the
tolerances of torch.testing.assert_close.  A whole model may round more often than these
tolerances allow.  It is therefore also right if its error against the same program in double
precision is at most twice the error of the PyTorch program.
"""

from __future__ import annotations

import copy
import dataclasses
import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch.utils import _pytree as pytree

from torch_onnx_mlir._capture import inputs as _inputs
from torch_onnx_mlir._capture.torchscript import Script
from torch_onnx_mlir._compatibility import torch_names as _names
from torch_onnx_mlir._model import models as _model
from torch_onnx_mlir._model import runtime as _runtime
from torch_onnx_mlir._model.program import ONNXProgram
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import onnx
from torch_onnx_mlir._verification import divergence as _divergence
from torch_onnx_mlir._verification import second_opinion as _second_opinion
from torch_onnx_mlir.errors import VerificationError

if TYPE_CHECKING:
    import onnxruntime as ort

if TYPE_CHECKING:
    from torch.onnx.verification import VerificationInfo
elif (VerificationInfo := _torch.find("verification_info")) is None:
    from torch_onnx_mlir._verification.differences import VerificationInfo

# How far a whole program may be from its exact result, relative to the largest value.
_ROUNDING = {
    torch.float64: 1e-10,
    torch.float32: 1e-3,
    torch.float16: 5e-2,
    torch.bfloat16: 2e-1,
}

__all__ = ["Result", "VerificationInfo", "compare", "verify", "verify_onnx_program"]
__path__: list[str] = []  # for _names.Finder, which says why a name is not here


def __getattr__(name: str) -> Any:
    raise _names.missing("verification", name)


@dataclasses.dataclass
class Result:
    """The result of a comparison.

    Attributes:
        values: Each pair of values that was compared.
        failures: Descriptions of the differences; empty if there are none.
        ran: Whether the runtime ran the model.
        sizes: Descriptions of the tested input sizes.
        notes: Descriptions of comparisons that were not possible.
        second_opinion: If values differ, whether the evaluator of the compiler agrees with PyTorch
            (then the runtime is wrong) or with the runtime (then the model is wrong).
        types: Descriptions of the dtype and sizes of values, by name.
    """

    values: list[VerificationInfo] = dataclasses.field(default_factory=list)
    failures: list[str] = dataclasses.field(default_factory=list)
    ran: bool = True
    sizes: list[str] = dataclasses.field(default_factory=list)
    notes: list[str] = dataclasses.field(default_factory=list)
    second_opinion: str = ""
    types: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def passed(self) -> bool:
        """True if there are no differences."""
        return not self.failures

    def __str__(self) -> str:
        head = f"{len(self.values)} values compared"
        if self.sizes:
            head += f", for inputs of the sizes {'; '.join(self.sizes)}"
        verdict = "no difference" if self.passed else "the model differs from the program:"
        opinion = [self.second_opinion] if self.second_opinion else []
        lines = [f"{head}: {verdict}", *self.failures, *opinion, *self.notes]
        by_name: dict[str, list[VerificationInfo]] = {}
        for value in self.values:
            by_name.setdefault(value.name, []).append(value)
        for name, found in by_name.items():
            size = f" {self.types[name]}" if name in self.types else ""
            lines.append(
                f"  {name}{size}: largest absolute difference "
                f"{max(v.max_abs_diff for v in found):.3g}, "
                f"relative {max(v.max_rel_diff for v in found):.3g}"
            )
        return "\n".join(lines)


Source = torch.export.ExportedProgram | Script


def _expected(program: Source, args: Any, kwargs: Any) -> list[Any]:
    """The results of PyTorch in the form of the model's outputs."""
    args, kwargs = pytree.tree_map(_cloned, (args, kwargs))  # the program may write to its inputs
    call = program if isinstance(program, Script) else _torch.module_of(program)
    with torch.no_grad():
        return _runtime.outputs_of(call(*args, **kwargs))


def _cloned(leaf: Any) -> Any:
    return leaf.detach().clone() if isinstance(leaf, torch.Tensor) else leaf


def _doubled(leaf: Any) -> Any:
    if isinstance(leaf, torch.Tensor) and leaf.is_floating_point():
        return leaf.detach().double()
    return _cloned(leaf)


def _in_double(program: Source, args: Any, kwargs: Any) -> list[Any] | None:
    """The results of the program in double precision; None if it cannot compute them."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # torch's own, about its trees
            if isinstance(program, Script):
                module = program.in_double()
            else:
                module = copy.deepcopy(_torch.module_of(program)).double()
        args, kwargs = pytree.tree_map(_doubled, (args, kwargs))
        with torch.no_grad():
            leaves = pytree.tree_leaves(module(*args, **kwargs))
    except (RuntimeError, TypeError, ValueError):
        # The program is written for one precision: it mixes types now.
        return None
    return [_runtime.real(torch.as_tensor(leaf)) for leaf in leaves if leaf is not None]


def _near_as_eager(actual: torch.Tensor, expected: torch.Tensor, exact: torch.Tensor) -> bool:
    """Whether the error of the model is at most twice the error of PyTorch."""
    if expected.dtype not in _ROUNDING or not exact.is_floating_point():
        return False
    if not (actual.shape == expected.shape == exact.shape and actual.dtype == expected.dtype):
        return False
    if not torch.equal(torch.isfinite(actual), torch.isfinite(exact)):
        return False
    where = torch.isfinite(exact)
    ours = (actual.double() - exact)[where].abs()
    theirs = (expected.double() - exact)[where].abs()
    if ours.numel() == 0:
        return True
    # More than that is no rounding: the program draws random numbers, or is unstable.
    limit = _ROUNDING[expected.dtype] * exact[where].abs().max()
    return bool(theirs.max() <= limit and ours.max() <= 2 * theirs.max())


def _difference(
    actual: torch.Tensor, expected: torch.Tensor, rtol: float | None, atol: float | None
) -> str | None:
    """One line that describes the difference of two values; None if there is none."""
    if actual.dtype == expected.dtype and actual.shape == expected.shape:
        actual, expected = _runtime.numbers(actual), _runtime.numbers(expected)
    try:
        torch.testing.assert_close(
            actual, expected.detach().cpu(), rtol=rtol, atol=atol, equal_nan=True
        )
    except AssertionError as error:
        return " ".join(str(error).split())
    return None


def _as_numbers(value: torch.Tensor) -> torch.Tensor:
    """A tensor with which PyTorch computes: it has no arithmetic on wide unsigned integers."""
    is_unsigned = value.dtype in (torch.uint16, torch.uint32, torch.uint64)
    return value.double() if is_unsigned else _runtime.numbers(value)


def _info(name: str, expected: torch.Tensor, actual: torch.Tensor) -> VerificationInfo:
    if expected.shape != actual.shape:
        infinite = torch.tensor(float("inf"))
        histogram = (infinite, infinite)
        return VerificationInfo(
            name,
            float("inf"),
            float("inf"),
            histogram,
            histogram,
            expected.dtype,
            actual.dtype,
        )
    if expected.numel() == 0:
        nothing = (torch.zeros(1), torch.zeros(1))
        return VerificationInfo(name, 0.0, 0.0, nothing, nothing, expected.dtype, actual.dtype)
    info = VerificationInfo.from_tensors(name, _as_numbers(expected), _as_numbers(actual))
    return dataclasses.replace(info, expected_dtype=expected.dtype, actual_dtype=actual.dtype)


def _sizes_text(inputs: Sequence[Any]) -> str:
    return ", ".join(
        str(list(leaf.shape)) if isinstance(leaf, torch.Tensor) else str(leaf) for leaf in inputs
    )


def _candidates(program: Source, args: Any, kwargs: Any) -> Iterator[tuple[Any, Any]]:
    """Arguments of other sizes, best first; none if all sizes are fixed."""
    for change in (lambda n: n + 1, lambda n: 2 * n, lambda n: n - 1, lambda n: n + 8):
        if isinstance(program, Script):
            changed = program.resized(args, kwargs, change)
        else:
            changed = _inputs.resized(program, args, kwargs, change)
        if changed is not None:
            yield changed


def _exported(model: Any, args: Any, kwargs: Any, options: dict[str, Any]) -> ONNXProgram:
    """The program of a model, in evaluation mode unless `training` says otherwise."""
    from torch_onnx_mlir._export import export

    for name in ("fixed_batch_size", "use_external_data"):  # without effect on numbers
        options.pop(name, None)
    args = options.pop("input_args", args)
    kwargs = options.pop("input_kwargs", kwargs)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "You are using the legacy", DeprecationWarning)
        return export(model, () if args is None else args, kwargs=kwargs, dynamo=False, **options)


def verify(
    program: ONNXProgram | torch.nn.Module | None = None,
    args: Sequence[Any] | torch.Tensor | None = None,
    kwargs: Mapping[str, Any] | None = None,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    other_sizes: bool = True,
    error: bool = True,
    additional_test_inputs: Sequence[Any] = (),
    **export_options: Any,
) -> Result:
    """Compare the results of ONNX Runtime with those of the PyTorch program.

    Args:
        program: The model and its program, or a PyTorch model, which is exported.
        args: Positional arguments; default: the example inputs of the program.
        kwargs: Keyword arguments.
        rtol: Relative tolerance; default: that of torch.testing for the type.
        atol: Absolute tolerance.
        other_sizes: Whether inputs of other sizes are also tested, if there are dynamic
            dimensions.
        error: Whether a difference is an error.
        additional_test_inputs: Further positional arguments to test: tuples or single
            tensors.
        export_options: Options of `export` for a PyTorch model, such as `dynamic_axes`, and
            the names of torch.onnx for the first three arguments: `model`, `input_args` and
            `input_kwargs`.

    Returns:
        The compared values and their differences, with the first node that differs, and
        whether the evaluator of the compiler finds the runtime or the model wrong.

    Raises:
        VerificationError: A value differs, or the runtime does not run the model.
        TypeError: There are export options, but the model is already exported.
        ValueError: There is no exported program, or there are no inputs.
    """
    if program is None and (program := export_options.pop("model", None)) is None:
        raise TypeError("verify() needs a program or a model")
    if not isinstance(program, torch.onnx.ONNXProgram):
        program = _exported(program, args, kwargs, export_options)
        args = kwargs = None
    elif export_options:
        raise TypeError(f"verify() of a program takes no {', '.join(export_options)}")
    source = _source_of(program)
    args, kwargs = _arguments(source, args, kwargs)
    result = Result()
    _compare_once(program, source, args, kwargs, rtol, atol, result)
    for more in additional_test_inputs:
        if result.passed:
            args, kwargs = _arguments(source, more, None)
            _compare_once(program, source, args, kwargs, rtol, atol, result)
    if result.passed and other_sizes:
        for other_args, other_kwargs in _candidates(source, args, kwargs):
            try:
                _expected(source, other_args, other_kwargs)
            except Exception:  # The module refuses this size, in words of its own.
                continue
            _compare_once(program, source, other_args, other_kwargs, rtol, atol, result)
            break
    if result.failures and result.ran and not isinstance(source, Script):
        place = _divergence.find(program, source, args, kwargs)
        result.failures.append(place)
    if error and not result.passed:
        raise VerificationError(str(result))
    return result


def _one_by_one(
    source: Source, count: int, values: list[Any], args: Any, kwargs: Any
) -> list[Any] | None:
    """The elements of outputs that are lists of dynamic length. Such a list is one output and
    is compared element by element. None if there are no such outputs."""
    if not isinstance(source, Script):
        return None
    if count == len(values) and not any(isinstance(value, list) for value in values):
        return None
    return _runtime.outputs_of(source.structured(values, args, kwargs))


def _compare_once(
    program: ONNXProgram,
    source: Source,
    args: Any,
    kwargs: Any,
    rtol: float | None,
    atol: float | None,
    result: Result,
) -> None:
    """Compare all outputs for one set of inputs."""
    _runtime.require()  # What is missing is no difference.
    sizes = _sizes_text(pytree.tree_leaves((args, kwargs)))
    result.sizes.append(sizes)
    expected = _expected(source, args, kwargs)
    try:
        actual = list(program(*args, **kwargs))
    except Exception as error:  # ONNX Runtime has its own classes, derived from Exception.
        result.ran = False
        result.failures.append(f"ONNX Runtime does not run the model: {error}")
        return
    outputs = program._interface().graph.output
    names = [value.name for value in outputs]
    if (elements := _one_by_one(source, len(expected), actual, args, kwargs)) is not None:
        actual = elements
        names = [f"element {number}" for number in range(len(actual))]
    result.types |= {value.name: _model.type_text(value) for value in outputs}
    if len(expected) > len(actual):
        result.failures.append(f"the model has {len(actual)} outputs, not {len(expected)}")
    expected = [value.detach().cpu() for value in expected]
    exact: list[Any] | None = None

    def compare_with_torch(value: torch.Tensor, number: int) -> str | None:
        nonlocal exact
        difference = _difference(value, expected[number], rtol, atol)
        if difference is not None and rtol is None and atol is None:
            exact = exact or _in_double(source, args, kwargs)
            if exact is not None and _near_as_eager(value, expected[number], exact[number]):
                return None
        return difference

    wrong: list[_second_opinion.Output] = []
    for number, (name, here, there) in enumerate(zip(names, actual, expected, strict=False)):
        result.values.append(_info(name, there, here))
        if difference := compare_with_torch(here, number):
            wrong.append(_second_opinion.Output(name, number, here, there))
            result.failures.append(f"output '{name}' for the sizes {sizes}: {difference}")
    if not wrong:
        return

    def evaluate() -> Sequence[Any]:
        values = program._evaluate(_second_opinion.SECONDS, args, kwargs)
        return _one_by_one(source, len(expected), values, args, kwargs) or values

    result.second_opinion = _second_opinion.find(
        evaluate,
        wrong,
        lambda value, number: compare_with_torch(value, number) is None,
        lambda first, second: _difference(first, second, rtol, atol) is None,
    )


def _source_of(program: Any) -> Source:
    script = getattr(program, "_script", None)
    if script is not None:
        assert isinstance(script, Script)
        return script
    source = program.exported_program
    if source is None:
        raise ValueError(
            "the ONNXProgram has no exported_program to compare it with; assign one"
        )
    assert isinstance(source, torch.export.ExportedProgram)
    return source


def _arguments(
    source: Source,
    args: Sequence[Any] | torch.Tensor | None,
    kwargs: Mapping[str, Any] | None,
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if args is None and kwargs is None:
        if source.example_inputs is None:
            raise ValueError("the program has no example inputs; give arguments")
        args, kwargs = source.example_inputs
    args = (args,) if isinstance(args, torch.Tensor) else args
    return tuple(args or ()), dict(kwargs or {})


def verify_onnx_program(
    onnx_program: ONNXProgram,
    args: tuple[Any, ...] | None = None,
    kwargs: dict[str, Any] | None = None,
    compare_intermediates: bool = False,
) -> list[VerificationInfo]:
    """Compare the outputs of a model with those of its program, or all values.

    Args:
        onnx_program: The model and its program.
        args: Positional arguments; default: the example inputs of the program.
        kwargs: Keyword arguments.
        compare_intermediates: Whether the value of each node of the program is compared.
            The program is then converted again, with these values as outputs.

    Returns:
        The difference of each value from its expected value, by the names of outputs or of
        the nodes of the program.
    """
    source = _source_of(onnx_program)
    args, kwargs = _arguments(source, args, kwargs)
    if compare_intermediates:
        if isinstance(source, Script):
            raise ValueError(
                "compare_intermediates is for programs of torch.export: the values of "
                "TorchScript nodes are not available"
            )
        pairs = _divergence.values(onnx_program, source, args, kwargs)
        return [_info(node.name, there, here) for node, there, here in pairs]
    expected = _expected(source, args, kwargs)
    actual = onnx_program(*args, **kwargs)
    names = [value.name for value in onnx_program._interface().graph.output]
    return [
        _info(name, there.detach().cpu(), here)
        for name, there, here in zip(names, expected, actual, strict=False)
    ]


Model = torch.onnx.ONNXProgram | onnx.ModelProto | bytes | str | os.PathLike[str]


_DATA_STAMP = b"torch-onnx data "


def check_data(model: str | os.PathLike[str], metadata: Mapping[str, str]) -> None:
    """Check that the file of weights beside a model was written together with it.

    The file of the compiler ends with a hash, which is also in the metadata of the model.  A
    file of another program has no hash and is not checked.

    Args:
        model: The path of the model.
        metadata: Its metadata_props, or `get_modelmeta().custom_metadata_map` of a session.

    Raises:
        ValueError: The two files are of different conversions.
    """
    path = f"{os.fspath(model)}.data"
    expected = metadata.get("torch_onnx.data_hash")
    size = len(_DATA_STAMP) + 17
    if expected is None or not os.path.exists(path) or os.path.getsize(path) < size:
        return
    with open(path, "rb") as file:
        file.seek(-size, os.SEEK_END)
        stamp = file.read()
    found = stamp.removeprefix(_DATA_STAMP).rstrip().decode(errors="replace")
    if stamp.startswith(_DATA_STAMP) and found != expected:
        raise ValueError(
            f"'{path}' was not written with '{os.fspath(model)}': its hash is {found}, the "
            f"model expects {expected}; convert the model again, or copy both files"
        )


def _session(model: Model, names: Sequence[str] = ()) -> ort.InferenceSession:
    """A session for the model with further values as outputs."""
    if isinstance(model, (str, os.PathLike)) and not names:
        session = _runtime.default_session(os.fspath(model))
        check_data(model, session.get_modelmeta().custom_metadata_map)
        return session
    proto = _loaded(model)
    known = {value.name for value in proto.graph.output}
    proto.graph.output.extend(
        onnx.helper.make_empty_tensor_value_info(name) for name in names if name not in known
    )
    return _runtime.default_session(proto.SerializeToString())


def _loaded(model: Model) -> onnx.ModelProto:
    """A model that may be changed."""
    proto = onnx.ModelProto()
    if isinstance(model, torch.onnx.ONNXProgram):
        proto = model.model_proto
    elif isinstance(model, onnx.ModelProto):
        proto.CopyFrom(model)
    elif isinstance(model, bytes):
        proto.ParseFromString(model)
    else:
        proto = onnx.load(os.fspath(model))
        check_data(model, {entry.key: entry.value for entry in proto.metadata_props})
    return proto


def compare(
    first: Model,
    second: Model,
    inputs: Mapping[str, Any] | Sequence[Any],
    *,
    rtol: float | None = None,
    atol: float | None = None,
    intermediates: bool = True,
) -> Result:
    """Compare the results of two ONNX models.

    Args:
        first: A model: its path, its bytes, a ModelProto or an ONNXProgram.
        second: The other model.
        inputs: Tensors, arrays or numbers by the names of inputs, or in their order.
        rtol: Relative tolerance; default: that of torch.testing for the type.
        atol: Absolute tolerance.
        intermediates: Whether intermediate values with the same name in both are compared.

    Returns:
        The compared values, in the order of computation, and their differences.
    """
    protos = [_loaded(model) for model in (first, second)]
    names: list[str] = []
    if intermediates:
        second_names = {name for node in protos[1].graph.node for name in node.output}
        names = [
            name
            for node in protos[0].graph.node
            for name in node.output
            if name and name in second_names
        ]
    results = []
    for proto in protos:
        session = _session(proto, names)
        given = [value.name for value in session.get_inputs()]
        feed = inputs if isinstance(inputs, Mapping) else dict(zip(given, inputs, strict=True))
        types = {v.name: v.type.tensor_type.elem_type for v in proto.graph.input}
        values = {name: _runtime.to_ort(feed[name], types.get(name)) for name in given}
        outputs = [value.name for value in session.get_outputs()]
        results.append(dict(zip(outputs, _runtime.run(session, values), strict=True)))
    result = Result()
    outputs = [[value.name for value in proto.graph.output] for proto in protos]
    if len(outputs[0]) != len(outputs[1]):
        result.failures.append(f"{len(outputs[0])} outputs against {len(outputs[1])}")
    pairs = [(name, name) for name in names if name not in outputs[0]]
    pairs += zip(outputs[0], outputs[1], strict=False)
    result.types = {v.name: _model.type_text(v) for v in protos[0].graph.output}
    for mine, other in pairs:
        expected, actual = results[0][mine], results[1][other]
        result.values.append(_info(mine, expected, actual))
        if difference := _difference(actual, expected, rtol, atol):
            result.failures.append(f"'{mine}': {difference}")
    return result
