"""A program of the fuzzer: statements as text, inputs and buffers as expressions.

A program is what a test needs to fail again: plain Python, and nothing that
depends on the generator.  It has one or more worlds, which are sets of inputs
of different sizes; the first one is what torch.export sees.
"""

from __future__ import annotations

import linecache
import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any
from unittest import mock

import torch
import torch.nn.functional as F

#: Names of tensors and numbers: inputs, buffers, variables, numbers.
NAME = re.compile(r"\b[xbvn]\d+\b")

#: What the text of a program may use.
SCOPE: dict[str, Any] = {"torch": torch, "F": F, "inf": math.inf, "nan": math.nan}


@dataclass(frozen=True)
class Statement:
    """One line: `v3 = v1.relu()`, or a write such as `v1.add_(1)`."""

    text: str
    defines: tuple[str, ...] = ()

    @property
    def uses(self) -> set[str]:
        """Names that the line reads or writes, without those it defines."""
        text = self.text
        if self.defines:
            text = text.partition(" = ")[2]
        return set(NAME.findall(text))


@dataclass(frozen=True)
class Program:
    """Statements over inputs and buffers, and what is returned."""

    #: For each input an expression in each world.
    inputs: dict[str, tuple[str, ...]]
    #: Dimensions of inputs that are dynamic.
    dynamic: dict[str, tuple[int, ...]]
    buffers: dict[str, str]
    statements: tuple[Statement, ...]
    outputs: tuple[str, ...]
    seed: str = ""
    options: tuple[str, ...] = field(default=())

    @property
    def worlds(self) -> int:
        """The number of sets of inputs."""
        return min((len(w) for w in self.inputs.values()), default=1)

    def world(self, number: int) -> list[torch.Tensor]:
        """The inputs of a world, in order."""
        return [evaluate(expressions[number]) for expressions in self.inputs.values()]

    def in_world(self, number: int) -> Program:
        """The program with one set of inputs only, and no dynamic dimension."""
        inputs = {name: (texts[number],) for name, texts in self.inputs.items()}
        return replace(self, inputs=inputs, dynamic={})

    def widened(self) -> Program:
        """The program with float64 in the place of all other floats; its inputs and
        buffers keep the numbers that they have."""

        def wide(text: str) -> str:
            return re.sub(r"torch\.(float32|float16|bfloat16)\b", "torch.float64", text)

        def widened(text: str) -> str:
            return f"{text}.double()" if wide(text) != text else text

        return replace(
            self,
            inputs={n: tuple(map(widened, texts)) for n, texts in self.inputs.items()},
            buffers={n: widened(text) for n, text in self.buffers.items()},
            statements=tuple(replace(s, text=wide(s.text)) for s in self.statements),
        )

    def forward_source(self) -> str:
        """The method `forward` as text."""
        lines = [f"def forward({', '.join(['self', *self.inputs])}):"]
        lines += [f"    {name} = self.{name}" for name in self.buffers]
        lines += [f"    {statement.text}" for statement in self.statements]
        lines.append(f"    return ({', '.join(self.outputs)},)")
        return "\n".join(lines) + "\n"

    def text(self) -> str:
        """All expressions and statements."""
        inputs = [text for texts in self.inputs.values() for text in texts]
        lines = [*inputs, *self.buffers.values(), *(s.text for s in self.statements)]
        return "\n".join(lines)

    def source(self) -> str:
        """The program as a file that runs by itself and writes program.pt2."""
        body = self.forward_source().splitlines()
        lines = ["import torch", "import torch.nn.functional as F"]
        lines += ["from math import inf, nan", "", "", "class Model(torch.nn.Module):"]
        if self.buffers:
            lines += ["    def __init__(self):", "        super().__init__()"]
            for name, text in self.buffers.items():
                lines.append(f'        self.register_buffer("{name}", {text})')
            lines.append("")
        lines += [f"    {line}" for line in body] + ["", ""]
        for number in range(self.worlds):
            values = [f"    {texts[number]}," for texts in self.inputs.values()]
            suffix = str(number) if number else ""
            lines += [f"inputs{suffix} = (", *values, ")"]
        shapes = "None"
        if any(self.dynamic.values()):
            each = [
                "{%s}" % ", ".join(f"{d}: torch.export.Dim.AUTO" for d in dims)
                for dims in (self.dynamic.get(name, ()) for name in self.inputs)
            ]
            shapes = f"({', '.join(each)},)"
        lines += [
            f"program = torch.export.export(Model().eval(), inputs, dynamic_shapes={shapes})",
            'torch.export.save(program, "program.pt2")',
            f"# torch-onnx program.pt2 -o program.onnx {' '.join(self.options)}".rstrip(),
            "print(Model()(*inputs))",
        ]
        return "\n".join(lines) + "\n"

    def module(self, label: str = "program") -> torch.nn.Module:
        """The program as a module; its lines are those of a file named after `label`."""
        return Compiled(self, label)


class Compiled(torch.nn.Module):
    """A program that can be called and exported."""

    def __init__(self, program: Program, label: str) -> None:
        super().__init__()
        for name, text in program.buffers.items():
            self.register_buffer(name, evaluate(text))
        source = program.forward_source()
        file = f"{label}.py"
        linecache.cache[file] = (len(source), None, source.splitlines(True), file)
        scope = dict(SCOPE)
        exec(compile(source, file, "exec"), scope)  # noqa: S102 - our own text
        self._forward = scope["forward"]

    def forward(self, *tensors: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Runs the statements."""
        return self._forward(self, *tensors)


def evaluate(text: str) -> torch.Tensor:
    """The tensor that an expression without variables gives."""
    return eval(text, dict(SCOPE))  # noqa: S307 - our own text


@dataclass
class Results:
    """What a run gave: returned values, and inputs and buffers as they are then."""

    outputs: list[torch.Tensor]
    inputs: list[torch.Tensor]
    buffers: list[torch.Tensor]

    def all(self) -> list[torch.Tensor]:
        """All tensors, returned ones first."""
        return [*self.outputs, *self.inputs, *self.buffers]


def _branch(
    condition: Any, then: Callable[..., Any], otherwise: Callable[..., Any], operands: Any = ()
) -> Any:
    """torch.cond, which compiles its branches and therefore fails within a dispatch mode
    (judge.py) if a branch has another one."""
    return then(*operands) if condition else otherwise(*operands)


def run_eager(program: Program, world: int = 0) -> Results:
    """Runs a program in eager mode."""
    module = program.module()
    inputs = program.world(world)
    with torch.no_grad(), mock.patch.object(torch, "cond", _branch):
        outputs = [as_tensor(value) for value in module(*inputs)]
    buffers = [getattr(module, name) for name in program.buffers]
    return Results(*([t.detach().clone() for t in ts] for ts in (outputs, inputs, buffers)))


def as_tensor(value: Any) -> torch.Tensor:
    """A returned number as the model returns it."""
    return value if isinstance(value, torch.Tensor) else torch.tensor(value)


def literal(tensor: torch.Tensor) -> str:
    """An expression for the values of a tensor."""
    dtype = str(tensor.dtype)
    if tensor.numel() == 0:
        return f"torch.zeros({tuple(tensor.shape)}, dtype={dtype})"
    flat = tensor.detach().reshape(-1)
    first = flat[0].item()
    if tensor.numel() > 1 and bool((flat == first).all()) and first != 0:
        return f"torch.full({tuple(tensor.shape)}, {first}, dtype={dtype})"
    if tensor.numel() > 1 and not tensor.any() and not flat.double().signbit().any():
        return f"torch.zeros({tuple(tensor.shape)}, dtype={dtype})"
    return f"torch.tensor({_short(tensor.tolist(), tensor.dtype)}, dtype={dtype})"


def _short(values: Any, dtype: torch.dtype) -> Any:
    """Floats with no more digits than the dtype needs."""
    if isinstance(values, list):
        return [_short(value, dtype) for value in values]
    if isinstance(values, float) and math.isfinite(values):
        for digits in (3, 6, 9):
            rounded = float(f"{values:.{digits}g}")
            if torch.tensor(rounded, dtype=dtype).item() == values:
                return rounded
    return values
