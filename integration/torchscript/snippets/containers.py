"""Dicts, tuples, named tuples, enumerations, optionals and classes, inside and at the border."""

from __future__ import annotations

from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import normal, snippet


@snippet((normal(3, 4),), (normal(5, 4),))
def dict_returned(x: Tensor) -> Dict[str, Tensor]:
    return {"double": x * 2, "sum": x.sum(0)}


@snippet((normal(3, 4),), (normal(5, 4),))
def dict_loop(x: Tensor) -> Tensor:
    parts = {"a": x, "b": x * 2, "c": x.exp()}
    total = torch.zeros_like(x)
    for name, part in parts.items():
        if name != "b":
            total = total * 0.5 + part
    return total


@snippet((normal(3, 4),), (normal(5, 4),))
def dict_of_loop(x: Tensor) -> Tensor:
    parts: Dict[str, Tensor] = {}
    for name in ["a", "b", "c"]:
        parts[name] = x * (len(parts) + 1)
    return torch.stack(list(parts.values()))


@snippet((normal(3, 4),), (normal(5, 4),))
def dict_of_ints(x: Tensor) -> Tuple[Tensor, List[int]]:
    sizes: Dict[int, int] = {0: x.size(0), 1: x.size(1), 7: 2}
    sizes[0] += 1
    keys = list(sizes.keys())
    return torch.ones(sizes[0], sizes[7]), keys


@snippet((normal(3, 4),), (normal(5, 4),))
def in_dict(x: Tensor) -> Tensor:
    parts = {"a": x, "b": x * 2}
    if "a" in parts and "c" not in parts:
        x = x + parts["b"]
    return x


@snippet((normal(3, 4),), (normal(5, 4),))
def dict_methods(x: Tensor) -> Tuple[Tensor, int]:
    parts = {"a": x, "b": x * 2}
    other = parts.copy()
    removed = parts.pop("a")
    parts.update({"c": x * 3})
    fallback = other.get("z", x * 7)
    found = other.get("b")
    assert found is not None
    del other["b"]
    parts["d"] = removed + fallback + found
    parts.setdefault("e", x * 11)
    total = torch.zeros_like(x)
    for key in parts.keys():
        total = total * 0.5 + parts[key]
    return total, len(parts) * 10 + len(other)


@snippet(({"image": normal(2, 3), "mask": normal(3)},), ({"image": normal(4, 3), "mask": normal(3)},))
def dict_argument(batch: Dict[str, Tensor]) -> Dict[str, Tensor]:
    result: Dict[str, Tensor] = {}
    for name, value in batch.items():
        result[name + "_out"] = value * 2
    result["both"] = batch["image"] * batch["mask"]
    return result


@snippet(((normal(2, 3), normal(3)), normal(3)), ((normal(4, 3), normal(3)), normal(3)))
def tuple_argument(pair: Tuple[Tensor, Tensor], x: Tensor) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
    a, b = pair
    return a + b, (pair[1] * x, x)


class Boxes(NamedTuple):
    """What a detector returns."""

    corners: Tensor
    scores: Tensor


@snippet((normal(5, 4), normal(5)), (normal(7, 4), normal(7)))
def named_tuple_returned(corners: Tensor, scores: Tensor) -> Boxes:
    order = scores.argsort(descending=True)
    return Boxes(corners=corners[order], scores=scores[order])


@snippet((Boxes(normal(5, 4), normal(5)),), (Boxes(normal(7, 4), normal(7)),))
def named_tuple_argument(boxes: Boxes) -> Tensor:
    return boxes.corners * boxes.scores.unsqueeze(1)


@snippet((normal(5, 4),), (normal(7, 4),))
def tuples_in_loop(x: Tensor) -> Tuple[Tensor, Tensor]:
    state = (torch.zeros(4), torch.ones(4))
    for i in range(x.size(0)):
        state = (state[1] + x[i], state[0] * 0.5)
    return state


@snippet((normal(5, 4),), (normal(7, 4),))
def list_of_tuples(x: Tensor) -> Tensor:
    pairs: List[Tuple[int, Tensor]] = []
    for i in range(3):
        pairs.append((i, x[i]))
    total = torch.zeros(4)
    for number, row in pairs:
        total = total * number + row
    return total


class Mode(Enum):
    """How to reduce."""

    SUM = "sum"
    MEAN = "mean"
    LARGEST = "max"


@snippet((normal(5, 4),), (normal(7, 4),), arguments=(Mode.MEAN,))
class Reduction(nn.Module):
    """A module with an enumeration as an attribute."""

    def __init__(self, mode: Mode) -> None:
        super().__init__()
        self.mode = mode

    def forward(self, x: Tensor) -> Tensor:
        if self.mode == Mode.SUM:
            return x.sum(0)
        elif self.mode == Mode.MEAN and self.mode.value == "mean":
            return x.mean(0)
        return x.amax(0)


@snippet((normal(5, 4),), (normal(7, 4),))
def enum_members(x: Tensor) -> Tensor:
    mode = Mode.SUM if x.size(1) == 4 else Mode.LARGEST
    if mode.name == "SUM":
        x = x + 1
    if mode != Mode.LARGEST:
        x = x * 2
    return x


@snippet((normal(5, 4), None), (normal(7, 4), None), name="optional_absent")
@snippet((normal(5, 4), normal(4)), (normal(7, 4), normal(4)), name="optional_present")
@snippet((normal(5, 4),), (normal(7, 4),), name="optional_by_default")
class OptionalArgument(nn.Module):
    """An optional argument, which only a method keeps the default of."""

    def forward(self, x: Tensor, bias: Optional[Tensor] = None) -> Tensor:
        if bias is not None:
            x = x + bias
        return x * 2


@snippet((normal(5, 4), None, 3), (normal(7, 4), None, 2))
def optional_numbers(x: Tensor, axis: Optional[int], factor: Optional[int]) -> Tensor:
    if factor is not None:
        x = x * factor
    if axis is None:
        return x.flatten()
    return x.sum(axis)


@snippet((normal(5, 4),), (normal(7, 4),))
def optional_returned(x: Tensor) -> Tuple[Tensor, Optional[Tensor]]:
    weights: Optional[Tensor] = None
    if x.size(1) == 3:
        weights = x.softmax(-1)
    return x * 2, weights


@snippet((normal(5, 4), True), (normal(7, 4), False))
def optional_in_branch(x: Tensor, flag: bool) -> Tensor:
    bias: Optional[Tensor] = None
    if flag:
        bias = x.mean(0)
    y = x * 2
    if bias is not None:
        y = y - bias
    return y


@snippet((normal(5, 4),), (normal(7, 4),))
class DefaultArguments(nn.Module):
    """Arguments that no caller gives."""

    def forward(
        self, x: Tensor, factor: float = 2.5, axes: Optional[List[int]] = None
    ) -> Tensor:
        if axes is None:
            axes = [0]
        return (x * factor).sum(axes) + _shifted(x)


def _shifted(x: Tensor, by: int = 3, name: str = "none") -> Tensor:
    return x.mean() + by if name == "none" else x.mean()


@torch.jit.script
class Accumulator:
    """A class of TorchScript with state."""

    def __init__(self, start: Tensor) -> None:
        self.total = start
        self.count = 0

    def add(self, x: Tensor) -> None:
        self.total = self.total + x
        self.count += 1

    def mean(self) -> Tensor:
        return self.total / self.count


@snippet((normal(5, 4),), (normal(7, 4),))
def script_class(x: Tensor) -> Tensor:
    sums = Accumulator(torch.zeros(4))
    sums.add(x[0])
    sums.add(x[1] * 2)
    return sums.mean()


@snippet((normal(5, 4),), (normal(7, 4),))
def script_class_in_loop(x: Tensor) -> Tensor:
    sums = Accumulator(torch.zeros(4))
    for i in range(x.size(0)):
        sums.add(x[i])
    return sums.mean()


@snippet((normal(5, 4),), (normal(7, 4),))
def values_of_any_type(x: Tensor) -> Tensor:
    y = _scaled(x)
    return y + 1


def _scaled(x: Any) -> Tensor:
    if isinstance(x, Tensor):
        return x * 2
    if isinstance(x, int):
        return torch.full((2,), x)
    raise ValueError("neither a tensor nor a number")


@snippet((normal(5, 4),), (normal(7, 4),))
def containers_of_any_type(x: Tensor) -> Tensor:
    kinds = [_kind([1, 2]), _kind((1, x)), _kind({"a": x}), _kind("a"), _kind(2.5)]
    types = [_type([1, 2]), _type([x]), _type((1, 2)), _type((x, 1)), _type({"a": x})]
    return x * torch.tensor(kinds + types + [_type({1: x})]).view(-1, 1, 1)


def _kind(x: Any) -> int:
    if isinstance(x, list):
        return 2
    if isinstance(x, tuple):
        return 3
    if isinstance(x, (int, float)):
        return 5
    return 7


def _type(x: Any) -> int:
    if torch.jit.isinstance(x, List[int]):
        return 11
    if torch.jit.isinstance(x, List[Tensor]):
        return 13
    if torch.jit.isinstance(x, Tuple[int, int]):
        return 17
    if torch.jit.isinstance(x, Dict[str, Tensor]):
        return 19
    return 23


@snippet((normal(5, 4), normal(4)), (normal(7, 4), normal(4)))
def nested_containers(x: Tensor, y: Tensor) -> Tuple[Tensor, List[Tensor]]:
    table: Dict[str, List[Tensor]] = {"rows": [x[0], x[1]], "more": [y]}
    table["rows"].append(y * 2)
    pairs = [(len(rows), rows) for rows in table.values()]
    total = torch.zeros(4)
    for count, rows in pairs:
        for row in rows:
            total = total + row * count
    return total, table["rows"]


@snippet((normal(5, 4),), (normal(7, 4),))
def dict_comprehension(x: Tensor) -> Tensor:
    powers = {str(i): x**i for i in range(3)}
    return powers["2"] + powers["0"] - powers["1"]


@snippet((normal(5, 4), 3), (normal(7, 4), 2))
def dict_of_tensors_in_loop(x: Tensor, n: int) -> Tensor:
    state = {"sum": torch.zeros(4), "last": x[0]}
    for i in range(n):
        state["sum"] = state["sum"] + x[i]
        state["last"] = x[i]
    return state["sum"] * state["last"]


@snippet((normal(2, 3),), (normal(4, 3),))
def slices_of_tuples(x: Tensor) -> Tuple[Tensor, Tensor, float]:
    values = (x, 2, 2.5, x * 2)
    middle, last = values[1:3], values[-2:]
    return values[:-1][0] * middle[0] + middle[1], last[1], last[0]


@snippet((normal(2, 3),), (normal(4, 3),))
def entries_given_twice(x: Tensor) -> Tuple[Tensor, Tensor, int, int]:
    pairs = dict([("a", x), ("b", x * 3), ("a", x * 2)])  # noqa: C406 - of pairs
    single = {"a": x * 5}
    name, value = single.popitem()
    return pairs["a"] + pairs["b"], value, len(pairs), len(single) + len(name)
