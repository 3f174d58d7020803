"""Every model gives torch's numbers, for both sets of inputs.

Models that do not pass yet are in known.tsv with the class of their failure,
rewritten by `python -m integration.models.run '*' --update`.  A model that one rounding
takes as far as it is off ("rounding") may pass: which way it goes is luck.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from integration.models.outcome import ROUNDING, prepare_and_run, read_known
from integration.models.registry import models

KNOWN = read_known()


@pytest.mark.parametrize("name", sorted(models()))
def test_model(
    name: str, compiler: str, record_property: Callable[[str, str], None]
) -> None:
    """Small configuration, dynamic sizes, twice the error of torch float32."""
    known = KNOWN.get(name, "")
    outcome = prepare_and_run(name)
    record_property("status", "pass" if outcome.ok else "fail")
    text = "\n".join(outcome.failures)
    if outcome.ok and known in ("", ROUNDING):
        return
    if outcome.ok:
        pytest.fail(f"{name} passes now: remove it from known.tsv", pytrace=False)
    if outcome.reason != known:
        pytest.fail(f"{name} fails: {text}", pytrace=False)


def test_known_failures_are_models() -> None:
    """A renamed model must not leave its excuse behind."""
    assert set(KNOWN) <= set(models())
