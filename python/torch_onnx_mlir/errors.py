"""The errors of the package.

Each is a subclass of the error that torch.onnx raises in the same place, so that
code written for torch.onnx catches it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from torch.onnx import OnnxExporterError
from torch.onnx._internal.exporter import _errors as _torch_errors
from torch.onnx.errors import (
    OnnxExporterWarning,
    SymbolicValueError,
    UnsupportedOperatorError,
)

if TYPE_CHECKING:
    from torch_onnx_mlir._compiler.conversion import Message

__all__ = [
    "CheckerError",
    "CompilerError",
    "ConversionError",
    "InvalidExportOptionsError",
    "OnnxExporterError",
    "OnnxExporterWarning",
    "RegistrationError",
    "SymbolicValueError",
    "TorchExportError",
    "UnsupportedModelError",
    "UnsupportedOperatorError",
    "UnsupportedOperatorsError",
    "VerificationError",
]


class TorchExportError(_torch_errors.TorchExportError):
    """torch.export could not capture the model."""


class UnsupportedModelError(OnnxExporterError, TypeError):
    """The model is of a kind that is not supported."""


class CompilerError(OnnxExporterError):
    """The compiler cannot be run, or it has crashed."""


class RegistrationError(OnnxExporterError, NotImplementedError):
    """A custom lowering is invalid, or it failed."""


class ConversionError(_torch_errors.ConversionError):
    """The compiler refused the program; nothing was written.

    Attributes:
        messages: The messages of the compiler, in order.
        report: The report of the compiler, as `torch-onnx --report=FILE.json` writes it.
    """

    def __init__(
        self,
        text: str,
        messages: Sequence[Message] = (),
        report: Mapping[str, Any] | None = None,
    ) -> None:
        RuntimeError.__init__(self, text)  # a base class of torch takes other arguments
        self.messages = tuple(messages)
        self.report = dict(report or {})


# torch.onnx raised this error if the onnx checker refused the model. The compiler runs the
# same checker, and reports its errors like all others.
CheckerError = ConversionError


class UnsupportedOperatorsError(
    ConversionError, _torch_errors.DispatchError, UnsupportedOperatorError
):
    """The program has operators without an exact equivalent in ONNX.

    Attributes:
        operators: The names of these operators ("aten.linalg_inv.default").
    """

    def __init__(
        self,
        text: str,
        messages: Sequence[Message] = (),
        report: Mapping[str, Any] | None = None,
        operators: Sequence[str] = (),
    ) -> None:
        super().__init__(text, messages, report)
        self.operators = tuple(operators)


class InvalidExportOptionsError(OnnxExporterError, ValueError):
    """The `export_options` of `dynamo_export` are not an ExportOptions."""


class VerificationError(OnnxExporterError, AssertionError):
    """The ONNX model does not compute what the PyTorch program computes."""
