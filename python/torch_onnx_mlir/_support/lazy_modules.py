"""Modules that take long to import and that most exports do without.

Each is imported when the first attribute is asked of it: an export to a file needs
neither onnx nor onnx_ir, which take 15 MB and a quarter of a second.
"""

from __future__ import annotations

import importlib
import types
from typing import TYPE_CHECKING, Any

__all__ = ["inliner", "ir", "onnx", "tensor_adapters"]


class _Later(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self.__name__), name)


if TYPE_CHECKING:
    import onnx
    import onnx_ir as ir
    from onnx import inliner
    from onnx_ir import tensor_adapters
else:
    onnx = _Later("onnx")
    inliner = _Later("onnx.inliner")
    ir = _Later("onnx_ir")
    tensor_adapters = _Later("onnx_ir.tensor_adapters")
