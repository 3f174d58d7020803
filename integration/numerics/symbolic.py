"""Every operator of torch's symbolic numbers, and programs that use it.

The operators and the kinds of numbers that they take are read from torch's own
tables, so that one that is new in some version of torch has a test or a reason.
"""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import torch
from torch import Tensor
from torch._export.serde import serialize
from torch._export.verifier import Verifier
from torch.fx.experimental import sym_node

Number = int | float | bool
Operator = Callable[..., Number]

#: What torch.export takes of numbers and torch.export.save does not write. The
#: Python package writes it, and later versions of torch may.
UNWRITTEN = frozenset({math.ceil, math.floor, operator.abs, builtins.round, torch.sym_sum})

#: Functions of floats that SymFloat has and torch.export's verifier refuses.
_REFUSED = ("acos", "asin", "atan", "cos", "cosh", "log2", "sin", "sinh", "tan", "tanh")

#: Operators in torch's tables that no program can have, and why.
UNREACHABLE: dict[str, str] = {
    "is_integer": "its graph is no Python: torch.export raises SyntaxError",
    "getitem": "of lists, not of numbers",
    "not_": "SymBool does not have it: it is asked for its value",
    "xor": "torch.export's verifier refuses it",
    **{f"_sym_{name}": "torch.export's verifier refuses it" for name in _REFUSED},
}

#: Operators and kinds for which a program means nothing.
MEANINGLESS = {
    (operator.lshift, "float"): "Python does not shift floats",
    (operator.rshift, "float"): "Python does not shift floats",
    (operator.add, "bool"): "torch.export makes constants of the booleans",
    (operator.sub, "bool"): "torch.export makes constants of the booleans",
    (operator.mul, "bool"): "torch.export makes constants of the booleans",
}

#: The second operand is not negative.
OF_NATURALS = frozenset({operator.pow, operator.lshift, operator.rshift})

CONSTANTS: dict[str, tuple[Number, ...]] = {
    "int": (3, -2),
    "float": (2.5, -0.75),
    "bool": (True, False),
}


def name_of(function: Operator) -> str:
    """The name of an operator."""
    return getattr(function, "__name__", str(function))


def _kinds(method: str) -> set[str]:
    """The kinds of numbers that have a method (the loop at the end of sym_node)."""
    if method in sym_node.only_bool_magic_methods:
        return {"bool"}
    if method in sym_node.only_float_magic_methods:
        return {"float"}
    kinds = {"int"}
    if method not in sym_node.bitwise_ops:
        kinds.add("float")
    if method in sym_node.also_bool_magic_methods | sym_node.bool_becomes_int_magic_methods:
        kinds.add("bool")
    return kinds


def operators() -> dict[Operator, set[str]]:
    """All operators of torch's tables, by the kinds of numbers that they take."""
    table: dict[Operator, set[str]] = {}
    for method in sym_node.magic_methods:
        function = sym_node.METHOD_TO_OPERATOR[method]
        if function.__name__ == "<lambda>":
            function.__name__ = method
        table.setdefault(function, set()).update(_kinds(method))
    table[torch.sym_int] = {"int", "float"}
    table[torch.sym_sum] = {"int", "float"}
    for function in (*serialize._SYM_OPS, *Verifier().allowed_builtin_ops()):
        table.setdefault(function, set())
    return table


@dataclass(frozen=True)
class Inputs:
    """Where a program has its numbers from."""

    image: Tensor  # [n, m]
    ints: Tensor
    floats: Tensor
    bools: Tensor

    def get(self, kind: str, source: str) -> tuple[Number, Number]:
        """Two numbers: of sizes, or read from tensors."""
        n, m = self.image.shape
        if source == "sizes":
            both = {
                "int": (n, m),
                "float": (n / 4, torch.sym_float(m)),
                "bool": (n > 4, m < 5),
            }
            return both[kind]
        tensor = {"int": self.ints, "float": self.floats, "bool": self.bools}[kind]
        return tensor[0].item(), tensor[1].item()


Function = Callable[[Inputs], Number]


def functions(op: Operator, kinds: set[str], source: str) -> Iterator[tuple[str, Function]]:
    """Uses of an operator, each with a text."""
    for kind in sorted(kinds):
        if (op, kind) not in MEANINGLESS:
            for text, function in _functions_of(op, kind, source):
                yield f"{name_of(op)} of {kind} {text}", function


def _functions_of(op: Operator, kind: str, source: str) -> Iterator[tuple[str, Function]]:
    unary = sym_node.unary_methods | {"sym_int"}
    methods = {m for m, f in sym_node.METHOD_TO_OPERATOR.items() if f is op}
    if methods & unary or op in (torch.sym_int, builtins.round):
        yield "", lambda i: op(i.get(kind, source)[0])
    elif op is torch.sym_sum:
        yield "and a constant", lambda i: op([*i.get(kind, source), CONSTANTS[kind][0]])
    elif op is torch.sym_ite:
        for chosen in ("int", "float"):  # torch.export.save cannot write one of booleans
            yield (
                f"between two of {chosen}",
                lambda i, chosen=chosen: op(i.get(kind, source)[0], *i.get(chosen, source)),
            )
    else:
        yield from _binary(op, kind, source)


def _binary(op: Operator, kind: str, source: str) -> Iterator[tuple[str, Function]]:
    def operands(inputs: Inputs, kind: str = kind) -> tuple[Number, Number]:
        x, y = inputs.get(kind, source)
        if op in OF_NATURALS and kind == "int":
            torch._check(y >= 0)
        return x, y

    # sympy's ranges of a power of one element to another do not end.
    if op is not operator.pow or (kind, source) != ("int", "elements"):
        yield "and another", lambda i: op(*operands(i))
    for constant in CONSTANTS[kind]:
        if constant >= 0 or op not in (operator.lshift, operator.rshift):
            yield f"on the left of {constant}", lambda i, c=constant: op(operands(i)[0], c)
        # torch.export has no ranges for powers of negative numbers.
        if constant >= 0 or op is not operator.pow:
            yield f"on the right of {constant}", lambda i, c=constant: op(c, operands(i)[1])
    if kind == "float":
        yield "and an int", lambda i: op(operands(i)[0], operands(i, "int")[1])
        yield "and an int before it", lambda i: op(operands(i, "int")[0], operands(i)[1])


def as_tensors(inputs: Inputs, number: Number) -> tuple[Tensor, ...]:
    """A number in the ways in which programs use one."""
    if isinstance(number, bool | torch.SymBool):
        choice = torch.sym_ite(number, *inputs.image.shape)
        return torch.scalar_tensor(number, dtype=torch.bool), torch.full((2,), choice)
    if isinstance(number, int | torch.SymInt):
        # Not 0 and not 1, for which torch.export makes a program of its own.
        size = torch.sym_min(torch.sym_max(number, 2), 9)
        return torch.scalar_tensor(number, dtype=torch.int64), torch.arange(size)
    wide = torch.ones(2, dtype=torch.float64) * number
    return torch.scalar_tensor(number, dtype=torch.float64), wide, inputs.image * number
