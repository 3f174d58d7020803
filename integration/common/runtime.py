"""Runs a model in ONNX Runtime on torch tensors, in the order of its inputs.

ONNX graphs have no complex inputs or outputs in practice: a complex tensor
passes as real pairs in one more, last dimension of size 2.
"""

from __future__ import annotations

import contextlib
import ctypes
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import torch
from onnx import TensorProto

#: Types that numpy does not have: how their bits travel.
FOREIGN = {
    torch.bfloat16: (torch.uint16, TensorProto.BFLOAT16),
    torch.float8_e4m3fn: (torch.uint8, TensorProto.FLOAT8E4M3FN),
    torch.float8_e4m3fnuz: (torch.uint8, TensorProto.FLOAT8E4M3FNUZ),
    torch.float8_e5m2: (torch.uint8, TensorProto.FLOAT8E5M2),
    torch.float8_e5m2fnuz: (torch.uint8, TensorProto.FLOAT8E5M2FNUZ),
}
_BY_ELEMENT_TYPE = {element: dtype for dtype, (_, element) in FOREIGN.items()}


class RuntimeRefusal(RuntimeError):
    """ONNX Runtime does not load the model or fails to run it."""


def _to_value(tensor: torch.Tensor) -> onnxruntime.OrtValue:
    tensor = tensor.detach().cpu().contiguous()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor.resolve_conj()).contiguous()
    if tensor.dtype in FOREIGN:
        carrier, element_type = FOREIGN[tensor.dtype]
        bits = tensor.view(carrier).numpy()
        return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(
            bits, element_type
        )
    return onnxruntime.OrtValue.ortvalue_from_numpy(tensor.numpy())


def _to_tensor(value: onnxruntime.OrtValue) -> torch.Tensor:
    dtype = _BY_ELEMENT_TYPE.get(value.element_type())
    if dtype is not None:  # neither numpy nor DLPack have all of them
        size = math.prod(value.shape()) * dtype.itemsize
        bits = bytearray(ctypes.string_at(value.data_ptr(), size))
        return torch.tensor(bits, dtype=torch.uint8).view(dtype).view(value.shape())
    array = value.numpy()
    if array.dtype == np.uint64:  # "unsigned long long", which torch does not know
        array = array.view(np.uint64)
    return torch.from_numpy(array).clone()


def _bits(tensor: torch.Tensor) -> torch.Tensor:
    copy = tensor.clone(memory_format=torch.contiguous_format)  # strides of its own
    return copy.view(-1).view(torch.uint8)


def _from_array(array: object) -> Any:
    """A result that numpy holds: a sequence is a list, an absent optional is None."""
    if isinstance(array, list):
        return [_from_array(item) for item in array]
    if array is None:
        return None
    return torch.from_numpy(np.asarray(array)).clone()


def _same_bits(ours: Any, theirs: Any) -> bool:
    """Whether dtypes, shapes and all bits are the same."""
    if isinstance(ours, list):
        return len(ours) == len(theirs) and all(map(_same_bits, ours, theirs))
    if ours is None or theirs is None:
        return ours is theirs
    if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
        return False
    return torch.equal(_bits(ours), _bits(theirs))


class _Ways:
    """How sessions of both ways run, and what they have seen (see conftest.py)."""

    #: Sessions give the results of the model as it is written.
    written = False
    #: Some results differed in a bit, or the model as it is written did not run.
    differ = False


@contextlib.contextmanager
def as_written() -> Iterator[None]:
    """Sessions of both ways run the models without optimizations."""
    _Ways.written = True
    try:
        yield
    finally:
        _Ways.written = False


def forget_differences() -> None:
    """See have_differed()."""
    _Ways.differ = False


def have_differed() -> bool:
    """Whether ONNX Runtime's optimizations have changed a bit of a result since
    forget_differences()."""
    return _Ways.differ


def run_both_ways(
    model: Path | bytes, inputs: Sequence[Sequence[torch.Tensor]], threads: int = 1
) -> list[list[list[torch.Tensor]]]:
    """The results for each of the `inputs`, as ONNX Runtime optimizes the model by
    default; then those without optimizations, if they differ in a bit."""
    session = Session(model, threads, optimized=True)
    optimized = [session.run(tensors) for tensors in inputs]
    del session
    try:
        session = Session(model, threads, optimized=False)
        written = [session.run(tensors) for tensors in inputs]
    except RuntimeRefusal as error:
        raise RuntimeRefusal(f"without optimizations: {error}") from None
    if all(map(_same_bits, optimized, written)):
        return [optimized]
    return [optimized, written]


class Session:
    """A loaded model, with ONNX Runtime's optimizations or without.

    By default it runs both ways: the results are the optimized ones, and where the
    others differ in a bit, conftest.py runs the test again without optimizations.
    """

    def __init__(
        self, model: Path | bytes, threads: int = 1, optimized: bool | None = None
    ) -> None:
        options = onnxruntime.SessionOptions()
        if optimized is False:
            options.graph_optimization_level = (
                onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
            )
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            self._session = onnxruntime.InferenceSession(
                model, options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # noqa: BLE001 - its own exception types
            raise RuntimeRefusal(f"load: {error}") from None
        self._written = Session(model, threads, False) if optimized is None else None
        self.inputs: list[str] = [item.name for item in self._session.get_inputs()]
        results = self._session.get_outputs()
        self.outputs: list[str] = [item.name for item in results]
        self._only_tensors = all(item.type.startswith("tensor(") for item in results)

    def run(self, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        """Outputs in the order of the model; inputs are matched by position.

        A sequence is a list of tensors, an absent optional is None.
        """
        if self._written is None:
            return self._run(tensors)
        if _Ways.written:
            return self._written.run(tensors)
        results = self._run(tensors)
        try:
            _Ways.differ |= not _same_bits(results, self._written.run(tensors))
        except RuntimeRefusal:
            _Ways.differ = True
        return results

    def _run(self, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
        if len(tensors) != len(self.inputs):
            raise RuntimeRefusal(
                f"inputs: the model has {len(self.inputs)}, not {len(tensors)}"
            )
        feed = {
            name: _to_value(tensor)
            for name, tensor in zip(self.inputs, tensors, strict=True)
        }
        try:
            if not self._only_tensors:
                arrays = self._session.run(self.outputs, feed)
                return [_from_array(array) for array in arrays]
            values = self._session.run_with_ort_values(self.outputs, feed)
        except Exception as error:  # noqa: BLE001 - its own exception types
            raise RuntimeRefusal(f"run: {error}") from None
        return [_to_tensor(value) for value in values]
