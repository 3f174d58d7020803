"""Type rules against onnx's own, on all of its node tests."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from integration.inference import compare

pytestmark = pytest.mark.usefixtures("compiler")

#: Where onnx is wrong: each row has to be needed.
TABLE = Path(__file__).with_name("exceptions.tsv")


def _exceptions() -> set[tuple[str, str]]:
    with TABLE.open() as file:
        rows = csv.reader((line for line in file if line[0] != "#"), delimiter="\t")
        return {(name, form) for name, form, reason in rows if reason}


def test_never_contradicts_onnx_and_is_as_precise(tmp_path: Path) -> None:
    """And what is inferred is true of the outputs that come with the tests."""
    count, found = compare.measure(tmp_path)
    # A loader that finds no tests compares nothing.
    assert count > 2000
    assert {key: found[key] for key in found.keys() - _exceptions()} == {}
    assert _exceptions() - found.keys() == set()
