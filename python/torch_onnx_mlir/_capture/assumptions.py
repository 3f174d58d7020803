"""Sizes that torch.export takes from the example without a trace of it in the program.

`int` always returns a Python number, so `int(x.shape[0] * 0.7)` has the value of the example.
torch.export asserts the conditions on sizes that it has assumed, but not those that contain
fractions.
"""

from __future__ import annotations

import warnings
from typing import Any

import sympy
import torch
from torch.fx.experimental import symbolic_shapes

from torch_onnx_mlir._support.torch_internals import name_of_source
from torch_onnx_mlir.errors import OnnxExporterWarning


def shape_environment(program: torch.export.ExportedProgram) -> Any:
    """PyTorch's record of the sizes of a program; None if all are constants."""
    for node in program.graph.nodes:
        value = node.meta.get("val") if node.op == "placeholder" else None
        sizes = value.shape if isinstance(value, torch.Tensor) else [value]
        for size in sizes:
            if isinstance(size, torch.SymInt):
                return size.node.shape_env
    return None


def assertions(program: torch.export.ExportedProgram) -> list[str]:
    """The messages of the conditions that a program asserts."""
    target = torch.ops.aten._assert_scalar.default
    return [str(node.args[1]) for node in program.graph.nodes if node.target is target]


def _is_cut_off(expression: sympy.Basic) -> bool:
    """Whether an expression contains the `int` of a number with a fraction."""
    return any(type(part).__name__ == "TruncToInt" for part in sympy.preorder_traversal(expression))


def assumed_numbers(program: torch.export.ExportedProgram) -> list[sympy.Basic]:
    """Equations of a size and a number of the example that the program does not assert.

    Args:
        program: A program that was just captured.
    """
    environment = shape_environment(program)
    if environment is None:
        return []
    asserted = " ".join(assertions(program))
    deferred = getattr(environment, "deferred_runtime_asserts", {})
    conditions = [*environment.guards, *(item for items in deferred.values() for item in items)]
    found = {}
    for condition in conditions:
        expression = condition.expr
        is_equation = isinstance(expression, sympy.Eq) and _is_cut_off(expression)
        if is_equation and f"expression {expression} " not in asserted:
            found[str(expression)] = expression
    return list(found.values())


def record(program: torch.export.ExportedProgram, equations: list[sympy.Basic]) -> None:
    """Add equations to the conditions of a program, which the compiler reports.

    Args:
        program: A program.
        equations: What `assumed_numbers` has found in it.
    """
    environment = shape_environment(program)
    known = getattr(program, "_guards_code", None)
    if environment is None:
        return
    if known is None:  # PyTorch before 2.9 keeps no conditions.
        texts = ", ".join(map(str, equations))
        warnings.warn(
            f"torch.export assumed that {texts}; the model does not check this",
            OnnxExporterWarning,
            stacklevel=2,
        )
        return
    sources = environment.var_to_sources
    printer = symbolic_shapes.ShapeGuardPythonPrinter(sources, name_of_source, sources)
    for equation in equations:
        if all(symbol in sources for symbol in equation.free_symbols):
            text = printer.doprint(equation)
            if text not in known:
                known.append(text)
