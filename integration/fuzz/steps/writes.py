"""In-place writes: to values, through views, by setitem and out=."""

from __future__ import annotations

import torch

from integration.fuzz.generate import Generator, Skip, step
from integration.fuzz.steps.views import slicing


def target(g: Generator, kind: str = "", low: int = 0) -> str:
    """What is written: mostly a variable, and rather a view than its base."""
    names = [n for n in g.tensors() if g.value(n)._is_view()]
    if names and g.chance(0.4) and not kind and not low:
        return g.r.choice(names)
    x = g.t(kind, low)
    if x[0] in "xb" and g.chance(0.5):
        raise Skip
    return x


def target_axis(g: Generator, negative: bool = True) -> tuple[str, int]:
    """What is written, and one of its dimensions."""
    x = target(g, low=1)
    return x, g.dim(x, negative)


def source(g: Generator, x: str) -> str:
    """A number or tensor to write."""
    if g.chance(0.5):
        return g.scalar(g.value(x).dtype)
    return g.near(x)


@step(4)
def arithmetic(g: Generator) -> str:
    x = target(g)
    other = source(g, x)
    operator = g.of("+", "-", "*", "/") if g.chance(0.4) else ""
    if operator:
        return f"!{x} {operator}= {other}"
    name = g.of("add_", "sub_", "mul_", "div_", "copy_", "fill_", "add_", "mul_")
    if name == "copy_":
        other = g.near(x)
    elif name == "fill_" and other[0] in "xbv" and g.value(other).dim():
        other = g.scalar(g.value(x).dtype)
    text = f"{x}.{name}({other})"
    if name == "add_" and g.chance(0.2) and other[0] in "xbv":
        text = f"{x}.add_({other}, alpha={g.of(2, -1, 3)})"
    return g.of("!", "") + text


@step(2)
def unary(g: Generator) -> str:
    x = target(g)
    name = g.of(
        "zero_()", "neg_()", "abs_()", "relu_()", "clamp_(-1, 1)", "clamp_min_(0)", "sigmoid_()",
        "tanh_()", "exp_()", "square_()", "logical_not_()", "floor_()", "fill_(2)", "sqrt_()",
    )
    return f"{g.of('!', '')}{x}.{name}"


@step(3)
def set_slice(g: Generator) -> str:
    x = target(g)
    index = slicing(g, x, full=0.2)
    part = eval(f"value[{index}]", {"value": g.value(x)})  # noqa: S307
    if g.chance(0.5):
        return f"!{x}[{index}] = {g.scalar(part.dtype)}"
    shape = part.shape

    def fits(value: torch.Tensor) -> bool:
        try:
            return torch.broadcast_shapes(value.shape, shape) == shape
        except RuntimeError:
            return False

    if g.chance(0.4):
        return f"!{x}[{index}] {g.of('+', '*', '-')}= {g.scalar(part.dtype)}"
    try:
        other = g.t(where=fits)
    except Skip:
        other = g.add_buffer(tuple(shape[1:]), part.dtype)
    return f"!{x}[{index}] = {other}"


@step(2)
def set_mask(g: Generator) -> str:
    x = target(g)
    shape = g.value(x).shape
    try:
        mask = g.t("b", where=lambda v: v.shape == shape)
    except Skip:
        mask = f"({x} {g.of('>', '<', '!=')} {g.scalar(g.value(x).dtype, small=True)})"
    value = g.scalar(g.value(x).dtype)
    return g.of(
        f"!{x}[{mask}] = {value}",
        f"!{x}.masked_fill_({mask}, {value})",
        f"{x}.masked_fill_({mask}, {value})",
        f"{x}.masked_fill({mask}, {value})",
    )


@step(2)
def set_items(g: Generator) -> str:
    x, dim = target_axis(g, negative=False)
    value = g.value(x)
    size = g.within(x, dim)
    count = g.int(1, 3)
    items = [g.int(-size, size - 1) for _ in range(count)]
    # Which of several writes to one place wins is not defined.
    if len({i % size for i in items}) < count:
        items = items[:1]
    index = f"torch.tensor({items})"
    positive = f"torch.tensor({[i % size for i in items]})"
    number = g.scalar(value.dtype)
    choices = [
        f"!{x}[{', '.join([':'] * dim + [index])}] = {number}",
        f"!{x}.index_fill_({dim}, {positive}, {number})",
        f"!{x}.index_add_({dim}, {positive}, {x}.narrow({dim}, 0, {len(items)}).clone())",
        f"!{x}.index_copy_({dim}, {positive}, {x}.narrow({dim}, 0, {len(items)}).clone())",
    ]
    if not dim:
        choices.append(f"!{x}.index_put_(({index},), {x}[0].clone(), accumulate=True)")
        choices.append(f"!{x}.index_put_(({index},), torch.tensor({number}, dtype={value.dtype}))")
    return g.r.choice(choices)


@step(0.6)
def diagonal(g: Generator) -> str:
    x = target(g, low=2)
    value = g.scalar(g.value(x).dtype)
    return g.of(
        f"!{x}.fill_diagonal_({value})",
        f"!{x}.diagonal({g.int(-1, 1)}, {g.dim(x)}, {g.dim(x)}).fill_({value})",
        f"!{x}.diagonal({g.int(-1, 1)}, {g.dim(x)}, {g.dim(x)}).add_({value})",
        f"{x}.tril_()",
        f"{x}.triu_(1)",
    )


@step(2)
def through_view(g: Generator) -> str:
    x, dim = target_axis(g)
    value = g.scalar(g.value(x).dtype)
    view = g.of(
        f"{x}.view(-1)",
        f"{x}.flatten()",
        f"{x}.transpose(0, -1)",
        f"{x}.select({dim}, 0)",
        f"{x}.narrow({dim}, 0, 1)",
        f"{x}.unsqueeze(0)",
        f"{x}[::2]",
        f"{x}.unbind({dim})[-1]",
        f"{x}.chunk(2, {dim})[0]",
        f"{x}.reshape(-1)",
        f"{x}.detach()",
        f"{x}.to({g.value(x).dtype})",
        f"{x}.contiguous()",
        f"{x}.unfold({dim}, 1, 2)",
        f"{x}.expand_as({x})",
        f"{x}.type_as({x})",
        f"{x}.squeeze(0)",
    )
    return f"!{view}.{g.of('add_', 'mul_', 'fill_', 'sub_')}({value})"


@step(0.6)
def out(g: Generator) -> str:
    x = target(g)
    shape, dtype = g.value(x).shape, g.value(x).dtype
    a = g.t(where=lambda v: v.shape == shape and v.dtype == dtype)
    b = g.of(a, g.scalar(dtype), x)
    return g.of("!", "") + g.of(
        f"torch.{g.of('add', 'mul', 'sub')}({a}, {b}, out={x})",
        f"torch.{g.of('neg', 'abs', 'relu', 'square')}({a}, out={x})".replace(
            "torch.relu", "torch.sign"
        ),
        f"torch.mul({a}, {b}, out={x}[:])",
        f"torch.clamp({a}, -1, 1, out={x})",
    )


@step(0.6)
def metadata(g: Generator) -> str:
    x = target(g, low=1)
    if x[0] in "xb" and g.chance(0.7):
        raise Skip
    return g.of(
        f"{x}.squeeze_()",
        f"{x}.unsqueeze_({g.of(0, -1)})",
        f"{x}.transpose_({g.dim(x)}, {g.dim(x)})",
        f"{x}.t_()",
    )


@step(0.8)
def scatter(g: Generator) -> str:
    x, dim = target_axis(g)
    size = g.within(x, dim)
    try:
        index = g.t(
            "i",
            where=lambda v: v.dtype == torch.int64
            and v.dim() == g.value(x).dim()
            and v.numel() > 0
            and 0 <= int(v.min()) <= int(v.max()) < size,
        )
    except Skip:
        if not g.is_static(x) or not g.value(x).numel():
            raise
        shape = g.value(x).shape
        index = f"(torch.arange({g.value(x).numel()}).reshape({tuple(shape)}) % {size})"
    return g.of(
        f"!{x}.scatter_({dim}, {index}, {g.scalar(g.value(x).dtype)})",
        f"!{x}.scatter_add_({dim}, {index}, {x}.clone())",
        f"{x}.scatter_add({dim}, {index}, {x})",
        f"{x}.scatter({dim}, {index}, {g.scalar(g.value(x).dtype)})",
        f"{x}.scatter_reduce({dim}, {index}, {x}, "
        f"'{g.of('sum', 'amax', 'amin', 'prod', 'mean')}', include_self={g.of(True, False)})",
    )
