"""Sizes and windows at which formulas of operators end: against eager, in two sets of sizes."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor
from torch.export import Dim

from integration.common.function import check
from integration.numerics.program import Program


@pytest.mark.parametrize("correction", [-2, 0, 1, 5])
def test_variance_of_nothing(correction: int, tmp_path: Path) -> None:
    """It is not a number, whatever the correction."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        deviation, mean = torch.std_mean(x, dim=1, correction=correction)
        return torch.var(x, dim=1, correction=correction), deviation, mean

    check(
        function,
        (torch.randn(3, 4),),
        (torch.randn(3, 0),),
        tmp_path,
        (),
        ({1: Dim("n", min=0)},),
    )


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16, torch.int32])
def test_largest_integers(dtype: torch.dtype, tmp_path: Path) -> None:
    """Pooling of integers."""

    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        return F.max_pool2d(x, 3, 2, 1, return_indices=True)

    limits = torch.iinfo(dtype)

    def inputs() -> tuple[Tensor]:
        return (torch.randint(limits.min, limits.max, (2, 3, 8, 9)).to(dtype),)

    check(function, inputs(), inputs(), tmp_path)


@pytest.mark.parametrize("value", [None, -torch.inf])
@pytest.mark.parametrize("ceil_mode", [False, True])
def test_windows_in_the_padding(
    ceil_mode: bool, value: float | None, tmp_path: Path
) -> None:
    """Positions of windows that have nothing, or nothing above the padding."""

    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        return F.max_pool2d(x, 2, (2, 1), 1, 3, ceil_mode, return_indices=True)

    def inputs(*sizes: int) -> tuple[Tensor]:
        x = torch.randn(sizes)
        return (x if value is None else torch.full_like(x, value),)

    check(function, inputs(2, 3, 2, 2), inputs(2, 3, 2, 2), tmp_path)
    sizes = {2: Dim.AUTO, 3: Dim.AUTO}
    check(function, inputs(2, 3, 9, 8), inputs(2, 3, 12, 7), tmp_path, (), (sizes,))


def test_windows_of_any_size(tmp_path: Path) -> None:
    """Sizes that may be less than the dilation, with ceil_mode."""

    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        return F.max_pool2d(x, 2, 3, 1, 3, True, return_indices=True)

    sizes = {2: Dim.AUTO, 3: Dim.AUTO}
    check(
        function,
        (torch.randn(2, 3, 9, 8),),
        (torch.randn(2, 3, 14, 7),),
        tmp_path,
        (),
        (sizes,),
    )


@pytest.mark.parametrize("accumulate", [False, True])
def test_index_put_impl(accumulate: bool, tmp_path: Path) -> None:
    """The kernel behind index_put, called by its own name, in place."""

    def function(x: Tensor, index: Tensor, values: Tensor) -> Tensor:
        y = x * 2
        torch.ops.aten._index_put_impl_(y, (None, index), values, accumulate, False)
        return y

    def inputs(count: int) -> tuple[Tensor, ...]:
        index = torch.tensor([3, -1, 0] + [3] * (count if accumulate else 0))
        return torch.randn(count, 5), index, torch.randn(count, len(index))

    auto = Dim.AUTO
    dynamic = ({0: auto}, {0: auto}, {0: auto, 1: auto})
    check(function, inputs(2), inputs(4), tmp_path, dynamic=dynamic)


def _replaced(x: Tensor, mask: Tensor) -> Tensor:
    """Other numbers for the selected rows."""
    return x.masked_scatter(mask[..., None], x[mask].tanh())


def _added(x: Tensor, mask: Tensor) -> Tensor:
    """More for the selected rows, less for the others, in place."""
    x = x.clone()
    x[mask] += x[mask].softmax(-1)
    x[~mask] -= x[~mask].cumsum(0)
    return x


def _joined(x: Tensor, mask: Tensor) -> Tensor:
    """The selected rows first, each with its place."""
    places = torch.cat([mask.flatten().nonzero(), (~mask).flatten().nonzero()])
    return torch.cat([x[mask], x[~mask]]) + places


def _sorted(x: Tensor, mask: Tensor) -> Tensor:
    """Sums of the selected rows, and what a matrix and a norm make of them."""
    rows = x[mask]
    products = F.layer_norm(rows, (3,)) @ torch.ones(3, 3)
    return products.sum(0) + rows.sort(0).values.sum(0)


def test_rows_that_no_mask_selects(tmp_path: Path) -> None:
    """Some rows, all, and none: then each tensor of selected rows is empty."""
    x = torch.randn(2, 5, 3, generator=torch.Generator().manual_seed(0))
    some = torch.tensor([[1, 0, 0, 1, 1], [0, 0, 1, 0, 0]], dtype=torch.bool)
    functions = [_replaced, _added, _joined, _sorted]
    program = Program(functions, (x, some), tmp_path)
    for mask in (some, torch.ones_like(some), torch.zeros_like(some)):
        for actual, expected in program.run(x, mask):
            torch.testing.assert_close(actual, expected)


@pytest.mark.parametrize("opset", [13, 18, 21])
@pytest.mark.parametrize("groups", [1, 2, 4])
@pytest.mark.parametrize("height", [None, Dim("height", min=1), Dim("height")])
def test_groups_of_an_empty_batch(
    height: object, groups: int, opset: int, tmp_path: Path
) -> None:
    """A group norm of no images, of known and of unknown sizes."""
    weight, bias = torch.randn(4), torch.randn(4)

    def function(x: Tensor) -> tuple[Tensor, ...]:
        y = F.group_norm(x.exp(), groups, weight, bias)
        return y, F.group_norm(x, groups), F.group_norm(x.flatten(2), groups, weight)

    size = 3 if height is None else 5
    sizes = {0: Dim("batch")} if height is None else {0: Dim("batch"), 2: height}
    options = (f"--opset={opset}",)
    empty = torch.randn(0, 4, size, 3)
    check(function, (torch.randn(2, 4, 3, 3),), (empty,), tmp_path, options, (sizes,))
