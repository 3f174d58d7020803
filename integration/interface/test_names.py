"""Outputs have the names that the program gives them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import onnx
import pytest
import torch
from torch import nn
from torch.utils._pytree import _register_namedtuple

from integration.common.compiler import convert


class Pair(NamedTuple):
    """A named tuple."""

    mean: torch.Tensor
    rest: list[torch.Tensor]


@dataclass
class Fields:
    """A dataclass, of which a field may be None."""

    loss: torch.Tensor | None
    scores: torch.Tensor


_register_namedtuple(Pair, serialized_type_name="test_names.Pair")
torch.export.register_dataclass(Fields, serialized_type_name="test_names.Fields")


class Returns(nn.Module):
    """Has a parameter `weight` and returns what it is asked for."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.weight = nn.Parameter(torch.ones(2))

    def forward(self, x: torch.Tensor) -> Any:
        y = x * self.weight
        if self.kind == "dictionary":
            return {"logits": y, "hidden_states": (y + 1, y + 2), "none": None, "number": 3}
        if self.kind == "named tuple":
            return Pair(y, [y + 1, y + 2])
        if self.kind == "dataclass":
            return Fields(None, y)
        if self.kind == "in a tuple":
            return y + 1, {"logits": y}
        if self.kind == "twice":
            return {"a": y}, {"a": y + 1, "b": y + 2}
        if self.kind == "taken":
            return {"x": y, "weight": y + 1, "other": x}
        if self.kind == "the input":
            return {"x": x, "y": y}
        assert self.kind == "odd"
        return {"a b": y, "\x1b[31m": y + 1, "": y + 2, "fine-1": y + 3}


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("dictionary", ["logits", "hidden_states.0", "hidden_states.1", "number"]),
        ("named tuple", ["mean", "rest.0", "rest.1"]),
        ("dataclass", ["scores"]),
        ("in a tuple", ["add", "logits"]),
        ("twice", ["0.a", "1.a", "b"]),
        ("taken", ["mul", "add", "other"]),
        ("the input", ["x", "y"]),
        ("odd", ["mul", "add", "add_1", "fine-1"]),
    ],
)
def test_outputs(kind: str, expected: list[str], compiler: str, tmp_path: Path) -> None:
    """Keys and fields, not nodes; but never a name that something else has."""
    source, target = tmp_path / "m.pt2", tmp_path / "m.onnx"
    torch.export.save(torch.export.export(Returns(kind), (torch.ones(2),)), source)
    result = convert(source, target, ("-O0",))
    assert not result.failure, result.stderr
    graph = onnx.load(target).graph
    names = [value.name for value in graph.output]
    assert names == expected
    assert [value.name for value in graph.input] == ["x"]
    assert "weight" in {tensor.name for tensor in graph.initializer}


@pytest.mark.parametrize("option", ["--output-names=x", "--input-names=logits"])
def test_given_names_meet_no_other(option: str, compiler: str, tmp_path: Path) -> None:
    """Else one of the two would be renamed without a word."""
    source, target = tmp_path / "m.pt2", tmp_path / "m.onnx"
    torch.export.save(torch.export.export(Returns("in a tuple"), (torch.ones(2),)), source)
    result = convert(source, target, (option,))
    assert result.failure and "error: the name '" in result.stderr, result.stderr
    assert not target.exists()


@pytest.mark.parametrize("option", ["--output-names=weight", "--input-names=weight"])
def test_given_name_of_a_weight(option: str, compiler: str, tmp_path: Path) -> None:
    """The input or output gets the name, and the weight that had it gets another one."""
    source, target = tmp_path / "m.pt2", tmp_path / "m.onnx"
    torch.export.save(torch.export.export(Returns("in a tuple"), (torch.ones(2),)), source)
    result = convert(source, target, (option, "-O0"))
    assert not result.failure, result.stderr
    graph = onnx.load(target).graph
    named = graph.output if "output" in option else graph.input
    assert named[0].name == "weight"
    assert "weight" not in {tensor.name for tensor in graph.initializer}
