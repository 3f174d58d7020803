"""Calls of the modules of torch.nn, with the arguments and inputs that torch's own tests have.

`torch.testing._internal.common_modules.module_db` lists them.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.modules.lazy import LazyModuleMixin
from torch.testing._internal.common_modules import ModuleInfo
from torch.utils import _pytree as pytree

from integration.common.compare import compare

#: Of more calls of a module in a mode these many are taken, evenly spread.
MANY = 8


@dataclass
class Call:
    """A module, and what it is called with."""

    number: int
    module: nn.Module
    given: tuple[tuple[Any, ...], dict[str, Any]]

    @property
    def tensors(self) -> list[Tensor]:
        """Copies of the inputs."""
        leaves = pytree.tree_leaves(self.given)
        return [leaf.detach().clone() for leaf in leaves if isinstance(leaf, Tensor)]

    def run(self, module: nn.Module, tensors: Iterator[Tensor]) -> list[Tensor]:
        """What a copy of the module makes of other inputs."""
        leaves, structure = pytree.tree_flatten(self.given)
        leaves = [next(tensors) if isinstance(leaf, Tensor) else leaf for leaf in leaves]
        args, kwargs = pytree.tree_unflatten(leaves, structure)
        results = pytree.tree_leaves(module(*args, **kwargs))
        return [result for result in results if isinstance(result, Tensor)]

    def run_eagerly(self, seed: int = 0, dtype: torch.dtype = torch.float32) -> list[Tensor]:
        """The results under a seed; the module stays as it is."""
        torch.manual_seed(seed)
        inputs = [t.to(dtype) if t.is_floating_point() else t for t in self.tensors]
        with torch.no_grad():
            return self.run(copy.deepcopy(self.module).to(dtype), iter(inputs))

    def difference(self, actual: list[Tensor]) -> str:
        """The first difference to eager mode, or nothing."""
        eager, again = self.run_eagerly(), self.run_eagerly(seed=1)
        pairs = zip(eager, again, strict=True)
        is_random = any(not torch.equal(x.nan_to_num(), y.nan_to_num()) for x, y in pairs)
        for place, (ours, theirs) in enumerate(zip(actual, eager, strict=True)):
            mismatch = compare(ours, theirs, values=not is_random)
            if mismatch and not _is_rounding(self, place, ours, theirs):
                return f"result {place}: {mismatch.kind}: {mismatch.text}"
        return ""


class Calls(nn.Module):
    """All of them, one after the other."""

    def __init__(self, calls: list[Call]) -> None:
        super().__init__()
        self.calls = calls
        self.members = nn.ModuleList(copy.deepcopy(call.module) for call in calls)

    def forward(self, *tensors: Tensor) -> tuple[Tensor, ...]:
        """The results of all."""
        rest = iter(tensors)
        pairs = zip(self.calls, self.members, strict=True)
        return tuple(result for call, own in pairs for result in call.run(own, rest))


def collect(info: ModuleInfo, training: bool) -> list[Call]:
    """The calls of a module in one mode."""
    torch.manual_seed(0)
    found = info.module_inputs_func(
        info, device="cpu", dtype=torch.float32, requires_grad=False, training=training
    )
    items = list(enumerate(found))
    calls = []
    for number, item in items[:: -(-len(items) // MANY) or 1]:
        torch.manual_seed(number)
        how, given = item.constructor_input, item.forward_input
        module = info.module_cls(*how.args, **how.kwargs).train(training)
        call = Call(number, module, (given.args, given.kwargs))
        if isinstance(module, LazyModuleMixin):  # The first inputs tell its sizes.
            call.run(module, iter(call.tensors))
        module.float()  # Some have buffers of float64.
        calls.append(call)
    return calls


def _is_rounding(call: Call, place: int, actual: Tensor, eager: Tensor) -> bool:
    """Whether a result is as near to that of float64 as eager mode's is."""
    if not eager.is_floating_point() or actual.shape != eager.shape:
        return False
    exact = call.run_eagerly(dtype=torch.float64)[place]
    ours, theirs = ((x.double() - exact).abs().max() for x in (actual, eager))
    return bool(ours <= 2 * theirs + 4e-7 * exact.abs().max())
