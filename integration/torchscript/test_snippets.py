"""Each snippet gives eager's results for all sets of its inputs, with ONNX Runtime's
optimizations and without, and has the loops and branches that it says.

TORCH_ONNX_CONVERTER=legacy converts by torch.onnx's exporter instead.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from integration.torchscript import known
from integration.torchscript.run import run
from integration.torchscript.snippets import SNIPPETS

KNOWN = known.read("snippets")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", SNIPPETS)
def test_snippet(name: str, tmp_path: Path) -> None:
    """Right, or failing as known.tsv says."""
    outcome = run(SNIPPETS[name], tmp_path)
    known.hold(name, outcome.failure, f"{outcome.text}\n{outcome.stderr}", KNOWN)


def test_rows() -> None:
    """The rows of known.tsv are of snippets that there are."""
    assert KNOWN.keys() <= SNIPPETS.keys()
