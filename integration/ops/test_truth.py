"""Results of half precision are held against a result that was rounded once."""

from __future__ import annotations

import io

import pytest
import torch
from torch import Tensor

from integration.common.compare import default_tolerances
from integration.ops import outcome, truth

SINGLE = default_tolerances(torch.float32)


def _good(actual: Tensor, exact: Tensor) -> list[bool]:
    return truth.is_rounded_once(actual, exact, *SINGLE).tolist()


@pytest.mark.parametrize("dtype", truth.NARROW)
def test_one_rounding(dtype: torch.dtype) -> None:
    """Either neighbour of the exact result is good, those beyond are not."""
    eps = torch.finfo(dtype).eps
    neighbours = torch.tensor([16 - 8 * eps, 16, 16 + 16 * eps, 16 + 32 * eps], dtype=dtype)
    exact = torch.full((4,), 16 + 4 * eps, dtype=torch.float64)
    assert _good(neighbours, exact) == [False, True, True, False]


def test_single_precision() -> None:
    """A result near zero is as far off as one of single precision may be."""
    actual = torch.tensor([9e-6, 4e-5], dtype=torch.float16)
    assert _good(actual, torch.zeros(2, dtype=torch.float64)) == [True, False]


def test_special() -> None:
    """What rounds to infinity is infinite, and NaN is nothing but NaN."""
    inf, nan = torch.inf, torch.nan
    actual = torch.tensor([inf, 65504, inf, 65504, nan, nan, 1], dtype=torch.float16)
    exact = torch.tensor([1e6, 1e6, 60000, 65510, nan, 1, nan], dtype=torch.float64)
    assert _good(actual, exact) == [True, False, False, True, True, False, False]


def test_units() -> None:
    """Errors in units in the last place of the exact number."""
    eps, inf, nan = torch.finfo(torch.float16).eps, torch.inf, torch.nan
    actual = torch.tensor([16 + 32 * eps, 3.0], dtype=torch.float16)
    assert truth.units_off(actual, torch.tensor([16 + 8 * eps, 3.0]).double()) == 1.5
    special = torch.tensor([inf, nan, -inf], dtype=torch.float16)
    assert truth.units_off(special, torch.tensor([1e6, nan, -inf]).double()) == 0
    assert truth.units_off(special, torch.tensor([1e4, nan, -inf]).double()) == inf
    assert truth.units_off(special[:0], torch.zeros(0).double()) == 0


def test_rounding_between_steps_shows() -> None:
    """A difference of rounded products is not the difference rounded once."""
    random = torch.Generator().manual_seed(0)
    a, b, c, d = (torch.randn(1000, generator=random).half() for _ in range(4))
    exact = a.double() * b.double() - c.double() * d.double()
    once = (a.float() * b.float() - c.float() * d.float()).half()
    assert all(_good(once, exact))
    assert not all(_good(a * b - c * d, exact))


class _Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("scale", torch.full((3,), 0.1, dtype=torch.float16))

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        y = torch.full((3,), 0.1, dtype=torch.float16)
        return x * self.scale, (x + y).to(torch.bfloat16), x.argmax()


def test_program() -> None:
    """Inputs, buffers and dtypes that are asked for are widened; indices are not."""
    x = torch.tensor([1, 2, 3], dtype=torch.float16)
    file = io.BytesIO()
    torch.export.save(torch.export.export(_Net(), (x,)), file)
    results = truth.evaluate(file.getvalue(), [x])
    assert results is not None
    product, total, place = results
    assert product.dtype == total.dtype == torch.float64
    assert torch.equal(product, x.double() * torch.tensor(0.1).half().double())
    assert torch.equal(total, x.double() + 0.1)
    assert place.dtype == torch.int64
    assert place.item() == 2


def test_single_precision_is_rounded_once() -> None:
    """An element of float32 is as near to the function as the tolerances say."""
    exact = torch.tensor([1.0, 1.0, 1e-20, 1e-20], dtype=torch.float64)
    actual = torch.tensor([1 + 1e-6, 1 + 2e-5, 1.000001e-20, 1.01e-20])
    tiny = torch.finfo(torch.float32).tiny
    good = truth.is_rounded_once(actual, exact, 1.3e-6, tiny)
    assert good.tolist() == [True, False, True, False]


def test_functions_of_integers() -> None:
    """They are doubles, not what floats are by default."""

    class Sine(torch.nn.Module):
        def forward(self, x: Tensor) -> Tensor:
            return x.sin()

    x = torch.tensor([1, 2, 3])
    file = io.BytesIO()
    torch.export.save(torch.export.export(Sine(), (x,)), file)
    (result,) = truth.evaluate(file.getvalue(), [x])
    assert result.equal(x.double().sin())
    assert torch.get_default_dtype() == torch.float32


def test_results_of_8_bits() -> None:
    """What does not fit is the largest number, or not finite; nothing else is open."""
    dtype = torch.float8_e4m3fn
    ours = torch.tensor([448.0, -448, 448, 1, 2]).to(dtype)
    theirs = torch.tensor([torch.nan, torch.nan, 416, torch.nan, 2]).to(dtype)
    result = outcome.saturate(ours, theirs).float()
    expected = torch.tensor([448.0, -448, 416, torch.nan, 2])
    torch.testing.assert_close(result, expected, equal_nan=True)
