"""Modules that know their own example arguments and dynamic shapes."""

from __future__ import annotations

from typing import Any

from torch_onnx_mlir._export import export
from torch_onnx_mlir._model.program import ONNXProgram
from torch_onnx_mlir._support import torch_internals as _torch

_Base: Any = _torch.require("exportable_module", "ExportableModule", "2.11")


class ExportableModule(_Base):  # type: ignore[misc]
    """torch.onnx.ExportableModule, exported by this package."""

    def to_onnx(self, **kwargs: Any) -> ONNXProgram:
        """The ONNX model of the module.

        Args:
            kwargs: Further arguments of `export`.
        """
        return export(self, **kwargs)
