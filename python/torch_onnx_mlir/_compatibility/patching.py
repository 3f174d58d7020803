"""Putting `export` in the place of torch.onnx.export, for code that calls the latter."""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Mapping
from types import ModuleType, TracebackType
from typing import Any

import torch

import torch_onnx_mlir
from torch_onnx_mlir import _export, utils
from torch_onnx_mlir._compatibility.torch_names import OWN, declared
from torch_onnx_mlir._support import torch_internals as _torch

_torch_utils: Any = _torch.find("utils_of_scripts")
_UTILS = "torch.onnx.utils"
# What modules of torch.onnx get if they lack it.
_ADDED = {
    "": tuple(name for name in declared() if name not in OWN),
    "errors": ("CheckerError", "OnnxExporterError"),
    "verification": ("verify",),
}


def _replace(values: Mapping[int, Any]) -> list[tuple[dict[str, Any], str, Any]]:
    """Replace values, by their identity, wherever a module has them, as
    `from torch.onnx import export` does; torch.onnx itself still calls its own.

    Returns:
        What was replaced: the names of a module, a name of them, and its former value.
    """
    places = []
    for own, module in list(sys.modules.items()):
        if isinstance(module, ModuleType) and not own.startswith(
            ("torch_onnx_mlir", "torch.onnx._internal")
        ):
            names = vars(module)
            places += [(names, n, value) for n, value in names.items() if id(value) in values]
    for names, name, value in places:
        names[name] = values[id(value)]
    return places


class patch:  # noqa: N801 - it is used as a function
    """Replace torch.onnx.export and torch.onnx.utils.export, until `undo()` or the end of a
    `with` block, and give torch.onnx the names of its former versions.

    Modules that have imported the functions already get the new ones, too.

    Args:
        defaults: Arguments of `export` that calls have unless they give them,
            such as `fallback=True`.
    """

    def __init__(self, **defaults: Any) -> None:
        known = inspect.signature(_export.export).parameters
        if unknown := sorted(defaults.keys() - known.keys()):
            raise TypeError(f"export() has no arguments {', '.join(unknown)}")

        # No functions: a warning names the line of the caller.
        export: Any = functools.partial(_export.export, **defaults)
        functools.update_wrapper(export, torch.onnx.export)
        export_of_utils: Any = functools.partial(utils.export, **defaults)
        functools.update_wrapper(export_of_utils, _torch_utils.export)

        # torch.onnx.utils is one of two modules, the second one after `import torch.onnx.utils`.
        old_utils = torch.onnx.utils
        self._module = sys.modules.get(_UTILS)
        new_utils = ModuleType(_UTILS, utils.__doc__)
        vars(new_utils).update(vars(utils) | {"__name__": _UTILS, "export": export_of_utils})
        self._pairs = [
            (torch.onnx.export, export),
            (_torch_utils.export, export_of_utils),
            (old_utils.export, export_of_utils),
            (_torch_utils, new_utils),
            (old_utils, new_utils),
        ]
        self._places = _replace({id(old): new for old, new in self._pairs})
        sys.modules[_UTILS] = new_utils
        self._added = []
        for owner, names in _ADDED.items():
            suffix = f".{owner}" if owner else ""
            module = importlib.import_module(f"torch.onnx{suffix}")
            ours = importlib.import_module(f"torch_onnx_mlir{suffix}")
            for name in names:
                value = getattr(ours, name, None)
                if value is not None and not hasattr(module, name) and not isinstance(value, ModuleType):
                    setattr(module, name, value)
                    self._added.append((module, name))

    def undo(self) -> None:
        """Put back what was there before."""
        new = {id(value) for _, value in self._pairs}
        for names, name, value in self._places:
            if id(names.get(name)) in new:
                names[name] = value
        # Modules that were imported since then have them, too.
        _replace({id(new): old for old, new in self._pairs})
        if self._module is None:
            sys.modules.pop(_UTILS, None)
        else:
            sys.modules[_UTILS] = self._module
        for module, name in self._added:
            vars(module).pop(name, None)
        self._added.clear()

    def __enter__(self) -> patch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.undo()
