"""Factors that an operand does not determine, and what is true of them instead.

The sign of an eigenvector is free, and so are bases where eigenvalues are equal.
What is defined: the values, that vectors are orthonormal, and that the factors give
the operand again.  Eigenvalues of matrices that are not Hermitian have no order.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from integration.common import compare

#: Roundings that a factorization may add to the largest one of its operand.
_ROUNDINGS = 4


def _differ(what: str, found: torch.Tensor, expected: torch.Tensor) -> str | None:
    """A text where two matrices differ by more than roundings of the largest element."""
    relative, _ = compare.default_tolerances(expected.abs().dtype)
    if expected.numel() == 0:
        return None
    error = (found - expected).abs().max().item()
    bound = _ROUNDINGS * relative * max(1.0, expected.shape[-1] ** 0.5)
    bound *= max(expected.abs().max().item(), 1e-30)
    return None if error <= bound else f"{what} is {error:.1e} off, allowed is {bound:.1e}"


def _orthonormal(what: str, vectors: torch.Tensor) -> str | None:
    """A text where the columns are not orthonormal."""
    size = vectors.shape[-1]
    product = vectors.mH @ vectors
    expected = torch.eye(size, dtype=vectors.dtype).expand(product.shape)
    return _differ(f"the product of {what} with its adjoint", product, expected)


def _eigh(factors: list[torch.Tensor], operand: torch.Tensor, text: str) -> str | None:
    values, vectors = factors
    triangle = operand.mH if "UPLO='U'" in text else operand
    strict = triangle.tril(-1)
    diagonal = torch.diagonal(triangle, dim1=-2, dim2=-1).real.to(operand.dtype)
    matrix = strict + strict.mH + torch.diag_embed(diagonal)
    product = vectors * values.unsqueeze(-2).to(vectors.dtype) @ vectors.mH
    return _orthonormal("the eigenvectors", vectors) or _differ(
        "the product of the factors", product, matrix
    )


def _svd(factors: list[torch.Tensor], operand: torch.Tensor, text: str) -> str | None:
    left, values, right = factors
    if "compute_uv=False" in text:
        return None
    count = values.shape[-1]
    scaled = left[..., :count] * values.unsqueeze(-2).to(left.dtype)
    product = scaled @ right[..., :count].mH
    return (
        _orthonormal("U", left)
        or _orthonormal("V", right)
        or _differ("the product of the factors", product, operand)
    )


def _linalg_svd(
    factors: list[torch.Tensor], operand: torch.Tensor, text: str
) -> str | None:
    left, values, right = factors
    return _svd([left, values, right.mH], operand, text)


def _eigvals(
    factors: list[torch.Tensor], operand: torch.Tensor, text: str
) -> str | None:
    """A text where the values, in any order, are not those of double precision."""
    (values,) = factors
    if not values.numel():
        return None
    found = values.to(torch.complex128).reshape(-1, values.shape[-1])
    exact = torch.linalg.eigvals(operand.to(torch.complex128)).reshape(found.shape)
    relative, _ = compare.default_tolerances(values.abs().dtype)
    for row, wanted in zip(found, exact, strict=True):
        rest = list(wanted)
        bound = 100 * relative * max(1.0, wanted.abs().max().item() if rest else 0.0)
        for value in row:
            nearest = min(range(len(rest)), key=lambda i: abs(rest[i] - value).item())
            error = abs(rest.pop(nearest) - value).item()
            if not error <= bound:
                return f"an eigenvalue is {error:.1e} off, allowed is {bound:.1e}"
    return None


def _eig(factors: list[torch.Tensor], operand: torch.Tensor, text: str) -> str | None:
    values, vectors = factors
    matrix = operand.to(vectors.dtype)
    lengths = torch.linalg.vector_norm(vectors, dim=-2)
    return (
        _differ("the length of the eigenvectors", lengths, torch.ones_like(lengths))
        or _differ(
            "the product with the eigenvectors",
            vectors * values.unsqueeze(-2),
            matrix @ vectors,
        )
        or _eigvals([values], operand, text)
    )


#: The outputs of an entry whose elements are free, and what holds of all outputs.
FACTORS: dict[str, tuple[tuple[int, ...], Callable[..., str | None]]] = {
    "linalg.eig": ((0, 1), _eig),
    "linalg.eigh": ((1,), _eigh),
    "linalg.eigvals": ((0,), _eigvals),
    "linalg.svd": ((0, 2), _linalg_svd),
    "svd": ((0, 2), _svd),
}


def is_free(name: str, number: int) -> bool:
    """Whether an output of an entry is checked by `check` alone."""
    return name in FACTORS and number in FACTORS[name][0]


def check(
    name: str, factors: list[torch.Tensor], operand: torch.Tensor, text: str
) -> str | None:
    """What is wrong with the factors of an operand, or None."""
    return FACTORS[name][1](factors, operand, text)
