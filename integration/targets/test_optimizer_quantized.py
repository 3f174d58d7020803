"""Quantized programs at the edges of ONNX Runtime's rules for them.

onnxruntime/core/optimizer/qdq_transformer: an operator between DequantizeLinear and
QuantizeLinear becomes a kernel of integers, or loses both of them. The programs have
other scales, axes, types and biases than those that the rules are made for. Such a
kernel rounds on its own: a result may be one quantum off (docs/Rationale/Runtimes.md).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.ao.quantization.fx._decomposed  # noqa: F401 - registers operators
import torch.nn.functional as F
from torch import Tensor
from torch.export import Dim

from integration.common import runtime
from integration.common.compiler import convert
from integration.common.function import Function, randn

pytestmark = pytest.mark.usefixtures("compiler")

A = Dim.AUTO
Q: Any = torch.ops.quantized_decomposed
I8, U8, I16 = torch.int8, torch.uint8, torch.int16
#: What a quantum of the results is.
STEP = 0.05


def limits(dtype: torch.dtype) -> tuple[int, int]:
    """The least and the greatest number."""
    return torch.iinfo(dtype).min, torch.iinfo(dtype).max


def fake(x: Tensor, scale: float = STEP, zero: int = 3, dtype: torch.dtype = I8) -> Tensor:
    """Quantized and dequantized."""
    rest = zero, *limits(dtype), dtype
    return Q.dequantize_per_tensor(Q.quantize_per_tensor(x, scale, *rest), scale, *rest)


def fake_rows(x: Tensor, axis: int = 1, dtype: torch.dtype = I8, scale: float = 0.03) -> Tensor:
    """The same with a scale for each index of an axis."""
    size = int(x.shape[axis])
    scales, zeros = SCALES[:size] * scale, ZEROS[:size]
    rest = axis, *limits(dtype), dtype
    quantized = Q.quantize_per_channel(x, scales, zeros, *rest)
    return Q.dequantize_per_channel(quantized, scales, zeros, *rest)


SCALES = randn(16).abs() + 0.5
ZEROS = torch.zeros(16, dtype=torch.int64)


def given(integers: Tensor, scale: float | Tensor, axis: int = 0) -> Tensor:
    """A dequantized constant, as PT2E leaves weights and biases."""
    low, high = limits(integers.dtype)
    if isinstance(scale, float):
        return Q.dequantize_per_tensor(integers, scale, 0, low, high, integers.dtype)
    return Q.dequantize_per_channel(integers, scale, ZEROS[: len(scale)], axis, low, high, integers.dtype)


KERNEL, MATRIX = (randn(4, 4, 3, 3) * 20).to(I8), (randn(8, 8) * 20).to(I8)
UNSIGNED = (randn(8, 8) * 20).abs().to(U8)
BIAS = (randn(4) * 900).to(torch.int32)
COLUMNS = (randn(8) * 900).to(torch.int32)


def convolve(x: Tensor, scale: float | Tensor, bias: float | None, **options: Any) -> Tensor:
    """A convolution with a bias of another scale than that of the product."""
    y = fake(F.conv2d(x, given(KERNEL, scale), None if bias is None else given(BIAS, bias), **options))
    return y


#: (program, sizes of the input, quanta that a result may differ by)
PROGRAMS: dict[str, tuple[Callable[[Tensor], Tensor], tuple[int, ...], int]] = {
    # Rules that drop both: nothing is computed, so that nothing may differ.
    "reshape": (lambda x: fake(fake(x).reshape(-1)), (2, 4, 6), 0),
    "reshape, other scale": (lambda x: fake(fake(x, 0.03).reshape(-1)), (2, 4, 6), 0),
    "reshape, other zero": (lambda x: fake(fake(x, STEP, -5).reshape(-1)), (2, 4, 6), 0),
    "reshape, other type": (lambda x: fake(fake(x, STEP, 3, U8).reshape(-1)), (2, 4, 6), 0),
    "reshape of rows": (lambda x: fake_rows(fake_rows(x).unflatten(2, (3, 2))), (2, 4, 6), 0),
    "transpose of rows": (lambda x: fake_rows(fake_rows(x).transpose(1, 2), 2), (2, 4, 6), 0),
    "transpose to other rows": (lambda x: fake_rows(fake_rows(x).transpose(1, 2)), (2, 4, 4), 0),
    "slice of rows": (lambda x: fake_rows(fake_rows(x)[:, 1:]), (2, 4, 6), 0),
    "gather of rows": (lambda x: fake_rows(fake_rows(x)[:, torch.tensor([2, 0])]), (2, 4, 6), 0),
    "split of rows": (lambda x: torch.cat([fake_rows(y) for y in fake_rows(x).chunk(2, 1)], 1), (2, 4, 6), 0),
    "split, other scales": (lambda x: torch.cat([fake(y, s) for y, s in zip(fake(x).chunk(2, 1), (STEP, 0.1))], 1), (2, 4, 6), 0),
    "expand": (lambda x: fake(fake(x).expand(3, 4, 6)), (1, 4, 6), 0),
    "16 bits": (lambda x: fake(fake(x, STEP, 3, I16).flatten(), STEP, 3, I16), (2, 4, 6), 0),
    "max_pool": (lambda x: fake(F.max_pool2d(fake(x), 3, 1, 1)), (2, 4, 6, 6), 0),
    "max_pool, all below zero": (lambda x: fake(F.max_pool2d(fake(-x.abs() - 1), 3, 1, 1)), (2, 4, 6, 6), 0),
    "max_pool, unsigned": (lambda x: fake(F.max_pool2d(fake(x, STEP, 90, U8), 3, 1, 1), STEP, 90, U8), (2, 4, 6, 6), 0),
    "max_pool of rows": (lambda x: fake_rows(F.max_pool2d(fake_rows(x), 3, 1, 1)), (2, 4, 6, 6), 0),
    "amax": (lambda x: fake(fake(x).amax(1)), (2, 4, 6), 0),
    "amin, unsigned": (lambda x: fake(fake(x, STEP, 90, U8).amin(1), STEP, 90, U8), (2, 4, 6), 0),
    "amax of rows": (lambda x: fake_rows(fake_rows(x).amax(2)), (2, 4, 6), 0),
    "argmax": (lambda x: fake(x).argmax(1).float(), (2, 4, 6), 0),
    "argmax of rows": (lambda x: fake_rows(x).argmax(1).float(), (2, 4, 6), 0),
    "argmax of coarse rows": (lambda x: fake_rows(x, 1, I8, 2.0).argmax(2).float(), (2, 4, 6), 0),
    "nearest": (lambda x: fake(F.interpolate(fake(x), scale_factor=2.0)), (2, 4, 6, 6), 0),
    "bilinear": (lambda x: fake(F.interpolate(fake(x), scale_factor=2.0, mode="bilinear")), (2, 4, 6, 6), 1),
    "bilinear, below zero": (lambda x: fake(F.interpolate(fake(-x.abs()), scale_factor=1.5, mode="bilinear")), (2, 4, 6, 6), 1),
    "bicubic": (lambda x: fake(F.interpolate(fake(x), scale_factor=2.0, mode="bicubic")), (2, 4, 6, 6), 1),
    # A clip that the quantization makes redundant, and ones that it does not.
    "relu": (lambda x: fake(F.relu(F.conv2d(fake(x), given(KERNEL, 0.02))), STEP, -128), (2, 4, 6, 6), 1),
    "relu within": (lambda x: fake(F.relu(F.conv2d(fake(x), given(KERNEL, 0.02))), STEP, 3), (2, 4, 6, 6), 1),
    "relu6": (lambda x: fake(F.relu6(F.conv2d(fake(x), given(KERNEL, 0.02))), STEP, -128), (2, 4, 6, 6), 1),
    "clamp of more": (lambda x: fake((fake(x) + fake(x, 0.03)).clamp(-50, 50)), (2, 4, 6), 1),
    "clamp of less": (lambda x: fake((fake(x) + fake(x, 0.03)).clamp(-1, 1)), (2, 4, 6), 1),
    "clamp of rows": (lambda x: fake_rows(fake_rows(x).clamp(-1.9, 1.9)), (2, 4, 6), 0),
    # Kernels of one operand.
    "sigmoid": (lambda x: fake(fake(x).sigmoid(), 1 / 256, -128), (2, 4, 6), 1),
    "sigmoid of rows": (lambda x: fake(fake_rows(x).sigmoid(), 1 / 256, -128), (2, 4, 6), 1),
    "sigmoid to rows": (lambda x: fake_rows(fake(x).sigmoid(), 1, I8, 0.01), (2, 4, 6), 1),
    "leaky_relu": (lambda x: fake(F.leaky_relu(fake(x), 0.3)), (2, 4, 6), 1),
    "leaky_relu of rows": (lambda x: fake(F.leaky_relu(fake_rows(x), 0.3)), (2, 4, 6), 1),
    "softmax": (lambda x: fake(fake(x).softmax(-1), 1 / 256, -128), (2, 4, 6), 1),
    "softmax of other axis": (lambda x: fake(fake(x).softmax(1), 1 / 256, -128), (2, 4, 6), 1),
    "softmax of rows": (lambda x: fake(fake_rows(x).softmax(-1), 1 / 256, -128), (2, 4, 6), 1),
    "average": (lambda x: fake(F.avg_pool2d(fake(x), 3, 2, 1)), (2, 4, 7, 7), 1),
    "average of whole windows": (lambda x: fake(F.avg_pool2d(fake(x), 3, 2, 1, ceil_mode=True)), (2, 4, 6, 6), 1),
    "average without pads": (lambda x: fake(F.avg_pool2d(fake(x), 3, 2, 1, count_include_pad=False)), (2, 4, 7, 7), 1),
    "average of rows": (lambda x: fake(F.avg_pool2d(fake_rows(x), 3)), (2, 4, 6, 6), 1),
    "global average": (lambda x: fake(F.adaptive_avg_pool2d(fake(x), 1)), (2, 4, 6, 6), 1),
    "global average of rows": (lambda x: fake(F.adaptive_avg_pool2d(fake_rows(x), 1)), (2, 4, 6, 6), 1),
    # Kernels of two and more.
    "sum": (lambda x: fake(fake(x) + fake(x.exp(), 0.1)), (2, 4, 6), 1),
    "sum that broadcasts": (lambda x: fake(fake(x) + fake(x[:1, :, :1], 0.1)), (2, 4, 6), 1),
    "sum of rows": (lambda x: fake(fake_rows(x) + fake_rows(x.exp())), (2, 4, 6), 1),
    "sum with itself": (lambda x: fake((y := fake(x)) + y), (2, 4, 6), 1),
    "product": (lambda x: fake(fake(x) * fake(x.exp(), 0.1)), (2, 4, 6), 1),
    "product of rows": (lambda x: fake(fake_rows(x) * fake(x, 0.1)), (2, 4, 6), 1),
    "product of two types": (lambda x: fake(fake(x, STEP, 90, U8) * fake(x)), (2, 4, 6), 1),
    "concatenation": (lambda x: fake(torch.cat([fake(x), fake(x, 0.1), fake(x, STEP, -9)], 1)), (2, 4, 6), 1),
    "concatenation of rows": (lambda x: fake(torch.cat([fake_rows(x), fake(x, 0.1)], 1)), (2, 4, 6), 1),
    "where": (lambda x: fake(torch.where(x > 0, fake(x), fake(-x, 0.1))), (2, 4, 6), 1),
    "where of rows": (lambda x: fake(torch.where(x > 0, fake_rows(x), fake(-x, 0.1))), (2, 4, 6), 1),
    "where of a row": (lambda x: fake(torch.where(x > 0, fake(x), fake(x[0, 0], 0.1))), (2, 4, 6), 1),
    # Convolutions and products of matrices.
    "convolution": (lambda x: convolve(fake(x), 0.02, 0.02 * STEP), (2, 4, 6, 6), 1),
    "convolution of rows": (lambda x: convolve(fake_rows(x), 0.02, None), (2, 4, 6, 6), 1),
    "kernels of rows": (lambda x: convolve(fake(x), SCALES[:4] * 0.02, None), (2, 4, 6, 6), 1),
    "kernels of columns": (lambda x: fake(F.conv2d(fake(x), given(KERNEL, SCALES[:4] * 0.02, 1))), (2, 4, 6, 6), 1),
    "kernels and biases of rows": (lambda x: fake(F.conv2d(fake(x), given(KERNEL, SCALES[:4] * 0.02), given(BIAS, SCALES[:4] * 0.02 * STEP))), (2, 4, 6, 6), 1),
    "convolution to rows": (lambda x: fake_rows(F.conv2d(fake(x), given(KERNEL, 0.02))), (2, 4, 6, 6), 1),
    "bias of another scale": (lambda x: convolve(fake(x), 0.02, 0.003), (2, 4, 6, 6), 1),
    "bias of 8 bits": (lambda x: fake(F.conv2d(fake(x), given(KERNEL, 0.02), given(MATRIX[0, :4], 0.05))), (2, 4, 6, 6), 1),
    "product of matrices": (lambda x: fake(fake(x) @ given(MATRIX, 0.01)), (2, 5, 8), 1),
    "product without quantization": (lambda x: fake(x) @ given(MATRIX, 0.01), (2, 5, 8), 0),
    "rows times matrix": (lambda x: fake_rows(x) @ given(MATRIX, 0.01), (2, 5, 8), 0),
    "columns times matrix": (lambda x: fake_rows(x, 2) @ given(MATRIX, 0.01), (2, 5, 8), 0),
    "matrix of columns": (lambda x: fake(fake(x) @ given(MATRIX, SCALES[:8] * 0.01, 1)), (2, 5, 8), 1),
    "matrix of rows": (lambda x: fake(fake(x) @ given(MATRIX, SCALES[:8] * 0.01, 0)), (2, 5, 8), 1),
    "unsigned matrix": (lambda x: fake(fake(x) @ given(UNSIGNED, 0.01)), (2, 5, 8), 1),
    "two activations": (lambda x: fake(fake(x) @ fake(x.exp()).mT, 0.5), (2, 5, 8), 1),
    "layer": (lambda x: fake(F.linear(fake(x), given(MATRIX, 0.01), given(COLUMNS, 0.01 * STEP))), (5, 8), 1),
    "layer, bias of another scale": (lambda x: fake(F.linear(fake(x), given(MATRIX, 0.01), given(COLUMNS, 0.002))), (5, 8), 1),
    "layer without quantization": (lambda x: F.linear(fake(x), given(MATRIX, 0.01), given(COLUMNS, 0.002)), (5, 8), 0),
    "layer of columns": (lambda x: fake(F.linear(fake(x), given(MATRIX, SCALES[:8] * 0.01), None)), (5, 8), 1),
    "scaled layer": (lambda x: fake(torch.addmm(given(COLUMNS, 0.002), fake(x), given(MATRIX, 0.01), beta=2, alpha=3)), (5, 8), 1),
}


def step(name: str) -> float:
    """The largest quantum of the results."""
    if name == "two activations":
        return 0.5
    return 0.03 * SCALES.max().item() if name.endswith("to rows") else STEP


@pytest.mark.parametrize("opset", [17, 21])
@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_quantized(name: str, dynamic: bool, opset: int, tmp_path: Path) -> None:
    """Right to a quantum, which a sum that is halfway between two may be off by."""
    function, sizes, quanta = PROGRAMS[name]
    x = randn(*sizes)
    shapes = ({0: A},) if dynamic and sizes[0] > 1 else None
    program = torch.export.export(Function(function), (x,), dynamic_shapes=(shapes,) if shapes else None)
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    torch.export.save(program, source)
    done = convert(source, target, (f"--opset={opset}",))
    assert not done.failure, done.stderr
    for optimized in (False, True):
        session = runtime.Session(target, optimized=optimized)
        for tensor in (x, x[:1]) if shapes else (x,):
            actual, expected = session.run([tensor])[0], function(tensor)
            if quanta:
                off = (actual - expected).abs().max().item()
                assert off <= quanta * step(name) * 1.01, (optimized, off)
            else:
                torch.testing.assert_close(actual, expected)
