"""torchvision's operators, registered where torchvision is not installed.

The kernels say in tensors what torchvision/csrc/ops/cpu says in loops.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

import torch
from torch import Tensor

from integration.common.library_schemas import schemas


def nms(dets: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    """Positions of the boxes that no box with a higher score overlaps too much."""
    order = torch.sort(scores, descending=True, stable=True).indices
    area = (dets[:, 2] - dets[:, 0]) * (dets[:, 3] - dets[:, 1])
    kept: list[int] = []
    for i in order.tolist():
        for j in kept:
            low, high = torch.maximum(dets[i, :2], dets[j, :2]), torch.minimum(
                dets[i, 2:], dets[j, 2:]
            )
            both = (high - low).clamp(min=0).prod()
            if (both / (area[j] + area[i] - both)).item() > iou_threshold:
                break
        else:
            kept.append(i)
    return torch.tensor(kept, dtype=torch.int64)


def _interpolate(image: Tensor, y: Tensor, x: Tensor) -> Tensor:
    """Images [C, H, W] at points, which may be up to one pixel outside."""
    height, width = image.shape[1:]
    inside = (y >= -1) & (y <= height) & (x >= -1) & (x <= width)
    y, x = y.clamp(0, height - 1), x.clamp(0, width - 1)
    top, left = y.floor().long(), x.floor().long()
    bottom, right = (top + 1).clamp(max=height - 1), (left + 1).clamp(max=width - 1)
    dy, dx = y - top, x - left
    value = (
        image[:, top, left] * (1 - dy) * (1 - dx)
        + image[:, top, right] * (1 - dy) * dx
        + image[:, bottom, left] * dy * (1 - dx)
        + image[:, bottom, right] * dy * dx
    )
    return torch.where(inside, value, torch.zeros_like(value))


def _align(
    image: Tensor,
    box: Tensor,
    size: tuple[int, int],
    ratio: int,
    aligned: bool,
    guarded: bool,
) -> Tensor:
    """One region [C, rows, columns]."""
    left, top, right, bottom = (box - (0.5 if aligned else 0.0)).unbind()
    extent = torch.stack([bottom - top, right - left])
    if not aligned:
        extent = extent.clamp(min=1)
    steps = extent / torch.tensor(size)
    counts = [ratio if ratio > 0 else int(step.ceil()) for step in steps]
    total = counts[0] * counts[1]
    if total == 0:
        return torch.full((len(image), *size), 0.0 if guarded else float("nan"))

    def points(start: Tensor, step: Tensor, places: int, count: int) -> Tensor:
        return (
            start
            + torch.arange(places)[:, None] * step
            + (torch.arange(count) + 0.5) * step / count
        )

    y, x = points(top, steps[0], size[0], counts[0]), points(
        left, steps[1], size[1], counts[1]
    )
    grid = _interpolate(
        image,
        y[:, None, :, None].expand(-1, size[1], -1, counts[1]),
        x[None, :, None, :].expand(size[0], -1, counts[0], -1),
    )
    return grid.sum((-1, -2)) / total


def roi_align(
    input: Tensor,
    rois: Tensor,
    spatial_scale: float,
    pooled_height: int,
    pooled_width: int,
    sampling_ratio: int,
    aligned: bool,
) -> Tensor:
    """Means of interpolated points."""
    size = (pooled_height, pooled_width)
    pools = [
        _align(
            input[int(row[0])],
            row[1:] * spatial_scale,
            size,
            sampling_ratio,
            aligned,
            True,
        )
        for row in rois
    ]
    return torch.stack(pools) if pools else input.new_zeros(0, input.shape[1], *size)


def ps_roi_align(
    input: Tensor,
    rois: Tensor,
    spatial_scale: float,
    pooled_height: int,
    pooled_width: int,
    sampling_ratio: int,
) -> tuple[Tensor, Tensor]:
    """The same, with channels of their own for each place of the pool."""
    size = (pooled_height, pooled_width)
    channels = input.shape[1] // (pooled_height * pooled_width)
    shape = (channels, pooled_height, pooled_width)
    pools = []
    for row in rois:
        pool = _align(
            input[int(row[0])],
            row[1:] * spatial_scale,
            size,
            sampling_ratio,
            True,
            False,
        )
        pool = pool.view(*shape, pooled_height, pooled_width)
        y, x = torch.meshgrid(
            torch.arange(pooled_height), torch.arange(pooled_width), indexing="ij"
        )
        pools.append(pool[:, y, x, y, x])
    result = torch.stack(pools) if pools else input.new_zeros(0, *shape)
    return result, torch.zeros(result.shape, dtype=torch.int32)


def roi_pool(
    input: Tensor,
    rois: Tensor,
    spatial_scale: float,
    pooled_height: int,
    pooled_width: int,
) -> tuple[Tensor, Tensor]:
    """Maxima over bins whose edges are pixels."""
    height, width = input.shape[2:]
    result = input.new_zeros(len(rois), input.shape[1], pooled_height, pooled_width)
    for n, row in enumerate(rois):
        scaled = row[1:] * spatial_scale
        left, top, right, bottom = (
            (scaled.sign() * (scaled.abs() + 0.5).floor()).long().tolist()
        )
        steps = (
            torch.tensor(float(max(bottom - top + 1, 1))) / pooled_height,
            torch.tensor(float(max(right - left + 1, 1))) / pooled_width,
        )

        def edges(place: int, step: Tensor, start: int, end: int) -> slice:
            low, high = (
                int((place * step).floor()) + start,
                int(((place + 1) * step).ceil()) + start,
            )
            return slice(min(max(low, 0), end), min(max(high, 0), end))

        for i in range(pooled_height):
            for j in range(pooled_width):
                part = input[
                    int(row[0]),
                    :,
                    edges(i, steps[0], top, height),
                    edges(j, steps[1], left, width),
                ]
                if part.numel():
                    result[n, :, i, j] = part.amax((1, 2))
    return result, torch.zeros(result.shape, dtype=torch.int32)


def ps_roi_pool(
    input: Tensor,
    rois: Tensor,
    spatial_scale: float,
    pooled_height: int,
    pooled_width: int,
) -> tuple[Tensor, Tensor]:
    """Means over bins of channels of their own; the last row and column are in none."""
    height, width = input.shape[2:]
    channels = input.shape[1] // (pooled_height * pooled_width)
    result = input.new_zeros(len(rois), channels, pooled_height, pooled_width)
    for n, row in enumerate(rois):
        scaled = row[1:] * spatial_scale
        left, top, right, bottom = (
            (scaled.sign() * (scaled.abs().double() + 0.5).floor()).long().tolist()
        )

        def edges(place: int, count: int, start: int, end: int, size: int) -> slice:
            step = torch.tensor(float(max(end - start, 1)), dtype=row.dtype) / count
            low, high = int((place * step).floor()), int(((place + 1) * step).ceil())
            return slice(
                *(min(max(edge + start, 0), size - 1) for edge in (low, high))
            )

        planes = input[int(row[0])].view(channels, pooled_height, pooled_width, height, width)
        for i in range(pooled_height):
            for j in range(pooled_width):
                part = planes[
                    :,
                    i,
                    j,
                    edges(i, pooled_height, top, bottom, height),
                    edges(j, pooled_width, left, right, width),
                ]
                if part.numel():
                    result[n, :, i, j] = part.mean((1, 2))
    return result, torch.zeros(result.shape, dtype=torch.int32)


def deform_conv2d(
    input: Tensor,
    weight: Tensor,
    offset: Tensor,
    mask: Tensor,
    bias: Tensor,
    stride_h: int,
    stride_w: int,
    pad_h: int,
    pad_w: int,
    dilation_h: int,
    dilation_w: int,
    groups: int,
    offset_groups: int,
    use_mask: bool,
) -> Tensor:
    """A convolution that reads each tap at an offset, zeros outside the image."""
    batch, channels, height, width = input.shape
    taps = weight.shape[2] * weight.shape[3]
    rows, columns = offset.shape[2:]
    offset = offset.view(batch, offset_groups, taps, 2, rows, columns)
    padded = torch.nn.functional.pad(input, (1, 1, 1, 1))
    tap_y = (
        torch.arange(weight.shape[2]).repeat_interleave(weight.shape[3]) * dilation_h
    )
    tap_x = torch.arange(weight.shape[3]).repeat(weight.shape[2]) * dilation_w
    y = (
        offset[:, :, :, 0]
        + (torch.arange(rows) * stride_h - pad_h)[:, None]
        + tap_y[:, None, None]
    )
    x = (
        offset[:, :, :, 1]
        + torch.arange(columns) * stride_w
        - pad_w
        + tap_x[:, None, None]
    )
    size = channels // offset_groups
    columns_of = []
    for n in range(batch):
        parts = []
        for group in range(offset_groups):
            image = padded[n, group * size : (group + 1) * size]
            # A pixel of zeros around the image: nearer points are mixed with it.
            at_y, at_x = y[n, group] + 1, x[n, group] + 1
            values = _interpolate(
                image, at_y.clamp(0, height + 1), at_x.clamp(0, width + 1)
            )
            if use_mask:
                values = (
                    values
                    * mask.view(batch, offset_groups, taps, rows, columns)[n, group]
                )
            parts.append(values)
        columns_of.append(torch.cat(parts))
    patches = torch.stack(columns_of).view(batch, groups, -1, rows * columns)
    kernel = weight.view(groups, weight.shape[0] // groups, -1)
    result = torch.einsum("gok,bgkp->bgop", kernel, patches)
    return result.reshape(batch, weight.shape[0], rows, columns) + bias[:, None, None]


def _fake(function: Callable[..., object]) -> Callable[..., object]:
    def shapes(input: Tensor, rois: Tensor, *arguments: object) -> object:
        _, height, width = arguments[:3]
        channels = input.shape[1]
        if function in (ps_roi_align, ps_roi_pool):
            channels = channels // (height * width)  # type: ignore[operator]
        result = input.new_empty(rois.shape[0], channels, height, width)
        second = result.new_empty(result.shape, dtype=torch.int32)
        return result if function is roi_align else (result, second)

    return shapes


def _fake_nms(dets: Tensor, scores: Tensor, iou_threshold: float) -> Tensor:
    size = torch.library.get_ctx().new_dynamic_size()
    return dets.new_empty(size, dtype=torch.int64)


def _fake_deform_conv2d(
    input: Tensor, weight: Tensor, offset: Tensor, *arguments: object
) -> Tensor:
    return input.new_empty(input.shape[0], weight.shape[0], *offset.shape[2:])


def register(described: Collection[str] = ()) -> torch.library.Library:
    """Defines the operators; they are there as long as the result lives.

    What they do without data is described for all but those that others describe.
    """
    library = torch.library.Library("torchvision", "FRAGMENT")
    kernels: dict[str, tuple[Callable[..., object], Callable[..., object]]] = {
        "nms": (nms, _fake_nms),
        "deform_conv2d": (deform_conv2d, _fake_deform_conv2d),
    }
    for function in (roi_align, ps_roi_align, roi_pool, ps_roi_pool):
        kernels[function.__name__] = (function, _fake(function))
    for schema in schemas("torchvision"):
        name = schema.split("(")[0]
        library.define(schema)
        if name in kernels:
            library.impl(name, kernels[name][0], "CPU")
        if name in kernels and name not in described:
            torch.library.register_fake(
                f"torchvision::{name}", kernels[name][1], lib=library
            )
    return library
