"""Evaluates a model with the compiler if ONNX Runtime and PyTorch differ.

The evaluator computes each operator as the standard defines it.  If it agrees with
PyTorch, the model is right and the runtime is at fault.  If it agrees with the runtime,
the model is wrong.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from torch_onnx_mlir._model import runtime as _runtime
from torch_onnx_mlir.errors import CompilerError

#: Seconds that an evaluation may take: it is slow, and a difference was found already.
SECONDS = 60.0


@dataclasses.dataclass
class Output:
    """An output that ONNX Runtime and PyTorch compute differently.

    Attributes:
        name: Its name.
        number: Its position among the outputs.
        runtime: What ONNX Runtime computes.
        expected: What PyTorch computes.
    """

    name: str
    number: int
    runtime: torch.Tensor
    expected: torch.Tensor


def _distance(first: torch.Tensor, second: torch.Tensor) -> float:
    """The largest absolute difference; infinite for other shapes."""
    if first.shape != second.shape:
        return math.inf
    first, second = _runtime.numbers(first), _runtime.numbers(second)
    if not first.numel():
        return 0.0
    difference = (first.double() - second.double()).abs()
    # Equal infinities and two NaNs are no difference; any other NaN is.
    same = (first == second) | (first.isnan() & second.isnan())
    return float(difference.masked_fill(same, 0.0).nan_to_num(math.inf).max())


def find(
    evaluate: Callable[[], Sequence[Any]],
    wrong: Sequence[Output],
    is_right: Callable[[torch.Tensor, int], bool],
    is_close: Callable[[torch.Tensor, torch.Tensor], bool],
) -> str:
    """Which of the two is at fault, in one line.

    Args:
        evaluate: Gives the outputs by the evaluator of the compiler.
        wrong: The outputs that differ.
        is_right: Whether a value is what PyTorch computes as the output of a position.
        is_close: Whether two values are equal but for rounding.
    """
    try:
        values = evaluate()
    except (CompilerError, TypeError, ValueError) as error:
        reason = " ".join(str(error).split())
        return f"the compiler's evaluator cannot tell which one is right: {reason}"
    if len(values) <= max(output.number for output in wrong):
        return "the compiler's evaluator agrees with neither: it gives fewer outputs"
    mine = [values[output.number] for output in wrong]
    distances = [_distance(v, output.expected) for v, output in zip(mine, wrong, strict=True)]
    ours = [
        index for index, output in enumerate(wrong) if not is_right(mine[index], output.number)
    ]
    worst = max(ours or range(len(wrong)), key=lambda index: distances[index])
    output, far = wrong[worst], distances[worst]
    if not ours:
        return (
            "the runtime is at fault: the compiler's evaluator agrees with PyTorch "
            f"(output '{output.name}': largest difference {far:.3g})"
        )
    if is_close(mine[worst], output.runtime):
        return (
            "the model is at fault: the compiler's evaluator agrees with ONNX Runtime "
            f"(output '{output.name}': largest difference from PyTorch {far:.3g})"
        )
    return (
        "the compiler's evaluator agrees with neither "
        f"(output '{output.name}': largest difference from PyTorch {far:.3g}, "
        f"from ONNX Runtime {_distance(mine[worst], output.runtime):.3g})"
    )
