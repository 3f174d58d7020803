#!/usr/bin/env python3
"""Writes lib/Conversion/TorchToONNX/Elementwise/SpecialPolynomials.inc: polynomials of special functions.

    utils/gen_chebyshev.py            writes the file
    utils/gen_chebyshev.py --check    fails when it is out of date

A polynomial of a variable t from -1 to 1 has the values of its function at Chebyshev's
nodes, as many as it has coefficients. Values and coefficients are computed to 40 digits
by mpmath, which comes with PyTorch, and rounded once.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable

import generated
import mpmath as m
from mpmath import mpf

TABLES = generated.ROOT / "lib" / "Conversion" / "TorchToONNX" / "Elementwise" / "SpecialPolynomials.inc"

Function = Callable[[mpf], mpf]

m.mp.dps = 40


def interpolate(function: Function, count: int) -> list[float]:
    """The coefficients, of the highest power first."""
    angles = [m.pi * (2 * k + 1) / (2 * count) for k in range(count)]
    values = [function(m.cos(angle)) for angle in angles]
    total = [mpf(0)] * count
    # The polynomials T(i) and T(i + 1), of the lowest power first.
    now, after = [mpf(1)], [mpf(0), mpf(1)]
    for i in range(count):
        share = m.fsum(v * m.cos(i * a) for v, a in zip(values, angles, strict=True))
        share *= mpf(2 if i else 1) / count
        for power, coefficient in enumerate(now):
            total[power] += share * coefficient
        twice = [mpf(0)] + [2 * coefficient for coefficient in after]
        for power, coefficient in enumerate(now):
            twice[power] -= coefficient
        now, after = after, twice
    return [float(coefficient) for coefficient in reversed(total)]


def scaled_erfc(x: mpf) -> mpf:
    """Goes to 2 / sqrt(pi)."""
    return (1 + 2 * x) * m.exp(x * x) * m.erfc(x)


def inverse_erf(w: mpf) -> mpf:
    """erfinv(x) / x by w = -log(1 - x * x)."""
    x = m.sqrt(-m.expm1(-w))
    wanted = -w - m.log(1 + x)  # log(1 - x)
    y = m.sqrt(w)
    for _ in range(100):
        value = m.erfc(y)
        step = (m.log(value) - wanted) * value * m.sqrt(m.pi) / 2 * m.exp(y * y)
        y += step
        if abs(step) < abs(y) * mpf(10) ** -36:
            return y / x
    raise ArithmeticError(f"no inverse of the error function at {w}")


def hankel(order: int, x: mpf) -> tuple[mpf, mpf]:
    """P(x) and x Q(x)."""
    angle = x - (mpf(order) / 2 + mpf(1) / 4) * m.pi
    scale = m.sqrt(m.pi * x / 2)
    j, y = scale * m.besselj(order, x), scale * m.bessely(order, x)
    cosine, sine = m.cos(angle), m.sin(angle)
    return j * cosine + y * sine, x * (y * cosine - j * sine)


def airy_waves(z: mpf) -> tuple[mpf, mpf]:
    """What the cosine and the sine are multiplied by, the second one times z."""
    x = (z * 3 / 2) ** (mpf(2) / 3)
    scale = m.sqrt(m.pi * m.sqrt(x))
    a, b = scale * m.airyai(-x), scale * m.airybi(-x)
    cosine, sine = m.cos(z - m.pi / 4), m.sin(z - m.pi / 4)
    return a * cosine - b * sine, z * (a * sine + b * cosine)


def airy_decay(z: mpf) -> mpf:
    """Goes to 1."""
    x = (z * 3 / 2) ** (mpf(2) / 3)
    return 2 * m.sqrt(m.pi * m.sqrt(x)) * m.exp(z) * m.airyai(x)


def of_square(function: Function, end: int) -> Function:
    """By t = 2 (x / end)^2 - 1."""
    return lambda t: function(end * m.sqrt((t + 1) / 2))


def of_inverse(function: Function, begin: mpf) -> Function:
    """By t = 2 begin / x - 1."""
    return lambda t: function(2 * begin / (t + 1))


def of_inverse_square(function: Function, begin: mpf) -> Function:
    """By t = 2 (begin / x)^2 - 1."""
    return lambda t: function(begin / m.sqrt((t + 1) / 2))


def between(function: Function, middle: str, radius: str) -> Function:
    """By t = (x - middle) / radius."""
    return lambda t: function(mpf(middle) + mpf(radius) * t)


ERFC_FAR: Function = lambda t: scaled_erfc((6 + 2 * t) / (1 - t))
ERFINV_CENTER = between(inverse_erf, "2.5", "2.5")
I0E_SMALL = between(lambda x: m.exp(-x) * m.besseli(0, x), "4", "4")
I1E_SMALL = between(lambda x: m.exp(-x) * m.besseli(1, x) / x, "4", "4")
I0E_LARGE = of_inverse(lambda x: m.sqrt(x) * m.exp(-x) * m.besseli(0, x), 8)
I1E_LARGE = of_inverse(lambda x: m.sqrt(x) * m.exp(-x) * m.besseli(1, x), 8)
J0_SMALL = of_square(lambda x: m.besselj(0, x), 8)
J1_SMALL = of_square(lambda x: m.besselj(1, x) / x, 8)
Y0_SMALL = of_square(lambda x: m.bessely(0, x) - 2 / m.pi * m.log(x) * m.besselj(0, x), 8)
Y1_SMALL = of_square(
    lambda x: (m.bessely(1, x) - 2 / m.pi * (m.log(x) * m.besselj(1, x) - 1 / x)) / x, 8
)
K0_SMALL = of_square(lambda x: m.besselk(0, x) + m.log(x / 2) * m.besseli(0, x), 2)
K1_SMALL = of_square(lambda x: (m.besselk(1, x) - m.log(x / 2) * m.besseli(1, x)) * x, 2)
K0_LARGE = of_inverse(lambda x: m.sqrt(x) * m.exp(x) * m.besselk(0, x), 2)
K1_LARGE = of_inverse(lambda x: m.sqrt(x) * m.exp(x) * m.besselk(1, x), 2)
P0, Q0, P1, Q1 = (
    of_inverse_square(lambda x, o=order, i=part: hankel(o, x)[i], 8)
    for order in (0, 1)
    for part in (0, 1)
)
#: The zeros up to 8, by which the exact polynomials are divided.
J0_ZEROS, J1_ZEROS = ([m.besseljzero(order, i) for i in (1, 2)] for order in (0, 1))


def without_zeros(function: Function, zeros: list[mpf]) -> Function:
    """The function of x divided by (x^2 - z^2) of each zero z."""
    return lambda x: function(x) / m.fprod(x * x - z * z for z in zeros)


J0_EXACT = of_square(without_zeros(lambda x: m.besselj(0, x), J0_ZEROS), 8)
J1_EXACT = of_square(without_zeros(lambda x: m.besselj(1, x) / x, J1_ZEROS), 8)
#: 2/3 x^(3/2) at 2 and at 8.
Z2, Z8 = (mpf(2) / 3 * mpf(x) ** (mpf(3) / 2) for x in (2, 8))
AIRY_FAR = between(m.airyai, "-5.5", "2.5")
AIRY_NEAR = between(m.airyai, "-0.5", "2.5")
AIRY_LARGE = of_inverse(airy_decay, Z2)
AIRY_COSINE, AIRY_SINE = (
    of_inverse_square(lambda z, i=part: airy_waves(z)[i], Z8) for part in (0, 1)
)

#: Below a title, the name, what it is a polynomial of, the function and the number
#: of coefficients.
Row = tuple[str, str, Function, int]
SECTIONS: dict[str, list[Row]] = {
    "With an error below single precision": [
        (
            "scaledErfc",
            "(1 + 2 x) exp(x * x) erfc(x), t = (x - 4) / (x + 4), x >= 0",
            lambda t: scaled_erfc(4 * (1 + t) / (1 - t)),
            23,
        ),
        (
            "inverseErfCenter",
            "erfinv(x) / x, t = w / 2.5 - 1, w = -log(1 - x * x) <= 5",
            ERFINV_CENTER,
            17,
        ),
        (
            "inverseErfTail",
            "erfinv(x) / x, t = (sqrt(w) - 6) / 3.8",
            between(lambda root: inverse_erf(root * root), "6", "3.8"),
            19,
        ),
        ("i0eSmall", "exp(-x) I0(x), t = x / 4 - 1, x <= 8", I0E_SMALL, 23),
        ("i0eLarge", "sqrt(x) exp(-x) I0(x), t = 16 / x - 1, x > 8", I0E_LARGE, 15),
        ("i1eSmall", "exp(-x) I1(x) / x, t = x / 4 - 1, x <= 8", I1E_SMALL, 23),
        ("i1eLarge", "sqrt(x) exp(-x) I1(x), t = 16 / x - 1, x > 8", I1E_LARGE, 15),
        ("j0Small", "J0(x), t = x * x / 32 - 1, x <= 8", J0_SMALL, 17),
        ("j1Small", "J1(x) / x, t = x * x / 32 - 1, x <= 8", J1_SMALL, 17),
        ("y0Small", "Y0(x) - 2 / pi log(x) J0(x), t = x * x / 32 - 1", Y0_SMALL, 17),
        (
            "y1Small",
            "(Y1(x) - 2 / pi (log(x) J1(x) - 1 / x)) / x, t = x * x / 32 - 1",
            Y1_SMALL,
            17,
        ),
        ("p0", "P of Hankel's J0 and Y0, t = 2 (8 / x)^2 - 1, x > 8", P0, 10),
        ("q0", "x Q of Hankel's J0 and Y0", Q0, 10),
        ("p1", "P of Hankel's J1 and Y1", P1, 10),
        ("q1", "x Q of Hankel's J1 and Y1", Q1, 10),
        ("k0Small", "K0(x) + log(x / 2) I0(x), t = x * x / 2 - 1, x <= 2", K0_SMALL, 10),
        ("k0Large", "sqrt(x) exp(x) K0(x), t = 4 / x - 1, x > 2", K0_LARGE, 21),
        ("k1Small", "(K1(x) - log(x / 2) I1(x)) x, t = x * x / 2 - 1, x <= 2", K1_SMALL, 10),
        ("k1Large", "sqrt(x) exp(x) K1(x), t = 4 / x - 1, x > 2", K1_LARGE, 21),
        ("airyFar", "Ai(x), t = (x + 5.5) / 2.5, -8 <= x <= -3", AIRY_FAR, 22),
        ("airyNear", "Ai(x), t = (x + 0.5) / 2.5, -3 <= x <= 2", AIRY_NEAR, 18),
        (
            "airyLarge",
            "2 sqrt(pi sqrt(x)) exp(z) Ai(x), z = 2/3 x^(3/2), t = 2 z(2) / z - 1, x >= 2",
            AIRY_LARGE,
            12,
        ),
        (
            "airyCosine",
            "the factor of the cosine of z - pi / 4 in sqrt(pi sqrt(x)) Ai(-x), "
            "t = 2 (z(8) / z)^2 - 1, x >= 8",
            AIRY_COSINE,
            6,
        ),
        ("airySine", "z times the factor of the sine", AIRY_SINE, 6),
    ],
    "To double precision": [
        (
            "erfcxExact",
            "(1 + 2 x) exp(x * x) erfc(x), t = x - 1, 0 <= x <= 2",
            between(scaled_erfc, "1", "1"),
            25,
        ),
        (
            "scaledErfcTail",
            "the same, t = (x - 6) / (x + 2), x >= 2",
            ERFC_FAR,
            19,
        ),
        ("inverseErfCenterExact", "as inverseErfCenter", ERFINV_CENTER, 24),
        (
            "inverseErfMiddleExact",
            "erfinv(x) / x, t = (sqrt(w) - 4.15) / 1.95, w up to that of the largest double "
            "below 1",
            between(lambda root: inverse_erf(root * root), "4.15", "1.95"),
            32,
        ),
        (
            "inverseErfTailExact",
            "erfinv(x) / x, t = (sqrt(w) - 16.75) / 10.75, sqrt(w) >= 6",
            between(lambda root: inverse_erf(root * root), "16.75", "10.75"),
            36,
        ),
        ("i0eSmallExact", "as i0eSmall", I0E_SMALL, 30),
        ("i0eLargeExact", "as i0eLarge", I0E_LARGE, 25),
        ("i1eSmallExact", "as i1eSmall", I1E_SMALL, 30),
        ("i1eLargeExact", "as i1eLarge", I1E_LARGE, 25),
        ("j0SmallExact", "J0(x) / product of x * x - z * z of j0Zeros, t as j0Small", J0_EXACT, 20),
        ("j1SmallExact", "J1(x) / x / the same of j1Zeros", J1_EXACT, 20),
        ("y0SmallExact", "as y0Small", Y0_SMALL, 20),
        ("y1SmallExact", "as y1Small", Y1_SMALL, 20),
        ("p0Exact", "as p0", P0, 14),
        ("q0Exact", "as q0", Q0, 14),
        ("p1Exact", "as p1", P1, 14),
        ("q1Exact", "as q1", Q1, 14),
        ("k0SmallExact", "as k0Small", K0_SMALL, 12),
        ("k0LargeExact", "as k0Large", K0_LARGE, 28),
        ("k1SmallExact", "as k1Small", K1_SMALL, 12),
        ("k1LargeExact", "as k1Large", K1_LARGE, 28),
        ("airyFarExact", "as airyFar", AIRY_FAR, 30),
        ("airyNearExact", "as airyNear", AIRY_NEAR, 28),
        ("airyLargeExact", "as airyLarge", AIRY_LARGE, 26),
        ("airyCosineExact", "as airyCosine", AIRY_COSINE, 10),
        ("airySineExact", "as airySine", AIRY_SINE, 10),
    ],
}


def make_table(name: str, what: str, values: list[float]) -> str:
    """The definition of one array."""
    comment = textwrap.wrap(f"{what}.", 76, initial_indent="/// ", subsequent_indent="/// ")
    numbers = ", ".join(map(repr, values))
    rows = textwrap.wrap(numbers, 76, initial_indent="    ", subsequent_indent="    ")
    head = f"static constexpr double {name}[] = {{"
    return "\n".join([*comment, head, *rows]) + "};\n"


def make() -> str:
    """The whole file."""
    rule = "//===" + "-" * 70 + "===//"
    parts = [
        "//===- SpecialPolynomials.inc - Polynomials of special functions ----------===//\n"
        "//\n"
        "// Written by utils/gen_chebyshev.py; do not edit. Coefficients of the highest\n"
        "// power of t first; t goes from -1 to 1.\n"
        "//\n" + rule + "\n"
    ]
    for title, rows in SECTIONS.items():
        parts.append(f"{rule}\n// {title}\n{rule}\n")
        parts += [
            make_table(name, what, interpolate(function, count))
            for name, what, function, count in rows
        ]
    for name, zeros in (("j0Zeros", J0_ZEROS), ("j1Zeros", J1_ZEROS)):
        what = "Zeros up to 8: the nearest double, and what is left, of each"
        pairs = [(float(z), float(z - mpf(float(z)))) for z in zeros]
        parts.append(make_table(name, what, [x for pair in pairs for x in pair]))
    return "\n".join(parts)


if __name__ == "__main__":
    sys.exit(generated.main(TABLES, make, __doc__ or ""))
