"""Modules that become functions of the model."""

from __future__ import annotations

from typing import Any

import pytest
import torch
from torch import nn

import torch_onnx_mlir

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
    with pytest.raises(ValueError, match="both given"):
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


def test_python_lowerings_are_refused() -> None:
    def relu(x: Any) -> Any:
        from onnxscript import opset20 as op

        return op.Relu(x)

    with pytest.raises(ValueError, match="functions cannot be kept beside lowerings"):
        torch_onnx_mlir.export(
            Net().eval(),
            (X,),
            functions="modules",
            custom_translation_table={torch.ops.aten.relu.default: relu},
        )
