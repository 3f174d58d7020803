"""Assertions about exported models, for tests."""

from __future__ import annotations

from typing import Any, Literal

import torch

from torch_onnx_mlir._model.program import ONNXProgram
from torch_onnx_mlir.verification import _arguments, _expected, _source_of

__all__ = ["assert_onnx_program"]


def assert_onnx_program(
    program: ONNXProgram,
    *,
    rtol: float | None = None,
    atol: float | None = None,
    args: tuple[Any, ...] | None = None,
    kwargs: dict[str, Any] | None = None,
    strategy: str | None = "TorchExportNonStrictStrategy",
    backend: Literal["onnxruntime", "reference"] = "onnxruntime",
) -> None:
    """Assert that a model computes what its PyTorch program computes.

    Args:
        program: The model and its program.
        rtol: Relative tolerance; default: that of torch.testing for the type.
        atol: Absolute tolerance.
        args: Positional arguments; default: the example inputs of the program.
        kwargs: Keyword arguments.
        strategy: The way in which the program has to have been captured, or None.
        backend: What runs the model.

    Raises:
        AssertionError: An output differs.
        ValueError: It was captured in another way, or there is nothing to compare with.
    """
    if backend not in ("onnxruntime", "reference"):
        raise ValueError(f"backend cannot be {backend!r}; it is 'onnxruntime' or 'reference'")
    if strategy is not None and program._capture_strategy != strategy:
        raise ValueError(
            f"the program was captured with '{program._capture_strategy}', not '{strategy}'"
        )
    source = _source_of(program)
    args, kwargs = _arguments(source, args, kwargs)
    expected = _expected(source, args, kwargs)
    run = program if backend == "onnxruntime" else program.call_reference
    actual = tuple(run(*args, **kwargs))
    torch.testing.assert_close(
        actual, tuple(expected), rtol=rtol, atol=atol, equal_nan=True, check_device=False
    )
