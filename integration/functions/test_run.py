"""A sample of what `python -m integration.functions.run` does for all programs."""

from __future__ import annotations

import pytest

from integration.functions.run import MODES, work

SAMPLE = (
    "convnext_tiny",
    "deberta_v2",
    "efficientnet_b0",
    "segformer_b0",
    "zoo.mamba",
    "zoo.sam",
    "zoo.bart",
    "zoo.mobilevit",
)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", SAMPLE)
def test_model(name: str, mode: str, compiler: str) -> None:
    """The checker, the bits and the nodes."""
    status, text = work(f"{mode} {name}")
    assert status == "pass", text
