"""A sample of the ledger's entries as TorchScript, traced and scripted, has the outcomes that
its rows of scripts.tsv say. `python -m integration.ops.ledger --way=trace,script` runs all.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
import torch

from integration.common.function import Function
from integration.ops import ledger, scripts, store, table

ROWS = table.read(table.SCRIPTS)
ENTRIES = {name for name, _ in ROWS}
NAMES = store.sampled(ENTRIES)
PREPARE = "not prepared: run python -m integration.prepare"


def test_every_prepared_entry_has_a_row() -> None:
    """A new torch brings new entries; they must not go unnoticed."""
    prepared = store.prepared(store.SCRIPTS)
    assert set(prepared) <= ENTRIES
    assert NAMES == store.sampled(prepared), PREPARE


@pytest.mark.parametrize("name", NAMES)
def test_entry(
    name: str, compiler: str, record_property: Callable[[str, object], None]
) -> None:
    """Each way passes, or fails for the recorded reason."""
    assert (store.folder(store.SCRIPTS) / f"{name}.pt").exists(), PREPARE
    found, differences = ledger.hold(name, ROWS, store.SCRIPTS)
    record_property("statuses", {row.run: row.status for row in found})
    if differences:
        pytest.fail(differences, pytrace=False)


@pytest.mark.parametrize("way", scripts.WAYS)
@pytest.mark.filterwarnings("ignore")
def test_cut(way: str) -> None:
    """A file that is cut has the samples that are left, and takes their inputs."""
    shares = [[torch.tensor([-1.0, 2.0])], [torch.ones(3), torch.ones(3)], [torch.ones(2)]]
    functions = (lambda x: (x.relu(), x.neg()), lambda x, y: x + y, lambda x: x.exp())
    members = [
        torch.jit.trace(Function(function), tuple(share), check_trace=False)
        for function, share in zip(functions, shares, strict=True)
    ]
    record = {
        "rounds": [{"inputs": [tensor for share in shares for tensor in share]}],
        "samples": [
            {"inputs": 1, "outputs": 2},
            {"inputs": 2, "outputs": 1},
            {"inputs": 1, "outputs": 1},
        ],
    }
    program = scripts.ScriptProgram(scripts.bundle(members, shares, way), record, way)
    names = ("aten.relu.default", "aten.neg.default", "prim.TupleConstruct.default")
    assert program.targets([0, 1]) == dict.fromkeys(names, 1)
    assert program.targets([2])["aten.add.Tensor"] == 1
    cut = torch.jit.load(io.BytesIO(program.cut([0, 1, 3])))
    (first, second), third = cut(torch.tensor([-1.0, 2.0]), torch.zeros(2))
    assert first.tolist() == [0.0, 2.0]
    assert second.tolist() == [1.0, -2.0]
    assert third.tolist() == [1.0, 1.0]
