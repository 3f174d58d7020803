"""Linear algebra at the sizes and numbers that hurt, against eager.

Each case is a function of matrices, run at the sizes it was exported with and at
others. What eager does not define, signs of vectors, is taken out by the function.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.runtime import Session

_AUTO = torch.export.Dim.AUTO


class _Program(torch.nn.Module):
    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> object:
        return self.function(*inputs)


def _convert(
    function: Callable[..., object],
    inputs: tuple[Tensor, ...],
    path: Path,
    *options: str,
    dynamic: bool = False,
) -> Session:
    shapes = None
    if dynamic:
        shapes = (tuple({axis: _AUTO for axis in range(x.dim())} for x in inputs),)
    program = torch.export.export(_Program(function), inputs, dynamic_shapes=shapes)
    torch.export.save(program, path / "model.pt2")
    conversion = convert(path / "model.pt2", path / "model.onnx", options)
    assert not conversion.failure, conversion.first_error()
    return Session(path / "model.onnx")


def _check(session: Session, function: Callable[..., object], *inputs: Tensor) -> None:
    expected = function(*inputs)
    if isinstance(expected, Tensor):
        expected = (expected,)
    actual = session.run(list(inputs))
    assert len(actual) == len(expected)
    for ours, theirs in zip(actual, expected, strict=True):
        scale = max(1.0, theirs.abs().max().item()) if theirs.numel() else 1.0
        tolerances = {}
        if theirs.dtype in (torch.float32, torch.float64):
            unit = 1e-5 if theirs.dtype == torch.float32 else 1e-7
            tolerances = {"rtol": unit, "atol": unit * scale}
        torch.testing.assert_close(ours, theirs, equal_nan=True, **tolerances)


def _matrix(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float32) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64).to(dtype)


def _well(*shape: int, seed: int = 0, dtype: torch.dtype = torch.float32) -> Tensor:
    """A matrix far from a singular one, that needs other pivots than its diagonal."""
    x = _matrix(*shape, seed=seed, dtype=dtype)
    n = shape[-1]
    return x + 3 * torch.eye(n, dtype=dtype).flip(-1)


def _definite(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
    x = _matrix(*shape, dtype=dtype)
    return x @ x.mT + torch.eye(shape[-1], dtype=dtype)


def _factors(a: Tensor) -> tuple[Tensor, ...]:
    return tuple(torch.linalg.lu_factor_ex(a))


def _singular(a: Tensor) -> tuple[Tensor, ...]:
    u, s, v = torch.linalg.svd(a, full_matrices=False)
    return s, (u * s.unsqueeze(-2)) @ v, u.mT @ u, v @ v.mT


def _full(a: Tensor) -> tuple[Tensor, ...]:
    u, s, v = torch.linalg.svd(a)
    return s, u.mT @ u, v @ v.mT


def _eigen(a: Tensor) -> tuple[Tensor, ...]:
    w, v = torch.linalg.eigh(a)
    return w, (v * w.unsqueeze(-2)) @ v.mT, v.mT @ v


SQUARE: list[Callable[..., object]] = [
    torch.linalg.inv,
    torch.linalg.inv_ex,
    torch.linalg.det,
    torch.linalg.slogdet,
    torch.linalg.lu,
    _factors,
    torch.linalg.matrix_exp,
    _eigen,
    _singular,
]

ANY: list[Callable[..., object]] = [
    torch.linalg.qr,
    lambda a: torch.linalg.qr(a, mode="complete"),
    _factors,
    torch.linalg.lu,
    _singular,
    _full,
    torch.linalg.svdvals,
    torch.linalg.pinv,
    torch.linalg.matrix_rank,
    lambda a: torch.linalg.matrix_norm(a, ord="nuc"),
    lambda a: torch.linalg.matrix_norm(a, ord=-2),
]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [(1, 1), (6, 6), (2, 3, 4, 4), (0, 3, 3)])
def test_square(shape: tuple[int, ...], dtype: torch.dtype, tmp_path: Path) -> None:
    a = _well(*shape, dtype=dtype)

    def function(a: Tensor) -> list[Tensor]:
        results = []
        for part in SQUARE:
            result = part(a)
            results += [result] if isinstance(result, Tensor) else list(result)
        return results

    _check(_convert(function, (a,), tmp_path), function, a)


@pytest.mark.parametrize("shape", [(5, 3), (3, 5), (1, 4), (4, 1), (2, 4, 3)])
def test_other_sizes_of_rows_and_columns(shape: tuple[int, ...], tmp_path: Path) -> None:
    a = _matrix(*shape)

    def function(a: Tensor) -> list[Tensor]:
        results = []
        for part in ANY:
            result = part(a)
            results += [result] if isinstance(result, Tensor) else list(result)
        return results

    _check(_convert(function, (a,), tmp_path), function, a)


def test_dynamic_sizes(tmp_path: Path) -> None:
    def function(a: Tensor, x: Tensor) -> tuple[Tensor, ...]:
        positive = a @ a.mT + torch.eye(a.shape[-1])
        return (
            torch.linalg.inv(a),
            torch.linalg.solve(a, x),
            torch.linalg.cholesky(positive),
            torch.linalg.eigvalsh(positive),
            *torch.linalg.qr(a),
            torch.linalg.svdvals(a),
        )

    session = _convert(
        function, (_well(2, 4, 4), _matrix(2, 4, 3)), tmp_path, dynamic=True
    )
    for batch, n, columns in [(2, 4, 3), (3, 7, 1), (1, 2, 5)]:
        _check(session, function, _well(batch, n, n), _matrix(batch, n, columns))


def test_triangles(tmp_path: Path) -> None:
    a, x = _definite(3, 5, 5), _matrix(3, 5, 2)

    def function(a: Tensor, x: Tensor) -> list[Tensor]:
        solve = torch.linalg.solve_triangular
        results = [torch.cholesky_solve(x, a), torch.cholesky_inverse(a, upper=True)]
        for upper in (False, True):
            results.append(torch.linalg.cholesky(a, upper=upper))
            for unit in (False, True):
                results.append(solve(a, x, upper=upper, unitriangular=unit))
                results.append(
                    solve(a, x.mT, upper=upper, left=False, unitriangular=unit)
                )
        return results

    _check(_convert(function, (a, x), tmp_path), function, a, x)


def test_pivots_of_equal_candidates(tmp_path: Path) -> None:
    """LAPACK takes the first one in the order that the rows have by then."""
    signs = _matrix(6, 8, 8, seed=5).sign()
    _check(_convert(_factors, (signs,), tmp_path), _factors, signs)


@pytest.mark.parametrize("scale", [1e-25, 1e25])
def test_squares_out_of_range(scale: float, tmp_path: Path) -> None:
    a = _matrix(4, 3) * scale

    def function(a: Tensor) -> list[Tensor]:
        q, r = torch.linalg.qr(a)
        return [q, r / a.abs().max(), torch.linalg.svdvals(a) / a.abs().max()]

    _check(_convert(function, (a,), tmp_path), function, a)


def test_ranks_that_are_not_full(tmp_path: Path) -> None:
    column = torch.tensor([1.0, 2.0, 3.0, 4.0])
    matrices = torch.stack(
        [
            torch.zeros(4, 4),
            torch.eye(4),
            torch.outer(column, column),
            torch.diag(torch.tensor([3.0, 0.0, 3.0, 0.0])),
        ]
    )

    def function(a: Tensor) -> list[Tensor]:
        results = [torch.linalg.matrix_rank(a), torch.linalg.pinv(a)]
        return [*results, *_singular(a), *_full(a), *_eigen(a)]

    _check(_convert(function, (matrices,), tmp_path), function, matrices)


def test_codes(tmp_path: Path) -> None:
    singular = torch.tensor([[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 0.0, 1.0]])
    a = torch.stack([singular, torch.eye(3), -torch.eye(3)])

    def function(a: Tensor) -> tuple[Tensor, ...]:
        return (
            torch.linalg.inv_ex(a).info,
            torch.linalg.cholesky_ex(a).info,
            torch.linalg.lu_factor_ex(a).info,
        )

    _check(_convert(function, (a,), tmp_path), function, a)


def test_errors_are_reported_as_unchecked(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    a = _well(3, 3)
    session = _convert(torch.linalg.inv, (a,), tmp_path, f"--report={report}")
    unchecked = json.loads(report.read_text())["not_checked"]
    assert any("an invertible matrix" in text for text in unchecked)
    (result,) = session.run([torch.zeros(3, 3)])
    assert not result.isfinite().all()


@pytest.mark.parametrize("function", [_singular, _eigen, torch.linalg.matrix_exp])
def test_loops_end_for_nan(function: Callable[..., object], tmp_path: Path) -> None:
    a = _well(3, 3)
    session = _convert(function, (a,), tmp_path)
    a[1, 1] = torch.nan
    assert session.run([a])[0].isnan().any()


@pytest.mark.parametrize("opset", [9, 13, 18, 23])
def test_opsets(opset: int, tmp_path: Path) -> None:
    a = _well(4, 4)

    def function(a: Tensor) -> list[Tensor]:
        return [torch.linalg.inv(a), torch.linalg.qr(a).R, torch.linalg.svdvals(a)]

    session = _convert(function, (a,), tmp_path, f"--opset={opset}")
    _check(session, function, a)


def _triangular(a: Tensor, x: Tensor) -> list[Tensor]:
    solve = torch.linalg.solve_triangular
    return [
        solve(a, x, upper=True),
        solve(a, x, upper=False, unitriangular=True),
        solve(a, x.mT, upper=True, left=False),
        solve(a.mT, x.mT, upper=False, left=False),
    ]


def _solutions(a: Tensor, x: Tensor) -> list[Tensor]:
    return [torch.linalg.solve(a, x), torch.linalg.inv(a), torch.linalg.det(a)]


def _factors_of_definite(a: Tensor, x: Tensor) -> list[Tensor]:
    a = a @ a.mT
    return [torch.linalg.cholesky(a), torch.cholesky_solve(x, a)]


def _lu(a: Tensor, x: Tensor) -> list[Tensor]:
    return [*torch.linalg.lu(a), torch.linalg.lu_factor(a)[1]]


@pytest.mark.parametrize("sizes", [(2, 0, 3), (0, 4, 3), (2, 4, 0), (0, 0, 0), (1, 1, 1)], ids=str)
@pytest.mark.parametrize("function", [_triangular, _solutions, _factors_of_definite, _lu])
def test_sizes_of_zero(
    function: Callable[..., object], sizes: tuple[int, int, int], tmp_path: Path
) -> None:
    """What a loop without an iteration gives has the sizes that it should have."""
    b, m, k = (torch.export.Dim(name, min=0, max=64) for name in "bmk")
    program = torch.export.export(
        _Program(function),
        (_well(3, 5, 5), _matrix(3, 5, 2)),
        dynamic_shapes=(({0: b, 1: m, 2: m}, {0: b, 1: m, 2: k}),),
    )
    torch.export.save(program, tmp_path / "model.pt2")
    conversion = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not conversion.failure, conversion.first_error()
    session = Session(tmp_path / "model.onnx")
    batch, n, columns = sizes
    _check(session, function, _well(batch, n, n), _matrix(batch, n, columns))
