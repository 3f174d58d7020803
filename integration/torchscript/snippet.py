"""The vocabulary in which small scripted programs are described.

A snippet is a module class or a function under the @snippet decorator, with the sets of
inputs that it is run with. A dimension in which the sets differ is dynamic in the model.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import torch
from torch import Tensor, nn

#: How `--input-shapes` spells dtypes.
DTYPES = {
    torch.float32: "f32",
    torch.float64: "f64",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.int64: "i64",
    torch.int32: "i32",
    torch.int16: "i16",
    torch.int8: "i8",
    torch.uint8: "ui8",
    torch.bool: "i1",
    torch.float8_e4m3fn: "f8E4M3FN",
    torch.float8_e5m2: "f8E5M2",
    torch.complex64: "complex<f32>",
    torch.complex128: "complex<f64>",
}

Inputs = tuple[Any, ...]


@dataclass(frozen=True)
class Snippet:
    """A program and what is expected of its model."""

    name: str
    #: A module class, or a function.
    program: Callable[..., Any]
    #: The sets of inputs, each the positional arguments of `forward`.
    sets: tuple[Inputs, ...]
    #: What the module is constructed from.
    arguments: tuple[Any, ...] = ()
    #: Traced with the first set, instead of scripted.
    traced: bool = False
    options: tuple[str, ...] = ()
    #: Arguments whose values are part of the model: no inputs of it.
    fixed: tuple[int, ...] = ()
    #: `--input-shapes`, where it does not follow from the sets; "" for none.
    shapes: str | None = None
    #: The number of Loop and If nodes, where it is known.
    loops: int | None = None
    ifs: int | None = None
    #: A regular expression that the message of the refusal matches.
    refusal: str = ""
    #: A regular expression that a warning matches.
    warning: str = ""
    #: Buffers keep what forward writes to them: each set starts from a new module.
    training: bool = False

    def build(self) -> nn.Module | Callable[..., Any]:
        """The program in eager mode."""
        if not isinstance(self.program, type):
            return self.program
        torch.manual_seed(0)
        return self.program(*self.arguments).train(self.training)

    def compile(self) -> torch.jit.ScriptModule:
        """The program in TorchScript."""
        program = self.build()
        if self.traced:
            given = copy.deepcopy(self.sets[0])
            return torch.jit.trace(program, given, check_trace=False)
        return torch.jit.script(program)

    def run(self, inputs: Inputs) -> Any:
        """What eager mode gives."""
        torch.manual_seed(0)
        with torch.no_grad():
            return self.build()(*copy.deepcopy(inputs))

    def input_shapes(self) -> str:
        """The inputs as `--input-shapes` describes them."""
        if self.shapes is not None:
            return self.shapes
        return ",".join(
            _describe_value(values[0]) if place in self.fixed else describe(values)
            for place, values in enumerate(zip(*self.sets, strict=True))
        )

    def fed(self) -> list[Inputs]:
        """What the model is given in each set."""
        return [
            tuple(value for place, value in enumerate(inputs) if place not in self.fixed)
            for inputs in self.sets
        ]


SNIPPETS: dict[str, Snippet] = {}
_Program = TypeVar("_Program", bound=Callable[..., Any])


def snippet(*sets: Inputs, name: str = "", **settings: Any) -> Callable[[_Program], _Program]:
    """Registers a module class or a function with the sets of its inputs."""

    def register(program: _Program) -> _Program:
        own = name or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", program.__name__).lower()
        assert own not in SNIPPETS, own
        SNIPPETS[own] = Snippet(own, program, sets, **settings)
        return program

    return register


def normal(*sizes: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """Normal numbers, the same for the same sizes."""
    seed = 1
    for size in sizes:
        seed = seed * 1009 + size
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(sizes, generator=generator).to(dtype)


def counting(*sizes: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """0, 1, 2, ... in the order of the elements."""
    return torch.arange(torch.Size(sizes).numel(), dtype=dtype).reshape(sizes)


def _describe_value(value: bool | int | float | str) -> str:
    """A value that is part of the model."""
    return json.dumps(value)


def _describe_tensor(tensors: Sequence[Tensor]) -> str:
    dims = [
        str(sizes[0]) if len(set(sizes)) == 1 else "?"
        for sizes in zip(*(tensor.shape for tensor in tensors), strict=True)
    ]
    return f"[{','.join(dims)}]{DTYPES[tensors[0].dtype]}"


def describe(values: Sequence[Any]) -> str:
    """One argument in all sets, as an element of `--input-shapes`."""
    first = values[0]
    if first is None:
        return "none"
    if isinstance(first, Tensor):
        return _describe_tensor(values)
    if isinstance(first, bool | int | float):
        return type(first).__name__
    if isinstance(first, dict):
        parts = [f"{key}: {describe([v[key] for v in values])}" for key in first]
        return "{" + ", ".join(parts) + "}"
    assert isinstance(first, list | tuple), type(first)
    parts = [describe(items) for items in zip(*values, strict=True)]
    text = ", ".join(parts)
    return f"list({text})" if isinstance(first, list) else f"({text})"


def leaves(value: Any) -> Iterator[Tensor]:
    """The inputs of the model, in their order: numbers are 0-d tensors."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, bool | int | float):
        yield number(value)
    elif isinstance(value, dict):
        for item in value.values():
            yield from leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from leaves(item)
    else:
        assert value is None, type(value)


def number(value: bool | int | float) -> Tensor:
    """A number of Python as a 0-d tensor."""
    kinds = {bool: torch.bool, int: torch.int64, float: torch.float64}
    return torch.tensor(value, dtype=kinds[type(value)])
