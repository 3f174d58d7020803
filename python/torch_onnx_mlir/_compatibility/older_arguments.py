"""Arguments of older versions of torch.onnx.export, and what they mean here."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar, cast

from torch.onnx import OperatorExportTypes, TrainingMode

from torch_onnx_mlir._support.interrupts import whole_imports

# What followed `f` when it could still be given by position: in torch 1.11 to 2.4, in 1.10,
# and before. What several versions have is at the same place in them.
_NEWEST = (
    "export_params",
    "verbose",
    "training",
    "input_names",
    "output_names",
    "operator_export_type",
    "opset_version",
    "do_constant_folding",
    "dynamic_axes",
    "keep_initializers_as_inputs",
    "custom_opsets",
    "export_modules_as_functions",
    "autograd_inlining",
)
_OF_1_10 = (
    *_NEWEST[:7],
    "_retain_param_name",
    "do_constant_folding",
    "example_outputs",
    "strip_doc_string",
    *_NEWEST[8:11],
    "enable_onnx_checker",
    "use_external_data_format",
)
_POSITIONAL = (_NEWEST, _OF_1_10, (*_OF_1_10[:5], "aten", "export_raw_ir", *_OF_1_10[5:]))
_REMOVED: dict[str, str] = {
    "aten": "use unsupported='keep' to leave operators in the model that ONNX does not have",
    "export_raw_ir": "save the torch.export.ExportedProgram instead",
    "_retain_param_name": "parameters keep their names",
    "example_outputs": "the outputs are found by running the model",
    "strip_doc_string": "the model has no lines of the source unless it is asked for them",
    "enable_onnx_checker": "the model is always checked",
    "use_external_data_format": "use external_data instead",
}
# Where it is not None.
_DEFAULTS = {"aten": False, "export_raw_ir": False}
_DEPRECATED: dict[str, str] = {
    "training": "set the mode of the model before the export instead",
    "operator_export_type": "use unsupported= instead",
    "export_modules_as_functions": "use functions= instead",
    "autograd_inlining": "it has no effect",
}
_told: set[str] = set()

_F = TypeVar("_F", bound=Callable[..., Any])


def _fits(name: str, value: Any) -> bool:
    """Whether a value can be that of a former positional argument; None is the default of all."""
    if value is None or name == "example_outputs":
        return True
    if name in ("input_names", "output_names"):
        return isinstance(value, Sequence)
    if name in ("dynamic_axes", "custom_opsets"):
        return isinstance(value, Mapping)
    if name == "opset_version":
        return isinstance(value, int) and not isinstance(value, bool)
    if name in ("training", "operator_export_type"):
        kinds = (TrainingMode, bool) if name == "training" else OperatorExportTypes
        return isinstance(value, kinds)
    if name == "export_modules_as_functions" and not isinstance(value, str):
        return isinstance(value, (bool, Collection))
    return isinstance(value, bool)


def _by_name(former: Sequence[Any], function: str) -> dict[str, Any]:
    """What was given by position after `f`, by the names of the version that it fits.

    Raises:
        TypeError: It fits none.
    """
    for names in _POSITIONAL:
        if len(former) <= len(names) and all(map(_fits, names, former)):
            return dict(zip(names, former))
    raise TypeError(
        f"{function}() was given {len(former)} positional arguments after 'f', which no version "
        "of torch.onnx.export accepts; pass them by name"
    )


def _warn_once(key: str, text: str) -> None:
    if key not in _told:
        _told.add(key)
        warnings.warn(text, DeprecationWarning, stacklevel=4)


def accept_former(function: _F) -> _F:
    """Let a function with the signature of `export` take what older versions took."""
    first = [
        p.name
        for p in inspect.signature(function).parameters.values()
        if p.kind == inspect.Parameter.POSITIONAL_OR_KEYWORD
    ]

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if len(args) > len(first):
            former = _by_name(args[len(first) :], function.__name__)
            args = args[: len(first)]
            _warn_once(
                "positional",
                f"{function.__name__}() takes {', '.join(former)} by name; arguments by "
                f"position after '{first[-1]}' are deprecated",
            )
            if twice := kwargs.keys() & former.keys():
                raise TypeError(
                    f"{function.__name__}() got two values for '{', '.join(sorted(twice))}'"
                )
            kwargs |= {
                name: value
                for name, value in former.items()
                if name not in _REMOVED or value != _DEFAULTS.get(name)
            }
        if isinstance(kwargs.get("training"), bool):  # as in torch 1.3
            kwargs["training"] = TrainingMode.TRAINING if kwargs["training"] else TrainingMode.EVAL
        for name in [name for name in kwargs if name in _REMOVED]:
            value = kwargs.pop(name)
            _warn_once(name, f"'{name}' is no longer an argument: {_REMOVED[name]}")
            if name == "use_external_data_format" and value is not None:
                kwargs.setdefault("external_data", bool(value))
            elif name == "aten" and value:
                kwargs.setdefault("unsupported", "keep")
        for name in kwargs:
            if name in _DEPRECATED:
                _warn_once(name, f"'{name}' is deprecated: {_DEPRECATED[name]}")
        with whole_imports():
            return function(*args, **kwargs)

    return cast(_F, wrapper)
