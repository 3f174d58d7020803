"""Values on their way between PyTorch and ONNX Runtime."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from torch_onnx_mlir._later import ir, onnx, tensor_adapters

if TYPE_CHECKING:
    import onnxruntime as ort

# Types that NumPy does not have: ONNX Runtime takes and gives their bits.
_BITS: dict[torch.dtype, torch.dtype] = {
    torch.bfloat16: torch.uint16,
    torch.float8_e4m3fn: torch.uint8,
    torch.float8_e4m3fnuz: torch.uint8,
    torch.float8_e5m2: torch.uint8,
    torch.float8_e5m2fnuz: torch.uint8,
}
_NUMBERS: dict[type, type] = {bool: np.bool_, int: np.int64, float: np.float32}


def real(value: Any) -> Any:
    """A complex tensor as a real one with a last axis of 2, anything else as it is."""
    if isinstance(value, torch.Tensor) and value.is_complex():
        return torch.view_as_real(value.resolve_conj())
    return value


def to_ort(value: Any, onnx_type: int | None = None) -> ort.OrtValue:
    """A tensor or a number as a value of ONNX Runtime.

    Args:
        value: A torch.Tensor, bool, int, float or NumPy array.
        onnx_type: The type of the input, which decides for numbers.
    """
    import onnxruntime as ort

    if isinstance(value, (bool, int, float)):
        if onnx_type in (None, onnx.TensorProto.UNDEFINED):
            dtype: Any = _NUMBERS[type(value)]
        else:
            dtype = onnx.helper.tensor_dtype_to_np_dtype(onnx_type)
        return ort.OrtValue.ortvalue_from_numpy(np.array(value, dtype=dtype))
    if isinstance(value, np.ndarray):
        return ort.OrtValue.ortvalue_from_numpy(value)
    if not isinstance(value, torch.Tensor):
        raise TypeError(f"an input has to be a tensor or a number, not {type(value).__name__}")
    value = real(value).detach().cpu().contiguous()
    if value.dtype in _BITS:
        element_type = tensor_adapters.from_torch_dtype(value.dtype).value
        return ort.OrtValue.ortvalue_from_numpy_with_onnx_type(
            value.view(_BITS[value.dtype]).numpy(), onnx_element_type=element_type
        )
    return ort.OrtValue.ortvalue_from_numpy(value.resolve_neg().numpy())


def from_ort(value: ort.OrtValue) -> torch.Tensor:
    """A value of ONNX Runtime as a tensor."""
    if value.element_type() in {tensor_adapters.from_torch_dtype(t).value for t in _BITS}:
        return torch.utils.dlpack.from_dlpack(value._get_c_value())
    return torch.from_numpy(value.numpy())


def to_numpy(value: Any) -> np.ndarray:
    """A tensor or a number as the reference evaluator of onnx takes it."""
    if isinstance(value, torch.Tensor):
        return np.asarray(tensor_adapters.TorchTensor(real(value).detach()).numpy())
    if type(value) in _NUMBERS:
        return np.array(value, dtype=_NUMBERS[type(value)])
    return np.asarray(value)


def from_numpy(array: Any) -> torch.Tensor:
    """A result of the reference evaluator as a tensor."""
    array = np.asarray(array)
    for dtype, bits in _BITS.items():
        if array.dtype == ir.DataType(tensor_adapters.from_torch_dtype(dtype)).numpy():
            width = np.uint16 if bits == torch.uint16 else np.uint8
            return torch.from_numpy(array.view(width)).view(dtype)
    return torch.from_numpy(array)


def default_session(
    model: str | bytes,
    *,
    session_options: ort.SessionOptions | None = None,
    providers: Sequence[Any] | None = None,
    provider_options: Sequence[dict[str, Any]] | None = None,
) -> ort.InferenceSession:
    """A session that prints errors only, on a GPU if there is one."""
    import onnxruntime as ort

    if session_options is None:
        session_options = ort.SessionOptions()
        session_options.log_severity_level = 3
    if providers is None:
        available = ort.get_available_providers()
        wanted = ("CUDAExecutionProvider", "CPUExecutionProvider")
        providers = [name for name in wanted if name in available]
    return ort.InferenceSession(
        model,
        sess_options=session_options,
        providers=providers,
        provider_options=provider_options,
    )
