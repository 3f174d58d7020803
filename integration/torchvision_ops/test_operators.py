"""torchvision's operators in ONNX Runtime against their kernels."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.function import check
from integration.common.libraries import torchvision_operators

_LIBRARY = torchvision_operators()
tv = torch.ops.torchvision


def _boxes(count: int, extent: float, seed: int = 0) -> Tensor:
    generator = torch.Generator().manual_seed(seed)
    corner = torch.rand(count, 2, generator=generator) * extent * 0.7
    size = torch.rand(count, 2, generator=generator) * extent * 0.5 + 0.01
    return torch.cat([corner, corner + size], 1)


def _regions(count: int, batch: int, extent: float, seed: int = 0) -> Tensor:
    boxes = _boxes(count, extent, seed)
    return torch.cat([torch.arange(count)[:, None] % batch, boxes], 1)


@pytest.mark.parametrize("opset", [10, 11, 21])
@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.7, 1.0])
def test_nms(threshold: float, opset: int, tmp_path: Path) -> None:
    """Order, equal scores, and overlaps that are the threshold itself."""

    def function(boxes: Tensor, scores: Tensor) -> tuple[Tensor, ...]:
        kept = tv.nms(boxes, scores, threshold)
        return kept, boxes[kept]

    def inputs(count: int, seed: int) -> tuple[Tensor, Tensor]:
        generator = torch.Generator().manual_seed(seed)
        boxes = _boxes(count, 10, seed).round()
        boxes[:, 2:] += 1
        return boxes, torch.randint(0, 8, (count,), generator=generator) / 8

    shapes = ({0: torch.export.Dim("n")},) * 2
    options = (f"--opset={opset}",)
    check(function, inputs(30, 0), inputs(47, 1), tmp_path, options, shapes)
    check(function, inputs(30, 0), inputs(0, 1), tmp_path, options, shapes)


def test_batched_nms(tmp_path: Path) -> None:
    """Boxes of a class are moved away from those of others, as torchvision composes it."""

    def function(boxes: Tensor, scores: Tensor, classes: Tensor) -> Tensor:
        offsets = classes.to(boxes) * (boxes.max() + 1)
        kept: Tensor = tv.nms(boxes + offsets[:, None], scores, 0.5)
        return kept

    def inputs(count: int, seed: int) -> tuple[Tensor, Tensor, Tensor]:
        return _boxes(count, 10, seed), torch.rand(count), torch.randint(0, 3, (count,))

    shapes = ({0: torch.export.Dim("n")},) * 3
    check(function, inputs(30, 0), inputs(50, 1), tmp_path, dynamic=shapes)


def test_refused_threshold(tmp_path: Path) -> None:
    """NonMaxSuppression takes thresholds from 0 to 1."""
    inputs = _boxes(5, 10), torch.rand(5)
    refusal = "expected 'iou_threshold' to be between 0 and 1, found 1.5"
    check(lambda x, y: tv.nms(x, y, 1.5), inputs, inputs, tmp_path, refusal=refusal)


@pytest.mark.parametrize("ratio", [-1, 0, 2])
@pytest.mark.parametrize("aligned", [False, True])
def test_roi_align(aligned: bool, ratio: int, tmp_path: Path) -> None:
    """Sampling ratios that depend on the region, regions over the edge, none at all."""

    def function(image: Tensor, regions: Tensor) -> Tensor:
        pools: Tensor = tv.roi_align(image, regions, 0.25, 3, 2, ratio, aligned)
        return pools

    shapes = (
        {0: torch.export.Dim("b"), 2: torch.export.Dim("h")},
        {0: torch.export.Dim("n")},
    )
    first = torch.randn(2, 3, 8, 9), _regions(7, 2, 50)
    for second in (
        (torch.randn(3, 3, 10, 9), _regions(5, 3, 70, 1)),
        (torch.randn(3, 3, 10, 9), _regions(0, 3, 70, 1)),
    ):
        check(function, first, second, tmp_path, dynamic=shapes)
    if not aligned:
        check(function, first, first, tmp_path, ("--opset=10",), dynamic=shapes)


def test_roi_pool(tmp_path: Path) -> None:
    """Halves are rounded away from zero; bins outside of the image are 0."""

    def function(image: Tensor, regions: Tensor) -> Tensor:
        pools: Tensor = tv.roi_pool(image, regions, 0.5, 3, 2)[0]
        return pools

    def inputs(rows: int, count: int, seed: int) -> tuple[Tensor, Tensor]:
        regions = _regions(count, 2, 30, seed).round()
        regions[0, 1:] = torch.tensor([-7.0, -5.0, 1.0, 3.0])
        regions[1, 1:] = torch.tensor([40.0, 41.0, 60.0, 61.0])
        return torch.randn(2, 3, rows, 9), regions

    shapes = ({2: torch.export.Dim("h")}, {0: torch.export.Dim("n")})
    check(function, inputs(8, 7, 0), inputs(11, 9, 1), tmp_path, dynamic=shapes)


@pytest.mark.parametrize("ratio", [-1, 2])
def test_ps_roi_align(ratio: int, tmp_path: Path) -> None:
    """A place of the pool reads channels of its own; a region without extent is NaN."""

    def function(image: Tensor, regions: Tensor) -> Tensor:
        pools: Tensor = tv.ps_roi_align(image, regions, 0.25, 3, 2, ratio)[0]
        return pools

    def inputs(rows: int, count: int, seed: int) -> tuple[Tensor, Tensor]:
        regions = _regions(count, 2, 50, seed)
        regions[0, 1:] = torch.tensor([3.0, 4.0, 3.0, 9.0])
        return torch.randn(2, 12, rows, 9), regions

    shapes = ({2: torch.export.Dim("h")}, {0: torch.export.Dim("n")})
    check(function, inputs(8, 7, 0), inputs(11, 9, 1), tmp_path, dynamic=shapes)


@pytest.mark.parametrize("use_mask", [False, True])
@pytest.mark.parametrize("groups,offset_groups", [(1, 1), (2, 1), (1, 2), (2, 2)])
def test_deform_conv2d(
    groups: int, offset_groups: int, use_mask: bool, tmp_path: Path
) -> None:
    """Strides, pads, dilations, groups of channels and of offsets, masks."""
    weight, bias = torch.randn(6, 4 // groups, 3, 2), torch.randn(6)

    def function(x: Tensor, offset: Tensor, mask: Tensor) -> Tensor:
        settings = (2, 1, 1, 2, 1, 2, groups, offset_groups, use_mask)
        y: Tensor = tv.deform_conv2d(x, weight, offset, mask, bias, *settings)
        return y

    def inputs(batch: int) -> tuple[Tensor, Tensor, Tensor]:
        offset = torch.randn(batch, offset_groups * 12, 4, 11) * 2
        return (
            torch.randn(batch, 4, 8, 9),
            offset,
            torch.rand(batch, offset_groups * 6, 4, 11),
        )

    shapes = ({0: torch.export.Dim("b")},) * 3
    check(function, inputs(2), inputs(3), tmp_path, dynamic=shapes)
    # DeformConv came with opset 19.
    for opset in (9, 13, 18):
        check(function, inputs(2), inputs(3), tmp_path, (f"--opset={opset}",), shapes)


@pytest.mark.parametrize("opset", [18, 21])
def test_deform_conv2d_edges(opset: int, tmp_path: Path) -> None:
    """Places at the edges, between pixels and nothing, and far outside."""
    weight, bias = torch.randn(2, 2, 1, 2), torch.randn(2)

    def function(x: Tensor, offset: Tensor) -> Tensor:
        settings = (1, 1, 0, 0, 1, 1, 1, 1, False)
        mask = x.new_zeros(0, 1)
        y: Tensor = tv.deform_conv2d(x, weight, offset, mask, bias, *settings)
        return y

    def inputs(width: int, dtype: torch.dtype = torch.float32) -> tuple[Tensor, Tensor]:
        x = torch.randn(1, 2, 3, width + 1)
        steps = torch.tensor([0.0, -1.0, -0.5, -1e-3, 0.5, 1.0, 2.5, -2.0, 3.0, 1e9, -1e30])
        offset = steps[torch.arange(12 * width) % len(steps)].view(1, 4, 3, width)
        return x, offset

    shapes = ({3: torch.export.Dim("w") + 1}, {3: torch.export.Dim("w")})
    first, second = inputs(4), inputs(7)
    check(function, first, second, tmp_path, (f"--opset={opset}",), shapes)


def test_ps_roi_pool(tmp_path: Path) -> None:
    """Halves are rounded away from zero; bins without a pixel are 0, and no region at all."""

    def function(image: Tensor, regions: Tensor) -> Tensor:
        pools: Tensor = tv.ps_roi_pool(image, regions, 0.5, 3, 2)[0]
        return pools

    def inputs(rows: int, count: int, seed: int) -> tuple[Tensor, Tensor]:
        regions = _regions(count, 2, 30, seed)
        if count:
            regions[0, 1:] = torch.tensor([-7.0, -5.0, 1.0, 3.0])
            regions[1, 1:] = torch.tensor([40.0, 41.0, 60.0, 61.0])
            regions[2, 1:] = torch.tensor([5.0, 5.0, 5.0, 5.0])
            regions[3, 1:] = torch.tensor([0.0, 0.0, 100.0, 100.0])
            regions[4, 1:] = torch.tensor([0.99999994, 1.0, 7.0, 9.0])
        image = torch.randn(2, 12, rows, 9)
        # Nothing leaks out of bins, and out of the image.
        image[:, :, 0, 0] = float("inf")
        image[:, :, -1, 1] = float("nan")
        return image, regions

    shapes = ({2: torch.export.Dim("h")}, {0: torch.export.Dim("n")})
    for opset in (9, 13, 21):
        options = (f"--opset={opset}",)
        check(function, inputs(8, 7, 0), inputs(11, 9, 1), tmp_path, options, shapes)
        check(function, inputs(8, 7, 0), inputs(1, 0, 1), tmp_path, options, shapes)


def test_ps_roi_pool_of_boxes(tmp_path: Path) -> None:
    """As many regions as suppression has left."""

    def function(image: Tensor, boxes: Tensor, scores: Tensor) -> Tensor:
        kept = boxes[tv.nms(boxes, scores, 0.5)]
        regions = torch.cat([torch.zeros_like(kept[:, :1]), kept], 1)
        pools: Tensor = tv.ps_roi_pool(image, regions, 1.0, 2, 2)[0]
        return pools

    def inputs(count: int, seed: int) -> tuple[Tensor, Tensor, Tensor]:
        return torch.randn(1, 8, 12, 12), _boxes(count, 10, seed), torch.rand(count)

    shapes = (None, {0: torch.export.Dim("n")}, {0: torch.export.Dim("n")})
    check(function, inputs(20, 0), inputs(31, 1), tmp_path, dynamic=shapes)
