#!/usr/bin/env python3
"""Writes the table of operators that are other names of an operator.

    utils/gen_aliases.py            rewrites lib/Dialect/Torch/Transforms/Aliases.inc
    utils/gen_aliases.py --check    fails when the file is out of date

Which names are aliases is said here; that they are is shown by LibTorch. Each
overload of an alias is called with two sets of arguments, one of its defaults and
one of none of them, and has to call one operator with the same arguments and to
return its results. Where that operator is itself implemented by others
(CompositeImplicitAutograd), both names have to call the same ones. Operators of
prims are written in Python, out of sight of the dispatcher: on the examples, both
names have to give the same numbers in the same strides.
"""

import itertools
import sys
from collections.abc import Iterator
from typing import Any

import torch
import torch._prims  # registers prims.*
from torch.utils._python_dispatch import TorchDispatchMode

import generated

TABLE = generated.ROOT / "lib/Dialect/Torch/Transforms/Aliases.inc"

BANNER = f"""\\
//===- Aliases.inc - Other names of ATen operators --------------*- C++ -*-===//
//
// Written by utils/gen_aliases.py from torch {torch.__version__.split('+')[0]}; do not edit.
// ALIAS(name, canonical name), sorted by name (as bytes). Both have the same
// arguments, defaults and results; the canonical one may have further arguments,
// which are left at their defaults. A row without overloads stands for all
// overloads that the canonical operator has, too, and for those in place.
//
//===----------------------------------------------------------------------===//
"""

#: Alias -> operator, without overloads: those of the same signature belong
#: together, those in place and with out= included.
ALIASES = {
    "__and__": "bitwise_and",
    "__iand__": "bitwise_and_",
    "__ior__": "bitwise_or_",
    "__ixor__": "bitwise_xor_",
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


#: Operators of prims -> operator, where the names differ.
PRIMS = {
    "bessel_i0": "i0.default",
    "bessel_i0e": "special_i0e.default",
    "bessel_i1": "special_i1.default",
    "bessel_i1e": "special_i1e.default",
    "bessel_j0": "special_bessel_j0.default",
    "bessel_j1": "special_bessel_j1.default",
    "erf_inv": "erfinv.default",
    "erfcx": "special_erfcx.default",
    "fill": "fill.Scalar",
    "frexp": "frexp.Tensor",
    "ndtri": "special_ndtri.default",
    "pow": "pow.Tensor_Tensor",
    "rev": "flip.default",
    "shift_left": "bitwise_left_shift.Tensor",
    "shift_right_arithmetic": "bitwise_right_shift.Tensor",
    "spherical_bessel_j0": "special_spherical_bessel_j0.default",
    "squeeze": "squeeze.dims",
    "transpose": "permute.default",
    "view_of_dtype": "view.dtype",
    "where": "where.self",
    "zeta": "special_zeta.default",
} | {
    name: name + ".default"
    for name in """abs acos acosh asin asinh atan atanh bitwise_not cat ceil clone conj
        conj_physical cos cosh digamma erf erfc exp exp2 expm1 floor imag isfinite lgamma log
        log10 log1p log2 neg real reciprocal round rsqrt sign signbit sin sinh sqrt tan tanh
        trunc atan2 fmax fmin gcd hypot igamma igammac maximum minimum nextafter""".split()
} | {
    name: name + ".Tensor"
    for name in """add bitwise_and bitwise_or bitwise_xor eq fmod ge gt le lt mul ne
        remainder sub""".split()
}  # fmt: skip


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


def has_arguments_of(prim, op) -> bool:
    """Whether a call of an operator of prims is a call of `op`, as far as schemas
    tell: the arguments of one stand for those of the other, in their order."""
    given, taken = prim._schema.arguments, op._schema.arguments
    same_kinds = all(
        str(a.type) == str(b.type) and a.kwarg_only == b.kwarg_only
        for a, b in zip(given, taken)
    )
    return (
        len(given) <= len(taken)
        and same_kinds
        and all(a.has_default_value() for a in taken[len(given) :])
    )


def trials(prim) -> Iterator[list[Any]]:
    """Arguments for an operator of prims, in shapes and dtypes that it may take."""
    dtypes = (torch.float32, torch.float64, torch.int64, torch.bool, torch.complex64)
    special = {
        "transpose": [[1, 0]],
        "squeeze": [[0]],
        "view_of_dtype": [torch.int32],
        "cat": [0],
        "rev": [[1]],
        "fill": [2],
    }.get(prim._schema.name.removeprefix("prims::"), [])
    for shape, dtype in itertools.product(((1, 6), (2, 3)), dtypes):
        torch.manual_seed(0)
        tensors = [torch.randn(shape).mul(2).to(dtype) for _ in prim._schema.arguments]
        number = sum(str(a.type) == "Tensor" for a in prim._schema.arguments)
        if prim._schema.name == "prims::cat":
            yield [tensors, *special]
        elif prim._schema.name == "prims::where":
            yield [tensors[0].bool(), *tensors[1:]]
        else:
            yield [*tensors[:number], *special]


def gives_the_same(prim, op) -> bool:
    """Whether both give the same numbers in the same strides, wherever `prim` works."""
    seen = False
    for given in trials(prim):
        try:
            results = prim(*given)
        except (AssertionError, RuntimeError, ValueError, NotImplementedError):
            continue
        seen = True
        try:
            torch.testing.assert_close(
                results, op(*given), rtol=0, atol=0, equal_nan=True, check_stride=True
            )
        except AssertionError:
            return False
    return seen


def prims() -> list[tuple[str, str]]:
    """The operators of prims that are other names, and what they stand for."""
    result = []
    for name, target in PRIMS.items():
        prim = getattr(torch.ops.prims, name).default
        packet, overload = target.split(".")
        op = getattr(getattr(torch.ops.aten, packet), overload)
        if not has_arguments_of(prim, op) or not gives_the_same(prim, op):
            raise SystemExit(f"{prim} is no other name of {op}")
        result.append((str(prim), str(op)))
    return result


def aliases(name: str, operator: str) -> dict[str, str]:
    """The names of all overloads of an alias, in place too, and what they stand for."""
    result = {}
    for suffix in "", "_":
        for overload in overloads(name + suffix):
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
            result[str(overload)] = str(twin)
    if not result:
        raise SystemExit(f"{name} has no overload of the signature of {operator}")
    return result


def follows(name: str, operator: str) -> dict[str, str]:
    """What a row without overloads says; getCanonicalName() in Canonicalize.cpp."""
    result = {}
    for suffix in "", "_":
        twins = {op._overloadname for op in overloads(operator + suffix)}
        for overload in overloads(name + suffix):
            if overload._overloadname in twins:
                result[str(overload)] = f"aten.{operator}{suffix}.{overload._overloadname}"
    return result


def rows() -> list[tuple[str, str]]:
    """All rows: one for an operator, or one for each overload where names differ."""
    result = []
    for name, operator in ALIASES.items():
        found = aliases(name, operator)
        if found == follows(name, operator):
            result.append((f"aten.{name}", f"aten.{operator}"))
        else:
            result += found.items()
    return sorted(result + prims(), key=lambda row: row[0].encode())


def table() -> str:
    """The file."""
    torch.set_warn_always(False)
    return BANNER + "".join(f'ALIAS("{one}", "{other}")\n' for one, other in rows())


if __name__ == "__main__":
    sys.exit(generated.main(TABLE, table, __doc__))
