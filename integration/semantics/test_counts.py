"""Numbers and sizes known only at run time, where most programs have a constant."""

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


def stepped(x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
    """Reads and writes every n-th element, where n is a size."""
    n = y.shape[0]
    written = x.clone()
    written[n - 1 :: n].masked_fill_(y[0] > 0, -1.0)
    written[::n] += 2
    return written, x[1::n], x[::n].flip(0)


@pytest.mark.usefixtures("compiler")
def test_slice_in_steps_of_a_size(tmp_path: Path) -> None:
    """Steps of 1, of more than the tensor has, and between."""
    module = Function(stepped)
    sizes = ({0: torch.export.Dim("a", min=4)}, ({0: torch.export.Dim("n", min=1)},))

    def of(length: int, step: int) -> Inputs:
        return torch.arange(float(length)), torch.ones(step)

    session = session_of(module, of(20, 3), tmp_path, dynamic=sizes)
    for inputs in (of(20, 3), of(4, 10), of(7, 1), of(10, 2), of(9, 9), of(5, 4)):
        assert_results(session, inputs, module(*inputs), f" for {inputs[1].shape}")


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


MODES = ["constant", "reflect", "replicate", "circular"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.usefixtures("compiler")
def test_pad_to_multiple(mode: str, tmp_path: Path) -> None:
    """Up to the next multiple of 8 at the end, and by a part of the size in front."""
    module = Function(
        lambda x: nn.functional.pad(
            x, (x.shape[3] // 4, 8 - x.shape[3] % 8, 0, 8 - x.shape[2] % 8), mode=mode
        )
    )

    def of(height: int, width: int) -> Inputs:
        return (torch.arange(2.0 * height * width).reshape(1, 2, height, width),)

    sizes = {"x": {2: torch.export.Dim.DYNAMIC, 3: torch.export.Dim.DYNAMIC}}
    session = session_of(module, of(13, 10), tmp_path, dynamic=sizes)
    for inputs in (of(13, 10), of(9, 31), of(15, 12)):
        assert_results(session, inputs, module(*inputs), f" for {inputs[0].shape}")


# torch.export does not take a circular pad of unknown sign.
@pytest.mark.parametrize("mode", MODES[:-1])
@pytest.mark.usefixtures("compiler")
def test_pad_or_crop(mode: str, tmp_path: Path) -> None:
    """A negative number takes away."""

    def pad(x: Tensor, n: Tensor) -> Tensor:
        front, back = n.tolist()
        for number in (front, back):
            torch._check(number >= -3)
            torch._check(number <= 4)
        return torch.ops.aten.pad.default(x, (front, back), mode)

    module = Function(pad)
    x = torch.arange(14.0).reshape(1, 2, 7)
    session = session_of(module, (x, ints(2, 1)), tmp_path)
    for numbers in ((2, 1), (0, 0), (4, 0), (0, 4), (-2, 3), (3, -3), (-3, -3), (4, 4)):
        inputs = (x, ints(*numbers))
        assert_results(session, inputs, module(*inputs), f" for {numbers}")


@pytest.mark.usefixtures("compiler")
def test_linspace(tmp_path: Path) -> None:
    """Between numbers that depend on a size."""
    module = Function(
        lambda x: (
            torch.linspace(0, x.shape[0] - 1, 7),
            torch.linspace(-x.shape[0], 0.5, 4, dtype=torch.float64),
            torch.logspace(0, x.shape[0] // 3, 5),
        )
    )
    session = session_of(
        module, (torch.rand(6),), tmp_path, dynamic={"x": {0: torch.export.Dim.DYNAMIC}}
    )
    for size in (6, 13, 2):
        assert_results(session, (torch.rand(size),), module(torch.rand(size)), f" for {size}")


INTEGERS = (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_logspace_of_integers(dtype: torch.dtype, tmp_path: Path) -> None:
    """Powers in f64 between the integers of tensors, cut off."""
    module = Function(
        lambda start, end: (
            *(torch.logspace(start, end, count, 2, dtype=dtype) for count in (0, 1, 2, 3, 7, 29)),
            torch.logspace(start, end, 5, 1.5, dtype=dtype),
            torch.logspace(start, 2.7, 6, dtype=dtype),
            torch.logspace(0, end, 6, 2, dtype=dtype),
        )
    )
    session = session_of(module, (torch.tensor(1.5), torch.tensor(6.2)), tmp_path)
    for start, end in ((1.5, 6.2), (0, 0), (6, 1), (3, 4), (0, 6), (2, 5)):
        inputs = (torch.tensor(float(start)), torch.tensor(float(end)))
        assert_results(session, inputs, module(*inputs), f" for {start}, {end}")


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("dtype", INTEGERS, ids=str)
def test_linspace_of_integers(dtype: torch.dtype, tmp_path: Path) -> None:
    """Between the integers of tensors: the fraction is cut off what eager rounds
    once, which makes a difference of one now and then."""
    counts = (0, 1, 2, 3, 7, 29, 50)
    module = Function(
        lambda start, end: (
            *(torch.linspace(start, end, count, dtype=dtype) for count in counts),
            torch.linspace(start, 9.7, 6, dtype=dtype),
            torch.linspace(3, end, 6, dtype=dtype),
        )
    )
    far = torch.iinfo(dtype)
    session = session_of(module, (torch.tensor(1.5), torch.tensor(8.2)), tmp_path)
    generator = torch.Generator().manual_seed(6)
    ends = [(1.5, 99.9), (0.0, 0.0), (17.0, 1.0), (float(max(far.min, -(2**24))), 100.0)]
    for _ in range(60):
        low, high = max(far.min, -(2**20)), min(far.max, 2**20) + 1
        pair = torch.randint(low, high, (2,), generator=generator).double().tolist()
        ends.append((pair[0], pair[1]))
    for start, end in ends:
        inputs = (torch.tensor(start), torch.tensor(end))
        assert_results(session, inputs, module(*inputs), f" for {start}, {end}")


@pytest.mark.usefixtures("compiler")
def test_padding_of_convolutions(tmp_path: Path) -> None:
    """Zeros around an image, and what a transposed convolution cuts off."""
    weight, flipped = torch.randn(4, 3, 3, 2), torch.randn(3, 4, 3, 2)
    bias = torch.randn(4)

    def convolve(x: Tensor, numbers: Tensor) -> tuple[Tensor, ...]:
        high, wide = numbers.tolist()
        for number in (high, wide):
            torch._check(number >= 0)
            torch._check(number <= 2)
        conv2d, back = torch.conv2d, torch.conv_transpose2d
        return (
            conv2d(x, weight, bias, stride=(2, 1), padding=(high, wide)),
            conv2d(x[0], weight, bias, padding=(high, 1), dilation=2),
            torch.conv1d(x[:, :, 0], weight[:, :, 0], bias, padding=wide),
            back(x, flipped, bias, stride=2, padding=(high, wide)),
            back(x[0], flipped, bias, (2, 3), (high, wide), (1, 2), dilation=3),
        )

    module = Function(convolve)
    x = torch.randn(2, 3, 9, 8)
    session = session_of(module, (x, ints(1, 2)), tmp_path)
    for numbers in ((1, 2), (0, 0), (2, 0), (0, 1)):
        inputs = (x, ints(*numbers))
        assert_results(session, inputs, module(*inputs), f" for {numbers}")


ENDS = [(0, 1, 7), (-3, 4, 11), (0.1, 2.7, 100), (1, 0, 13), (2.3, -2.1, 1000), (0, 1, 2), (5, 1, 1)]


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    "dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64], ids=str
)
def test_sequences_bit_by_bit(dtype: torch.dtype, tmp_path: Path) -> None:
    """Half precision is rounded where eager rounds it; a unit would be an error here."""

    module = Function(
        lambda x: (
            *(torch.linspace(*ends, dtype=dtype) for ends in ENDS),
            *(torch.logspace(*ends, dtype=dtype) for ends in ENDS),
            x + 1,
        )
    )
    x = torch.zeros(1)
    session = session_of(module, (x,), tmp_path)
    assert_results(session, (x,), module(x))
    if dtype in (torch.float16, torch.bfloat16):  # Powers of others have another last bit.
        for actual, expected in zip(session.run((x,)), module(x), strict=True):
            assert torch.equal(actual, expected)
