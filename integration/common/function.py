"""A function, exported and converted, against eager at two sets of sizes."""

from __future__ import annotations

from collections.abc import Callable
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


def check(
    function: Callable[..., Results],
    examples: tuple[Tensor, ...],
    others: tuple[Tensor, ...],
    folder: Path,
    options: tuple[str, ...] = (),
    dynamic: object = None,
    refusal: str = "",
) -> Session | None:
    """Exports at the sizes of `examples` and compares at those and at the others', with
    ONNX Runtime's optimizations and without."""
    shapes = None if dynamic is None else (dynamic,)
    program = torch.export.export(Function(function), examples, dynamic_shapes=shapes)
    source, target = folder / "model.pt2", folder / "model.onnx"
    torch.export.save(program, source)
    result = convert(source, target, options)
    if refusal:
        assert refusal in result.stderr
        return None
    assert not result.failure, result.stderr
    given = (examples, others)
    for way in run_both_ways(target, given):
        for inputs, actual in zip(given, way, strict=True):
            expected = function(*inputs)
            results = [expected] if isinstance(expected, Tensor) else list(expected)
            for ours, wanted in zip(actual, results, strict=True):
                mismatch = compare(ours, wanted)
                assert mismatch is None, mismatch
    return Session(target)
