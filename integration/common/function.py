"""A function, exported and converted, against eager for several sets of inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import Session, run_both_ways

Results = Tensor | tuple[Tensor, ...]


class Function(torch.nn.Module):
    """A function as a module."""

    def __init__(self, function: Callable[..., Results]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *inputs: Tensor) -> Results:
        """What the function gives."""
        return self.function(*inputs)


def randn(*sizes: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """The same numbers in each call; of integers, several of each sign."""
    numbers = torch.randn(sizes, generator=torch.Generator().manual_seed(sum(sizes)))
    return (numbers * 3).to(dtype)


def check_sets(
    function: Callable[..., Results],
    given: Sequence[tuple[Tensor, ...]],
    folder: Path,
    dynamic: object = None,
    options: tuple[str, ...] = (),
    refusal: str = "",
) -> Session | None:
    """Exports with the first set of inputs, and compares for all of them, with ONNX
    Runtime's optimizations and without. `dynamic` is an entry for each argument."""
    shapes = None if dynamic is None else (dynamic,)
    program = torch.export.export(Function(function), given[0], dynamic_shapes=shapes)
    source, target = folder / "model.pt2", folder / "model.onnx"
    torch.export.save(program, source)
    result = convert(source, target, options)
    if refusal:
        assert refusal in result.stderr
        return None
    assert not result.failure, result.stderr
    for way in run_both_ways(target, given):
        for inputs, actual in zip(given, way, strict=True):
            expected = function(*inputs)
            results = [expected] if isinstance(expected, Tensor) else list(expected)
            for ours, wanted in zip(actual, results, strict=True):
                mismatch = compare(ours, wanted)
                assert mismatch is None, ([tuple(x.shape) for x in inputs], mismatch)
    return Session(target)


def check(
    function: Callable[..., Results],
    examples: tuple[Tensor, ...],
    others: tuple[Tensor, ...],
    folder: Path,
    options: tuple[str, ...] = (),
    dynamic: object = None,
    refusal: str = "",
) -> Session | None:
    """Exports with `examples`, and compares for these and for `others`."""
    return check_sets(function, (examples, others), folder, dynamic, options, refusal)
