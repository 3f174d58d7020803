"""Elementwise functions have a relative error, from 1e-30 to 1e30.

assert_close allows an absolute error, under which functions may lose all their
digits near zero. Here a result may differ from that of double precision by some
roundings, or by a few times what eager differs by.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.testing._internal.common_methods_invocations import unary_ufuncs

from integration.numerics.program import Function, Program

ROUNDINGS = 64
OF_EAGER = 4
#: Below, numbers of single precision are not normal.
LEAST = 1e-37

#: Why an operator is not held to it.
EXCEPTIONS = {
    "sigmoid": "ONNX Runtime's Sigmoid is 0 below -18",
    "nn.functional.silu": "ONNX Runtime's Sigmoid is 0 below -18",
    "nn.functional.tanhshrink": "a difference in eager, too, of another tanh",
    "nn.functional.mish": "ONNX Runtime's Mish has no subnormal numbers",
    "special.airy_ai": "eager is NaN for large numbers only on some processors",
    "special.ndtr": "(1 + erf) / 2 in eager, too, of another erf",
}

#: Activations that the database has under another form.
ACTIVATIONS = ("elu", "celu", "selu", "softplus", "logsigmoid", "hardswish")

#: What is exact to double precision.
IN_DOUBLE = {
    "expm1": torch.expm1,
    "log1p": torch.log1p,
    "elu": F.elu,
    "celu": F.celu,
    "selu": F.selu,
    "softplus": F.softplus,
    "logsigmoid": F.logsigmoid,
    "logaddexp": lambda x: torch.logaddexp(x, -x),
    "xlog1py": lambda x: torch.special.xlog1py(x, x.abs()),
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "glu": lambda x: F.glu(torch.stack([x, x])[None], 1).flatten(),
    "erfc": torch.erfc,
    "erfcx": torch.special.erfcx,
    "erfinv": torch.erfinv,
    "i0": torch.i0,
    "i0e": torch.special.i0e,
    "i1": torch.special.i1,
    "i1e": torch.special.i1e,
    "log_ndtr": torch.special.log_ndtr,
    "modified_bessel_k0": torch.special.modified_bessel_k0,
    "modified_bessel_k1": torch.special.modified_bessel_k1,
    "ndtri": torch.special.ndtri,
    "scaled_modified_bessel_k0": torch.special.scaled_modified_bessel_k0,
    "scaled_modified_bessel_k1": torch.special.scaled_modified_bessel_k1,
}


def _numbers(dtype: torch.dtype) -> Tensor:
    powers = 10.0 ** torch.arange(-30, -2, dtype=torch.float64)
    medium = [0.01, 0.1, 0.3, 0.5, 0.9, 1, 1.5, 2, 3, 5, 9, 12, 15, 18, 25, 40, 80, 88]
    large = [100, 1e3, 1e5, 1e10, 1e20, 1e30]
    positive = torch.cat([powers, torch.tensor(medium + large, dtype=torch.float64)])
    special = torch.tensor([0.0, -0.0, torch.inf, -torch.inf, torch.nan])
    return torch.cat([-positive, positive, special.double()]).to(dtype)


def _differences(actual: Tensor, expected: Tensor, exact: Tensor, x: Tensor) -> str:
    """The first number with too large an error; "" when there is none."""
    finite = expected.isfinite() & exact.isfinite()

    def error(value: Tensor) -> Tensor:
        relative = (value.double() - exact).abs() / exact.abs().clamp_min(LEAST)
        same = (value == expected) | (value.isnan() & expected.isnan())
        elsewhere = torch.where(same, 0.0, torch.inf).double()
        return torch.where(finite, relative, elsewhere).nan_to_num(torch.inf)

    allowed = ROUNDINGS * torch.finfo(x.dtype).eps + OF_EAGER * error(expected)
    wrong = (error(actual) > allowed).nonzero().flatten().tolist()
    if not wrong:
        return ""
    i = wrong[0]
    return f"at {x[i]}: {actual[i]} instead of {expected[i]} ({len(wrong)} numbers)"


def _check(functions: dict[str, Function], x: Tensor, folder: Path) -> None:
    program = Program(list(functions.values()), [x], folder)
    wrong = {}
    for (name, function), (actual, expected) in zip(
        functions.items(), program.run(x), strict=True
    ):
        exact = function(x.double())
        if text := _differences(actual, expected, exact, x):
            wrong[name] = text
    assert not wrong


def test_single_precision(compiler: str, tmp_path: Path) -> None:
    """All unary functions of the operator database, and activations."""
    x = _numbers(torch.float32)
    functions: dict[str, Function] = {}
    for info in unary_ufuncs:
        name = info.full_name
        if name.startswith(("_refs", "jiterator")) or name in EXCEPTIONS:
            continue
        if torch.float32 not in info.dtypes:
            continue
        try:
            result = info.op(x)
        except (RuntimeError, TypeError):
            continue  # It wants more arguments.
        if isinstance(result, Tensor) and result.dtype == x.dtype:
            functions[name] = info.op
    assert len(functions) > 80
    for name in ACTIVATIONS:
        functions["functional." + name] = getattr(F, name)
    _check(functions, x, tmp_path)


def test_double_precision(compiler: str, tmp_path: Path) -> None:
    """Formulas that have their own form for doubles."""
    _check(IN_DOUBLE, _numbers(torch.float64), tmp_path)


@pytest.mark.parametrize("other", [1e-20, 1.0, 3.0])
def test_two_numbers(other: float, compiler: str, tmp_path: Path) -> None:
    """Functions of two numbers that are made of logarithms."""
    functions: dict[str, Function] = {
        "logaddexp": lambda x: torch.logaddexp(x, x * other),
        "logaddexp2": lambda x: torch.logaddexp2(x, x * other),
        "xlog1py": lambda x: torch.special.xlog1py(x * other, x.abs()),
        "xlogy": lambda x: torch.xlogy(x * other, x.abs()),
        "atan2": lambda x: torch.atan2(x, x * other),
    }
    _check(functions, _numbers(torch.float32), tmp_path)


def test_gamma(compiler: str, tmp_path: Path) -> None:
    """Shares of the gamma distribution up to large orders, on both sides of the mean."""
    orders = torch.tensor([0.5, 3, 100, 1e5, 2e6, 1e8, 1e20], dtype=torch.float64)
    deviations = torch.tensor([-6, -2, -0.3, 0, 0.1, 1, 5], dtype=torch.float64)
    a = orders[:, None].expand(7, 7).float().contiguous()
    x = (a.double() + deviations * a.double().sqrt()).clamp_min(0.1).float()
    functions: list[Function] = [torch.special.gammainc, torch.special.gammaincc]
    program = Program(functions, [a, x], tmp_path)
    for function, (actual, _) in zip(functions, program.run(a, x), strict=True):
        exact = function(a.double(), x.double())
        torch.testing.assert_close(actual.double(), exact, rtol=1e-5, atol=1e-7)
