"""Arguments of older versions of torch.onnx.export, and what they mean here."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable
from typing import Any, TypeVar, cast

# What followed `f` when it could still be given by position (torch 1.10 to 2.4).
_POSITIONAL = (
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
_REMOVED: dict[str, str] = {
    "aten": "use unsupported='keep' to leave operators in the model that ONNX does not have",
    "export_raw_ir": "save the torch.export.ExportedProgram instead",
    "_retain_param_name": "parameters keep their names",
    "example_outputs": "the outputs are found by running the model",
    "strip_doc_string": "the model has no lines of the source unless it is asked for them",
    "enable_onnx_checker": "the model is always checked",
    "use_external_data_format": "use external_data instead",
}
_DEPRECATED: dict[str, str] = {
    "training": "set the mode of the model before the export instead",
    "operator_export_type": "use unsupported= instead",
    "export_modules_as_functions": "it has no effect",
    "autograd_inlining": "it has no effect",
}
_told: set[str] = set()

_F = TypeVar("_F", bound=Callable[..., Any])


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
            former = args[len(first) :]
            args = args[: len(first)]
            if len(former) > len(_POSITIONAL):
                raise TypeError(
                    f"{function.__name__}() takes at most {len(first) + len(_POSITIONAL)} "
                    "positional arguments"
                )
            names = _POSITIONAL[: len(former)]
            _warn_once(
                "positional",
                f"{function.__name__}() takes {', '.join(names)} by name; arguments by "
                f"position after '{first[-1]}' are deprecated",
            )
            for name, value in zip(names, former, strict=True):
                if name in kwargs:
                    raise TypeError(f"{function.__name__}() got two values for '{name}'")
                kwargs[name] = value
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
        return function(*args, **kwargs)

    return cast(_F, wrapper)
