"""Every entry of the ledger has the outcomes that its rows say: in every dtype
that its operator takes, and with dynamic sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from integration.common import pool
from integration.common.verdicts import Verdict, hashes_of_models
from integration.ops import ledger, store, table

ROWS = table.read()
NAMES = sorted({name for name, _ in ROWS})
PREPARE = "not prepared: run python -m integration.ops.prepare"


@pytest.fixture(scope="session")
def worker(compiler: str) -> Iterator[pool.Worker]:
    """The process of all tests."""
    started = ledger.start_worker()
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
    found = [row for (entry, _), row in ROWS.items() if entry == name]
    verdict = Verdict([found, hashes_of_models(store.programs(name))], ("ops", "torchscript"))
    differences = ""
    if not verdict.has_passed():
        found, differences = ledger.hold(name, ROWS, worker)
    record_property("statuses", {row.run: row.status for row in found})
    if differences:
        pytest.fail(differences, pytrace=False)
    verdict.keep()
