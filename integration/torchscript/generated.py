"""Modules whose forward is generated: torch.jit.script reads the source of a function."""

from __future__ import annotations

import itertools
import linecache
import math
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor, nn

_numbers = itertools.count()


class NotText(ValueError):
    """A value that a program cannot hold as text."""


def literal(value: Any) -> str:
    """A constant of Python as TorchScript reads it. Raises NotText."""
    if value is None or isinstance(value, bool | int | str):
        return repr(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return repr(value)
        return f'float("{value}")'
    if isinstance(value, complex):
        return f"complex({literal(value.real)}, {literal(value.imag)})"
    if isinstance(value, torch.dtype | torch.memory_format | torch.layout):
        return str(value)
    if isinstance(value, torch.device):
        return f'torch.device("{value}")'
    raise NotText(f"a {type(value).__name__} as an argument")


def expression(value: Any, names: Iterator[str]) -> str:
    """An argument as text; its tensors are the next ones of `names`. Raises NotText."""
    if isinstance(value, Tensor):
        return next(names)
    if isinstance(value, list | torch.Size):
        return f"[{', '.join(expression(item, names) for item in value)}]"
    if isinstance(value, tuple):
        return f"({''.join(expression(item, names) + ', ' for item in value)})"
    return literal(value)


def call(
    function: str, args: Sequence[Any], kwargs: dict[str, Any], names: Iterator[str]
) -> str:
    """A call as text."""
    parts = [expression(value, names) for value in args]
    parts += [f"{key}={expression(value, names)}" for key, value in kwargs.items()]
    return f"{function}({', '.join(parts)})"


def function(source: str, name: str, **scope: Any) -> Any:
    """The function `name` of a source that inspect finds again."""
    file = f"<generated {next(_numbers)}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    scope |= {"torch": torch, "Tensor": Tensor, "__name__": __name__}
    exec(compile(source, file, "exec"), scope)  # noqa: S102 - it is our own text
    return scope[name]


def module(body: Sequence[str], inputs: int, members: Sequence[nn.Module] = ()) -> nn.Module:
    """A module with members m0, m1, ... and a forward of a0, a1, ... with these lines."""
    names = "".join(f", a{place}: Tensor" for place in range(inputs))
    lines = [f"def forward(self{names}):", *(f"    {line}" for line in body)]
    forward = function("\n".join(lines) + "\n", "forward")
    made = type("Generated", (nn.Module,), {"forward": forward})()
    for place, member in enumerate(members):
        setattr(made, f"m{place}", member)
    return made
