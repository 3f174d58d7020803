"""Other sizes for a program that was exported with dynamic ones.

torch.export says in symbols which sizes of the inputs belong together and which
it has fixed.  Other sizes are other values of these symbols: larger ones, 1 and
0.  Values count when eager takes inputs of the sizes that they imply and torch
gets eager's results from the exported program as well; else others are tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy
import torch
from torch.export import Dim, ExportedProgram
from torch.utils._sympy.value_ranges import ValueRanges

from integration.ops.samples import (
    MAX_ELEMENTS,
    SEEDS,
    Sample,
    differ,
    diverse,
    run_eagerly,
)

#: Samples of an entry that are tried at other sizes.
FEW = 4

#: Entries whose inputs say sizes, which eager does not check before it reads there.
UNCHECKED = frozenset({"_segment_reduce.lengths", "_segment_reduce.offsets"})

#: The value that symbols get in each further round; None stands for larger ones.
ROUNDS = {"larger sizes": None, "sizes of 1": 1, "sizes of 0": 0}

#: Symbols that are given a value of their own when all together are refused.
ALONE = 6

#: One round of a program: what is fed, and what eager gives.
Tensors = list[torch.Tensor]
Round = tuple[str, Tensors, Tensors]


def choose(name: str, samples: list[Sample]) -> list[Sample]:
    """Samples of an entry that have a size that torch.export can leave open."""
    if name in UNCHECKED:
        return []
    able = [
        sample
        for sample in samples
        if any(size > 1 for tensor in sample.tensors for size in tensor.shape)
        and sum(tensor.numel() for tensor in sample.tensors) < MAX_ELEMENTS // 16
    ]
    return sorted(diverse(able, FEW), key=lambda sample: sample.index)


def shapes(tensors: tuple[torch.Tensor, ...]) -> tuple[object, ...]:
    """The `dynamic_shapes` of torch.export under which every size is open."""
    return (tuple({axis: Dim.AUTO for axis in range(t.dim())} for t in tensors),)


@dataclass
class _Sizes:
    """A sample in an exported program: its sizes as expressions of symbols."""

    sample: Sample
    begin: int
    shapes: list[list[sympy.Expr]]
    hints: dict[sympy.Symbol, int]


def _sizes(program: ExportedProgram, samples: list[Sample]) -> list[_Sizes]:
    values = {n.name: n.meta.get("val") for n in program.graph.nodes}
    inputs = [values[str(name)] for name in program.graph_signature.user_inputs]
    result, begin = [], 0
    for sample in samples:
        sizes = _Sizes(sample, begin, [], {})
        for tensor, value in zip(sample.tensors, inputs[begin:]):
            shape = [
                size.node.expr if isinstance(size, torch.SymInt) else sympy.Integer(size)
                for size in value.shape
            ]
            sizes.shapes.append(shape)
            for expr, size in zip(shape, tensor.shape, strict=True):
                if expr.is_Symbol:
                    sizes.hints[expr] = size
        begin += len(sample.tensors)
        result.append(sizes)
    return result


def _assignments(
    hints: dict[sympy.Symbol, int], value: int | None
) -> Iterator[dict[sympy.Symbol, int]]:
    """Values for the symbols, those that change most first."""
    larger = {symbol: hints[symbol] + 1 + n for n, symbol in enumerate(hints)}
    if value is None:
        yield larger
        yield {symbol: 2 * hint for symbol, hint in hints.items()}
    else:
        yield dict.fromkeys(hints, value)
    for symbol in list(hints)[:ALONE]:
        if value is None:
            yield hints | {symbol: hints[symbol] + 1}
        else:
            yield larger | {symbol: value}
            yield hints | {symbol: value}


def _permitted(
    values: dict[sympy.Symbol, int], ranges: dict[sympy.Symbol, ValueRanges]
) -> bool:
    """Whether the program says that it takes these values.

    A lower bound of 2 is torch.export's own: it takes 0 and 1 for sizes that are
    not like others, whatever the program does with them.
    """
    for symbol, value in values.items():
        bounds = ranges.get(symbol)
        if bounds and not (value <= 1 and bounds.lower == 2):
            if not bounds.lower <= value <= bounds.upper:
                return False
    return True


def _resize(tensor: torch.Tensor, shape: list[int]) -> torch.Tensor:
    """A tensor of another shape with values like those that it had.

    Floats that are used twice become smaller by some percents, so that sorting
    has one answer.  What was sorted stays so: boundaries are searched by bisection.
    """
    if list(tensor.shape) == shape:
        return tensor.clone()
    count = torch.Size(shape).numel()
    old = tensor.reshape(-1)
    if not old.numel():
        return torch.ones(shape, dtype=tensor.dtype)
    generator = torch.Generator().manual_seed(count)
    order = torch.randperm(old.numel(), generator=generator)
    repeats = -(-count // old.numel())
    new = old[order.repeat(repeats)[:count]]
    if repeats > 1 and new.is_floating_point():
        shrink = 1 - 0.1 * torch.rand(count, generator=generator)
        shrink[: old.numel()] = 1
        new = (new.to(torch.float64) * shrink).to(tensor.dtype)
    new = new.reshape(shape)
    if tensor.dim() and tensor.shape[-1] > 2 and not tensor.is_complex():
        if (tensor[..., :-1] <= tensor[..., 1:]).all():
            new = new.sort(-1).values
    return new


def _resized(sizes: _Sizes, values: dict[sympy.Symbol, int]) -> Tensors | None:
    """The inputs of the sample at these values; None if there are no such sizes."""
    tensors = []
    for tensor, shape in zip(sizes.sample.tensors, sizes.shapes, strict=True):
        new = [expr.subs(values) for expr in shape]
        if not all(size.is_Integer and size >= 0 for size in new):
            return None
        tensors.append(_resize(tensor, [int(size) for size in new]))
    if all(a.shape == b.shape for a, b in zip(tensors, sizes.sample.tensors)):
        return None
    return tensors if sum(t.numel() for t in tensors) < MAX_ELEMENTS else None


def _eager(sample: Sample, tensors: Tensors) -> Tensors | None:
    """Eager's results, None where it refuses."""
    try:
        outputs = run_eagerly(sample, SEEDS[0], tensors)
    except Exception:  # noqa: BLE001 - operators refuse sizes in many ways
        return None
    if len(outputs) != len(sample.outputs):
        return None
    return outputs if all(o.layout == torch.strided for o in outputs) else None


def vary(program: ExportedProgram, samples: list[Sample]) -> list[Round]:
    """The rounds after the first, whose sizes are those of the samples.

    Raises ValueError when torch.export has fixed all sizes.
    """
    every = _sizes(program, samples)
    if not any(sizes.hints for sizes in every):
        raise ValueError("torch.export fixes every size")
    ranges = program.range_constraints
    module = program.module()
    inputs = [tensor for sample in samples for tensor in sample.tensors]
    outputs = [output for sample in samples for output in sample.outputs]
    rounds: list[Round] = []

    def holds(sizes: _Sizes, tensors: Tensors, expected: Tensors) -> bool:
        """Whether the program gives eager's results at other sizes of a sample."""
        fed = list(inputs)
        fed[sizes.begin : sizes.begin + len(tensors)] = tensors
        try:
            actual = module(*(tensor.clone() for tensor in fed))
        except Exception:  # noqa: BLE001 - guards, and kernels
            return False
        place = sum(len(s.outputs) for s in samples[: samples.index(sizes.sample)])
        return not any(
            differ(found, output, tolerant=True, values=not sizes.sample.random)
            for found, output in zip(actual[place:], expected)
        )

    zero: set[sympy.Symbol] = set()
    for title, value in ROUNDS.items():
        fed, expected, changed = [], [], False
        for sizes in every:
            new = sizes.sample.tensors, sizes.sample.outputs
            for values in _assignments(sizes.hints, value) if sizes.hints else ():
                if not _permitted(values, ranges):
                    continue
                tensors = _resized(sizes, values)
                results = _eager(sizes.sample, tensors) if tensors else None
                if tensors and results and holds(sizes, tensors, results):
                    new = tensors, results
                    zero.update(s for s in values if values[s] == 0)
                    changed = True
                    break
            fed += new[0]
            expected += new[1]
        if changed:
            rounds.append((title, fed, expected))
    # A program whose user admits 0 says so.
    for symbol in zero & ranges.keys():
        ranges[symbol] = ValueRanges(0, ranges[symbol].upper)
    return [("", inputs, outputs), *rounds]
