"""Arithmetic, comparisons and casts over mixed dtypes."""

from __future__ import annotations

import torch

from integration.fuzz.generate import DTYPES, Generator, Skip, step

BINARY = (
    "add", "sub", "mul", "div", "add", "mul", "maximum", "minimum", "floor_divide", "remainder",
    "fmod", "pow", "atan2", "fmax", "fmin", "hypot", "copysign", "xlogy", "true_divide", "rsub",
    "logaddexp", "heaviside", "nextafter", "float_power",
)  # fmt: skip
COMPARE = ("eq", "ne", "lt", "le", "gt", "ge", "logical_and", "logical_or", "logical_xor", "isclose")
UNARY = (
    "relu", "sigmoid", "tanh", "exp", "neg", "abs", "sqrt", "rsqrt", "log", "log1p", "expm1", "sin",
    "cos", "floor", "ceil", "round", "trunc", "frac", "sign", "sgn", "square", "reciprocal", "erf",
    "isnan", "isinf", "isfinite", "logical_not", "nan_to_num", "atan", "asinh", "sinh", "cosh",
    "signbit", "positive", "exp2", "log2", "log10", "erfc", "tan", "asin", "acos", "acosh", "atanh",
    "deg2rad", "logit", "sinc", "lgamma", "digamma", "i0", "isposinf", "isneginf",
)  # fmt: skip
ACTIVATIONS = (
    "gelu", "silu", "elu", "selu", "softplus", "hardtanh", "hardsigmoid", "hardswish", "relu6",
    "leaky_relu", "mish", "logsigmoid", "celu", "softsign", "tanhshrink", "hardshrink",
    "softshrink", "sigmoid", "relu", "tanh",
)  # fmt: skip


@step(8)
def operators(g: Generator) -> str:
    """Python operators of tensors and numbers, on both sides."""
    x = g.t()
    other = g.scalar() if g.chance(0.45) else g.near(x)
    pair = [x, other]
    if g.chance(0.4):
        pair.reverse()
    operator = g.of("+", "-", "*", "/", "+", "*", "//", "%", "**")
    if operator == "**":
        small = g.of("2", "3", "0.5", "-1", "1", "0", "2.0", "-0.5")
        return f"{x} ** {small}" if g.chance(0.8) else f"2 ** {x}"
    if operator in ("//", "%") and g.chance(0.5):
        pair = [x, g.of("2", "3", "-2", "2.5", "5")]
    left, right = (f"({p})" if p.startswith("-") else p for p in pair)
    return f"{left} {operator} {right}"


@step(5)
def binary(g: Generator) -> str:
    x = g.t()
    y = g.near(x)
    name = g.r.choice(BINARY)
    if name == "copysign" and any(bool(v.isnan().any()) for v in g.values(y)):
        raise Skip
    if name == "rsub":
        return f"torch.rsub({x}, {g.of(y, g.scalar())})"
    if name in ("add", "sub") and g.chance(0.3):
        return f"torch.{name}({x}, {y}, alpha={g.of('2', '-1', '0.5', '3')})"
    if name == "div" and g.chance(0.5):
        mode = g.of("floor", "trunc")
        return f"torch.div({x}, {g.of(y, g.scalar())}, rounding_mode='{mode}')"
    return f"torch.{name}({x}, {y})"


@step(3)
def compare(g: Generator) -> str:
    x = g.t()
    y = g.near(x)
    if g.chance(0.5):
        return f"{x} {g.of('<', '>', '<=', '>=', '==', '!=')} {g.of(y, g.scalar())}"
    return f"torch.{g.r.choice(COMPARE)}({x}, {y})"


@step(1.5)
def bits(g: Generator) -> str:
    x = g.t("ib")
    y = g.of(g.scalar(g.value(x).dtype), g.near(x))
    return g.of(
        f"{x} {g.of('&', '|', '^')} {y}",
        f"~{x}",
        f"{x} {g.of('<<', '>>')} {g.of(1, 2, 3)}",
        f"torch.bitwise_{g.of('and', 'or', 'xor')}({x}, {g.near(x)})",
    )


@step(5)
def unary(g: Generator) -> str:
    x = g.t("f" if g.chance(0.8) else "")
    name = g.r.choice(UNARY)
    if name == "signbit" and any(bool(v.isnan().any()) for v in g.values(x)):
        raise Skip  # the sign of a NaN is nobody's promise
    return f"torch.{name}({x})"


@step(2)
def activation(g: Generator) -> str:
    x = g.t("f")
    extra = ""
    name = g.r.choice(ACTIVATIONS)
    if name == "gelu" and g.chance(0.5):
        extra = ", approximate='tanh'"
    elif name == "leaky_relu":
        extra = g.of("", ", 0.2", ", -0.5")
    elif name == "softplus":
        extra = g.of("", ", 2.0, 1.0")
    return f"F.{name}({x}{extra})"


@step(1)
def parametric(g: Generator) -> str:
    x = g.t("f")
    return g.of(
        f"F.threshold({x}, 0.1, {g.scalar()})",
        f"torch.clamp({x}, min={g.scalar()})",
        f"torch.nan_to_num({x}, nan=1.0, posinf=2.0)",
        f"torch.lerp({x}, {x} + 1, {g.of(0.5, 0.25, 2.0)})",
        f"F.prelu({x}, {g.add_buffer((1,), g.value(x).dtype)})",
        f"torch.round({x}, decimals={g.of(1, 2, -1)})",
        f"torch.addcmul({x}, {g.near(x)}, {g.near(x)}, value={g.of(0.5, 2)})",
        f"torch.addcdiv({x}, {x}, {x} * {x} + 1, value=0.5)",
        f"torch.polar({x}, {x}).abs()",
        f"torch.logit({x}, eps=0.1)",
        f"F.glu({x}, {g.dim(x)})",
    )


@step(2)
def clamp(g: Generator) -> str:
    x = g.t()
    return g.of(
        f"{x}.clamp({g.of(-1, 0, 0.5, -2.5)}, {g.of(1, 2, 1.5)})",
        f"{x}.clamp(min={g.near(x)})",
        f"{x}.clamp({g.near(x)}, {g.near(x)})",
        f"{x}.clamp(max={g.scalar()})",
    )


@step(3)
def where(g: Generator) -> str:
    x = g.t()
    y = g.near(x)
    try:
        shape = g.value(x).shape
        condition = g.t("b", where=lambda v: v.shape == shape)
    except Skip:
        condition = f"({x} {g.of('>', '<=', '!=')} {g.of(g.scalar(), y)})"
    left = g.of(x, x, g.scalar())
    right = g.of(y, y, g.scalar())
    return f"torch.where({condition}, {left}, {right})"


def castable(g: Generator, x: str, dtype: torch.dtype) -> bool:
    """Whether the values fit: other conversions are not defined."""
    if dtype.is_floating_point or dtype == torch.bool:
        return True
    for value in g.values(x):
        if value.dtype.is_floating_point and value.numel():
            info = torch.iinfo(dtype)
            wide = value.double()
            if not bool(wide.isfinite().all()):
                return False
            if wide.min() < max(info.min, -(2**62)) or wide.max() > min(info.max, 2**62):
                return False
    return True


@step(3)
def cast(g: Generator) -> str:
    x = g.t()
    dtype = g.r.choice(list(DTYPES))
    if g.chance(0.3):
        dtype = torch.float32
    if not castable(g, x, dtype):
        raise Skip
    y = g.t(where=lambda v: v.dtype == dtype) if g.chance(0.3) else None
    if y is not None:
        return g.of(f"{x}.type_as({y})", f"{x}.to({y})")
    return g.of(f"{x}.to({dtype})", f"{x}.type({dtype})")


@step(1)
def constants(g: Generator) -> str:
    dtype = g.dtype()
    x = g.t()
    return g.of(
        f"torch.tensor({g.scalar(dtype)}, dtype={dtype})",
        f"torch.full({g.static_shape(0, 2)}, {g.scalar(dtype)}, dtype={dtype})",
        f"torch.arange({g.of('5', '1, 7, 2', '0.5, 3.0, 0.5', '6, 0, -2')})",
        f"torch.ones_like({x})",
        f"torch.zeros_like({x})",
        f"torch.full_like({x}, {g.scalar(g.value(x).dtype)})",
        f"{x}.new_zeros({g.static_shape(0, 3)})",
        f"{x}.new_full({g.static_shape(0, 2)}, {g.scalar(g.value(x).dtype)})",
        f"torch.linspace(0, 1, {g.int(1, 5)})",
        f"torch.eye({g.int(1, 4)})",
        f"torch.tensor({g.scalar()})",
    )
