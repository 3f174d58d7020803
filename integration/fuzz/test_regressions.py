"""Programs that the fuzzer found to be wrong, as they were after they became small.

Each is a function of its inputs; what it returns and what it writes must be the
same in the converted model.  A row is the function, its inputs and, where sizes
are dynamic, further inputs.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import Session

Row = tuple[Callable[..., object], tuple[torch.Tensor, ...], tuple[tuple[torch.Tensor, ...], ...]]
ROWS: list[Row] = []


def row(*inputs: torch.Tensor, further: tuple[tuple[torch.Tensor, ...], ...] = ()) -> Callable:
    """Registers a program with its inputs; with `further` inputs its sizes are dynamic."""

    def register(function: Callable[..., object]) -> Callable[..., object]:
        ROWS.append((function, inputs, further))
        return function

    return register


@row(torch.tensor([1.0, -2.0]))
def chain_of_writes(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """Not a bug: shows that the test compares writes to inputs."""
    y = x.view(2, 1)
    y.mul_(2)
    return F.relu(y), x


@row(torch.tensor([[1.0, 2.0, float("inf")], [1.0, 2.0, 5.0]]))
def trapezoid_with_an_infinite_end(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """The sum without half of each end: inf - inf, where areas have inf."""
    return torch.trapezoid(x), torch.trapezoid(x, dx=0.5, dim=0), torch.trapezoid(x[:, :1])


@row(torch.zeros(0, 0, 2, 1), torch.ones(3, 2))
def product_of_nothing(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime's fusion of transposes and products fails without elements."""
    return x.permute(0, 1, 3, 2) @ y.t()


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[r[0].__name__ for r in ROWS])
def test_regression(number: int, compiler: str, tmp_path: Path) -> None:
    """The model gives what eager gives, for all sets of inputs."""
    function, inputs, further = ROWS[number]

    class Model(torch.nn.Module):
        def forward(self, *tensors: torch.Tensor) -> object:
            return function(*tensors)

    names = list(inspect.signature(function).parameters)
    assert len(names) == len(inputs)
    shapes = None
    if further:
        shapes = (tuple(
            {d: torch.export.Dim.AUTO for d in range(t.dim())
             if any(other[k].shape[d] != t.shape[d] for other in further)} or None
            for k, t in enumerate(inputs)
        ),)  # fmt: skip
    with torch.no_grad():
        program = torch.export.export(
            Model(), tuple(t.clone() for t in inputs), dynamic_shapes=shapes, strict=False
        )
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    torch.export.save(program, source)
    result = convert(source, target, ("--target=ort", "--mutations=outputs"))
    assert not result.failure, result.stderr
    session = Session(target)
    for tensors in (inputs, *further):
        eager = [t.clone() for t in tensors]
        returned = function(*eager)
        expected = list(returned) if isinstance(returned, tuple) else [returned]
        found = dict(zip(session.outputs, session.run(tensors)))
        updates = {n: found.pop(n) for n in list(found) if n.endswith(".updated")}
        for ours, theirs in zip(found.values(), expected, strict=True):
            mismatch = compare(ours, torch.as_tensor(theirs))
            assert mismatch is None, mismatch
        for name, before, after in zip(session.inputs, tensors, eager):
            ours = updates.get(f"{name}.updated", before)
            mismatch = compare(ours, after)
            assert mismatch is None, f"{name}: {mismatch}"
