"""Functions on every program in the cache: `python -m integration.functions.run [NAME ...]`.

Each model of integration/models that was exported before is converted with functions and
without.  The checker takes both, ONNX Runtime gives the same bits for both without its
optimizations, and onnx's inliner leaves the nodes of the flat model.  For `blocks` the
program loses what it says of its modules first.
"""

from __future__ import annotations

import argparse
import fnmatch
import logging
import sys
import tempfile
import warnings
from collections import Counter
from pathlib import Path

import onnx

from integration.common import compiler, pool
from integration.functions.compare import calls, check, without_modules
from integration.models import export
from integration.models.registry import models

MODES = ("modules", "blocks")
TIMEOUT = 600.0


def cached() -> list[str]:
    """The models that have a program."""
    return [
        name
        for name, model in sorted(models().items())
        if (export.folder(model) / f"{export.stem(model, False)}.pt2").exists()
    ]


def summary(model: onnx.ModelProto) -> str:
    """How much of a model is in functions."""
    parts = [model.graph, *model.functions]
    counts = Counter(kind for part in parts for kind in calls(part))
    number = sum(counts[function.name] for function in model.functions)
    nodes = counts.total()
    return f"{len(model.functions)} functions, {number} calls, {nodes} nodes in the file"


def work(item: str) -> tuple[str, str]:
    """Checks one model in one mode, in a process of its own: what failed, or a summary."""
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    mode, _, name = item.partition(" ")
    try:
        prepared = export.prepare(name)
    except export.ExportRefusal:
        return "refused", "torch.export does not take it"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        program = prepared.program
        if mode == "blocks":
            program = without_modules(program, path / "program.pt2")
        flat = compiler.convert(program, path / "flat.onnx")
        if flat.failure:
            return "refused", f"not converted without functions: {flat.first_error()}"
        (path / "flat.onnx").unlink()
        try:
            model = check(program, prepared.inputs, path, mode=mode, ways=(False,))
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a row
            lines = str(error).strip().splitlines() or [""]
            return "fail", f"{type(error).__name__}: {' '.join(lines[:4])}"
        return "pass", summary(model)


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["*"], help="names or patterns")
    parser.add_argument("--mode", choices=MODES, action="append", help="default: all")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--every", type=int, default=1, help="only every n-th model")
    parser.add_argument("-v", "--verbose", action="store_true", help="those that pass, too")
    arguments = parser.parse_args()
    names = [n for n in cached() if any(fnmatch.fnmatch(n, p) for p in arguments.names)]
    if not names:
        raise SystemExit("the cache has no such program; run integration.models.export")
    modes = arguments.mode or MODES
    items = [f"{mode} {name}" for mode in modes for name in names[:: arguments.every]]
    outcomes: Counter[tuple[str, str]] = Counter()
    for item, result in pool.run(work, items, arguments.jobs, TIMEOUT):
        if isinstance(result, pool.WorkerFailure):
            result = "fail", f"{result.kind}: {result.text.strip().splitlines()[-1]}"
        status, text = result
        outcomes[item.partition(" ")[0], status] += 1
        if status == "fail" or arguments.verbose:
            print(f"{status} {item}: {text}", flush=True)
    for mode in modes:
        counts = [f"{outcomes[mode, status]} {status}" for status in ("pass", "fail", "refused")]
        print(f"--functions={mode}: {', '.join(counts)}")
    return 1 if any(status == "fail" for _, status in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
