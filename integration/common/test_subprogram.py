"""A program that is cut gives the results of the whole for the outputs that stay."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.common.subprogram import Program


class _Net(torch.nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        written = x.clone()
        written.add_(1)  # nobody reads the result of this node
        return written, torch.sin(y), torch.arange(3) * 2, torch.ops.aten.sin(y) + x.shape[0]


@pytest.fixture(scope="module", name="program")
def exported() -> Program:
    """The archive of _Net."""
    file = io.BytesIO()
    args = (torch.ones(2, 3), torch.ones(4))
    torch.export.save(torch.export.export(_Net().eval(), args, strict=False), file)
    return Program(file.getvalue())


@pytest.mark.parametrize("outputs", [[0], [1], [2], [0, 2], [1, 3], [0, 1, 2, 3]])
def test_outputs(outputs: list[int], program: Program, compiler: str, tmp_path: Path) -> None:
    """Inputs stay, other outputs go, and writes are with their reader."""
    (tmp_path / "m.pt2").write_bytes(program.cut(outputs))
    conversion = convert(tmp_path / "m.pt2", tmp_path / "m.onnx")
    assert not conversion.failure, conversion.stderr
    given = torch.randn(2, 3), torch.randn(4)
    expected = _Net()(*given)
    actual = Session(tmp_path / "m.onnx").run(given)
    for result, number in zip(actual, outputs, strict=True):
        assert compare(result, expected[number]) is None


def test_targets(program: Program) -> None:
    """Operators are told by the outputs that need them."""
    assert program.targets([0]) == {"aten.clone.default": 1, "aten.add_.Tensor": 1}
    assert program.targets([1])["aten.sin.default"] >= 1
    assert "aten.sin.default" not in program.targets([0, 2])
