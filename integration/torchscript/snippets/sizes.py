"""Sizes known only at run time: what a program computes, and of inputs that broadcast."""

from __future__ import annotations

from typing import Any, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn
from torch.nn import functional

from integration.torchscript.snippet import counting, normal, snippet

def _index(*sizes: int) -> Tensor:
    return counting(*sizes, dtype=torch.int64)


#: Sizes of pools in ceil_mode, with the last window and without it.
_ENDS = range(15, 20)


@snippet((normal(1, 4), 3), (normal(1, 4), -1), (normal(3, 4), -1), (normal(3, 4), 3))
def expanded_or_kept(x: Tensor, n: int) -> Tuple[Tensor, Tensor, Tensor]:
    y = x.expand(n, -1)
    return y, torch.zeros(y.shape), torch.arange(y.size(0))


@snippet((normal(3, 4), 3, 4), (normal(2, 4), -1, -1), (normal(2, 4), 2, -1))
def expanded_by_two_sizes(x: Tensor, n: int, m: int) -> Tensor:
    return x.expand(2, n, m).sum(0)


@snippet((normal(6), 3), (normal(8), -1), (normal(8), 4))
def viewed_by_a_size(x: Tensor, n: int) -> Tuple[Tensor, Tensor, Tensor]:
    y = x.view(n, 2)
    return y, torch.arange(y.size(0)), x.unflatten(0, [n, 2])


@snippet((normal(6), 3, 2), (normal(8), -1, 4), (normal(8), 4, -1), (normal(0), 3, 0))
def reshaped_by_two_sizes(x: Tensor, n: int, m: int) -> Tuple[Tensor, Tensor]:
    y = x.reshape(n, m)
    return y, torch.zeros(y.shape)


@snippet(
    (normal(2, 6), torch.tensor([2, 1]), torch.tensor([1, 3])),
    (normal(3, 4), torch.tensor([2, 1]), torch.tensor([4, 1])),
    (normal(3, 4), torch.tensor([2, -2]), torch.tensor([2, 1])),
)
def reshaped_by_a_tensor(x: Tensor, a: Tensor, b: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    y = torch._reshape_from_tensor(x, a + b)
    flat = torch._reshape_from_tensor(x, torch.tensor([-1]))
    same = torch._reshape_from_tensor(flat, torch._shape_as_tensor(x))
    return y, torch.zeros(y.shape), same + x


@snippet((normal(2, 6),), (normal(4, 3),))
def written_through_a_shape(x: Tensor) -> Tuple[Tensor, Tensor]:
    y = torch._reshape_from_tensor(x, torch.tensor([-1]))
    # TorchScript removes a write whose result is not used: by its schema, y is a copy.
    return x, y.mul_(2)


@snippet(
    (normal(2, 3, 1),),
    (normal(2, 4, 1),),
    shapes="[2,n=3,1]f32",
    warning="removes dimension 1 if its size, n, is 1; the model keeps the dimension",
)
def squeezed_of_a_dynamic_size(x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    y = x.squeeze(1)
    z = x.clone()
    z.squeeze_()
    return y, torch.zeros(y.shape), z, torch.squeeze_copy(x, [1, 2]) + len(z.shape)


@snippet((normal(2, 4, 2),), shapes="[2,4,n=2]f32", refusal="n floordiv 2, is 1, as in the example")
def squeezed_of_one_in_the_example(x: Tensor) -> Tensor:
    return functional.max_pool1d(x, 2).squeeze(2)


@snippet((normal(2, 1),), shapes="[2,?]f32", refusal="it is the result of 'aten.squeeze.dim': expect")
def squeezed_without_an_example(x: Tensor) -> Tensor:
    return torch.zeros(x.squeeze(1).shape)


@snippet((normal(2, 3),), shapes="[2,n=3]f32", refusal="expected a size that is known not to be 1")
def squeezed_in_a_branch(x: Tensor) -> Tensor:
    return x.squeeze(1) if x.size(1) == 1 else x.sum(1)


_BROADCASTS = [(normal(3), normal(3)), (normal(3), normal(1)), (normal(1), normal(3))]
_BROADCAST_COUNTS = [
    (_index(3) + 1, _index(3) + 2),
    (_index(3) + 1, _index(1) + 3),
    (_index(1) + 2, _index(3) + 1),
]


@snippet(*_BROADCAST_COUNTS)
def broadcast_integers(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return x.pow(y), torch.gcd(x, y), torch.lcm(x, y), torch.where(x > y, x, y)


@snippet(*((x.abs(), y.abs()) for x, y in _BROADCASTS))
def broadcast_functions(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return (
        torch.special.gammainc(x, y),
        torch.special.gammaincc(x, y),
        torch.special.zeta(x + 1.5, y),
        torch.special.chebyshev_polynomial_t(x, torch.floor(y * 4)),
    )


@snippet(*_BROADCASTS)
def sizes_of_broadcast(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    z = x + y + y
    return (
        torch.arange(z.size(0)),
        torch.zeros((y * x).shape) + z,
        z.unsqueeze(0).expand(2, -1),
        (x.unsqueeze(1) - y.unsqueeze(1)).reshape(-1),
    )


@snippet(*_BROADCASTS)
def similarity_of_broadcast(x: Tensor, y: Tensor) -> Tensor:
    return functional.cosine_similarity(x, y, dim=0)


@snippet((torch.tensor(1.5), torch.tensor(7.25), 5), (torch.tensor(-1.5), torch.tensor(2.5), 1))
def steps_between_tensors(
    a: Tensor, b: Tensor, n: int
) -> Tuple[Tensor, Tensor, Tensor, Tensor]:
    return (
        torch.linspace(a, b, n),
        torch.linspace(a, 4.0, n),
        torch.linspace(1, b, n),
        torch.linspace(a, b, n, dtype=torch.float64),
    )


@snippet(
    (_index(3), torch.tensor([4, 6])),
    (_index(5), torch.tensor([-1, -1])),
    (_index(0), torch.tensor([3, 2])),
)
def one_hot_of_given_classes(x: Tensor, n: Tensor) -> Tuple[Tensor, Tensor]:
    return functional.one_hot(x, int(n[0])), functional.one_hot(x.sum() % 2, int(n[1]))


@snippet((normal(3, 4), counting(3)), (normal(5, 4), counting(5)))
def data_of_tensor(x: Tensor, i: Tensor) -> Tuple[Tensor, Tensor]:
    y = x + 1
    y.data.add_(i.data.unsqueeze(1))
    z = y.data
    z.unsqueeze_(0)
    return y, z


class _Pools(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        settings: dict[str, Any] = {"padding": 1, "ceil_mode": True}
        self.line = nn.AvgPool1d(3, 3, **settings)
        self.plane = nn.AvgPool2d((3, 2), (3, 2), **settings)
        self.uncounted = nn.AvgPool2d(3, 2, count_include_pad=False, **settings)
        self.divided = nn.AvgPool2d(3, 3, divisor_override=5, **settings)
        self.largest = nn.MaxPool2d(3, 3, **settings)

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor, Tensor, Tensor, Tensor, int]:
        line = self.line(x[0])
        return (
            line,
            self.plane(x),
            self.uncounted(x),
            self.divided(x).flatten(1),
            self.largest(x),
            line.size(2),
        )


snippet(*((normal(2, 3, n, 34 - n),) for n in _ENDS), name="pools_in_ceil_mode")(_Pools)


@snippet((normal(7, 4), torch.tensor(2)), (normal(9, 4), torch.tensor(4)), (normal(0, 4), torch.tensor(1)))
def step_of_a_tensor(x: Tensor, n: Tensor) -> Tuple[Tensor, Tensor]:
    y = x.clone()
    y[:: int(n)] = 0
    return x[1 :: int(n)], y


@snippet(
    (normal(2, 3), normal(2, 4)),
    (normal(3, 3), normal(2, 4)),
    (normal(2, 5), normal(2, 4)),
    (normal(2, 4), normal(2, 4)),
)
def largest_list_of_sizes(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    a = [x.size(0), x.size(1)]
    b = [y.size(0), y.size(1)]
    return torch.ones(max(a, b)), torch.ones(min(a, b))
