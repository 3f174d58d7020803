"""Special functions of doubles to the last digits, and the parts and neighbours of doubles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import mpmath
import numpy as np
import pytest
import scipy.special as sp
import torch
from torch import Tensor

from integration.numerics.program import Function, Program

pytestmark = pytest.mark.usefixtures("compiler")

_WIDE = np.concatenate(
    [
        np.linspace(-38, 38, 3001),
        np.geomspace(1e-300, 1e300, 1201),
        -np.geomspace(1e-300, 1e300, 1201),
        [0.0, np.inf, -np.inf, np.nan, 8.0, np.nextafter(8.0, 9), 2.0, -2.0],
    ]
)
_POSITIVE = np.concatenate(
    [np.linspace(0, 700, 3001), np.linspace(0, 9, 2001), np.geomspace(1e-300, 1e5, 1201)]
)
_INSIDE = np.concatenate(
    [np.linspace(-1, 1, 2001), np.geomspace(1e-300, 1, 601), 1 - np.geomspace(2**-53, 0.1, 301)]
)
_SHARES = np.concatenate([np.geomspace(5e-324, 1, 3001), 1 - np.geomspace(2**-53, 0.5, 601)])


def _log_ndtr(x: np.ndarray) -> np.ndarray:
    """SciPy's is zero too early."""
    return torch.special.log_ndtr(torch.from_numpy(x)).numpy()


#: Eager's function, one that has all digits, the numbers, and the roundings allowed: of exp(x * x)
#: there are as many as eager has.
_FUNCTIONS = {
    "erfcx": (torch.special.erfcx, sp.erfcx, _WIDE, 800),
    "erfinv": (torch.erfinv, sp.erfinv, _INSIDE, 16),
    "i0": (torch.i0, sp.i0, _WIDE, 16),
    "i0e": (torch.special.i0e, sp.i0e, _WIDE, 16),
    "i1": (torch.special.i1, sp.i1, _WIDE, 16),
    "i1e": (torch.special.i1e, sp.i1e, _WIDE, 16),
    "k0": (torch.special.modified_bessel_k0, sp.k0, _POSITIVE, 32),
    "k0e": (torch.special.scaled_modified_bessel_k0, sp.k0e, _POSITIVE, 32),
    "k1": (torch.special.modified_bessel_k1, sp.k1, _POSITIVE, 32),
    "k1e": (torch.special.scaled_modified_bessel_k1, sp.k1e, _POSITIVE, 32),
    "log_ndtr": (torch.special.log_ndtr, _log_ndtr, _WIDE, 16),
    "ndtri": (torch.special.ndtri, sp.ndtri, _SHARES, 32),
}


@pytest.mark.parametrize("name", sorted(_FUNCTIONS))
def test_digits(name: str, tmp_path: Path) -> None:
    """Numbers have all digits; eager says where there is none."""
    eager, exact, numbers, roundings = _FUNCTIONS[name]
    x = torch.from_numpy(numbers)
    ((actual, expected),) = Program([eager], [x], tmp_path).run(x)
    truth = torch.from_numpy(exact(numbers))
    finite = truth.isfinite() & expected.isfinite()
    # Subnormal numbers have less.
    least = torch.finfo(torch.float64).tiny
    error = (actual - truth).abs() / truth.abs().clamp_min(least)
    error = torch.where(finite, error, 0.0) / torch.finfo(torch.float64).eps
    worst = int(error.argmax())
    assert error[worst] <= roundings, f"{error[worst]} roundings at {x[worst]}"
    torch.testing.assert_close(actual[~finite], expected[~finite], equal_nan=True)


#: Eager's function and mpmath's. Eager's is up to 7e-7 (Bessel) and 2.4e-6 (Airy) off.
_WAVES: dict[str, tuple[Function, Callable[[float], mpmath.mpf]]] = {
    "j0": (torch.special.bessel_j0, lambda x: mpmath.besselj(0, x)),
    "j1": (torch.special.bessel_j1, lambda x: mpmath.besselj(1, x)),
    "y0": (torch.special.bessel_y0, lambda x: mpmath.bessely(0, x)),
    "y1": (torch.special.bessel_y1, lambda x: mpmath.bessely(1, x)),
    "ai": (torch.special.airy_ai, mpmath.airyai),
}


@pytest.mark.parametrize("name", sorted(_WAVES))
def test_waves(name: str, tmp_path: Path) -> None:
    """What oscillates has all digits of its amplitude, less those that its phase has."""
    eager, exact = _WAVES[name]
    x = np.concatenate([np.linspace(0, 20, 301), np.geomspace(1e-300, 90, 301), [8, 2, 3]])
    x = np.concatenate([x, np.nextafter(x, 9), -x, [np.inf, -np.inf, np.nan, 1e250, -1e250]])
    ((actual, expected),) = Program([eager], [torch.from_numpy(x)], tmp_path).run(
        torch.from_numpy(x)
    )
    torch.testing.assert_close(actual, expected, rtol=1e-4, atol=3e-6, equal_nan=True)
    inside = (actual.isfinite() & (torch.from_numpy(x).abs() < 100)).numpy()
    truth = torch.tensor([float(exact(float(v))) for v in x[inside]], dtype=torch.float64)
    phase = np.abs(x[inside]) ** (1.5 if name == "ai" else 1)
    error = (actual[inside] - truth).abs() / (truth.abs() + 1)
    least = torch.from_numpy(1 + phase) * torch.finfo(torch.float64).eps
    worst = int((error / least).argmax())
    assert error[worst] <= 8 * least[worst], f"{error[worst]} at {x[inside][worst]}"


@pytest.mark.parametrize("order", [0, 1])
def test_zeros(order: int, tmp_path: Path) -> None:
    """Near the zeros up to 8 a result has as many digits as anywhere."""
    function = (torch.special.bessel_j0, torch.special.bessel_j1)[order]
    zeros = [float(mpmath.besseljzero(order, i)) for i in (1, 2)]
    steps = np.concatenate([np.geomspace(2**-50, 0.1, 40), [0.0]])
    x = np.concatenate([z + s * steps for z in zeros for s in (-1, 1)])
    x = np.concatenate([x, -x])
    ((actual, _),) = Program([function], [torch.from_numpy(x)], tmp_path).run(
        torch.from_numpy(x)
    )
    with mpmath.workdps(40):
        truth = [float(mpmath.besselj(order, mpmath.mpf(float(v)))) for v in x]
    wanted = torch.tensor(truth, dtype=torch.float64)
    torch.testing.assert_close(actual, wanted, rtol=3e-15, atol=0)


def _edges() -> Tensor:
    """Powers of two and their neighbours, from the subnormal ones to the largest."""
    powers = 2.0 ** np.arange(-1074.0, 1024.0)
    x = np.concatenate(
        [
            powers,
            np.nextafter(powers, 0),
            np.nextafter(powers, np.inf),
            powers[:-1] * 1.7,
            [0.0, np.inf, np.nan, np.finfo(float).max],
        ]
    )
    return torch.from_numpy(np.concatenate([x, -x]))


def test_parts(tmp_path: Path) -> None:
    """A mantissa from 1/2 to 1, and an exponent of two."""
    functions: list[Function] = [
        lambda x: torch.frexp(x).mantissa,
        lambda x: torch.frexp(x).exponent,
    ]
    x = _edges()
    for actual, expected in Program(functions, [x], tmp_path).run(x):
        torch.testing.assert_close(actual, expected, rtol=0, atol=0, equal_nan=True)


def test_neighbours(tmp_path: Path) -> None:
    """The next double towards another one."""
    x = _edges()
    program = Program([torch.nextafter], [x, x.flip(0)], tmp_path)
    for y in (torch.full_like(x, v) for v in (0.0, torch.inf, -torch.inf, 1.0, torch.nan)):
        ((actual, expected),) = program.run(x, y)
        torch.testing.assert_close(actual, expected, rtol=0, atol=0, equal_nan=True)
