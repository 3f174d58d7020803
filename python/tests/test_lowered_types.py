"""The types of what lowerings of callers build: every model is one that runtimes load."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import onnx
import onnxscript
import pytest
import torch
import torch_onnx_mlir
from onnxscript import opset18, opset20
from torch_onnx_mlir import errors

from .models import Add, Unsupported

X = torch.randn(4, 6)
DOMAIN = onnxscript.values.Opset("my.functions", 1)
Lowering = Callable[..., Any]


@pytest.fixture(scope="module", autouse=True)
def triple() -> Iterator[Any]:
    """A custom operator, as torch.library.custom_op returns it."""

    @torch.library.custom_op("typed::triple", mutates_args=())
    def triple(x: torch.Tensor, factor: float) -> torch.Tensor:
        return (x * factor).to(x.dtype)

    triple.register_fake(lambda x, factor: torch.empty_like(x))
    yield triple
    triple._lib._destroy()


class Triple(torch.nn.Module):
    """Calls the operator, and uses its result."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ops.typed.triple(x, 3.0) + 1


def export(
    lowering: Lowering, x: torch.Tensor = X, key: Any = None, model: torch.nn.Module | None = None
) -> torch_onnx_mlir.ONNXProgram:
    """The program with a lowering, verified."""
    table = {key or torch.ops.typed.triple.default: lowering}
    return torch_onnx_mlir.export(
        model or Triple(), (x,), custom_translation_table=table, verify=True, target="onnx"
        if x.dtype == torch.float16 else "ort",
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.float64, torch.int32])
@pytest.mark.parametrize(
    "lowering",
    [
        lambda x, _: opset20.Mul(x, opset20.Constant(value_int=3)),
        lambda x, _: opset20.Mul(opset20.Constant(value_int=3), x),
        lambda x, _: opset20.Mul(x, opset20.Size(opset20.Constant(value_ints=[1, 2, 3]))),
        lambda x, f: opset20.Max(opset20.Mul(x, f), opset20.Constant(value_int=-1000)),
    ],
)
def test_a_number_takes_the_dtype_of_a_tensor(lowering: Lowering, dtype: torch.dtype) -> None:
    x = (X * 10).to(dtype)
    model = export(lowering, x).model_proto
    onnx.checker.check_model(model, full_check=True)
    assert not any(node.op_type == "Cast" for node in model.graph.node[:2])


def test_constants_are_converted_in_place() -> None:
    program = export(lambda x, _: opset20.Mul(x, opset20.Constant(value_int=3)))
    assert [node.op_type for node in program.model.graph] == ["Constant", "Mul", "Add"]


def test_tensors_are_promoted() -> None:
    """Two ranked operands get the dtype that PyTorch promotes them to; others stay."""

    def lowering(x: Any, _: float) -> Any:
        six = opset20.Constant(value_ints=[6])
        threes = opset20.Expand(opset20.Constant(value_int=3), six)
        wide = opset20.Concat(x, opset20.Constant(value=onnx.numpy_helper.from_array(X.long().numpy())), axis=0)
        first = opset20.Slice(wide, *(opset20.Constant(value_ints=[n]) for n in (0, 4, 0)))
        positive = opset20.Greater(x, opset20.Constant(value_int=0))
        return opset20.Where(positive, opset20.Mul(first, threes), opset20.Mul(x, threes))

    model = export(lowering).model_proto
    assert [node.op_type for node in model.graph.node].count("Cast") == 2
    power = export(lambda x, f: opset20.Mul(opset20.Pow(x, opset20.Constant(value_int=1)), f))
    assert "Cast" not in [node.op_type for node in power.model.graph]  # Pow takes two dtypes


def test_symbolic_functions() -> None:
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return x * 2

        @staticmethod
        def symbolic(g: Any, x: Any) -> Any:
            return g.op("Mul", g.op("Constant", value_t=torch.tensor(2)), x)

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return Twice.apply(x) + 1

    program = torch_onnx_mlir.export(Model(), (X,), verify=True)
    torch.testing.assert_close(program(X)[0], X * 2 + 1)
    setattr(Twice, "symbolic", staticmethod(lambda g, x: g.op("And", x, x)))
    with pytest.raises(errors.RegistrationError, match=r"'symbolic' of 'Twice' failed.*float"):
        torch_onnx_mlir.export(Model(), (X,))


@pytest.mark.parametrize(
    ("lowering", "reason"),
    [
        (lambda x, _: opset20.And(x, x), "unsupported type: tensor\\(float\\)"),
        (lambda x, _: opset20.MatMul(x, x), "Incompatible dimensions"),
        (lambda x, _: opset20.Transpose(x, perm=[0, 0]), "perm"),
        (lambda x, _: opset20.Cast(x, to=7), "returns int64 for 'triple', which is float32"),
        (lambda x, _: opset20.Shape(x), "returns int64 for 'triple'"),
        (lambda x, _: opset20.ReduceMax(x, keepdims=0), "no valid model results from the lowering"),
    ],
)
def test_what_no_runtime_loads_is_refused(lowering: Lowering, reason: str) -> None:
    with pytest.raises(errors.RegistrationError, match=reason) as caught:
        export(lowering)
    assert "the lowering of 'typed.triple.default'" in str(caught.value)


def test_a_result_of_another_dtype_is_told() -> None:
    """Where nothing else takes it, the model is valid."""

    class Last(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.ops.typed.triple(x, 3.0)

    table = {torch.ops.typed.triple.default: lambda x, _: opset20.Cast(x, to=11)}
    with pytest.warns(errors.OnnxExporterWarning, match=r"returns float64 for 'triple', which is"):
        program = torch_onnx_mlir.export(Last(), (X,), custom_translation_table=table)
    assert program(X)[0].dtype == torch.float64


def test_keys_of_tables(triple: Any) -> None:
    def lowering(x: Any, factor: float) -> Any:
        return opset20.Mul(x, factor)

    for key in (torch.ops.typed.triple, triple):
        assert "Mul" in [node.op_type for node in export(lowering, key=key).model.graph]
    for key in ("typed::triple", torch.relu, Triple):
        with pytest.raises(TypeError, match="expected an operator"):
            export(lowering, key=key)


def of_booleans(x: onnxscript.BOOL, y: onnxscript.BOOL) -> onnxscript.BOOL:
    return opset20.Xor(x, y)


def of_floats(x: onnxscript.FLOAT | onnxscript.DOUBLE, y: onnxscript.FLOAT | onnxscript.DOUBLE) -> Any:
    return opset20.Mul(x, y)


def of_anything(x: Any, y: Any) -> Any:
    return opset20.Max(x, y)


def test_lists_of_functions() -> None:
    """The first one whose types fit is used, as in torch.onnx."""

    class Program(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
            add = torch.ops.aten.add.Tensor
            return add(x, x), add(x.double(), x.double()), add(x > 0, x > 1), add(x.int(), x.int())

    def operators(*functions: Lowering) -> set[str]:
        table: Any = {torch.ops.aten.add.Tensor: list(functions)}
        program = torch_onnx_mlir.export(Program(), (X,), custom_translation_table=table)
        return {node.op_type for node in program.model.graph}

    assert {"Xor", "Mul", "Max"} <= operators(of_booleans, of_floats, of_anything)
    assert "Mul" not in operators(of_booleans, of_anything, of_floats)
    with pytest.raises(errors.RegistrationError, match=r"none of the 2 functions .* takes \(INT32"):
        operators(of_booleans, of_floats)
    for values in ([], [of_floats, "text"]):
        with pytest.raises(TypeError, match="a function, a list of functions or MLIR text"):
            operators(*values)  # type: ignore[arg-type]


def test_an_overload_counts_more_than_its_operator() -> None:
    class Both(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            return torch.ops.aten.mul.Tensor(x, y) + torch.ops.aten.mul.Scalar(y, 2)

    table = {
        torch.ops.aten.mul: lambda x, y: opset20.Max(x, y),
        torch.ops.aten.mul.Tensor: lambda x, y: opset20.Min(x, y),
    }
    program = torch_onnx_mlir.export(Both(), (X, X), custom_translation_table=table)
    assert {"Max", "Min"} < {node.op_type for node in program.model.graph}
    text = """
    func.func @mul(%x: !torch.untyped, %y: !torch.untyped) -> !torch.untyped attributes {
        torch.operator = "aten::mul.Tensor"} {
      %z = torch.aten.sub.Tensor(%x, %y, alpha=1) : (!torch.untyped, !torch.untyped) -> !torch.untyped
      return %z : !torch.untyped
    }
    """
    program = torch_onnx_mlir.export(Both(), (X, X), custom_translation_table={torch.ops.aten.mul: text})
    assert {"Sub", "Mul"} < {node.op_type for node in program.model.graph}


@onnxscript.script(DOMAIN)
def _inner(x):  # type: ignore[no-untyped-def]  # onnxscript reads the body
    return opset20.Abs(x)


@onnxscript.script(DOMAIN)
def _without_annotations(x, factor):  # type: ignore[no-untyped-def]
    scaled = opset20.Mul(x, factor)
    return opset20.Mul(_inner(scaled), opset20.Sign(scaled))


@onnxscript.script(DOMAIN)
def _halves(x):  # type: ignore[no-untyped-def]
    first, second = opset20.Split(x, num_outputs=2, axis=0)
    return first, second


@onnxscript.script(DOMAIN)
def _badly_typed(x, factor):  # type: ignore[no-untyped-def]
    return opset20.Mul(x, opset20.Constant(value_int=3))


def test_script_functions_without_annotations() -> None:
    """Their outputs are what the body returns; a function that they call is part of the model."""
    program = export(_without_annotations)
    assert {f.name for f in program.model.functions.values()} == {"_inner", "_without_annotations"}

    class Halves(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> Any:
            return torch.split(x, 2)

    table = {torch.ops.aten.split.Tensor: lambda x, size: _halves(x)}
    halves = torch_onnx_mlir.export(Halves(), (X,), custom_translation_table=table)
    torch.testing.assert_close(tuple(halves(X)), torch.split(X, 2))
    with pytest.raises(errors.RegistrationError, match=r"op_type:_badly_typed.*int64"):
        export(_badly_typed)


class Branches(torch.nn.Module):
    """The operator in a branch."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cond(
            x.sum() > 0, lambda x: torch.ops.typed.triple(x, 3.0), lambda x: x + 1, (x,)
        )


def test_operators_in_branches() -> None:
    program = export(lambda x, f: opset20.Mul(x, opset20.Constant(value_int=3)), model=Branches())
    for x in (X.abs(), -X.abs()):
        torch.testing.assert_close(program(x)[0], Branches()(x))


def test_others_in_branches_are_still_refused() -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            x = torch.ops.typed.triple(x, 3.0)
            return torch.cond(
                x.sum() > 0, lambda x: Unsupported()(x).contiguous() + 1, lambda x: x + 1, (x,)
            )

    with pytest.raises(errors.UnsupportedOperatorsError, match="poisson"):
        export(lambda x, f: opset20.Mul(x, f), torch.eye(3), model=Model())


# Complex arguments

Z = torch.randn(4, 6, dtype=torch.complex64)


def product(x: Any, y: Any) -> Any:
    """The product of complex numbers, which are pairs in the last dimension."""
    (a, b), (c, d) = (opset18.Split(v, num_outputs=2, axis=-1) for v in (x, y))
    real = opset18.Sub(opset18.Mul(a, c), opset18.Mul(b, d))
    return opset18.Concat(real, opset18.Add(opset18.Mul(a, d), opset18.Mul(b, c)), axis=-1)


class Products(torch.nn.Module):
    """One product of complex numbers that is used, one that is a result, one of real ones."""

    def forward(self, z: torch.Tensor, x: torch.Tensor) -> Any:
        inner = torch.mul(z, z.conj()) + 1
        return torch.view_as_real(inner), torch.mul(z, z), torch.mul(x, x)


def _dynamo_export(registry: Any, model: torch.nn.Module, *args: Any, **kwargs: Any) -> Any:
    options = torch_onnx_mlir.ExportOptions(onnx_registry=registry, **kwargs)
    return torch_onnx_mlir.dynamo_export(model, *args, export_options=options)


@pytest.mark.filterwarnings("ignore:dynamo_export")
@pytest.mark.parametrize("dynamic", [False, True])
def test_lowerings_for_complex_arguments(dynamic: bool) -> None:
    registry = torch_onnx_mlir.OnnxRegistry()
    registry.register_op(product, "aten", "mul", "Tensor", is_complex=True)
    program = _dynamo_export(registry, Products(), Z, X, dynamic_shapes=dynamic)
    assert [node.op_type for node in program.model.graph].count("Split") >= 3
    for z, x in ((Z, X), (Z[:2], X[:3])) if dynamic else ((Z, X),):
        first, second, third = Products()(z, x)
        torch.testing.assert_close(tuple(program(z, x)), (first, torch.view_as_real(second), third))


@pytest.mark.filterwarnings("ignore:dynamo_export")
def test_lowerings_for_real_and_for_complex_arguments() -> None:
    registry = torch_onnx_mlir.OnnxRegistry()
    registry.register_op(product, torch.ops.aten.mul, is_complex=True)
    registry.register_op(lambda x, y: opset18.Sub(x, y), torch.ops.aten.mul)
    program = _dynamo_export(registry, Products(), Z, X)
    torch.testing.assert_close(program(Z, X)[2], torch.zeros(4, 6))
    torch.testing.assert_close(program(Z, X)[1], torch.view_as_real(Z * Z))


def test_lowering_of_a_custom_operator() -> None:
    """register_op takes the definition of a custom operator."""

    @torch.library.custom_op("lowered_types::twice", mutates_args=())
    def twice(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    twice.register_fake(torch.empty_like)

    class Twice(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            result: torch.Tensor = twice(x)
            return result

    registry = torch_onnx_mlir.OnnxRegistry()
    registry.register_op(lambda x: opset18.Add(x, x), twice)
    program = _dynamo_export(registry, Twice(), X)
    torch.testing.assert_close(program(X)[0], X * 2)


def test_complex_arguments_of_other_lowerings() -> None:
    """A lowering of elements would be wrong for pairs."""
    table: dict[Any, Any] = {torch.ops.aten.mul.Tensor: lambda x, y: opset20.Sub(x, y)}
    with pytest.warns(errors.OnnxExporterWarning, match="is not used for 'mul'.*is_complex=True"):
        program = torch_onnx_mlir.export(Products(), (Z, X), custom_translation_table=table)
    torch.testing.assert_close(program(Z, X)[1], torch.view_as_real(Z * Z))
    torch.testing.assert_close(program(Z, X)[2], torch.zeros(4, 6))
    with pytest.raises(errors.RegistrationError, match="does not support the complex arguments"):
        export(lambda x, f: opset20.Mul(x, f), Z)


@pytest.mark.filterwarnings("ignore:dynamo_export")
def test_registered_names() -> None:
    """The default overload serves all; a name without an operator is told."""
    registry = torch_onnx_mlir.OnnxRegistry()
    registry.register_op(lambda x, y, alpha=1: opset18.Sub(x, y), "aten", "add")
    registry.register_op(lambda x: x, "aten", "no_such_operator")
    options = torch_onnx_mlir.ExportOptions(onnx_registry=registry)
    with pytest.warns(errors.OnnxExporterWarning, match="no operator 'aten::no_such_operator"):
        program = torch_onnx_mlir.dynamo_export(Add(), X, X, export_options=options)
    torch.testing.assert_close(program(X, X)[0], torch.zeros(4, 6))
    with pytest.raises(errors.RegistrationError, match=r"torch\.guard"):
        registry.register_op("", "aten", "add", "Tensor", is_complex=True)
    with pytest.raises(TypeError, match="is not an operator"):
        registry.register_op(product, torch.mul)  # type: ignore[arg-type]
