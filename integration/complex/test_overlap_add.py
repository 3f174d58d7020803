"""istft with steps that divide the size of a frame, and with other ones."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch.export import Dim

from integration.common.function import check, randn

pytestmark = pytest.mark.usefixtures("compiler")

WINDOW = 16


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("end", ["signal", "before", "after"])
@pytest.mark.parametrize("center", [False, True])
@pytest.mark.parametrize("step", [4, 6, 7, 16])
def test_istft(step: int, center: bool, end: str, dynamic: bool, tmp_path: Path) -> None:
    """To the end of the signal, to an earlier length, and to a later one."""
    window = torch.ones(WINDOW)
    length = {"signal": None, "before": 30, "after": 12 * step + WINDOW}[end]

    def inverse(parts: Tensor) -> Tensor:
        spectrum = torch.view_as_complex(parts)
        return torch.istft(spectrum, WINDOW, step, window=window, center=center, length=length)

    check(
        inverse,
        (randn(2, WINDOW // 2 + 1, 8, 2),),
        (randn(2, WINDOW // 2 + 1, 11 if dynamic else 8, 2),),
        tmp_path,
        dynamic=({2: Dim("frames", min=8, max=12)},) if dynamic else None,
    )
