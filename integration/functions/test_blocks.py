"""Repeated parts become functions in programs that do not know their modules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import torch
from torch import nn

from integration.common.compiler import convert
from integration.functions.compare import calls, check, without_modules
from integration.functions.test_programs import CASES
from integration.models.export import prepare

#: How often the function of a layer is called, by model.
LAYERS = {"bert_base.sdpa": 2, "llama.sdpa": 2, "resnet50": 3, "vit_b16.sdpa": 2}


@pytest.mark.parametrize("name", LAYERS)
def test_model(name: str, compiler: str, tmp_path: Path) -> None:
    """The same bits without ONNX Runtime's optimizations, the same nodes inlined."""
    prepared = prepare(name)
    program = without_modules(prepared.program, tmp_path / "m.pt2")
    model = check(program, prepared.inputs, tmp_path, mode="blocks")
    counts = Counter(calls(model.graph))
    most = max(model.functions, key=lambda function: len(function.node))
    assert counts[most.name] >= LAYERS[name]
    without_modules(prepared.program, tmp_path / "again.pt2")
    for path in ("m", "again"):
        done = convert(tmp_path / f"{path}.pt2", tmp_path / f"{path}.onnx", ("--functions=blocks",))
        assert not done.failure
    first, second = (tmp_path / f"{path}.onnx" for path in ("m", "again"))
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.parametrize("name", CASES)
def test_program(name: str, compiler: str, tmp_path: Path) -> None:
    """Whatever the parts are, the numbers and the nodes stay."""
    module, args, _ = CASES[name]
    program = tmp_path / "m.pt2"
    torch.export.save(torch.export.export(module.eval(), args), program)
    check(program, [list(args), [-arg for arg in args]], tmp_path, mode="blocks")


class Layer(nn.Module):
    """A transformer layer whose size and rate differ."""

    def __init__(self, hidden: int, slope: float) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(8)
        self.up = nn.Linear(8, hidden)
        self.act = nn.LeakyReLU(slope)
        self.down = nn.Linear(hidden, 8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.down(self.act(self.up(self.norm(x))))


class Layers(nn.Module):
    """Six layers between an embedding and a projection."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(Layer(8 + 2 * n, 0.1 * n) for n in range(6))
        self.head = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.sin(x)
        for layer in self.layers:
            x = layer(x)
        return torch.softmax(self.head(torch.tanh(x)), -1)


def test_layers(compiler: str, tmp_path: Path) -> None:
    """Layers of other sizes and attributes are calls of one function."""
    x = torch.randn(2, 5, 8)
    whole = tmp_path / "whole.pt2"
    torch.export.save(torch.export.export(Layers().eval(), (x,)), whole)
    model = check(without_modules(whole, tmp_path / "m.pt2"), [[x]], tmp_path, mode="blocks")
    nodes = calls(model.graph)
    assert nodes.count("Block") == 6
    assert nodes[0] == "Sin" and nodes[-1] == "Softmax"
    (function,) = model.functions
    assert list(function.attribute) == ["alpha"]
    assert "down.weight" in function.input


def test_without_repetition(compiler: str, tmp_path: Path) -> None:
    """A model that repeats nothing has no function."""
    x = torch.randn(2, 8)
    program = tmp_path / "m.pt2"
    torch.export.save(torch.export.export(Layer(4, 0.1).eval(), (x,)), program)
    assert not check(program, [[x]], tmp_path, mode="blocks").functions
