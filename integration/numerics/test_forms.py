"""Operations that the compiler replaces by one: at old and new opsets, for values that hurt."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.export import Dim

from integration.common.function import check

FLOATS = (torch.float16, torch.float32, torch.float64)
BATCH = ({0: Dim("b", min=0)},)
BATCHES = (2, 1, 0)


def batches(dtype: torch.dtype) -> list[Tensor]:
    """Tensors of each batch size; the largest has NaN, infinities and -0.0 if the dtype does."""
    found = [(torch.randn(size, 4, 3) * 3).to(dtype) for size in BATCHES]
    if dtype.is_floating_point:
        found[0][0, 0] = torch.tensor([torch.nan, torch.inf, -torch.inf])
        found[0][0, 1] = -0.0
    return found


@pytest.mark.parametrize("opset", [9, 13, 21])
@pytest.mark.parametrize("dtype", [*FLOATS, torch.int64, torch.bool], ids=str)
def test_numbers_around_a_value(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """`cat` with numbers before and after a tensor is a Pad."""

    def function(x: Tensor) -> Tensor:
        before, after = (x.new_ones(x.shape[0], size, 3) for size in (2, 1))
        return torch.cat([before, x, after], dim=1)

    first, *others = batches(dtype)
    for other in others:
        check(function, (first,), (other,), tmp_path, (f"--opset={opset}",), BATCH)


@pytest.mark.parametrize("opset", [9, 13, 21])
@pytest.mark.parametrize(
    "bounds",
    [(-1.0, 2.0), (1.0, torch.inf), (-torch.inf, torch.inf), (2.0, 1.0), (torch.nan, 1.0)],
    ids=str,
)
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_bounds_in_tensors(
    dtype: torch.dtype, bounds: tuple[float, float], opset: int, tmp_path: Path
) -> None:
    """A Max and a Min are a Clip, unless a bound is NaN or the bounds cross."""

    def function(x: Tensor) -> Tensor:
        least, greatest = (torch.tensor(bound, dtype=dtype) for bound in bounds)
        return x.clamp(least, greatest)

    first, *others = batches(dtype)
    for other in others:
        check(function, (first,), (other,), tmp_path, (f"--opset={opset}",), BATCH)


@pytest.mark.parametrize("opset", [9, 13, 21])
@pytest.mark.parametrize("dtype", [*FLOATS, torch.int32, torch.bool], ids=str)
def test_one_hot_of_a_dtype(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """The two values of a OneHot are cast instead of its result."""

    def function(x: Tensor) -> Tensor:
        return F.one_hot(x, 5).to(dtype)

    first, *others = (torch.randint(0, 5, (size, 3)) for size in BATCHES)
    for other in others:
        check(function, (first,), (other,), tmp_path, (f"--opset={opset}",), BATCH)


def test_dimensions_before_a_transpose(tmp_path: Path) -> None:
    """An inserted dimension moves before the Transpose."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        rows = x.flatten(2).transpose(1, 2)
        key = rows.unsqueeze(1)
        return key, key.transpose(-1, -2), (x + 1).flatten(2).transpose(1, 2).unsqueeze(-1)

    for size in (3, 1, 0):
        check(function, (torch.randn(2, 3, 4, 5),), (torch.randn(size, 3, 4, 5),), tmp_path, (), BATCH)
