"""resize_ and resize_as_: other sizes in the same memory, with the elements that it has."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.semantics.test_effects import MATRIX, Program, refused


def resized(x: Tensor) -> tuple[Tensor, ...]:
    """Of the same number of elements, and of fewer."""
    y = x.clone().resize_(3, 2)
    return y, x.clone().resize_(4), x.clone().resize_(()), x.clone().resize_(0, 3)


def resized_to_its_sizes(x: Tensor) -> tuple[Tensor, Tensor]:
    """Strides stay, but for an explicit format."""
    y = x.clone().t()
    z = x.clone().t().resize_(3, 2, memory_format=torch.contiguous_format)
    return y.resize_(3, 2), z


def resized_in_memory(x: Tensor) -> tuple[Tensor, Tensor]:
    """The elements of a transposed tensor are in the order of its memory."""
    return x.clone().t().resize_(6), x.clone().t().resize_as_(torch.zeros(2, 2))


def resized_view(x: Tensor) -> tuple[Tensor, Tensor]:
    """A write through the smaller tensor reaches the one that it looks into."""
    y = x + 1
    z = y[1:]
    z.resize_(2)
    z.add_(10)
    return y, z


def resized_and_written(x: Tensor) -> Tensor:
    """All elements are written, those that are new as well."""
    y = torch.empty(0).resize_(2, 3)
    y.copy_(x)
    z = x.clone()
    z.resize_(3, 3).fill_(2)
    return y @ z.sum(0)


def resized_larger(x: Tensor) -> Tensor:
    """The first elements are those of the tensor."""
    return x.clone().resize_(4, 3)[:2]


RESIZED = [
    resized,
    resized_to_its_sizes,
    resized_in_memory,
    resized_view,
    resized_and_written,
]


@pytest.mark.parametrize(
    ("function", "decomposed"),
    # run_decompositions does not take a tensor that grows and is sliced.
    [*itertools.product(RESIZED, (False, True)), (resized_larger, False)],
)
def test_resize(function: Callable[..., object], decomposed: bool, tmp_path: Path) -> None:
    """Tensors with other sizes in the same memory."""
    program = torch.export.export(Program(function), (MATRIX,))
    if decomposed:
        program = program.run_decompositions({})
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not done.failure, done.stderr
    actual = Session(tmp_path / "model.onnx").run((MATRIX,))
    # Decomposition may change what equal sizes mean.
    expected = program.module()(MATRIX) if decomposed else function(MATRIX)
    expected = expected if isinstance(expected, tuple) else (expected,)
    for got, want in zip(actual, expected, strict=True):
        torch.testing.assert_close(got, want)


def test_resize_of_a_tensor_with_views(tmp_path: Path) -> None:
    """The views would keep the old memory, or get a new one."""

    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        y = x.clone()
        z = y[0]
        y.resize_(4, 3)
        return y[:2], z

    message = refused(function, (MATRIX,), tmp_path)
    assert "enlarges a tensor" in message and "that has views" in message
