"""Every module of torch.nn in evaluation, traced and scripted, with torch's own inputs.

All calls of a module are one program; one that fails is halved until it is known which
call does. Scripted modules are also converted with all sizes open ("dynamic").
"""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import nn
from torch.testing._internal.common_modules import module_db

from integration.common.runtime import RuntimeRefusal, run_both_ways
from integration.modules.calls import Call, Calls, collect
from integration.torchscript import generated, known, outcome
from integration.torchscript.legacy import Legacy
from integration.torchscript.snippet import describe

KNOWN = known.read("modules")
WAYS = ("trace", "script", "dynamic")
NAMES = [info.name for info in module_db]


def _scripted(calls: list[Call]) -> nn.Module:
    """A module that calls all of them."""
    names = (f"a{place}" for place in range(1000))
    lines = []
    for place, call in enumerate(calls):
        args, kwargs = call.given
        lines.append(f"r{place} = {generated.call(f'self.m{place}', args, kwargs, names)}")
    results = "".join(f"r{place}, " for place in range(len(calls)))
    inputs = sum(len(call.tensors) for call in calls)
    members = [torch.jit.script(copy.deepcopy(call.module)) for call in calls]
    made = generated.module([*lines, f"return ({results})"], inputs, members)
    return torch.jit.script(made.eval())


def _compiled(calls: list[Call], way: str) -> torch.jit.ScriptModule:
    with torch.no_grad(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if way != "trace":
            return _scripted(calls)
        inputs = tuple(tensor for call in calls for tensor in call.tensors)
        return torch.jit.trace(Calls(calls).eval(), inputs, check_trace=False)


def _shapes(calls: list[Call], way: str) -> str:
    """`--input-shapes`; a trace knows them."""
    if way == "trace":
        return ""
    inputs = [tensor for call in calls for tensor in call.tensors]
    texts = [describe([tensor]) for tensor in inputs]
    if way == "dynamic":
        kinds = [text.rpartition("]")[2] for text in texts]
        sizes = [",".join("?" * tensor.dim()) for tensor in inputs]
        texts = [f"[{size}]{kind}" for size, kind in zip(sizes, kinds, strict=True)]
    return ",".join(texts)


def _run(calls: list[Call], way: str, folder: Path) -> list[tuple[str, str]]:
    """The failures: a class and a text for each call that has one."""
    inputs = [tensor for call in calls for tensor in call.tensors]
    source, target = folder / "model.pt", folder / "model.onnx"
    failure = text = ""
    try:
        torch.jit.save(_compiled(calls, way), source)
    except Exception as error:  # noqa: BLE001 - torch.jit fails in many ways
        lines = str(error).strip().splitlines() or [""]
        failure, text = "torch.jit", f"{type(error).__name__}: {lines[0]}"
    if not failure:
        convert: Callable[..., outcome.Conversion] = outcome.ours
        if known.LEGACY:
            convert = Legacy([tuple(inputs)])
        done = convert(source, target, outcome.options_for(_shapes(calls, way)))
        failure, text = done.failure, done.stderr
    ways = []
    if not failure:
        try:
            ways = run_both_ways(target, [inputs])
        except RuntimeRefusal as error:
            failure, text = "onnxruntime refuses", str(error)
    if failure:
        if len(calls) == 1:
            return [(failure, f"call {calls[0].number}: {text}")]
        half = len(calls) // 2
        return _run(calls[:half], way, folder) + _run(calls[half:], way, folder)
    failures = []
    for number, (actual,) in enumerate(ways):
        results = iter(actual)
        for call in calls:
            own = [next(results) for _ in call.run_eagerly()]
            if difference := call.difference(own):
                how = " without optimizations" if number else ""
                kind = difference.split(": ")[1]
                failures.append((kind, f"call {call.number}{how}: {difference}"))
        assert not list(results)
    return failures


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", NAMES)
def test_module(name: str, way: str, tmp_path: Path) -> None:
    """Gives what eager mode gives, or fails as known.tsv says."""
    info = next(info for info in module_db if info.name == name)
    calls = collect(info, training=False)
    failures = _run(calls, way, tmp_path) if calls else []
    kinds = " and ".join(dict.fromkeys(kind for kind, _ in failures))
    text = "\n".join(f"{kind}: {text}" for kind, text in failures)
    known.hold(f"{name}/{way}", kinds, text, KNOWN)


def test_rows() -> None:
    """The rows of known.tsv are of modules that there are."""
    assert KNOWN.keys() <= {f"{name}/{way}" for name in NAMES for way in WAYS}
