"""Every entry of the ledger has the outcome that its row says."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from integration.common import pool
from integration.ops import ledger, outcome, store, table

ROWS = table.read()


@pytest.fixture(scope="session")
def worker(compiler: str) -> Iterator[pool.Worker]:
    """A process that runs entries: ONNX Runtime may take it down."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    started = pool.Worker(outcome.run)
    yield started
    started.stop()


def test_every_prepared_entry_has_a_row() -> None:
    """A new torch brings new entries; they must not go unnoticed."""
    if not store.prepared():
        pytest.skip("nothing is prepared: run python -m integration.ops.prepare")
    assert sorted(ROWS) == store.prepared()


@pytest.mark.parametrize("name", sorted(ROWS))
def test_entry(
    name: str, worker: pool.Worker, record_property: Callable[[str, str], None]
) -> None:
    """The entry passes, or fails for the recorded reason."""
    if not (store.folder() / f"{name}.pt").exists():
        pytest.skip("not prepared: run python -m integration.ops.prepare")
    result = ledger.outcome_of(name, worker.call(name, ledger.TIMEOUT))
    found = table.Row.of(result)
    record_property("status", found.status)
    difference = ROWS[name].difference(found)
    if difference:
        pytest.fail(f"{difference}\n{ledger.explain(result)}", pytrace=False)
