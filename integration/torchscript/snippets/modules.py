"""Modules in modules: containers, attributes, hooks of calls, fork and wait, traced in scripted."""

from typing import Dict, Final, List, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import normal, snippet


@snippet((normal(3, 4),), (normal(5, 4),), loops=0)
class Lists(nn.Module):
    """Iteration over a ModuleList, an indexed one, and a Sequential."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.norms = nn.ModuleList([nn.LayerNorm(4) for _ in range(3)])
        self.tail = nn.Sequential(nn.Linear(4, 2), nn.Tanh())

    def forward(self, x: Tensor) -> Tensor:
        for layer, norm in zip(self.layers, self.norms):
            x = norm(layer(x))
        for i, layer in enumerate(self.layers):
            if i != 1:
                x = x + layer(x)
        x = self.layers[-1](x)
        for layer in self.tail:
            x = layer(x)
        return x


@snippet((normal(3, 4),), (normal(5, 4),))
class Dicts(nn.Module):
    """A ModuleDict and a ParameterList."""

    def __init__(self) -> None:
        super().__init__()
        self.heads = nn.ModuleDict({"box": nn.Linear(4, 4), "score": nn.Linear(4, 1)})
        self.scales = nn.ParameterList([nn.Parameter(normal(1)), nn.Parameter(normal(2)[:1])])

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        results: Dict[str, Tensor] = {}
        for name, head in self.heads.items():
            results[name] = head(x) * self.scales[0]
        results["raw"] = self.heads["box"](x) * self.scales[1]
        return results


@snippet((normal(3, 4),), (normal(5, 4),))
class Attributes(nn.Module):
    """Attributes that are numbers, lists, dicts, tuples, optionals and tensors."""

    sizes: List[int]
    table: Dict[str, int]
    limit: Final[float] = 0.75

    def __init__(self) -> None:
        super().__init__()
        self.sizes = [4, 2]
        self.table = {"a": 3, "b": 5}
        self.pair = (2, 0.5)
        self.tensors = [normal(4), normal(4) * 2]
        self.absent: Optional[Tensor] = None
        self.name = "head"
        self.mask = nn.Buffer(torch.tensor([True, False, True, False]))
        self.flag = True

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        y = x.new_zeros(self.sizes) + self.table["b"]
        for key, value in self.table.items():
            if key == "a":
                x = x + value
        for tensor in self.tensors:
            x = x * tensor
        if self.absent is not None:
            x = x + self.absent
        x = x * self.pair[0] + self.pair[1]
        x = torch.where(self.mask, x, torch.tensor(0.0)) if self.flag else x
        return x.clamp(max=self.limit), y


@snippet((normal(3, 4),), (normal(5, 4),))
class SharedModule(nn.Module):
    """One layer under two names, and a tied weight."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.second = self.first
        self.third = nn.Linear(4, 4, bias=False)
        self.third.weight = self.first.weight

    def forward(self, x: Tensor) -> Tensor:
        return self.third(self.second(self.first(x)))


@snippet((normal(3, 4),), (normal(5, 4),))
class ForkAndWait(nn.Module):
    """Two branches that may run at the same time."""

    def __init__(self) -> None:
        super().__init__()
        self.one = nn.Linear(4, 4)
        self.other = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        future = torch.jit.fork(self.one, x)
        y = self.other(x)
        return torch.jit.wait(future) * y


@snippet((normal(3, 4),), (normal(5, 4),))
def forks_in_list(x: Tensor) -> Tensor:
    futures: List[torch.jit.Future[Tensor]] = []
    for i in range(3):
        futures.append(torch.jit.fork(_scaled_row, x, i))
    return torch.stack([torch.jit.wait(future) for future in futures])


def _scaled_row(x: Tensor, i: int) -> Tensor:
    return x[i] * (i + 1)


@torch.jit.script
def clipped(x: Tensor, limit: float = 1.0) -> Tensor:
    """A scripted function with a branch and a loop."""
    for i in range(x.size(0)):
        if bool(x[i].sum() > limit):
            x = x - 0.1
    return x


@snippet((normal(3, 4),), (normal(5, 4),), traced=True, loops=1)
class ScriptedInTraced(nn.Module):
    """A traced module that calls a scripted function."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: Tensor) -> Tensor:
        return clipped(self.layer(x)) * 2


@snippet((normal(3, 4), 2), (normal(5, 4), 3), loops=1)
class TracedInScripted(nn.Module):
    """A scripted module that calls a traced one in a loop."""

    def __init__(self) -> None:
        super().__init__()
        layer = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
        self.layer = torch.jit.trace(layer, normal(3, 4), check_trace=False)

    def forward(self, x: Tensor, n: int) -> Tensor:
        for _ in range(n):
            x = self.layer(x)
        return x


@snippet((normal(2, 3, 8, 8),), (normal(4, 3, 6, 9),), traced=True)
class TracedSizes(nn.Module):
    """Sizes that a trace records as operators: the model takes others."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        y = self.conv(x)
        y = y.view(y.size(0), y.size(1), -1).permute(0, 2, 1)
        return y.reshape(x.shape[0] * y.shape[1], 4)


@snippet((normal(3, 4), {"bias": normal(4)}), traced=True, shapes="")
class TracedDict(nn.Module):
    """A traced module with a dict as an argument, and another as the result."""

    def forward(self, x: Tensor, more: Dict[str, Tensor]) -> Tuple[Tensor, Tensor]:
        return x + more["bias"], more["bias"] * 2


@snippet((normal(3, 4), (normal(4), normal(3, 1))), traced=True, shapes="")
class TracedTuple(nn.Module):
    """A traced module with a tuple as an argument."""

    def forward(self, x: Tensor, more: Tuple[Tensor, Tensor]) -> List[Tensor]:
        return [x + more[0], x * more[1]]


@snippet((normal(5, 2, 4), None), (normal(7, 3, 4), None))
class LSTMWithState(nn.Module):
    """nn.LSTM with its optional states."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(4, 3, num_layers=2, bidirectional=True)

    def forward(
        self, x: Tensor, states: Optional[Tuple[Tensor, Tensor]]
    ) -> Tuple[Tensor, Tensor, Tensor]:
        y, (h, c) = self.lstm(x, states)
        return y, h, c


@snippet((normal(2, 5, 8),), (normal(3, 7, 8),))
class Attention(nn.Module):
    """nn.MultiheadAttention with a mask of the size of the input."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2, batch_first=True)

    def forward(self, x: Tensor) -> Tensor:
        length = x.size(1)
        mask = torch.ones(length, length, dtype=torch.bool).triu(1)
        return self.attention(x, x, x, attn_mask=mask, need_weights=False)[0]


@snippet((normal(2, 5, 8),), (normal(3, 7, 8),))
class EncoderLayer(nn.Module):
    """nn.TransformerEncoderLayer, whose quick path is full of questions."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, dropout=0.0)

    def forward(self, x: Tensor) -> Tensor:
        return self.layer(x)


@snippet((normal(2, 3, 8, 8),), (normal(4, 3, 6, 10),))
class BatchNormAndPool(nn.Module):
    """Layers that ask for ranks and sizes."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.BatchNorm2d(3)
        self.pool = nn.AdaptiveAvgPool2d((2, 1))
        self.flatten = nn.Flatten()

    def forward(self, x: Tensor) -> Tensor:
        return self.flatten(self.pool(self.norm(x)))


@snippet((torch.tensor([1, 4, 2, 2]),), (torch.tensor([3, 0]),))
class EmbeddingOfBag(nn.Module):
    """nn.Embedding and nn.EmbeddingBag."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(5, 3, padding_idx=0)
        self.bag = nn.EmbeddingBag(5, 3, mode="mean")

    def forward(self, tokens: Tensor) -> Tensor:
        return self.embedding(tokens) + self.bag(tokens.unsqueeze(0))


@snippet((normal(3, 4),), (normal(5, 4),))
class OtherMethods(nn.Module):
    """Methods that call each other, one of them exported by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def scaled(self, x: Tensor, factor: float = 2.0) -> Tensor:
        return self.layer(x) * factor

    @torch.jit.export
    def also(self, x: Tensor) -> Tensor:
        return x

    def forward(self, x: Tensor) -> Tensor:
        return self.scaled(x) + self.scaled(x, factor=3.0)


class _Constants(nn.Module):
    """Tensors that are no buffers."""

    def __init__(self, *tensors: Tensor) -> None:
        super().__init__()
        for place, tensor in enumerate(tensors):
            setattr(self, f"c{place}", tensor)
        self.count = len(tensors)


class _EmptyConstants(_Constants):
    def forward(self, x: Tensor) -> List[Tensor]:
        return [torch.cat([x.to(c.dtype), c]) for c in (getattr(self, f"c{i}") for i in range(self.count))]


class _SumOfConstants(_Constants):
    def forward(self, x: Tensor) -> Tensor:
        for i in range(self.count):
            c = getattr(self, f"c{i}")
            x = x * 2 + (c.real + c.imag * 3 if c.is_complex() else c.float())
        return x


_DTYPES = (torch.float32, torch.float64, torch.float16, torch.int64, torch.int8, torch.bool)
_EMPTY = tuple(torch.empty(0, 3, dtype=dtype) for dtype in _DTYPES)
_OTHERS = (
    torch.tensor([2**16 - 1, 3], dtype=torch.uint16),
    torch.tensor([2**32 - 1, 3], dtype=torch.uint32),
    torch.tensor([2**62, 3], dtype=torch.uint64),
    torch.tensor([0.5, -3]).to(torch.float8_e4m3fn),
    torch.tensor([0.5, -3]).to(torch.float8_e5m2),
)


def _complex() -> Tensor:
    """Elements of their own: TorchScript writes all views of a storage with one dtype."""
    return torch.complex(normal(2, 3), normal(3, 2).t())


_VIEWS = (
    _complex().conj(),
    _complex().conj()[:, 1:2],
    _complex().conj().imag,
    torch._neg_view(normal(3, 6).clone())[1:, 1::2],
    torch._neg_view(_complex().conj()),
)

_ROWS = ((normal(2, 3),), (normal(0, 3),))
snippet(*_ROWS, name="empty_constants", arguments=_EMPTY, traced=True)(_EmptyConstants)
snippet((normal(4, 2),), (normal(1, 2),), name="dtypes_of_constants", arguments=_OTHERS, traced=True)(
    _SumOfConstants
)
snippet((normal(2, 3),), name="views_of_constants", arguments=_VIEWS, traced=True)(_SumOfConstants)


@snippet((normal(2, 3),))
class SignsOfBuffers(nn.Module):
    """A negative and a conjugate view, one of which is written."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("negative", torch._neg_view(normal(2, 3)))
        self.register_buffer("conjugate", torch.complex(normal(2, 3), normal(2, 3)).conj())

    def forward(self, x: Tensor) -> Tuple[Tensor, Tensor]:
        self.negative.add_(1)
        return x + self.negative, x * self.conjugate.imag


@snippet((torch.tensor([[3, 1], [3, 2]]),), (torch.tensor([[3, 1], [3, 0], [1, 3]]),), traced=True)
class ResultsNotRequested(nn.Module):
    """They are empty."""

    def forward(self, x: Tensor) -> Tuple[Tensor, ...]:
        return (
            *torch._unique2(x, True, False, False),
            *torch._unique2(x, True, False, True),
            *torch.ops.aten.unique_consecutive(x),
        )
