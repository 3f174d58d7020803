"""Torch-ONNX: a compiler from PyTorch programs to ONNX models.

    program = torch_onnx_mlir.export(model, (image,), dynamic_shapes=({0: "batch"},))
    program.save("model.onnx")

`export` takes what torch.onnx.export takes.
"""

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
