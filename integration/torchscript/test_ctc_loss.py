"""nn.CTCLoss as TorchScript: one loop over the time steps, for all sizes and lengths."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
from torch import Tensor, nn

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import run_both_ways

Inputs = tuple[Tensor, Tensor, Tensor, Tensor]


def _inputs(
    steps: int, batch: int, longest: int, blank: int, joined: bool, shortest: int = 0
) -> Inputs:
    """Log-probabilities of five classes, targets without `blank`, and their lengths."""
    log_probs = torch.randn(steps, batch, 5).log_softmax(2)
    lengths = torch.randint(0, longest + 1, (batch,))
    lengths[0] = longest
    running = torch.randint(shortest, steps + 1, (batch,))
    running[-1] = steps
    targets = torch.randint(1, 5, (batch, longest)) - (1 if blank else 0)
    if joined:
        targets = torch.cat([row[:n] for row, n in zip(targets, lengths, strict=True)])
    else:
        # Elements after the end of a target do not matter.
        targets[torch.arange(longest) >= lengths[:, None]] = -7
    return log_probs, targets, running, lengths


@pytest.mark.parametrize("joined", [False, True], ids=["padded", "joined"])
@pytest.mark.parametrize("zero_infinity", [False, True])
@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
def test_dynamic(reduction: str, zero_infinity: bool, joined: bool, tmp_path: Path) -> None:
    """Eager's losses at other sizes; targets that are too long have an infinite loss."""
    torch.manual_seed(0)
    blank = 4 if zero_infinity else 0
    module = nn.CTCLoss(blank=blank, reduction=reduction, zero_infinity=zero_infinity)
    sets = [
        _inputs(12, 3, 4, blank, joined, shortest=8),
        _inputs(20, 2, 6, blank, joined, shortest=1),
        _inputs(3, 4, 6, blank, joined),
        _inputs(5, 1, 0, blank, joined),
    ]
    torch.jit.script(module).save(tmp_path / "model.pt")
    targets = "[?]i64" if joined else "[?,?]i64"
    shapes = f"--input-shapes=[?,?,5]f32,{targets},[?]i64,[?]i64"
    done = convert(tmp_path / "model.pt", tmp_path / "model.onnx", (shapes,))
    assert not done.failure, done.stderr
    types = [node.op_type for node in onnx.load(tmp_path / "model.onnx").graph.node]
    assert types.count("Scan") + types.count("Loop") == 1
    for way in run_both_ways(tmp_path / "model.onnx", sets):
        for given, (actual,) in zip(sets, way, strict=True):
            assert compare(actual, module(*given)) is None


def test_without_batch(tmp_path: Path) -> None:
    """Lengths are numbers, and the loss has no dimension."""
    torch.manual_seed(0)

    class Loss(nn.Module):
        def forward(self, log_probs: Tensor, targets: Tensor) -> Tensor:
            return nn.functional.ctc_loss(log_probs, targets, [7], [3], reduction="none")

    given = torch.randn(9, 5).log_softmax(1), torch.tensor([2, 2, 1])
    torch.jit.trace(Loss(), given).save(tmp_path / "model.pt")
    done = convert(tmp_path / "model.pt", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    for way in run_both_ways(tmp_path / "model.onnx", [given]):
        ((actual,),) = way
        assert compare(actual, Loss()(*given)) is None
