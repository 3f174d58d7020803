"""Every entry of the ledger as TorchScript, traced and scripted, has the outcomes that its
rows of scripts.tsv say: a few samples of its main dtype.

Not part of the suites yet, as scripts.tsv has not been written:
`python -m integration.ops.prepare --scripts`, `python -m integration.ops.ledger --scripts`,
then `pytest integration/ops/check_scripts.py`.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterator

import pytest
import torch

from integration.common import pool
from integration.ops import ledger, outcome, scripts, store, table

ROWS = table.read(table.SCRIPTS)
NAMES = sorted({name for name, _ in ROWS})
PREPARE = "not prepared: run python -m integration.ops.prepare --scripts"


@pytest.fixture(scope="session")
def worker(compiler: str) -> Iterator[pool.Worker]:
    """A process that runs entries: ONNX Runtime may take it down."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    started = pool.Worker(functools.partial(outcome.run, kind=store.SCRIPTS))
    yield started
    started.stop()


def test_every_prepared_entry_has_a_row() -> None:
    """A new torch brings new entries; they must not go unnoticed."""
    assert NAMES == store.prepared(store.SCRIPTS), PREPARE


@pytest.mark.parametrize("name", NAMES)
def test_entry(
    name: str, worker: pool.Worker, record_property: Callable[[str, object], None]
) -> None:
    """Each way passes, or fails for the recorded reason."""
    assert (store.folder(store.SCRIPTS) / f"{name}.pt").exists(), PREPARE
    outcomes = ledger.outcomes_of(name, worker, None, store.SCRIPTS)
    found = [table.Row.of(one) for one in outcomes]
    record_property("statuses", {row.run: row.status for row in found})
    differences = table.differences(name, ROWS, found)
    if differences:
        details = [ledger.explain(one) for one in outcomes]
        pytest.fail("\n".join(differences + list(filter(None, details))), pytrace=False)


@pytest.mark.parametrize("way", scripts.WAYS)
@pytest.mark.filterwarnings("ignore")
def test_cut(way: str) -> None:
    """A file that is cut has the samples that are left, and takes their inputs."""
    shares = [[torch.tensor([-1.0, 2.0])], [torch.ones(3), torch.ones(3)], [torch.ones(2)]]

    def compiled(function: Callable[..., object], share: list[torch.Tensor]) -> object:
        return torch.jit.trace(function, tuple(share), check_trace=False)

    functions = (lambda x: (x.relu(), x.neg()), lambda x, y: x + y, lambda x: x.exp())
    members = [
        scripts.as_module(compiled(f, s), len(s)) for f, s in zip(functions, shares, strict=True)
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
    assert program.targets([0, 1]) == {"aten.relu.default": 1, "aten.neg.default": 1}
    assert program.targets([2])["aten.add.Tensor"] == 1
    cut = scripts.load(program.cut([0, 1, 3]))
    (first, second), third = cut(torch.tensor([-1.0, 2.0]), torch.zeros(2))
    assert first.tolist() == [0.0, 2.0]
    assert second.tolist() == [1.0, -2.0]
    assert third.tolist() == [1.0, 1.0]
