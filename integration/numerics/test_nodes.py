"""Forms with few nodes give eager's numbers, at the values and sizes that hurt."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from bench.count import count_by_type
from integration.common.runtime import Session
from integration.numerics.program import Function, Program

AUTO = torch.export.Dim.AUTO
INF, NAN = float("inf"), float("nan")
#: Rows for extremes: NaN among numbers, beside infinities and alone, both zeros.
ROWS = [
    [1.0, NAN, -3.0, 2.0],
    [INF, NAN, -INF, 0.0],
    [-INF, -INF, -INF, -INF],
    [INF, INF, INF, INF],
    [NAN, NAN, NAN, NAN],
    [-0.0, -0.0, -0.0, -0.0],
    [65504.0, -65504.0, 1e-7, -1e-7],
    [-2.0, -1.0, -5.0, -4.0],
]
EXTREMES: list[Function] = [
    lambda x: x.amax(1),
    lambda x: x.amin(1, keepdim=True),
    lambda x: x.amax((0, 1)),
    lambda x: x.max(0).values,
    lambda x: x.min(),
    lambda x: torch.linalg.vector_norm(x, INF, dim=1),
]


def _check(program: Program, folder: Path, *inputs: Tensor, exact: bool = False) -> None:
    """With ONNX Runtime's optimizations and without."""
    plain = Session(folder / "model.onnx", optimized=False).run(inputs)
    for (actual, expected), other in zip(program.run(*inputs), plain, strict=True):
        tolerance = {"rtol": 0, "atol": 0} if exact else {}
        for result in (actual, other):
            torch.testing.assert_close(result, expected, equal_nan=True, **tolerance)
            if exact:
                assert torch.equal(result.signbit()[expected == 0], expected.signbit()[expected == 0])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16])
@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_extremes(
    dtype: torch.dtype, dynamic: bool, tmp_path: Path, compiler: str
) -> None:
    """NaN is the extreme of what it is among; the sign of zero is kept."""
    x = torch.tensor(ROWS, dtype=dtype)
    program = Program(EXTREMES, [x], tmp_path, ({0: AUTO},) if dynamic else None)
    _check(program, tmp_path, x, exact=True)
    if dynamic:
        _check(program, tmp_path, x[2:5], exact=True)


def test_extreme_of_few_nodes(tmp_path: Path, compiler: str) -> None:
    """No operator but these: IsNaN, its reduction and a Where take twice the time."""
    Program([lambda x: x.amax(1)], [torch.ones(2, 3)], tmp_path)
    nodes = count_by_type(onnx.load(tmp_path / "model.onnx").graph)
    assert nodes == {"Min": 1, "ReduceSum": 1, "ReduceMax": 1, "Max": 1}


def test_remainder(tmp_path: Path, compiler: str) -> None:
    """Products with a sign neither underflow nor overflow."""
    values = torch.tensor([0.0, -0.0, 1e-37, -1e-37, 1.5, -1.5, 3e38, -3e38, INF, -INF, NAN])
    x, y = torch.meshgrid(values, values, indexing="ij")
    program = Program([torch.remainder], [x.contiguous(), y.contiguous()], tmp_path)
    _check(program, tmp_path, x.contiguous(), y.contiguous())


def test_strided(tmp_path: Path, compiler: str) -> None:
    """Windows, diagonals and one element of the memory."""
    functions: list[Function] = [
        lambda x: x.as_strided((3, 4), (1, 2)),
        lambda x: x.as_strided((4,), (7,), 1),
        lambda x: x.as_strided((), (), 5),
        lambda x: x.as_strided((2, 0), (1, 1)),
    ]
    x = torch.randn(4, 6)
    _check(Program(functions, [x], tmp_path), tmp_path, x, exact=True)
    assert "Reshape" in count_by_type(onnx.load(tmp_path / "model.onnx").graph)


class _Pairs(torch.nn.Module):
    """A convolution of a scaled operand, and one that others read as well."""

    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Conv2d(3, 4, 3, padding=1)
        self.second = torch.nn.Conv2d(4, 4, 1)

    def forward(self, x: Tensor) -> Tensor:
        y = self.first(x * 0.9622504711151123)
        z = F.relu(y) * 2 * 0.2
        return self.second(z) + z


def test_expanded_constants(tmp_path: Path, compiler: str) -> None:
    """Constants of the size of the batch, rows of tables, repeated elements."""
    table, module = torch.randn(5, 4), _Pairs().eval()
    causal = torch.ones(6, 6, dtype=torch.bool).tril()

    def mask(x: Tensor) -> Tensor:
        expanded = causal.expand(x.shape[0], 1, 6, 6)
        bias = torch.where(expanded, 0.0, torch.finfo(torch.float32).min)
        return x.flatten(1)[:, :36].view(-1, 1, 6, 6) + bias

    functions: list[Function] = [
        lambda x: torch.cat([torch.log1p(torch.zeros_like(x[:, :, 0, 0]).abs()), x[:, :, 0, 1]], 1),
        mask,
        lambda x: x[:, 0, :, :4] + table[torch.zeros(x.shape[0], 6, dtype=torch.int64)],
        lambda x: x.repeat_interleave(3, 1),
        lambda x: x[:, 0].repeat_interleave(2),
        lambda x: torch.view_as_real(torch.fft.rfft(x[:, 0])).transpose(1, 2),
        module,
    ]
    x = torch.randn(2, 3, 6, 6)
    with torch.no_grad():
        program = Program(functions, [x], tmp_path, ({0: AUTO},))
        for given in (x, torch.randn(5, 3, 6, 6), torch.randn(1, 3, 6, 6)):
            _check(program, tmp_path, given)
    nodes = count_by_type(onnx.load(tmp_path / "model.onnx").graph)
    assert not {"Abs", "Log", "Where"} & set(nodes)
