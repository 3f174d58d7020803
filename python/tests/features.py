"""Marks that skip a test if torch.export of the installed PyTorch cannot capture its model."""

from __future__ import annotations

import contextlib
import inspect
import io
from collections.abc import Iterator
from typing import Any

import pytest
import torch
from torch.distributions import Distribution
from torch_onnx_mlir._compiler import library as _library
from torch_onnx_mlir._support import torch_internals as _torch


@contextlib.contextmanager
def checks_of_distributions_kept() -> Iterator[None]:
    """torch.export(strict=True) turns off the checks of distributions for the whole process."""
    checks = Distribution._validate_args
    try:
        yield
    finally:
        Distribution._validate_args = checks


def captures(
    model: torch.nn.Module, *args: Any, dynamic_shapes: Any = None, strict: bool = False
) -> bool:
    """Whether torch.export captures a model."""
    try:
        with checks_of_distributions_kept():
            torch.export.export(model, args, dynamic_shapes=dynamic_shapes, strict=strict)
    except Exception:  # Versions refuse with errors of many types.
        return False
    return True


def writes(model: torch.nn.Module, *args: Any, dynamic_shapes: Any = None) -> bool:
    """Whether the programs of a model can be captured and written."""
    if not captures(model, *args, dynamic_shapes=dynamic_shapes):
        return False
    program = torch.export.export(model, args, dynamic_shapes=dynamic_shapes, strict=False)
    try:
        if not _torch.has_serializer():
            torch.export.save(program, io.BytesIO())
    except Exception:  # Versions refuse with errors of many types.
        return False
    return True


def overriding(library: torch.library.Library) -> dict[str, Any]:
    """The options of `Library.impl` for another kernel of an operator that has one."""
    is_known = "allow_override" in inspect.signature(library.impl).parameters
    return {"allow_override": True} if is_known else {}


class _Steps(torch.nn.Module):
    def forward(self, factor: torch.Tensor) -> torch.Tensor:
        number = factor.item()
        torch._check(number > 0)
        size: Any = torch.sym_int(4 * number)
        torch._check(size >= 1)
        return torch.arange(size)


needs_computed_sizes = pytest.mark.skipif(
    not captures(_Steps(), torch.tensor(2.0)),
    reason="torch.export refuses a size from a computed floating-point number",
)

needs_verify_onnx_program = pytest.mark.skipif(
    _torch.find("verification_info") is None,
    reason="PyTorch has no torch.onnx.verification.verify_onnx_program",
)


has_plugin = _library.has_plugin
NO_PLUGIN = "there is no plug-in for this version of PyTorch"

needs_plugin = pytest.mark.skipif(not has_plugin(), reason=NO_PLUGIN)
