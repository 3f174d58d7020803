"""Every operator of TorchScript on numbers, strings, lists and dicts gives its own results,
called with what is known when the model is made, and with numbers that are inputs.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from integration.torchscript import known, operators, outcome
from integration.torchscript.legacy import Legacy
from integration.torchscript.operators import Overload
from integration.torchscript.outcome import Outcome

KNOWN = known.read("operators")
NAMES = sorted(operators.overloads())


def _check(scripted: Any, sets: operators.Sets, expected: list[Any], folder: Path) -> Outcome:
    source, target = folder / "model.pt", folder / "model.onnx"
    torch.jit.save(scripted, source)
    shapes = ",".join(type(value).__name__ for value in sets[0])
    converter = Legacy(sets) if known.LEGACY else outcome.ours
    options = outcome.options_for(shapes)
    return outcome.check(source, target, sets, expected, options, converter)


def _known(chosen: list[Overload], folder: Path) -> Iterator[tuple[Overload, Outcome]]:
    """The failures of calls with attributes."""
    scripted, expected = operators.known(chosen)
    found = _check(scripted, [()], [tuple(expected)], folder)
    if found.ok:
        return
    if len(chosen) == 1:
        yield chosen[0], found
        return
    half = len(chosen) // 2
    yield from _known(chosen[:half], folder)
    yield from _known(chosen[half:], folder)


def _open(overload: Overload, folder: Path) -> Outcome:
    """The outcome of calls with inputs."""
    program = operators.open_(overload)
    if program is None:
        return Outcome()
    scripted, sets = program
    return _check(scripted, sets, [scripted(*values) for values in sets], folder)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("form", ["known", "open"])
@pytest.mark.parametrize("name", NAMES)
def test_operator(name: str, form: str, tmp_path: Path) -> None:
    """Right, or failing as known.tsv says."""
    chosen = operators.calls(name)
    if form == "known":
        failures = list(_known(chosen, tmp_path))
    else:
        outcomes = ((overload, _open(overload, tmp_path)) for overload in chosen)
        failures = [(overload, found) for overload, found in outcomes if not found.ok]
    kinds = " and ".join(sorted({found.failure for _, found in failures}))
    texts = [f"{overload.title}: {found.failure}: {found.text}" for overload, found in failures]
    known.hold(f"{name}/{form}", kinds, "\n".join(texts), KNOWN)


def test_rows() -> None:
    """The rows of known.tsv are of operators that there are."""
    assert KNOWN.keys() <= {f"{name}/{form}" for name in NAMES for form in ("known", "open")}
