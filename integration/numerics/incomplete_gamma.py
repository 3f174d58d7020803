"""Shares of gamma distributions with at least ten digits, where SciPy's series end too early."""

from __future__ import annotations

import mpmath
from mpmath import mpf

_LARGEST = 10**6


def shares(order: float, number: float) -> tuple[float, float]:
    """The lower and the upper share of positive finite numbers."""
    with mpmath.workdps(30):
        a, x = mpf(order), mpf(number)
        if a > _LARGEST:
            return _of_large(a, x)
        if a < 100:
            upper = mpmath.gammainc(a, x, mpmath.inf, regularized=True)
            return float(mpmath.gammainc(a, 0, x, regularized=True)), float(upper)
        density = mpmath.exp(a * mpmath.log(x) - x - mpmath.loggamma(a + 1))
        if x < a + 1:
            lower = density * _series(order, number)
            return float(lower), float(1 - lower)
        upper = density * a * _fraction(order, number)
        return float(1 - upper), float(upper)


def _of_large(a: mpf, x: mpf) -> tuple[float, float]:
    """N. M. Temme's expansion up to its second term."""
    mu = x / a - 1
    if mu == 0:
        eta, first, second = mpf(0), mpf(-1) / 3, mpf(-1) / 540
    else:
        eta = mpmath.sign(mu) * mpmath.sqrt(2 * (mu - mpmath.log(1 + mu)))
        first = 1 / mu - 1 / eta
        second = 1 / eta**3 - 1 / mu**3 - 1 / mu**2 - 1 / (12 * mu)
    rest = mpmath.exp(-a * eta**2 / 2) / mpmath.sqrt(2 * mpmath.pi * a) * (first + second / a)
    side = eta * mpmath.sqrt(a / 2)
    return float(mpmath.erfc(-side) / 2 - rest), float(mpmath.erfc(side) / 2 + rest)


def _series(a: float, x: float) -> float:
    """The sum of x^n / ((a + 1) ... (a + n))."""
    total = term = 1.0
    while term > 1e-18 * total:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Legendre's continued fraction by J. Lentz's method."""
    start = x - a + 1
    value = d = 1 / start
    c, i, quotient = 1e300, 0, 0.0
    while abs(quotient - 1) > 1e-15:
        i += 1
        factor = i * (a - i)
        start += 2
        d = 1 / (start + factor * d)
        c = start + factor / c
        quotient = c * d
        value *= quotient
    return value
