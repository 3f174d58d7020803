#!/usr/bin/env python3
"""Writes the table of operators that are other names of an operator.

    utils/gen_aliases.py            rewrites lib/Dialect/Torch/Transforms/Aliases.inc
    utils/gen_aliases.py --check    fails when the file is out of date

Which names are aliases is said here; that they are is shown by LibTorch. Each
overload of an alias is called with two sets of arguments, one of its defaults and
one of none of them, and has to call one operator with the same arguments and to
return its results. Where that operator is itself implemented by others
(CompositeImplicitAutograd), both names have to call the same ones.
"""

import itertools
import sys
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode

import generated

TABLE = generated.ROOT / "lib/Dialect/Torch/Transforms/Aliases.inc"

BANNER = f"""\\
//===- Aliases.inc - Other names of ATen operators --------------*- C++ -*-===//
//
// Written by utils/gen_aliases.py from torch {torch.__version__.split('+')[0]}; do not edit.
// ALIAS(name, canonical name), sorted by name (as bytes). Both have the same
// arguments, defaults and results.
//
//===----------------------------------------------------------------------===//
"""

#: Alias -> operator, without overloads: those of the same signature belong
#: together, those in place and with out= included.
ALIASES = {
    "__and__": "bitwise_and",
    "__or__": "bitwise_or",
    "__xor__": "bitwise_xor",
    "absolute": "abs",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "argwhere": "nonzero",
    "clip": "clamp",
    "concat": "cat",
    "concatenate": "cat",
    "det": "linalg_det",
    "divide": "div",
    "fix": "trunc",
    "ger": "outer",
    "greater": "gt",
    "greater_equal": "ge",
    "less": "lt",
    "less_equal": "le",
    "linalg_matmul": "matmul",
    "matrix_power": "linalg_matrix_power",
    "max": "maximum",
    "min": "minimum",
    "moveaxis": "movedim",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "row_stack": "vstack",
    "slogdet": "linalg_slogdet",
    "special_digamma": "digamma",
    "special_erf": "erf",
    "special_erfc": "erfc",
    "special_erfinv": "erfinv",
    "special_exp2": "exp2",
    "special_expit": "sigmoid",
    "special_expm1": "expm1",
    "special_gammainc": "igamma",
    "special_gammaincc": "igammac",
    "special_gammaln": "lgamma",
    "special_i0": "i0",
    "special_log1p": "log1p",
    "special_logit": "logit",
    "special_logsumexp": "logsumexp",
    "special_multigammaln": "mvlgamma",
    "special_polygamma": "polygamma",
    "special_psi": "digamma",
    "special_sinc": "sinc",
    "special_softmax": "softmax",
    "special_xlogy": "xlogy",
    "subtract": "sub",
    "swapaxes": "transpose",
    "swapdims": "transpose",
    "trapz": "trapezoid",
    "true_divide": "div",
}


class Calls(TorchDispatchMode):
    """Records the operators that are called, their arguments and results."""

    def __init__(self) -> None:
        super().__init__()
        self.made: list[tuple[Any, list[Any], Any]] = []

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        result = op(*args, **(kwargs or {}))
        self.made.append((op, in_order(op, args, kwargs or {}), result))
        return result


def default(argument) -> Any:
    """The default value of an argument; None if there is none."""
    return argument.default_value if argument.has_default_value() else None


def in_order(op, args, kwargs) -> list[Any]:
    """All arguments of a call in the order of the schema."""
    rest = op._schema.arguments[len(args) :]
    return [*args, *(kwargs.get(a.name, default(a)) for a in rest)]


def signature(op) -> Any:
    """What two operators have in common of which one can stand for the other."""

    def of(argument) -> Any:
        written = argument.alias_info is not None and argument.alias_info.is_write
        given = argument.has_default_value()
        return str(argument.type), argument.kwarg_only, written, given, default(argument)

    schema = op._schema
    return [of(a) for a in schema.arguments], [str(r.type) for r in schema.returns]


def example(argument, rank: int, dtype: torch.dtype) -> Any:
    """A value for an argument that is not its default."""

    def tensor() -> torch.Tensor:
        return (torch.eye(3) / 2 + 0.25)[(0,) * (2 - rank)].to(dtype)

    kind = str(argument.type).removeprefix("Optional[").removesuffix("]")
    if argument.name == "dtype":
        return torch.float64
    return {
        "Tensor": tensor,
        "List[Tensor": lambda: [tensor(), tensor()],
        "bool": lambda: not default(argument),
        "int": lambda: 1 if default(argument) != 1 else 0,
        "number": lambda: 2,
        "float": lambda: 0.25,
        "List[int": lambda: [0, 1],
        "str": lambda: "floor",
    }[kind]()


def call(op, given: list[Any]) -> tuple[list[tuple[Any, list[Any], Any]], Any] | None:
    """The operators that a call makes, and its result; None where it is refused."""
    arguments = list(zip(op._schema.arguments, given))
    positional = [value for argument, value in arguments if not argument.kwarg_only]
    named = {a.name: value for a, value in arguments if a.kwarg_only}
    try:
        with Calls() as calls:
            result = op(*positional, **named)
    except (RuntimeError, IndexError):
        return None
    return calls.made, result


def same(one: Any, other: Any) -> bool:
    """Whether two arguments are the same: of tensors, the same object."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, torch.Tensor) or isinstance(other, torch.Tensor):
        return one is other
    return type(one) is type(other) and one == other


def equal(one: Any, other: Any) -> bool:
    """Whether two arguments are equal: of tensors, in their elements."""
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return one.dtype == other.dtype and one.shape == other.shape
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(equal, one, other))
    return same(one, other)


def stands_for(alias, op) -> bool:
    """Whether all calls of `alias` that LibTorch takes are calls of `op`."""
    seen = False
    trials = itertools.product((1, 2), (torch.float32, torch.int64), (True, False))
    for rank, dtype, uses_defaults in trials:
        given = [
            default(a)
            if uses_defaults and a.has_default_value()
            else example(a, rank, dtype)
            for a in alias._schema.arguments
        ]
        found = call(alias, given)
        if found is None:
            continue
        seen = True
        made, result = found
        if len(made) == 1 and made[0][0] is op:
            if not same(made[0][1], given) or not same(result, made[0][2]):
                return False
            continue
        expected = call(op, given)
        if expected is None or [m[0] for m in made] != [m[0] for m in expected[0]]:
            return False
        if not all(equal(m[1], e[1]) for m, e in zip(made, expected[0])):
            return False
    return seen


def overloads(name: str) -> list[Any]:
    """All overloads of an operator; none if there is no such operator."""
    packet = getattr(torch.ops.aten, name, None)
    return [getattr(packet, o) for o in packet.overloads()] if packet else []


def rows() -> list[tuple[str, str]]:
    """The names of all overloads of all aliases, and what they stand for."""
    result = []
    for alias, operator in ALIASES.items():
        before = len(result)
        for suffix in "", "_":
            for overload in overloads(alias + suffix):
                twins = [
                    op
                    for op in overloads(operator + suffix)
                    if signature(op) == signature(overload)
                ]
                if not twins:
                    continue
                (twin,) = twins
                if not stands_for(overload, twin):
                    raise SystemExit(f"{overload} is no other name of {twin}")
                result.append((str(overload), str(twin)))
        if len(result) == before:
            raise SystemExit(f"{alias} has no overload of the signature of {operator}")
    return sorted(result, key=lambda row: row[0].encode())


def table() -> str:
    """The file."""
    torch.set_warn_always(False)
    return BANNER + "".join(f'ALIAS("{one}", "{other}")\n' for one, other in rows())


if __name__ == "__main__":
    sys.exit(generated.main(TABLE, table, __doc__))
