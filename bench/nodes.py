"""Nodes that are left of the models of integration/models, ours and the peers'.

`python -m bench.nodes [NAME ...] [--small] [--jobs N] [--cached] [--keep FOLDER]
[--json FILE]` converts each model with torch-onnx and with
torch.onnx.export(dynamo=True, optimize=True), simplifies the latter with onnxsim
and OnnxSlim, and names every model of which one of these leaves fewer nodes, with
the difference by operator.  NAME may be a pattern.  A peer that fails on a model
is left out of its row.  The models are the small ones of the tests, with all their
layers' kinds; --small takes the programs of bench/small.py instead.

What the peers leave is kept in the cache folder, because they are slow: a second
run takes minutes.  --cached compares only what is there.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import logging
import os
import subprocess
import tempfile
import warnings
from collections import Counter
from importlib.metadata import version
from pathlib import Path

import onnx

from bench.count import count_by_type
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


def describe(name: str, ours: Counts | None, peers: dict[str, Counts]) -> str:
    """A row of the table, and the operators that differ where ours has more."""
    totals = {peer: sum(counts.values()) for peer, counts in peers.items()}
    if ours is None:
        return f"{name:40} not converted"
    words = [f"torch-onnx {sum(ours.values())}"]
    words += [f"{peer} {total}" for peer, total in totals.items()]
    line = f"{name:40} {'  '.join(words)}"
    if not has_more(ours, peers):
        return line
    best = min(totals, key=lambda peer: totals[peer])
    more, fewer = Counter(ours), Counter(peers[best])
    more.subtract(peers[best])
    fewer.subtract(ours)
    changes = [f"+{n} {op}" for op, n in more.most_common() if n > 0]
    changes += [f"-{n} {op}" for op, n in fewer.most_common() if n > 0]
    return f"{line}  MORE than {best}\n    {', '.join(changes)}"


def has_more(ours: Counts, peers: dict[str, Counts]) -> bool:
    """Whether one of the peers leaves fewer nodes."""
    return any(sum(counts.values()) < sum(ours.values()) for counts in peers.values())


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


def main() -> None:
    """Command line entry point."""
    _quiet()
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="models or patterns (all)")
    parser.add_argument("--small", action="store_true", help="programs of bench/small.py")
    parser.add_argument("--jobs", type=int, default=1, help="processes of the peers")
    parser.add_argument("--cached", action="store_true", help="run no peer")
    parser.add_argument("--keep", type=Path, help="folder that receives the models")
    parser.add_argument("--json", type=Path, help="write the numbers to a file")
    arguments = parser.parse_args()
    names = _names(arguments.names, arguments.small)
    if arguments.cached:
        names = [n for n in names if _record(_path(n, arguments.small)).exists()]
    rows: dict[str, dict[str, Counts]] = {}
    more = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder: Path = (arguments.keep or Path(temporary)).absolute()
        items = {
            json.dumps([name, arguments.small, str(folder / name)]): name
            for name in names
        }
        for item, result in run(_measure, list(items), arguments.jobs, PATIENCE):
            name = items[item]
            if isinstance(result, WorkerFailure):
                reason = result.text.strip().splitlines()[-1]
                print(f"{name:40} {result.kind}: {reason}", flush=True)
                continue
            program, peers = result
            ours = _convert(Path(program), folder / name / "torch-onnx.onnx")
            more += ours is not None and has_more(ours, peers)
            rows[name] = {"torch-onnx": ours or {}, **peers}
            print(describe(name, ours, peers), flush=True)
    compared = sum(len(row) > 1 and bool(row["torch-onnx"]) for row in rows.values())
    print(f"{more} of {compared} have more nodes than the best of the peers")
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
