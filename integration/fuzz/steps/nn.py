"""Layers: products of matrices, convolution, pooling, norms, attention, images."""

from __future__ import annotations

import torch

from integration.fuzz.generate import Generator, Skip, step


def real(value: torch.Tensor) -> bool:
    return value.dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16)


def finite(g: Generator, x: str) -> bool:
    """Whether a tensor has neither NaN nor infinities in any world."""
    return all(bool(value.isfinite().all()) for value in g.values(x))


def static_last(g: Generator, x: str, dim: int = -1) -> int:
    """A size that must be static, because a weight has it."""
    if g.is_dynamic(x, dim):
        raise Skip
    return g.value(x).shape[dim]


@step(2)
def linear(g: Generator) -> str:
    x = g.t("f", low=1)
    size, dtype = static_last(g, x), g.value(x).dtype
    out = g.int(1, 4)
    w = g.add_buffer((out, size), dtype)
    if g.chance(0.3):
        return f"{x} @ {w}.t()"
    bias = f", {g.add_buffer((out,), dtype)}" if g.chance(0.6) else ""
    return f"F.linear({x}, {w}{bias})"


@step(2)
def matmul(g: Generator) -> str:
    x = g.t("fi", low=1)
    dtype, size = g.value(x).dtype, g.value(x).shape[-1]
    y = g.t(low=1, where=lambda v: v.dtype == dtype and v.shape[max(-2, -v.dim())] == size)
    return g.of(f"{x} @ {y}", f"torch.matmul({x}, {y})", f"{x} @ {x}.mT" if g.value(x).dim() > 1 else f"{x} @ {x}")


@step(1)
def products(g: Generator) -> str:
    x = g.t("f", low=2, high=3)
    dtype, rank = g.value(x).dtype, g.value(x).dim()
    size = static_last(g, x)
    if rank == 2:
        w = g.add_buffer((size, g.int(1, 4)), dtype)
        bias = g.add_buffer((1,), dtype)
        return g.of(
            f"torch.mm({x}, {w})",
            f"torch.addmm({bias}, {x}, {w})",
            f"torch.addmm({bias}, {x}, {w}, beta={g.of(0.5, 2)}, alpha={g.of(2, 1, -1)})",
            f"torch.einsum('ij,jk->ki', {x}, {w})",
            f"torch.outer({x}[0], {x}[:, 0])",
            f"torch.cdist({x}, {x} + 1)",
        )
    return g.of(
        f"torch.bmm({x}, {x}.mT)",
        f"torch.einsum('bij,bkj->bik', {x}, {x})",
        f"torch.baddbmm({x} @ {x}.mT, {x}, {x}.mT, beta=0.5)",
        f"torch.einsum('bij->bji', {x})",
        f"torch.tensordot({x}, {x}, dims=([2], [2]))",
    )


@step(2)
def convolution(g: Generator) -> str:
    x = g.t("f", low=2, high=4, where=lambda v: v.numel() > 0)
    value = g.value(x)
    if value.dim() == 2:
        x = f"{x}.unsqueeze(0)" if g.chance(0.5) else x
    spatial = 1 if value.dim() in (2, 3) else 2
    if value.dim() == 3 and g.chance(0.4):
        spatial = 2
    name = x.split(".")[0]
    dim = -spatial - 1
    channels, dtype = static_last(g, name, dim), value.dtype
    groups = channels if g.chance(0.2) else 1
    out = groups * g.int(1, 3)
    kernel = tuple(g.int(1, 3) for _ in range(spatial))
    if g.chance(0.2):
        w = g.add_buffer((channels, out // groups, *kernel), dtype)
        options = g.of("", ", stride=2", ", stride=2, output_padding=1", ", padding=1")
        tail = f", groups={groups}" if groups > 1 else ""
        return f"F.conv_transpose{spatial}d({x}, {w}{options}{tail})"
    w = g.add_buffer((out, channels // groups, *kernel), dtype)
    bias = g.add_buffer((out,), dtype) if g.chance(0.5) else "None"
    options = g.of("", ", padding=1", ", stride=2", ", padding='same'", ", dilation=2, padding=2")
    tail = f", groups={groups}" if groups > 1 else ""
    return f"F.conv{spatial}d({x}, {w}, {bias}{options}{tail})"


@step(2)
def pooling(g: Generator) -> str:
    x = g.t("f", low=2, high=4)
    rank = g.value(x).dim()
    spatial = g.of(1, 2) if rank == 3 else (1 if rank == 2 else 2)
    kernel = g.int(1, 3)
    stride = g.of("", f", {g.int(1, 3)}")
    padding = ", padding=1" if kernel > 1 and g.chance(0.3) else ""
    ceil = g.of("", "", ", ceil_mode=True")
    include = g.of("", ", count_include_pad=False")
    size = tuple(g.int(1, 4) for _ in range(spatial))
    return g.of(
        f"F.max_pool{spatial}d({x}, {kernel}{stride}{padding}{ceil})",
        f"F.avg_pool{spatial}d({x}, {kernel}{stride}{padding}{ceil}{include})",
        f"F.adaptive_avg_pool{spatial}d({x}, {size})",
        f"F.adaptive_max_pool{spatial}d({x}, {size})",
        f"F.max_pool{spatial}d({x}, {kernel}, return_indices=True)",
        f"F.lp_pool{spatial}d({x}, 2, {kernel})",
    )


@step(2)
def norms(g: Generator) -> str:
    x = g.t("f", low=1)
    value = g.value(x)
    size, dtype = static_last(g, x), value.dtype
    w = g.add_buffer((size,), dtype)
    choices = [
        f"F.layer_norm({x}, ({size},), {w}, {g.add_buffer((size,), dtype)})",
        f"F.layer_norm({x}, ({size},))",
        f"F.rms_norm({x}, ({size},), {w})",
        f"F.rms_norm({x}, ({size},), eps=1e-5)",
    ]
    if value.dim() >= 2 and not g.is_dynamic(x, 1):
        channels = value.shape[1]
        c = g.add_buffer((channels,), dtype)
        v = f"{c}.abs()"
        choices = choices[:2] + [
            f"F.batch_norm({x}, {c}, {v}, {c}, {c})",
            f"F.batch_norm({x}, {c}, {v})",
            f"F.group_norm({x}, {g.of(*[k for k in (1, 2, 3) if channels % k == 0])})",
            f"F.instance_norm({x})",
            f"F.batch_norm({x}, None, None, training=True)",
            f"F.local_response_norm({x}, 2)",
        ]
    return g.r.choice(choices)


@step(1.5)
def attention(g: Generator) -> str:
    x = g.t("f", low=3, high=4)
    value = g.value(x)
    other = g.t(where=lambda v: v.shape == value.shape and v.dtype == value.dtype)
    if value.dim() == 4 and not (finite(g, x) and finite(g, other)):
        raise Skip  # what eager's kernel makes of NaN depends on its blocks
    extra = g.of("", ", is_causal=True", ", scale=0.5", f", attn_mask={x} @ {x}.mT > 0")
    return f"F.scaled_dot_product_attention({x}, {other}, {g.of(x, other)}{extra})"


@step(1.2)
def interpolation(g: Generator) -> str:
    x = g.t("f", low=3, high=4)
    spatial = g.value(x).dim() - 2
    mode = g.of("nearest", "linear", "nearest-exact", "area", "cubic")
    # Eager's weights of 0 make NaN of infinities, where they are computed at all.
    if not finite(g, x):
        mode = g.of("nearest", "nearest-exact")
    if mode == "linear":
        mode = "linear" if spatial == 1 else "bilinear"
    elif mode == "cubic":
        if spatial == 1:
            raise Skip
        mode = "bicubic"
    align = g.of("", ", align_corners=True") if mode[-1] in "rc" and "lin" in mode + "cubic" else ""
    if mode in ("nearest", "nearest-exact", "area"):
        align = ""
    how = g.of("scale_factor=2.0", "scale_factor=0.5", "scale_factor=1.5", f"size={g.int(1, 6)}")
    if g.chance(0.2):
        how += ", recompute_scale_factor=True" if "scale" in how else ""
    return f"F.interpolate({x}, {how}, mode='{mode}'{align})"


@step(2)
def padding(g: Generator) -> str:
    x = g.t(low=1)
    rank = g.value(x).dim()
    amounts = [g.int(-1, 2) for _ in range(2 * g.int(1, min(rank, 2)))]
    mode = g.of("", "", f", value={g.scalar(g.value(x).dtype)}", ", mode='reflect'",
                ", mode='replicate'", ", mode='circular'")  # fmt: skip
    if "circular" in mode and min(amounts) < 0 and not g.is_static(x):
        raise Skip  # of what is left too small eager reads memory that nobody has written
    return f"F.pad({x}, {tuple(amounts)}{mode})"


@step(0.6)
def images(g: Generator) -> str:
    x = g.t("f", low=3, high=4)
    return g.of(
        f"F.pixel_shuffle({x}, {g.of(1, 2)})",
        f"F.pixel_unshuffle({x}, {g.of(1, 2)})",
        f"F.unfold({x}, 2)",
        f"F.dropout({x}, 0.5, training=False)",
        f"F.channel_shuffle({x}, 2)",
    )


@step(0.8)
def classes(g: Generator) -> str:
    x = g.t("f", low=2, high=2)
    value = g.value(x)
    size = static_last(g, x)
    if not size or g.is_dynamic(x, 0):
        raise Skip
    labels = [g.int(0, size - 1) for _ in range(value.shape[0])]
    kind = g.of("", ", reduction='none'", ", reduction='sum'", ", label_smoothing=0.1",
                f", ignore_index={labels[0] if labels else 0}")  # fmt: skip
    return g.of(
        f"F.cross_entropy({x}, torch.tensor({labels}, dtype=torch.int64){kind})",
        f"F.nll_loss({x}, torch.tensor({labels}, dtype=torch.int64))",
    )
