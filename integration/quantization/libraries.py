"""Operators of torchao, registered with their schemas where it is not installed.

The kernels say what torchao's do (quant_primitives.py of 0.18; up to 0.17 the
default of `eps` was another one).
"""

from __future__ import annotations

import functools

import torch
from torch import Tensor

from integration.common.library_schemas import schemas

_LIMITS = {
    torch.int8: (-128, 127),
    torch.uint8: (0, 255),
    torch.int32: (-(2**31), 2**31 - 1),
}


def _cut(
    shape: torch.Size, blocks: list[int]
) -> tuple[list[int], list[int], list[int]]:
    """The shape in blocks, that of one element a block, and the axes between."""
    split: list[int] = []
    single: list[int] = []
    axes: list[int] = []
    for size, block in zip(shape, blocks, strict=True):
        if block in (1, size):
            axes += [len(split)] if block != 1 else []
            split.append(size)
            single.append(1 if block != 1 else size)
        else:
            axes.append(len(split) + 1)
            split += [size // block, block]
            single += [size // block, 1]
    return split, single, axes


def _quantize(
    x: Tensor,
    block_size: list[int],
    scale: Tensor,
    zero_point: Tensor,
    output_dtype: torch.dtype,
    quant_min: float | None = None,
    quant_max: float | None = None,
) -> Tensor:
    split, single, _ = _cut(x.shape, block_size)
    least, greatest = _LIMITS[output_dtype]
    low = least if quant_min is None else quant_min
    high = greatest if quant_max is None else quant_max
    steps = torch.round(x.view(split) * (1.0 / scale.view(single)))
    return (
        torch.clamp(steps + zero_point.view(single), low, high)
        .to(output_dtype)
        .view(x.shape)
    )


def _dequantize(
    x: Tensor,
    block_size: list[int],
    scale: Tensor,
    zero_point: Tensor | None,
    input_dtype: torch.dtype,
    quant_min: float | None = None,
    quant_max: float | None = None,
    output_dtype: torch.dtype = torch.float32,
) -> Tensor:
    split, single, _ = _cut(x.shape, block_size)
    number = x.view(split).to(output_dtype)
    if zero_point is not None:
        number = number - zero_point.view(single).to(output_dtype)
    return (number * scale.view(single)).view(x.shape).to(output_dtype)


def _choose(
    x: Tensor,
    mapping_type: str,
    block_size: list[int],
    target_dtype: torch.dtype,
    quant_min: float | None = None,
    quant_max: float | None = None,
    eps: float | None = None,
    scale_dtype: torch.dtype | None = None,
    zero_point_dtype: torch.dtype | None = None,
    keepdim: bool = False,
) -> tuple[Tensor, Tensor]:
    split, _, axes = _cut(x.shape, block_size)
    low, high = _LIMITS[target_dtype]
    low = low if quant_min is None else int(quant_min)
    high = high if quant_max is None else int(quant_max)
    eps = torch.finfo(x.dtype).smallest_normal if eps is None else eps
    least = torch.amin(x.view(split), axes).clamp(max=0)
    greatest = torch.amax(x.view(split), axes).clamp(min=0)
    if mapping_type == "ASYMMETRIC":
        scale = ((greatest - least) / float(high - low)).clamp(min=eps)
        zero = torch.clamp(low - torch.round(least / scale), low, high)
    else:
        if mapping_type == "SYMMETRIC":
            scale = torch.max(-least, greatest) / (float(high - low) / 2)
        else:
            scale = torch.max(least / float(low), greatest / float(high))
        scale = scale.clamp(min=eps)
        zero = torch.full_like(scale, int((high + low + 1) / 2))
    if keepdim:
        shape = [size // block for size, block in zip(x.shape, block_size, strict=True)]
        scale, zero = scale.view(shape), zero.view(shape)
    return scale.to(scale_dtype or x.dtype), zero.to(zero_point_dtype or torch.int32)


def _spread(x: Tensor, scale: Tensor) -> Tensor:
    if scale.numel() == 1:
        return scale
    for axis, size in enumerate(x.shape):
        if scale.shape[axis] not in (1, size):
            scale = scale.repeat_interleave(size // scale.shape[axis], axis)
    return scale


def _quantize_float8(
    x: Tensor, scale: Tensor, float8_dtype: torch.dtype = torch.float8_e4m3fn
) -> Tensor:
    largest = torch.finfo(float8_dtype).max
    return (x.float() / _spread(x, scale)).clamp(-largest, largest).to(float8_dtype)


def _dequantize_float8(
    x: Tensor, scale: Tensor, output_dtype: torch.dtype = torch.float32
) -> Tensor:
    return (x.float() * _spread(x, scale)).to(output_dtype)


def _choose_float8(
    x: Tensor,
    block_size: list[int],
    float8_dtype: torch.dtype = torch.float8_e4m3fn,
    scale_dtype: torch.dtype = torch.float32,
    hp_value_lb: float | None = None,
    hp_value_ub: float | None = None,
) -> Tensor:
    split, _, axes = _cut(x.shape, block_size)
    largest = x.view(split).abs().amax(axes, keepdim=True)
    if hp_value_lb is not None or hp_value_ub is not None:
        largest = largest.clamp(hp_value_lb, hp_value_ub)
    shape = [size // block for size, block in zip(x.shape, block_size, strict=True)]
    return (largest / torch.finfo(float8_dtype).max).view(shape).float()


_KERNELS = {
    "choose_qparams_affine": _choose,
    "choose_scale_float8": _choose_float8,
    "dequantize_affine": _dequantize,
    "dequantize_affine_float8_non_decomposed": _dequantize_float8,
    "quantize_affine": _quantize,
    "quantize_affine_float8_non_decomposed": _quantize_float8,
}


@functools.cache
def register_torchao() -> torch.library.Library:
    """Defines the operators; they are there as long as the result lives."""
    library = torch.library.Library("torchao", "FRAGMENT")
    for schema in schemas("torchao"):
        name = schema.split("(")[0]
        library.define(schema)
        library.impl(name, _KERNELS[name], "CompositeExplicitAutograd")
    return library
