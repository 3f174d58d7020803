"""Programs of the kinds that libraries of models have: caches in dictionaries, stacks of
recurrent cells, searches, interfaces, overloads, classes with properties, resizes."""

from typing import Dict, Final, List, Optional, Tuple, Union  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn

from integration.torchscript.snippet import normal, snippet


class _Cell(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.input = nn.Linear(4, 4)
        self.hidden = nn.Linear(4, 4)

    def forward(
        self, x: Tensor, state: Tuple[Tensor, Tensor]
    ) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        h, c = state
        c = torch.sigmoid(self.input(x)) * c + self.hidden(h)
        h = torch.tanh(c)
        return h, (h, c)


class _Layer(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cell = _Cell()

    def forward(
        self, x: Tensor, state: Tuple[Tensor, Tensor]
    ) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        inputs = x.unbind(0)
        outputs = torch.jit.annotate(List[Tensor], [])
        for i in range(len(inputs)):
            out, state = self.cell(inputs[i], state)
            outputs += [out]
        return torch.stack(outputs), state


@snippet((normal(3, 2, 4),), (normal(5, 2, 4),), loops=3)
class StackedStates(nn.Module):
    """A recurrent network by hand: a list of tuples of states, one for each layer."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([_Layer() for _ in range(3)])

    def forward(self, x: Tensor) -> Tuple[Tensor, List[Tuple[Tensor, Tensor]]]:
        states: List[Tuple[Tensor, Tensor]] = []
        for _ in range(len(self.layers)):
            zeros = torch.zeros(x.size(1), 4, dtype=x.dtype, device=x.device)
            states.append((zeros, zeros))
        new = torch.jit.annotate(List[Tuple[Tensor, Tensor]], [])
        i = 0
        for layer in self.layers:
            x, state = layer(x, states[i])
            new += [state]
            i += 1
        return x, new


@snippet((normal(2, 4), 3), (normal(3, 4), 5), loops=1)
class IncrementalState(nn.Module):
    """A cache of keys in a dictionary of dictionaries, which each step makes longer."""

    def __init__(self) -> None:
        super().__init__()
        self.key = nn.Linear(4, 4)

    def step(self, x: Tensor, state: Dict[str, Dict[str, Optional[Tensor]]]) -> Tensor:
        name = "attention" + "." + "state"
        if name not in state:
            empty: Dict[str, Optional[Tensor]] = {}
            state[name] = empty
        saved = state[name]
        keys = self.key(x).unsqueeze(1)
        if "keys" in saved:
            before = saved["keys"]
            if before is not None:
                keys = torch.cat([before, keys], dim=1)
        saved["keys"] = keys
        return keys.sum(1).tanh()

    def forward(self, x: Tensor, n: int) -> Tensor:
        state: Dict[str, Dict[str, Optional[Tensor]]] = {}
        x = self.step(x, state)
        for _ in range(n):
            x = x + self.step(x, state)
        return x


@torch.jit.interface
class _Unit(nn.Module):
    def forward(self, x: Tensor, scale: int) -> Tensor:
        pass


class _Scaled(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: Tensor, scale: int) -> Tensor:
        return self.layer(x) * scale


class _Shifted(nn.Module):
    def forward(self, x: Tensor, scale: int) -> Tensor:
        return x.tanh() + scale


class _Units(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.units = nn.ModuleList([_Scaled(), _Shifted(), _Scaled()])
        self.named = nn.ModuleDict({"first": _Shifted(), "last": _Scaled()})


@snippet((normal(3, 4), 1), (normal(5, 4), 2))
class Interfaces(_Units):
    """Modules of different classes, by their position or key: the loop is unrolled."""

    def forward(self, x: Tensor, scale: int) -> Tensor:
        for i in range(2):
            unit: _Unit = self.units[i]
            x = unit.forward(x, scale + i)
        for key in ("last", "first"):
            named: _Unit = self.named[key]
            x = named.forward(x, scale)
        return x


@snippet((normal(3, 4), 1), (normal(5, 4), 2), refusal="expected an index that is known at import")
class InterfaceAtRunTime(_Units):
    """The module depends on an input."""

    def forward(self, x: Tensor, scale: int) -> Tensor:
        unit: _Unit = self.units[scale]
        return unit.forward(x, scale)


@torch.jit.script_if_tracing
def _sum_rows(x: Tensor, n: Tensor) -> Tensor:
    out = torch.zeros_like(x)
    for i in range(int(n)):
        out[i] = x[: i + 1].sum(0)
    return out


@snippet((normal(3, 4),), (normal(5, 4),), traced=True, shapes="[?,4]f32", loops=1)
class ScriptedIfTracing(nn.Module):
    """A function that is scripted as soon as it is traced keeps its loop."""

    def forward(self, x: Tensor) -> Tensor:
        return _sum_rows(x, torch.tensor(x.shape[0])) * 2


@snippet((normal(3, 4),), (normal(5, 4),))
class Overloads(nn.Module):
    """One method for tensors and for numbers."""

    @torch.jit._overload_method
    def double(self, x: int) -> int:  # noqa: F811
        pass

    @torch.jit._overload_method
    def double(self, x: Tensor) -> Tensor:  # noqa: F811
        pass

    def double(self, x):  # noqa: F811
        return x * 2 + 1

    def forward(self, x: Tensor) -> Tuple[Tensor, int]:
        return self.double(x), self.double(x.size(0))


def _measure(value: Union[int, Tensor, List[int]]) -> int:
    if isinstance(value, int):
        return value
    elif isinstance(value, Tensor):
        return value.dim() * 10
    else:
        return len(value) * 100


@snippet((normal(4, 4), 8), (normal(6, 4), 3))
def unions(x: Tensor, n: int) -> int:
    return _measure(n) + _measure(x) + _measure([1, n])


@torch.jit.script
class _Interval:
    def __init__(self, start: float, width: float):
        self.start = start
        self.width = width

    @property
    def end(self) -> float:
        return self.start + self.width

    def move(self, by: float) -> "_Interval":
        self.start = self.start + by
        return self

    def __add__(self, other: "_Interval") -> "_Interval":
        return _Interval(self.start + other.start, self.width)

    def __lt__(self, other: "_Interval") -> bool:
        return self.start < other.start

    @staticmethod
    def unit(n: int) -> "_Interval":
        return _Interval(float(n), 1.0)


@snippet((normal(4, 4), 8), (normal(6, 4), 3), loops=1)
def class_with_operators(x: Tensor, n: int) -> Tensor:
    interval = _Interval(0.5, 2.0)
    same = interval
    for _ in range(n):
        same.move(0.25)
    total = interval + same + _Interval.unit(n)
    return x * total.end + (1.0 if interval < total else 0.0)


@snippet((normal(4, 4),), (normal(6, 4),), loops=0, ifs=0)
class Schedule(nn.Module):
    """A text says which layers there are."""

    plan: Final[str]

    def __init__(self) -> None:
        super().__init__()
        self.plan = "relu,tanh,scale:2,scale:-1"

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        results: Dict[str, Tensor] = {}
        i = 0
        for step in self.plan.split(","):
            if step.startswith("scale"):
                x = x * float(step.split(":")[1])
            elif step == "relu":
                x = x.relu()
            elif step == "tanh":
                x = x.tanh() + len(step)
            else:
                raise ValueError(f"the step {step} of {self.plan} is not known")
            results[f"{step}_{i}"] = x
            i += 1
        return results


def _grow(rows: List[Tensor], factor: int) -> int:
    rows.append(rows[-1] * factor)
    return len(rows)


@snippet((normal(4), 2), (normal(6), 4))
def list_grown_by_function(x: Tensor, n: int) -> Tuple[Tensor, int]:
    rows = [x]
    count = _grow(rows, n) + _grow(rows, n + 1) * 10
    for i in range(n):
        count += _grow(rows, i)
    return rows[-2], count


def _visit(visited: List[int]) -> bool:
    visited.append(1)
    return len(visited) > 2


@snippet((normal(4),), (normal(6),), (normal(6) * 0,))
def effects_of_conditions(x: Tensor) -> List[int]:
    visited = [0]
    first = bool((x > 0).any()) and _visit(visited)
    second = bool((x < -3).any()) or _visit(visited)
    return [len(visited), int(first), int(second)]


@snippet((normal(5, 6),), (normal(8, 6),))
def best_path(x: Tensor) -> Tuple[Tensor, Tensor]:
    score = x[0]
    cost = torch.outer(torch.arange(6.0), torch.ones(6)) * 0.1
    back: List[Tensor] = []
    for t in range(1, x.size(0)):
        score, indices = (score.unsqueeze(1) + cost).max(0)
        score = score + x[t]
        back.append(indices)
    best, last = score.max(0)
    path = [last]
    for i in range(len(back)):
        path.append(back[len(back) - 1 - i][path[-1]])
    path.reverse()
    return torch.stack(path), best


@snippet((normal(4, 4), 8), (normal(4, 4) * 3, 3), loops=1)
def power_iteration(matrix: Tensor, limit: int) -> Tuple[Tensor, int]:
    vector = torch.ones(4)
    before: Optional[Tensor] = None
    for step in range(limit):
        product = matrix @ vector
        norm = product.norm()
        if float(norm) == 0.0:
            return vector, step
        vector = product / norm
        if before is not None and float((vector - before).abs().max()) < 0.05:
            return vector, step
        before = vector
    return vector, -1


@snippet((normal(4), 3), (normal(6), 4), refusal="writes to an argument of a subgraph")
def two_buffers(x: Tensor, n: int) -> Tuple[Tensor, Tensor]:
    front, back = x.clone(), torch.zeros_like(x)
    for i in range(n):
        back.copy_(front * 2 + i)
        front, back = back, front
    return front, back


@snippet((normal(1, 2, 5, 6),), (normal(1, 2, 7, 9),))
def resize_by_factor(x: Tensor) -> List[Tensor]:
    resize = nn.functional.interpolate
    return [
        resize(x, scale_factor=1.7, mode="nearest"),
        resize(x, scale_factor=1.7, mode="nearest-exact"),
        resize(x, scale_factor=0.6, mode="area"),
        resize(x, scale_factor=1.7, mode="bicubic", align_corners=False),
        resize(x, scale_factor=[1.7, 0.6], mode="bicubic", align_corners=True),
        resize(x[0], scale_factor=1.7, mode="linear", align_corners=False),
        resize(x[0], scale_factor=1.7, mode="linear", align_corners=True),
    ]


@snippet((2, 2, 2.5, 0.3), (9, 3, 3.5, 0.7), (0, -1, -1.0, -0.1))
def sequences_of_floats(n: int, by: int, end: float, step: float) -> List[Tensor]:
    return [
        torch.arange(n, dtype=torch.float32),
        torch.arange(-1, n, dtype=torch.float64),
        torch.arange(0, 6 * by, by, dtype=torch.float32),
        torch.arange(0.5 * by, end * by * by, by),
        torch.arange(0.0, end, step),
        torch.arange(0, end, step, dtype=torch.float16),
    ]
