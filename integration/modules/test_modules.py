"""Every module of torch.nn, with the arguments and inputs that torch's own tests have for it.

`torch.testing._internal.common_modules.module_db` lists them. All calls of a module in one mode are
one program, in evaluation and, where that differs, in training; a program that fails is halved
until it is known which call does. Of what eager mode draws at random only dtype and shape count.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch.testing._internal.common_modules import module_db

from integration.common.compiler import convert
from integration.common.runtime import run_both_ways
from integration.modules.calls import Call, Calls, collect

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
            if difference := call.difference(own):
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
        if calls := collect(info, training):
            failures += _run(calls, tmp_path)
    if name not in EXPECTED:
        assert not failures, "\n".join(failures)
        return
    assert failures, f"{name} passes: its row in EXPECTED is stale"
    assert [text for text in failures if EXPECTED[name] not in text] == []


def test_rows() -> None:
    """The rows are of modules that there are."""
    assert EXPECTED.keys() <= {info.name for info in module_db}
