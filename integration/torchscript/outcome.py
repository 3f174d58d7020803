"""Converts TorchScript, runs the model in ONNX Runtime and compares with eager mode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from integration.common.compare import compare
from integration.common.compiler import Conversion, convert
from integration.common.runtime import RuntimeRefusal, run_both_ways
from integration.models.outcome import count_nodes
from integration.torchscript.snippet import leaves

#: Compares a tensor of the model with one of eager mode: "" or what is wrong.
Judge = Callable[[Tensor, Tensor], str]


@dataclass
class Outcome:
    """What became of a program."""

    #: "" if it is right, else the class of the failure: what known.tsv lists.
    failure: str = ""
    text: str = ""
    stderr: str = ""
    nodes: Counter[str] = field(default_factory=Counter)

    @property
    def ok(self) -> bool:
        """All results are right, for all sets of inputs."""
        return not self.failure


def exact(actual: Tensor, expected: Tensor) -> str:
    """Dtype, shape and numbers, within the tolerances of torch.testing."""
    mismatch = compare(actual, expected)
    return f"{mismatch.kind}: {mismatch.text}" if mismatch else ""


class _Results:
    """The outputs of a model, taken one after the other as eager's results ask."""

    def __init__(self, outputs: Sequence[Any], judge: Judge) -> None:
        self._outputs = list(outputs)
        self._judge = judge
        self._taken = 0

    def _tensor(self, expected: Tensor) -> str:
        if not self._outputs:
            return f"outputs: {self._taken} instead of more"
        actual = self._outputs.pop(0)
        place = f"output {self._taken}"
        self._taken += 1
        if not isinstance(actual, Tensor):
            kind = type(actual).__name__
            return f"outputs: {place} is a {kind} instead of a tensor"
        mismatch = self._judge(actual, expected)
        kind, _, text = mismatch.partition(": ")
        return f"{kind}: {place}: {text}" if mismatch else ""

    def _list(self, expected: Sequence[Any]) -> str:
        """A list is a sequence, a 1-d tensor of its numbers, or an output for each item."""
        first = self._outputs[0] if self._outputs else None
        if isinstance(first, list):
            place = f"output {self._taken}"
            self._outputs.pop(0)
            self._taken += 1
            if len(first) != len(expected):
                return f"shape: {place} has {len(first)} items, not {len(expected)}"
            inner = _Results(first, self._judge)
            mismatch = next(filter(None, map(inner.take, expected)), "")
            kind, _, text = mismatch.partition(": ")
            return f"{kind}: {place}, {text}" if mismatch else ""
        numbers = all(isinstance(item, bool | int | float) for item in expected)
        if numbers and isinstance(first, Tensor) and first.dim() == 1:
            if not expected:
                return self._tensor(first.new_zeros(0))
            return self._tensor(torch.tensor(expected))
        return self._each(expected)

    def _each(self, expected: Sequence[Any]) -> str:
        return next(filter(None, map(self.take, expected)), "")

    def take(self, expected: Any) -> str:
        """Compares one result of eager mode with the outputs that it became."""
        if expected is None:
            if self._outputs and self._outputs[0] is None:
                self._outputs.pop(0)
                self._taken += 1
            return ""
        if isinstance(expected, Tensor):
            return self._tensor(expected)
        if isinstance(expected, bool | int | float):
            # A float is float32 outside, as torch.tensor() gives it.
            return self._tensor(torch.tensor(expected))
        if isinstance(expected, dict):
            return self._each(list(expected.values()))
        if isinstance(expected, tuple):
            return self._each(expected)
        assert isinstance(expected, list), type(expected)
        return self._list(expected)

    def rest(self) -> str:
        """Complains about outputs that eager mode does not have."""
        if not self._outputs:
            return ""
        return f"outputs: {self._taken + len(self._outputs)} instead of {self._taken}"


def difference(outputs: Sequence[Any], expected: Any, judge: Judge = exact) -> str:
    """The first difference between the outputs of a model and eager's results."""
    results = _Results(outputs, judge)
    return results.take(expected) or results.rest()


def options_for(shapes: str, options: Sequence[str] = ()) -> tuple[str, ...]:
    """The options of a conversion."""
    return (*([f"--input-shapes={shapes}"] if shapes else []), *options)


def ours(source: Path, target: Path, options: tuple[str, ...]) -> Conversion:
    """Converts by the compiler under test."""
    return convert(source, target, options)


def check(
    source: Path,
    target: Path,
    sets: Sequence[Any],
    expected: Sequence[Any],
    options: tuple[str, ...] = (),
    converter: Callable[[Path, Path, tuple[str, ...]], Conversion] = ours,
    judge: Judge = exact,
) -> Outcome:
    """Converts `source` and runs the model on all sets of inputs, with ONNX Runtime's
    optimizations and without."""
    done = converter(source, target, options)
    if done.failure:
        text = " ".join(sorted(done.unsupported)) or done.first_error()
        return Outcome(done.failure, text, done.stderr)
    outcome = Outcome(stderr=done.stderr, nodes=count_nodes(target))
    try:
        ways = run_both_ways(target, [list(leaves(inputs)) for inputs in sets])
    except RuntimeRefusal as error:
        outcome.failure, outcome.text = "onnxruntime refuses", str(error)
        return outcome
    for way, outputs in enumerate(ways):
        for place, (actual, wanted) in enumerate(zip(outputs, expected, strict=True)):
            mismatch = difference(actual, wanted, judge)
            if mismatch:
                kind, _, text = mismatch.partition(": ")
                how = " without optimizations" if way else ""
                outcome.failure = kind
                outcome.text = f"inputs {place}{how}: {text}"
                return outcome
    return outcome
