"""onnx-simplify on random graphs: ONNX Runtime computes the same before and after.

    pytest integration/simplify                    the graphs of the first seeds
    python -m integration.simplify.run 0 2000      others, by hand

-O1 has to keep every bit; -O2 may round in other places.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from integration.simplify.run import check

pytestmark = pytest.mark.usefixtures("compiler")

SEEDS, CHUNKS = 240, 8


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_same_numbers(chunk: int, tmp_path: Path) -> None:
    """Graphs of a few operators, at sizes that are 0 and 1 as well."""
    failures = [check(seed, tmp_path) for seed in range(chunk, SEEDS, CHUNKS)]
    assert not [failure for failure in failures if failure]
