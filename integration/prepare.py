"""Exports all that the tests need: `python -m integration.prepare [-j N]`.

Programs and eager's results are kept ($TORCH_ONNX_CACHE); what is there already is
not made again, so that a second run takes seconds and an interrupted one goes on.
"""

from __future__ import annotations

import argparse
import contextlib
import logging
import os
import sys
import time
import warnings
from collections.abc import Iterator

from integration.common import pool
from integration.ops import store

#: Seconds between two lines about the progress.
INTERVAL = 15.0

#: Entries of the ledger that take longest: they come first, so that no worker is
#: left alone with one of them.
LONGEST = (
    "max_pool2d_with_indices_backward",
    "nn.functional.max_pool1d",
    "nn.functional.max_pool2d",
    "nn.functional.max_pool3d",
    "masked.norm",
    "masked.var",
    "logspace.tensor_overload",
)


def _missing_entries() -> list[str]:
    from integration.ops.prepare import names

    missing = [n for n in names() if not (store.folder() / f"{n}.pt").exists()]
    return sorted(missing, key=lambda name: (name not in LONGEST, name))


def _missing_models() -> list[str]:
    from integration.models.export import folder, stem
    from integration.models.registry import models

    found = models().items()
    return sorted(
        name
        for name, model in found
        if not (folder(model) / f"{stem(model, False)}.pt").exists()
    )


def _missing_scripts() -> list[str]:
    from integration.ops.prepare import names

    place = store.folder(store.SCRIPTS)
    return [n for n in store.sampled(names()) if not (place / f"{n}.pt").exists()]


def missing(_: str = "") -> list[str]:
    """What is to be made: "KIND NAME" each."""
    entries = [f"op {name}" for name in _missing_entries()]
    longest = sum(item.partition(" ")[2] in LONGEST for item in entries)
    models = [f"model {name}" for name in _missing_models()]
    archives = ["robustness plain", "robustness rich"]
    archives += [f"script {name}" for name in _missing_scripts()]
    return entries[:longest] + models + archives + entries[longest:]


def work(item: str) -> None:
    """Makes one thing, in a process of its own."""
    warnings.simplefilter("ignore")
    logging.disable(logging.ERROR)
    kind, _, name = item.partition(" ")
    if kind == "op":
        from integration.ops.prepare import prepare

        prepare(name)
    elif kind == "script":
        from integration.ops.prepare import prepare_script

        prepare_script(f"{store.SCRIPTS} {name}")
    elif kind == "model":
        from integration.models import export

        with contextlib.suppress(export.ExportRefusal):  # known.tsv has them
            export.prepare(name)
    else:
        from integration.robustness import base

        base.load(rich=name == "rich")


def _results(
    items: list[str], jobs: int, timeout: float
) -> Iterator[tuple[str, pool.WorkerFailure]]:
    """Makes the items, says how far it is, and yields those that fail."""
    started = said = time.monotonic()
    for done, (item, result) in enumerate(pool.run(work, items, jobs, timeout), 1):
        now = time.monotonic()
        if now - said > INTERVAL or done == len(items):
            said = now
            print(f"prepared {done} of {len(items)}, {now - started:.0f} s", flush=True)
        if isinstance(result, pool.WorkerFailure):
            yield item, result


def main() -> int:
    """Command line entry point."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=float, default=600.0, help="s for each thing")
    arguments = parser.parse_args()
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")
    for made in (store.EXPORTED, store.SCRIPTS):
        store.folder(made).mkdir(parents=True, exist_ok=True)

    # OpInfo and transformers are for the workers, which end with their memory.
    ((_, items),) = pool.run(missing, [""], 1, arguments.timeout)
    if isinstance(items, pool.WorkerFailure):
        print(items.text)
        return 1
    failed = 0
    entries = []
    for item, result in _results(items, arguments.jobs, arguments.timeout):
        kind, _, name = item.partition(" ")
        if kind == "op":
            entries.append(name)
        else:
            failed += 1
            print(f"{item}: {result.kind}: {result.text}", flush=True)
    if entries:
        from integration.ops.prepare import prepare_all

        failed += prepare_all(entries, arguments.jobs, arguments.timeout)
    print(f"{len(items) - failed} of {len(items)} prepared")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
