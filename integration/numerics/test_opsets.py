"""Single operators at the opsets that lack them, by value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.function import Function
from integration.common.runtime import Session

Results = Callable[..., tuple[Tensor, ...]]


def _check(
    function: Results, inputs: tuple[Tensor, ...], opset: int, folder: Path, dynamic: object = None
) -> None:
    """All results are eager's, bit by bit."""
    shapes = None if dynamic is None else (dynamic,)
    program = torch.export.export(Function(function), inputs, dynamic_shapes=shapes)
    torch.export.save(program, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx", (f"--opset={opset}",))
    assert not done.failure, done.stderr
    for optimized in (False, True):
        results = Session(folder / "model.onnx", optimized=optimized).run(inputs)
        for actual, expected in zip(results, function(*inputs), strict=True):
            assert actual.dtype == expected.dtype
            assert torch.equal(actual, expected), (optimized, actual, expected)


INTEGERS = [torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64]


@pytest.mark.parametrize("opset", [9, 10, 11, 13, 17, 18])
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_bits_of_integers(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """And, or and exclusive or, of both signs and with constants."""
    limits = torch.iinfo(dtype)
    generator = torch.Generator().manual_seed(5)
    x, y = (
        torch.randint(limits.min, limits.max, (60,), dtype=dtype, generator=generator)
        for _ in range(2)
    )
    ends = torch.tensor([limits.min, limits.max, 0, 1], dtype=dtype)
    x, y = torch.cat([x, ends, ends]), torch.cat([y, ends.flip(0), ends])

    def function(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        return x & y, x | y, x ^ y, x & 3, x[0] | y, x.reshape(4, 17) ^ y[:17], x[:0] & y[:0]

    _check(function, (x, y), opset, tmp_path)


@pytest.mark.parametrize("opset", [9, 13, 17, 18])
def test_bits_of_unsigned_integers(opset: int, tmp_path: Path) -> None:
    """Those of 64 bits, of which i64 does not hold all."""
    x = torch.tensor([0, -1, -(2**63), 5, 0x0F0F0F0F0F0F0F0F]).view(torch.uint64)
    y = torch.tensor([-1, -2, 5 - 2**63, 12, -0x00FF00FF00FF0100]).view(torch.uint64)

    def function(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        return x & y, x | y, x ^ y

    _check(function, (x, y), opset, tmp_path)


@pytest.mark.parametrize("opset", [9, 10, 11])
def test_order_of_large_integers(opset: int, tmp_path: Path) -> None:
    """Integers that f64 does not represent; equal ones keep their order."""
    x = torch.tensor(
        [
            [5, 2**62 + 1, 2**62, -(2**62), -(2**63), 3],
            [2**53, 2**53 + 1, 2**53 - 1, 1, 1, 1],
            [-1, 2**32, -(2**32), 2**32 - 1, -(2**32) - 1, 2**63 - 1],
        ]
    )

    def function(x: Tensor) -> tuple[Tensor, ...]:
        # topk does not define which of several equal elements it returns.
        return (
            *torch.sort(x, stable=True),
            *torch.sort(x, dim=0, descending=True, stable=True),
            torch.topk(x, 3).values,
            torch.topk(x, 2, 0, largest=False).values,
            torch.kthvalue(x, 2, 1).values,
            x.argmax(1),
            x.amax(1),
            x.amin((0, 1), keepdim=True),
            x.max(),
            x.cummax(1).values,
        )

    _check(function, (x,), opset, tmp_path)


@pytest.mark.parametrize("opset", [9, 13, 21])
def test_signs_of_large_integers(opset: int, tmp_path: Path) -> None:
    """ONNX Runtime's Sign compares lower halves, and quotients are made of signs."""
    x = torch.tensor([2**32 - 1, 2**31, -1, 0, 5, 2**33 + 2**31, 1 - 2**32, 2**40 - 1, -(2**31)])
    y = torch.tensor([2**32, -(2**32), 3, 7, 2**31, 2**32 - 1, 5, -7, 2**33])

    def function(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        signs = (x.sign(), x.sgn(), torch.copysign(x.double(), y.double()))
        return *signs, x // y, x % y, torch.fmod(x, y), x % 2**32, x // -7, (x // 2**31).sign()

    _check(function, (x, y), opset, tmp_path)


@pytest.mark.parametrize("opset", [9, 10, 11, 18])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
def test_signs_of_rounded_zeros(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """A number that is rounded to zero keeps its sign, and so does a zero."""
    inf = float("inf")
    numbers = [-0.0, 0.0, -0.3, 0.3, -0.5, 0.5, 1.5, 2.5, -1.5, -2.5, 0.75, -0.75, inf, -inf]
    x = torch.tensor([*numbers, 1e-40, -1e-40, 2.0**52 + 1, -(2.0**23) - 1], dtype=dtype)

    def function(x: Tensor) -> tuple[Tensor, ...]:
        rounded = (x.round(), x.trunc(), x.fix(), x.ceil(), x.floor())
        return *rounded, *(1 / result for result in rounded), 1 / x[:11].frac()

    _check(function, (x,), opset, tmp_path)


@pytest.mark.parametrize("opset", [9, 10, 11, 15, 16])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64], ids=str)
def test_sums_at_repeated_indices(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """Updates with the same index are all added."""
    x, updates = (torch.arange(15).reshape(5, 3).to(dtype) - n for n in (4, 9))
    rows = torch.tensor([0, 4, 4, 1, 0])
    places = torch.tensor([[0, 1, 0], [2, 2, 2], [4, 0, 0], [0, 1, 4], [2, 2, 2]])

    def function(x: Tensor, rows: Tensor, updates: Tensor, places: Tensor) -> tuple[Tensor, ...]:
        columns = places.clamp(max=2)
        return (
            x.index_add(0, rows, updates),
            x.t().index_add(1, rows, updates.t(), alpha=2),
            x.scatter_add(0, places, updates),
            x.scatter_add(1, columns[:, :2], updates[:, :2]),
            x.index_put((rows,), updates, accumulate=True),
            x.index_put((rows - 5, columns[:, 0]), updates[:, 0], accumulate=True),
            x.scatter_reduce(0, places, updates, "sum", include_self=False),
            x.scatter_reduce(0, places, updates, "prod"),
        )

    auto = torch.export.Dim.AUTO
    sizes = ({0: auto}, {0: auto}, {0: auto}, {0: auto})
    _check(function, (x, rows, updates, places), opset, tmp_path, sizes)


@pytest.mark.parametrize("opset", [9, 11, 15, 17, 18])
@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float64, torch.int64, torch.int32, torch.uint8], ids=str
)
def test_extremes_at_repeated_indices(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """The largest and the smallest of all updates with the same index."""
    x, updates = (torch.arange(15).reshape(5, 3).flip(n) * 9 % 16 for n in (0, 1))
    if dtype == torch.int64:
        x, updates = x * 2**31 - 2**34, updates * 2**31 - 2**33
    x, updates = x.to(dtype), updates.to(dtype)
    if dtype.is_floating_point:
        updates[2, 0], x[1, 2] = torch.nan, -torch.inf
    places = torch.tensor([[0, 1, 0], [2, 2, 2], [4, 0, 0], [0, 1, 4], [2, 2, 2]])

    def function(x: Tensor, updates: Tensor, places: Tensor) -> tuple[Tensor, ...]:
        columns = places[0].clamp(max=2)
        results = (
            x.scatter_reduce(0, places, updates, "amax"),
            x.scatter_reduce(0, places, updates, "amin"),
            x.scatter_reduce(0, places, updates, "amax", include_self=False),
            x.index_reduce(1, columns, updates, "amin"),
            x.index_reduce(0, places[:, 0], updates, "amax", include_self=False),
        )
        return tuple(result.nan_to_num(-77.0) for result in results)

    auto = torch.export.Dim.AUTO
    _check(function, (x, updates, places), opset, tmp_path, ({0: auto}, {0: auto}, {0: auto}))
