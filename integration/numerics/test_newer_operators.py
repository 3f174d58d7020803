"""Operators of PyTorch that are newer than the pinned version, against their formulas.

They are defined here, with the schemas of utils/library_schemas.txt, as long as the
installed PyTorch lacks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.runtime import Session


def _sqrth(a: Tensor) -> Tensor:
    values, vectors = torch.linalg.eigh(a)
    roots = values.clamp_min(0).sqrt().to(a.dtype)
    return (vectors * roots.unsqueeze(-2)) @ vectors.mH


def _polar(a: Tensor) -> tuple[Tensor, Tensor]:
    left, values, right = torch.linalg.svd(a, full_matrices=False)
    return left @ right, (right.mH * values.to(a.dtype).unsqueeze(-2)) @ right


_FORMULAS = {
    "linalg_matrix_sqrth(Tensor self) -> Tensor": _sqrth,
    "linalg_polar(Tensor A) -> (Tensor U, Tensor H)": _polar,
}


@pytest.fixture(autouse=True, scope="module")
def operators() -> Iterator[None]:
    with torch.library._scoped_library("aten", "FRAGMENT") as library:
        for schema, formula in _FORMULAS.items():
            name = schema.split("(")[0]
            if not hasattr(torch.ops.aten, name):
                library.define(schema)
                library.impl(name, formula, "CompositeExplicitAutograd")
        yield


class _Program(torch.nn.Module):
    def __init__(self, function: Callable[[Tensor], object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Tensor) -> object:
        return self.function(x)


def _root(a: Tensor) -> Tensor:
    return torch.ops.aten.linalg_matrix_sqrth(a)


def _factors(a: Tensor) -> tuple[Tensor, ...]:
    return tuple(torch.ops.aten.linalg_polar(a))


def _check(
    function: Callable[[Tensor], object], inputs: list[Tensor], path: Path, sizes: object = None
) -> None:
    program = torch.export.export(_Program(function), (inputs[0],), dynamic_shapes=sizes)
    torch.export.save(program, path / "model.pt2")
    conversion = convert(path / "model.pt2", path / "model.onnx")
    assert not conversion.failure, conversion.first_error()
    session = Session(path / "model.onnx")
    for x in inputs:
        expected = function(x)
        expected = (expected,) if isinstance(expected, Tensor) else expected
        for ours, theirs in zip(session.run([x]), expected, strict=True):
            if theirs.is_complex():
                theirs = torch.view_as_real(theirs)
            scale = max(1.0, theirs.nan_to_num().abs().max().item()) if theirs.numel() else 1.0
            unit = 1e-8 if theirs.dtype == torch.float64 else 2e-5
            torch.testing.assert_close(ours, theirs, rtol=unit, atol=unit * scale, equal_nan=True)


def _matrix(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0), dtype=dtype)


def _definite(*shape: int, dtype: torch.dtype = torch.float32) -> Tensor:
    x = _matrix(*shape, dtype=dtype)
    return x @ x.mH + torch.eye(shape[-1], dtype=dtype)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (2, 3, 4, 4), (0, 3, 3), (2, 0, 0)])
def test_roots(shape: tuple[int, ...], dtype: torch.dtype, tmp_path: Path) -> None:
    # The lower triangle is read, and negative eigenvalues count as zero.
    general = _matrix(*shape, dtype=dtype)
    inputs = [_definite(*shape, dtype=dtype), -_definite(*shape, dtype=dtype), general, 0 * general]
    _check(_root, inputs, tmp_path)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("shape", [(1, 1), (5, 5), (5, 3), (2, 4, 2), (4, 1), (0, 3, 2)])
def test_polar_factors(shape: tuple[int, ...], dtype: torch.dtype, tmp_path: Path) -> None:
    x = _matrix(*shape, dtype=dtype)
    _check(_factors, [x, 1e3 * x - 1], tmp_path)


def test_complex_numbers(tmp_path: Path) -> None:
    def both(pair: Tensor) -> tuple[Tensor, ...]:
        a = torch.view_as_complex(pair)
        left, right = torch.ops.aten.linalg_polar(a)
        root = torch.ops.aten.linalg_matrix_sqrth(a[..., :3, :] + torch.eye(3) * 9)
        return torch.view_as_real(left), torch.view_as_real(right), torch.view_as_real(root)

    _check(both, [_matrix(2, 4, 3, 2)], tmp_path)


def test_dynamic_sizes(tmp_path: Path) -> None:
    # The formula's own sizes allow no dynamic number of rows.
    def both(a: Tensor) -> tuple[Tensor, ...]:
        left, right = torch.ops.aten.linalg_polar(a)
        return left, right, torch.ops.aten.linalg_matrix_sqrth(right)

    sizes = ({0: torch.export.Dim("b")},)
    _check(both, [_definite(2, 4, 4)[..., :3], _definite(5, 4, 4)[..., :3]], tmp_path, sizes)


def test_batches_of_vmap(tmp_path: Path) -> None:
    def both(a: Tensor) -> tuple[Tensor, ...]:
        left, right = torch.func.vmap(torch.ops.aten.linalg_polar)(a)
        return left, right, torch.func.vmap(torch.ops.aten.linalg_matrix_sqrth)(right)

    _check(both, [_matrix(3, 4, 4) + 3 * torch.eye(4)], tmp_path)


def test_nan(tmp_path: Path) -> None:
    # The formula raises for NaN. PyTorch 2.14 gives NaN, as the loops do.
    program = torch.export.export(_Program(_root), (_definite(3, 3),))
    torch.export.save(program, tmp_path / "model.pt2")
    conversion = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not conversion.failure, conversion.first_error()
    (root,) = Session(tmp_path / "model.onnx").run([torch.full((3, 3), torch.nan)])
    assert root.isnan().all()


def test_columns_that_depend_on_each_other(tmp_path: Path) -> None:
    # Any orthonormal columns complete the first factor; the second one is unique.
    def products(a: Tensor) -> tuple[Tensor, ...]:
        left, right = torch.ops.aten.linalg_polar(a)
        return left @ right, left.mT @ left, right

    x = _matrix(2, 5, 3)
    x[..., 2] = x[..., 0] - x[..., 1]
    _check(products, [x, 0 * x], tmp_path)
