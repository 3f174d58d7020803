"""Operators that are rare in programs, a few lines of each family."""

from __future__ import annotations

from integration.fuzz.generate import Generator, Skip, step
from integration.fuzz.steps.nn import static_last
from integration.fuzz.steps.pointwise import castable
from integration.fuzz.steps.writes import target, target_axis


@step(1)
def views(g: Generator) -> str:
    x, dim = g.axis()
    rank = g.value(x).dim()
    size = g.value(x).shape[dim]
    cut = g.int(0, size)
    return g.of(
        f"torch.atleast_3d({x})",
        f"torch.tensor_split({x}, ({cut}, {g.int(cut, size + 1)}), {dim})",
        f"{x}.split_with_sizes(({cut}, {size - cut}), {dim})",
        f"torch.ops.aten.unsafe_split({x}, {g.int(1, 3)}, {dim})",
        f"torch.hsplit({x}, {g.of(1, 2, (1,))})",
        f"torch.vsplit({x}, {g.of(1, 2, (1,))})",
        f"torch.narrow_copy({x}, {dim}, 0, {cut})",
        f"torch.squeeze_copy({x})" if g.is_static(x) else f"{x}.unsqueeze({dim}).squeeze({dim})",
        f"{x}.flatten().unflatten(0, {x}.shape)",
        f"torch.flipud({x})" if rank < 2 else f"torch.fliplr({x})",
        f"{x}.select({dim}, 0).expand_as({x})" if not dim % rank else f"{x}.view_as({x})",
        f"torch.column_stack(({x}, {x}))",
    )


@step(0.8)
def matrices(g: Generator) -> str:
    x = g.t(low=1, high=2)
    return g.of(
        f"torch.block_diag({x}, {x})",
        f"torch.kron({x}, {x})",
        f"torch.diag({x})",
        f"torch.tril_indices({g.int(1, 4)}, {g.int(1, 4)}, {g.int(-1, 1)})",
        f"torch.vander({x})" if g.value(x).dim() == 1 else f"torch.trace({x})",
        f"torch.outer({x}.flatten(), {x}.flatten()[:2])",
        f"torch.diagflat({x})",
        f"torch.inner({x}, {x})",
    )


@step(1)
def functions(g: Generator) -> str:
    x = g.t("f")
    y = g.near(x)
    return g.of(
        f"torch.special.entr({x})", f"torch.special.ndtr({x})", f"torch.special.erfcx({x})",
        f"torch.special.log_ndtr({x})", f"torch.special.xlog1py({x}, {y})", f"torch.angle({x})",
        f"torch.logaddexp2({x}, {x})", f"torch.rad2deg({x})", f"torch.clip({x}, -0.5, 0.5)",
        f"F.elu({x}, alpha=0.5)", f"F.rrelu({x}, training=False)", f"F.hardtanh({x}, -2.0, 0.5)",
        f"F.celu({x}, 2.0)", f"F.gelu({x}).sum()", f"torch.ldexp({x}, torch.tensor(2))",
        f"torch.fake_quantize_per_tensor_affine({x}, 0.1, 0, -128, 127)",
    )  # fmt: skip


@step(0.6)
def integers(g: Generator) -> str:
    x = g.t("i")
    y = g.near(x, g.value(x).dtype)
    return g.of(
        f"torch.gcd({x}, {y})", f"torch.lcm({x} % 7, {y} % 5)", f"{x}.bitwise_left_shift(1)",
        f"torch.bitwise_and({x}, {g.of(1, 3, 7)})", f"{x} ** 2", f"{x}.clamp(-2, 3).square()",
        f"({x} % 3).bool()", f"{x}.float() / 3", f"torch.relu({x})", f"F.relu6({x})",
    )  # fmt: skip


@step(0.8)
def reductions(g: Generator) -> str:
    x, dim = g.axis("f")
    keep = g.of("", ", keepdim=True")
    return g.of(
        f"{x}.nanmean({dim}{keep})",
        f"{x}.nanmedian({dim}{keep})[0]",
        f"{x}.nanquantile(0.25, {dim}{keep})",
        f"torch.aminmax({x}, dim={dim}{keep})",
        f"torch.cumulative_trapezoid({x}, dim={dim})",
        f"torch.linalg.vecdot({x}, {x}, dim={dim})",
        f"torch.linalg.norm({x}, {g.of('None', 1, 2, 'inf')}, {dim}{keep})",
        f"torch.renorm({x}, 2, {dim}, 1.0)",
        f"{x}.softmax({dim}).sum({dim})",
        f"torch.std({x}, {dim}, correction=0{keep})",
        f"{x}.argmax({dim}{keep})",
        f"{x}.count_nonzero()",
    )


@step(1)
def layers(g: Generator) -> str:
    x = g.t("f", low=3, high=4)
    dtype = g.value(x).dtype
    channels = static_last(g, x, 1)
    if g.value(x).dim() == 3:
        w = g.add_buffer((2, channels, g.int(1, 2)), dtype)
        return g.of(
            f"F.conv1d({x}, {w}, stride=2, padding={g.of(0, 1)})",
            f"F.conv2d({x}[None], {w}[:, :, None].transpose(0, 1).contiguous().transpose(0, 1))"
            if channels == g.value(x).shape[0]
            else f"F.max_pool1d({x}, 2, dilation=2)",
            f"F.avg_pool1d({x}, 2)",
            f"F.fold({x}.mT, (2, 2), (1, 1))",
            f"F.pad({x}, (1, 1), mode='{g.of('reflect', 'replicate', 'circular')}')",
            f"F.adaptive_avg_pool1d({x}, {g.int(1, 5)})",
        )
    return g.of(
        f"F.max_pool2d({x}, (2, 1), stride=(1, 2), dilation=(1, 2))",
        f"F.avg_pool2d({x}, (1, 2), divisor_override=3)",
        f"F.adaptive_avg_pool2d({x}, ({g.int(1, 5)}, None))",
        f"F.pad({x}, (1, 0, 2, 1), mode='{g.of('reflect', 'replicate', 'circular')}')",
        f"F.interpolate({x}, size=({g.int(1, 5)}, {g.int(1, 5)}), mode='bilinear')"
        if g.is_static(x)
        else f"F.interpolate({x}, scale_factor=2)",
        f"F.grid_sample({x}, torch.zeros({g.size(x, 0)}, 2, 2, 2, dtype={dtype}))",
        f"F.affine_grid(torch.ones({g.size(x, 0)}, 2, 3), ({g.size(x, 0)}, 1, 2, 3))",
        f"F.dropout2d({x}, training=False)",
    )


@step(0.6)
def tables(g: Generator) -> str:
    x = g.t("i", low=1, high=2)
    w = g.add_buffer((5, g.int(1, 3)))
    if g.value(x).dim() == 2:
        mode = g.of("sum", "mean", "max")
        return g.of(
            f"F.embedding_bag(({x} % 5).long(), {w}, mode='{mode}')",
            f"F.embedding(({x} % 5).long(), {w}, padding_idx=0)",
        )
    return g.of(
        f"{w}.index_select(0, ({x} % 5).long())",
        f"torch.bincount({x} % 5, minlength=5)",
        f"{w}[({x} % 5).long(), 0]",
        f"{w}.T[..., ({x} % 5).long()]",
    )


@step(0.5)
def losses(g: Generator) -> str:
    x, y = g.t("f", low=2, high=2), g.t("f")
    if g.value(x).shape != g.value(y).shape or g.value(x).dtype != g.value(y).dtype:
        y = x
    kind = f"reduction='{g.of('none', 'mean', 'sum')}'"
    return g.of(
        f"F.triplet_margin_loss({x}, {y}, {x} + 1, {kind})",
        f"F.soft_margin_loss({x}, {y}, {kind})",
        f"F.poisson_nll_loss({x}, {y}, {kind})",
        f"F.gaussian_nll_loss({x}, {y}, {x} * {x} + 1, {kind})",
        f"F.hinge_embedding_loss({x}, {y}.sign(), {kind})",
        f"F.cosine_embedding_loss({x}, {y}, torch.ones(1), {kind})",
    )


@step(1.5)
def writes(g: Generator) -> str:
    x, dim = target_axis(g)
    dtype = g.value(x).dtype
    value = g.scalar(dtype)
    other = g.near(x, dtype)
    mask = f"({x} {g.of('>', '<=')} {g.scalar(dtype, small=True)})"
    return g.of(
        f"!{x}.masked_scatter_({mask}, {x}.flip(0))",
        f"!{x}[{mask}] = torch.tensor({value}, dtype={dtype})",
        f"!{x}.lerp_({other}, 0.5)",
        f"!{x}.addcmul_({other}, {other})",
        f"!{x}.clamp_max_({value})",
        f"!{x}.cumsum_({dim})",
        f"!{x}.nan_to_num_(nan=1.0)",
        f"!{x}.copy_({x}.flip({dim}))",
        f"!{x}.index_reduce_({dim}, torch.tensor([0]), {x}.narrow({dim}, 0, 1).clone(), 'amax')",
        f"!{x}.put_(torch.tensor([0]), torch.tensor([{value}], dtype={dtype}))",
        f"!{x}.where({mask}, {other})",
        f"{x}.swapaxes_(0, {dim})",
        f"!torch.add({x}, 1, out={x})",
        f"!{x}.fill_diagonal_({value})",
        f"!{x}.pow_(2)",
        f"!{x}.remainder_(2)",
    )


@step(1)
def swaps(g: Generator) -> None:
    """Parts of a tensor in each other's place, and views that see it."""
    x, dim = target_axis(g, negative=False)
    if g.value(x).shape[dim] < 2 or x[0] in "xb" and g.chance(0.5):
        raise Skip
    first, last = f"{x}.select({dim}, 0)", f"{x}.select({dim}, -1)"
    view = g.emit(g.of(last, f"{x}.unbind({dim})[0]", f"{x}.transpose(0, {dim})", f"{x}[..., None]"))
    kept = g.emit(f"{first}.clone()")
    g.emit(f"!{first}.copy_({last})")
    g.emit(f"!{last}.copy_({kept})")
    g.emit(f"{view} * 2")


@step(0.6)
def unequal_views(g: Generator) -> None:
    """A write through one of two views of one tensor that is read through the other."""
    x = target(g, low=2)
    a = g.emit(g.of(f"{x}.transpose(0, 1)", f"{x}.flatten()", f"{x}[::2]", f"{x}.unsqueeze(-1)"))
    b = g.emit(g.of(f"{x}.select(-1, 0)", f"{x}[..., :1]", f"{x}.permute(*range({x}.dim())[::-1])"))
    g.emit(f"!{b}.{g.of('add_', 'mul_', 'fill_')}({g.scalar(g.value(x).dtype)})")
    g.emit(g.of(f"{a}.abs()", f"{a} == {a}", f"{a}.flip(0)"))


@step(0.5)
def autocasts(g: Generator) -> str:
    """Numbers of one precision beside tensors of another."""
    x = g.t("f")
    y = g.t("f")
    if not castable(g, x, g.value(y).dtype):
        raise Skip
    return g.of(
        f"(1.0 - {x}.to({g.value(y).dtype})) * -1e4",
        f"{x}.to({g.value(y).dtype}) * torch.tensor(0.1)",
        f"{x}.half() / 3",
        f"{x}.bfloat16() + 1e-3",
        f"torch.tensor(2.5) - {x}.half()",
        f"{x}.double() * {x}",
    )


@step(0.4)
def found(g: Generator) -> str:
    """Results whose sizes depend on values."""
    x = g.t(low=1, high=3)
    return g.of(f"{x}.nonzero()", f"{x}[{x} > 0]", f"torch.masked_select({x}, {x} != 0)",
                f"torch.argwhere({x})", f"{x}.flatten().unique()")  # fmt: skip
