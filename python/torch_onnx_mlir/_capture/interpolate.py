"""`interpolate` by a factor that the program computes, while models are captured.

The operators of ATen take factors as numbers, so that PyTorch refuses
`interpolate(x, scale_factor=factor.item())` in a capture.  Such a call becomes the
arithmetic of the kernels (aten/src/ATen/native/UpSample.h), axis by axis, in f32 for
half precision.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch
from torch.fx.experimental.symbolic_shapes import free_unbacked_symbols


def _resized(name: str, symbolic: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """The operator `name` of torch, and `symbolic` where a factor is computed."""
    of_torch = getattr(torch._C._nn, name)

    def resize(x: torch.Tensor, size: Any, *options: Any) -> torch.Tensor:
        factors = options[-1] if options else None
        if (
            not isinstance(factors, (list, tuple))
            or not any(isinstance(factor, torch.SymFloat) for factor in factors)
            or ("nearest" not in name and not x.is_floating_point())
        ):
            result: torch.Tensor = of_torch(x, size, *options)
            return result
        for factor in factors:
            torch._check(factor > 0)  # type: ignore[no-untyped-call]
        to_int: Callable[..., Any] = torch.sym_int
        sizes = [to_int(n * f) for n, f in zip(x.shape[2:], factors, strict=True)]
        for number in sizes:
            torch._check(number >= 1)  # type: ignore[no-untyped-call]
        return symbolic(x, sizes, *options[:-1], factors)

    return resize


def _nearest(offset: float) -> Callable[..., torch.Tensor]:
    def nearest(x: torch.Tensor, sizes: Any, factors: Any) -> torch.Tensor:
        for axis, (size, factor) in enumerate(zip(sizes, factors, strict=True), start=2):
            places = torch.arange(size, dtype=torch.float32, device=x.device) + offset
            indices = (places * (1.0 / factor)).floor().to(torch.int64)
            x = x.index_select(axis, indices.clamp(max=x.shape[axis] - 1))
        return x

    return nearest


def _linear_weights(t: torch.Tensor) -> list[torch.Tensor]:
    return [1 - t, t]


def _cubic_weights(t: torch.Tensor) -> list[torch.Tensor]:
    a = -0.75

    def near(t: torch.Tensor) -> torch.Tensor:
        return ((a + 2) * t - (a + 3)) * t * t + 1

    def far(t: torch.Tensor) -> torch.Tensor:
        return ((a * t - 5 * a) * t + 8 * a) * t - 4 * a

    return [far(t + 1), near(t), near(1 - t), far(2 - t)]


def _weighted(weigh: Callable[[torch.Tensor], list[torch.Tensor]]) -> Callable[..., torch.Tensor]:
    """Weighted sums of neighbours, one axis after the other, in f32 as the kernel computes.

    Args:
        weigh: The weights of an even number of neighbours, by the distance from the one
            before the middle.
    """

    def resize(x: torch.Tensor, sizes: Any, align_corners: bool, factors: Any) -> torch.Tensor:
        dtype = x.dtype
        x = x.to(torch.promote_types(dtype, torch.float32))
        for axis, (size, factor) in enumerate(zip(sizes, factors, strict=True), start=2):
            last = x.shape[axis] - 1
            places = torch.arange(size, dtype=x.dtype, device=x.device)
            if align_corners:
                others = torch.sym_max(size - 1, 1)  # type: ignore[no-untyped-call]
                places = places * (last / others)
            else:
                places = (places + 0.5) * (1.0 / factor) - 0.5
            if weigh is _linear_weights:
                places = places.clamp(min=0)
            low = places.floor()
            weights = weigh((places - low).reshape(-1, *(1,) * (x.dim() - 1 - axis)))
            first = low.to(torch.int64) - (len(weights) // 2 - 1)
            taps = [
                x.index_select(axis, (first + k).clamp(0, last)) * weight
                for k, weight in enumerate(weights)
            ]
            x = functools.reduce(torch.add, taps)
        return x.to(dtype)

    return resize


def _triangle(t: torch.Tensor) -> torch.Tensor:
    return (1 - t.abs()).clamp(min=0)


def _cubic(t: torch.Tensor) -> torch.Tensor:
    a, t = -0.5, t.abs()
    near = ((a + 2) * t - (a + 3)) * t * t + 1
    far = (((t - 5) * t + 8) * t - 4) * a
    return torch.where(t < 1, near, torch.where(t < 2, far, 0.0))


def _lanczos(t: torch.Tensor) -> torch.Tensor:
    return torch.where(t.abs() < 3, torch.sinc(t) * torch.sinc(t / 3), 0.0)


def _sum_windows(
    x: torch.Tensor, axis: int, bounds: torch.Tensor, weigh: Callable[[torch.Tensor], torch.Tensor]
) -> torch.Tensor:
    """Weighted sums of windows along an axis. What is not in a window is not multiplied by
    zero, so that NaN and infinities stay in their windows.

    Args:
        x: The image.
        axis: The axis of windows, and of the sums.
        bounds: The first place of each window and the place after its last one: int64[2, n].
        weigh: The weights of places, which are an int64[n, m], not normalized.
    """
    count = x.shape[axis]
    first, end = bounds.clamp(0, count)[..., None]
    widest = (end - first).max().item()
    torch._check(widest >= 1)  # type: ignore[no-untyped-call]
    places = first + torch.arange(widest)
    inside = places < end
    weights = torch.where(inside, weigh(places), 0.0)
    weights = (weights / weights.sum(1, keepdim=True)).to(x.dtype)
    windows = x.movedim(axis, -1)[..., places.clamp(max=count - 1)]
    return torch.where(inside, windows * weights, 0.0).sum(-1).movedim(-1, axis)


def _antialiased(
    weigh: Callable[[torch.Tensor], torch.Tensor], radius: float
) -> Callable[..., torch.Tensor]:
    """Weighted means of the places that a pixel covers, one axis after the other.

    Args:
        weigh: The weight of a position by its distance, in steps of the smaller image.
        radius: Beyond which distance it is zero.
    """

    def resize(x: torch.Tensor, sizes: Any, align_corners: bool, factors: Any) -> torch.Tensor:
        dtype = x.dtype
        x = x.to(torch.promote_types(dtype, torch.float32))
        for axis, (size, factor) in enumerate(zip(sizes, factors, strict=True), start=2):
            count = x.shape[axis]
            # A tensor: comparing a computed factor would be a condition of the program.
            step = torch.scalar_tensor(1.0 / factor, dtype=x.dtype)
            if align_corners:
                others = torch.sym_max(size - 1, 1)  # type: ignore[no-untyped-call]
                not_one = torch.sym_min(size - 1, 1)  # type: ignore[no-untyped-call]
                step = torch.scalar_tensor((count - 1) * not_one / others, dtype=x.dtype)
            wide = step.clamp(min=1)
            centres = (torch.arange(size, dtype=x.dtype) + 0.5) * step
            ends = torch.stack([centres - radius * wide, centres + radius * wide])
            weights = functools.partial(_by_distance, weigh, centres[:, None], wide)
            x = _sum_windows(x, axis, (ends + 0.5).to(torch.int64), weights)
        return x.to(dtype)

    return resize


def _by_distance(
    weigh: Callable[[torch.Tensor], torch.Tensor],
    centres: torch.Tensor,
    step: torch.Tensor,
    places: torch.Tensor,
) -> torch.Tensor:
    return weigh((places - centres + 0.5) / step)


def _means(x: torch.Tensor, sizes: Any) -> torch.Tensor:
    """Means of windows that cover an image: the sizes alone say where they are."""
    dtype = x.dtype
    x = x.to(torch.promote_types(dtype, torch.float32))
    for axis, size in enumerate(sizes, start=x.dim() - len(sizes)):
        count = x.shape[axis]
        places = torch.arange(size)
        bounds = torch.stack([places * count // size, ((places + 1) * count + size - 1) // size])
        x = _sum_windows(x, axis, bounds, torch.ones_like)
    return x.to(dtype)


def _averaged(of_torch: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """`adaptive_avg_pool*d`, which is also `interpolate(mode="area")`, with sizes that the
    program computes."""

    def average(x: torch.Tensor, output_size: Any) -> torch.Tensor:
        sizes = output_size if isinstance(output_size, (list, tuple)) else [output_size]
        if not any(free_unbacked_symbols(size) for size in sizes if isinstance(size, torch.SymInt)):
            return of_torch(x, output_size)
        for size in sizes:
            torch._check(size >= 1)  # type: ignore[no-untyped-call]
        return _means(x, sizes)

    return average


@contextlib.contextmanager
def factors_of_the_program() -> Iterator[None]:
    """`interpolate` takes a factor that the program computes."""
    functions: dict[str, Callable[..., torch.Tensor]]
    functions = {f"upsample_nearest{n}d": _nearest(0.0) for n in (1, 2, 3)}
    functions |= {f"_upsample_nearest_exact{n}d": _nearest(0.5) for n in (1, 2, 3)}
    for name in ("linear1d", "bilinear2d", "trilinear3d"):
        functions[f"upsample_{name}"] = _weighted(_linear_weights)
    functions["upsample_bicubic2d"] = _weighted(_cubic_weights)
    functions["_upsample_bilinear2d_aa"] = _antialiased(_triangle, 1)
    functions["_upsample_bicubic2d_aa"] = _antialiased(_cubic, 2)
    functions["_upsample_lanczos2d_aa"] = _antialiased(_lanczos, 3)
    pools = [(torch._C._nn, "adaptive_avg_pool2d"), (torch._C._nn, "adaptive_avg_pool3d")]
    pools += [(torch, "adaptive_avg_pool1d"), (torch.nn.functional, "adaptive_avg_pool1d")]
    with contextlib.ExitStack() as stack:
        for name, function in functions.items():
            if hasattr(torch._C._nn, name):  # PyTorch 2.13 is the first one with all of them.
                resize = _resized(name, function)
                stack.enter_context(mock.patch.object(torch._C._nn, name, resize))
        for module, name in pools:
            average = _averaged(getattr(module, name))
            stack.enter_context(mock.patch.object(module, name, average))
        yield
