"""Compares a result of ONNX Runtime with what torch gave."""

from __future__ import annotations

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Mismatch:
    """ "dtype", "shape" or "wrong numbers", and one line of explanation."""

    kind: str
    text: str


def as_onnx(tensor: torch.Tensor) -> torch.Tensor:
    """A torch tensor as an ONNX model passes it: complex numbers as real pairs."""
    if tensor.is_complex():
        return torch.view_as_real(tensor.resolve_conj())
    return tensor


def default_tolerances(dtype: torch.dtype) -> tuple[float, float]:
    """The relative and absolute tolerance of torch.testing.assert_close."""
    if not dtype.is_floating_point or dtype.itemsize == 1:
        return 0.0, 0.0
    relative, absolute = torch.testing._comparison.default_tolerances(dtype)
    return relative, absolute


def _first_difference(
    actual: torch.Tensor, expected: torch.Tensor, tolerances: tuple[float, float]
) -> str:
    wide = torch.float64 if expected.dtype.is_floating_point else expected.dtype
    if expected.is_complex():
        wide = torch.complex128
    close = torch.isclose(
        actual.to(wide),
        expected.to(wide),
        *tolerances,
        equal_nan=True,
    )
    wrong = (~close).nonzero()
    if not len(wrong):
        return ""
    first = tuple(wrong[0].tolist())
    text = (
        f"at {list(first)}: {actual[first].item()} instead of "
        f"{expected[first].item()}, {len(wrong)} of {close.numel()} elements"
    )
    if expected.dtype.is_floating_point or expected.is_complex():
        error = (actual.to(wide) - expected.to(wide)).abs().nan_to_num(0.0, 0.0)
        text += f", largest error {error.max().item():.3g}"
    return text


def compare(
    actual: torch.Tensor,
    expected: torch.Tensor,
    values: bool = True,
    tolerances: tuple[float, float] | None = None,
) -> Mismatch | None:
    """None if dtype and shape are the same and, with `values`, the numbers match.

    Integers and booleans must be equal, floats within the relative and absolute
    `tolerances`, by default those of torch.testing.assert_close for their dtype;
    NaN must be where NaN is expected. Pairs that stand for complex numbers are
    compared as numbers, as torch.testing.assert_close does: by their distance.
    """
    number = expected
    expected = as_onnx(expected)
    if actual.dtype != expected.dtype:
        return Mismatch("dtype", f"{actual.dtype} instead of {expected.dtype}")
    if actual.shape != expected.shape:
        return Mismatch(
            "shape", f"{list(actual.shape)} instead of {list(expected.shape)}"
        )
    if not values:
        return None
    if tolerances is None or not expected.dtype.is_floating_point:
        tolerances = default_tolerances(expected.dtype)
    if number.is_complex():
        actual, expected = torch.complex(actual[..., 0], actual[..., 1]), number
    difference = _first_difference(actual, expected, tolerances)
    return Mismatch("wrong numbers", difference) if difference else None
