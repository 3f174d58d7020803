"""The evaluator of the onnx dialect on the node tests of onnx."""

from __future__ import annotations

from pathlib import Path

from integration.nodes.run import collect, evaluate, read_table


def test_node_tests(tmp_path: Path) -> None:
    """Each test passes, unless known.tsv has a reason why it does not."""
    tests = collect()
    evaluate(tests, tmp_path)
    known = read_table()
    failed = {test.name: test.outcome for test in tests if test.outcome}
    assert {name: outcome for name, outcome in failed.items() if name not in known} == {}
    assert [name for name in known if name not in failed] == []
    assert all(known.values()), "each row has a reason"
