"""Whole models, traced and scripted, give eager's numbers for both sets of inputs.

The rule for floats is that of integration/models: at most twice the error of torch's
float32, or a few roundings of the largest value.
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn
from torch.utils import _pytree as pytree

from integration.common.compare import compare
from integration.common.runtime import RuntimeRefusal, run_both_ways
from integration.models.outcome import _error32, judge
from integration.torchscript import known, outcome
from integration.torchscript.legacy import Legacy
from integration.torchscript.models import MODELS
from integration.torchscript.models.registry import Program
from integration.torchscript.snippet import Inputs, describe, leaves

KNOWN = known.read("models")
CASES = [(name, way) for name, model in MODELS.items() for way in model.ways]


def _tensors(value: Any) -> list[Tensor]:
    """All tensors and numbers of a result, in order; sequences of a model are lists."""
    if isinstance(value, Tensor):
        return [value]
    if isinstance(value, list | tuple):
        return [tensor for item in value for tensor in _tensors(item)]
    if hasattr(value, "to_tuple"):  # results of transformers
        return _tensors(value.to_tuple())
    return list(leaves(value))


def _run(module: Any, inputs: Inputs, dtype: torch.dtype | None = None) -> list[Tensor]:
    def convert(leaf: Any) -> Any:
        if not isinstance(leaf, Tensor):
            return leaf
        return leaf.to(dtype) if dtype and leaf.is_floating_point() else leaf.clone()

    torch.manual_seed(0)
    quick = torch.jit.optimized_execution(False)
    with torch.no_grad(), warnings.catch_warnings(), quick:
        warnings.simplefilter("ignore")
        return [tensor.clone() for tensor in _tensors(module(*pytree.tree_map(convert, inputs)))]


def _same(ours: Sequence[Tensor], theirs: Sequence[Tensor]) -> bool:
    return len(ours) == len(theirs) and all(
        compare(a, b, tolerances=(1e-3, 1e-3)) is None for a, b in zip(ours, theirs)
    )


def _compiled(program: Program, way: str) -> torch.jit.ScriptModule:
    module = copy.deepcopy(program.module)
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if way == "script":
            return torch.jit.script(module)
        given = copy.deepcopy(program.sets[0])
        return torch.jit.trace(module, given, check_trace=False, strict=False)


def _in_double(module: nn.Module, sets: Sequence[Inputs]) -> list[list[Tensor]] | None:
    """The results in float64; None where a program names float32."""
    try:
        wide = copy.deepcopy(module).double()
        torch.set_default_dtype(torch.float64)
        return [_run(wide, inputs, torch.float64) for inputs in sets]
    except RuntimeError:
        return None
    finally:
        torch.set_default_dtype(torch.float32)


def _are_near(ours: Tensor, eager: Tensor, step: float) -> bool:
    """The same but for roundings to the next step, in few elements."""
    if not step or ours.shape != eager.shape or ours.dtype != eager.dtype:
        return False
    gap = (ours.double() - eager.double()).abs()
    largest = step if eager.is_floating_point() else 1
    few = max(1, eager.numel() // 50)
    return bool((gap <= largest).all()) and int((gap > 1e-6).sum()) <= few


def _differences(
    actual: Sequence[Tensor],
    float32: Sequence[Tensor],
    float64: Sequence[Tensor] | None,
    sampled: float,
    step: float,
) -> Iterator[str]:
    if len(actual) != len(float32):
        yield f"outputs: {len(actual)} instead of {len(float32)}"
        return
    for place, (ours, eager) in enumerate(zip(actual, float32, strict=True)):
        exact = float64[place] if float64 and len(float64) == len(float32) else None
        if exact is not None and exact.shape == eager.shape and exact.dtype == torch.float64:
            text, _ = judge(ours, eager, exact, sampled * _error32(eager, exact))
        else:
            mismatch = None if _are_near(ours, eager, step) else compare(ours, eager)
            text = f"{mismatch.kind}: {mismatch.text}" if mismatch else ""
        if text:
            kind, _, rest = text.partition(": ")
            yield f"{kind}: output {place}: {rest}"


def check(program: Program, way: str, folder: Path) -> tuple[str, str]:
    """The class of the failure, "" if there is none, and what is known about it."""
    source, target = folder / "model.pt", folder / "model.onnx"
    sets = list(program.sets)
    float32 = [_run(program.module, inputs) for inputs in sets]
    try:
        compiled = _compiled(program, way)
        torch.jit.save(compiled, source)
    except Exception as error:  # noqa: BLE001 - torch.jit fails in many ways
        lines = str(error).strip().splitlines() or [""]
        return "torch.jit", f"{type(error).__name__}: {lines[0]}"
    for place, inputs in reversed(list(enumerate(sets))):
        try:
            holds = _same(_run(torch.jit.load(source), inputs), float32[place])
        except RuntimeError:
            holds = False
        if not holds and way == "trace" and place:
            del sets[place], float32[place]  # The trace has other sizes in it.
        elif not holds:
            return "torch.jit", "the compiled module differs from eager mode"
    shapes = ",".join(describe(values) for values in zip(*sets, strict=True))
    if way == "trace" and len(sets) == 1:
        shapes = ""
    convert = Legacy(sets) if known.LEGACY else outcome.ours
    done = convert(source, target, outcome.options_for(shapes))
    if done.failure:
        return done.failure, done.stderr
    try:
        ways = run_both_ways(target, [list(leaves(inputs)) for inputs in sets])
    except RuntimeRefusal as error:
        return "onnxruntime refuses", str(error)
    float64 = None if program.quantized else _in_double(program.module, sets)
    for number, results in enumerate(ways):
        for place, actual in enumerate(results):
            exact = float64[place] if float64 else None
            for text in _differences(
                _tensors(actual), float32[place], exact, program.sampled, program.step
            ):
                kind, _, rest = text.partition(": ")
                how = " without optimizations" if number else ""
                return kind, f"inputs {place}{how}: {rest}"
    return "", ""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("name", "way"), CASES)
def test_model(name: str, way: str, tmp_path: Path) -> None:
    """Right, or failing as known.tsv says."""
    torch.manual_seed(0)
    failure, text = check(MODELS[name].build(), way, tmp_path)
    known.hold(f"{name}/{way}", failure, text, KNOWN)


def test_rows() -> None:
    """The rows of known.tsv are of models that there are."""
    assert KNOWN.keys() <= {f"{name}/{way}" for name, way in CASES}
