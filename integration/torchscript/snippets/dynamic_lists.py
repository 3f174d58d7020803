"""Lists that change at computed places, and lists of dynamic length as outputs."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor

from integration.torchscript.snippet import counting, normal, snippet


@snippet((normal(5, 4),), (normal(7, 4),), (normal(0, 4),), loops=0)
def rows_returned(x: Tensor) -> List[Tensor]:
    return list((x * 2).unbind())


@snippet((normal(5, 4), 2), (normal(7, 4), 6), (normal(3, 4), 0), loops=1)
def states_returned(x: Tensor, n: int) -> Tuple[Tensor, List[Tensor], int]:
    states: List[Tensor] = []
    for _ in range(n):
        x = x.sin() + 1
        states.append(x.sum(0))
    return x, states, len(states)


@snippet((normal(5, 4),), (normal(8, 4),), (normal(2, 4),))
def pieces_returned(x: Tensor) -> Dict[str, List[Tensor]]:
    return {"rows": list(x.split(2)), "columns": list(x.split(3, 1))}


@snippet((normal(5, 4), 2), (normal(7, 4), 0))
def unequal_returned(x: Tensor, n: int) -> List[Tensor]:
    rows: List[Tensor] = []
    for i in range(n):
        rows.append(x[i:])
    return rows


@snippet((normal(5, 4),), (normal(7, 6),), (normal(0, 3),))
def shapes_returned(x: Tensor) -> List[Tensor]:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        rows.append(x[i:, i:])
    return rows


@snippet((normal(5, 4), 2), (normal(7, 6), -1), (normal(3, 3), 0))
def shapes_read(x: Tensor, n: int) -> Tuple[Tensor, Tensor, int]:
    rows = [x]
    for i in range(x.size(0)):
        rows.append(x[i:, : i + 1] * i)
        if bool(x[i, 0] > 0):
            rows.append(x[:i, i:])
    total = torch.zeros(1)
    for row in rows[1:] + rows[:2]:
        total = total * 0.5 + row.sum()
    return total, rows[n], len(rows)


@snippet((normal(5, 4), True), (normal(7, 6), False))
def shapes_in_branches(x: Tensor, p: bool) -> List[Tensor]:
    rows = [x[:2, :1]]
    if p:
        rows.append(x[1:, 2:])
        rows.append(x)
    else:
        rows.append(x.t())
    return rows


@snippet((normal(6) > 0,), (normal(9) > 0,))
def flags_returned(x: Tensor) -> List[Tensor]:
    return list(x.unbind())


@snippet((normal(3, 4), 0), (normal(5, 4), 9), (normal(4, 4), -2), (normal(2, 4), -9))
def inserted(x: Tensor, i: int) -> Tensor:
    rows = list(x.unbind())
    rows.insert(i, x.sum(0))
    rows.insert(1, x[0] * 3)
    return torch.stack(rows)


@snippet((normal(3, 4), 0), (normal(5, 4), 2), (normal(4, 4), -2))
def popped(x: Tensor, i: int) -> Tuple[Tensor, Tensor, Tensor, int]:
    rows = list(x.unbind())
    row = rows.pop(i)
    last = rows.pop()
    del rows[0]
    return row, last, x.sum(), len(rows)


@snippet((4, 1), (7, -4), (9, 3))
def popped_numbers(n: int, i: int) -> Tuple[int, List[int]]:
    numbers = list(range(n))
    sizes = [5, 6, 7, 8]
    number = sizes.pop(i)
    del numbers[i]
    return number, numbers + sizes


@snippet((3,), (0,), (-2,), (5,))
def repeated(n: int) -> Tuple[List[int], Tensor]:
    sizes = [1, 2]
    sizes *= n
    weights = [0.5] * n
    return sizes, torch.tensor(weights)


@snippet((normal(3, 4), 2), (normal(5, 4), 3))
def repeated_rows(x: Tensor, n: int) -> Tensor:
    return torch.cat([x, x + 1] * n)


@snippet((6, 4), (9, 0))
def removed(n: int, m: int) -> Tuple[int, List[int], List[int]]:
    numbers = list(range(n))
    sizes = [0, 4, 0, 4]
    at = numbers.index(m)
    numbers.remove(m)
    sizes.remove(m)
    return at, numbers, sizes


@snippet((normal(2, 4), 3), (normal(3, 4), 7))
def looked_up(x: Tensor, key: int) -> Tuple[Tensor, float]:
    scales: Dict[int, float] = {3: 0.5, 7: 2.0}
    parts: Dict[int, Tensor] = {7: x, 3: x.exp()}
    return parts[key], scales[key]


@snippet((normal(7, 4), 1, 3), (normal(9, 4), -2, 9), (normal(8, 4), 3, 1), (normal(6, 4), -9, -1))
def parts_sliced(x: Tensor, i: int, j: int) -> Tuple[Tensor, Tensor, int]:
    parts = list(x.split(2))
    some = parts[i:j]
    both = some + parts[:2]
    total = torch.zeros(4)
    for part in both:
        total = total * 0.5 + part.sum(0)
    return torch.cat(both), total, len(some)


@snippet((normal(7, 4),), (normal(4, 4),))
def parts_extended(x: Tensor) -> Tuple[Tensor, int]:
    parts = list(x.split(3))
    parts.extend([x[:1], x[1:]])
    parts += list((x * 2).split(2))
    return torch.cat(parts), len(parts)


@snippet((normal(3, 4),), (normal(5, 4),), refusal="differ in dimension 0, and in others")
def parts_of_other_widths(x: Tensor) -> int:
    parts = list(x.split(2)) + [x[:, :2]]
    return len(parts)


@snippet((normal(3, 4),), (-normal(5, 4).abs(),))
def appended_in_one_branch(x: Tensor) -> Tuple[Tensor, List[int], List[Tensor]]:
    rows: List[Tensor] = []
    sizes: List[int] = []
    kept: List[Tensor] = []
    if bool(x.sum() > 0):
        rows.append(x[0])
        sizes.append(x.size(0))
    else:
        kept.append(x * 2)
    rows.append(x[1])
    return torch.stack(rows), sizes, kept


@snippet((normal(3, 4),), (-normal(3, 4).abs(),))
def none_in_a_branch(x: Tensor) -> Tensor:
    bias: Optional[Tensor] = None
    if bool(x.sum() > 0):
        bias = x[0]
    if bias is not None:
        # Another rank than in front of the branch.
        bias = bias.unsqueeze(0) * 2
    weight = torch.ones(4, 4)
    y = torch.nn.functional.linear(x, weight, bias)
    return y if bias is None else y + bias


@snippet((normal(3, 4),), (-normal(3, 4).abs(),))
def none_returned(x: Tensor) -> Tuple[Optional[Tensor], Tensor, Optional[int]]:
    bias: Optional[Tensor] = None
    count: Optional[int] = 7
    if bool(x.sum() > 0):
        bias = x[0]
        count = None
    return bias, x + 1, count


@snippet((normal(3, 4),), (-normal(3, 4).abs(),))
def none_of_two(x: Tensor) -> Tensor:
    weight: Optional[Tensor] = None
    bias: Optional[Tensor] = torch.ones(4)
    if bool(x.sum() > 0):
        weight = x[0]
    if bool(x[0, 0] > 0):
        bias = None
    return torch.nn.functional.layer_norm(x, [4], weight, bias)


@snippet((normal(3, 4),), (-normal(3, 4).abs(),))
def condition_assumed(x: Tensor) -> Tensor:
    wide = bool(x.sum() > 0)
    y = x
    if wide:
        y = x * 2
    narrow = not wide
    if narrow:
        # Known in this branch: `wide` is false.
        y = y.unsqueeze(0) if wide else y + 1
    return y


@snippet((normal(3, 4),), (normal(3, 5),), shapes="[?,?]f32", warning="raises an exception here")
def rows_unpacked(x: Tensor) -> Tuple[Tensor, Tensor]:
    a, b, c = x.unbind()
    d, _, f = [row * 2 for row in x]
    return a + c - d, b * f


@snippet((normal(3, 4), normal(2, 4)))
def unequal_in_list_of_rows(x: Tensor, y: Tensor) -> Tuple[List[Tensor], List[Tensor]]:
    rows = list(x)
    rows.insert(1, y)
    rows[0] = x
    rows.append(x)
    rows.extend([y, y])
    rows.extend(list(x))
    others = list(x)
    others[-1] = y
    return rows, others


@snippet(
    (normal(3, 4), normal(3, 4)),
    (normal(5, 4), normal(5, 4)),
    refusal=r"is a tensor \(tensor<\?x4xf32.*expected elements of one dtype and shape, "
    r"tensor<4xf32>",
)
def unequal_in_rows(x: Tensor, y: Tensor) -> List[Tensor]:
    rows = list(x)
    rows.append(y)
    return rows


@snippet(
    (normal(3, 4), normal(1, 4), 0),
    (normal(5, 4), normal(2, 4), 1),
    (normal(2, 4), normal(2, 4), -2),
)
def choose_unequal(x: Tensor, y: Tensor, n: int) -> Tensor:
    return [x, y][n]


@snippet((normal(3, 4), normal(1, 5), 1), (normal(3, 4), normal(1, 5), 0))
def choose_of_dictionary(x: Tensor, y: Tensor, n: int) -> Tensor:
    return {1: x, 0: y}[n]


_SHAPES = ((normal(3, 4),), (normal(1, 4),), (normal(1, 6),), (normal(2, 7),))


@snippet(*_SHAPES)
def early_list(x: Tensor) -> List[Tensor]:
    if x.size(1) < 5:
        if x.size(0) == 1:
            x = x + x
        else:
            return list(x)
    return list(x)


@snippet(*_SHAPES)
def early_containers(x: Tensor) -> Tuple[Dict[str, Tensor], List[Tensor]]:
    if x.size(1) < 5:
        if x.size(0) == 1:
            x = x + x
        else:
            return {"a": x}, [x, x[0]]
    return {"a": x * 2}, [x + 1, x[0] * 3]


@snippet((normal(5, 3, 4), 1), (normal(2, 3, 6), 0), (normal(0, 3, 6), 1))
def rows_or_pieces(x: Tensor, n: int) -> Tuple[Tensor, List[Tensor]]:
    rows = list(x)
    if n > 0:
        rows = list(x[:2].sum(0).split(2, 1))
    return torch.cat(rows, 1), rows


@snippet((normal(5, 4, 3), 1), (normal(2, 4, 6), 0), (normal(3, 4, 6), 1))
def rows_or_unequal(x: Tensor, n: int) -> Tuple[Tensor, List[Tensor]]:
    rows = list(x)
    if n > 0:
        rows = [x[0, :2], x[1, :, 1:]]
    return rows[-1] * 2, rows


@snippet((normal(6, 4), 3), (normal(7, 4), 0), (normal(3, 4), 1))
def first_is_smallest(x: Tensor, n: int) -> Tuple[Tensor, Tensor, int]:
    rows = [x[:2]]
    i = 0
    while i < n:
        rows.append(x[: i + 1])
        i += 1
    return torch.cat(rows), rows[-1], len(rows)


@snippet((normal(6, 4).abs(), 3), (normal(7, 4).abs(), 0), (normal(3, 4).abs(), 2), loops=1)
def each_is_larger(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    rows: List[Tensor] = []
    columns: List[Tensor] = []
    i = 0
    while i < n:
        rows.append(x[: i + 1])
        columns.append(x[:, : i + 1] * 2)
        i += 1
    total = x[:1] * 0
    if n > 0:
        total = rows[0] + rows[-1].sum(0)
    return torch.cat([x] + columns, 1), torch.cat([x, total] + rows)


@snippet((normal(6, 4), 3), (normal(6, 4), 0), (normal(6, 4), 2))
def each_is_larger_in_both(x: Tensor, n: int) -> Tensor:
    blocks: List[Tensor] = []
    i = 0
    while i < n:
        blocks.append(x[: i + 1, : i + 1])
        i += 1
    total = torch.zeros(1)
    for block in blocks:
        total = total * 0.5 + block.sum()
    return total


@snippet((torch.full((6, 4), 4.5 / 24),), (torch.full((7, 4), 2.5 / 28),), (torch.zeros(3, 4),))
def each_is_smaller(x: Tensor) -> Tuple[Tensor, int]:
    """The sizes depend on data outside of the loop."""
    n = int(x.sum()) % 5
    rows: List[Tensor] = []
    while n > 0:
        rows.append(x[:n])
        n -= 1
    return torch.cat(rows) if len(rows) > 0 else x, len(rows)


@snippet((normal(6, 4), 3), (normal(7, 4), 2), (normal(3, 4), 1))
def sums_of_sizes(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    """The tensors have a size that no input has."""
    rows: List[Tensor] = [torch.cat([x, x])]
    more: List[Tensor] = []
    while n > 0:
        rows.append(torch.cat([x, x]) * n)
        more.append(torch.cat([x, x, x]).flatten() + n)
        n -= 1
    return torch.stack(rows), torch.stack(more)
