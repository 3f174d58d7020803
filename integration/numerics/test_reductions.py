"""Reductions of many elements lose no more than a few roundings, as eager's do.

A kernel that adds its terms one after the other loses a number of roundings that grows with
their number; `assert_close` would not see it before there are thousands of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor

from integration.numerics.program import Function, Program

AUTO = torch.export.Dim.AUTO
#: Roundings of the result, of 16,384 elements. One after the other they lose 10 to 60.
ROUNDINGS = 6 * torch.finfo(torch.float32).eps

FUNCTIONS: dict[str, Function] = {
    "var": lambda x: x.flatten(1).var(-1),
    "var biased": lambda x: x.var((2, 3), correction=0),
    "std": lambda x: x.flatten(1).std(-1, keepdim=True),
    "std biased": lambda x: x.std((2, 3), unbiased=False),
    "var_mean": lambda x: torch.var_mean(x, (1, 2, 3))[0],
    "norm": lambda x: x.norm(dim=(2, 3)),
    "vector norm": lambda x: torch.linalg.vector_norm(x.flatten(1), dim=-1),
    "dist": lambda x: torch.dist(x[0], 0.3 * x[0]),
    "normalize": lambda x: F.normalize(x.flatten(1), dim=-1) * 128,
    "pairwise": lambda x: F.pairwise_distance(x.flatten(1), 0.3 * x.flatten(1)),
    "pool": lambda x: F.adaptive_avg_pool2d(x.abs(), 1),
    "pool 1d": lambda x: F.adaptive_avg_pool1d(x.abs().flatten(2), 1),
    "mean": lambda x: x.abs().mean((2, 3)),
}


def _numbers(*sizes: int) -> Tensor:
    generator = torch.Generator().manual_seed(sum(sizes))
    return 1.3 * torch.randn(sizes, generator=generator) + 0.3


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
def test_many_elements(dynamic: bool, tmp_path: Path, compiler: str) -> None:
    """With the sizes of the example, and with other ones."""
    inputs = [_numbers(4, 1, 128, 128)]
    if dynamic:
        inputs.append(_numbers(3, 1, 160, 144))
    sizes = ({axis: AUTO for axis in (0, 2, 3)},) if dynamic else None
    program = Program(list(FUNCTIONS.values()), inputs[:1], tmp_path, sizes)
    wrong = []
    for given in inputs:
        for (actual, _), (name, function) in zip(program.run(given), FUNCTIONS.items()):
            exact = function(given.double())
            error = ((actual.double() - exact).abs().max() / exact.abs().max()).item()
            if not error <= ROUNDINGS:
                wrong.append(f"{name} of {tuple(given.shape)}: {error:.2e}")
    assert not wrong, "\n".join(wrong)


def test_halves_do_not_overflow(tmp_path: Path, compiler: str) -> None:
    """Squares of half precision are beyond its largest number."""
    large = (300 * _numbers(2, 200)).half()
    functions: list[Function] = [
        lambda x: x.norm(dim=-1),
        lambda x: x.std(-1, correction=0),
        lambda x: x.std(-1),
    ]
    for actual, expected in Program(functions, [large], tmp_path).run(large):
        torch.testing.assert_close(actual, expected)


def test_no_dimensions(tmp_path: Path, compiler: str) -> None:
    """An empty list of dimensions is all of them, also where torch.export declares that
    all dimensions stay (nansum, nanmean), and none for `any` and `all`."""
    nan = _numbers(3, 4)
    nan[1, 2] = torch.nan
    functions: list[Function] = [
        lambda x: torch.nansum(x, []),
        lambda x: torch.nansum(x, [], keepdim=True),
        lambda x: torch.sum(x.nan_to_num(), []),
        lambda x: torch.mean(x.nan_to_num(), []),
        lambda x: torch.amax(x, []),
        lambda x: torch.logsumexp(x, [], keepdim=True),
        lambda x: torch.linalg.vector_norm(x.nan_to_num(), dim=[], keepdim=True),
        lambda x: torch.std(x.nan_to_num(), []),
        lambda x: torch.count_nonzero(x, []),
        lambda x: torch.nanmean(x, []),
        lambda x: torch.nanmean(x, [], keepdim=True),
        lambda x: torch.any(x > 0, []),
        lambda x: torch.all(x > 0, []),
    ]
    for actual, expected in Program(functions, [nan], tmp_path).run(nan):
        torch.testing.assert_close(actual, expected, equal_nan=True)


#: Of a million elements and more. A reduction in one step is up to 0.002 off.
LARGE: dict[str, tuple[Function, tuple[int, ...]]] = {
    "planes": (lambda x: x.mean((2, 3)), (2, 2, 1024, 1024)),
    "volumes": (lambda x: x.sum((2, 3, 4)), (1, 2, 96, 128, 128)),
    "all": (lambda x: x.sum(), (1 << 21,)),
    "row": (lambda x: x.var(-1), (2, 3_000_000)),
    "columns": (lambda x: x.sum(0), (1 << 16, 5)),
    "pixels of channels last": (lambda x: x.mean((1, 2)), (2, 256, 256, 3)),
    "squares": (lambda x: x.square().mean(), (1, 1 << 21)),
    "group_norm": (lambda x: F.group_norm(x, 2), (2, 4, 512, 1024)),
    "instance_norm": (lambda x: F.instance_norm(x), (1, 2, 96, 128, 128)),
    "layer_norm": (lambda x: F.layer_norm(x, x.shape[1:]), (2, 4, 512, 512)),
    "batch_norm": (lambda x: F.batch_norm(x, None, None, training=True), (2, 2, 512, 1024)),
}


@pytest.mark.parametrize("name", LARGE)
def test_large(name: str, tmp_path: Path, compiler: str) -> None:
    """The errors are at most twice those of eager, or ten roundings of the largest result."""
    function, sizes = LARGE[name]
    x = _numbers(*sizes) + 0.5
    program = Program([function], [x], tmp_path)
    exact = function(x.double())
    limit = max((function(x) - exact).abs().max() * 2, exact.abs().max() * 10 * 2**-24)
    ((actual, _),) = program.run(x)
    assert actual.dtype == torch.float32 and actual.shape == exact.shape
    assert (actual - exact).abs().max() <= limit
