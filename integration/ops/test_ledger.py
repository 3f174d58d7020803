"""Every entry of the ledger has the outcomes that its rows say: in every dtype
that its operator takes, and with dynamic sizes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from integration.common import pool
from integration.ops import ledger, outcome, store, table

ROWS = table.read()
NAMES = sorted({name for name, _ in ROWS})
PREPARE = "not prepared: run python -m integration.ops.prepare"


@pytest.fixture(scope="session")
def worker(compiler: str) -> Iterator[pool.Worker]:
    """A process that runs entries: ONNX Runtime may take it down."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    started = pool.Worker(outcome.run)
    yield started
    started.stop()


def test_every_prepared_entry_has_a_row() -> None:
    """A new torch brings new entries; they must not go unnoticed."""
    assert NAMES == store.prepared(), PREPARE


@pytest.mark.parametrize("name", NAMES)
def test_entry(
    name: str, worker: pool.Worker, record_property: Callable[[str, object], None]
) -> None:
    """Each run of the entry passes, or fails for the recorded reason."""
    assert (store.folder() / f"{name}.pt").exists(), PREPARE
    outcomes = ledger.outcomes_of(name, worker)
    found = [table.Row.of(outcome) for outcome in outcomes]
    record_property("statuses", {row.run: row.status for row in found})
    differences = table.differences(name, ROWS, found)
    if differences:
        details = [ledger.explain(outcome) for outcome in outcomes]
        pytest.fail("\n".join(differences + list(filter(None, details))), pytrace=False)
