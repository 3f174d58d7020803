"""The neighbours of all numbers of half precision are eager's."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from integration.numerics.program import Program

TARGETS = (0.0, -0.0, 1.0, -3.0, float("inf"), float("-inf"), float("nan"))


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_nextafter(dtype: torch.dtype, tmp_path: Path) -> None:
    """Of each of the 65536, towards zeros, numbers, infinities and NaN."""
    x = torch.arange(-(2**15), 2**15).to(torch.int16).view(dtype)
    program = Program([torch.nextafter], (x, x.clone()), tmp_path)
    for target in TARGETS:
        y = torch.full_like(x, target)
        ((got, expected),) = program.run(x, y)
        assert got.dtype == dtype
        is_nan = expected.isnan()
        assert torch.equal(got.isnan(), is_nan), target
        same = got == expected  # The runtime loses the sign of zeros.
        assert (same | is_nan).all(), (target, x[~(same | is_nan)][:5])
