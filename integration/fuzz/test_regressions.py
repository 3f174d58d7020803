"""Programs that the fuzzer found to be wrong, as they were after they became small.

Each is a function of its inputs; what it returns and what it writes must be the
same in the converted model.  A row is the function, its inputs and, where sizes
are dynamic, further inputs.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import Session

INF, NAN = math.inf, math.nan

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


@row(torch.zeros(2, 1, 1))
def pad_between_transposes(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime moves transposes over a Pad whose axes it does not look at."""
    return F.pad(x.permute(2, 1, 0), (1, 0)).permute(2, 1, 0)


@row(torch.tensor([[1.0, NAN, 3.0, INF, 0.0], [INF, 2.0, -INF, NAN, 1.0], [3.0, 1.0, 2.0, 0.0, 5.0]]))
def order_of_nan(x: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """NaN is the largest number, and the extreme of what it is among."""
    largest, where = x.topk(2, 1)
    least, _ = torch.topk(x, 3, 0, largest=False)
    pooled, position = F.adaptive_max_pool1d(x[None], 3, return_indices=True)
    return largest, where, least, pooled, position, x.norm(INF, 1), x.norm(-INF, 0)


@row(torch.tensor([[0.5, NAN], [INF, 1.0], [-INF, -INF], [1.0, 2.0]]).double())
def logarithms_in_f64(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime's kernel has numbers beside NaN."""
    return x.log_softmax(1)


@row(torch.tensor([[[0.5, 1.0, 2.0], [-0.5, 0.1, 0.2], [1.0, NAN, 2.0]]]))
def causal_nan(x: torch.Tensor) -> torch.Tensor:
    """A score that is NaN stays so in eager's formula for three dimensions."""
    return F.scaled_dot_product_attention(x, x, x, is_causal=True)


@row(torch.tensor([[[1.0, 2.0], [INF, 4.0], [3.0, NAN]]]))
def channels_of_lines(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime interpolates lines between channels as well."""
    return F.interpolate(x, scale_factor=2.0, mode="linear")


@row(torch.tensor([-3.0, -0.5, 2.0]))
def fraction_of_whole_numbers(x: torch.Tensor) -> torch.Tensor:
    """0.0, not -0.0."""
    return 1 // x.frac()


@row(torch.zeros(3, 0), further=((torch.zeros(4, 0),),))
def norm_of_nothing(x: torch.Tensor) -> torch.Tensor:
    """ONNX Runtime's kernel refuses to divide by a size of 0."""
    return F.layer_norm(x, (0,))


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
