"""What a program of half or single precision gives in double precision.

Where eager composes an operator of others, or has one kernel for all dtypes, it
rounds float16 and bfloat16 between the steps and is several roundings from the
function; in float32 its special functions lose digits for large operands, and its
sums depend on their order.  A result that is nearer to the function than that is
not wrong: the same program in float64, on the same inputs, tells.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch.utils import _pytree as pytree

#: Dtypes in which a single rounding shows.
NARROW = (torch.float16, torch.bfloat16)

_WIDER = {
    **dict.fromkeys((*NARROW, torch.float32), torch.float64),
    torch.complex64: torch.complex128,
}


def _widen(value: Any) -> Any:
    """Floats become float64, complex numbers have them as parts, and so do the
    dtypes that operators are asked for."""
    if isinstance(value, torch.Tensor):
        wider = _WIDER.get(value.dtype)
        return value.clone() if wider is None else value.to(wider)
    return _WIDER.get(value, value)


@contextmanager
def _doubles() -> Iterator[None]:
    """Functions of integers give the default dtype."""
    default = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        yield
    finally:
        torch.set_default_dtype(default)


def evaluate(program: bytes, inputs: Sequence[torch.Tensor]) -> list[torch.Tensor] | None:
    """The outputs of a .pt2 program in float64; None if an operator has no kernel."""
    exported = torch.export.load(io.BytesIO(program))
    given = iter(inputs)
    values: dict[str, Any] = {}
    signature = exported.graph_signature
    held = {**exported.constants, **exported.state_dict}
    names = {
        **signature.inputs_to_parameters,
        **signature.inputs_to_buffers,
        **signature.inputs_to_lifted_tensor_constants,
    }

    def value_of(node: Any) -> Any:
        return values[node.name] if isinstance(node, torch.fx.Node) else node

    with torch.no_grad(), _doubles():
        for node in exported.graph.nodes:
            if node.op == "placeholder":
                name = names.get(node.name)
                values[node.name] = _widen(held[name] if name else next(given))
            elif node.op == "call_function":
                args, kwargs = pytree.tree_map(
                    lambda leaf: _widen(leaf) if isinstance(leaf, torch.dtype) else value_of(leaf),
                    (tuple(node.args), dict(node.kwargs)),
                )
                try:
                    values[node.name] = node.target(*args, **kwargs)
                except (NotImplementedError, RuntimeError):
                    return None
            elif node.op == "output":
                return [value_of(leaf) for leaf in node.args[0]]
            else:
                return None
    return None


def evaluate_script(
    module: torch.jit.ScriptModule, inputs: Sequence[torch.Tensor]
) -> list[torch.Tensor] | None:
    """The results of TorchScript in float64; None if an operator has no kernel. A dtype
    that the program names stays."""
    with torch.no_grad(), _doubles():
        try:
            results = pytree.tree_leaves(module(*map(_widen, inputs)))
        except RuntimeError:
            return None
    return [result for result in results if isinstance(result, torch.Tensor)]


def _rounded(exact: torch.Tensor, dtype: torch.dtype, up: bool) -> torch.Tensor:
    """The nearest number of a narrow dtype that is not below, or not above.

    Numbers that round to infinity are infinite, as there is nothing between.
    """
    nearest = exact.to(dtype)
    wide = nearest.double()
    passed = (wide < exact) if up else (wide > exact)
    limit = torch.full_like(nearest, torch.inf if up else -torch.inf)
    beyond = torch.nextafter(nearest, limit).double()
    return torch.where(passed & nearest.isfinite(), beyond, wide)


def is_rounded_once(
    actual: torch.Tensor, exact: torch.Tensor, relative: float, absolute: float
) -> torch.Tensor:
    """Which elements are a result of single precision, rounded once.

    `exact` is the result in float64, and the tolerances say how far one of float32
    may be from it.  From anywhere between, rounding to half precision leads to one
    of the two numbers around; NaN stands for NaN. Complex results are compared
    with their pairs, each part within what is allowed for the whole number.
    """
    magnitude = exact.abs()
    if exact.is_complex():
        magnitude = magnitude.unsqueeze(-1)
        exact = torch.view_as_real(exact.resolve_conj())
    away = torch.where(exact.isfinite(), absolute + relative * magnitude, 0.0)
    least = _rounded(exact - away, actual.dtype, up=False)
    greatest = _rounded(exact + away, actual.dtype, up=True)
    wide = actual.double()
    return ((wide >= least) & (wide <= greatest)) | (wide.isnan() & exact.isnan())


def units_off(actual: torch.Tensor, exact: torch.Tensor) -> float:
    """The largest error in units in the last place of the exact number, in the type of
    `actual`; infinite where only one of both is a number.

    Complex results are pairs but in `exact`.
    """
    if exact.is_complex():
        exact = torch.view_as_real(exact.resolve_conj())
    format_ = torch.finfo(actual.dtype)
    rounded, wide = exact.to(actual.dtype).double(), actual.double()
    # Nothing else stands for what is no number, or too large, in the type.
    same = ~rounded.isfinite() & ((wide == rounded) | (wide.isnan() & rounded.isnan()))
    exponent = exact.abs().clamp(min=format_.tiny, max=format_.max).log2().floor()
    units = (wide - exact).abs() / (format_.eps * exponent.exp2())
    units = torch.where(units.isfinite(), units, torch.inf).masked_fill(same, 0.0)
    return units.max().item() if units.numel() else 0.0


def is_as_near(
    actual: torch.Tensor, expected: torch.Tensor, exact: torch.Tensor
) -> bool:
    """Whether the largest error is at most ten times that of `expected`.

    Complex results are pairs but in `exact`.
    """
    if exact.is_complex():
        exact = torch.view_as_real(exact.resolve_conj())
    ours, theirs = ((x.double() - exact).abs().max() for x in (actual, expected))
    return bool(ours <= 10 * theirs)
