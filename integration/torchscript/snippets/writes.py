"""In-place operators and writes through views, in loops and branches."""

from __future__ import annotations

from typing import List, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import normal, snippet


@snippet((normal(3, 4),), (normal(5, 4),), (normal(0, 4),))
def item_in_loop(x: Tensor) -> Tensor:
    y = torch.zeros_like(x)
    for i in range(x.size(0)):
        y[i] = x[i] * i
    return y


@snippet((normal(3, 4),), (normal(5, 2),))
def element_in_nested_loop(x: Tensor) -> Tensor:
    y = x.clone()
    for i in range(x.size(0)):
        for j in range(x.size(1)):
            y[i, j] += i - j
    return y


@snippet((normal(4, 4).abs(),), (-normal(6, 4).abs(),))
def slice_in_branch(x: Tensor) -> Tensor:
    y = x.clone()
    if bool(x.sum() > 0):
        y[1:3] = 0.0
    else:
        y[:, ::2] += 1
    return y


@snippet((normal(4, 4), 2), (normal(6, 4), 3))
def slice_in_loop(x: Tensor, n: int) -> Tensor:
    y = x.clone()
    for i in range(n):
        y[i:, i] = float(i)
    return y


@snippet((normal(4, 4),), (normal(6, 4),))
def through_view(x: Tensor) -> Tensor:
    y = x * 2
    row = y[1]
    row.add_(1)
    y.t()[0].zero_()
    return y


@snippet((normal(4, 4), 3), (normal(6, 4), 2))
def view_in_loop(x: Tensor, n: int) -> Tensor:
    y = x * 2
    flat = y.view(-1)
    for i in range(n):
        flat[i] = -1.0
        y[1] += flat[0]
    return y


@snippet((normal(4), 3), (normal(6), 2))
def augmented_in_loop(x: Tensor, n: int) -> Tensor:
    y = torch.zeros_like(x)
    for i in range(n):
        y += x
        y *= i + 1
        y -= 0.5
    return y


@snippet((normal(4),), (normal(6),))
def aliases_in_branch(x: Tensor) -> Tensor:
    a = x + 1
    b = x - 1
    c = a
    if bool(x.sum() > 0):
        c = b
    c.mul_(2)
    return a + b * 3


@snippet((normal(4, 3),), (normal(6, 3),))
def masked(x: Tensor) -> Tensor:
    y = x.clone()
    y[y < 0] = 0.0
    y[:, 1] = y[:, 0]
    return y


@snippet((normal(4, 3), torch.tensor([2, 0])), (normal(6, 3), torch.tensor([5, 1])))
def index_put(x: Tensor, index: Tensor) -> Tensor:
    y = torch.zeros_like(x)
    y[index] = x[index] * 2
    return y


@snippet((normal(4, 3),), (normal(6, 3),))
def out_of_place_of_argument(x: Tensor) -> Tensor:
    y = x
    y = y.add(1)
    y.relu_()
    return x - y


@snippet((normal(4, 3),), (normal(6, 3),))
class InplaceLayers(nn.Module):
    """Layers that write to their input."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(3, 4), nn.ReLU(inplace=True), nn.Linear(4, 3), nn.Hardtanh(inplace=True)
        )

    def forward(self, x: Tensor) -> Tensor:
        y = self.layers(x)
        y += x
        return y


@snippet((normal(2, 3),), (normal(5, 3),))
class Counter(nn.Module):
    """A buffer that is written and read again."""

    def __init__(self) -> None:
        super().__init__()
        self.count = nn.Buffer(torch.zeros(3))
        self.steps = 0

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        self.count += x.sum(0)
        y = self.count * 2
        self.count.mul_(0.5)
        return y, self.count + 1


@snippet((normal(4, 3),), (normal(6, 3),), training=True)
class RunningStatistics(nn.Module):
    """BatchNorm in training: its statistics are written, its results do not read them."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(3)

    def forward(self, x: Tensor) -> Tensor:
        return self.norm(x) * 2


@snippet((normal(4, 4),), (normal(6, 4),))
def written_argument(x: Tensor) -> Tensor:
    x.mul_(2)
    x[0] = 1.0
    return x + 1


@snippet((normal(4, 6),), (normal(5, 6),))
def unsqueezed_in_place(x: Tensor) -> Tensor:
    y = x * 2
    y.unsqueeze_(0)
    y.add_(1)
    return y.sum(1)


@snippet((normal(4, 1, 6),), (normal(5, 1, 6),))
def squeezed_in_place(x: Tensor) -> Tensor:
    y = x * 2
    y.squeeze_(1)
    return y[0] + y.sum(0)


@snippet((normal(4, 6),), (normal(5, 6),))
def transposed_in_place(x: Tensor) -> Tensor:
    y = x * 2
    row = y[0]
    y.t_()
    y[0] = 1.0
    return y @ x + row[0]


@snippet((normal(4, 6),), (normal(5, 6),))
def renamed_in_place(x: Tensor) -> Tuple[Tensor, Tensor]:
    y = x * 2
    names = [y, x]
    pair = (y, 1)
    y.transpose_(0, 1)
    names[0][0].zero_()
    return names[0] + 1, pair[0] @ x


class Holder(nn.Module):
    """An object that holds a tensor whose shape changes."""

    def __init__(self) -> None:
        super().__init__()
        self.last = torch.zeros(1)

    def grow(self, y: Tensor) -> None:
        y.unsqueeze_(-1)


@snippet((normal(4, 6),), (normal(5, 6),))
class ReshapedByMethod(Holder):
    """A method changes the shape of a tensor of its caller."""

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        y = x * 2
        self.last = y
        self.grow(y)
        y.mul_(3)
        return y.sum(1), self.last.squeeze(-1)


@snippet((normal(4, 6), 2), (normal(5, 6), 0))
def unsqueezed_in_loop(x: Tensor, n: int) -> Tensor:
    total = torch.zeros_like(x)
    for i in range(n):
        y = x * i
        y.unsqueeze_(0)
        y.add_(1)
        total += y.sum(0)
    return total


@snippet((normal(4, 6),), (normal(5, 6),))
def unsqueezed_in_unrolled_loop(x: Tensor) -> Tensor:
    y = x * 2
    for i in range(3):
        y.unsqueeze_(i)
        y.mul_(i + 1)
    return y


@snippet((normal(4, 4),), (-normal(5, 4).abs(),))
def unsqueezed_in_branch(x: Tensor) -> Tensor:
    y = x + 1
    if bool(x.sum() > 0):
        z = x * 2
        z.t_()
        y = (z @ x).sum() + y
    return y


@snippet((normal(4, 6), 2), (normal(5, 6), 1), refusal="changes the shape of a tensor")
def squeezed_from_outside(x: Tensor, n: int) -> Tensor:
    y = (x * 2).unsqueeze(0)
    for i in range(n):
        y.squeeze_(0)
    return y


@snippet((normal(4, 6),), (normal(5, 6),), refusal="may alias a tensor whose shape")
def alias_of_reshaped(x: Tensor) -> Tensor:
    y = x * 2
    z = y.contiguous()
    z.unsqueeze_(0)
    return y + 1


@snippet((normal(4, 6),), (normal(5, 6),))
def cast_and_unsqueezed(x: Tensor) -> Tensor:
    return (x * 2).to(torch.float32).contiguous().unsqueeze_(0) + 1


@snippet((normal(2, 6),), (normal(2, 6),))
def resized_like(x: Tensor) -> Tensor:
    y = x * 2
    y.resize_as_(torch.zeros(3, 2))
    return y + 1


@snippet((normal(4, 6),), (normal(4, 6),))
def resized_in_place(x: Tensor) -> Tensor:
    y = x * 2
    y.resize_(3, 2)
    return y + 1


@snippet((normal(4, 6),), (normal(5, 6),))
def out_argument(x: Tensor) -> Tensor:
    y = torch.empty(0)
    torch.add(x, x, out=y)
    return y * 2


@snippet((normal(4, 6),), (normal(5, 6),))
def empty_out_argument(x: Tensor) -> Tensor:
    rows = x.sum(1)
    y = torch.empty(0)
    z = y
    torch.mul(rows, 2, out=y)
    return z + 1


@snippet((normal(4, 6),), (normal(5, 6),))
def out_argument_of_shape(x: Tensor) -> Tensor:
    y = torch.empty_like(x)
    z = y[0]
    torch.add(x, x, out=y)
    return y * z


@snippet((normal(3, 4, 5), normal(5)), (normal(3, 8, 5), normal(5)))
def reshaped_argument(x: Tensor, u: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    y = x.reshape(-1, 3, 5)
    y[2, 1:3] = u
    z = y.flatten()
    z[0] = 7
    return y, z, x.sum(1)


@snippet((normal(3, 4, 5), normal(4)), refusal="view or a copy, depending on strides")
def reshaped_transposed_argument(x: Tensor, u: Tensor) -> Tuple[Tensor, Tensor]:
    y = x.transpose(0, 2).reshape(-1, 3)
    y[0] = u[:3]
    return y, x


@snippet((normal(4, 6), normal(3)), (normal(5, 6), normal(5)))
def out_argument_of_another_shape(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    z = y * 2
    same = z
    torch.sum(x, dim=1, out=z)
    z += 1
    return z, same, torch.arange(x.size(0), out=torch.tensor([1]))


@snippet(
    (normal(4, 6), normal(3)),
    (normal(5, 6), normal(5)),
    refusal="changes the shape of a tensor .* that has views",
)
def out_argument_with_views(x: Tensor, y: Tensor) -> Tensor:
    z = y * 2
    first = z[0]
    torch.sum(x, dim=1, out=z)
    return first


@snippet(
    (normal(4, 6), normal(3)),
    (normal(5, 6), normal(5)),
    refusal="may change the shape of an argument",
)
def out_argument_is_input(x: Tensor, y: Tensor) -> Tensor:
    return torch.sum(x, dim=1, out=y)


@snippet((normal(4, 6), True), (normal(5, 6), False), refusal="changes the shape of a tensor")
def transposed_in_branch(x: Tensor, flag: bool) -> Tensor:
    y = x * 2
    if flag:
        y.t_()
    return y.sum(0)


@snippet((normal(4, 6),), (normal(6, 6),))
def chunks_written(x: Tensor) -> Tensor:
    y = x.clone()
    for i, part in enumerate(y.chunk(3, dim=1)):
        part.mul_(i)
    return y


@snippet((normal(5, 2), 3), (normal(5, 2), 1))
def history(x: Tensor, n: int) -> Tensor:
    cache = torch.zeros(8, 2)
    for i in range(n):
        cache[i] = x[i] + cache[: i + 1].sum(0)
    return cache[:n]


@snippet((normal(3, 4),), (normal(5, 4),))
def alias_rebound_in_loop(x: Tensor) -> Tuple[Tensor, Tensor]:
    b = x.clone()
    c = b
    for i in range(3):
        if i == 1:
            b = b + 1
    c += 1
    return b, c


@snippet((normal(3, 4),), (normal(5, 4),))
def alias_rebound_in_while(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    b = x.clone()
    c = b
    i = 0
    rows: List[Tensor] = []
    while i < 6:
        for j in range(2):
            if i == j:
                b = b + 1
        rows.append(b)
        b += i
        i += 2
    c += 1
    return b, c, torch.stack(rows)


@snippet((normal(3, 4), 1), (normal(5, 4), 3), refusal="written through an alias")
def alias_rebound_in_any_loop(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    b = x.clone()
    c = b
    for i in range(n):
        if i == 1:
            b = b + 1
    c += 1
    return b, c


class State(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("a", torch.zeros(3))
        self.register_buffer("b", torch.zeros(3))
        self.sizes = [1, 2]


@snippet((normal(3), True), (normal(3), False))
class FirstWriteInBranch(nn.Module):
    """Nothing reads the object before the branch."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State()

    def forward(self, x: Tensor, p: bool) -> Tuple[Tensor, Tensor]:
        if p:
            self.state.a = x
            self.state.sizes.append(5)
        else:
            self.state.a = x * 2
            self.state.b = x
        return self.state.a, self.state.b * len(self.state.sizes)


@snippet((normal(3),))
class FirstWriteInLoop(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.state = State()

    def forward(self, x: Tensor) -> Tensor:
        for _ in range(2):
            self.state.a = x
            self.state.b = self.state.b + x
        return self.state.a + self.state.b


@snippet((normal(3, 4),), (normal(5, 4),), (normal(1, 4),))
def elements_of_a_dynamic_list(x: Tensor) -> Tuple[Tensor, Tensor, Tensor]:
    rows = list(x)
    for i in range(len(rows)):
        rows[i] += i
    columns = list(torch.unbind((x * 2).t(), 1))
    doubled = x * 3
    parts = [part for part in doubled]
    for i in range(x.size(0) // 2):
        parts[2 * i].mul_(2)
        columns[i] -= 1
        parts[-1] *= 2
    return torch.stack(rows) + doubled, x, torch.stack(columns)


@snippet((normal(3, 4),), (normal(5, 4),), refusal="'aten::add_' writes to a tensor that is an ele")
def element_of_a_list_with_another(x: Tensor) -> Tuple[Tensor, Tensor]:
    rows = list(x)
    for i in range(len(rows)):
        rows[len(rows) - 1 - i] = rows[i]
        rows[i] += 1
    return torch.stack(rows), x


@snippet((normal(2, 3), normal(2, 6)), (normal(4, 3), normal(4, 6)), (normal(0, 3), normal(0, 6)))
def cat_out(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    z = y.clone()
    torch.cat([x, x * 2], 1, out=z)
    return z + y, torch.concat([x, z], 1)


@snippet((normal(2, 3), normal(2, 6)), traced=True)
class CatOutTraced(nn.Module):
    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        torch.cat([x, x * 2], 1, out=y)
        return y + 1


@snippet((normal(2, 3), normal(2, 6)))
def cat_out_of_grown(x: Tensor, y: Tensor) -> Tuple[Tensor, Tensor]:
    rows: List[Tensor] = []
    for i in range(2):
        rows.append(x + i)
    stacked = torch.empty(0, dtype=torch.float64)
    torch.stack(rows, 1, out=stacked)
    torch.cat(rows, 1, out=y)
    return y + 1, stacked


@snippet((normal(4, 3), 2), (normal(6, 3), 0), (normal(6, 3), 4))
def cat_out_of_unequal(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    rows: List[Tensor] = [x]
    for i in range(n):
        rows.append(x[:i])
    all = torch.empty(0)
    return torch.cat(rows, out=all) * 2, all
