"""Division of integers near the limits of their dtypes."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.numerics.program import Function, Program

DTYPES = [torch.int8, torch.int16, torch.int32, torch.int64, torch.uint8]


def _numbers(dtype: torch.dtype) -> Tensor:
    info = torch.iinfo(dtype)
    middle = [-129, -50, -7, -2, -1, 0, 1, 2, 6, 7, 50, 126, 2**24 + 1, 2**53 + 1]
    values = [info.min, info.min + 1, *middle, info.max - 1, info.max]
    return torch.tensor([v for v in values if info.min <= v <= info.max], dtype=dtype)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_by_numbers(dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """All roundings of a quotient, and what is left, by a number."""
    info = torch.iinfo(dtype)
    divisors = [1, 2, 3, 7, 50, info.max]
    if info.min < 0:
        divisors += [-2, -3, -50, info.min]
    functions: list[Function] = []
    for y in divisors:
        for rounding in ("floor", "trunc"):
            functions.append(
                lambda x, y=y, r=rounding: torch.div(x, y, rounding_mode=r)
            )
        functions.append(lambda x, y=y: x // y)
        functions.append(lambda x, y=y: torch.remainder(x, y))
        functions.append(lambda x, y=y: torch.fmod(x, y))
    x = _numbers(dtype)
    for actual, expected in Program(functions, [x], tmp_path).run(x):
        assert torch.equal(actual, expected)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_by_tensors(dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """The same by each number that is not 0; -1 overflows in eager, too."""
    numbers = _numbers(dtype)
    y = numbers[(numbers != 0) & ((numbers != -1) | (dtype == torch.uint8))]
    x = numbers.unsqueeze(1)
    functions: list[Function] = [
        lambda x, y: torch.div(x, y, rounding_mode="floor"),
        lambda x, y: torch.div(x, y, rounding_mode="trunc"),
        torch.floor_divide,
        torch.remainder,
        torch.fmod,
    ]
    for actual, expected in Program(functions, [x, y], tmp_path).run(x, y):
        assert torch.equal(actual, expected)


EXTREMA: dict[str, Function] = {
    "maximum": lambda x: torch.maximum(x, x.flip(0)),
    "minimum": lambda x: torch.minimum(x, x[:, :1]),
    "clamp": lambda x: x.clamp(0, 2**33),
    "clamp_min": lambda x: x.clamp(min=0),
    "clamp_tensors": lambda x: torch.clamp(x, x[0], x[1].abs()),
    "relu": lambda x: x.relu(),
    "amax": lambda x: x.amax(1),
    "amax_kept": lambda x: x.amax(0, keepdim=True),
    "amin_all": lambda x: x.amin((0, 1)),
    "max": lambda x: x.max(),
    "max_dim": lambda x: x.max(1).values,
    "min_dim": lambda x: x.min(0).values,
    "aminmax": lambda x: x.aminmax(dim=1).max,
    "cummax": lambda x: x.cummax(1).values,
    "sort": lambda x: x.sort(1).values,
    "span": lambda x: x.max() - x.min(),
    "scatter_amax": lambda x: x.scatter_reduce(1, x % 5, x.flip(0), "amax"),
    "hardtanh": lambda x: torch.nn.functional.hardtanh(x, -(2**40), 2**40),
}


@pytest.mark.parametrize("rows", [3, 9])
@pytest.mark.parametrize("name", EXTREMA)
def test_extrema(name: str, rows: int, compiler: str, tmp_path: Path) -> None:
    """Numbers whose upper 32 bits are equal and whose bit 31 differs, as in
    timestamps of milliseconds."""
    generator = torch.Generator().manual_seed(rows)
    low = torch.randint(0, 2**32, (rows, 8), generator=generator)
    upper = torch.tensor([-1, 0, 0, 1, 407, 407, -407, 0]) << 32
    x = upper + low
    x[0] = 1_764_000_000_000 + low[0]
    for actual, expected in Program([EXTREMA[name]], [x], tmp_path).run(x):
        assert actual.dtype == expected.dtype
        assert torch.equal(actual, expected)
