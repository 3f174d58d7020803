"""Values on their way between PyTorch and ONNX Runtime."""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from torch.utils import _pytree as pytree

from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import ir, onnx, tensor_adapters

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
# Two numbers in each element, in ONNX one.
_FLOAT4: Any = _torch.find("float4")
_NUMBERS: dict[type, type] = {bool: np.bool_, int: np.int64, float: np.float32}


def require() -> None:
    """Import what running a model takes.

    Raises:
        ImportError: A package is missing; the text names it.
    """
    for name in ("onnx", "onnx_ir", "onnxruntime"):
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise ImportError(
                f"running a model with ONNX Runtime needs the package {name}, which cannot be "
                f"imported ({error}): pip install {name.replace('_', '-')}",
                name=error.name,
            ) from error


def real(value: Any) -> Any:
    """A complex tensor as a real one with a last axis of 2, anything else as it is."""
    if isinstance(value, torch.Tensor) and value.is_complex():
        return torch.view_as_real(value.resolve_conj())
    return value


def outputs_of(results: Any) -> list[Any]:
    """What a module returned as its model does: tensors one by one, without None, complex
    ones as real ones, quantized ones as three, and numbers of Python as tensors."""
    leaves = (leaf for leaf in pytree.tree_leaves(results) if leaf is not None)
    return [
        real(leaf)
        if isinstance(leaf, torch.Tensor)
        else torch.tensor(leaf, dtype=torch.float32 if isinstance(leaf, float) else None)
        for whole in leaves
        for leaf in _parts(whole)
    ]


def _parts(leaf: Any) -> list[Any]:
    """The integers, the scale and the zero point of a tensor that is quantized per tensor;
    anything else as it is."""
    if not isinstance(leaf, torch.Tensor) or not leaf.is_quantized:
        return [leaf]
    scale = torch.tensor(leaf.q_scale(), dtype=torch.float64)
    return [leaf.int_repr(), scale, torch.tensor(leaf.q_zero_point())]


def numbers(value: Any) -> Any:
    """A tensor of pairs of numbers of 4 bits, with which PyTorch cannot compute, as the
    numbers in float32; anything else as it is."""
    if not isinstance(value, torch.Tensor) or value.dtype != _FLOAT4:
        return value
    return torch.from_numpy(_from_pairs(value).astype(np.float32))


def _from_pairs(value: torch.Tensor) -> np.ndarray:
    """The numbers of pairs: the last dimension is twice as long, one pair is two."""
    halves = value.detach().cpu().contiguous().view(torch.uint8).numpy()
    pairs = np.stack([halves & 15, halves >> 4], axis=-1)
    shape = (*value.shape[:-1], 2 * value.shape[-1]) if value.ndim else (2,)
    return pairs.reshape(shape).view(ir.DataType.FLOAT4E2M1.numpy())


def _to_pairs(halves: np.ndarray, shape: Sequence[int]) -> torch.Tensor:
    """Bytes of two numbers each as a tensor of pairs; `shape` counts numbers."""
    if not shape or shape[-1] % 2:
        raise ValueError(f"{_FLOAT4} has two numbers in each element, not {list(shape)}")
    pairs = torch.from_numpy(halves).view(_FLOAT4)
    return pairs.reshape(*shape[:-1], shape[-1] // 2)


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
        raise TypeError(f"an input must be a tensor or a number, not {type(value).__name__}")
    value = real(value).detach().cpu().contiguous()
    if value.dtype == _FLOAT4:
        # Of an array with the shape of the numbers ONNX Runtime reads the first half.
        packed = np.zeros(_from_pairs(value).shape, np.uint8)
        packed.reshape(-1)[: value.numel()] = value.view(torch.uint8).numpy().reshape(-1)
        return ort.OrtValue.ortvalue_from_numpy_with_onnx_type(
            packed, onnx_element_type=onnx.TensorProto.FLOAT4E2M1
        )
    if value.dtype in _BITS:
        element_type = tensor_adapters.from_torch_dtype(value.dtype).value
        return ort.OrtValue.ortvalue_from_numpy_with_onnx_type(
            value.view(_BITS[value.dtype]).numpy(), onnx_element_type=element_type
        )
    return ort.OrtValue.ortvalue_from_numpy(value.resolve_neg().numpy())


def _to_torch(array: np.ndarray) -> torch.Tensor:
    """An array of a dtype that PyTorch has. ONNX Runtime's uint64 are C's `unsigned long long`,
    which is another type for PyTorch."""
    return torch.from_numpy(array.view(np.uint64) if array.dtype == np.uint64 else array)


def _copied_bytes(value: ort.OrtValue) -> np.ndarray:
    """The content of a value of ONNX Runtime that NumPy cannot read, in memory of its own."""
    content = ctypes.string_at(value.data_ptr(), value.tensor_size_in_bytes())
    return np.frombuffer(bytearray(content), np.uint8)


def from_ort(value: ort.OrtValue) -> torch.Tensor:
    """A value of ONNX Runtime as a tensor with the same memory.

    The tensor keeps memory that ONNX Runtime has allocated, but not the memory of an input.
    Numbers of 8 and 4 bits are copied.
    """
    element_type = value.element_type()
    if element_type == onnx.TensorProto.FLOAT4E2M1:
        return _to_pairs(_copied_bytes(value), value.shape())
    dtypes = {tensor_adapters.from_torch_dtype(dtype).value: dtype for dtype in _BITS}
    dtype = dtypes.get(element_type)
    if dtype == torch.bfloat16:
        return torch.utils.dlpack.from_dlpack(value._get_c_value())
    if dtype is not None:  # DLPack of ONNX Runtime lacks numbers of 8 bits.
        return torch.from_numpy(_copied_bytes(value)).view(dtype).reshape(value.shape())
    return _to_torch(value.numpy())


def run(session: ort.InferenceSession, feed: dict[str, ort.OrtValue]) -> list[Any]:
    """The outputs of a model: tensors, lists of tensors for sequences, and None for an optional
    without a value."""
    if all(output.type.startswith("tensor(") for output in session.get_outputs()):
        results = [from_ort(value) for value in session.run_with_ort_values(None, feed)]
        # An output that is an input shares the memory of the input, which may be freed first.
        inputs = {value.data_ptr() for value in feed.values()}
        return [value.clone() if value.data_ptr() in inputs else value for value in results]
    # Values of ONNX Runtime do not give the elements of a sequence.
    values: list[Any] = pytree.tree_map(
        lambda value: None if value is None else from_numpy(value), session.run(None, feed)
    )
    return values


def to_numpy(value: Any) -> np.ndarray:
    """A tensor or a number as the reference evaluator of onnx takes it."""
    if isinstance(value, torch.Tensor) and value.dtype == _FLOAT4:
        return _from_pairs(value)
    if isinstance(value, torch.Tensor):
        return np.asarray(tensor_adapters.TorchTensor(real(value).detach()).numpy())
    if type(value) in _NUMBERS:
        return np.array(value, dtype=_NUMBERS[type(value)])
    return np.asarray(value)


def from_numpy(array: Any) -> torch.Tensor:
    """A result of the reference evaluator as a tensor."""
    array = np.asarray(array)
    if array.dtype == ir.DataType.FLOAT4E2M1.numpy():
        halves = np.ascontiguousarray(array).view(np.uint8).reshape(-1) & 15
        return _to_pairs(halves[0::2] | halves[1::2] << 4, array.shape)
    for dtype, bits in _BITS.items():
        if array.dtype == ir.DataType(tensor_adapters.from_torch_dtype(dtype)).numpy():
            width = np.uint16 if bits == torch.uint16 else np.uint8
            return torch.from_numpy(array.view(width)).view(dtype)
    return _to_torch(array)


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
