"""Symbolic functions: `register_custom_op_symbolic`, and `symbolic` of torch.autograd.Function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import onnx
import pytest
import torch
import torch_onnx_mlir
from torch.onnx import symbolic_helper, symbolic_opset9
from torch_onnx_mlir import errors

from .features import captures
from .models import Count, Unsupported

X = torch.randn(4, 6)
Register = Callable[[str, Callable[..., Any], int], None]


@pytest.fixture
def register() -> Iterator[Register]:
    """Registers functions until the test ends."""
    known: list[tuple[str, int]] = []

    def register(name: str, function: Callable[..., Any], opset: int = 9) -> None:
        torch_onnx_mlir.register_custom_op_symbolic(name, function, opset)
        known.append((name, opset))

    yield register
    for name, opset in dict.fromkeys(known):
        torch_onnx_mlir.unregister_custom_op_symbolic(name, opset)


@pytest.fixture(scope="module", autouse=True)
def _shop() -> Iterator[None]:
    with torch.library._scoped_library("store", "FRAGMENT") as library:
        library.define(
            "scale(Tensor x, float factor, int[] dims, str mode='up', Tensor? bias=None, "
            "ScalarType? dtype=None) -> Tensor"
        )
        library.define("ends(Tensor[] tensors) -> (Tensor, Tensor)")

        def scale(x: Any, factor: float, dims: Any, mode: str = "up", bias: Any = None,
                  dtype: Any = None) -> Any:
            result = x * factor if mode == "up" else x / factor
            return (result if bias is None else result + bias).to(dtype or x.dtype)

        def ends(tensors: Any) -> Any:
            return tensors[0].clone(), tensors[-1].clone()

        for name, function in (("scale", scale), ("ends", ends)):
            library.impl(name, function, "CompositeExplicitAutograd")
            torch.library.register_fake(f"store::{name}", function, lib=library)
        yield


class Scale(torch.nn.Module):
    """A call of the operator with some arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()
        self.args, self.kwargs = args, kwargs

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.ops.store.scale(x, *self.args, **self.kwargs).relu()


def operators(program: torch_onnx_mlir.ONNXProgram) -> list[str]:
    """The operators of the graph, but constants."""
    return [node.op_type for node in program.model.graph if node.op_type != "Constant"]


def test_missing_operator(register: Register) -> None:
    def inverse(g: Any, x: Any, *_: Any) -> Any:
        return g.op("Reciprocal", x)

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.poisson(x)

    with pytest.raises(errors.UnsupportedOperatorsError):
        torch_onnx_mlir.export(Model(), (torch.eye(3),))
    register("::poisson", inverse)
    program = torch_onnx_mlir.export(Model(), (torch.eye(3),))
    assert operators(program) == ["Reciprocal"]
    torch.testing.assert_close(program(torch.full((3, 3), 2.0))[0], torch.full((3, 3), 0.5))


def test_operator_with_a_kernel(register: Register) -> None:
    def kernel(g: Any, x: Any, factor: Any, *_: Any) -> Any:
        return g.op("com.microsoft::Gelu", x)

    register("store::scale", kernel)
    program = torch_onnx_mlir.export(Scale(2.0, []), (X,), custom_opsets={"com.microsoft": 1})
    assert program.model.graph[0].domain == "com.microsoft"
    torch.testing.assert_close(program(X)[0], torch.nn.functional.gelu(X).relu())


def test_operator_without_a_kernel(register: Register) -> None:
    @symbolic_helper.parse_args("v", "f", "is", "s", "v", "none")
    def scale(g: Any, x: Any, factor: float, dims: list[int], mode: str, bias: Any, _: Any) -> Any:
        assert (dims, mode, symbolic_helper._is_none(bias)) == ([0, 1], "down", True)
        assert x.type().varyingSizes() == [None, 6]
        assert (x.type().scalarType(), g.opset) == ("Float", 20)
        return g.op("Div", x, g.op("Constant", value_t=torch.tensor(factor)))

    register("store::scale", scale)
    program = torch_onnx_mlir.export(
        Scale(4.0, [0, 1], "down"), (X,), dynamic_shapes=({0: "rows"},), verify=True
    )
    onnx.checker.check_model(program.model_proto, full_check=True)
    assert operators(program) == ["Div", "Relu"]


def test_values_of_arguments(register: Register) -> None:
    """Without `parse_args` all arguments are values; functions of torch.onnx take them."""

    def scale(g: Any, x: Any, factor: Any, dims: Any, mode: Any, bias: Any, dtype: Any) -> Any:
        assert symbolic_helper._maybe_get_const(factor, "f") == 3
        assert symbolic_helper._maybe_get_const(mode, "s") == "up"
        assert symbolic_helper._get_tensor_rank(bias) == 1
        number = symbolic_helper._get_const(dtype, "i", "dtype")
        onnx_type = torch.onnx.JitScalarType(number).onnx_type()
        factor = g.op("Cast", factor, to_i=torch.onnx.TensorProtoDataType.FLOAT)
        result = symbolic_opset9.add(g, symbolic_opset9.mul(g, x, factor), bias)
        return g.op("Cast", result, to_i=onnx_type)

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.ops.store.scale(x, 3.0, [], bias=x[0], dtype=torch.float64)

    register("store::scale", scale)
    program = torch_onnx_mlir.export(Model(), (X,), verify=True)
    assert program.model.graph.outputs[0].dtype is not None
    torch.testing.assert_close(program(X)[0], (X * 3 + X[0]).double())


def test_lists_and_several_results(register: Register) -> None:
    def ends(g: Any, tensors: Any) -> Any:
        first, *_, last = symbolic_helper._unpack_list(tensors)
        halves = g.op("Split", last, axis_i=0, num_outputs_i=2, outputs=2)
        return g.op("Concat", *halves, axis_i=0), first

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            first, last = torch.ops.store.ends([x, x + 1, x + 2])
            return last.relu(), first

    register("store::ends", ends)
    program = torch_onnx_mlir.export(Model(), (X,))
    torch.testing.assert_close(tuple(program(X)), (X.relu(), X + 2))


def test_versions(register: Register) -> None:
    for opset, name in ((9, "Neg"), (13, "Abs"), (19, "Exp")):
        register("store::scale", lambda g, x, *_, name=name: g.op(name, x), opset)
    for opset, name in ((12, "Neg"), (18, "Abs"), (19, "Exp")):
        program = torch_onnx_mlir.export(Scale(2.0, []), (X,), opset_version=opset)
        assert operators(program) == [name, "Relu"]
    torch_onnx_mlir.unregister_custom_op_symbolic("store::scale", 19)
    program = torch_onnx_mlir.export(Scale(2.0, []), (X,), opset_version=19)
    assert operators(program) == ["Abs", "Relu"]
    register("store::scale", lambda g, x, *_: g.op("Exp", x), 19)
    with pytest.raises(errors.OnnxExporterError, match="must match the format"):
        register("no_domain", lambda g, x: x, 9)


def test_a_table_counts_more(register: Register) -> None:
    register("store::scale", lambda g, x, *_: g.op("Neg", x))
    from onnxscript import opset20

    table = {torch.ops.store.scale.default: lambda x, *_: opset20.Abs(x)}
    program = torch_onnx_mlir.export(Scale(2.0, []), (X,), custom_translation_table=table)
    assert operators(program) == ["Abs", "Relu"]


def test_functions_of_torchvision(register: Register) -> None:
    """They are registered without being asked for: only what is missing is taken."""

    def negative(g: Any, x: Any, *_: Any) -> Any:
        return g.op("Neg", x)

    negative.__module__ = "torchvision.ops._register_onnx_ops"
    register("aten::relu", negative)
    register("store::scale", negative)
    program = torch_onnx_mlir.export(Scale(2.0, []), (X,))
    assert operators(program) == ["Neg", "Relu"]


def test_operators_that_write(register: Register) -> None:
    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            y = x + 1
            y.relu_()
            return y

    register("aten::relu", lambda g, x: g.op("Abs", x))
    program = torch_onnx_mlir.export(Model(), (X,))
    assert operators(program) == ["Add", "Abs"]


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (lambda g, x, *_: g.at("scale", x), "'aten::ATen' is an operator of PyTorch"),
        (lambda g, x, *_: 3, "returned 3, not values"),
        (lambda g, x, *_: (x, x), "returned 2 ONNX values, expected 1"),
        (lambda g, x, *_: g.op("Relu", x, slope=1), "Invalid attribute specifier 'slope'"),
        (lambda g, x: x, "positional arguments"),
    ],
)
def test_what_cannot_be_built(
    register: Register, function: Callable[..., Any], reason: str
) -> None:
    register("store::scale", function)
    with pytest.raises(errors.RegistrationError, match=reason):
        torch_onnx_mlir.export(Scale(2.0, []), (X,))


class Triple(torch.autograd.Function):
    """A function with a context, a constant and two results."""

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, factor: float, name: str) -> Any:
        ctx.save_for_backward(x)
        assert len(ctx.needs_input_grad) == 3
        return x * factor, x

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0], None, None

    @staticmethod
    def symbolic(g: Any, x: Any, factor: float, name: str) -> Any:
        assert (factor, name) == (3.0, "triple")
        tripled = g.op("Mul", x, g.op("Constant", value_t=torch.tensor(factor)))
        return g.op("Neg", g.op("Neg", tripled)), x


# Code often keeps the method, not the class.
triple = Triple.apply


class CallsTriple(torch.nn.Module):
    """Calls the function for a value that has a gradient."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(6, 6)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        first, second = triple(self.linear(x), 3.0, "triple")
        return first + second.relu()


@pytest.mark.parametrize("dynamo", [True, False])
def test_autograd_function(dynamo: bool) -> None:
    model = CallsTriple().eval()
    forward = Triple.__dict__["forward"]
    program = torch_onnx_mlir.export(model, (X,), dynamo=dynamo, verify=True)
    assert Triple.__dict__["forward"] is forward
    assert operators(program).count("Neg") == 2
    torch.testing.assert_close(program(X)[0], model(X))
    assert program.exported_program is not None
    torch.testing.assert_close(program.exported_program.module()(X), model(X))


def test_autograd_function_of_transformers() -> None:
    """One in the wild: it asks for types, and calls functions of torch.onnx."""
    from transformers.models.sew_d import modeling_sew_d as modeling

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
            return modeling.XSoftmax.apply(x, mask, -1) * 2

    mask = (X > 0).to(torch.int64)
    mask[:, 0] = 1
    program = torch_onnx_mlir.export(
        Model(), (X, mask), dynamic_shapes=({0: "rows"}, {0: "rows"})
    )
    onnx.checker.check_model(program.model_proto, full_check=True)
    assert operators(program).count("Where") == 2
    torch.testing.assert_close(program(X[:3], mask[:3])[0], Model()(X[:3], mask[:3]))


def test_autograd_function_for_torch_onnx() -> None:
    class Counts(Count):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            first, _ = triple(x, 3.0, "triple")
            return super().forward(first)

    with pytest.warns(errors.OnnxExporterWarning, match=r"is passed to torch\.onnx\.export"):
        program = torch_onnx_mlir.export(
            Counts(), (X,), mutations="error", fallback=True, verbose=False
        )
    torch.testing.assert_close(program(X)[0], 3 * X + 1)


def test_autograd_function_in_another_process() -> None:
    model = CallsTriple().eval()
    program = torch_onnx_mlir.export(model, (X,), isolate=True)
    torch.testing.assert_close(program(X)[0], model(X))


def test_autograd_function_of_another_form() -> None:
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(x: torch.Tensor) -> torch.Tensor:
            return x * x

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            pass

        @staticmethod
        def symbolic(g: Any, x: Any) -> Any:
            return g.op("Pow", x, g.op("Constant", value_t=torch.tensor(2)))

    class Derived(Square):
        pass

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return Derived.apply(x) + Square.apply(x)

    program = torch_onnx_mlir.export(Model(), (X,), verify=True)
    assert operators(program).count("Pow") == 2
    assert "forward" not in Derived.__dict__


def test_autograd_functions_that_are_traced() -> None:
    class Plain(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return x * 2

    class Sized(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor, rows: int) -> torch.Tensor:
            return x * rows

        @staticmethod
        def symbolic(g: Any, x: Any, rows: int) -> Any:
            return g.op("Neg", x)

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return Sized.apply(Plain.apply(x), x.shape[0])

    with pytest.warns(errors.OnnxExporterWarning, match="'symbolic' of 'Sized' is ignored"):
        program = torch_onnx_mlir.export(Model(), (X,), dynamic_shapes=({0: "rows"},), verify=True)
    assert "Neg" not in operators(program)


def test_autograd_function_that_writes() -> None:
    class Writes(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def symbolic(g: Any, x: Any) -> Any:
            return g.op("Neg", x)

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return Writes.apply(x + 1)

    if captures(Model(), X, strict=True):
        pytest.skip("torch.export takes functions apart that write")
    with pytest.raises(errors.OnnxExporterError, match="'Writes' has a 'symbolic', but it writes"):
        torch_onnx_mlir.export(Model(), (X,))


def test_unsupported_operators_remain_errors(register: Register) -> None:
    register("store::scale", lambda g, x, *_: g.op("Neg", x))

    class Both(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return Unsupported()(torch.ops.store.scale(x, 2.0, []))

    with pytest.raises(errors.UnsupportedOperatorsError, match=r"poisson"):
        torch_onnx_mlir.export(Both(), (torch.eye(3),))
