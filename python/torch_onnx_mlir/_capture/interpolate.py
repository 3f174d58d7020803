"""`interpolate` by a factor that the program computes, while models are captured.

The operators of ATen take factors as numbers, so that PyTorch refuses
`interpolate(x, scale_factor=factor.item())` in a capture.  Such a call becomes the
arithmetic of the kernels (aten/src/ATen/native/UpSample.h), axis by axis.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import torch


def _resized(name: str, symbolic: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    """The operator `name` of torch, and `symbolic` where a factor is computed."""
    of_torch = getattr(torch._C._nn, name)

    def resize(x: torch.Tensor, size: Any, *options: Any) -> torch.Tensor:
        factors = options[-1] if options else None
        # In half precision the kernels of these round each product.
        rounds = name.endswith(("linear1d", "linear3d", "cubic2d", "_aa"))
        if (
            not isinstance(factors, (list, tuple))
            or not any(isinstance(factor, torch.SymFloat) for factor in factors)
            or ("nearest" not in name and not x.is_floating_point())
            or (rounds and x.dtype not in (torch.float32, torch.float64))
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


def _antialiased(
    weigh: Callable[[torch.Tensor], torch.Tensor], radius: float
) -> Callable[..., torch.Tensor]:
    """Products with the weights of all positions, one axis after the other.

    Args:
        weigh: The weight of a position by its distance, in steps of the smaller image.
        radius: Beyond which distance it is zero.
    """

    def resize(x: torch.Tensor, sizes: Any, align_corners: bool, factors: Any) -> torch.Tensor:
        for axis, (size, factor) in enumerate(zip(sizes, factors, strict=True), start=2):
            count = x.shape[axis]
            # A tensor: comparing a computed factor would be a condition of the program.
            step = torch.scalar_tensor(1.0 / factor, dtype=x.dtype)
            if align_corners:
                others = torch.sym_max(size - 1, 1)  # type: ignore[no-untyped-call]
                not_one = torch.sym_min(size - 1, 1)  # type: ignore[no-untyped-call]
                step = torch.scalar_tensor((count - 1) * not_one / others, dtype=x.dtype)
            wide = step.clamp(min=1)
            centres = (torch.arange(size, dtype=x.dtype)[:, None] + 0.5) * step
            places = torch.arange(count, dtype=x.dtype)
            first = (centres - radius * wide + 0.5).trunc()
            end = (centres + radius * wide + 0.5).trunc()
            weights = weigh((places - centres + 0.5) / wide)
            weights = torch.where((places >= first) & (places < end), weights, 0.0)
            weights = weights / weights.sum(1, keepdim=True)
            x = (x.transpose(axis, -1) @ weights.T).transpose(axis, -1)
        return x

    return resize


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
    with contextlib.ExitStack() as stack:
        for name, function in functions.items():
            resize = _resized(name, function)
            stack.enter_context(mock.patch.object(torch._C._nn, name, resize))
        yield
