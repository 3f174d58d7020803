"""Lists of tensors and of numbers: built, changed, searched, in loops and out of them."""

from __future__ import annotations

from typing import List, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor

from integration.torchscript.snippet import counting, normal, snippet


@snippet((normal(3, 4),), (normal(5, 4),), loops=1)
def append_and_stack(x: Tensor) -> Tensor:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        rows.append(x[i] * i)
    return torch.stack(rows)


@snippet((normal(3, 4),), (normal(5, 4),))
def append_and_cat(x: Tensor) -> Tensor:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        rows.append(x[i : i + 1] * i)
    return torch.cat(rows, 0)


@snippet((normal(3, 4),), (normal(5, 4),))
def append_and_cat_unequal(x: Tensor) -> Tensor:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        rows.append(x[: i + 1])
    return torch.cat(rows, 0)


@snippet((normal(3, 4),), (normal(5, 4),))
def append_unequal(x: Tensor) -> List[Tensor]:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        rows.append(x[: i + 1])
    return rows


@snippet((normal(5, 4),), (normal(7, 4),))
def append_in_branch(x: Tensor) -> Tensor:
    rows = [x[0]]
    for i in range(1, x.size(0)):
        if bool(x[i].sum() > 0):
            rows.append(x[i])
    return torch.stack(rows)


@snippet((normal(5, 4),), (normal(7, 4),))
def append_in_nested_loop(x: Tensor) -> Tuple[Tensor, int]:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        for j in range(i):
            rows.append(x[i] - x[j])
    return torch.stack(rows), len(rows)


@snippet((normal(3, 4), 2), (normal(5, 4), 4))
def index_by_number(x: Tensor, n: int) -> Tensor:
    rows = list(x.unbind(0))
    return rows[n] + rows[-1]


@snippet((normal(3, 4), 2), (normal(3, 4), 0))
def index_of_three(x: Tensor, n: int) -> Tensor:
    parts = [x, x * 2, x.exp()]
    return parts[n]


@snippet((normal(3, 4),), (normal(5, 4),))
def loop_over_results(x: Tensor) -> Tensor:
    rows: List[Tensor] = []
    for row in x:
        rows.append(row + 1)
    total = torch.zeros(4)
    for row in rows:
        total = total * 0.5 + row
    return total


@snippet((normal(3, 4),), (normal(5, 4),))
def comprehension_of_tensors(x: Tensor) -> Tensor:
    return torch.stack([row * 2 for row in x.unbind(0)])


@snippet((normal(3, 4), 4), (normal(5, 4), 2))
def comprehension_of_ints(x: Tensor, n: int) -> Tuple[Tensor, List[int]]:
    numbers = [i * i - 1 for i in range(n)]
    return x + sum(numbers), numbers


@snippet((normal(3, 4),), (normal(5, 4),))
def comprehension_of_sizes(x: Tensor) -> Tensor:
    sizes = [s + 1 for s in x.shape]
    return torch.ones(sizes)


@snippet((normal(3, 4),), (normal(5, 4),))
def reverse(x: Tensor) -> Tensor:
    rows = list(x.unbind(0))
    rows.reverse()
    return torch.stack(rows)


@snippet((normal(3, 4),), (normal(5, 2),))
def reverse_ints(x: Tensor) -> Tensor:
    sizes = [x.size(0), x.size(1), 2]
    sizes.reverse()
    return torch.ones(sizes)


@snippet((normal(3, 4),), (normal(5, 4),))
def pop_insert_extend(x: Tensor) -> Tuple[Tensor, Tensor]:
    rows = [x, x * 2, x * 3]
    last = rows.pop()
    first = rows.pop(0)
    rows.insert(0, last)
    rows.extend([first, x * 5])
    rows.insert(-1, x * 7)
    return torch.cat(rows), rows[2]


@snippet((normal(4, 4),), (normal(6, 4),))
def pop_in_loop(x: Tensor) -> Tensor:
    rows = list(x.unbind(0))
    total = torch.zeros(4)
    while len(rows) > 0:
        total = total * 0.5 + rows.pop()
    return total


@snippet((normal(2, 5),), (normal(3, 4),))
def sort_ints(x: Tensor) -> Tuple[List[int], List[int]]:
    numbers = [x.size(1), 3, x.size(0), -1]
    numbers.sort()
    return numbers, sorted([x.size(1), 9, 2])


@snippet((normal(2, 5),), (normal(3, 4),))
def search_ints(x: Tensor) -> Tuple[int, int, bool, bool]:
    numbers = [7, x.size(0), 3, x.size(1), 3]
    return numbers.index(3), numbers.count(3), x.size(1) in numbers, 4 in [1, x.size(1)]


@snippet((normal(2, 5), 3), (normal(3, 4), 8))
def in_list_at_run_time(x: Tensor, n: int) -> Tensor:
    if n in [3, 5, 7]:
        x = x + n
    if n not in [x.size(0), 8]:
        x = x * 2
    return x


@snippet((normal(2, 5),), (normal(3, 4),))
def remove_clear_copy(x: Tensor) -> Tuple[List[int], int]:
    numbers = [1, 2, 3, 2]
    other = numbers.copy()
    numbers.remove(2)
    other.clear()
    other.append(x.size(0))
    return numbers + other, len(other)


@snippet((normal(2, 5),), (normal(3, 4),))
def set_items(x: Tensor) -> Tensor:
    sizes = list(x.shape)
    sizes[-1] = 1
    sizes[0] += 2
    return torch.ones(sizes)


@snippet((normal(2, 5), 3), (normal(3, 4), 6))
def ints_in_loop(x: Tensor, n: int) -> Tuple[Tensor, List[int]]:
    numbers: List[int] = []
    for i in range(n):
        numbers.append(i * x.size(0))
    return torch.tensor(numbers), numbers


@snippet((normal(6, 4),), (normal(8, 4),))
def set_items_in_loop(x: Tensor) -> List[int]:
    counts = [0] * 4
    for i in range(x.size(0)):
        counts[i % 4] += i
    return counts


@snippet((normal(6, 4),), (normal(8, 4),))
def tensors_set_in_loop(x: Tensor) -> Tensor:
    parts = [x[0], x[1], x[2]]
    for i in range(3):
        parts[i] = parts[i] + parts[(i + 1) % 3]
    return torch.stack(parts)


@snippet((normal(2, 3, 4),), (normal(5, 3, 2),))
def slices_of_sizes(x: Tensor) -> Tuple[Tensor, Tensor]:
    sizes = x.shape
    return x.reshape(list(sizes[:1]) + [-1]), x.new_ones(sizes[-2:])


@snippet((normal(2, 3, 4, 5),), (normal(3, 2, 5, 4),))
def slices_with_step(x: Tensor) -> List[int]:
    sizes = list(x.size())
    return sizes[::2] + sizes[1:3] + sizes[-1:] + sizes[:-3]


@snippet((normal(2, 6),), (normal(3, 4),))
def unpack_sizes(x: Tensor) -> Tensor:
    rows, columns = x.shape
    return x.view(columns // 2, rows * 2)


@snippet((normal(2, 6),), (normal(3, 4),))
def concatenate(x: Tensor) -> List[int]:
    numbers = [1] * 2 + [x.size(0)] * 2 + list(x.shape)
    numbers += [9]
    return numbers


@snippet((torch.tensor([3, 1, 2]),), (torch.tensor([4, 0, 2, 2]),))
def to_list(x: Tensor) -> Tuple[List[int], int]:
    numbers: List[int] = x.tolist()
    total = 0
    for number in numbers:
        total = total * 2 + number
    return numbers, total


@snippet((normal(2, 3),), (normal(4, 3),))
def to_list_of_floats(x: Tensor) -> List[float]:
    numbers: List[float] = x.double().sum(1).tolist()
    return numbers


@snippet((torch.tensor([3, 1, 2]), normal(6, 2)), (torch.tensor([2, 0, 2, 2]), normal(6, 2)))
def split_by_list(sizes: Tensor, x: Tensor) -> Tensor:
    total = torch.zeros(2)
    lengths: List[int] = sizes.tolist()
    for part in x.split(lengths):
        total = total * 0.5 + part.sum(0)
    return total


@snippet((normal(3, 7), 1), (normal(3, 4), -1))
def index_of_parts(x: Tensor, n: int) -> Tuple[Tensor, Tensor, Tensor, int]:
    parts = x.split(2, dim=1)
    return parts[n], parts[0], parts[-1], len(parts)


@snippet((normal(6, 2),), (normal(7, 2),), (normal(0, 2),))
def split_and_cat(x: Tensor) -> Tuple[Tensor, int, Tensor]:
    parts = x.split(3)
    joined = torch.cat(parts)
    joined.add_(1)
    return joined, len(parts), x * 2


@snippet((normal(4, 2),), (normal(6, 2),), (normal(7, 2),), (normal(0, 2),))
def chunk_count(x: Tensor) -> Tuple[int, Tensor]:
    parts = x.chunk(3)
    return len(parts), parts[-1]


@snippet((normal(4, 2),), (normal(7, 2),), warning="raises an exception")
def unpack_chunks(x: Tensor) -> Tensor:
    a, b = x.chunk(2)
    return a.sum(0) - b.sum(0)


@snippet((normal(6, 2), 4), (normal(9, 2), 2))
def split_by_number(x: Tensor, n: int) -> Tensor:
    y = torch.zeros(2)
    for part in x.split(n):
        y = y * 0.5 + part.sum(0)
    return y


@snippet((normal(6, 2),), (normal(7, 2),))
def parts_written(x: Tensor) -> Tensor:
    y = x.clone()
    for i, part in enumerate(y.split(4)):
        part.mul_(i + 2)
    return y


@snippet((normal(5, 4),), (normal(7, 4),))
def append_unequal_and_index(x: Tensor) -> Tuple[Tensor, Tensor, int]:
    rows = [x[:2]]
    for i in range(x.size(0)):
        rows.append(x[: i + 1] * i)
        rows.append(x[i:] + i)
    total = torch.zeros(4)
    for row in rows:
        total = total * 0.5 + row.sum(0)
    return total, rows[-1], len(rows)


@snippet((normal(5, 4),), (-normal(7, 4).abs(),))
def append_unequal_in_branch(x: Tensor) -> Tuple[Tensor, int]:
    rows = [x[:2]]
    if bool(x.sum() > 0):
        rows.append(x[1:] * 2)
    else:
        rows.append(x[:3])
        rows.append(x[2:])
    return torch.cat(rows), len(rows)


@snippet((normal(5, 4),), (normal(7, 4),))
def append_filtered(x: Tensor) -> Tensor:
    rows: List[Tensor] = []
    for i in range(x.size(0)):
        row = x[i]
        rows.append(row[row > 0])
    return torch.cat(rows)


_COPY = "the model has a copy"


@snippet((normal(3, 4), 2), (normal(5, 4), 3), refusal=_COPY)
def append_then_write(x: Tensor, n: int) -> Tensor:
    rows: List[Tensor] = []
    total = torch.zeros(4)
    for i in range(n):
        total.add_(x[i])
        rows.append(total)
    return torch.stack(rows)


@snippet((normal(3, 4), 2), (normal(5, 4), 3), refusal=_COPY)
def write_element_of_appended(x: Tensor, n: int) -> Tensor:
    first = x[0] + 1
    rows = [first]
    for i in range(n):
        rows.append(x[i] * 2)
    rows[0].add_(1)
    return first + torch.stack(rows)


@snippet((normal(3, 4), 2), (normal(3, 4), 0), refusal=_COPY)
def write_at_number(x: Tensor, n: int) -> Tensor:
    parts = [x, x * 2, x.exp()]
    parts[n].add_(1)
    return parts[0]


@snippet((normal(3, 4), 2), (normal(5, 4), 3))
def write_elements_of_appended(x: Tensor, n: int) -> Tensor:
    rows: List[Tensor] = []
    for i in range(n):
        row = x[i] * 2
        row.add_(5)
        rows.append(row)
    for row in rows:
        row.mul_(2)
    return torch.stack(rows)


@snippet((normal(3, 4), 2), (normal(5, 4), 3))
def write_to_stacked(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    rows: List[Tensor] = []
    for i in range(n):
        rows.append(x[i] + 1)
    joined = torch.stack(rows)
    joined.add_(1)
    return rows[0], joined


@snippet((normal(3, 4),), (normal(5, 4),))
def write_to_stacked_rows(x: Tensor) -> Tensor:
    joined = torch.stack(x.unbind(0))
    joined.add_(1)
    return x + joined


@snippet((normal(4).abs(),), (normal(4),))
def failed_unrolling(x: Tensor) -> Tensor:
    tables = [x, x * 2, x * 3]
    y = x * 1
    i = 0
    goes_on = True
    while goes_on:
        y.add_(tables[i])
        i += 1
        goes_on = bool(y.sum() < 10) and i < 3
    return y


@snippet((normal(3, 4), 2), (normal(5, 4), 3))
def list_of_lists(x: Tensor, n: int) -> Tensor:
    table = [[1, 2], [x.size(0), n]]
    total = 0
    for row in table:
        for number in row:
            total = total * 2 + number
    return x * total


@snippet(([normal(2, 3), normal(4, 3)],), ([normal(1, 3), normal(7, 3)],))
def list_argument(xs: List[Tensor]) -> Tensor:
    total = torch.zeros(3)
    for x in xs:
        total = total * 0.5 + x.sum(0)
    return torch.cat([torch.cat(xs), total.unsqueeze(0)])


@snippet(([normal(2, 3), normal(4, 3)],), ([normal(1, 3), normal(7, 3)],))
def list_returned(xs: List[Tensor]) -> List[Tensor]:
    return [x * 2 for x in xs]


@snippet((normal(4, 3),), (normal(6, 3),))
def optionals_in_list(x: Tensor) -> Tensor:
    parts: List[Optional[Tensor]] = [x, None, x * 2]
    total = torch.zeros(3)
    for part in parts:
        if part is not None:
            total = total + part.sum(0)
    return total


@snippet((normal(3, 4),), (normal(5, 4),))
def zip_and_enumerate(x: Tensor) -> Tensor:
    parts = [x, x * 2, x * 3]
    factors = [0.5, 2.0, -1.0]
    total = x * 0
    for i, (part, factor) in enumerate(zip(parts, factors)):
        total = total + part * factor * i
    return total


@snippet((normal(3, 4),), (normal(5, 4),))
def minimum_of_list(x: Tensor) -> Tuple[int, int, float]:
    sizes = [x.size(0), 4, x.size(1) + 2]
    return min(sizes), max(sizes), max([0.5, float(x.size(0))])


@snippet((normal(4, 5),), (normal(6, 5),))
def equal_lists(x: Tensor) -> Tuple[bool, bool]:
    return list(x.shape) == [4, 5], list(x.shape) != [x.size(0), 5]


@snippet((normal(4, 5),), (normal(6, 5),))
def delete_items(x: Tensor) -> List[int]:
    sizes = [x.size(0), x.size(1), 7, 8]
    del sizes[1]
    sizes.pop(-1)
    return sizes


@snippet((counting(6), 2), (counting(9), 3))
def slices_of_tensors(x: Tensor, n: int) -> Tensor:
    parts = list(x.split(1))
    return torch.cat(parts[n:] + parts[:n])


@snippet((normal(3, 4),), (normal(5, 4),))
def aliased_list(x: Tensor) -> Tensor:
    rows = [x]
    same = rows
    same.append(x * 2)
    return torch.cat(rows)


@snippet((normal(3, 4),), (normal(5, 4),))
def list_in_function(x: Tensor) -> Tensor:
    rows: List[Tensor] = []
    _add_rows(rows, x)
    _add_rows(rows, x * 2)
    return torch.stack(rows)


def _add_rows(rows: List[Tensor], x: Tensor) -> None:
    for i in range(2):
        rows.append(x[i])


@snippet((normal(2, 3),), (normal(4, 3),))
def sorted_literals(x: Tensor) -> Tuple[Tensor, bool, float]:
    numbers, words = [3, 1, 2, 1], ["b", "a", "c"]
    numbers.sort()
    words.sort(reverse=True)
    return x * numbers[0] + numbers[3], words[1] == "b", sorted([2.5, -1.0])[0]


@snippet((normal(2, 3),), (normal(4, 3),))
def extreme_lists(x: Tensor) -> Tensor:
    return x * max([1, 2, 3], [1, 3])[1] + len(min([1, 2], [1, 2, 0]))


@snippet((normal(2, 3),), (normal(4, 3),))
def lists_of_others(x: Tensor) -> Tuple[Tensor, Tensor, bool]:
    total = torch.zeros(3)
    for row in list(x):
        total = total * 0.5 + row
    for i in list(range(4)):
        total = total + i
    return total, list(x)[-1], list("abc")[1] == "b"
