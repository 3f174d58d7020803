"""Every operator of torch's symbolic numbers gives what Python gives.

Numbers are sizes, which type inference knows, and elements of tensors, which
only the run knows; each is used as a size, as a factor and as a condition.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from torch import Tensor
from torch._export.serde import serialize
from torch.export import Dim

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.numerics import symbolic
from integration.numerics.symbolic import Inputs, Number

OPERATORS = {symbolic.name_of(op): (op, kinds) for op, kinds in symbolic.operators().items()}

#: Sizes, integers, floats and booleans of a run; the first are those of the export.
RUNS = (
    ((6, 3), (9, 3), (2.5, 1.5), (True, False)),
    ((3, 7), (-7, 4), (-0.5, 2.0), (False, False)),
    ((5, 5), (-5, 2), (3.5, -1.25), (True, True)),
    ((9, 2), (8, 3), (-3.0, 0.75), (False, True)),
)


def _inputs(run: tuple[tuple[Number, ...], ...]) -> tuple[Tensor, ...]:
    sizes, ints, floats, bools = run
    return (
        torch.ones(tuple(map(int, sizes))),
        torch.tensor(ints),
        torch.tensor(floats, dtype=torch.float64),
        torch.tensor(bools),
    )


@pytest.fixture
def _all_written() -> Iterator[None]:
    """torch.export.save writes what torch.export takes."""
    missing = symbolic.UNWRITTEN - serialize._SYM_OPS
    serialize._SYM_OPS.update(missing)
    yield
    serialize._SYM_OPS.difference_update(missing)


class _Program(torch.nn.Module):
    def __init__(self, *functions: Callable[[Inputs], Number]) -> None:
        super().__init__()
        self.functions = functions

    def of(self, index: int, *inputs: Tensor) -> tuple[Tensor, ...]:
        """What one function gives, as tensors."""
        values = Inputs(*inputs)
        return symbolic.as_tensors(values, self.functions[index](values))

    def forward(self, *inputs: Tensor) -> tuple[tuple[Tensor, ...], ...]:
        """The results of all functions, and something of each input, so that all stay."""
        results = (self.of(index, *inputs) for index in range(len(self.functions)))
        return (*results, tuple(i.clone() for i in inputs))


def _export(program: torch.nn.Module, path: Path) -> None:
    exported = torch.export.export(
        program,
        _inputs(RUNS[0]),
        dynamic_shapes=(({0: Dim.DYNAMIC, 1: Dim.DYNAMIC}, None, None, None),),
    )
    # Every run has sizes that the program is for: no guard fails.
    for sizes, *_ in RUNS:
        exported.module()(*_inputs((sizes, *RUNS[0][1:])))
    torch.export.save(exported, path)


REACHABLE = sorted(OPERATORS.keys() - symbolic.UNREACHABLE.keys())


def test_every_operator_is_here() -> None:
    """What torch.export.save writes has a test in each kind of number."""
    assert {symbolic.name_of(op) for op in serialize._SYM_OPS} <= set(REACHABLE)
    for name in REACHABLE:
        op, kinds = OPERATORS[name]
        for kind in kinds:
            tested = list(symbolic.functions(op, {kind}, "sizes"))
            assert bool(tested) != ((op, kind) in symbolic.MEANINGLESS), f"{name} of {kind}"


def _eager(
    program: _Program, index: int, run: tuple[tuple[Number, ...], ...]
) -> tuple[Tensor, ...]:
    """What Python gives; nothing where it has no such number, or a complex one."""
    try:
        return program.of(index, *_inputs(run))
    except (ValueError, OverflowError, RuntimeError):
        return ()


@pytest.mark.parametrize("source", ["sizes", "elements"])
@pytest.mark.parametrize("name", REACHABLE)
def test_operator(
    name: str, source: str, compiler: str, tmp_path: Path, _all_written: None
) -> None:
    """The model and Python agree to the last bit of a number."""
    texts, functions = zip(*symbolic.functions(*OPERATORS[name], source), strict=True)
    program = _Program(*functions)
    _export(program, tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not result.failure, result.stderr
    model = Session(tmp_path / "model.onnx")
    actual = [model.run(_inputs(run)) for run in RUNS]
    begin = 0
    for index, text in enumerate(texts):
        expected = [_eager(program, index, run) for run in RUNS]
        assert sum(map(bool, expected)) >= 2, f"{text}: Python has too few such numbers"
        end = begin + max(map(len, expected))
        for run, found, wanted in zip(RUNS, actual, expected, strict=True):
            if wanted:
                assert torch.equal(found[begin], wanted[0]), f"{text} at {run}"
                torch.testing.assert_close(found[begin:end], list(wanted))
        begin = end


DTYPES = (
    torch.bool,
    torch.uint8,
    torch.int8,
    torch.int16,
    torch.int32,
    torch.int64,
    torch.float16,
    torch.bfloat16,
    torch.float32,
    torch.float64,
)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_item(dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """An element of any dtype is a number of Python, whatever rank it is in."""

    class Item(torch.nn.Module):
        def forward(self, x: Tensor) -> tuple[Tensor, ...]:
            scalar, matrix = x[1].item(), x.reshape(2, 1)[:1].item()
            if dtype is torch.bool:
                return tuple(torch.scalar_tensor(i, dtype=torch.bool) for i in (scalar, matrix))
            wide = torch.float64 if dtype.is_floating_point else torch.int64
            return torch.full((2,), scalar, dtype=wide), torch.ones(1, dtype=wide) * matrix

    numbers = [3.0, 0.0] if dtype in (torch.bool, torch.uint8) else [2.7, -1.3]
    x = torch.tensor(numbers).to(dtype)
    torch.export.save(torch.export.export(Item(), (x,)), tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not result.failure, result.stderr
    model = Session(tmp_path / "model.onnx")
    for inputs in (x, x.flip(0)):
        assert all(map(torch.equal, model.run([inputs]), Item()(inputs)))


def test_round_to_decimals(compiler: str, tmp_path: Path, _all_written: None) -> None:
    """Digits of the decimal number are refused; none of them are not."""
    for digits, is_exact in ((0, True), (1, False)):
        program = _Program(lambda i, d=digits: round(i.floats[0].item(), d))
        _export(program, tmp_path / "model.pt2")
        result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
        assert (not result.failure) == is_exact
        if not is_exact:
            assert "builtins.round" in result.unsupported


def test_large_powers(compiler: str, tmp_path: Path) -> None:
    """Powers of integers are exact beyond 2^53, which floats are not."""
    program = _Program(lambda i: operator.pow(3, i.image.shape[0]))
    _export(program, tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert not result.failure, result.stderr
    inputs = _inputs(((39, 2), *RUNS[0][1:]))
    assert Session(tmp_path / "model.onnx").run(inputs)[0].item() == 3**39
