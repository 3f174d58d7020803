"""Every operator that has a lowering is in a text test of test/Conversion."""

import pathlib
import re
import subprocess

from integration.common.compiler import find_compiler

TESTS = pathlib.Path(__file__).parents[2] / "test" / "Conversion" / "TorchToONNX"


def test_each_lowering_has_a_text_test():
    table = subprocess.run(
        [find_compiler(), "--ops"], check=True, capture_output=True, text=True
    ).stdout
    lowered = re.findall(r"^\| `([^`]+)` \| lowering \|", table, re.MULTILINE)
    assert len(lowered) > 600
    used = set()
    for path in TESTS.rglob("*.mlir"):
        used |= set(re.findall(r"torch\.((?:\w+\.)+\w+)\(", path.read_text()))
    assert sorted(set(lowered) - used) == []
