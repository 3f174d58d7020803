"""Nodes that are left of the models of integration/models, ours and the peers'.

`python -m bench.nodes [NAME ...] [--small] [--jobs N] [--limit SECONDS] [--cached]
[--keep FOLDER] [--json FILE]` converts each model with torch-onnx and with
torch.onnx.export(dynamo=True, optimize=True), simplifies the latter with onnxsim
and OnnxSlim, and names every model of which one of these leaves fewer nodes, with
the difference by operator, and the reasons of bench/node_reasons.py if they account
for it.  NAME may be a pattern.  A peer that fails on a model is left out of its row.
The models are the small ones of the tests, with all their layers' kinds; --small
takes the programs of bench/small.py instead.  The exit status is 1 where a model has
more nodes without a reason.

What the peers leave is kept in the cache folder, because they are slow: a second
run takes minutes, and a run that is stopped is continued by the next one.  --cached
compares only what is there; --limit is the time of the peers for one model.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import json
import logging
import os
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import onnx

from bench.count import count_by_type
from bench.node_reasons import count_targets, explain
from integration.common import cache
from integration.common.pool import WorkerFailure, run

#: Seconds after which a peer has failed on a model.
PATIENCE = 600.0

Counts = dict[str, int]


def _quiet() -> None:
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)


def _path(name: str, small: bool) -> Path:
    """Where the .pt2 of a model is, once it is exported."""
    if small:
        from bench.small import path

        return path(name)
    from integration.models import export
    from integration.models.registry import models

    model = models()[name]
    return export.folder(model) / f"{export.stem(model, False)}.pt2"


def _export(name: str, small: bool) -> None:
    """Makes the .pt2 of a model; raises when torch.export refuses the model."""
    if small:
        from bench.small import prepare as prepare_small

        prepare_small(name)
        return
    from integration.models.export import prepare

    prepare(name)


def _record(program: Path) -> Path:
    """Where the counts of the peers for a program are kept."""
    packages = ("torch", "onnxscript", "onnxsim", "onnxslim")
    versions = "-".join(version(package) for package in packages)
    folder = cache.cache_root() / f"nodes-{versions}" / program.parent.name
    return folder / f"{program.stem}.json"


def _run_peers(program: Path, kept: Path) -> dict[str, Counts]:
    """Runs all peers; their counts go to the record of the program."""
    import torch

    from bench.simplify import TOOLS

    record = _record(program)
    record.parent.mkdir(parents=True, exist_ok=True)
    found: dict[str, Counts] = {}
    theirs = kept / "torch.onnx.onnx"
    try:
        exported = torch.export.load(program)
        result = torch.onnx.export(exported, dynamo=True, optimize=True, verbose=False)
        assert result is not None
        result.save(theirs)
        found["torch.onnx"] = count_by_type(onnx.load(theirs).graph)
        for tool, simplify in TOOLS.items():
            # What is known is kept when the next tool ends the process.
            cache.write_atomically(json.dumps(found).encode(), record)
            with contextlib.suppress(Exception):
                model = simplify(str(theirs))
                found[tool] = count_by_type(model.graph)
                onnx.save(model, kept / f"{tool}.onnx")
    except Exception:  # noqa: BLE001 - whatever it is, the peer fails
        pass
    cache.write_atomically(json.dumps(found).encode(), record)
    return found


def _measure(item: str) -> tuple[str, dict[str, Counts]]:
    """A worker's step: the program of a model, and the counts of the peers."""
    _quiet()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # What the peers warn of.
    name, is_small, kept = json.loads(item)
    program, folder = _path(name, is_small), Path(kept)
    folder.mkdir(parents=True, exist_ok=True)
    record = _record(program)
    if record.exists():
        return str(program), json.loads(record.read_text())
    _export(name, is_small)
    return str(program), _run_peers(program, folder)


def _convert(program: Path, target: Path) -> Counts | None:
    """The counts of ours, None when the model is refused."""
    compiler = os.environ.get("TORCH_ONNX", "build/release/bin/torch-onnx")
    command = [compiler, str(program), "-o", str(target)]
    if subprocess.run(command, capture_output=True).returncode:
        return None
    return count_by_type(onnx.load(target, load_external_data=False).graph)


@dataclass(frozen=True)
class Row:
    """What is left of one model."""

    name: str
    #: None when torch-onnx refuses the model.
    ours: Counts | None
    peers: dict[str, Counts]
    #: Reason -> nodes that it allows.
    reasons: dict[str, int]

    @property
    def best(self) -> str:
        """The peer that leaves the fewest nodes."""
        return min(self.peers, key=lambda peer: sum(self.peers[peer].values()))

    @property
    def outcome(self) -> str:
        """Which of OUTCOMES the model is one of."""
        if self.ours is None:
            return "not converted"
        if not self.peers:
            return "no peer converts it"
        more = sum(self.ours.values()) - sum(self.peers[self.best].values())
        if more <= 0:
            return "fewer" if more else "as many"
        return "more, with a reason" if more <= sum(self.reasons.values()) else "MORE"

    def __str__(self) -> str:
        """A row of the table, and the operators that differ where ours has more."""
        if self.ours is None:
            return f"{self.name:40} not converted"
        words = [f"torch-onnx {sum(self.ours.values())}"]
        words += [f"{peer} {sum(counts.values())}" for peer, counts in self.peers.items()]
        line = f"{self.name:40} {'  '.join(words)}"
        if not self.outcome.lower().startswith("more"):
            return line
        more, fewer = Counter(self.ours), Counter(self.peers[self.best])
        more.subtract(self.peers[self.best])
        fewer.subtract(self.ours)
        changes = [f"+{n} {op}" for op, n in more.most_common() if n > 0]
        changes += [f"-{n} {op}" for op, n in fewer.most_common() if n > 0]
        why = [f"{name} ({nodes})" for name, nodes in self.reasons.items()]
        return "\n    ".join(
            [f"{line}  {self.outcome}", ", ".join(changes), *([", ".join(why)] if why else [])]
        )


OUTCOMES = (
    "fewer",
    "as many",
    "more, with a reason",
    "MORE",
    "no peer converts it",
    "not converted",
)


def summary(rows: list[Row]) -> str:
    """How many models have each outcome, and all nodes of those that are compared."""
    outcomes = Counter(row.outcome for row in rows)
    compared = [row for row in rows if row.ours is not None and row.peers]
    ours = sum(sum(row.ours.values()) for row in compared if row.ours)
    theirs = sum(sum(row.peers[row.best].values()) for row in compared)
    counts = ", ".join(f"{outcomes[o]} {o}" for o in OUTCOMES if outcomes[o])
    return f"{len(compared)} compared, {ours} nodes against {theirs}: {counts}"


def _names(patterns: list[str], small: bool) -> list[str]:
    if small:
        from bench.small import PROGRAMS

        known = list(PROGRAMS)
    else:
        from integration.models.registry import models

        known = sorted(models())
    if not patterns:
        return known
    found = {name: p for p in patterns for name in fnmatch.filter(known, p)}
    return list(found)


def main() -> int:
    """Command line entry point."""
    _quiet()
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="models or patterns (all)")
    parser.add_argument("--small", action="store_true", help="programs of bench/small.py")
    parser.add_argument("--jobs", type=int, default=1, help="processes of the peers")
    parser.add_argument("--limit", type=float, default=PATIENCE, help="seconds a model")
    parser.add_argument("--cached", action="store_true", help="run no peer")
    parser.add_argument("--keep", type=Path, help="folder that receives the models")
    parser.add_argument("--json", type=Path, help="write the numbers to a file")
    arguments = parser.parse_args()
    names = _names(arguments.names, arguments.small)
    if arguments.cached:
        names = [n for n in names if _record(_path(n, arguments.small)).exists()]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = (arguments.keep or Path(temporary)).absolute()
        items = {
            json.dumps([name, arguments.small, str(folder / name)]): name
            for name in names
        }
        for item, result in run(_measure, list(items), arguments.jobs, arguments.limit):
            name = items[item]
            if isinstance(result, WorkerFailure):
                reason = result.text.strip().splitlines()[-1]
                print(f"{name:40} {result.kind}: {reason}", flush=True)
                continue
            program, peers = result
            ours = _convert(Path(program), folder / name / "torch-onnx.onnx")
            rows.append(Row(name, ours, peers, explain(count_targets(Path(program)))))
            print(rows[-1], flush=True)
    print(summary(rows))
    if arguments.json:
        numbers = {row.name: {"torch-onnx": row.ours or {}, **row.peers} for row in rows}
        arguments.json.write_text(json.dumps(numbers, indent=1, sort_keys=True) + "\n")
    return int(any(row.outcome == "MORE" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
