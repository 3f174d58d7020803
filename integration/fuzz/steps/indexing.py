"""Indices that are tensors: index, gather, scatter, embedding, masks."""

from __future__ import annotations

import torch

from integration.fuzz.generate import Generator, Skip, step


def index_for(g: Generator, size: int, negative: bool = True, shape: tuple[int, ...] = ()) -> str:
    """A tensor of indices below `size`: a constant, or computed from an input."""
    if not size:
        raise Skip
    if g.chance(0.5):
        low = -size if negative else 0
        count = g.int(1, 4)
        values = [g.int(low, size - 1) for _ in range(count)]
        return f"torch.tensor({values})" if g.chance(0.7) else f"torch.tensor({values[0]})"
    x = g.t("i", high=2, where=lambda v: v.dtype in (torch.int64, torch.int32) and v.numel() > 0)
    return f"({x} % {size}).long()"


@step(3)
def index(g: Generator) -> str:
    x, dim = g.axis(negative=False)
    parts = [":"] * dim + [index_for(g, g.within(x, dim))]
    if g.value(x).dim() > dim + 1 and g.chance(0.4):
        choice = g.of("index", "None", "1:", "0", "...", "one")
        if choice == "index":
            choice = index_for(g, g.within(x, dim + 1))
        elif choice == "one":
            choice = f"torch.tensor([{g.int(0, g.within(x, dim + 1) - 1)}])"
        parts.append(choice)
    return f"{x}[{', '.join(parts)}]"


@step(1.5)
def select(g: Generator) -> str:
    x, dim = g.axis()
    items = index_for(g, g.within(x, dim), negative=False)
    return g.of(
        f"{x}.index_select({dim}, {items}.reshape(-1))",
        f"torch.index_select({x}, {dim}, {items}.reshape(-1))",
        f"torch.take({x}, {items})",
    )


@step(1.5)
def gather(g: Generator) -> str:
    x, dim = g.axis()
    size = g.within(x, dim)
    rank = g.value(x).dim()
    shape = g.value(x).shape

    def fits(value: torch.Tensor) -> bool:
        return (
            value.dtype == torch.int64
            and value.dim() == rank
            and all(a <= b for d, (a, b) in enumerate(zip(value.shape, shape)) if d != dim % rank)
        )

    try:
        other = f"({g.t('i', where=fits)} % {size})"
    except Skip:
        other = f"{x}.argsort({dim}, stable=True)"
    return g.of(f"{x}.gather({dim}, {other})", f"torch.take_along_dim({x}, {other}, {dim})")


@step(1.2)
def masks(g: Generator) -> str:
    x = g.t(low=2)
    return g.of(
        f"{x}.tril({g.int(-1, 1)})",
        f"{x}.triu({g.int(-1, 2)})",
        f"torch.ones_like({x}).tril() * {x}",
        f"{x}.masked_fill({x}.isnan(), 0)",
    )


@step(0.8)
def table(g: Generator) -> str:
    x = g.t("i", high=2, where=lambda v: v.dtype in (torch.int64, torch.int32))
    size = g.int(2, 6)
    w = g.add_buffer((size, g.int(1, 4)))
    return g.of(
        f"F.embedding({x} % {size}, {w})",
        f"F.one_hot(({x} % {size}).long(), {size})",
        f"{w}[{x} % {size}]",
    )


@step(0.6)
def functional_writes(g: Generator) -> str:
    x, dim = g.axis()
    size = g.within(x, dim)
    where = g.int(0, size - 1)
    piece = f"{x}.select({dim}, {where})"
    return g.of(
        f"torch.select_scatter({x}, {piece} + {piece}, {dim}, {where})",
        f"torch.slice_scatter({x}, {x}.narrow({dim}, 0, 1), {dim}, 0, 1)",
        f"{x}.index_fill({dim}, torch.tensor([{where}]), {g.scalar(g.value(x).dtype)})",
        f"{x}.index_add({dim}, torch.tensor([{where}]), {x}.narrow({dim}, 0, 1))",
        f"{x}.index_copy({dim}, torch.tensor([{where}]), {x}.narrow({dim}, 0, 1))",
        f"torch.diagonal_scatter({x}, {x}.diagonal() * 2)",
    )
