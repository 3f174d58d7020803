"""One model from export to numbers: `python -m integration.models.run NAME [--full]`."""

from __future__ import annotations

import argparse
import fnmatch
import os
import sys
from pathlib import Path

from integration.models.export import ExportRefusal, Prepared, prepare
from integration.models.outcome import ROUNDING, Outcome, read_known, run, write_known
from integration.models.registry import models


def describe(prepared: Prepared, outcome: Outcome, verbose: bool) -> str:
    """Nodes, sizes, time and errors of a model in a few lines."""
    torch_nodes = sum(prepared.targets.values())
    source = prepared.program.stat().st_size
    lines = [
        f"{'pass' if outcome.ok else 'fail'} {prepared.name}: "
        f"{torch_nodes} torch nodes ({source / 1e6:.1f} MB) -> "
        f"{outcome.nodes.total()} ONNX nodes ({outcome.size / 1e6:.1f} MB) "
        f"in {outcome.seconds:.3f} s; torch.export took {prepared.seconds:.1f} s"
    ]
    lines += [f"    {failure}" for failure in outcome.failures]
    lines += [f"    {name}: {why}" for name, why in outcome.unsupported.items()]
    for error in outcome.errors:
        lines.append(
            f"    inputs {error.inputs}, output {error.output}: error {error.onnx:.2e}, "
            f"torch float32 {error.torch32:.2e}, allowed {error.allowed:.2e}"
        )
    if verbose:
        counts = [f"{name} {count}" for name, count in outcome.nodes.most_common()]
        lines.append("    " + ", ".join(counts))
    return "\n".join(lines)


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="+", help="names or patterns, e.g. 'bert*'")
    parser.add_argument("--full", action="store_true", help="the real sizes")
    parser.add_argument("--keep", type=Path, help="folder that receives the models")
    parser.add_argument("--compiler", help="the torch-onnx to test")
    parser.add_argument("--threads", type=int, default=1, help="of ONNX Runtime")
    parser.add_argument(
        "--update", action="store_true", help="rewrite the rows of known.tsv"
    )
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument(
        "-X", dest="options", action="append", default=[], help="option for torch-onnx"
    )
    arguments = parser.parse_args()
    if arguments.compiler:
        os.environ["TORCH_ONNX"] = arguments.compiler
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    names = [
        name
        for name in sorted(models())
        if any(fnmatch.fnmatch(name, pattern) for pattern in arguments.names)
    ]
    if not names:
        raise SystemExit(f"no such model; there are {', '.join(sorted(models()))}")
    passing = 0
    known = read_known()
    for name in names:
        before = known.pop(name, None)
        try:
            prepared = prepare(name, arguments.full)
        except ExportRefusal as refusal:
            known[name] = "torch.export"
            print(f"fail {name}: torch.export: {refusal}", flush=True)
            continue
        outcome = run(
            prepared, arguments.keep, tuple(arguments.options), arguments.threads
        )
        passing += outcome.ok
        if not outcome.ok:
            known[name] = outcome.reason
        elif before == ROUNDING:  # by luck
            known[name] = before
        print(describe(prepared, outcome, arguments.verbose), flush=True)
    if arguments.update:
        write_known(known)
    print(f"{passing} of {len(names)} models pass")
    return 0 if passing == len(names) else 1


if __name__ == "__main__":
    sys.exit(main())
