"""What does not pass, and why: rows of known.tsv."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: Tests convert by torch.onnx's exporter of TorchScript: the same inputs and results,
#: another converter (see legacy.py). Its own failures fail.
LEGACY = os.environ.get("TORCH_ONNX_CONVERTER") == "legacy"

KNOWN = Path(__file__).with_name("known.tsv")


def read(suite: str) -> dict[str, tuple[str, str]]:
    """The rows of a suite: name -> class of the failure, reason."""
    found = {}
    lines = KNOWN.read_text().splitlines() if KNOWN.exists() else []
    for line in lines:
        name, failure, why = line.split("\t")
        own, _, rest = name.partition("/")
        if own == suite:
            found[rest] = failure, why
    return found


def hold(name: str, failure: str, text: str, known: dict[str, tuple[str, str]]) -> None:
    """Fails the test unless the outcome is the one that the row says, or is right."""
    if LEGACY:
        known = {}
    expected, _ = known.get(name, ("", ""))
    if expected and not failure:
        pytest.fail(f"{name} passes now: remove it from {KNOWN.name}", pytrace=False)
    if failure != expected:
        pytest.fail(f"{name}: {failure}: {text}", pytrace=False)
