"""Branches and loops that write to tensors from outside: the model computes what eager computes.

torch.export lets them through without gradients (`torch.no_grad()`), and loses branches and loops
whose results nobody reads, whatever they write. Each program runs on inputs that take either
branch, and that make several iterations, one and none; the new values of buffers and inputs are
outputs (--mutations=outputs) that are compared as well.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn
from torch._higher_order_ops import while_loop
from torch.utils import _pytree as pytree

from integration.common.compiler import convert
from integration.common.runtime import Session


class Program(nn.Module):
    """A function of a module with buffers, and of tensors."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function
        torch.manual_seed(0)
        self.register_buffer("state", torch.rand(3, 4))
        self.register_buffer("count", torch.zeros((), dtype=torch.int64), persistent=False)
        self.norm = nn.BatchNorm1d(4)

    def forward(self, *args: Tensor) -> object:
        """Calls it."""
        return self.function(self, *args)


FUNCTIONS: list[Callable[..., object]] = []
REFUSED: list[tuple[Callable[..., object], str]] = []


def program(function: Callable[..., object]) -> Callable[..., object]:
    """Registers a function of (module, x, i)."""
    FUNCTIONS.append(function)
    return function


def refused(
    reason: str,
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Registers a function that is refused."""

    def register(function: Callable[..., object]) -> Callable[..., object]:
        REFUSED.append((function, reason))
        return function

    return register


def repeat(body: Callable[[Tensor], object], i: Tensor) -> Tensor:
    """Calls the function for i, i-1, ..., 1."""

    def step(i: Tensor) -> tuple[Tensor]:
        body(i)
        return (i - 1,)

    result: Tensor = while_loop(lambda i: i > 0, step, (i,))[0]
    return result


# Branches.


@program
def branch_writes_an_input(m: Program, x: Tensor, i: Tensor) -> object:
    def left(x: Tensor) -> Tensor:
        x.add_(1)
        return x.sin()

    y = torch.cond(x.sum() > 0, left, lambda x: x.cos(), [x])
    return y, x * 2


@program
def both_branches_write(m: Program, x: Tensor, i: Tensor) -> object:
    def left(x: Tensor) -> Tensor:
        x.mul_(3).relu_()
        return x.sum()

    def right(x: Tensor) -> Tensor:
        x[1].fill_(7)
        return x.mean()

    return torch.cond(x.sum() > 0, left, right, [x]), x.exp()


@program
def branch_returns_what_it_wrote(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2
    z = torch.cond(x.sum() > 0, lambda y: y.add_(1), lambda y: y + 2, [y])
    return z * 1, y * 3


@program
def branch_writes_through_views(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2
    row, column = y[1], y.t()[2]

    def left(y: Tensor) -> Tensor:
        row.copy_(y[0])
        column.mul_(5)
        return y.sin()

    r = torch.cond(x.sum() > 0, left, lambda y: y.cos(), [y])
    return r, y * 2, row + 1, column.sum(), y[:, 1]


@program
def view_of_a_branch_of_a_written_tensor(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2
    part = y[:2]
    y.add_(1)

    def left(part: Tensor) -> Tensor:
        corner = part[0, :2]
        corner.zero_()
        return part * 2

    r = torch.cond(x.sum() > 0, left, lambda part: part.sin(), [part])
    y.sub_(3)
    return r, part + 1, y * 1


@program
def branches_write_buffers(m: Program, x: Tensor, i: Tensor) -> object:
    def left(x: Tensor) -> Tensor:
        m.state.add_(x)
        m.count.add_(1)
        return x + m.state

    def right(x: Tensor) -> Tensor:
        m.count.sub_(1)
        return x * m.state

    return torch.cond(x.sum() > 0, left, right, [x]), m.state * m.count


@program
def branch_in_a_branch(m: Program, x: Tensor, i: Tensor) -> object:
    y = x.clone()

    def inner(y: Tensor) -> Tensor:
        def most(y: Tensor) -> Tensor:
            y.mul_(2)
            return y + 0

        r = torch.cond(y.sum() > 20, most, lambda y: y - 1, [y])
        y.add_(1)
        return r

    def other(y: Tensor) -> Tensor:
        y.neg_()
        return y + 3

    return torch.cond(x.sum() > 0, inner, other, [y]), y * 1


@program
def branch_updates_statistics(m: Program, x: Tensor, i: Tensor) -> object:
    m.norm.train()
    return torch.cond(x.sum() > 0, lambda x: m.norm(x), lambda x: x.cos(), [x])


@program
def writes_after_a_branch(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2
    first = torch.cond(i > 0, lambda y: y.add_(1).sum(), lambda y: y.sum(), [y])
    y[0] += first
    second = torch.cond(i > 1, lambda y: y.mul_(2).sum(), lambda y: y.sum(), [y])
    return first, second, y + 0


# Loops.


@program
def loop_writes_an_input(m: Program, x: Tensor, i: Tensor) -> object:
    return repeat(lambda i: x.mul_(2).add_(i), i), x + 1


@program
def loop_writes_a_row(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2
    row = y[1]
    r = repeat(lambda i: row.add_(i), i)
    return r, y * 1, row * 1


@program
def loop_writes_buffers(m: Program, x: Tensor, i: Tensor) -> object:
    def body(i: Tensor) -> None:
        m.count.add_(i)
        m.state.copy_(m.state.roll(1, 0) + x)

    return repeat(body, i), m.state * m.count


@program
def condition_reads_what_the_body_writes(m: Program, x: Tensor, i: Tensor) -> object:
    total = (x * 7).round().abs().sum()

    def step(n: Tensor) -> tuple[Tensor]:
        total.sub_(5)
        return (n + 1,)

    return while_loop(lambda n: total > 0, step, (i,))[0], total * 1


@program
def loop_in_a_loop(m: Program, x: Tensor, i: Tensor) -> object:
    y = x.clone()

    def body(i: Tensor) -> None:
        y.add_(1)
        y.mul_(1 + repeat(lambda j: y.mul_(1.5), i))

    return repeat(body, i), y * 1


@program
def branch_in_a_loop(m: Program, x: Tensor, i: Tensor) -> object:
    def body(i: Tensor) -> None:
        def left(i: Tensor) -> Tensor:
            m.state.add_(i)
            return i + 0

        m.count.add_(torch.cond(i % 2 == 0, left, lambda i: i * 2, [i]))

    return repeat(body, i), m.state + x


@program
def loop_in_a_branch(m: Program, x: Tensor, i: Tensor) -> object:
    def left(i: Tensor) -> Tensor:
        return repeat(lambda i: m.state.mul_(0.5), i)

    return torch.cond(x.sum() > 0, left, lambda i: i + 1, [i]), m.state * x


@program
def loop_reads_and_another_writes(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2

    def step(i: Tensor, s: Tensor) -> tuple[Tensor, Tensor]:
        return i - 1, s + y[0]

    a = while_loop(lambda i, s: i > 0, step, (i, torch.zeros(4)))[1]
    repeat(lambda i: y.add_(1), i)
    b = while_loop(lambda i, s: i > 0, step, (i, torch.zeros(4)))[1]
    return a, b, y * 1


# What depends on which memory it is.


@refused("writes to an argument of a subgraph")
def loop_writes_what_it_carries(m: Program, x: Tensor, i: Tensor) -> object:
    def step(i: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        y.add_(1)
        return i - 1, y * 2

    return while_loop(lambda i, y: i > 0, step, (i, x))[1], x * 1


@refused("reads a tensor that may have been written through an alias")
def result_that_may_be_what_is_written(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2
    z = torch.cond(x.sum() > 0, lambda y: y.add_(1), lambda y: y + 2, [y])
    y.mul_(2)
    return z * 1


@refused("reads a tensor that may have been written through an alias")
def loop_begins_with_what_it_writes(m: Program, x: Tensor, i: Tensor) -> object:
    y = x * 2

    def step(i: Tensor, z: Tensor) -> tuple[Tensor, Tensor]:
        y.add_(1)
        return i - 1, z * 2

    return while_loop(lambda i, z: i > 0, step, (i, y))[1]


X = torch.arange(12.0).reshape(3, 4) / 7 + 0.1
INPUTS = [
    (x, torch.tensor(i)) for x in (X, -X, X * 30) for i in (3, 1, 0)
]


def run(model: nn.Module, inputs: tuple[Tensor, ...]) -> tuple[list[Tensor], dict[str, Tensor]]:
    """What eager gives, and the new values of buffers and inputs."""
    model = copy.deepcopy(model)
    copies = [x.clone() for x in inputs]
    with torch.no_grad():
        outputs = [torch.as_tensor(x).clone() for x in pytree.tree_leaves(model(*copies))]
    state = dict(model.named_buffers())
    return outputs, state | {f"args_{k}": x for k, x in enumerate(copies)}


def capture(function: Callable[..., object], path: Path, strict: bool) -> Program:
    """Saves the program; returns the module."""
    torch._dynamo.reset()
    model = Program(function)
    with torch.no_grad():
        inputs = tuple(x.clone() for x in INPUTS[0])
        exported = torch.export.export(copy.deepcopy(model), inputs, strict=strict)
    torch.export.save(exported, path)
    return model


@pytest.mark.parametrize("opset", [9, 21])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_writes(function: Callable[..., object], opset: int, tmp_path: Path) -> None:
    """Outputs and new values are eager's, for all sets of inputs."""
    model = capture(function, tmp_path / "model.pt2", strict=opset == 9)
    done = convert(
        tmp_path / "model.pt2",
        tmp_path / "model.onnx",
        ["--opset", str(opset), "--mutations=outputs"],
    )
    assert not done.failure, done.stderr
    session = Session(tmp_path / "model.onnx")
    names = session.outputs
    for inputs in INPUTS:
        expected, state = run(model, inputs)
        actual = session.run(inputs)
        assert len(actual) == len(names) >= len(expected)
        updated = names[len(expected) :]
        for got, want in zip(actual, expected, strict=False):
            torch.testing.assert_close(got, want)
        # What changed is an output, and what is an output has the value that eager gives.
        for name, got in zip(updated, actual[len(expected) :], strict=True):
            assert name.endswith(".updated")
            torch.testing.assert_close(got, state[name.removesuffix(".updated")])
        before = dict(model.named_buffers()) | {f"args_{k}": x for k, x in enumerate(inputs)}
        changed = {name for name, x in state.items() if not torch.equal(x, before[name])}
        assert changed <= {name.removesuffix(".updated") for name in updated}


@pytest.mark.parametrize(
    ("function", "reason"), REFUSED, ids=lambda value: getattr(value, "__name__", "")
)
def test_refused(function: Callable[..., object], reason: str, tmp_path: Path) -> None:
    """What depends on memory that only eager knows is refused, with its place."""
    capture(function, tmp_path / "model.pt2", strict=False)
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert done.failure and done.failure != "crash", done.stderr
    assert reason in done.stderr and "test_region_writes.py" in done.stderr
    assert not (tmp_path / "model.onnx").exists()
