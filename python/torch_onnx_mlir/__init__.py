"""Torch-ONNX: a compiler from PyTorch programs to ONNX models.

    program = torch_onnx_mlir.export(model, (image,), dynamic_shapes=({0: "batch"},))
    program.save("model.onnx")

`export` takes what torch.onnx.export takes.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from torch_onnx_mlir._interrupts import whole_imports

if TYPE_CHECKING:
    from torch.onnx import (
        ExportableModule,
        InputObserver,
        is_in_onnx_export,
        ops,
    )

    from torch_onnx_mlir import errors, testing, verification
    from torch_onnx_mlir._bisect import Bisection, bisect
    from torch_onnx_mlir._compiler import get_version
    from torch_onnx_mlir._export import export
    from torch_onnx_mlir._extract import extract
    from torch_onnx_mlir._former import (
        DiagnosticOptions,
        ExportOptions,
        ExportOutput,
        ONNXRuntimeOptions,
        OnnxRegistry,
        dynamo_export,
        enable_fake_mode,
    )
    from torch_onnx_mlir._patch import patch
    from torch_onnx_mlir._program import ONNXProgram
    from torch_onnx_mlir._symbolic import (
        register_custom_op_symbolic,
        unregister_custom_op_symbolic,
    )
    from torch_onnx_mlir.errors import OnnxExporterError
    from torch_onnx_mlir.verification import compare, verify

__version__ = "0.1.0"

__all__ = [
    "Bisection",
    "DiagnosticOptions",
    "ExportOptions",
    "ExportOutput",
    "ExportableModule",
    "InputObserver",
    "ONNXProgram",
    "ONNXRuntimeOptions",
    "OnnxExporterError",
    "OnnxRegistry",
    "bisect",
    "compare",
    "dynamo_export",
    "enable_fake_mode",
    "errors",
    "export",
    "extract",
    "get_version",
    "is_in_onnx_export",
    "ops",
    "patch",
    "register_custom_op_symbolic",
    "testing",
    "unregister_custom_op_symbolic",
    "verification",
    "verify",
]

# Imported when they are asked for: the tools of the package need none of them, and
# PyTorch takes half a second.
_MODULES = frozenset(("errors", "testing", "verification"))
_HOMES = {
    "_bisect": ("Bisection", "bisect"),
    "_compiler": ("get_version",),
    "_export": ("export",),
    "_extract": ("extract",),
    "_former": (
        "DiagnosticOptions",
        "ExportOptions",
        "ExportOutput",
        "ONNXRuntimeOptions",
        "OnnxRegistry",
        "dynamo_export",
        "enable_fake_mode",
    ),
    "_patch": ("patch",),
    "_program": ("ONNXProgram",),
    "_symbolic": ("register_custom_op_symbolic", "unregister_custom_op_symbolic"),
    "errors": ("OnnxExporterError",),
    "verification": ("compare", "verify"),
}
_HOME = {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names}
_HOME |= dict.fromkeys(("ExportableModule", "InputObserver", "is_in_onnx_export", "ops"), "torch.onnx")


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name not in _HOME:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    with whole_imports():  # PyTorch may be imported here.
        value = getattr(importlib.import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
