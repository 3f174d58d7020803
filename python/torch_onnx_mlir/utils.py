"""torch.onnx.utils: `export` and what is asked of it; everything else is torch's own."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import torch
from torch.onnx import TrainingMode, is_in_onnx_export

from torch_onnx_mlir import _export
from torch_onnx_mlir._lowerings.symbolic import (
    register_custom_op_symbolic,
    unregister_custom_op_symbolic,
)
from torch_onnx_mlir._lowerings.translation import kept_operators
from torch_onnx_mlir._model.models import without_bytes
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import onnx
from torch_onnx_mlir.errors import OnnxExporterWarning

__all__ = [
    "export",
    "export_to_pretty_string",
    "is_in_onnx_export",
    "register_custom_op_symbolic",
    "unconvertible_ops",
    "unregister_custom_op_symbolic",
]


# What TorchScript's exporter took. No function: a warning names the line of the caller.
export = functools.partial(_export.export, dynamo=False)


def export_to_pretty_string(model: Any, args: Any, **options: Any) -> str:
    """The ONNX model as text, without the values of weights.

    Args:
        model: As in `export`.
        args: As in `export`.
        options: As in `export`.
    """
    for name in ("export_type", "google_printer", "add_node_names"):  # how text was written
        options.pop(name, None)
    program = export(model, args, **options)
    return str(onnx.printer.to_text(onnx.ModelProto.FromString(without_bytes(program.model))))


def unconvertible_ops(
    model: Any,
    args: Any,
    training: TrainingMode = TrainingMode.EVAL,
    opset_version: int | None = None,
) -> tuple[torch.fx.Graph, list[str]]:
    """The operators of a model without an equivalent in ONNX.

    Args:
        model: As in `export`.
        args: As in `export`.
        training: As in `export`.
        opset_version: As in `export`.

    Returns:
        The graph of the captured program, and "domain::op" for each node of such an
        operator.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OnnxExporterWarning)  # about operators that are kept
        program = export(
            model, args, training=training, opset_version=opset_version, unsupported="keep"
        )
    assert program.exported_program is not None
    kept = kept_operators(program._interface())
    return program.exported_program.graph, ["::".join(name.split(".")[:2]) for name in kept]


def __getattr__(name: str) -> Any:
    return getattr(_torch.find("utils_of_scripts"), name)
