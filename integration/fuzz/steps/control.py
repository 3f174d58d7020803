"""Branches, loops and maps, and sizes that depend on data."""

from __future__ import annotations

from integration.fuzz.generate import Generator, Skip, step

#: How the operators are called in a program.
HOPS = "torch._higher_order_ops."


def _outer(g: Generator, name: str, dims: int | None = None) -> str:
    """A value from outside that broadcasts to a tensor, or a number."""
    shape = g.value(name).shape
    if dims is not None:
        shape = shape[len(shape) - dims :]
    if g.chance(0.4):
        return g.scalar(small=True)
    if g.chance(0.3):
        return g.number()

    def fits(value: object) -> bool:
        if len(value.shape) > len(shape):
            return False
        sizes = shape[len(shape) - len(value.shape) :]
        return all(a in (1, b) for a, b in zip(value.shape, sizes))

    return g.t("s", where=fits)


def body(g: Generator, name: str, like: str, dims: int | None = None) -> str:
    """An expression of the dtype and shape of its argument, which is new memory."""
    text = name
    for _ in range(g.int(1, 3)):
        kind = g.int(0, 5)
        if kind == 0:
            text = f"{text}.{g.of('sin', 'cos', 'tanh', 'relu', 'sigmoid', 'abs')}()"
        elif kind == 1:
            text = f"({text} {g.of('+', '-', '*')} {_outer(g, like, dims)})"
        elif kind == 2:
            text = f"({text} * {g.of(0.5, -1.0, 2, 0.25)} + {name})"
        elif kind == 3:
            text = f"torch.where({name} > {g.of(0, 0.5)}, {text}, {name} * 0.5)"
        elif kind == 4:
            text = f"({text} - {name}.mean())"
        else:
            text = f"({text}).clamp({g.of(-1, -2)}, {g.of(1, 2.5)})"
    return f"({text} * 0.5)"


def condition(g: Generator) -> str:
    """Something that differs between inputs, mostly."""
    if g.chance(0.25):
        return f"{g.number()} {g.of('>', '<=', '==')} {g.int(1, 5)}"
    x = g.t(where=lambda v: v.numel() > 0)
    return g.of(f"({x}.sum() > {g.int(-1, 2)})", f"({x} > 0).any()", f"({x}.max() < {g.int(0, 3)})")


def _branch(g: Generator, name: str, like: str, depth: int) -> str:
    if depth and g.chance(0.4):
        return _cond(g, name, like, depth - 1)
    if depth and g.chance(0.2):
        return _loop(g, name, like)
    return body(g, name, like)


def _cond(g: Generator, name: str, like: str, depth: int) -> str:
    inner = f"a{depth}"
    first, second = (_branch(g, inner, like, depth) for _ in range(2))
    return f"torch.cond({condition(g)}, lambda {inner}: {first}, lambda {inner}: {second}, ({name},))"


def _loop(g: Generator, name: str, like: str) -> str:
    bound = str(g.int(0, 4))
    if g.chance(0.3):
        bound = f"({g.t('i', where=lambda v: v.numel() > 0)}.sum() % 4)"
    return (
        f"{HOPS}while_loop(lambda i, a: i < {bound}, "
        f"lambda i, a: (i + 1, {body(g, 'a', like)}), (torch.tensor({g.int(0, 1)}), {name}))[1]"
    )


@step(1.2)
def branches(g: Generator) -> str:
    x = g.t("s")
    return _cond(g, x, x, g.int(0, 1))


@step(0.8)
def branches_of_two(g: Generator) -> str:
    x = g.t("s")
    y = g.t()
    return (
        f"torch.cond({condition(g)}, lambda a, b: ({body(g, 'a', x)}, b.clone()), "
        f"lambda a, b: ({body(g, 'a', x)}, b + b), ({x}, {y}))"
    )


@step(1)
def loops(g: Generator) -> str:
    x = g.t("s")
    return _loop(g, x, x)


@step(1)
def scans(g: Generator) -> str:
    x = g.t("s", low=1, where=lambda v: v.shape[0] > 0)
    first = body(g, "c", x, g.value(x).dim() - 1)
    step_ = f"lambda c, s: ({first} + s * 0.5, {g.of('c.clone()', 's.sin()', 'c * s', 'c.sum()')})"
    reverse = g.of("", ", reverse=True")
    return f"{HOPS}scan({step_}, {x}.sum(0), {x}{reverse})"


@step(1)
def maps(g: Generator) -> str:
    x = g.t("s", low=1, where=lambda v: v.shape[0] > 0)
    text = body(g, "s", x, g.value(x).dim() - 1)
    if g.chance(0.4):
        text = f"({text}, s.sum())"
    return f"{HOPS}map(lambda s: {text}, {x})"


@step(1.5)
def vmaps(g: Generator) -> str:
    x = g.t(low=1, where=lambda v: v.shape[0] > 0)
    rank = g.value(x).dim() - 1
    one = g.of("s * 2", "s.sum()", "s + s.amax()", "s.flatten()", "s > 0", "s.unsqueeze(-1)", "-s")
    if rank:
        one = g.of(
            one, f"s.sum({g.int(-rank, rank - 1)})", f"s.flip({g.int(0, rank - 1)})",
            f"s.cumsum({g.int(-rank, rank - 1)})", f"s.select({g.int(-rank, rank - 1)}, 0)",
            f"torch.stack([s, s], {g.int(-rank - 1, rank)})", "torch.cat([s, s * 2])",
            f"s.transpose(0, {g.int(-rank, rank - 1)})", "s.reshape(-1)", "s[None].expand(2, *s.shape)",
            f"s.argmax({g.int(-rank, rank - 1)})", f"s.float().softmax({g.int(-rank, rank - 1)})",
            "s.float() @ s.float().transpose(0, -1)", f"s.mean({g.int(-rank, rank - 1)}, True)",
        )  # fmt: skip
    if g.chance(0.5):
        other = g.t()
        one = f"({one}) {g.of('+', '*', '-', '<')} {other}"
    if rank and g.chance(0.25):
        return f"torch.vmap(torch.vmap(lambda s, t: s * t, (None, 0)), (0, None))({x}, {x})"
    return f"torch.vmap(lambda s: {one})({x})"


# Sizes that only the values tell.


def _several(g: Generator, x: str) -> str:
    return g.of(f"{x}.shape[0]", f"{x}.sum(0)", f"{x} * 2", f"{x}.numel()", f"torch.cat([{x}, {x}])")


@step(1.5)
def data_dependent(g: Generator) -> str:
    x = g.t(low=1)
    if g.value(x).dtype.is_floating_point or not g.value(x).dtype.is_signed:
        mask = f"({x} > 0)"
    else:
        mask = f"({x} != {g.int(0, 2)})"
    name = g.emit(
        g.of(
            f"{x}.nonzero()", f"{mask}.nonzero()", f"torch.masked_select({x}, {mask})", f"{x}[{mask}]",
            f"{x}.flatten()[{mask}.flatten()]", f"torch.unique({x})",
        )  # fmt: skip
    )
    for _ in range(g.int(0, 2)):
        name = g.emit(
            g.of(
                f"{name} * 2", f"torch.cat([{name}, {name}])", f"{name}.flip(0)",
                f"{name} + torch.arange({name}.shape[0]).reshape(-1, *([1] * ({name}.dim() - 1)))",
                f"{name}[{name}.shape[0] // 2:]", f"torch.zeros({name}.shape[0], 2)",
            )  # fmt: skip
        )
    return g.of(f"{name}.sum(0)", f"{name} + 1", f"{name}.sum()", f"{name}.float().abs()")


@step(0.7)
def repeats(g: Generator) -> str:
    counts = g.t("i", 1, 1, where=lambda v: bool(((v >= 0) & (v < 5)).all()))
    size = g.value(counts).shape[0]
    x = g.t(low=1, where=lambda v: v.shape[0] == size)
    if any(not bool((v >= 0).all()) for v in g.values(counts)):
        raise Skip
    return g.of(f"{x}.repeat_interleave({counts}, 0)", f"torch.repeat_interleave({counts})")


@step(0.7)
def scalars(g: Generator) -> str:
    """Arithmetic of symbolic numbers of all kinds."""
    n = g.number()
    m = g.of(n, g.number(), str(g.int(1, 4)))
    x = g.t("s")
    return g.of(
        f"{x} * torch.sym_float({n})", f"{x} + {n} / {m}", f"{x} * {n} ** 0.5",
        f"{x} + torch.sym_int({n} / 2)", f"{x} * torch.sym_max({n}, {m}) - torch.sym_min({n}, {m})",
        f"{x} + torch.sym_ite({n} > {g.int(1, 4)}, {n}, {m})", f"{x} + torch.sym_sqrt({n} + 1.0)",
        f"{x} - torch.sym_sum([{n}, {m}, 1])", f"{x} * ({n} % 3) + {n} // 2",
    )  # fmt: skip
