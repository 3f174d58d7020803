"""Several views of one tensor: writes through one are read through another."""

from __future__ import annotations

import torch

from integration.fuzz.generate import Generator, Skip, step
from integration.fuzz.steps.writes import source, target, target_axis

#: Elementwise operators whose results torch.export may record other strides of than
#: eager has, and others beside them.
BINARY = ("//", "+", "*", "torch.xlogy", "torch.copysign", "torch.maximum", "torch.logaddexp")


def views(g: Generator, x: str) -> list[str]:
    """Views of a tensor, as expressions."""
    value = g.value(x)
    rank = value.dim()
    found = [f"{x}.view(-1)", f"{x}.unsqueeze(0)", f"{x}.detach()", f"{x}.view_as({x})"]
    if not rank:
        return found
    d, e = g.dim(x), g.dim(x)
    found += [
        f"{x}.transpose({d}, {e})",
        f"{x}.movedim({d}, {e})",
        f"{x}.select({d}, {g.of(0, -1)})",
        f"{x}.narrow({d}, 0, 1)",
        f"{x}[{g.of('1:', ':-1', '::2', '-1:', '...')}]",
        f"{x}.unbind({d})[{g.of(0, -1)}]",
        f"{x}.chunk(2, {d})[{g.of(0, -1)}]",
        f"{x}.split(2, {d})[{g.of(0, -1)}]",
        f"{x}.tensor_split(2, {d})[{g.of(0, -1)}]",
        f"{x}.unfold({d}, {g.of(1, 2)}, 2)",
        f"{x}.expand_as({x})",
        f"{x}.reshape(-1)",
        f"{x}.contiguous()",
        f"{x}.flatten()",
        f"torch.atleast_2d({x})",
        f"{x}.squeeze({d})",
    ]
    if rank >= 2:
        found += [f"{x}.diagonal({g.int(-1, 1)}, 0, {g.of(1, -1)})", f"{x}.flatten(0, 1)"]
        order = list(range(rank))
        g.r.shuffle(order)
        found += [f"{x}.permute({', '.join(map(str, order))})"] * 2
    if g.is_static(x) and x[0] in "xv" and value.is_contiguous() and value.numel() > 3:
        found.append(f"{x}.as_strided((2,), ({g.of(1, 2)},))")
    if value.dtype in (torch.float32, torch.int32) and g.chance(0.1):
        other = torch.int32 if value.dtype == torch.float32 else torch.float32
        found.append(f"{x}.view({other})")
    return found


def write(g: Generator, x: str) -> str:
    """A write to what an expression gives."""
    dtype = g.value(x).dtype if x in g.tensors() else torch.float32
    number = g.scalar(dtype, small=True)
    return f"{x}.{g.of('add_', 'mul_', 'fill_', 'sub_', 'clamp_min_')}({number})"


@step(1.5)
def view_and_write(g: Generator) -> str | None:
    """A view that stays, a write to the base or through the view, both are read."""
    x = target(g)
    view = g.emit(g.r.choice(views(g, x)))
    if g.chance(0.4):
        g.emit("!" + write(g, x))
    else:
        g.emit("!" + write(g, view))
    if g.chance(0.4):
        g.emit(f"{x} * 2" if g.value(x).dtype != torch.bool else f"~{x}")
    return None


@step(1)
def two_views(g: Generator) -> str | None:
    """Writes through two views of one tensor, which may overlap."""
    x = target(g, low=1)
    first = g.emit(g.r.choice(views(g, x)))
    second = g.emit(g.r.choice(views(g, first if g.chance(0.4) else x)))
    g.emit("!" + write(g, first))
    g.emit("!" + write(g, second))
    if g.chance(0.5):
        g.emit(f"!{first}.copy_({second}.clone().sum())")
    return None


@step(1)
def copies(g: Generator) -> str:
    """copy_ with other sizes and dtypes, through a view."""
    x = target(g)
    view = g.r.choice(views(g, x))
    other = g.of("torch.tensor(2.5)", "torch.tensor([3])", "torch.tensor(True)", source(g, x))
    if not other.startswith("torch") and not other[0].isalpha():
        other = f"torch.tensor({other})"
    return f"!{view}.copy_({other})"


@step(1)
def puts(g: Generator) -> str:
    """Indices and masks through a view."""
    x, dim = target_axis(g, negative=False)
    value = g.value(x)
    number = g.scalar(value.dtype, small=True)
    view = g.of(x, f"{x}.transpose(0, {dim})", f"{x}.view({x}.shape)", f"{x}[:]")
    return g.of(
        f"!{view}[torch.tensor([0])] = {number}",
        f"!{view}.index_put_((torch.tensor(0),), torch.tensor({number}, dtype={value.dtype}))",
        f"!{view}.masked_fill_({view} > 0, {number})",
        f"!{view}.index_fill_(0, torch.tensor([0]), {number})",
        f"!{view}[0] = {view}[-1].clone()",
        f"!{view}[..., 0] += {number}",
        f"!{view}.index_copy_(0, torch.tensor([0]), {view}[-1:].clone())",
    )


@step(1)
def parts(g: Generator) -> str | None:
    """A write to each part of a tensor."""
    x, dim = target_axis(g)
    many = g.of(f"{x}.chunk(2, {dim})", f"{x}.split(1, {dim})", f"{x}.unbind({dim})")
    first = g.emit(many)
    count = len([n for n in g.statements[-1].defines])
    names = [f"{first[0]}{int(first[1:]) + k}" for k in range(count)]
    for name in names[:3]:
        g.emit("!" + write(g, name))
    if g.chance(0.3):
        g.emit(f"!{names[0]}.copy_({names[-1]}.clone())")
    return None


@step(0.7)
def lists(g: Generator) -> str:
    """Operators that write to the tensors of a list."""
    x = target(g)
    value = g.value(x)
    if not value.dtype.is_floating_point:
        raise Skip
    y = target(g, "f")
    items = g.of(f"[{x}, {y}]", f"[{x}]", f"list({x}.unbind(0))", f"[{x}[:1], {y}]")
    number = g.scalar(value.dtype, small=True)
    return g.of(
        f"!torch._foreach_add_({items}, {number})",
        f"!torch._foreach_mul_({items}, {number})",
        f"!torch._foreach_neg_({items})",
        f"!torch._foreach_clamp_max_({items}, {number})",
        f"!torch._foreach_maximum_([{x}], [{y}])",
        f"!torch._foreach_addcmul_([{x}], [{x}.clone()], [{x} * 2], 0.5)",
        f"torch._foreach_sub([{x}, {y}], {number})",
        f"!torch._foreach_zero_({items})",
    )


@step(1)
def layouts(g: Generator) -> str | None:
    """Whether a reshape is a view depends on strides that an operator chose."""
    x = g.t(low=2, kind="fi")
    rank = g.value(x).dim()
    order = list(range(rank))
    g.r.shuffle(order)
    moved = f"{x}.permute({', '.join(map(str, order))})"
    other = g.of(g.near(x), x, moved, "2")
    name = g.r.choice(BINARY)
    a, b = g.of((moved, other), (other, moved)) if other[0] in "xbv" else (moved, other)
    text = f"{name}({a}, {b})" if "." in name and b != "2" else f"{a} {g.of('//', '+')} {b}"
    made = g.emit(text)
    seen = g.emit(f"{made}.{g.of('reshape(-1)', 'flatten()', 'flatten(0, 1)', 'reshape(1, -1)')}")
    g.emit("!" + write(g, g.of(made, seen)))
    return None


@step(0.5)
def out_dtypes(g: Generator) -> str | None:
    """out= of another dtype than the result, or through a view."""
    x = g.t("f", low=1)
    value = g.value(x)
    if not g.is_static(x):
        raise Skip
    dtype = g.of("torch.float64", "torch.float32", str(value.dtype))
    shape = tuple(value.shape)
    made = g.emit(f"torch.zeros({shape}, dtype={dtype})")
    call = g.of(
        f"torch.add({x}, {x}, out={made})",
        f"torch.cumsum({x}, 0, out={made})",
        f"torch.sum({x}, 0, out={made}[0])",
        f"torch.sum({x}, 0, keepdim=True, out={made}[:1])",
        f"torch.cat([{x}[:1], {x}[1:]], out={made})",
        f"torch.exp({x}, out={made}.view({shape}))",
    )
    g.emit("!" + call)
    return made + ".clone()"
