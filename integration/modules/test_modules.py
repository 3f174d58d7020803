"""Every module of torch.nn, with the arguments and inputs that torch's own tests have for it.

`torch.testing._internal.common_modules.module_db` lists them. All calls of a module in one mode are
one program, in evaluation and, where that differs, in training; a program that fails is halved
until it is known which call does. Of what eager mode draws at random only dtype and shape count.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.nn.modules.lazy import LazyModuleMixin
from torch.testing._internal.common_modules import ModuleInfo, module_db
from torch.utils import _pytree as pytree

from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.runtime import run_both_ways

#: Modules of which a call fails, and what the message has.
EXPECTED = {
    # Whether a mask is the causal one, whether variances are positive, how many batches there
    # were, and how long a target is, torch.export 2.13 asks at once; only the run knows.
    "nn.BatchNorm1d": "data-dependent",
    "nn.BatchNorm2d": "data-dependent",
    "nn.BatchNorm3d": "data-dependent",
    "nn.CTCLoss": "DynamicOutputShapeException: aten._ctc_loss",
    "nn.GaussianNLLLoss": "data-dependent",
    "nn.Transformer": "data-dependent",
    "nn.TransformerEncoder": "data-dependent",
    # torch.export records the shape [1] of what is one number in eager mode.
    "nn.MultiLabelMarginLoss": "its operands give 'tensor<f32>'",
}

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


def _calls(info: ModuleInfo, training: bool) -> list[Call]:
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


def _compare(call: Call, actual: list[Tensor]) -> str:
    """The first difference to eager mode, or nothing."""
    eager, again = call.run_eagerly(), call.run_eagerly(seed=1)
    pairs = zip(eager, again, strict=True)
    is_random = any(not torch.equal(x.nan_to_num(), y.nan_to_num()) for x, y in pairs)
    for place, (ours, theirs) in enumerate(zip(actual, eager, strict=True)):
        mismatch = compare(ours, theirs, values=not is_random)
        if mismatch and not _is_rounding(call, place, ours, theirs):
            return f"result {place}: {mismatch.kind}: {mismatch.text}"
    return ""


def _run(calls: list[Call], folder: Path) -> list[str]:
    """Converts and runs a program of all calls; the failures, one for each call that has one."""
    inputs = [tensor for call in calls for tensor in call.tensors]
    source, target = folder / "model.pt2", folder / "model.onnx"
    failure = ""
    try:
        with torch.no_grad():
            program = torch.export.export(Calls(calls), tuple(inputs))
            torch.export.save(program, source)
    except Exception as error:  # noqa: BLE001 - torch.export fails in many ways
        failure = f"{type(error).__name__}: {error}"
    if not failure and (done := convert(source, target)).failure:
        assert done.failure in ("conversion", "unsupported operator"), done.stderr
        failure = done.stderr
    if failure:
        if len(calls) == 1:
            return [f"call {calls[0].number}: {failure}"]
        half = len(calls) // 2
        return _run(calls[:half], folder) + _run(calls[half:], folder)
    failures = []
    for way, (actual,) in enumerate(run_both_ways(target, [inputs])):
        results = iter(actual)
        for call in calls:
            own = [next(results) for _ in call.run_eagerly()]
            if difference := _compare(call, own):
                how = " without optimizations" if way else ""
                failures.append(f"call {call.number}{how}: {difference}")
        assert not list(results)
    return failures


@pytest.mark.parametrize("name", [info.name for info in module_db])
def test_module(name: str, tmp_path: Path) -> None:
    """Gives what eager mode gives, or fails as it is listed."""
    info = next(info for info in module_db if info.name == name)
    failures = []
    for training in (False, True) if info.train_and_eval_differ else (False,):
        if calls := _calls(info, training):
            failures += _run(calls, tmp_path)
    if name not in EXPECTED:
        assert not failures, "\n".join(failures)
        return
    assert failures, f"{name} passes: its row in EXPECTED is stale"
    assert [text for text in failures if EXPECTED[name] not in text] == []


def test_rows() -> None:
    """The rows are of modules that there are."""
    assert EXPECTED.keys() <= {info.name for info in module_db}
