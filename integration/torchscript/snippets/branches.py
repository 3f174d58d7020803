"""Branches: early returns, sizes that differ, conditions of numbers and tensors."""

from __future__ import annotations

from typing import Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import normal, snippet

_SIGNS = (normal(4).abs(),), (-normal(6).abs(),)


@snippet(*_SIGNS, ifs=1)
def early_return(x: Tensor) -> Tensor:
    if bool(x.sum() > 0):
        return x * 2
    return x - 1


@snippet(*_SIGNS)
def early_returns(x: Tensor) -> Tensor:
    if bool(x.max() > 10):
        return x
    y = x * 3
    if bool(y.sum() < 0):
        if x.size(0) > 5:
            return y - 5
        y = y + 7
    return y.tanh()


@snippet((normal(4),), (normal(6),))
def by_size(x: Tensor) -> Tensor:
    if x.size(0) > 5:
        y = x + 1
    else:
        y = x - 1
    return y


@snippet((normal(4),), ifs=0)
def by_static_size(x: Tensor) -> Tensor:
    if x.size(0) > 5:
        return x + 1
    return x - 1


@snippet((normal(4), True), (normal(6), False), ifs=1)
def by_argument(x: Tensor, flag: bool) -> Tensor:
    return x * 2 if flag else x.exp()


@snippet((normal(4, 3), 1), (normal(6, 3), 2), (normal(6, 3), 7))
def by_cases(x: Tensor, kind: int) -> Tensor:
    if kind == 0:
        y = x[-1]
    elif kind == 1:
        y = x.sum(0)
    elif kind == 2:
        y = x.amax(0)
    else:
        y = x.mean(0)
        y = y * kind
    return y + x[0] if kind != 0 else y


@snippet(*_SIGNS)
def sizes_differ(x: Tensor) -> Tensor:
    if bool(x.sum() > 0):
        y = torch.cat([x, x])
    else:
        y = x[:2]
    return y * 2


@snippet((normal(3, 4).abs(),), (-normal(5, 4).abs(),), refusal=r"(?s)rank|dimension|shape")
def ranks_differ(x: Tensor) -> Tensor:
    if bool(x.sum() > 0):
        y = x.sum(0)
    else:
        y = x
    return y * 2


@snippet((normal(4).abs(),), (-normal(6).abs(),), refusal=r"(?s)f32|f64|i64|dtype|type")
def dtypes_differ(x: Tensor) -> Tensor:
    if bool(x.sum() > 0):
        y = x
    else:
        y = torch.arange(3)
    return y


@snippet((normal(4, 3),), (normal(6, 3),))
def ranks_differ_statically(x: Tensor) -> Tensor:
    if x.dim() == 3:
        y = x.sum(1)
    else:
        y = x
    return y.sum(0)


@snippet((normal(4), 3, 2.5), (normal(6), -3, 0.5), (normal(6), 3, 0.5))
def short_circuit(x: Tensor, n: int, f: float) -> Tuple[Tensor, bool]:
    flag = n > 0 and f > 1.0 or n < -2
    if n != 0 and 10 // n > 2 and not f < 1.0:
        x = x + 1
    return x, flag


@snippet((normal(4), normal(4)), (normal(6).abs(), normal(6)))
def nested_conditions(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    if bool((x > 0).all()):
        if bool((y > 0).any()):
            a, b = x, y
        else:
            a, b = y, x
    else:
        a = x + y
        b = x - y
    return a, b


@snippet((normal(3, 4),), (-normal(3, 4).abs(),))
class ModuleInBranch(nn.Module):
    """Only one of two layers runs."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Linear(4, 2)
        self.other = nn.Sequential(nn.Linear(4, 3), nn.ReLU(), nn.Linear(3, 2))

    def forward(self, x: Tensor) -> Tensor:
        if bool(x.mean() > -0.3):
            y = self.one(x)
        else:
            y = self.other(x)
        return y.softmax(-1)


@snippet((normal(4),), (normal(6),))
def is_scripting(x: Tensor) -> Tensor:
    if torch.jit.is_scripting():
        return x * 2
    return x + x


@snippet((normal(4), 2), (normal(6), 3))
def in_loop(x: Tensor, n: int) -> Tensor:
    for i in range(n):
        if bool(x.sum() > 0):
            x = x - x.mean() - 1
        elif i % 2 == 0:
            x = x + i
        else:
            x = x * 2
    return x


@snippet((normal(2, 3), normal(2, 3)), (normal(4, 3), normal(2, 3)))
def same_shapes(x: Tensor, y: Tensor) -> Tensor:
    if x.shape == y.shape:
        return x + y
    return torch.cat([x, y])


@snippet((normal(2, 3), normal(2, 3)), (normal(4, 3), normal(2, 3)))
def other_shapes(x: Tensor, y: Tensor) -> Tensor:
    sizes = x.size()
    if sizes != y.size():
        y = y.sum(0, keepdim=True)
    return x * y


@snippet((torch.tensor([1.0, 0.0]),), (torch.tensor([1.0, 2.0, 3.0]),))
def condition_is_tensor(x: Tensor) -> Tensor:
    if x.sum() > 2:
        x = x - 1
    if x[0]:
        x = x * 3
    return x


@snippet((normal(4), True, False), (normal(6), False, False))
def any_and_all(x: Tensor, a: bool, b: bool) -> Tensor:
    if any([a, b]):
        x = x + 1
    if all([not a, not b]):
        x = x * 2
    return x
