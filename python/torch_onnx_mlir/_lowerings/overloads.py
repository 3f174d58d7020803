"""Lists of functions in place of one: torch.onnx takes the first whose types fit.

The types of a function are its annotations of onnxscript (`FLOAT`, `BOOL`, unions and type
variables of them). A parameter without such an annotation takes every tensor.
"""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import torch

from torch_onnx_mlir._support.lazy_modules import ir, tensor_adapters
from torch_onnx_mlir.errors import RegistrationError


def choose(functions: Sequence[Callable[..., Any]], node: torch.fx.Node) -> Callable[..., Any]:
    """The first function whose annotations take the tensors of a node.

    Raises:
        RegistrationError: None does.
    """
    given: list[tuple[int | str, object]] = [*enumerate(node.args), *node.kwargs.items()]
    dtypes = {key: dtype for key, value in given if (dtype := _dtype(value)) is not None}
    for function in functions:
        if _accepts(function, dtypes):
            return function
    found = ", ".join(dtype.name for dtype in dtypes.values())
    raise RegistrationError(
        f"none of the {len(functions)} functions in custom_translation_table for "
        f"'{node.target}' takes ({found}), the types of '{node.name}'"
    )


def _dtype(value: object) -> ir.DataType | None:
    example = value.meta.get("val") if isinstance(value, torch.fx.Node) else None
    if not isinstance(example, torch.Tensor):
        return None
    return tensor_adapters.from_torch_dtype(example.dtype)


def _accepts(function: Callable[..., Any], dtypes: dict[int | str, ir.DataType]) -> bool:
    written = getattr(function, "function", function)  # of an onnxscript function
    parameters = list(inspect.signature(written).parameters)
    try:
        annotations = typing.get_type_hints(written)
    except (NameError, TypeError):  # annotations that only a type checker knows
        annotations = {}
    for key, dtype in dtypes.items():
        if isinstance(key, int) and key >= len(parameters):
            return False
        name = parameters[key] if isinstance(key, int) else key
        allowed = list(_types(annotations.get(name)))
        if allowed and dtype not in allowed:
            return False
    return True


def _types(annotation: Any) -> Iterator[ir.DataType]:
    """The tensor types of an annotation; none if it is not of onnxscript."""
    if isinstance(annotation, typing.TypeVar):
        bound = annotation.__bound__
        for part in annotation.__constraints__ or ([bound] if bound is not None else []):
            yield from _types(part)
    elif typing.get_args(annotation):
        for part in typing.get_args(annotation):
            yield from _types(part)
    elif (dtype := getattr(annotation, "dtype", None)) is not None:
        yield ir.DataType(dtype)
