"""Branches, loops and vmap: the model computes what eager computes.

Each program is exported once and run in ONNX Runtime on several sets of inputs:
other signs take the other branch, other sizes another number of iterations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch
from functorch.experimental.control_flow import map as torch_map
from torch import Tensor, nn
from torch._higher_order_ops import associative_scan, scan, while_loop

from integration.semantics.cases import Case, Inputs, assert_results, session_of

_AUTO = torch.export.Dim.AUTO


@dataclass
class FlowCase(Case):
    """A program, and other inputs that it is run on."""

    others: list[Inputs]
    dynamic: tuple[dict[int, object], ...] | None = None


class Program(nn.Module):
    """A function of a module with two layers, and of tensors."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function
        torch.manual_seed(0)
        self.a = nn.Linear(4, 4)
        self.b = nn.Linear(4, 4)
        self.gru = nn.GRUCell(4, 8)
        self.conv = nn.Conv2d(3, 3, 3, padding=1)
        self.norm = nn.BatchNorm2d(3)

    def forward(self, *args: Tensor) -> object:
        """Calls it."""
        return self.function(self, *args)


CASES: list[FlowCase] = []


def case(
    *inputs: Tensor,
    others: list[Inputs] | None = None,
    dynamic: tuple[dict[int, object], ...] | None = None,
) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Registers a function of (module, *inputs)."""

    def register(function: Callable[..., object]) -> Callable[..., object]:
        more = [tuple(-x if x.is_floating_point() else x for x in inputs)]
        name = function.__name__
        CASES.append(FlowCase(name, function, inputs, more + (others or []), dynamic))
        return function

    return register


torch.manual_seed(1)
X = torch.rand(3, 4) + 0.1
LONG = torch.rand(6, 4) - 0.2
ROWS = ({0: _AUTO},)

# Branches.


@case(X)
def cond(m: Program, x: Tensor) -> object:
    return torch.cond(x.sum() > 0, lambda x: x.cos(), lambda x: x.sin(), [x])


@case(
    torch.tensor(2.0),
    torch.tensor(0),
    X,
    others=[
        (torch.tensor(0.0), torch.tensor(3), X),
        (torch.tensor(float("nan")), torch.tensor(-(2**40)), X),
    ],
)
def cond_on_numbers(m: Program, number: Tensor, integer: Tensor, x: Tensor) -> object:
    """A number that is not 0 is true."""
    y = torch.cond(number, lambda x: x.cos(), lambda x: x.sin(), [x])
    return torch.cond(integer, lambda y: y * 2, lambda y: y + 1, [y])


@case(X, others=[(LONG,)], dynamic=ROWS)
def map_of_none(m: Program, x: Tensor) -> object:
    """What is None for each row is None."""
    rows = torch_map(lambda row: (None, row.cos(), None, row.sum()), x)
    return rows[1], rows[3]


@case(X, others=[(LONG,)], dynamic=ROWS)
def cond_on_a_size(m: Program, x: Tensor) -> object:
    return torch.cond(x.shape[0] > 4, lambda x: x.cos(), lambda x: x.sin(), [x])


@case(X)
def cond_of_several(m: Program, x: Tensor) -> object:
    result = torch.cond(
        x.sum() > 0,
        lambda x: {"a": x.clone(), "b": (x + 1, x.sum())},
        lambda x: {"a": x * 2, "b": (x.exp(), x.mean())},
        [x],
    )
    return result["a"] + result["b"][0] * result["b"][1]


@case(X)
def cond_with_weights(m: Program, x: Tensor) -> object:
    def inner(x: Tensor) -> Tensor:
        return torch.cond(x.mean() > 1, lambda x: m.a(x), lambda x: m.b(x).relu_(), [x])

    return torch.cond(x.sum() > 0, inner, lambda x: m.b(x) + m.a.weight.sum(), [x])


@case(X, others=[(LONG,)], dynamic=ROWS)
def cond_uses_a_size(m: Program, x: Tensor) -> object:
    n = x.shape[0]
    y = torch.cond(
        x.sum() > 0, lambda x: x.new_zeros(n, 2) + n, lambda x: x[:, :2] * n, [x]
    )
    return y, torch.arange(n)


@case(X, others=[(LONG,)], dynamic=ROWS)
def cond_computes_a_size_first(m: Program, x: Tensor) -> object:
    n = x.shape[0] * 2 + 1
    y = torch.cond(
        x.sum() > 0,
        lambda x: x.reshape(-1)[:1].expand(n).clone(),
        lambda x: x.new_ones(n),
        [x],
    )
    return y + torch.arange(n)


@case(X)
def cond_with_unknown_sizes(m: Program, x: Tensor) -> object:
    return torch.cond(
        x.sum() > 0, lambda x: x.nonzero().float().sum(0), lambda x: x[:2, 0] + 1, [x]
    )


@case(X)
def cond_with_equal_branches(m: Program, x: Tensor) -> object:
    return torch.cond(x.sum() > 0, lambda x: x + 1, lambda x: x + 1, [x])


@case(X)
def cond_on_a_constant(m: Program, x: Tensor) -> object:
    return torch.cond(torch.tensor(True), lambda x: x + 1, lambda x: x + 2, [x])


# Loops.

COUNT = torch.tensor(3)
NONE = torch.tensor(0)


@case(COUNT, X, others=[(NONE, X), (torch.tensor(5), LONG)], dynamic=({}, {0: _AUTO}))
def while_loop_with_outer_values(m: Program, i: Tensor, x: Tensor) -> object:
    total = x.sum(0)
    i, y = while_loop(
        lambda i, x: i > 0, lambda i, x: (i - 1, m.a(x) + total * x.shape[0]), (i, x)
    )
    return y * x.shape[0], i


@case(X, others=[(LONG,), (torch.rand(12, 4),)], dynamic=ROWS)
def while_loop_over_a_size(m: Program, x: Tensor) -> object:
    return while_loop(
        lambda i, x: i < 10, lambda i, x: (i + 1, x.cos() + i), (x.shape[0], x)
    )


@case(COUNT, X, others=[(NONE, X)])
def while_loop_of_stacks(m: Program, i: Tensor, x: Tensor) -> object:
    return torch.ops.higher_order.while_loop_stack_output(
        lambda i, x: i > 0, lambda i, x: (i - 1, x.cos()), (i, x), ()
    )


@case(COUNT, torch.tensor(2), X, others=[(NONE, COUNT, X), (COUNT, NONE, X)])
def nested(m: Program, i: Tensor, j: Tensor, x: Tensor) -> object:
    def turn(x: Tensor) -> Tensor:
        return torch.cond(x.sum() > 0, lambda x: x.cos(), lambda x: x.sin(), [x])

    def body(i: Tensor, j: Tensor, x: Tensor) -> Inputs:
        k, x = while_loop(
            lambda j, x: j > 0, lambda j, x: (j - 1, turn(x)), (j.clone(), x)
        )
        return i - 1, j + 1, x + k

    return while_loop(lambda i, j, x: i > 0, body, (i, j, x))


@case(
    torch.rand(2, 3, 8, 8),
    COUNT,
    others=[(torch.rand(1, 3, 8, 8), torch.tensor(1))],
    dynamic=({0: _AUTO}, {}),
)
def convolutions_in_a_loop(m: Program, x: Tensor, n: Tensor) -> object:
    return while_loop(
        lambda i, x: i > 0, lambda i, x: (i - 1, m.norm(m.conv(x)).relu()), (n, x)
    )[1]


# Scans and maps.


@case(torch.rand(2, 2), torch.rand(5, 2, 2))
def scan_of_matrices(m: Program, c: Tensor, x: Tensor) -> object:
    return scan(lambda c, x: (c @ x + x, c.clone()), c, x)


@case(
    torch.rand(2, 2),
    torch.rand(5, 2, 2),
    others=[(torch.rand(2, 2), torch.rand(8, 2, 2))],
    dynamic=({}, {0: _AUTO}),
)
def scan_backwards(m: Program, c: Tensor, x: Tensor) -> object:
    return scan(lambda c, x: (c @ x + 1, (c * 2).sum(0)), c, x, reverse=True)


@case(torch.rand(2), torch.rand(2, 5))
def scan_of_columns(m: Program, c: Tensor, x: Tensor) -> object:
    return scan(lambda c, x: (c + x, c * x), c, x, dim=1)


@case(
    torch.rand(2),
    torch.rand(3),
    torch.rand(6, 2),
    torch.rand(6, 3),
    others=[(torch.rand(2), torch.rand(3), torch.rand(1, 2), torch.rand(1, 3))],
    dynamic=({}, {}, {0: _AUTO}, {0: _AUTO}),
)
def scan_of_several(m: Program, a: Tensor, b: Tensor, x: Tensor, y: Tensor) -> object:
    def step(c: dict[str, Tensor], z: tuple[Tensor, Tensor]) -> object:
        after = {"a": c["a"] + z[0].sin(), "b": c["b"] * z[1]}
        return after, (after["a"].sum(), after["b"].clone())

    return scan(step, {"a": a, "b": b}, (x, y))


@case(torch.tensor(2), torch.tensor([1, 2, 3, 4]), others=[(NONE, torch.tensor([7, -1, 0, 2]))])
def scan_of_integers(m: Program, c: Tensor, x: Tensor) -> object:
    return scan(lambda c, x: (c + x, c * x), c, x)


@case(torch.tensor(False), torch.tensor([True, False, True]))
def scan_of_booleans(m: Program, c: Tensor, x: Tensor) -> object:
    return scan(lambda c, x: (c ^ x, c & x), c, x)


@case(
    torch.rand(2, 8),
    torch.rand(7, 2, 4),
    others=[(torch.rand(2, 8), torch.rand(3, 2, 4))],
    dynamic=({}, {0: _AUTO}),
)
def recurrent_cell(m: Program, h: Tensor, x: Tensor) -> object:
    return scan(lambda h, x: ((n := m.gru(x, h)), n.clone()), h, x)


@case(
    torch.rand(3, 2, 2),
    torch.rand(2),
    others=[(torch.rand(1, 5, 2), torch.rand(2))],
    dynamic=({0: _AUTO, 1: _AUTO}, {}),
)
def map_over_rows(m: Program, x: Tensor, y: Tensor) -> object:
    return torch_map(lambda x, y: x.cos().add_(1) + y, x, y)


@case(torch.rand(2, 1, 2, 2), torch.rand(1), torch.rand(1))
def map_in_a_map(m: Program, x: Tensor, y: Tensor, z: Tensor) -> object:
    def inner(x: Tensor, y: Tensor, z: Tensor) -> Tensor:
        return x[0].cos().add_(1.0) * y + (x + z.sin()).cos_()

    return torch_map(lambda x, y, z: torch_map(inner, x, y, z), x, y, z)


@case(torch.rand(5, 2, 2))
def associative_scan_of_products(m: Program, x: Tensor) -> object:
    return associative_scan(lambda a, b: a @ b, x, dim=0, combine_mode="generic")


@case(torch.rand(8, 2), torch.rand(8, 2))
def associative_scan_backwards(m: Program, x: Tensor, y: Tensor) -> object:
    return associative_scan(
        lambda a, b: (a[0] * b[0], a[1] * b[0] + b[1]),
        (x, y),
        dim=0,
        reverse=True,
        combine_mode="generic",
    )


# vmap.


@case(torch.rand(3, 2, 4), torch.rand(4))
def vmap(m: Program, x: Tensor, y: Tensor) -> object:
    return torch.vmap(lambda a: (a * y).sum(-1) + a.softmax(-1)[..., 0])(x)


@case(
    torch.rand(3, 4),
    torch.rand(5, 4),
    others=[(torch.rand(6, 4), torch.rand(2, 4))],
    dynamic=({0: _AUTO}, {0: _AUTO}),
)
def vmap_in_a_vmap(m: Program, x: Tensor, y: Tensor) -> object:
    inner = torch.vmap(torch.dot, in_dims=(None, 0))
    return torch.vmap(inner, in_dims=(0, None))(x, y)


@case(
    torch.arange(6),
    torch.arange(5),
    others=[(torch.arange(3), torch.arange(9))],
    dynamic=({0: _AUTO}, {0: _AUTO}),
)
def vmap_of_a_mask(m: Program, q: Tensor, k: Tensor) -> object:
    inner = torch.vmap(lambda a, b: (b <= a) & (a >= 0), in_dims=(None, 0))
    return torch.vmap(inner, in_dims=(0, None))(q, k)


# Complex numbers.


@case(X)
def cond_of_complex_numbers(m: Program, x: Tensor) -> object:
    z = torch.complex(x, x.cos())
    y = torch.cond(z.real.sum() > 0, lambda z: z * z, lambda z: z.conj() + m.a.weight[0, 0], [z])
    return y.real, y.imag


@case(COUNT, X, others=[(NONE, X), (torch.tensor(5), LONG)], dynamic=({}, {0: _AUTO}))
def while_loop_of_complex_numbers(m: Program, i: Tensor, x: Tensor) -> object:
    turn = torch.polar(torch.ones(4), torch.arange(4.0))
    z = while_loop(
        lambda i, z: i > 0, lambda i, z: (i - 1, z * turn), (i, torch.complex(x, x + 1))
    )[1]
    return z.real, z.imag


@case(torch.rand(2, 3), torch.rand(5, 2, 3))
def scan_of_complex_numbers(m: Program, c: Tensor, x: Tensor) -> object:
    c, z = torch.complex(c, -c), torch.complex(x, x.sin())
    c, zs = scan(lambda c, z: (c * z + 1, c.abs() + z.imag), c, z)
    return c.real, c.imag, zs


@case(X, others=[(LONG,)], dynamic=ROWS)
def vmap_of_complex_numbers(m: Program, x: Tensor) -> object:
    y = torch.vmap(lambda a: torch.view_as_real((torch.complex(a, -a) * 1j).cumsum(0)))(x)
    return y


@pytest.mark.parametrize("opset", [9, 21])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_control_flow(case: FlowCase, opset: int, tmp_path: Path) -> None:
    """The model gives what eager gives, for all sets of inputs."""
    model = Program(case.function).eval()
    shapes = None if case.dynamic is None else (case.dynamic,)
    options = ("--opset", str(opset))
    session = session_of(model, case.inputs, tmp_path, options, shapes)
    for inputs in [case.inputs, *case.others]:
        with torch.no_grad():
            expected = model(*(x.clone() for x in inputs))
        assert_results(session, inputs, expected)
