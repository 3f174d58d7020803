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


def _spectrum(a: Tensor) -> tuple[Tensor, ...]:
    """What does not depend on the order of eigenvalues, and the rest of A V - V W."""
    w, v = torch.linalg.eig(a)
    rest = (a.to(v.dtype) @ v - v * w.unsqueeze(-2)).abs()
    values = torch.linalg.eigvals(a)
    sums = [(values**k).sum(-1) for k in (1, 2, 3)]
    return (
        *(part for x in sums for part in (x.real, x.imag)),
        torch.linalg.vector_norm(v, dim=-2),
        rest.round(decimals=4),
    )


def _indefinite(a: Tensor, x: Tensor, hermitian: bool = False) -> tuple[Tensor, ...]:
    factors, pivots, info = torch.linalg.ldl_factor_ex(a, hermitian=hermitian)
    solution = torch.linalg.ldl_solve(factors, pivots, x, hermitian=hermitian)
    return factors, pivots, info, solution


SQUARE: list[Callable[..., object]] = [
    torch.linalg.inv,
    torch.linalg.inv_ex,
    torch.linalg.det,
    torch.linalg.slogdet,
    torch.linalg.lu,
    _factors,
    torch.linalg.matrix_exp,
    _eigen,
    _spectrum,
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


def _fit(a: Tensor, b: Tensor) -> tuple[Tensor, ...]:
    least = torch.linalg.lstsq(a, b)
    spectral = torch.linalg.lstsq(a, b, rcond=0.1, driver="gelsd")
    return least[0], least[2], spectral[0], spectral[2], spectral[3]


def _statistics(x: Tensor, times: Tensor, weights: Tensor) -> tuple[Tensor, ...]:
    return (
        torch.cov(x, fweights=times),
        torch.cov(x, aweights=weights, correction=0),
        torch.cov(x, fweights=times, aweights=weights),
        torch.corrcoef(x),
    )


@pytest.mark.parametrize("function", [_fit, _statistics])
def test_torchscript(function: Callable[..., object], tmp_path: Path) -> None:
    """Operators that torch.export does not capture."""
    sets = [(_matrix(6, 3), _matrix(6, 2)), (_matrix(9, 3), _matrix(9, 2, seed=1))]
    shapes = "[?,3]f32,[?,2]f32"
    if function is _statistics:
        sets = [
            (_matrix(3, n), torch.randint(0, 4, (n,)), torch.rand(n) + 0.1) for n in (5, 8)
        ]
        shapes = "[3,?]f32,[?]i64,[?]f32"
    torch.jit.trace(function, sets[0]).save(str(tmp_path / "model.pt"))
    options = (f"--input-shapes={shapes}",)
    done = convert(tmp_path / "model.pt", tmp_path / "model.onnx", options)
    assert not done.failure, done.stderr
    session = Session(tmp_path / "model.onnx")
    for inputs in sets:
        _check(session, function, *inputs)


def _jordan(n: int, value: float) -> Tensor:
    return torch.eye(n) * value + torch.ones(n - 1).diag(1)


GENERAL = {
    "30 rows": _matrix(30, 30),
    "a Jordan block": _jordan(25, 0.0),
    "its transpose": _jordan(25, 0.0).mT.contiguous(),
    "a Jordan block of 2": _jordan(5, 2.0),
    "zeros": torch.zeros(4, 4),
    "the identity": torch.eye(5),
    "ones": torch.ones(10, 10),
    "a permutation": torch.eye(8).roll(1, 0),
    "a rotation": torch.tensor([[0.0, -1.0], [1.0, 0.0]]),
    "large": _matrix(5, 5) * 1e30,
    "small": _matrix(5, 5) * 1e-30,
    "symmetric": _matrix(9, 9) + _matrix(9, 9).mT,
    "triangular": _matrix(7, 7).triu(),
    "a singular one": torch.arange(36.0).reshape(6, 6),
    "two blocks": torch.block_diag(_matrix(5, 5), _matrix(4, 4)),
    "complex": torch.complex(_matrix(2, 10, 10), _matrix(2, 10, 10, seed=1)),
}


@pytest.mark.parametrize("name", GENERAL)
def test_eigenvalues_of_general_matrices(name: str, tmp_path: Path) -> None:
    a = GENERAL[name]

    def function(a: Tensor) -> tuple[Tensor, ...]:
        return tuple(torch.linalg.eig(a))

    results = _convert(function, (a,), tmp_path).run([a])
    values, vectors = (torch.view_as_complex(x).to(torch.complex128) for x in results)
    largest = a.abs().max().item() or 1.0
    rest = a.to(torch.complex128) @ vectors - vectors * values.unsqueeze(-2)
    assert rest.abs().max().item() <= 1e-6 * largest
    lengths = torch.linalg.vector_norm(vectors, dim=-2)
    torch.testing.assert_close(lengths, torch.ones_like(lengths), rtol=1e-6, atol=0)
    # The characteristic polynomial has no order, and no repeated roots to lose digits.
    exact = torch.linalg.eigvals(a.to(torch.complex128))
    for k in (1, 2, 3):
        found, wanted = (((x / largest) ** k).sum(-1) for x in (values, exact))
        torch.testing.assert_close(found, wanted, rtol=1e-5, atol=1e-5)
    if not a.is_complex():
        assert (values.imag == 0).sum() == (exact.imag.abs() <= 1e-12 * largest).sum()


def test_eigenvalues_of_dynamic_sizes(tmp_path: Path) -> None:
    session = _convert(_spectrum, (_well(2, 4, 4),), tmp_path, dynamic=True)
    for batch, n in [(2, 4), (3, 7), (1, 2)]:
        _check(session, _spectrum, _well(batch, n, n))


def _symmetric(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
    x = _matrix(*shape, seed=4, dtype=dtype)
    return (x + x.mT) * (1 - 0.9 * torch.eye(shape[-1], dtype=dtype))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (9, 9), (2, 3, 6, 6), (0, 3, 3)])
def test_factors_of_symmetric_matrices(
    shape: tuple[int, ...], dtype: torch.dtype, tmp_path: Path
) -> None:
    """Small diagonal elements make blocks of two rows."""
    a, x = _symmetric(*shape, dtype=dtype), _matrix(*shape[:-1], 2, dtype=dtype)
    session = _convert(_indefinite, (a, x), tmp_path)
    _check(session, _indefinite, a, x)
    if shape[-1] > 2 and a.numel():
        assert (_indefinite(a, x)[1] < 0).any()


@pytest.mark.parametrize("hermitian", [False, True])
def test_factors_of_complex_matrices(hermitian: bool, tmp_path: Path) -> None:
    a = torch.complex(_symmetric(3, 7, 7), _matrix(3, 7, 7))
    a = a + (a.mH if hermitian else a.mT)
    x = torch.complex(_matrix(3, 7, 2), _matrix(3, 7, 2, seed=1))

    def function(a: Tensor, x: Tensor) -> tuple[Tensor, ...]:
        factors, pivots, info, solution = _indefinite(a, x, hermitian)
        return torch.view_as_real(factors), pivots, info, torch.view_as_real(solution)

    _check(_convert(function, (a, x), tmp_path), function, a, x)


def test_factors_of_symmetric_matrices_without_pivots(tmp_path: Path) -> None:
    """What is zero has no pivot; the first such column is the code."""
    pair = torch.tensor([[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]])
    a = torch.stack([torch.zeros(3, 3), pair, torch.eye(3), _jordan(3, 0.0)])

    def function(a: Tensor) -> tuple[Tensor, ...]:
        return tuple(torch.linalg.ldl_factor_ex(a))

    _check(_convert(function, (a,), tmp_path), function, a)


def test_exponentials_of_a_batch(tmp_path: Path) -> None:
    """Eager's f32 is up to 2.4e-3 off where norms differ; the model is not."""
    a = torch.stack([_matrix(5, 5, seed=seed) * scale for seed, scale in enumerate((9, 1, 4, 0.1))])
    session = _convert(torch.linalg.matrix_exp, (a,), tmp_path)
    (result,) = session.run([a])
    exact = torch.linalg.matrix_exp(a.double()).float()
    for ours, wanted in zip(result, exact, strict=True):
        torch.testing.assert_close(ours, wanted, rtol=1.3e-6, atol=1e-6 * wanted.abs().max().item())


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


@pytest.mark.parametrize("function", [_singular, _eigen, _spectrum, torch.linalg.matrix_exp])
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
