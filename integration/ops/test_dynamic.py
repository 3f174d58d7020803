"""Other sizes are those that the program and eager take, and both agree on."""

from __future__ import annotations

import io

import pytest
import torch

from integration.ops import bundle, dynamic, samples
from integration.ops.samples import Sample

pytestmark = pytest.mark.filterwarnings("ignore")


def _sample(name: str, index: int = 0) -> Sample:
    info = samples.entries()[name]
    taken, _ = samples.collect(info, samples.choose_dtype(info))
    return dynamic.choose(name, taken)[index]


def _rounds(name: str) -> dict[str, list[list[int]]]:
    """The sizes of the inputs by the title of the round."""
    exported = bundle.export([_sample(name)], dynamic_sizes=True)
    return {title: [list(t.shape) for t in inputs] for title, inputs, _ in exported.rounds}


def test_sizes_that_belong_together() -> None:
    """The inner sizes of a matrix product are one symbol."""
    rounds = _rounds("mm")
    assert set(rounds) == {"", "larger sizes", "sizes of 1", "sizes of 0"}
    for (rows, inner), (other, columns) in rounds.values():
        assert inner == other
    assert rounds["sizes of 0"] == [[0, 0], [0, 0]]
    assert rounds["larger sizes"] != rounds[""]


def test_sizes_that_eager_refuses() -> None:
    """A maximum needs an element: not all sizes are 0, or none is."""
    exported = bundle.export([_sample("amax", 1)], dynamic_sizes=True)
    for _, inputs, outputs in exported.rounds:
        assert [o.shape for o in _sample("amax", 1).call(inputs)] == [o.shape for o in outputs]


def test_zero_is_in_the_range() -> None:
    """The program says that it takes the size 0 with which it is run."""
    exported = bundle.export([_sample("sin")], dynamic_sizes=True)
    program = torch.export.load(io.BytesIO(exported.program))
    assert {int(bounds.lower) for bounds in program.range_constraints.values()} == {0}


def test_fixed_sizes() -> None:
    """A program without a dynamic size is refused, not taken for one."""
    fixed = Sample(0, "", "float32", [torch.ones(1, 1)], *_nothing())
    fixed.outputs = [torch.ones(1, 1)]
    with pytest.raises(ValueError, match="fixes every size"):
        bundle.export([fixed], dynamic_sizes=True)


def _nothing() -> tuple[object, ...]:
    like = _sample("sin")
    return torch.abs, like.structure, like.constants


def test_diverse() -> None:
    """Few samples, each unlike the others, the same every time."""
    info = samples.entries()["sum"]
    taken, _ = samples.collect(info, torch.float64, 6)
    again, _ = samples.collect(info, torch.float64, 6)
    assert [s.text for s in taken] == [s.text for s in again]
    assert len({s.text for s in taken}) == 6
    assert {s.tensors[0].dim() for s in taken} >= {0, 1, 2}


def test_sorted_stays_sorted() -> None:
    """Boundaries are searched by bisection, which nobody checks."""
    for _, inputs, _ in bundle.export([_sample("bucketize", 1)], dynamic_sizes=True).rounds:
        assert (inputs[1].diff() >= 0).all()


def test_all_combinations() -> None:
    """Of very many samples those that differ most are taken, in their order."""
    info = samples.entries()["nn.functional.max_pool1d"]
    taken, _ = samples.collect(info, torch.float32)
    indices = [sample.index for sample in taken]
    assert len(taken) == samples.MANY
    assert indices == sorted(indices)
    assert len(set(indices)) == len(indices)
