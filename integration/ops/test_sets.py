"""Each operator of torch's own tables is converted, or there is a reason."""

from __future__ import annotations

from integration.ops import sets


def test_each_operator_is_converted_or_has_a_reason() -> None:
    rows = sets.read()
    assert [row.operator for row in rows if not row.how and not row.reason] == []
    assert {row.operator for row in rows} == set(sets.operators())


def test_the_table_says_what_the_compiler_does() -> None:
    assert sets.rows() == sets.read()


def test_reasons_are_of_operators_that_are_not_converted() -> None:
    refused = {row.operator for row in sets.read() if row.reason}
    assert set(sets.REASONS) <= refused
