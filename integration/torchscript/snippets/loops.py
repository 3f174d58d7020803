"""Loops: counted and conditional ones, break and continue, nested, with sizes that change."""

from __future__ import annotations

from typing import List, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import counting, normal, snippet


@snippet((normal(1, 3, 8, 8), 2), (normal(2, 3, 9, 7), 3), (normal(1, 3, 8, 8), 0), loops=1)
class RepeatConvolution(nn.Module):
    """The classic example: one convolution, applied n times."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1)

    def forward(self, x: Tensor, n: int) -> Tensor:
        for _ in range(n):
            x = torch.relu(self.conv(x))
        return x


class RepeatFixed(nn.Module):
    """The same with a number of times that the module has."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1)
        self.times = times

    def forward(self, x: Tensor) -> Tensor:
        for _ in range(self.times):
            x = torch.relu(self.conv(x))
        return x


_IMAGES = (normal(1, 3, 8, 8),), (normal(2, 3, 9, 7),)
for _times in (2, 3, 5):
    snippet(*_IMAGES, name=f"repeat_fixed_{_times}", arguments=(_times,), loops=1)(RepeatFixed)
    snippet(
        *_IMAGES,
        name=f"repeat_unrolled_{_times}",
        arguments=(_times,),
        loops=0,
        options=("--unroll=8",),
    )(RepeatFixed)
    snippet(
        _IMAGES[0],
        name=f"repeat_traced_{_times}",
        arguments=(_times,),
        loops=0,
        traced=True,
        shapes="",
    )(RepeatFixed)


@snippet((normal(3, 4),), (normal(5, 4),), (normal(0, 4),), loops=1)
def range_of_size(x: Tensor) -> Tensor:
    y = torch.zeros(4)
    for i in range(x.size(0)):
        y = y + x[i] * i
    return y


@snippet((normal(3, 4), 2, 9, 3), (normal(5, 4), 1, 12, 2), (normal(5, 4), 4, 4, 1))
def range_with_step(x: Tensor, start: int, stop: int, step: int) -> Tensor:
    for i in range(start, stop, step):
        x = x * 0.5 + i
    return x


@snippet((normal(3, 4),), (normal(6, 4),))
def range_downwards(x: Tensor) -> Tensor:
    y = torch.zeros(4)
    for i in range(x.size(0) - 1, -1, -1):
        y = y * 0.5 + x[i]
    return y


@snippet((normal(3),), (normal(8),), loops=1)
def break_by_count(x: Tensor) -> Tensor:
    for i in range(10):
        if i > x.size(0):
            break
        x = x + i
    return x


@snippet((normal(3, 4),), (normal(7, 4),))
def break_by_value(x: Tensor) -> Tuple[Tensor, int]:
    total = torch.zeros(4)
    steps = 0
    for row in x:
        if float(total.sum()) > 1.0:
            break
        total = total + row.abs()
        steps += 1
    return total, steps


@snippet((normal(3, 4),), (normal(7, 4),))
def continue_by_count(x: Tensor) -> Tensor:
    y = torch.zeros(4)
    for i in range(x.size(0)):
        if i % 2 == 0:
            continue
        y = y + x[i]
    return y


@snippet((normal(3, 4),), (normal(7, 4),))
def continue_and_break(x: Tensor) -> Tensor:
    y = torch.zeros(4)
    for i in range(x.size(0)):
        if bool(x[i, 0] < 0):
            continue
        y = y + x[i]
        if i == 4:
            break
        y = y * 2
    return y


@snippet((normal(4), 5), (normal(6), 0), loops=1)
def while_counting(x: Tensor, n: int) -> Tensor:
    i = 0
    while i < n:
        x = x + i
        i += 2
    return x


@snippet((normal(4).abs(),), (normal(6).abs() * 0.01,), loops=1)
def while_tensor(x: Tensor) -> Tensor:
    while bool(x.sum() < 100.0):
        x = x * 2
    return x


@snippet((normal(4).abs(), 7), (normal(6).abs(), 2))
def while_true(x: Tensor, n: int) -> Tuple[Tensor, int]:
    steps = 0
    while True:
        x = x * 1.5
        steps += 1
        if steps >= n or float(x.max()) > 20.0:
            break
    return x, steps


@snippet((normal(3, 4),), (normal(2, 5),), (normal(0, 4),), loops=2)
def nested(x: Tensor) -> Tensor:
    y = torch.zeros(1)
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            y = y * 0.5 + x[i, j] * (i - j)
    return y


@snippet((normal(4, 4),), (normal(5, 5),), loops=2)
def triangle(x: Tensor) -> Tensor:
    y = torch.zeros(4)
    for i in range(x.size(0)):
        row = x[i]
        for j in range(i):
            row = row * 0.5 + x[j]
        y = y + row[:4]
    return y


@snippet((normal(4, 4),), (normal(6, 5),))
def nested_break(x: Tensor) -> Tensor:
    y = torch.zeros(1)
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            if j > i:
                break
            y = y + x[i, j]
        if i == 4:
            break
    return y


@snippet((normal(2, 3), 3), (normal(1, 3), 5), (normal(2, 3), 0), loops=1)
def growing(x: Tensor, n: int) -> Tensor:
    for _ in range(n):
        x = torch.cat([x, x[:1]])
    return x


@snippet((normal(8, 3),), (normal(9, 3),))
def halving(x: Tensor) -> Tensor:
    while x.size(0) > 1:
        x = x[: x.size(0) // 2]
    return x


@snippet((normal(3), 6), (normal(4), 9))
def swapping(x: Tensor, n: int) -> Tuple[int, int, Tensor]:
    a, b = 0, 1
    y = x * 0
    for _ in range(n):
        a, b = b, a + b
        x, y = y + a, x
    return a, b, x - y


@snippet((normal(3), 4), (normal(5), 7))
def many_types(x: Tensor, n: int) -> Tuple[int, float, bool, Tensor]:
    count, scale, odd = 0, 1.0, False
    for i in range(n):
        count += i
        scale = scale * 0.5 + i
        odd = not odd
        if odd:
            x = x * scale
    return count, scale, odd, x


@snippet((normal(3, 4),), (normal(5, 4),))
def return_in_loop(x: Tensor) -> Tensor:
    for i in range(x.size(0)):
        if bool(x[i].sum() > 0):
            return x[i]
    return torch.zeros(4)


@snippet((normal(3, 4),), (normal(5, 4),), (normal(5, 4).abs(),))
def return_in_nested_loop(x: Tensor) -> Tuple[int, int]:
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            if bool(x[i, j] < -1):
                return i, j
    return -1, -1


@snippet((normal(5, 4),), (normal(3, 4),))
def optional_in_loop(x: Tensor) -> Tensor:
    best: Optional[Tensor] = None
    for i in range(x.size(0)):
        row = x[i]
        if best is None:
            best = row
        elif bool(row.sum() > best.sum()):
            best = row
    assert best is not None
    return best


@snippet((normal(5, 4), normal(4)), (normal(3, 4), normal(4)))
def optional_state(x: Tensor, first: Optional[Tensor]) -> Tensor:
    state = first
    y = torch.zeros(4)
    for i in range(x.size(0)):
        if state is not None:
            y = y + state
        state = x[i] if state is None else torch.tanh(state + x[i])
    return y


snippet(
    (normal(5, 4), None), (normal(3, 4), None), name="optional_state_absent"
)(optional_state)


@snippet((normal(5, 4), normal(5)), (normal(3, 4), normal(3)))
def rows_of_tensor(x: Tensor, weights: Tensor) -> Tensor:
    y = torch.zeros(4)
    for row, weight in zip(x, weights):
        y = y + row * weight
    return y


@snippet((normal(6, 2),), (normal(8, 2),))
def unbind_loop(x: Tensor) -> Tensor:
    y = torch.zeros(2)
    for i, row in enumerate(x.unbind(0)):
        y = y + row * i
    return y


@snippet((normal(6, 2),), (normal(7, 2),))
def split_loop(x: Tensor) -> Tensor:
    y = torch.zeros(2)
    for part in x.split(2):
        y = y * 0.5 + part.sum(0)
    return y


@snippet((normal(6, 2),), (normal(9, 2),))
def chunk_loop(x: Tensor) -> Tensor:
    y = torch.zeros(2)
    for part in x.chunk(3):
        y = y * 0.5 + part.sum(0)
    return y


@snippet((normal(4, 2, 3), normal(2, 3)), (normal(6, 2, 3), normal(2, 3)), loops=1)
class CellOverTime(nn.Module):
    """A recurrent cell in a loop, the states in a list."""

    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.GRUCell(3, 3)

    def forward(self, x: Tensor, state: Tensor) -> Tuple[Tensor, Tensor]:
        outputs: List[Tensor] = []
        for i in range(x.size(0)):
            state = self.cell(x[i], state)
            outputs.append(state)
        return torch.stack(outputs), state


@snippet((normal(4, 2, 3),), (normal(6, 1, 3),), loops=1)
class LSTMCellOverTime(nn.Module):
    """An LSTM cell, whose two states are a tuple."""

    def __init__(self) -> None:
        super().__init__()
        self.cell = nn.LSTMCell(3, 5)

    def forward(self, x: Tensor) -> Tensor:
        state = (x.new_zeros(x.size(1), 5), x.new_zeros(x.size(1), 5))
        for step in range(x.size(0)):
            state = self.cell(x[step], state)
        return state[0] + state[1]


@snippet((normal(1, 4), 3), (normal(1, 4), 6), loops=1)
class GreedyDecoder(nn.Module):
    """The most probable token is the next input, until the last one or the end."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(7, 4)
        self.cell = nn.GRUCell(4, 4)
        self.head = nn.Linear(4, 7)

    def forward(self, state: Tensor, limit: int) -> Tensor:
        token = torch.zeros(1, dtype=torch.long)
        tokens = [token]
        for _ in range(limit):
            state = self.cell(self.embedding(token), state)
            token = self.head(state).argmax(-1)
            tokens.append(token)
            if int(token) == 6:
                break
        return torch.cat(tokens)


@snippet((normal(3, 4), 4), (normal(5, 4), 2))
def mask_grows(x: Tensor, n: int) -> Tensor:
    mask = torch.zeros(x.size(0), dtype=torch.bool)
    for i in range(n):
        mask = mask | (torch.arange(x.size(0)) == i)
        x = x.masked_fill(mask.unsqueeze(1), float(i))
    return x


@snippet((counting(7), 3), (counting(10), 4), options=("--unroll=2",), loops=1)
def unroll_only_constant(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        x = x + x[i]
    return x


@snippet((normal(4), 3), (normal(4), 2), options=("--unroll=4",), loops=1)
def unroll_inner(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        for j in range(3):
            x = x * (j + 1) - i
    return x


@snippet((normal(4),), (normal(6),))
def dead_loop(x: Tensor) -> Tensor:
    y = x
    for i in range(x.size(0)):
        y = y + i
    return x * 2


@snippet((normal(4), 3), (normal(6), 1), (normal(6), 0))
def index_of_last_step(x: Tensor, n: int) -> Tuple[Tensor, int]:
    last = -1
    for i in range(n):
        last = i
    return x + last, last


@snippet((normal(2, 3),), (normal(4, 3),))
def rank_stays(x: Tensor) -> Tensor:
    y = x
    for _ in range(3):
        y = y.unsqueeze(0).transpose(0, 1).squeeze(1) + x
    return y


@snippet((normal(3, 4), 3), (normal(3, 4), 2), refusal="rank|shape|dimension")
def rank_grows(x: Tensor, n: int) -> Tensor:
    for _ in range(n):
        x = x.unsqueeze(0)
    return x


@snippet((normal(10), normal(10)), loops=1)
def rank_from_first_iteration(x: Tensor, y: Tensor) -> Tensor:
    weight = torch.ones(3, 10)
    for i in range(weight.size(0)):
        weight = x * i
    return weight + y


@snippet((normal(4),), (normal(6),), loops=1)
def rank_in_while(x: Tensor) -> Tuple[Tensor, Tensor, int]:
    sums: List[Tensor] = []
    weight = torch.ones(3, 5)
    count = 0
    while count < 50:
        sums.append(weight.sum() * count)
        weight = x * count
        count += 7
    return weight, torch.stack(sums), count


@snippet((normal(4),), (normal(6),), loops=1)
def unused_rank(x: Tensor) -> Tensor:
    weight = torch.ones(3, 5)
    total = x
    for i in range(100):
        weight = x * i
        total = total + weight
    return total


@snippet((normal(4), 3), (normal(6), 5), refusal="an output cannot be given: the value is a tensor")
def rank_of_any_count(x: Tensor, n: int) -> Tensor:
    weight = torch.ones(3, 5)
    for i in range(n):
        weight = x * i
    return weight


class Anchored(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv1d(2, 2, 3)
        self.register_buffer("mean", torch.ones(3, 2))


@snippet((normal(4, 2), normal(4, 2)))
class AttributeOfLoop(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = Anchored()

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        for i in range(10):
            self.inner.mean = x * i
        return self.inner.mean + y
