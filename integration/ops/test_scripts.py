"""A sample of the ledger's entries, traced and scripted, has the outcomes in scripts.tsv."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterator

import pytest

from integration.common import pool
from integration.ops import ledger, outcome, store, table

ROWS = table.read(table.SCRIPTS)
NAMES = store.sampled({name for name, _ in ROWS})
PREPARE = "not prepared: run python -m integration.ops.prepare --scripts"


@pytest.fixture(scope="module")
def worker(compiler: str) -> Iterator[pool.Worker]:
    """A process that runs entries: ONNX Runtime may take it down."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    started = pool.Worker(functools.partial(outcome.run, kind=store.SCRIPTS))
    yield started
    started.stop()


@pytest.mark.parametrize("name", NAMES)
def test_entry(name: str, worker: pool.Worker) -> None:
    """Both ways pass, or fail for the recorded reason."""
    assert (store.folder(store.SCRIPTS) / f"{name}.pt").exists(), PREPARE
    outcomes = ledger.outcomes_of(name, worker, kind=store.SCRIPTS)
    found = [table.Row.of(outcome) for outcome in outcomes]
    if differences := table.differences(name, ROWS, found):
        details = [ledger.explain(outcome) for outcome in outcomes]
        pytest.fail("\n".join(differences + list(filter(None, details))), pytrace=False)
