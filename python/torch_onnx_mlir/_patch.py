"""Putting `export` in the place of torch.onnx.export, for code that calls the latter."""

from __future__ import annotations

import functools
import inspect
import sys
from types import ModuleType, TracebackType
from typing import Any

import torch

from torch_onnx_mlir import _export


def _names_of(function: Any) -> list[tuple[dict[str, Any], str]]:
    """Where modules hold a function, as `from torch.onnx import export` leaves it."""
    return [
        (vars(module), name)
        for own, module in list(sys.modules.items())
        if isinstance(module, ModuleType) and not own.startswith("torch_onnx_mlir")
        for name, value in list(vars(module).items())
        if value is function
    ]


class patch:  # noqa: N801 - it is used as a function
    """Replace torch.onnx.export, until `undo()` or the end of a `with` block.

    Modules that have imported the function already get the new one, too.

    Args:
        defaults: Arguments of `export` that calls have unless they give them,
            such as `fallback=True`.
    """

    def __init__(self, **defaults: Any) -> None:
        known = inspect.signature(_export.export).parameters
        if unknown := sorted(defaults.keys() - known.keys()):
            raise TypeError(f"export() has no arguments {', '.join(unknown)}")

        @functools.wraps(torch.onnx.export)
        def export(*args: Any, **kwargs: Any) -> Any:
            return _export.export(*args, **(defaults | kwargs))

        self._before = torch.onnx.export
        self._after = export
        self._swap(self._before, self._after)

    @staticmethod
    def _swap(old: Any, new: Any) -> None:
        for names, name in _names_of(old):
            names[name] = new

    def undo(self) -> None:
        """Put back what was there before."""
        self._swap(self._after, self._before)

    def __enter__(self) -> patch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.undo()
