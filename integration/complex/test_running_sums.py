"""Running sums of complex numbers at special values and at sizes known only at run time."""

from __future__ import annotations

from math import inf, nan
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.function import check

pytestmark = pytest.mark.usefixtures("compiler")


def _function(parts: Tensor) -> Tensor:
    return torch.view_as_real(torch.logcumsumexp(torch.view_as_complex(parts), 1))


@pytest.mark.parametrize(
    "start",
    [[-inf, 0.0], [-inf, 1.0], [-90.0, 3.0], [88.0, -3.0], [inf, 0.0], [nan, 1.0], [0.0, nan]],
    ids=str,
)
def test_logcumsumexp(start: list[float], tmp_path: Path) -> None:
    """What begins with a special value, with one twice and with none."""
    generator = torch.Generator().manual_seed(0)

    def make(size: int) -> Tensor:
        numbers = torch.randn(3, size, 2, generator=generator) * 3
        numbers[0, 0] = torch.tensor(start)
        numbers[1, :2] = torch.tensor(start)
        return numbers

    dynamic = ({1: torch.export.Dim("n")},)
    check(_function, (make(4),), (make(7),), tmp_path, dynamic=dynamic)


def test_opposite_numbers(tmp_path: Path) -> None:
    """A sum near 0: log(1 + z) where z is near -1."""
    parts = torch.tensor([[[0.5, 0.0], [0.5, torch.pi], [0.25, 0.1]]])
    check(_function, (parts,), (parts.flip(1),), tmp_path)
