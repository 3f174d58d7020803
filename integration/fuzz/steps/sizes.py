"""Shape arithmetic: numbers computed from sizes, and steps that take them."""

from __future__ import annotations

from integration.fuzz.generate import Generator, Skip, step
from integration.fuzz.steps.views import joined


@step(3)
def number(g: Generator) -> str:
    """A size, or arithmetic over numbers."""
    x = g.t(low=1)
    if g.chance(0.55):
        return g.of(
            f"{x}.shape[{g.dim(x)}]", f"{x}.size({g.dim(x)})", f"{x}.numel()",
            f"{x}.shape[{g.dim(x)}] * {x}.shape[{g.dim(x)}]",
        )  # fmt: skip
    n = g.number()
    m = g.of(n, g.number(), str(g.int(1, 4)))
    return g.of(
        f"{n} + {m}", f"{n} - {m}", f"{n} * {m}", f"{n} // {g.of(2, 3, -2)}", f"{n} % {g.of(2, 3, 4)}",
        f"-{n}", f"max({n}, {m})", f"min({n}, {m})", f"{n} // 2", f"({n} + 1) // 2", f"{n} ** 2",
        f"torch.sym_max({n}, {m})", f"abs({n} - 3)",
    )  # fmt: skip


def positive(g: Generator, limit: int = 12) -> str:
    """A number that can be a size."""
    n = g.number()
    if not all(0 <= v <= limit for v in g.values(n)[:2]):
        raise Skip
    return n


@step(2)
def factory(g: Generator) -> str:
    n = positive(g)
    return g.of(
        f"torch.arange({n})",
        f"torch.zeros({n}, {g.int(1, 3)})",
        f"torch.full(({g.int(1, 3)}, {n}), {g.scalar()})",
        f"torch.ones({n}, dtype=torch.int64)",
        f"torch.arange({n}, dtype=torch.float32)",
        f"torch.arange(1, {n} + 1)",
        f"torch.arange({n} - 1, -1, -1)",
        f"torch.arange(0, {n}, 2)",
        f"torch.tensor({n})",
        f"torch.linspace(0, 1, {n})",
        f"torch.eye({n})",
    )


@step(2.5)
def slices(g: Generator) -> str:
    x = g.t(low=1)
    n = g.number()
    dim = g.dim(x, negative=False)
    text = g.of(
        f":{n}", f"{n}:", f"-{n}:", f":-{n}", f"{n} // 2:", f":{n} // 2", f"1:{n}", f"{n} - 2:",
        f"{n}:{n} + 1", f"::2", f"-({n} // 2):",
    )  # fmt: skip
    return f"{x}[{', '.join([':'] * dim + [text])}]"


@step(1)
def own_slices(g: Generator) -> str:
    """Slices by the operand's own size."""
    x, dim = g.axis(negative=False)
    n = f"{x}.shape[{dim}]"
    text = g.of(f"{n} // 2:", f":{n} // 2", f"{n} - 1:", f":{n} - 1", f"-({n} // 2):", f"{n} % 2:")
    if g.chance(0.5):
        return f"{x}[{', '.join([':'] * dim + [text])}]"
    return g.of(
        f"{x}.narrow({dim}, {n} // 2, {n} - {n} // 2)",
        f"{x}.narrow({dim}, 0, {n} // 2)",
        f"{x}.select({dim}, {n} - 1)",
        f"{x}.split([{n} // 2, {n} - {n} // 2], {dim})",
        f"torch.roll({x}, {n} // 2, {dim})",
    )


@step(1)
def own_writes(g: Generator) -> str:
    """Writes to a part by the operand's own size, as caches have them."""
    x = g.t(low=1)
    if x[0] in "xb" and g.chance(0.5):
        raise Skip
    dim = g.dim(x, negative=False)
    n = f"{x}.shape[{dim}]"
    part = g.of(
        f"{x}.narrow({dim}, {n} // 2, {n} - {n} // 2)",
        f"{x}.narrow({dim}, 0, {n} // 2)",
        f"{x}.select({dim}, {n} - 1)",
        f"{x}[{', '.join([':'] * dim + [f':{n} // 2'])}]",
    )
    return f"!{part}.{g.of('add_', 'mul_', 'fill_', 'copy_')}({g.scalar(g.value(x).dtype)})".replace(
        "copy_", "sub_"
    )


@step(1.5)
def resize(g: Generator) -> str:
    x = g.t()
    n = positive(g, 6)
    sizes = g.sizes(x)
    return g.of(
        f"{x}.unsqueeze(0).expand({joined([n, *sizes])})",
        f"{x}.new_zeros({joined([n])})",
        f"{x}.repeat({', '.join(['1'] * (len(sizes) - 1) + [n]) if sizes else n})",
        f"F.pad({x}, (0, {n}))",
        f"F.pad({x}, ({n}, {n}), value=1)",
        f"{x}.reshape({n}, -1)",
        f"{x}.view(-1, {n})",
        f"F.interpolate({x}, size={n})",
        f"torch.narrow({x}, 0, 0, {n})",
        f"{x}.unflatten(-1, (-1, {n}))",
        f"{x}.select(0, {n} - 1)",
        f"torch.roll({x}, {n}, 0)",
        f"{x}.repeat_interleave({n}, 0)",
    )


@step(1.5)
def arithmetic(g: Generator) -> str:
    x = g.t()
    n = g.number()
    return g.of(f"{x} * {n}", f"{x} / {n}", f"{x} + {n}", f"{n} - {x}", f"{x} / {n} ** 0.5", f"{x} // {n}", f"{x} < {n}", f"torch.full_like({x}, {n})", f"{x}.clamp(max={n})")


@step(0.3)
def item(g: Generator) -> str:
    x = g.t("i", where=lambda v: v.numel() == 1 and 0 <= int(v) < 6)
    if g.chance(0.5):
        return f"{g.t()} + {x}.item()"
    name = g.emit(f"{x}.item()")
    g.emit(f"!torch._check({name} >= 0)")
    g.emit(f"!torch._check({name} < 8)")
    return g.of(f"torch.arange({name})", f"torch.zeros({name}, 2)", f"torch.ones({name}) * {name}")


@step(0.6)
def grid(g: Generator) -> str:
    x = g.t(low=2)
    a, b = g.size(x, 0), g.size(x, 1)
    return g.of(
        f"torch.meshgrid(torch.arange({a}), torch.arange({b}), indexing='ij')[{g.of(0, 1)}]",
        f"torch.arange({a})[:, None] <= torch.arange({b})",
        f"torch.tril(torch.ones({a}, {b}))",
        f"torch.triu(torch.full(({a}, {b}), -inf), diagonal=1)",
        f"torch.arange({a} * {b}).reshape({a}, {b})",
        f"torch.cartesian_prod(torch.arange({a}), torch.arange({b}))",
    )
