"""Numbers of elements that only the run knows, where most programs have a constant."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from integration.semantics.cases import assert_results, session_of

Inputs = tuple[Tensor, ...]


class Function(nn.Module):
    """A function as a module."""

    def __init__(self, function: Callable[..., object]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Tensor, *others: Tensor) -> object:
        """Calls it."""
        return self.function(x, *others)


def count(number: Tensor) -> int:
    """A symbolic number, which is no size yet."""
    value = number.item()
    torch._check(value >= 0)
    return value


def ints(*values: int) -> Tensor:
    """A vector of integers."""
    return torch.tensor(values, dtype=torch.int64)


#: A program of a tensor and a number, and tensors and numbers that it is run on.
OF_NUMBERS: dict[str, tuple[Callable[..., object], list[Inputs]]] = {
    "bincount": (
        lambda x, n: torch.bincount(x, minlength=count(n)),
        [(ints(3, 1, 1, 0), ints(6)), (ints(3, 1, 1, 0), ints(2)), (ints(0, 0, 0, 0), ints(0))],
    ),
    "bincount with weights": (
        lambda x, n: torch.bincount(x, x * 0.5, minlength=count(n)),
        [(ints(3, 1, 1, 0), ints(6)), (ints(5, 1, 1, 5), ints(0))],
    ),
    "nonzero_static": (
        lambda x, n: torch.nonzero_static(x, size=count(n), fill_value=-3),
        [(torch.eye(3), ints(5)), (torch.eye(3), ints(2)), (torch.zeros(3, 3), ints(1)),
         (torch.ones(3, 3), ints(0))],
    ),
    "nonzero_static of a number": (
        lambda x, n: torch.nonzero_static(x, size=count(n)).shape[0],
        [(torch.tensor(2.0), ints(5)), (torch.tensor(0.0), ints(0))],
    ),
    # Which are drawn is chance, but not when all are.
    "multinomial": (
        lambda x, n: torch.multinomial(x, count(n)).sort().values,
        [(torch.rand(3, 5) + 0.1, ints(5))],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OF_NUMBERS)
@pytest.mark.usefixtures("compiler")
def test_of_numbers(name: str, tmp_path: Path) -> None:
    """Each number gives the results of eager."""
    function, sets = OF_NUMBERS[name]
    module = Function(function)
    session = session_of(module, sets[0], tmp_path)
    for inputs in sets:
        assert_results(session, inputs, module(*inputs), f" for {inputs[1].item()}")


@pytest.mark.usefixtures("compiler")
def test_drawn(tmp_path: Path) -> None:
    """As many as asked for, none twice, and none that has no chance."""
    module = Function(lambda x, n: torch.multinomial(x, count(n)))
    chances = torch.tensor([0.0, 1.0, 5.0, 0.0, 2.0])
    session = session_of(module, (chances, ints(2)), tmp_path)
    for number in (1, 2, 3):
        (drawn,) = session.run((chances, ints(number)))
        assert drawn.dtype == torch.int64
        assert len(set(drawn.tolist())) == number
        assert set(drawn.tolist()) <= {1, 2, 4}


def rows(*lengths: int) -> Inputs:
    """Sequences of rows of two numbers."""
    return tuple(torch.arange(2.0 * n).reshape(n, 2) + n for n in lengths)


SEQUENCES: dict[str, Callable[..., Tensor]] = {
    "right": lambda *x: nn.utils.rnn.pad_sequence(x),
    "left, batch first": lambda *x: nn.utils.rnn.pad_sequence(
        x, batch_first=True, padding_value=-1.5, padding_side="left"
    ),
    "integers": lambda *x: nn.utils.rnn.pad_sequence([y.int() for y in x], padding_value=7),
    "booleans": lambda *x: nn.utils.rnn.pad_sequence([y > 3 for y in x], padding_value=1),
    "vectors": lambda *x: nn.utils.rnn.pad_sequence([y[:, 0] for y in x], padding_value=0.5),
    "the first decides the dtype": lambda x, *y: nn.utils.rnn.pad_sequence(
        [x.double(), *y], padding_value=0.1
    ),
}


@pytest.mark.parametrize("dynamic", [False, True], ids=["static", "dynamic"])
@pytest.mark.parametrize("name", SEQUENCES)
@pytest.mark.usefixtures("compiler")
def test_pad_sequence(name: str, dynamic: bool, tmp_path: Path) -> None:
    """To the longest, which is another one in each run."""
    module, inputs = Function(SEQUENCES[name]), rows(4, 2, 5)
    sizes = ({0: torch.export.Dim.DYNAMIC}, ({0: torch.export.Dim.DYNAMIC},) * 2)
    session = session_of(module, inputs, tmp_path, dynamic=sizes if dynamic else None)
    for given in [inputs, rows(7, 3, 2), rows(3, 3, 3), rows(2, 9, 4)] if dynamic else [inputs]:
        assert_results(session, given, module(*given))


@pytest.mark.usefixtures("compiler")
def test_no_padding(tmp_path: Path) -> None:
    """Sequences of one length are stacked."""
    module = Function(lambda x: nn.utils.rnn.pad_sequence([x, x * 2], padding_value=9))
    inputs = (rows(4)[0],)
    dynamic = {"x": {0: torch.export.Dim.DYNAMIC}}
    session = session_of(module, inputs, tmp_path, dynamic=dynamic)
    assert_results(session, rows(3), module(*rows(3)))
