"""Passes refused models to torch.onnx.export."""

from __future__ import annotations

import os
import tempfile
import warnings
from typing import Any

import torch

from torch_onnx_mlir._capture.function_module import FunctionModule
from torch_onnx_mlir._capture.torchscript import KINDS, is_archive
from torch_onnx_mlir._lowerings import autograd_functions as _functions
from torch_onnx_mlir._lowerings.translation import by_overload
from torch_onnx_mlir._model.program import ONNXProgram, Program
from torch_onnx_mlir._options import Options
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import ir, onnx
from torch_onnx_mlir.errors import OnnxExporterWarning, TorchExportError

# What torch.onnx.export is unless it is replaced.
torch_onnx_export = torch.onnx.export
# What it calls for dynamo=False. Before 2.9 it looks this function up in torch.onnx.utils, where
# `patch` replaces it.
_export_of_scripts = _torch.find("utils_of_scripts").export
_globals: Any = _torch.find("globals_of_scripts").GLOBALS

# What torch.onnx.export converts in the newer way whatever `dynamo` is.
_NEWER = tuple(
    kind
    for kind in (torch.export.ExportedProgram, _torch.find("exportable_module"), str, os.PathLike)
    if kind is not None
)


def hand_over(error: Exception, program: Program | None, given: Options) -> ONNXProgram:
    """Export the model with the exporter of torch.onnx that the arguments request.

    Args:
        error: The reason of the refusal.
        program: The captured program, if the capture succeeded.
        given: The arguments of the caller.
    """
    model = given.model
    common = ("input_names", "output_names", "dynamic_axes", "verbose")
    options = {name: getattr(given, name) for name in common} | {"opset_version": given.opset}
    if is_archive(model):
        model = torch.jit.load(model, map_location="cpu")  # type: ignore[no-untyped-call]
    is_older = isinstance(model, KINDS) or not (given.dynamo or isinstance(model, _NEWER))
    reason, *more = str(error).splitlines()
    if more and (reason.endswith(":") or isinstance(error, TorchExportError)):
        reason += f" {more[0].strip()}"
    warnings.warn(
        f"the program is passed to torch.onnx.export{'(..., dynamo=False)' if is_older else ''}, "
        f"because it was refused: {reason}",
        OnnxExporterWarning,
        stacklevel=4,
    )
    if is_older:
        for name in ("training", "operator_export_type", "do_constant_folding", "custom_opsets"):
            options[name] = getattr(given, name)
        return _from_torch_script(model, given.args, given.kwargs, options)
    if isinstance(program, torch.export.ExportedProgram) and not _functions.has_calls(program):
        model = program
    if isinstance(model, (str, os.PathLike)):
        model = torch.export.load(model)
    if isinstance(model, torch.export.ExportedProgram):
        options["dynamic_axes"] = None
    table = by_overload(given.custom_translation_table or {})
    functions = {operator: function for operator, function in table.items() if callable(function)}
    options |= {
        "dynamic_shapes": given.dynamic_shapes,
        "optimize": given.optimize,
        "custom_translation_table": functions or None,
    }
    result = torch_onnx_export(model, given.args, kwargs=given.kwargs, dynamo=True, **options)
    assert result is not None
    made = ONNXProgram(result.model, result.exported_program)
    made._capture_strategy = getattr(result, "_capture_strategy", None)  # 2.7
    return made


def _from_torch_script(
    model: Any, args: Any, kwargs: Any, options: dict[str, Any]
) -> ONNXProgram:
    if not isinstance(model, (torch.nn.Module, torch.jit.ScriptFunction)):
        model = FunctionModule(model, (args,) if isinstance(args, torch.Tensor) else args, kwargs)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "You are using the legacy TorchScript", DeprecationWarning)
        path = os.path.join(folder, "model.onnx")
        verbose = options.pop("verbose") is True
        # The function sets the flag itself and asserts that it was not set, but before 2.7 it is
        # also the flag that `export` sets.
        was_exporting, _globals.in_onnx_export = _globals.in_onnx_export, False
        try:
            _export_of_scripts(model, args, path, kwargs=kwargs, verbose=verbose, **options)
        finally:
            _globals.in_onnx_export = was_exporting
        proto = onnx.load(path)  # with the weights that are beside it
    return ONNXProgram(ir.serde.deserialize_model(proto))
