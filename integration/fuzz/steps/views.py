"""Views: steps whose results share memory with an operand, and copies alike."""

from __future__ import annotations

import math

import torch

from integration.fuzz.generate import Generator, Skip, step


def new_sizes(g: Generator, x: str) -> list[str]:
    """Sizes of the same number of elements: dims merged, split, added, dropped."""
    sizes = g.sizes(x)
    shape = list(g.value(x).shape)
    for _ in range(g.int(1, 2)):
        rank = len(sizes)
        action = g.of("merge", "merge", "split", "one", "drop")
        if action == "merge" and rank >= 2:
            at = g.int(0, rank - 2)
            both = sizes[at : at + 2]
            number = all(s.isdigit() for s in both)
            text = str(int(both[0]) * int(both[1])) if number else " * ".join(both)
            sizes[at : at + 2] = [text]
            shape[at : at + 2] = [shape[at] * shape[at + 1]]
        elif action == "split":
            found = [
                (d, f)
                for d, s in enumerate(sizes)
                if s.isdigit()
                for f in (2, 3, 4)
                if int(s) and int(s) % f == 0
            ]
            if found and rank < 5:
                d, f = g.r.choice(found)
                parts = [str(int(sizes[d]) // f), str(f)]
                g.r.shuffle(parts)
                sizes[d : d + 1] = parts
                shape[d : d + 1] = [int(p) for p in parts]
        elif action == "one" and rank < 5:
            at = g.int(0, rank)
            sizes.insert(at, "1")
            shape.insert(at, 1)
        elif action == "drop" and "1" in sizes:
            at = sizes.index("1")
            del sizes[at], shape[at]
    if sizes and g.chance(0.4):
        sizes[g.int(0, len(sizes) - 1)] = "-1"
    return sizes


def joined(sizes: list[str]) -> str:
    """A tuple of sizes as text."""
    return f"({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"


@step(3)
def view(g: Generator) -> str:
    x = g.t()
    return f"{x}.{g.of('view', 'reshape')}({joined(new_sizes(g, x))})"


@step(1.5)
def reshape(g: Generator) -> str:
    x = g.t()
    sizes = joined(new_sizes(g, x))
    return g.of(f"{x}.reshape({sizes})", f"torch.reshape({x}, {sizes})", f"{x}.reshape(-1)")


@step(0.3)
def reshape_as(g: Generator) -> str:
    x = g.t()
    count = g.value(x).numel()
    y = g.t(where=lambda v: v.numel() == count)
    return f"{x}.{g.of('reshape_as', 'view_as')}({y})"


@step(3)
def transpose(g: Generator) -> str:
    x, dim = g.axis(low=2)
    name = g.of("transpose", "transpose", "swapaxes", "swapdims")
    return f"{x}.{name}({dim}, {g.dim(x)})"


@step(0.8)
def matrix_transpose(g: Generator) -> str:
    if g.chance(0.5):
        return f"{g.t(low=0, high=2)}.t()"
    return f"{g.t(low=2)}.{g.of('mT', 'mT', 'T', 'adjoint()')}"


@step(3)
def permute(g: Generator) -> str:
    x = g.t(low=1)
    rank = g.value(x).dim()
    order = list(range(rank))
    g.r.shuffle(order)
    order = [d - rank if g.chance(0.2) else d for d in order]
    return f"{x}.permute({', '.join(map(str, order))})"


@step(0.6)
def movedim(g: Generator) -> str:
    x = g.t(low=2)
    if g.chance(0.6):
        return f"{x}.movedim({g.dim(x)}, {g.dim(x)})"
    rank = g.value(x).dim()
    from_ = g.r.sample(range(rank), 2)
    to = g.r.sample(range(rank), 2)
    return f"torch.movedim({x}, {tuple(from_)}, {tuple(to)})"


def item(g: Generator, x: str, dim: int) -> int:
    """An index that is in range in all worlds."""
    size = g.within(x, dim)
    return g.int(-size, size - 1)


@step(2.5)
def select(g: Generator) -> str:
    x, dim = g.axis()
    index = item(g, x, dim)
    if g.chance(0.6):
        return f"{x}.select({dim}, {index})"
    if dim >= 0:
        return f"{x}[{', '.join([':'] * dim + [str(index)])}]"
    return f"{x}[{', '.join(['...', str(index)] + [':'] * (-dim - 1))}]"


def bound(g: Generator, size: int) -> str:
    """A bound of a slice: often inside, sometimes beyond."""
    if g.chance(0.3):
        return ""
    if g.chance(0.1):
        return str(g.of(-100, 100, 2**63 - 1))
    return str(g.int(-size - 1, size + 1))


def slicing(g: Generator, x: str, full: float = 0.4) -> str:
    """What stands between the brackets of a basic index."""
    value = g.value(x)
    if not value.dim():
        return g.of("...", "None", "()")
    parts: list[str] = []
    for dim in range(g.int(1, value.dim())):
        size = value.shape[dim]
        if g.chance(full):
            parts.append(":")
        elif g.chance(0.2) and size:
            parts.append(str(item(g, x, dim)))
        else:
            text = f"{bound(g, size)}:{bound(g, size)}"
            if g.chance(0.4):
                text += f":{g.of(1, 2, 2, 3, 5)}"
            parts.append(text)
    if g.chance(0.15):
        parts.insert(g.int(0, len(parts)), "None")
    if g.chance(0.2):
        parts.insert(0, "...")
    return ", ".join(parts)


@step(5)
def basic_index(g: Generator) -> str:
    x = g.t()
    return f"{x}[{slicing(g, x)}]"


@step(1)
def narrow(g: Generator) -> str:
    x, dim = g.axis()
    size = g.value(x).shape[dim]
    start = g.int(0, size)
    length = g.int(0, size - start)
    if g.chance(0.3) and start:
        start -= size
    return f"{x}.narrow({dim}, {start}, {length})"


@step(2)
def expand(g: Generator) -> str:
    x = g.t()
    value = g.value(x)
    sizes = []
    for dim, size in enumerate(value.shape):
        free = size == 1 and not g.is_dynamic(x, dim)
        sizes.append(str(g.of(2, 3, 4)) if free else g.of("-1", g.size(x, dim)))
    for _ in range(g.of(0, 0, 1, 2)):
        sizes.insert(0, str(g.of(1, 2, 3)))
    if g.chance(0.2):
        return f"torch.broadcast_to({x}, {joined([s for s in sizes])})"
    return f"{x}.expand({joined(sizes)})"


@step(0.8)
def expand_as(g: Generator) -> str:
    x = g.t()
    return f"{x}.expand_as({g.near(x)})"


@step(1.5)
def squeeze(g: Generator) -> str:
    x = g.t()
    value = g.value(x)
    if g.chance(0.3) and g.is_static(x):
        return f"{x}.squeeze()"
    ones = [d for d, s in enumerate(value.shape) if s == 1 and not g.is_dynamic(x, d)]
    static = [d for d in range(value.dim()) if not g.is_dynamic(x, d)]
    choice = ones if ones and g.chance(0.8) else static
    if not choice:
        raise Skip
    dims = g.r.sample(choice, min(len(choice), g.of(1, 1, 2)))
    dims = [d - value.dim() if g.chance(0.4) else d for d in dims]
    return f"{x}.squeeze({dims[0] if len(dims) == 1 else tuple(dims)})"


@step(2)
def unsqueeze(g: Generator) -> str:
    x = g.t(high=4)
    rank = g.value(x).dim()
    return f"{x}.unsqueeze({g.int(-rank - 1, rank)})"


@step(1)
def diagonal(g: Generator) -> str:
    x = g.t(low=2)
    dims = f"{g.dim(x)}, {g.dim(x)}"
    return g.of(
        f"{x}.diagonal({g.int(-2, 2)}, {dims})",
        f"torch.diagonal({x})",
        f"torch.diag_embed({x}, {g.int(-1, 1)})",
    )


@step(0.8)
def unfold(g: Generator) -> str:
    x, dim = g.axis(high=4)
    smallest = min(v.shape[dim] for v in g.values(x)[:2])
    return f"{x}.unfold({dim}, {g.int(1, max(1, smallest))}, {g.int(1, 3)})"


@step(1.5)
def split(g: Generator) -> str:
    x, dim = g.axis()
    size = g.value(x).shape[dim]
    if not 1 <= size <= 8:
        raise Skip
    if g.is_dynamic(x, dim):
        return f"{x}.chunk({g.int(1, 3)}, {dim})"
    first = g.int(0, size)
    return g.of(
        f"{x}.split({g.int(1, size)}, {dim})",
        f"torch.split({x}, [{first}, {size - first}], {dim})",
        f"{x}.chunk({g.int(1, 4)}, {dim})",
        f"torch.tensor_split({x}, {g.int(1, 4)}, {dim})",
        f"torch.tensor_split({x}, ({first},), {dim})",
        f"{x}.unbind({dim})",
        f"{x}.unbind({dim})[{g.int(-size, size - 1)}]",
    )


@step(0.8)
def as_strided(g: Generator) -> str:
    x = g.t(where=lambda v: v.numel() > 0)
    if not g.is_static(x):
        raise Skip
    room = g.value(x).numel()
    rank = g.int(0, 3)
    sizes, strides = [], []
    reach = 0
    offset = g.int(0, min(2, room - 1)) if g.chance(0.4) else 0
    for _ in range(rank):
        stride = g.of(0, 1, 1, 2, 3, 4)
        most = (room - 1 - offset - reach) // stride + 1 if stride else 3
        size = g.int(1, max(1, min(most, 4)))
        reach += (size - 1) * stride
        sizes.append(size)
        strides.append(stride)
    tail = f", {offset}" if offset or g.chance(0.2) else ""
    return f"{x}.as_strided({tuple(sizes)}, {tuple(strides)}{tail})"


@step(1.2)
def flatten(g: Generator) -> str:
    x = g.t()
    rank = g.value(x).dim()
    if not rank or g.chance(0.3):
        return f"{x}.flatten()"
    first = g.int(0, rank - 1)
    last = g.int(first, rank - 1)
    if g.chance(0.3):
        last -= rank
    return g.of(f"{x}.flatten({first}, {last})", f"torch.flatten({x}, {first})", f"{x}.ravel()")


@step(0.6)
def unflatten(g: Generator) -> str:
    x, dim = g.axis(high=4)
    if g.is_dynamic(x, dim):
        return f"{x}.unflatten({dim}, {g.of((-1, 1), (1, -1))})"
    size = g.value(x).shape[dim]
    factor = g.of(*[f for f in (1, 2, 3, 4) if size % f == 0])
    return f"{x}.unflatten({dim}, {g.of((factor, -1), (-1, factor), (factor, size // factor))})"


@step(0.8)
def view_dtype(g: Generator) -> str:
    x = g.t()
    bits = g.value(x).dtype.itemsize
    names = {
        1: ("int8", "uint8", "bool"),
        2: ("float16", "bfloat16", "int16"),
        4: ("float32", "int32"),
        8: ("float64", "int64"),
    }
    own = str(g.value(x).dtype).removeprefix("torch.")
    if g.chance(0.7):
        choice = [n for n in names[bits] if n != own and n != "bool"]
    else:
        choice = [n for b in names if b != bits for n in names[b] if n != "bool"]
    if not choice or own == "bool":
        raise Skip
    return f"{x}.view(torch.{g.r.choice(choice)})"


@step(1.5)
def same(g: Generator) -> str:
    x = g.t()
    dtype = g.value(x).dtype
    return g.of(
        f"{x}.contiguous()",
        f"{x}.clone()",
        f"{x}.detach()",
        f"torch.ops.aten.alias({x})",
        f"{x}.to({dtype})",
        f"{x}.view_as({x})",
        f"{x}.to({dtype}, copy=True)",
        f"torch.atleast_1d({x})",
        f"torch.atleast_2d({x})",
    )


@step(2)
def concatenate(g: Generator) -> str:
    x, dim = g.axis()
    rank = g.value(x).dim()
    shape = g.value(x).shape

    def fits(value: torch.Tensor) -> bool:
        return value.dim() == rank and all(
            a == b for d, (a, b) in enumerate(zip(value.shape, shape)) if d != dim % rank
        )

    parts = [x, *(g.t(where=fits) for _ in range(g.of(1, 1, 2)))]
    g.r.shuffle(parts)
    if g.chance(0.25):
        return f"torch.stack([{', '.join([x] * 2)}], {dim})"
    return f"torch.cat([{', '.join(parts)}], {dim})"


@step(0.7)
def stack(g: Generator) -> str:
    x = g.t(high=4)
    shape = g.value(x).shape
    other = g.t(where=lambda v: v.shape == shape)
    rank = len(shape)
    return g.of(
        f"torch.stack(({x}, {other}), {g.int(-rank - 1, rank)})",
        f"torch.hstack(({x}, {other}))",
        f"torch.vstack(({x}, {other}))",
        f"torch.dstack(({x}, {other}))",
    )


@step(1)
def rearrange(g: Generator) -> str:
    x, dim = g.axis()
    rank = g.value(x).dim()
    repeats = ", ".join(str(g.of(1, 2, 1, 3)) for _ in range(rank))
    choices = [
        f"{x}.flip({dim})",
        f"torch.roll({x}, {g.int(-3, 3)}, {dim})",
        f"torch.roll({x}, {g.int(-3, 3)})",
        f"{x}.repeat({repeats})",
        f"torch.tile({x}, ({g.of(1, 2)},))",
        f"{x}.repeat_interleave({g.of(1, 2, 3)}, {dim})",
    ]
    if rank >= 2:
        choices.append(f"torch.rot90({x}, {g.int(-1, 3)})")
        choices.append(f"torch.flip({x}, (0, -1))")
    if math.prod(g.value(x).shape) > 300:
        choices = choices[:3]
    return g.r.choice(choices)
