"""Every model gives torch's numbers, for both sets of inputs.

Models that do not convert yet are in KNOWN, with the start of their failure; a
model that passes must leave it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from integration.models.export import prepare
from integration.models.outcome import run
from integration.models.registry import models

#: Model name -> how its first failure begins.
KNOWN: dict[str, str] = {}


@pytest.mark.parametrize("name", sorted(models()))
def test_model(
    name: str, compiler: str, record_property: Callable[[str, str], None]
) -> None:
    """Small configuration, dynamic sizes, twice the error of torch float32."""
    outcome = run(prepare(name))
    record_property("status", "pass" if outcome.ok else "fail")
    known = KNOWN.get(name)
    if known is None:
        assert outcome.ok, "\n".join(outcome.failures)
    else:
        assert not outcome.ok, f"{name} passes now: remove it from KNOWN"
        assert outcome.failures[0].startswith(known), "\n".join(outcome.failures)


def test_known_failures_are_models() -> None:
    """A renamed model must not leave its excuse behind."""
    assert set(KNOWN) <= set(models())
