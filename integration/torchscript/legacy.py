"""torch.onnx's own exporter of TorchScript (`dynamo=False`) in place of the compiler.

It shows that inputs, second sizes and expected results are right, whatever the compiler
does, and it is the bar: `python -m integration.torchscript.legacy` prints what becomes
of each snippet by it and by the compiler under test.
"""

from __future__ import annotations

import argparse
import fnmatch
import functools
import os
import tempfile
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from integration.common import pool
from integration.common.compiler import Conversion
from integration.torchscript.snippet import Inputs, leaves

OPSET = 20

#: Classes of failures in which no model is written, and the message says so.
REFUSED = ("conversion", "unsupported operator", "legacy")


def _dynamic_axes(sets: Sequence[Inputs]) -> dict[str, dict[int, str]]:
    """The dimensions in which the sets of inputs differ."""
    axes: dict[str, dict[int, str]] = {}
    flat = [list(leaves(inputs)) for inputs in sets]
    for place, tensors in enumerate(zip(*flat, strict=True)):
        for axis, sizes in enumerate(zip(*(t.shape for t in tensors), strict=True)):
            if len(set(sizes)) > 1:
                axes.setdefault(f"in{place}", {})[axis] = f"in{place}_{axis}"
    return axes


def export(item: str) -> str:
    """The work of a process of its own: "SOURCE TARGET INPUTS" are files."""
    source, target, inputs = item.split("\n")
    warnings.simplefilter("ignore")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # It prints the graphs that it refuses.
    sets = torch.load(inputs, weights_only=False)
    module = torch.jit.load(source).eval()
    names = [f"in{place}" for place in range(len(list(leaves(sets[0]))))]
    try:
        torch.onnx.export(
            module,
            (*sets[0], {}),  # A dict at the end would be keyword arguments.
            target,
            dynamo=False,
            opset_version=OPSET,
            input_names=names,
            dynamic_axes=_dynamic_axes(sets),
        )
    except Exception as error:  # noqa: BLE001 - it fails in many ways
        lines = str(error).strip().splitlines() or [""]
        return f"{type(error).__name__}: {lines[0]}"
    return ""


@functools.cache
def _worker() -> pool.Worker:
    return pool.Worker(export)


class Legacy:
    """Converts as the compiler does; the sets of inputs tell which sizes are dynamic."""

    def __init__(self, sets: Sequence[Inputs]) -> None:
        self._sets = list(sets)

    def __call__(self, source: Path, target: Path, options: tuple[str, ...]) -> Conversion:
        inputs = target.with_suffix(".inputs")
        torch.save(self._sets, inputs)
        result: Any = _worker().call(f"{source}\n{target}\n{inputs}", 120.0)
        if isinstance(result, pool.WorkerFailure):
            return Conversion(result.kind, 0.0, f"error: {result.text}")
        return Conversion("legacy" if result else "", 0.0, result)


def verdict(failure: str) -> str:
    """An outcome in one word."""
    if not failure:
        return "right"
    if failure in REFUSED:
        return "refused"
    return "invalid" if failure == "onnxruntime refuses" else "wrong"


def main() -> None:
    """Command line entry point."""
    from integration.torchscript.run import run
    from integration.torchscript.snippets import SNIPPETS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["*"], help="names or patterns")
    parser.add_argument("--only-legacy", action="store_true", help="not the compiler")
    arguments = parser.parse_args()
    names = [n for n in SNIPPETS if any(fnmatch.fnmatch(n, p) for p in arguments.names)]
    totals: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    with tempfile.TemporaryDirectory() as temporary:
        for name in names:
            words, texts = [], []
            for which in ((True,) if arguments.only_legacy else (False, True)):
                outcome = run(SNIPPETS[name], Path(temporary), legacy=which)
                words.append(verdict(outcome.failure))
                totals[which][words[-1]] += 1
                texts.append(outcome.text)
            text = " | ".join(" ".join(text.split())[:120] for text in texts)
            print(f"{name:28} {' '.join(f'{word:8}' for word in words)} {text}", flush=True)
    for which, counts in zip(("the compiler", "torch.onnx"), totals, strict=True):
        if counts:
            summary = ", ".join(f"{count} {word}" for word, count in counts.most_common())
            print(f"{which}: {summary}")


if __name__ == "__main__":
    main()
