"""Builds random programs step by step, running each step as it is chosen.

A step is a line of Python.  It is run at once on the values of all worlds; what
raises there is not a step.  Programs are therefore valid in eager by
construction, and values are known where a step needs to know them (an index
must be in range, a divisor not zero).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import torch

from integration.fuzz.program import SCOPE, Program, Statement, evaluate, literal

#: The most elements and dimensions of a value.
MAX_ELEMENTS = 2048
MAX_RANK = 5

#: Input dtypes, and how often.
DTYPES = {
    torch.float32: 62,
    torch.float64: 6,
    torch.float16: 6,
    torch.bfloat16: 3,
    torch.int64: 10,
    torch.int32: 4,
    torch.uint8: 2,
    torch.int8: 2,
    torch.int16: 1,
    torch.bool: 4,
}
HALF_DTYPES = {
    **dict.fromkeys(DTYPES, 1),
    torch.float16: 50,
    torch.bfloat16: 20,
    torch.float32: 15,
    torch.int64: 8,
    torch.bool: 4,
}
FLOATS = (torch.float32, torch.float64, torch.float16, torch.bfloat16)
INTS = (torch.int64, torch.int32, torch.uint8, torch.int8, torch.int16)

#: Values of the symbols of input sizes, for each world.
SYMBOLS = {"n": (4, 3, 1, 0), "m": (6, 8, 5, 2)}


class Skip(Exception):
    """A step that does not fit what is there."""


#: A step: gives the right side of an assignment, or a whole line that starts
#: with "!" and defines nothing, or None if it has emitted its lines itself.
Step = Callable[["Generator"], "str | None"]

#: All steps with their weights; the modules steps_*.py fill it.
STEPS: list[tuple[float, Step]] = []


def step(weight: float = 1.0) -> Callable[[Step], Step]:
    """Registers a step."""

    def register(function: Step) -> Step:
        STEPS.append((weight, function))
        return function

    return register


class Generator:
    """The state while a program grows."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.r = random.Random(seed)
        self.dynamic = self.r.random() < 0.4
        self.inputs: dict[str, list[str]] = {}
        self.dims: dict[str, tuple[int, ...]] = {}
        self.buffers: dict[str, str] = {}
        self.statements: list[Statement] = []
        count = len(SYMBOLS["n"]) if self.dynamic else 1
        #: Values of each world; None for a world where a step was not valid.
        self.worlds: list[dict[str, Any] | None] = [{} for _ in range(count)]
        self.count = 0
        self.numbers = 0
        self.special = self.r.random() < 0.2
        self.nan = int(self.r.random() < 0.4)
        #: How often each dtype is: one program in ten is of half precision.
        self.dtypes = HALF_DTYPES if self.r.random() < 0.1 else DTYPES
        #: How often a static size is 0, and an input has no dimensions.
        self.empty = 0.3 if self.r.random() < 0.06 else 0.03
        self.flat = 8 if self.r.random() < 0.08 else 1
        #: One program in five, and all of seeds that begin so, is mostly of branches, loops and sizes from data.
        self.controls = seed.startswith("control") or (
            random.Random(f"control {seed}").random() < 0.2
        )

    # Choices.

    def chance(self, probability: float) -> bool:
        return self.r.random() < probability

    def of(self, *choices: Any) -> Any:
        return self.r.choice(choices)

    def int(self, low: int, high: int) -> int:
        return self.r.randint(low, high)

    def value(self, name: str) -> torch.Tensor:
        """The value of a variable in the first world."""
        assert self.worlds[0] is not None
        return self.worlds[0][name]

    def values(self, name: str) -> list[torch.Tensor]:
        """The values of a variable in all worlds that are left."""
        return [world[name] for world in self.worlds if world is not None]

    def tensors(self) -> list[str]:
        assert self.worlds[0] is not None
        return [n for n, v in self.worlds[0].items() if isinstance(v, torch.Tensor)]

    def t(
        self,
        kind: str = "",
        low: int = 0,
        high: int = MAX_RANK,
        where: Callable[[torch.Tensor], bool] | None = None,
    ) -> str:
        """A tensor of a kind: letters of f(loat), i(nt), b(ool), s(ingle)."""

        def fits(value: torch.Tensor) -> bool:
            if not low <= value.dim() <= high:
                return False
            if kind:
                dtype = value.dtype
                letters = "b" if dtype == torch.bool else "i"
                if dtype.is_floating_point:
                    letters = "fs" if dtype == torch.float32 else "f"
                if not set(letters) & set(kind):
                    return False
            return where is None or where(value)

        names = [n for n in self.tensors() if fits(self.value(n))]
        if not names:
            raise Skip
        if self.chance(0.6):  # mostly something new, so that programs get deep
            names = names[-4:]
        return self.r.choice(names)

    def dim(self, name: str, negative: bool = True) -> int:
        """A dimension of a tensor, counted from either end."""
        rank = self.value(name).dim()
        if not rank:
            raise Skip
        dim = self.int(0, rank - 1)
        return dim - rank if negative and self.chance(0.4) else dim

    def axis(
        self,
        kind: str = "",
        low: int = 1,
        high: int = MAX_RANK,
        where: Callable[[torch.Tensor], bool] | None = None,
        negative: bool = True,
    ) -> tuple[str, int]:
        """A tensor as `t` gives it, and one of its dimensions."""
        name = self.t(kind, low, high, where)
        return name, self.dim(name, negative)

    def within(self, name: str, dim: int) -> int:
        """A number that indices along a dimension must be below.

        Worlds that have less are given up: eager raises there, but not where the
        result has no elements."""
        worlds = self.values(name)[: 3 if self.chance(0.4) else 2]
        size = min(value.shape[dim] for value in worlds)
        if not size:
            raise Skip
        self.worlds = [
            None if world is None or world[name].shape[dim] < size else world
            for world in self.worlds
        ]
        return size

    def size(self, name: str, dim: int) -> str:
        """The size of a dimension as text, a number where it is static."""
        sizes = {value.shape[dim] for value in self.values(name)}
        if len(sizes) == 1 and not (self.dynamic and self.is_dynamic(name, dim)):
            return str(sizes.pop())
        return f"{name}.shape[{dim}]"

    def is_dynamic(self, name: str, dim: int) -> bool:
        """Whether the size differs between the first worlds."""
        worlds = self.values(name)
        return len(worlds) > 1 and worlds[0].shape[dim] != worlds[1].shape[dim]

    def is_static(self, name: str) -> bool:
        """Whether no size differs between the first worlds."""
        return not any(self.is_dynamic(name, d) for d in range(self.value(name).dim()))

    def sizes(self, name: str) -> list[str]:
        return [self.size(name, dim) for dim in range(self.value(name).dim())]

    def number(self) -> str:
        """An integer variable of the program, such as a size."""
        assert self.worlds[0] is not None
        names = [n for n, v in self.worlds[0].items() if type(v) is int]
        if not names:
            raise Skip
        return self.r.choice(names)

    def scalar(self, dtype: torch.dtype | None = None, small: bool = False) -> str:
        """A Python number; of floats mostly harmless ones."""
        if dtype == torch.bool:
            return self.of("True", "False")
        if dtype is not None and not dtype.is_floating_point:
            return str(self.of(0, 1, 2, 3, 5, 7, *(() if dtype == torch.uint8 else (-1, -2, -3))))
        if self.chance(0.3):
            return str(self.of(0, 1, 2, 3, -1, -2))
        if self.chance(0.04) and not small:
            return self.of("inf", "nan", "-inf", "1e-30", "1e5", "70000.0", "-0.0")
        return str(self.of(0.5, -0.5, 1.5, 2.0, 0.1, -1.25, 0.75, 3.0, 1.0, 0.0, 2.5))

    # Values.

    def numbers_of(self, dtype: torch.dtype, count: int, special: bool) -> list[Any]:
        """Values of an input or a buffer; weights have no NaN or infinity."""
        r = self.r
        if dtype == torch.bool:
            return [r.random() < 0.5 for _ in range(count)]
        if not dtype.is_floating_point:
            low = 0 if dtype == torch.uint8 else -5
            wide = special and r.random() < 0.3
            info = torch.iinfo(dtype)
            return [
                r.choice((info.min, info.max, info.max - 1, 0, 1, 100))
                if wide and r.random() < 0.3
                else r.randint(low, 6)
                for _ in range(count)
            ]
        kind = r.random()
        if kind < 0.15:
            values: list[Any] = [float(r.randint(-3, 3)) for _ in range(count)]
        elif kind < 0.25:
            values = [round(r.random(), 3) for _ in range(count)]
        else:
            values = [round(r.gauss(0, 1.5), 3) for _ in range(count)]
        if special and count:
            for _ in range(self.int(1, 3)):
                kinds = [float("inf"), float("-inf"), -0.0, 0.0, 1e-30, 3e4]
                special = self.r.choice(kinds + [float("nan")] * self.nan)
                values[self.int(0, count - 1)] = special
        return values

    def tensor_text(
        self, shape: tuple[int, ...], dtype: torch.dtype, special: bool = False
    ) -> str:
        count = 1
        for size in shape:
            count *= size
        tensor = torch.tensor(self.numbers_of(dtype, count, special), dtype=dtype)
        return literal(tensor.reshape(shape))

    def dtype(self, kind: str = "") -> torch.dtype:
        """A dtype, in the frequency of inputs."""
        names = [
            d
            for d in DTYPES
            if not kind
            or ("f" in kind and d in FLOATS)
            or ("i" in kind and d in INTS)
            or ("b" in kind and d == torch.bool)
        ]
        return self.r.choices(names, [self.dtypes[d] for d in names])[0]

    def static_shape(self, low: int = 0, high: int = 4) -> tuple[int, ...]:
        rank = self.int(low, high)
        sizes = (1, 2, 3, 4, 5)
        shape = [self.r.choices(sizes, (3, 6, 6, 5, 3))[0] for _ in range(rank)]
        if shape and self.chance(self.empty):
            shape[self.int(0, rank - 1)] = 0
        return tuple(shape)

    def add_input(self) -> str:
        """A new input; in a program with dynamic sizes mostly with some."""
        rank = self.r.choices((0, 1, 2, 3, 4), (self.flat, 4, 8, 6, 3))[0]
        shape: list[Any] = list(self.static_shape(rank, rank))
        if self.dynamic:
            for dim in range(rank):
                if self.chance(0.45):
                    shape[dim] = self.r.choices(("n", "m"), (3, 1))[0]
        dtype = self.dtype()
        layout = ""
        if rank >= 2 and self.chance(0.1):
            order = list(range(rank))
            self.r.shuffle(order)
            layout = f".permute({', '.join(map(str, order))})"
            shape_in = [0] * rank
            for position, source in enumerate(order):
                shape_in[source] = shape[position]
            shape = shape_in
        name = f"x{len(self.inputs)}"
        texts, dims = [], set()
        for number in range(len(self.worlds)):
            sizes = tuple(SYMBOLS[s][number] if isinstance(s, str) else s for s in shape)
            texts.append(self.tensor_text(sizes, dtype, self.special) + layout)
        self.inputs[name] = texts
        for world, text in zip(self.worlds, texts):
            if world is not None:
                world[name] = evaluate(text)
        dims = {d for d in range(rank) if self.is_dynamic(name, d)}
        self.dims[name] = tuple(sorted(dims))
        return name

    def add_buffer(self, shape: tuple[int, ...], dtype: torch.dtype = torch.float32) -> str:
        """A new buffer: a weight, or state that the program may write."""
        return self.buffer(self.tensor_text(shape, dtype))

    def buffer(self, text: str) -> str:
        """A new buffer with the value of an expression."""
        name = f"b{len(self.buffers)}"
        self.buffers[name] = text
        for world in self.worlds:
            if world is not None:
                world[name] = evaluate(text)
        return name

    def near(self, name: str, dtype: torch.dtype | None = None) -> str:
        """Another operand that broadcasts with a tensor, made if there is none."""
        shape = self.value(name).shape

        def fits(value: torch.Tensor) -> bool:
            if dtype is not None and value.dtype != dtype:
                return False
            try:
                return torch.broadcast_shapes(value.shape, shape) is not None
            except RuntimeError:
                return False

        if self.chance(0.75):
            try:
                return self.t(where=fits)
            except Skip:
                pass
        if not self.is_static(name):
            shape = torch.Size(1 if self.is_dynamic(name, d) else s for d, s in enumerate(shape))
        sizes = [1 if self.chance(0.2) else s for s in shape[self.int(0, len(shape)) :]]
        return self.add_buffer(tuple(sizes), dtype or self.dtype())

    # Growth.

    def emit(self, text: str) -> str:
        """Runs a line in all worlds and keeps it; the name of its (first) result."""
        writes = text.startswith("!")
        first = self._execute(text.lstrip("!"), 0, writes)
        names: tuple[str, ...] = ()
        line = text.lstrip("!")
        if not writes:
            results = first if isinstance(first, (tuple, list)) else (first,)
            if not results or len(results) > 6:
                raise Skip
            new = []
            for result in results:
                self._check(result)
                letter = "v" if isinstance(result, torch.Tensor) else "n"
                new.append(f"{letter}{self.count + len(new)}")
            names = tuple(new)
            comma = "," if isinstance(first, (tuple, list)) and len(names) == 1 else ""
            line = f"{', '.join(names)}{comma} = {text}"
        values = [first]
        for number in range(1, len(self.worlds)):
            value = None
            if self.worlds[number] is not None:
                try:
                    value = self._execute(text.lstrip("!"), number, writes)
                    if not writes and not _alike(first, value):
                        raise Skip
                except Skip:
                    if number == 1:
                        raise
                    self.worlds[number] = None
            values.append(value)
        for world, value in zip(self.worlds, values):
            if world is not None and names:
                results = value if isinstance(value, (tuple, list)) else (value,)
                world.update(zip(names, results))
        self.count += len(names)
        self.statements.append(Statement(line, names))
        return names[0] if names else ""

    def _check(self, value: Any) -> None:
        if isinstance(value, torch.Tensor):
            if value.numel() > MAX_ELEMENTS or value.dim() > MAX_RANK:
                raise Skip
            if value.dtype not in DTYPES:
                raise Skip
        elif type(value) not in (int, float, bool):
            raise Skip

    def _execute(self, text: str, number: int, writes: bool) -> Any:
        scope = {**SCOPE, **(self.worlds[number] or {})}
        try:
            if writes:
                exec(text, scope)  # noqa: S102 - our own text
                return None
            return eval(text, scope)  # noqa: S307 - our own text
        except Exception as error:  # noqa: BLE001 - whatever torch raises
            raise Skip from error

    def build(self) -> Program:
        """The whole program."""
        for _ in range(self.r.choices((1, 2, 3), (3, 4, 2))[0]):
            self.add_input()
        if self.chance(0.25):
            shape = self.value("x0").shape if self.is_static("x0") else self.static_shape()
            self.add_buffer(tuple(shape), self.value("x0").dtype if self.chance(0.7) else self.dtype())
        wanted = self.int(3, 25)
        weights = [
            weight * (8 if self.controls and function.__module__.endswith(".control") else 1)
            for weight, function in STEPS
        ]
        for _ in range(20 * wanted):
            if len(self.statements) >= wanted:
                break
            (_, chosen) = self.r.choices(STEPS, weights)[0]
            try:
                text = chosen(self)
                if text is not None:
                    self.emit(text)
            except (Skip, IndexError, RuntimeError):  # what it looked at is not there
                continue
        return self.finish()

    def finish(self) -> Program:
        """The program of what has been emitted, with some of its values returned."""
        variables = [n for s in self.statements for n in s.defines if n[0] == "v"]
        used = {n for s in self.statements for n in s.uses}
        leaves = [n for n in variables if n not in used]
        outputs = [n for n in leaves if self.chance(0.8)]
        others = [n for n in [*variables, *self.inputs, *self.buffers] if n not in outputs]
        self.r.shuffle(others)
        outputs += others[: self.of(0, 0, 1, 1, 2, 3)]
        if not outputs:
            outputs = (variables or list(self.inputs))[-1:]
        alive = [number for number, world in enumerate(self.worlds) if world is not None]
        return Program(
            inputs={n: tuple(t[i] for i in alive) for n, t in self.inputs.items()},
            dynamic=dict(self.dims),
            buffers=dict(self.buffers),
            statements=tuple(self.statements),
            outputs=tuple(outputs),
            seed=self.seed,
        )


def _alike(first: Any, other: Any) -> bool:
    """Whether results of two worlds have the same structure, ranks and dtypes."""
    if isinstance(first, (tuple, list)):
        if not isinstance(other, (tuple, list)) or len(first) != len(other):
            return False
        return all(_alike(a, b) for a, b in zip(first, other))
    if isinstance(first, torch.Tensor):
        return (
            isinstance(other, torch.Tensor)
            and first.dtype == other.dtype
            and first.dim() == other.dim()
            and other.numel() <= 8 * MAX_ELEMENTS
        )
    return type(first) is type(other)


def generate(seed: str) -> Program:
    """The program of a seed, always the same."""
    from integration.fuzz import steps  # noqa: F401, PLC0415 - fills STEPS

    torch.manual_seed(0)
    with torch.no_grad():
        return Generator(seed).build()
