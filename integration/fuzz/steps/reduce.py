"""Reductions, cumulative sums, sorting, softmax."""

from __future__ import annotations

import torch

from integration.fuzz.generate import Generator, Skip, step
from integration.fuzz.steps.nn import finite


def axes(g: Generator, x: str) -> str:
    """One dimension or several, as text."""
    rank = g.value(x).dim()
    if rank >= 2 and g.chance(0.3):
        dims = g.r.sample(range(rank), g.int(1, min(rank, 3)))
        return str(tuple(d - rank if g.chance(0.3) else d for d in dims))
    return str(g.dim(x))


def keep(g: Generator) -> str:
    return g.of("", "", ", keepdim=True")


@step(4)
def reduction(g: Generator) -> str:
    name = g.of("sum", "mean", "amax", "amin", "sum", "mean", "nansum", "logsumexp", "count_nonzero")
    x = g.t("f" if name in ("mean", "logsumexp") and g.chance(0.9) else "", low=1)
    if name == "count_nonzero":
        return f"{x}.count_nonzero({axes(g, x)})"
    if "sum" in name and not all(map(summable, g.values(x))):
        raise Skip
    extra = g.of("", "", "", f", dtype={g.of('torch.float64', 'torch.float32')}")
    if name not in ("sum", "mean", "nansum"):
        extra = ""
    return f"{x}.{name}({axes(g, x)}{keep(g)}{extra})"


def tame(value: torch.Tensor) -> bool:
    """Whether a product does not overflow: ONNX Runtime saturates there."""
    if value.dtype.is_floating_point or not value.numel():
        return True
    return int(value.to(torch.int64).abs().max()) <= 8 and value.numel() <= 64


def summable(value: torch.Tensor) -> bool:
    """Whether sums of integers are exact in double precision, in which ONNX Runtime
    computes them."""
    if value.dtype.is_floating_point or not value.numel():
        return True
    return float(value.double().abs().max()) < 2**50


@step(2)
def whole(g: Generator) -> str:
    x = g.t()
    name = g.of(
        "sum", "mean", "max", "min", "prod", "any", "all", "argmax", "argmin", "std", "var",
        "norm", "amax", "count_nonzero", "nansum", "aminmax", "median",
    )  # fmt: skip
    if name == "prod" and not all(tame(v) for v in g.values(x)):
        raise Skip
    if "sum" in name and not all(map(summable, g.values(x))):
        raise Skip
    return f"{x}.{name}()"


@step(2)
def along(g: Generator) -> str:
    x = g.t(low=1)
    name = g.of("any", "all", "prod", "argmax", "argmin", "max", "min")
    if name == "prod" and not all(tame(v) for v in g.values(x)):
        raise Skip
    return f"{x}.{name}({g.dim(x)}{keep(g)})"


@step(1)
def moments(g: Generator) -> str:
    x = g.t("f", low=1)
    # What eager's mean of infinities is depends on their order there.
    return g.of(
        f"{x}.var({axes(g, x)}{keep(g)})",
        f"{x}.std({axes(g, x)}, unbiased=False{keep(g)})",
        f"{x}.var({g.dim(x)})" if not finite(g, x) else f"torch.var_mean({x}, {g.dim(x)}, correction={g.of(0, 1, 2)}{keep(g)})",
        f"torch.linalg.vector_norm({x}, {g.of(1, 2, 3, 'inf', 0, 0.5)}, {axes(g, x)}{keep(g)})",
        f"{x}.norm(p={g.of(1, 2)}, dim={g.dim(x)}{keep(g)})",
    )


@step(1.5)
def cumulative(g: Generator) -> str:
    x = g.t()
    dim = g.dim(x)
    return g.of(
        f"{x}.cumsum({dim})",
        f"{x}.cumsum({dim})",
        f"{x}.cumprod({dim})" if all(tame(v) for v in g.values(x)) else f"{x}.cumsum({dim})",
        f"{x}.cummax({dim})[0]",
        f"{x}.cummin({dim})[0]",
        f"torch.logcumsumexp({x}, {dim})",
        f"torch.diff({x}, dim={dim})",
        f"torch.trapezoid({x}, dim={dim})",
    )


def distinct(value: torch.Tensor, dim: int) -> bool:
    """Whether no line along a dimension has a value twice, or a NaN."""
    if not value.numel():
        return True
    ordered = value.sort(dim).values
    gaps = ordered.narrow(dim, 1, value.shape[dim] - 1) != ordered.narrow(
        dim, 0, value.shape[dim] - 1
    )
    return bool(gaps.all()) and not bool(value.isnan().any())


@step(1.5)
def order(g: Generator) -> str:
    x, dim = g.axis()
    smallest = min(v.shape[dim] for v in g.values(x)[:2])
    k = g.int(1, max(1, smallest))
    descending = g.of(", descending=True", "", ", descending=False")
    texts = [
        f"{x}.sort({dim}{descending})",
        f"{x}.topk({k}, {dim}, largest={g.of(True, False)})",
        f"{x}.median({dim})",
        f"{x}.kthvalue({k}, {dim})",
        f"{x}.mode({dim})",
    ]
    text = g.r.choice(texts)
    if "median" in text and any(0 in v.stride() for v in g.values(x)):
        raise Skip  # eager orders the memory that elements share
    if "mode" in text and any(bool(v.isnan().any()) for v in g.values(x)):
        raise Skip  # whose equals are not defined
    # Which of equal elements is meant is not defined; their value is.
    if not all(distinct(v, dim) for v in g.values(x)):
        return g.of(text + "[0]", f"torch.sort({x}, stable=True, dim={dim}{descending})")
    return g.of(text, f"{x}.argsort({dim}{descending})")


@step(2)
def softmax(g: Generator) -> str:
    x, dim = g.axis("f")
    extra = g.of("", "", f", dtype={g.of('torch.float32', 'torch.float64')}")
    return g.of(
        f"F.softmax({x}, {dim}{extra})",
        f"{x}.softmax({dim})",
        f"F.log_softmax({x}, {dim}{extra})",
        f"F.softmin({x}, {dim})",
        f"F.normalize({x}, dim={dim})",
    )


@step(0.8)
def losses(g: Generator) -> str:
    x = g.t("f")
    shape, dtype = g.value(x).shape, g.value(x).dtype
    y = g.t("f", where=lambda v: v.shape == shape and v.dtype == dtype)
    kind = f"reduction='{g.of('none', 'mean', 'sum')}'"
    return g.of(
        f"F.mse_loss({x}, {y}, {kind})",
        f"F.l1_loss({x}, {y}, {kind})",
        f"F.smooth_l1_loss({x}, {y}, {kind})",
        f"F.huber_loss({x}, {y}, {kind})",
        f"F.binary_cross_entropy_with_logits({x}, {y}, {kind})",
        f"F.kl_div({x}, {y}, {kind})",
        f"F.cosine_similarity({x}, {y}, dim={g.of(0, -1)})",
        f"torch.dist({x}, {y})",
        f"F.pairwise_distance({x}, {y})",
    )


@step(0.6)
def numbers_of_ties(g: Generator) -> str:
    """searchsorted and bucketize, whose boundaries must be sorted."""
    x = g.t(low=1)
    if g.value(x).dtype == torch.bool or not g.value(x).numel():
        raise Skip
    if any(bool(v.isnan().any()) for v in g.values(x)):
        raise Skip  # a sequence with NaN is not sorted
    side = g.of("", ", right=True")
    return g.of(
        f"torch.bucketize({x}, torch.tensor([-1.0, 0.0, 0.5, 2.0]){side})",
        f"torch.searchsorted({x}.sort(-1)[0], {x}{side})",
        f"torch.histc({x}, 4, -2, 2)",
        f"torch.isin({x}, {x}.flatten()[:2])",
        f"torch.quantile({x}, 0.5, dim={g.dim(x)})",
    )
