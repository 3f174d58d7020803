"""Modules that become functions of the model."""

from __future__ import annotations

from typing import Any

import onnx
import onnx_ir as ir
import onnxscript
import pytest
import torch
from onnxscript import opset20
from torch import nn

import torch_onnx_mlir
from torch_onnx_mlir.errors import OnnxExporterError, RegistrationError

X = torch.randn(2, 4)


class Block(nn.Module):
    """A linear layer with a residual."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.relu(self.linear(x))


class Net(nn.Module):
    """Two blocks and a scale."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.Sequential(Block(), Block())

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.blocks(x) * 2) - 1  # type: ignore[no-any-return]


def _functions(**arguments: Any) -> tuple[list[str], set[str]]:
    """Nodes of the graph and names of the functions; the numbers are right."""
    model = Net().eval()
    program = torch_onnx_mlir.export(model, (X,), **arguments)
    torch.testing.assert_close(program(X)[0], model(X))
    proto = program.model_proto
    return [n.op_type for n in proto.graph.node], {f.name for f in proto.functions}


def test_modules() -> None:
    nodes, functions = _functions(functions="modules")
    assert nodes.count("Block") == 2
    assert functions == {"Block", "Linear"}


@pytest.mark.parametrize("functions", [None, "none", False, set()])
def test_none(functions: Any) -> None:
    assert _functions(functions=functions)[1] == set()


@pytest.mark.parametrize(
    "functions", [{nn.Linear}, [nn.Linear], nn.Linear, {"torch.nn.modules.linear.Linear"}]
)
def test_classes(functions: Any) -> None:
    nodes, names = _functions(functions=functions)
    assert names == {"Linear"}
    assert nodes.count("Linear") == 2


@pytest.mark.parametrize(("value", "names"), [(True, {"Block", "Linear"}), ({Block}, {"Block"})])
def test_former_name(value: Any, names: set[str]) -> None:
    with pytest.warns(DeprecationWarning, match="use functions= instead"):
        assert _functions(export_modules_as_functions=value)[1] == names


@pytest.mark.parametrize("value", ["all", 3, {3}, {torch.Tensor}, {""}])
def test_wrong_value(value: Any) -> None:
    with pytest.raises(ValueError, match="functions (cannot be|has)"):
        torch_onnx_mlir.export(Net(), (X,), functions=value)


def test_two_values() -> None:
    with pytest.raises(ValueError, match="both be given"):
        torch_onnx_mlir.export(
            Net(), (X,), functions="modules", export_modules_as_functions=True
        )


def test_local_class() -> None:
    class Local(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.sigmoid(x) * x

    class Outer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.local = Local()

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.local(x) + self.local(x * 3)  # type: ignore[no-any-return]

    program = torch_onnx_mlir.export(Outer().eval(), (X,), functions={Local})
    assert [n.op_type for n in program.model_proto.graph.node].count("Local") == 2


class Leaky(nn.Module):
    """A linear layer and a slope."""

    def __init__(self, width: int, slope: float = 0.1) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.slope = slope

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return nn.functional.leaky_relu(self.linear(x), self.slope)


def _lowered(model: nn.Module, lowering: Any, functions: Any = "modules") -> onnx.ModelProto:
    """The model with a lowering of leaky_relu; it is valid and its numbers are right."""
    program = torch_onnx_mlir.export(
        model.eval(),
        (X,),
        functions=functions,
        custom_translation_table={torch.ops.aten.leaky_relu.default: lowering},
        dynamic_shapes=({0: "n"},),
    )
    for x in (X, torch.randn(5, 4)):
        torch.testing.assert_close(program(x)[0], model(x))
    proto = program.model_proto
    onnx.checker.check_model(proto, full_check=True)
    domains = {o.domain for part in (proto, *proto.functions) for o in part.opset_import}
    assert "pkg.torch.ops" not in domains
    assert not any(function.attribute for function in proto.functions)
    return proto


def _by_numbers(x: Any, slope: float = 0.01) -> Any:
    assert x.dtype == ir.DataType.FLOAT
    return opset20.Max(x, opset20.Mul(x, slope))


@pytest.mark.parametrize("functions", ["modules", {Leaky}])
def test_python_lowering(functions: Any) -> None:
    model = nn.Sequential(Leaky(4), Leaky(4), Leaky(4))
    proto = _lowered(model, _by_numbers, functions)
    assert [node.op_type for node in proto.graph.node] == ["Leaky"] * 3
    nodes = {f.name: [node.op_type for node in f.node] for f in proto.functions}
    assert nodes["Leaky"][-3:] == ["Constant", "Mul", "Max"]
    assert len(nodes) == (2 if functions == "modules" else 1)


def test_python_lowering_in_blocks() -> None:
    model = nn.Sequential(*(nn.Sequential(Leaky(4), nn.Tanh()) for _ in range(3)))
    names = [node.op_type for node in _lowered(model, _by_numbers, "blocks").graph.node]
    assert names.count("Block") > 1


def test_python_lowerings_of_other_calls() -> None:
    # Sizes and numbers are arguments of the Python function: other ones build other nodes.
    model = nn.Sequential(Leaky(4), Leaky(4, 0.3), nn.Linear(4, 6), Leaky(6))
    names = [node.op_type for node in _lowered(model, _by_numbers).graph.node]
    assert names == ["Leaky", "Leaky_1", "Linear", "Leaky_2"]


def test_onnxscript_function_in_functions() -> None:
    @onnxscript.script(onnxscript.values.Opset("my.domain", 1))
    def leaky(x: Any, negative_slope: float = 0.01) -> Any:
        return opset20.LeakyRelu(x, alpha=negative_slope)

    proto = _lowered(nn.Sequential(Leaky(4), Leaky(4)), leaky)
    assert {f.name for f in proto.functions} == {"Leaky", "Linear", "leaky"}

    domain = proto.graph.node[0].domain
    taken = onnxscript.script(onnxscript.values.Opset(domain, 1))(_Leaky)
    taken.function_ir.name = "Leaky"
    with pytest.raises(RegistrationError, match="which is also the function of a module"):
        _lowered(nn.Sequential(Leaky(4), Leaky(4)), taken)


def _Leaky(x: Any, negative_slope: float = 0.01) -> Any:
    return opset20.LeakyRelu(x, alpha=negative_slope)


def test_symbolic_of_autograd_in_functions() -> None:
    class Slope(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor, slope: float) -> torch.Tensor:
            return torch.maximum(x, x * slope)

        @staticmethod
        def symbolic(g: Any, x: Any, slope: float) -> Any:
            return g.op("LeakyRelu", x, alpha_f=slope)

    class Layer(nn.Module):
        def __init__(self, slope: float) -> None:
            super().__init__()
            self.slope = slope

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return Slope.apply(torch.sin(x), self.slope)  # type: ignore[no-any-return]

    model = nn.Sequential(Layer(0.1), Layer(0.1), Layer(0.2))
    nodes = [node.op_type for node in _lowered(model, _by_numbers).graph.node]
    assert nodes == ["Layer", "Layer", "Layer_1"]


def test_python_lowering_in_a_branch() -> None:
    class Branch(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            positive = lambda x: nn.functional.leaky_relu(x, 0.2)  # noqa: E731
            return torch.cond(x.sum() > 0, positive, torch.neg, (x,))

    _lowered(nn.Sequential(Branch(), nn.Tanh(), Branch()), _by_numbers)


def test_random_lowering_is_not_shared_by_equal_calls() -> None:
    def noise(x: Any, slope: float = 0.01) -> Any:
        return opset20.RandomNormalLike(x)

    class Difference(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            leaky = nn.functional.leaky_relu
            return leaky(x) - leaky(x)

    program = torch_onnx_mlir.export(
        nn.Sequential(Difference(), nn.Tanh()).eval(),
        (X,),
        functions={Difference},
        custom_translation_table={torch.ops.aten.leaky_relu.default: noise},
    )
    nodes = [node.op_type for node in program.model_proto.functions[0].node]
    assert nodes.count("RandomNormalLike") == 2
    assert program(X)[0].abs().min() > 0


def test_unsupported_operator_in_a_module_is_refused() -> None:
    class Unknown(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.geqrf(nn.functional.leaky_relu(x))[0]

    with pytest.raises(OnnxExporterError, match="geqrf"):
        _lowered(nn.Sequential(Unknown(), nn.Tanh(), Unknown()), _by_numbers)
