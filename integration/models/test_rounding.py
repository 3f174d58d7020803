"""What a rounding explains, and what it does not."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from integration.models.export import Prepared
from integration.models.outcome import ROUNDING, Error, Outcome, excuse, moved_errors


class _Choice(nn.Module):
    """A softmax of numbers so far apart that the last bit of a sum decides."""

    def forward(self, x: Tensor) -> Tensor:
        """One of two columns."""
        sums = torch.stack([x.sum(-1), x.flip(-1).sum(-1)], -1)
        return (1e9 * sums).softmax(-1)


class _Layer(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        """Nothing that makes a rounding larger."""
        return (x @ x.T).softmax(-1)


def _prepare(module: nn.Module, folder: Path) -> Prepared:
    x = torch.randn(8, 40, generator=torch.Generator().manual_seed(0))
    program = folder / "model.pt2"
    torch.export.save(torch.export.export(module, (x,)), program)
    exact = module(x.double())
    return Prepared("model", program, [[x]], [[exact.float()]], [[exact]], {}, 0.0)


def _outcome(error: float) -> Outcome:
    errors = [Error(0, 0, 1e-7, error, 2e-7)]
    return Outcome(failures=["wrong numbers: ..."], errors=errors)


@pytest.mark.parametrize(
    ("module", "explained"), [(_Choice(), True), (_Layer(), False)], ids=["choice", "layer"]
)
def test_explained(module: nn.Module, explained: bool, tmp_path: Path) -> None:
    """An error of a half is one of a choice, and a defect of anything else."""
    prepared = _prepare(module, tmp_path)
    outcome = _outcome(0.5)
    excuse(prepared, outcome)
    assert outcome.reason == (ROUNDING if explained else "wrong numbers")
    moved = moved_errors(prepared, 0)
    assert (moved[0] > 0.1) == explained
    assert moved[0] > 0.0


def test_other_failures_are_not_explained(tmp_path: Path) -> None:
    """A wrong shape beside a wrong number stays what it is."""
    outcome = _outcome(0.5)
    outcome.failures.append("shape: ...")
    excuse(_prepare(_Choice(), tmp_path), outcome)
    assert outcome.reason == "wrong numbers"
