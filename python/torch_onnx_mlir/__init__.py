"""Torch-ONNX: a compiler from PyTorch programs to ONNX models.

    program = torch_onnx_mlir.export(model, (image,), dynamic_shapes=({0: "batch"},))
    program.save("model.onnx")

`export` takes what torch.onnx.export takes.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from torch_onnx_mlir._compatibility import torch_names as _names
from torch_onnx_mlir._support.interrupts import whole_imports

if TYPE_CHECKING:
    from torch.onnx import (
        InputObserver,
        OperatorExportTypes,
        TensorProtoDataType,
        TrainingMode,
        is_in_onnx_export,
        operators,
        ops,
        symbolic_helper,
    )
    from torch.onnx._internal.torchscript_exporter._type_utils import JitScalarType
    from torch.onnx._internal.torchscript_exporter.utils import select_model_mode_for_export

    from torch_onnx_mlir import errors, testing, utils, verification
    from torch_onnx_mlir._capture.exportable_module import ExportableModule
    from torch_onnx_mlir._compatibility.older_names import (
        DiagnosticOptions,
        ExportOptions,
        ExportOutput,
        ExportOutputSerializer,
        OnnxRegistry,
        ONNXRuntimeOptions,
        dynamo_export,
        enable_fake_mode,
        is_onnxrt_backend_supported,
    )
    from torch_onnx_mlir._compatibility.patching import patch
    from torch_onnx_mlir._compiler.conversion import get_version
    from torch_onnx_mlir._export import export
    from torch_onnx_mlir._lowerings.symbolic import (
        register_custom_op_symbolic,
        unregister_custom_op_symbolic,
    )
    from torch_onnx_mlir._model.extract import extract
    from torch_onnx_mlir._model.program import ONNXProgram, ONNXProgramSerializer
    from torch_onnx_mlir._support.log import (
        disable_log,
        enable_log,
        is_onnx_log_enabled,
        log,
        set_log_stream,
    )
    from torch_onnx_mlir._verification.bisect import Bisection, bisect
    from torch_onnx_mlir.errors import (
        CheckerError,
        InvalidExportOptionsError,
        OnnxExporterError,
    )
    from torch_onnx_mlir.utils import export_to_pretty_string
    from torch_onnx_mlir.verification import compare, verify

__version__ = "0.1.0"
# What models say of their making.
producer_name = "torch-onnx"
producer_version = __version__

__all__ = [
    "Bisection",
    "CheckerError",
    "DiagnosticOptions",
    "ExportOptions",
    "ExportOutput",
    "ExportOutputSerializer",
    "ExportableModule",
    "InputObserver",
    "InvalidExportOptionsError",
    "JitScalarType",
    "ONNXProgram",
    "ONNXProgramSerializer",
    "ONNXRuntimeOptions",
    "OnnxExporterError",
    "OnnxRegistry",
    "OperatorExportTypes",
    "TensorProtoDataType",
    "TrainingMode",
    "bisect",
    "compare",
    "disable_log",
    "dynamo_export",
    "enable_fake_mode",
    "enable_log",
    "errors",
    "export",
    "export_to_pretty_string",
    "extract",
    "get_version",
    "is_in_onnx_export",
    "is_onnx_log_enabled",
    "is_onnxrt_backend_supported",
    "log",
    "operators",
    "ops",
    "patch",
    "producer_name",
    "producer_version",
    "register_custom_op_symbolic",
    "select_model_mode_for_export",
    "set_log_stream",
    "symbolic_helper",
    "testing",
    "unregister_custom_op_symbolic",
    "utils",
    "verification",
    "verify",
]

# Imported when they are asked for: the tools of the package need none of them, and
# PyTorch takes half a second.
_MODULES = frozenset(("errors", "testing", "utils", "verification"))
_HOMES = {
    "_verification.bisect": ("Bisection", "bisect"),
    "_compiler.conversion": ("get_version",),
    "_export": ("export",),
    "_capture.exportable_module": ("ExportableModule",),
    "_model.extract": ("extract",),
    "_compatibility.older_names": (
        "DiagnosticOptions",
        "ExportOptions",
        "ExportOutput",
        "ExportOutputSerializer",
        "ONNXRuntimeOptions",
        "OnnxRegistry",
        "dynamo_export",
        "enable_fake_mode",
        "is_onnxrt_backend_supported",
    ),
    "_support.log": ("disable_log", "enable_log", "is_onnx_log_enabled", "log", "set_log_stream"),
    "_compatibility.patching": ("patch",),
    "_model.program": ("ONNXProgram", "ONNXProgramSerializer"),
    "_lowerings.symbolic": ("register_custom_op_symbolic", "unregister_custom_op_symbolic"),
    "errors": ("CheckerError", "InvalidExportOptionsError", "OnnxExporterError"),
    "utils": ("export_to_pretty_string",),
    "verification": ("compare", "verify"),
}
_HOME = {name: f"{__name__}.{module}" for module, names in _HOMES.items() for name in names}
_HOME |= dict.fromkeys(_names.TORCH_NAMES, "torch.onnx")

sys.meta_path.append(_names.Finder)


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _names.TORCH_MODULES:
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"torch.onnx.{name}":
                raise
            text = f"this version of PyTorch has no torch.onnx.{name}, which is torch's own"
            raise AttributeError(text, name=name) from None
    if name not in _HOME:
        raise _names.missing("", name)
    with whole_imports():  # PyTorch may be imported here.
        try:
            value = getattr(importlib.import_module(_HOME[name]), name)
        except NotImplementedError as error:  # This version of PyTorch lacks what it needs.
            raise AttributeError(str(error), name=name) from None
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
