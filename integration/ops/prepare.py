"""Exports every OpInfo entry and stores eager's results: `python -m integration.ops.prepare`.

For each entry the cache folder receives NAME.pt (inputs, expected outputs and a
description of each sample) and NAME-0.pt2, NAME-1.pt2, ... (the programs).
What is already there is not done again, so that an interrupted run continues.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
import time
import warnings
from typing import Any

import torch

from integration.common import cache, pool
from integration.ops import bundle, samples
from integration.ops.scripts import WAYS
from integration.ops.store import ALL_SCRIPTS, EXPORTED, SCRIPTS, folder


def names() -> list[str]:
    """All entries, in the order of their names."""
    return sorted(samples.entries())


def _write(record: dict[str, Any], programs: list[bytes], kind: str = EXPORTED) -> None:
    """Programs first: an entry is there when its record is."""
    for description, program in zip(record["bundles"], programs, strict=True):
        cache.write_atomically(program, folder(kind) / description["file"])
    cache.save_atomically(record, folder(kind) / f"{record['name']}.pt")


def prepare(item: str) -> str:
    """Prepares one entry; returns one line about it.

    `item` is the name of an entry, or "NAME@static", which has no dynamic sizes.
    """
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    torch.set_num_threads(1)
    started = time.monotonic()
    name, _, static = item.partition("@")
    record, programs = bundle.prepare(samples.entries()[name], not static)
    _write(record, programs)
    torch._dynamo.reset()
    count = sum(len(b["samples"]) for b in record["bundles"])
    seconds = time.monotonic() - started
    return (
        f"{count} samples in {len(programs)} programs, "
        f"{len(record['rejected'])} rejected, {seconds:.1f} s"
    )


def prepare_script(item: str) -> str:
    """Prepares one entry as TorchScript; `item` is "KIND NAME". Returns one line about it."""
    from integration.ops import script_samples

    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    torch.set_num_threads(1)
    kind, _, name = item.partition(" ")
    record, files = script_samples.prepare(name, kind == ALL_SCRIPTS)
    _write(record, files, kind)
    count = sum(len(b["samples"]) for b in record["bundles"])
    return f"{count} samples, {len(record['rejected'])} rejected"


def prepare_scripts(wanted: list[str], jobs: int, timeout: float, kind: str) -> int:
    """Prepares entries as TorchScript; returns how many failed."""
    failed = 0
    items = [f"{kind} {name}" for name in wanted]
    for done, (item, result) in enumerate(pool.run(prepare_script, items, jobs, timeout), 1):
        name = item.partition(" ")[2]
        if isinstance(result, pool.WorkerFailure):
            failed += 1
            reason = f"preparation: {result.kind}: {result.text[-400:]}"
            rejected = [samples.Rejected(0, "", way, reason) for way in WAYS]
            _write(bundle.record(name, "", [], rejected), [], kind)
            result = f"{result.kind}: {result.text}"
        print(f"[{done}/{len(wanted)}] {name}: {result}", flush=True)
    return failed


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names of entries, separated by commas")
    parser.add_argument("--force", action="store_true", help="also what is there")
    parser.add_argument(
        "--scripts", action="store_true", help="as TorchScript, a few samples of each"
    )
    parser.add_argument(
        "--all-scripts", action="store_true", help="as TorchScript, all samples"
    )
    parser.add_argument("-j", "--jobs", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=600.0, help="s per entry")
    arguments = parser.parse_args()

    kind = EXPORTED
    if arguments.scripts or arguments.all_scripts:
        kind = ALL_SCRIPTS if arguments.all_scripts else SCRIPTS
    place = folder(kind)
    place.mkdir(parents=True, exist_ok=True)
    wanted = arguments.only.split(",") if arguments.only else names()
    if not arguments.force:
        wanted = [name for name in wanted if not (place / f"{name}.pt").exists()]
    print(f"{len(wanted)} entries to prepare in {place}", flush=True)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    if kind == EXPORTED:
        failed = prepare_all(wanted, arguments.jobs, arguments.timeout)
    else:
        failed = prepare_scripts(wanted, arguments.jobs, arguments.timeout, kind)
    print(f"{len(wanted) - failed} prepared, {failed} failed")
    return 1 if failed else 0


def prepare_all(wanted: list[str], jobs: int, timeout: float = 600.0) -> int:
    """Prepares entries with a line for each; returns how many failed.

    Eager can crash on sizes that it does not check: then without other sizes.
    """
    failed, done, again = 0, 0, []
    for name, result in pool.run(prepare, wanted, jobs, timeout):
        if isinstance(result, pool.WorkerFailure):
            again.append(name)
            result = f"{result.kind}: {result.text}"
        done += 1
        print(f"[{done}/{len(wanted)}] {name}: {result}", flush=True)
    items = [f"{name}@static" for name in again]
    for item, result in pool.run(prepare, items, jobs, timeout):
        name = item.partition("@")[0]
        if isinstance(result, pool.WorkerFailure):
            failed += 1
            reason = f"preparation: {result.kind}: {result.text[-400:]}"
            rejected = samples.Rejected(0, "", samples.name_of(None), reason)
            _write(bundle.record(name, "", [], [rejected]), [])
            result = f"{result.kind}: {result.text}"
        print(f"again {name}: {result}", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
