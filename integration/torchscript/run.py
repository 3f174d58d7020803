"""Snippets from their source to an outcome: `python -m integration.torchscript.run NAME ...`."""

from __future__ import annotations

import argparse
import fnmatch
import os
import re
import sys
import tempfile
from pathlib import Path

import torch

from integration.torchscript import outcome
from integration.torchscript.known import LEGACY
from integration.torchscript.legacy import Legacy
from integration.torchscript.outcome import Outcome
from integration.torchscript.snippet import Snippet


def _expected(result: Outcome, snippet: Snippet) -> Outcome:
    """What a snippet asks for beside the numbers."""
    if snippet.refusal:
        if result.ok:
            return Outcome("converted", "a refusal is expected", result.stderr)
        refused = result.failure in ("conversion", "unsupported operator")
        if refused and re.search(snippet.refusal, result.stderr):
            return Outcome(stderr=result.stderr)
        return result
    if not result.ok:
        return result
    for operator, count in ("Loop", snippet.loops), ("If", snippet.ifs):
        if count is not None and result.nodes[operator] != count:
            text = f"{result.nodes[operator]} {operator} nodes instead of {count}"
            return Outcome("structure", text, result.stderr, result.nodes)
    if snippet.warning:
        warnings = [line for line in result.stderr.splitlines() if "warning:" in line]
        if not any(re.search(snippet.warning, line) for line in warnings):
            text = f"no warning has {snippet.warning}"
            return Outcome("warning", text, result.stderr, result.nodes)
    return result


def run(snippet: Snippet, folder: Path, legacy: bool = LEGACY) -> Outcome:
    """Compiles, saves, converts and compares a snippet."""
    source, target = folder / f"{snippet.name}.pt", folder / f"{snippet.name}.onnx"
    torch.jit.save(snippet.compile(), str(source))
    sets = snippet.sets
    expected = [snippet.run(inputs) for inputs in sets]
    if legacy:
        return outcome.check(source, target, sets, expected, converter=Legacy(sets))
    options = outcome.options_for(snippet.input_shapes(), snippet.options)
    found = outcome.check(source, target, snippet.fed(), expected, options)
    return _expected(found, snippet)


def main() -> int:
    """Command line entry point."""
    from integration.torchscript.snippets import SNIPPETS

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=["*"], help="names or patterns")
    parser.add_argument("--keep", type=Path, help="folder that receives the models")
    parser.add_argument("--compiler", help="the torch-onnx to test")
    parser.add_argument("-v", "--verbose", action="store_true", help="whole messages")
    arguments = parser.parse_args()
    if arguments.compiler:
        os.environ["TORCH_ONNX"] = arguments.compiler
    names = [n for n in SNIPPETS if any(fnmatch.fnmatch(n, p) for p in arguments.names)]
    passing = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for name in names:
            result = run(SNIPPETS[name], folder)
            passing += result.ok
            if not result.ok:
                print(f"fail {name}: {result.failure}: {result.text}", flush=True)
                if arguments.verbose:
                    print(result.stderr)
    print(f"{passing} of {len(names)} snippets pass")
    return 0 if passing == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
