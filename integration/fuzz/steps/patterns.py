"""Several lines at once: what models write and simplifiers look for."""

from __future__ import annotations

from integration.fuzz.generate import Generator, Skip, step
from integration.fuzz.steps.nn import finite, static_last
from integration.fuzz.steps.views import joined, new_sizes


@step(1.2)
def identity(g: Generator) -> str:
    x = g.t()
    return g.of(
        f"{x} + 0", f"{x} * 1", f"{x} / 1", f"{x} - 0", f"{x} ** 1", f"0 + {x}", f"1 * {x}", f"--{x}",
        f"{x} + 0.0", f"{x} * 1.0", f"{x} * 0", f"{x} // 1", f"{x} - {x}", f"{x} / {x}",
        f"({x} + 1) - 1", f"({x} * 2) * 0.5", f"{x}.relu().relu()", f"{x}.clamp(0, 6).clamp(0, 6)",
        f"{x}.abs().abs()", f"{x}.clamp(-1, 3).clamp(2, 5)", f"{x}.neg().neg()", f"~(~{x})",
        f"torch.zeros_like({x}) + {x}", f"torch.ones_like({x}) * {x}", f"{x}.amax(())", f"{x} == {x}",
        f"torch.where({x} == {x}, {x}, 0)", f"torch.maximum({x}, {x})", f"{x}.floor().floor()",
    )  # fmt: skip


@step(1)
def reshapes(g: Generator) -> None:
    x = g.t()
    y = g.emit(f"{x}.reshape({joined(new_sizes(g, x))})")
    if g.chance(0.3):
        y = g.emit(f"{y} {g.of('+ 1', '* 2')}")
    z = g.emit(f"{y}.reshape({joined(new_sizes(g, y))})")
    g.emit(f"{z}.reshape({joined(g.sizes(x))})")


@step(1)
def transposes(g: Generator) -> None:
    x = g.t(low=2)
    rank = g.value(x).dim()
    order = list(range(rank))
    g.r.shuffle(order)
    y = g.emit(f"{x}.permute({order})")
    middle = g.of("", "relu()", "abs()", "unsqueeze(0)", "sum(-1, keepdim=True)", "neg()")
    if middle:
        y = g.emit(f"{y}.{middle}")
    rank = g.value(y).dim()
    order = list(range(rank))
    g.r.shuffle(order)
    g.emit(f"{y}.permute({order})")


@step(1)
def casts(g: Generator) -> str:
    x = g.t()
    dtype = g.value(x).dtype
    between = g.of("float16", "float32", "float64", "bfloat16", "bool", "float64")
    if dtype.is_floating_point:
        return f"{x}.to(torch.{between}).to({g.of(dtype, 'torch.float32')})"
    return f"{x}.to(torch.{g.of('int64', 'float64', 'float32', 'int32', 'bool', 'uint8')}).to({dtype})"


@step(1)
def pad_and_slice(g: Generator) -> None:
    x = g.t(low=1)
    y = g.emit(f"F.pad({x}, ({g.int(0, 2)}, {g.int(0, 2)}))")
    y = g.emit(f"{y}[..., {g.int(0, 2)}:{g.of('', '-1', '3')}]")
    if g.chance(0.5):
        g.emit(f"{y}[..., {g.of('1:', ':2', '::2', '-2:')}]")
    elif g.chance(0.5):
        g.emit(f"F.pad({y}, (1, 1))")


@step(1)
def slice_and_cat(g: Generator) -> None:
    x, dim = g.axis()
    cut = g.int(0, 3)
    colons = [":"] * (dim if dim >= 0 else dim + g.value(x).dim())
    a = g.emit(f"{x}[{', '.join([*colons, f':{cut}'])}]")
    b = g.emit(f"{x}[{', '.join([*colons, f'{cut}:'])}]")
    parts = g.of((a, b), (b, a), (f"-{b}", a), (a, b, a))
    g.emit(f"torch.cat([{', '.join(parts)}], {dim})")


@step(1)
def split_and_cat(g: Generator) -> None:
    x, dim = g.axis()
    y = g.emit(f"{x}.chunk({g.int(1, 3)}, {dim})")
    new = list(g.statements[-1].defines)
    if g.chance(0.5):
        g.r.shuffle(new)
    if g.chance(0.3):
        new[0] = g.emit(f"{y}.neg()")
    g.emit(f"torch.cat([{', '.join(new)}], {dim})")


@step(1.2)
def conv_and_norm(g: Generator) -> None:
    x = g.t("f", low=3, high=4)
    spatial = g.value(x).dim() - 2
    dtype = g.value(x).dtype
    channels = static_last(g, x, 1)
    out = g.int(1, 3)
    kernel = (g.int(1, 2),) * spatial
    w = g.add_buffer((out, channels, *kernel), dtype)
    bias = g.add_buffer((out,), dtype) if g.chance(0.5) else "None"
    y = g.emit(f"F.conv{spatial}d({x}, {w}, {bias}{g.of('', ', padding=1', ', stride=2')})")
    c, d = g.add_buffer((out,), dtype), g.add_buffer((out,), dtype)
    action = g.of("norm", "norm", "scale", "bias")
    if action == "norm":
        y = g.emit(f"F.batch_norm({y}, {c}, {d}.abs(), {c}, {d})")
    else:
        shape = joined([str(out), *["1"] * spatial])
        y = g.emit(f"{y} {'*' if action == 'scale' else '+'} {c}.view({shape})")
    if g.chance(0.5):
        g.emit(f"{y}.relu()")


@step(1)
def matmul_and_add(g: Generator) -> None:
    x = g.t("f", low=1)
    size, dtype = static_last(g, x), g.value(x).dtype
    out = g.int(1, 4)
    w = g.add_buffer((size, out), dtype)
    y = g.emit(f"{x} @ {w}")
    bias = g.add_buffer(g.of((out,), (1,), (), (1, out)), dtype)
    y = g.emit(g.of(f"{y} + {bias}", f"{bias} + {y}", f"{y} * 2 + {bias}", f"{y} - {bias}"))
    if g.chance(0.4):
        g.emit(f"{y} * {g.add_buffer((out,), dtype)}")


@step(1)
def norm_by_hand(g: Generator) -> None:
    x = g.t("f", low=1)
    dim = g.of("-1", str(g.dim(x)))
    kind = g.of("layer", "rms", "softmax", "l2")
    if kind == "layer":
        m = g.emit(f"{x}.mean({dim}, keepdim=True)")
        v = g.emit(f"(({x} - {m}) ** 2).mean({dim}, keepdim=True)")
        y = g.emit(f"({x} - {m}) / torch.sqrt({v} + 1e-5)")
    elif kind == "rms":
        y = g.emit(f"{x} * torch.rsqrt({x}.pow(2).mean({dim}, keepdim=True) + 1e-6)")
    elif kind == "softmax":
        e = g.emit(f"torch.exp({x} - {x}.amax({dim}, keepdim=True))")
        y = g.emit(f"{e} / {e}.sum({dim}, keepdim=True)")
    else:
        y = g.emit(f"{x} / {x}.norm(dim={dim}, keepdim=True).clamp_min(1e-6)")
    if dim == "-1" and not g.is_dynamic(y, -1):
        size = g.value(y).shape[-1]
        g.emit(f"{y} * {g.add_buffer((size,), g.value(y).dtype)}")


@step(1)
def activation_by_hand(g: Generator) -> str:
    x = g.t("f")
    return g.of(
        f"{x} * torch.sigmoid({x})",
        f"0.5 * {x} * (1 + torch.erf({x} / 2 ** 0.5))",
        f"0.5 * {x} * (1 + torch.tanh(0.7978845608 * ({x} + 0.044715 * {x} ** 3)))",
        f"{x} * F.relu6({x} + 3) / 6",
        f"{x} * torch.tanh(F.softplus({x}))",
        f"torch.log(1 + torch.exp({x}))",
        f"1 / (1 + torch.exp(-{x}))",
        f"1 / torch.sqrt({x})",
        f"(1.0 - ({x} > 0).to({g.value(x).dtype})) * -1e9",
        f"torch.max({x}, torch.tensor(0.0))",
    )


@step(1)
def attention_by_hand(g: Generator) -> None:
    x = g.t("f", low=3, high=4)
    size, dtype = static_last(g, x), g.value(x).dtype
    w = g.add_buffer((size, size), dtype)
    q = g.emit(f"F.linear({x}, {w})")
    scores = g.emit(f"{q} @ {x}.transpose(-1, -2) / {size or 1} ** 0.5")
    if g.chance(0.5):
        length = g.size(x, -2)
        mask = g.emit(f"torch.ones({length}, {length}, dtype=torch.bool).tril()")
        scores = g.emit(f"{scores}.masked_fill(~{mask}, {g.of('-inf', '-1e4')})")
    weights = g.emit(f"{scores}.softmax(-1)")
    g.emit(f"{weights} @ {x}")


@step(0.8)
def heads(g: Generator) -> None:
    x = g.t("f", low=3, high=3)
    size = static_last(g, x)
    found = [k for k in (2, 3, 4) if size and size % k == 0]
    if not found or not finite(g, x):
        raise Skip
    k = g.r.choice(found)
    b, length = g.size(x, 0), g.size(x, 1)
    y = g.emit(f"{x}.view({b}, {length}, {k}, {size // k}).transpose(1, 2)")
    z = g.emit(f"F.scaled_dot_product_attention({y}, {y}, {y}{g.of('', ', is_causal=True')})")
    g.emit(f"{z}.transpose(1, 2).reshape({b}, {length}, {g.of('-1', str(size))})")


@step(0.6)
def rotary(g: Generator) -> None:
    x = g.t("f", low=2)
    size = static_last(g, x)
    if not size or size % 2:
        raise Skip
    length = g.size(x, -2)
    p = g.emit(f"torch.arange({length}, dtype=torch.float32)")
    f = g.emit(f"torch.outer({p}, 1.0 / (100 ** (torch.arange(0, {size}, 2) / {size})))")
    e = g.emit(f"torch.cat(({f}, {f}), -1)")
    h = g.emit(f"torch.cat((-{x}[..., {size // 2}:], {x}[..., :{size // 2}]), -1)")
    g.emit(f"{x} * {e}.cos() + {h} * {e}.sin()")


@step(0.8)
def cache(g: Generator) -> None:
    """Writes a part of a buffer and reads all of it."""
    if not g.buffers:
        g.add_buffer(g.of((4, 3), (2, 6, 2), (5,)))
    b = g.r.choice(list(g.buffers))
    if not g.value(b).dim():
        raise Skip
    part = g.of(f"{b}[:2]", f"{b}[1:]", f"{b}.select(0, 0)", f"{b}[..., :2]", f"{b}[:, 1:2]")
    g.emit(g.of(f"!{part}.copy_({g.t()})", f"!{part}.add_(1)", f"!{part}.mul_({g.t()})"))
    g.emit(f"{b} {g.of('+ 1', '* 2', '.sum()')}".replace(" .", "."))


@step(0.8)
def shape_gather(g: Generator) -> str:
    x = g.t(low=1)
    sizes = g.sizes(x)
    full = [f"{x}.shape[{d}]" for d in range(len(sizes))]
    return g.of(
        f"{x}.reshape({joined([*full[:-1], '-1'])})",
        f"{x}.reshape({x}.shape[0], -1)",
        f"{x}.view({x}.shape)",
        f"{x}.expand({joined(full)})",
        f"torch.zeros({x}.shape)",
        f"torch.ones({joined(full)}, dtype={g.value(x).dtype}) * {x}",
        f"{x}.reshape({joined(['-1', full[-1]])})",
        f"{x}.flatten(1).reshape({joined(full)})",
    )


@step(0.6)
def reductions(g: Generator) -> None:
    x = g.t("f", low=2)
    y = g.emit(f"{x}.{g.of('sum', 'mean', 'amax')}({g.dim(x)}, keepdim=True)")
    z = g.emit(f"{y}.{g.of('sum', 'mean', 'amax')}({g.dim(y)}{g.of('', ', keepdim=True')})")
    g.emit(g.of(f"{z}.squeeze()", f"{z} * 2", f"{z}.unsqueeze(-1)", f"{x} - {y}"))
