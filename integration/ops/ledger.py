"""Runs the operator ledger: `python -m integration.ops.ledger`.

Without options every prepared entry is converted and run in all its dtypes and
with dynamic sizes, and held against its rows of ledger.tsv; the exit status says
whether all rows hold. With --way=trace, --way=script or both, the samples are files of
TorchScript, whose rows are in scripts.tsv.
"""

from __future__ import annotations

import argparse
import fnmatch
import functools
import os
import sys
import time
from pathlib import Path
from typing import Any

from integration.common import pool
from integration.common.compiler import CompilerNotFound, find_compiler
from integration.ops import store, table
from integration.ops.outcome import Failure, Outcome, run, runs_of

#: The run with dynamic sizes (bundle.DYNAMIC, whose module imports OpInfo).
DYNAMIC = "dynamic"

#: Kinds of failure shown for one entry with -v, and differences without it.
SHOWN = 12

#: Seconds for one entry: a conversion takes 0.03 s, ONNX Runtime less than 10.
TIMEOUT = 150.0


def outcomes_of(
    name: str, worker: pool.Worker, result: Any = None, kind: str = store.EXPORTED
) -> list[Outcome]:
    """The outcomes of an entry in all its runs, by a worker that runs them.

    ONNX Runtime may take the worker down; its runs are then tried one by one.
    """
    if result is None:
        result = worker.call(name, TIMEOUT)
    if isinstance(result, dict):
        return list(result.values())
    if result.kind == "exception":
        raise RuntimeError(f"{name}: {result.text}")
    if "@" not in name:
        items = [f"{name}@{run}" for run in runs_of(name, kind)]
        return [one for item in items for one in outcomes_of(item, worker, None, kind)]
    reason = "onnxruntime crash" if result.kind == "crash" else "timeout"
    entry, _, run = name.partition("@")
    failure = Failure(reason, result.text)
    return [Outcome(entry, run, exported=1, total=1, failures=[failure])]


def _grouped(failures: list[Failure]) -> list[tuple[Failure, int]]:
    """Failures for the same reason once, with their number."""
    groups: dict[tuple[str, str], list[Failure]] = {}
    for failure in failures:
        groups.setdefault((failure.reason, failure.detail), []).append(failure)
    return [(group[0], len(group)) for group in groups.values()]


def explain(outcome: Outcome) -> str:
    """All that is known about an entry that does not pass, for -v."""
    lines = [f"    {name}: {why}" for name, why in sorted(outcome.unsupported.items())]
    failures = outcome.failures
    if outcome.unsupported:
        failures = [f for f in failures if f.reason != "unsupported operator"]
    for failure, count in _grouped(failures):
        more = f" and {count - 1} more" if count > 1 else ""
        lines.append(f"    sample {failure.sample}: ({failure.text}){more}")
        lines.append(f"        {failure.reason}: {failure.detail}")
    for rejected, count in _grouped(outcome.rejected):
        more = f" and {count - 1} more" if count > 1 else ""
        lines.append(f"    sample {rejected.sample}: ({rejected.text}){more}")
        lines.append(f"        not in the ledger: {rejected.detail}")
    if len(lines) > 2 * SHOWN:
        lines[2 * SHOWN :] = [f"    and {len(lines) - 2 * SHOWN} more lines"]
    return "\n".join(lines)


@functools.cache
def _worker(kind: str) -> pool.Worker:
    """The process for all calls of hold(): ONNX Runtime may take it down."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    return pool.Worker(functools.partial(run, kind=kind))


def hold(
    name: str, rows: dict[table.Key, table.Row], kind: str = store.EXPORTED
) -> tuple[list[table.Row], str]:
    """Runs an entry; returns what was found, and how that differs from its rows."""
    outcomes = outcomes_of(name, _worker(kind), None, kind)
    found = [table.Row.of(outcome) for outcome in outcomes]
    differences = table.differences(name, rows, found)
    if differences:
        differences += filter(None, (explain(outcome) for outcome in outcomes))
    return found, "\n".join(differences)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names or patterns, separated by commas")
    parser.add_argument("--dtype", help="only these, separated by commas: float16,bool")
    parser.add_argument(
        "--dynamic", action="store_true", help="dynamic sizes, without --dtype only these"
    )
    parser.add_argument(
        "--way", help="TorchScript instead of exported programs: trace, script or both"
    )
    parser.add_argument(
        "--all-samples", action="store_true", help="with --way: not only a few of each"
    )
    parser.add_argument(
        "--failing", action="store_true", help="only entries with a row that fails"
    )
    parser.add_argument("--update", action="store_true", help="rewrite the rows")
    parser.add_argument(
        "--summary", action="store_true", help="count reasons and operators"
    )
    parser.add_argument(
        "--no-run", action="store_true", help="with --summary: of the ledger as it is"
    )
    parser.add_argument("-v", "--verbose", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder that receives the models")
    parser.add_argument("--compiler", help="the torch-onnx to test")
    parser.add_argument(
        "-X",
        dest="options",
        action="append",
        default=[],
        help="option for torch-onnx, with which an entry may also be refused",
    )
    return parser.parse_args()


def _kind(arguments: argparse.Namespace) -> str:
    """What the samples are prepared as."""
    if not arguments.way:
        return store.EXPORTED
    return store.ALL_SCRIPTS if arguments.all_samples else store.SCRIPTS


def _select(arguments: argparse.Namespace, rows: dict[table.Key, table.Row]) -> list[str]:
    """The entries to run; raises SystemExit when a pattern matches none."""
    kind = _kind(arguments)
    names = store.prepared(kind)
    if not names:
        option = {store.SCRIPTS: " --scripts", store.ALL_SCRIPTS: " --all-scripts"}.get(kind, "")
        command = f"python -m integration.ops.prepare{option}"
        raise SystemExit(f"nothing is prepared: run {command}")
    if arguments.only:
        patterns = arguments.only.split(",")
        for pattern in patterns:
            if not fnmatch.filter(names, pattern):
                raise SystemExit(f"no entry is named {pattern}")
        names = [n for n in names if any(fnmatch.fnmatch(n, p) for p in patterns)]
    if arguments.failing:
        holding = {name for name, _ in rows}
        failing = {row.name for row in rows.values() if row.status == "fail"}
        names = [n for n in names if n in failing or n not in holding]
    return names


def _selected_runs(arguments: argparse.Namespace) -> set[str] | None:
    """The runs to do; None for all."""
    runs = set(filter(None, (arguments.dtype or "").split(",")))
    if arguments.dynamic:
        runs.add(DYNAMIC)
    runs.update(filter(None, (arguments.way or "").split(",")))
    return runs or None


def _describe(outcome: Outcome, row: table.Row) -> str:
    """What -v says of a run."""
    passed = f"{outcome.passed} of {row.samples} samples"
    line = f"{row.status} {outcome.name} ({outcome.run}): {passed} {row.reason}".rstrip()
    more = explain(outcome)
    return f"{line}\n{more}" if more else line


def main() -> int:
    """Command line entry point."""
    arguments = _parse()
    path = table.SCRIPTS if arguments.way else table.LEDGER
    rows = table.read(path)
    kind = _kind(arguments)
    runs = _selected_runs(arguments)
    if arguments.summary and arguments.no_run:
        chosen = [row for row in rows.values() if runs is None or row.run in runs]
        print(table.summary(chosen))
        print(table.totals(chosen))
        return 0
    if arguments.compiler:
        os.environ["TORCH_ONNX"] = arguments.compiler
    try:
        find_compiler()
    except CompilerNotFound as error:
        raise SystemExit(str(error)) from None
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    keep = arguments.keep
    if keep:
        keep.mkdir(parents=True, exist_ok=True)

    names = _select(arguments, rows)
    found: dict[table.Key, table.Row] = {}
    differences = []
    refused = 0
    started = time.monotonic()
    options = tuple(arguments.options)
    work = functools.partial(run, keep=keep, options=options, runs=runs, kind=kind)
    again = pool.Worker(work)
    for name, result in pool.run(work, names, arguments.jobs, TIMEOUT):
        outcomes = [
            outcome
            for outcome in outcomes_of(name, again, result, kind)
            if runs is None or outcome.run in runs
        ]
        for outcome in outcomes:
            row = found[outcome.name, outcome.run] = table.Row.of(outcome)
            (difference,) = table.differences(name, rows, [row]) or [""]
            if options and row.reason == "conversion":
                refused += 1
            elif difference and not (options and row.status == "pass"):
                differences.append(difference)
            if arguments.verbose:
                print(_describe(outcome, row), flush=True)
    again.stop()
    seconds = time.monotonic() - started

    if arguments.update and not options:
        gone = [
            key
            for key, row in rows.items()
            if row.name in {name for name, _ in found}
            and key not in found
            and (runs is None or row.run in runs)
        ]
        if not arguments.only and not arguments.failing and runs is None:
            gone = list(rows)
        kept = {key: row for key, row in rows.items() if key not in gone}
        table.write((kept | found).values(), path)
        print(f"{len(differences)} rows changed in {path.name}")
        differences = [text for text in differences if "fails now" in text]
    for difference in differences[: None if arguments.verbose else SHOWN]:
        print(difference)
    if len(differences) > SHOWN and not arguments.verbose:
        print(f"and {len(differences) - SHOWN} more differences (-v shows all)")
    if arguments.summary:
        print(table.summary(found.values()))
    if options:
        print(f"{refused} runs refused with {' '.join(options)}")
    print(f"{table.totals(found.values())} ({seconds:.0f} s)")
    return 1 if differences and not arguments.update else 0


if __name__ == "__main__":
    sys.exit(main())
