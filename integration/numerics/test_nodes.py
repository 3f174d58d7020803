"""Forms with few nodes give eager's numbers, at the values and sizes that hurt."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from bench.count import count_by_type
from bench.node_reasons import table
from integration.common.runtime import Session
from integration.numerics.program import Function, Program

AUTO = torch.export.Dim.AUTO
INF, NAN = float("inf"), float("nan")
BUDGETS = Path(__file__).parents[2] / "docs" / "Rationale" / "Budgets.md"
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
    values = torch.tensor([0.0, -0.0, 1e-30, -1e-30, 1.5, -1.5, 3e7, -3e7, INF, -INF, NAN])
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


class _Norms(torch.nn.Module):
    """Norms without a bias, and factors of channels, before products."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = torch.nn.GroupNorm(2, 4)
        self.conv = torch.nn.Conv2d(4, 6, 3, padding=1)
        self.grouped = torch.nn.Conv2d(4, 8, 3, padding=1, groups=2)
        self.up = torch.nn.ConvTranspose2d(4, 4, 2, stride=2, groups=2)
        self.linear = torch.nn.Linear(4, 3)
        self.scale = torch.nn.Parameter(torch.rand(4, 1, 1) + 0.5)
        torch.nn.init.uniform_(self.norm.weight, 0.5, 2.0)

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        row = self.scale.flatten()
        return (
            self.conv(self.norm(x)),
            self.grouped(x * self.scale),
            self.up(self.scale * x),
            self.linear(x.mean((2, 3)) * row),
        )


def test_factors_before_products(tmp_path: Path, compiler: str) -> None:
    """They are part of the weights; nothing is added where a bias is zero."""
    module = _Norms().eval()
    functions: list[Function] = [lambda x, i=i: module(x)[i] for i in range(4)]
    x = torch.randn(2, 4, 6, 6)
    with torch.no_grad():
        program = Program(functions, [x], tmp_path, ({0: AUTO},))
        for given in (x, torch.randn(3, 4, 6, 6)):
            _check(program, tmp_path, given)
    nodes = count_by_type(onnx.load(tmp_path / "model.onnx").graph)
    assert not {"Mul", "Add"} & set(nodes)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.int64])
def test_pixel_unshuffle(dtype: torch.dtype, tmp_path: Path, compiler: str) -> None:
    """Batches of any size, pictures of any size, and without a batch."""
    functions: list[Function] = [
        lambda x: F.pixel_unshuffle(x, 2),
        lambda x: F.pixel_unshuffle(x[0], 2),
        lambda x: F.pixel_unshuffle(x[None], 2),
        lambda x: F.pixel_unshuffle(x[:, :1], 4),
    ]
    x = torch.arange(2 * 3 * 8 * 12).reshape(2, 3, 8, 12).to(dtype)
    sizes = {0: AUTO, 2: 4 * torch.export.Dim("h", min=1, max=9), 3: 4 * torch.export.Dim("w", min=1, max=9)}
    program = Program(functions, [x], tmp_path, (sizes,))
    for given in (x, x[:1, :, :4], x.repeat(2, 1, 2, 1), x[:1].repeat(1, 1, 1, 3)):
        _check(program, tmp_path, given, exact=True)


def test_parts_of_transforms(tmp_path: Path, compiler: str) -> None:
    """Along each axis, of known and of other sizes, forward and back."""
    fft = torch.fft
    gain = torch.complex(torch.randn(3, 5, 4), torch.randn(3, 5, 4))
    functions: list[Function] = [
        lambda x: fft.fftn(x, dim=(1, 2)).real,
        lambda x: fft.fftn(x, dim=(0, 1, 2), norm="ortho").imag,
        lambda x: fft.rfft(x, dim=0).abs(),
        lambda x: fft.ifft(x, dim=1).real + fft.ifft(x, dim=1).imag,
        lambda x: fft.irfft2(fft.rfft2(x) * gain, s=(5, 7)),
        lambda x: fft.irfft(fft.rfft(x, dim=0) * 2, n=x.shape[0], dim=0),
        lambda x: torch.view_as_real(fft.fft(x, dim=1).transpose(1, 2)),
    ]
    x = torch.randn(3, 5, 7)
    _check(Program(functions, [x], tmp_path), tmp_path, x)
    functions = functions[:4] + functions[5:]
    program = Program(functions, [x], tmp_path, ({0: AUTO, 1: AUTO},))
    for given in (x, torch.randn(8, 2, 7), torch.randn(1, 13, 7)):
        _check(program, tmp_path, given)


def test_few_nodes_of_transforms(tmp_path: Path, compiler: str) -> None:
    """Two products along the last axis, one along the other one."""
    Program([lambda x: torch.fft.fft2(x).real], [torch.ones(2, 8, 8)], tmp_path)
    nodes = count_by_type(onnx.load(tmp_path / "model.onnx").graph)
    assert nodes == {"MatMul": 3, "Concat": 1}


def test_products_of_pairs(tmp_path: Path, compiler: str) -> None:
    """Parts keep the dimension in which they are joined again."""

    def rotate(x: Tensor, y: Tensor) -> Tensor:
        return torch.view_as_complex(x) * torch.view_as_complex(y)

    functions: list[Function] = [
        lambda x, y: torch.view_as_real(rotate(x, y)),
        lambda x, y: torch.view_as_real(rotate(x, y) * (2 - 3j)),
        lambda x, y: torch.view_as_real(rotate(x, y)) + rotate(x, y).real[..., None],
        lambda x, y: torch.view_as_real(torch.view_as_complex(x).conj().resolve_conj()),
    ]
    x, y = torch.randn(4, 3, 2), torch.randn(4, 3, 2)
    program = Program(functions, [x, y], tmp_path, ({0: AUTO}, {0: AUTO}))
    for given in ((x, y), (x[:1], y[:1]), (x[:0], y[:0])):
        _check(program, tmp_path, *given)
    Program([functions[0]], [x, y], tmp_path)
    nodes = count_by_type(onnx.load(tmp_path / "model.onnx").graph)
    assert nodes == {"Split": 2, "Mul": 4, "Sub": 1, "Add": 1, "Concat": 1}


def test_reasons_are_documented() -> None:
    """docs/Rationale/Budgets.md has the table of bench/node_reasons.py."""
    assert table() in BUDGETS.read_text()
