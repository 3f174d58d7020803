"""Every entry of the ledger has the outcomes that its rows say: in every dtype
that its operator takes, and with dynamic sizes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from integration.ops import ledger, store, table

ROWS = table.read()
NAMES = sorted({name for name, _ in ROWS})
PREPARE = "not prepared: run python -m integration.ops.prepare"


def test_every_prepared_entry_has_a_row() -> None:
    """A new torch brings new entries; they must not go unnoticed."""
    assert NAMES == store.prepared(), PREPARE


@pytest.mark.parametrize("name", NAMES)
def test_entry(
    name: str, compiler: str, record_property: Callable[[str, object], None]
) -> None:
    """Each run of the entry passes, or fails for the recorded reason."""
    assert (store.folder() / f"{name}.pt").exists(), PREPARE
    found, differences = ledger.hold(name, ROWS)
    record_property("statuses", {row.run: row.status for row in found})
    if differences:
        pytest.fail(differences, pytrace=False)
