"""The operators of quantized_decomposed, one by one, against eager."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
import torch.ao.quantization.fx._decomposed  # registers the operators
from torch import Tensor

from integration.common.compiler import convert
from integration.common.function import Function, check
from integration.common.processor import needs_exact_products
from integration.common.runtime import Session

qd = torch.ops.quantized_decomposed

RANGES = [
    (torch.int8, -128, 127),
    (torch.int8, -127, 127),
    (torch.int8, -8, 7),
    (torch.uint8, 0, 255),
    (torch.uint8, 0, 127),
    (torch.int16, -32768, 32767),
    (torch.uint16, 0, 65535),
    (torch.int32, -(2**31), 2**31 - 1),
]


def _numbers(*shape: int, seed: int = 0) -> Tensor:
    """Halves, which are rounded to even, numbers between, and far ones."""
    generator = torch.Generator().manual_seed(seed)
    halves = torch.randint(-600, 600, shape, generator=generator) / 2
    noise = torch.rand(shape, generator=generator) * 0.4
    choice = torch.randint(0, 3, shape, generator=generator)
    return torch.where(
        choice == 0, halves, torch.where(choice == 1, noise * 100, halves * 300 * noise)
    )


@pytest.mark.parametrize("opset", [9, 12, 13, 19, 21, 23])
@pytest.mark.parametrize("dtype,low,high", RANGES, ids=str)
def test_per_tensor(
    dtype: torch.dtype, low: int, high: int, opset: int, tmp_path: Path
) -> None:
    """Powers of two for a scale, so that halves are met, and one that is none."""
    middle = (low + high) // 2 if dtype != torch.int32 else 0

    def function(x: Tensor) -> tuple[Tensor, ...]:
        results = []
        for scale, zero_point in ((0.5, 0), (1.0, middle), (0.0371, 1)):
            zero_point = min(max(zero_point, low), high)
            q = qd.quantize_per_tensor(x, scale, zero_point, low, high, dtype)
            results += [
                q,
                qd.dequantize_per_tensor(q, scale, zero_point, low, high, dtype),
            ]
        return tuple(results)

    check(
        function,
        (_numbers(5, 7),),
        (_numbers(9, 7, seed=1),),
        tmp_path,
        (f"--opset={opset}",),
        ({0: torch.export.Dim("n")},),
    )


@pytest.mark.parametrize("overload", ["tensor", "tensor2"])
def test_per_tensor_of_tensors(overload: str, tmp_path: Path) -> None:
    """Parameters that are tensors, which the run gives."""
    low, high = torch.tensor(-100), torch.tensor(90)

    def function(
        x: Tensor, scale: Tensor, zero_point: Tensor, low: Tensor, high: Tensor
    ) -> tuple[Tensor, ...]:
        limits = (low, high) if overload == "tensor2" else (-100, 90)
        quantize = getattr(qd.quantize_per_tensor, overload)
        dequantize = getattr(qd.dequantize_per_tensor, overload)
        q = quantize(x, scale, zero_point, *limits, torch.int8)
        return (
            q,
            dequantize(q, scale, zero_point, *limits, torch.int8),
            low + 0,
            high + 0,
        )

    first = (
        _numbers(5, 7),
        torch.tensor([0.25], dtype=torch.float64),
        torch.tensor([3]),
        low,
        high,
    )
    second = (
        _numbers(6, 7),
        torch.tensor([2.0], dtype=torch.float64),
        torch.tensor([-50]),
        low,
        high,
    )
    check(
        function,
        first,
        second,
        tmp_path,
        (),
        ({0: torch.export.Dim("n")}, None, None, None, None),
    )


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_half(dtype: torch.dtype, tmp_path: Path) -> None:
    """Half precision is quantized in single; results are rounded once."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        q = qd.quantize_per_tensor(x, 0.043, 3, -128, 127, torch.int8)
        y = qd.dequantize_per_tensor(
            q, 0.043, 3, -128, 127, torch.int8, out_dtype=dtype
        )
        return q, y

    check(
        function,
        (_numbers(5, 7).to(dtype),),
        (_numbers(5, 7, seed=1).to(dtype),),
        tmp_path,
    )


@pytest.mark.parametrize("opset", [10, 13, 21])
@pytest.mark.parametrize(
    "zero_dtype", [torch.int64, torch.int32, torch.int8, torch.float32, None], ids=str
)
def test_per_channel(
    zero_dtype: torch.dtype | None, opset: int, tmp_path: Path
) -> None:
    """A scale for each index of an axis; differences of int8 wrap around."""
    scales = torch.tensor([0.5, 0.013, 1.0, 2.0])
    zeros = torch.tensor([0, 5, -3, 1])

    def function(x: Tensor) -> tuple[Tensor, ...]:
        given = zeros if zero_dtype is None else zeros.to(zero_dtype)
        q = qd.quantize_per_channel(x, scales, given, 1, -128, 127, torch.int8)
        other = None if zero_dtype is None else given
        return q, qd.dequantize_per_channel(q, scales, other, 1, -128, 127, torch.int8)

    check(
        function,
        (_numbers(2, 4, 3),),
        (_numbers(5, 4, 2, seed=1),),
        tmp_path,
        (f"--opset={opset}",),
        ({0: torch.export.Dim("n"), 2: torch.export.Dim("m")},),
    )


@pytest.mark.parametrize("opset", [13, 19, 21, 23])
@pytest.mark.parametrize("low,high", [(-8, 7), (-128, 127)])
def test_per_group(low: int, high: int, opset: int, tmp_path: Path) -> None:
    """Rows in groups, by blocks from opset 21 on."""
    scales = torch.rand(6, 4) + 0.1
    zeros = torch.randint(-3, 4, (6, 4), dtype=torch.int32)

    def function(x: Tensor, w: Tensor) -> tuple[Tensor, ...]:
        q = qd.quantize_per_channel_group(x, scales, zeros, low, high, torch.int8, 32)
        arguments = (low, high, torch.int8, 32, torch.float32)
        return (
            q,
            qd.dequantize_per_channel_group(q, scales, zeros, *arguments),
            qd.dequantize_per_channel_group(w, scales, None, *arguments),
        )

    weight = torch.randint(low, high + 1, (6, 128), dtype=torch.int8)
    check(
        function,
        (_numbers(6, 128), weight),
        (_numbers(6, 128, seed=1), -weight - 1),
        tmp_path,
        (f"--opset={opset}",),
    )


@pytest.mark.parametrize("opset", [13, 21])
def test_per_token(opset: int, tmp_path: Path) -> None:
    """Parameters of each row, chosen by what the run sees."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        results = []
        for choose in (
            qd.choose_qparams_per_token,
            qd.choose_qparams_per_token_asymmetric,
        ):
            scale, zero_point = choose(x, torch.int8)
            q = qd.quantize_per_token(x, scale, zero_point, -128, 127, torch.int8)
            y = qd.dequantize_per_token(
                q, scale, zero_point, -128, 127, torch.int8, torch.float32
            )
            results += [scale, zero_point, q, y]
        return tuple(results)

    check(
        function,
        (torch.randn(2, 5, 16),),
        (torch.randn(3, 4, 16) * 10,),
        tmp_path,
        (f"--opset={opset}",),
        ({0: torch.export.Dim("n"), 1: torch.export.Dim("m")},),
    )


@pytest.mark.parametrize("dtype,low,high", RANGES[:5], ids=str)
def test_dynamic(dtype: torch.dtype, low: int, high: int, tmp_path: Path) -> None:
    """Parameters of the whole tensor, chosen by what the run sees."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        results = []
        for choose in (qd.choose_qparams.tensor, qd.choose_qparams_symmetric.tensor):
            scale, zero_point = choose(x, low, high, 1e-5, dtype)
            q = qd.quantize_per_tensor.tensor(x, scale, zero_point, low, high, dtype)
            y = qd.dequantize_per_tensor.tensor(q, scale, zero_point, low, high, dtype)
            results += [scale, zero_point, q, y]
        return tuple(results)

    check(
        function,
        (torch.randn(4, 16),),
        (torch.rand(7, 16) + 2,),
        tmp_path,
        dynamic=({0: torch.export.Dim("n")},),
    )


def test_fake_quantize(tmp_path: Path) -> None:
    """What quantization-aware training leaves; torch exports it at fixed sizes."""
    scale = torch.tensor([0.5, 0.1, 1.0])
    zero = torch.tensor([0, 3, -2], dtype=torch.int32)
    one = torch.tensor([0.25]), torch.tensor([3], dtype=torch.int32)

    def function(x: Tensor) -> tuple[Tensor, ...]:
        return (
            torch.fake_quantize_per_tensor_affine(x, 0.25, 3, -128, 127),
            torch.fake_quantize_per_tensor_affine(x, *one, -128, 127),
            torch.fake_quantize_per_tensor_affine(x, *one, 0, 255),
            torch.fake_quantize_per_tensor_affine(x, *one, -10, 500),
            torch.fake_quantize_per_channel_affine(x, scale, zero, 1, -127, 127),
            qd.fake_quant_per_channel(x, scale, zero, 1, -8, 7),
        )

    check(
        function,
        (_numbers(2, 3, 5),),
        (_numbers(2, 3, 5, seed=1),),
        tmp_path,
    )


@pytest.mark.parametrize(
    "dtype", [torch.int8, pytest.param(torch.uint8, marks=needs_exact_products)], ids=str
)
def test_int_mm(dtype: torch.dtype, tmp_path: Path) -> None:
    """Products of integers are exact."""

    def function(x: Tensor, y: Tensor) -> Tensor:
        return torch._int_mm(x, y)

    def inputs(n: int) -> tuple[Tensor, Tensor]:
        limits = torch.iinfo(dtype)
        x = torch.randint(limits.min, limits.max + 1, (n, 64), dtype=dtype)
        return x, torch.randint(-128, 128, (64, 48), dtype=torch.int8)

    check(
        function,
        inputs(24),
        inputs(40),
        tmp_path,
        dynamic=({0: torch.export.Dim("n", min=17)}, None),
    )


@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str
)
def test_int8_weight(dtype: torch.dtype, tmp_path: Path) -> None:
    """One scale for each row of a weight of int8."""
    weight = torch.randint(-128, 128, (32, 64), dtype=torch.int8)
    scales = (torch.rand(32) * 0.01).to(dtype)

    def function(x: Tensor) -> Tensor:
        return torch._weight_int8pack_mm(x, weight, scales)

    check(
        function,
        (torch.randn(5, 64).to(dtype),),
        (torch.randn(9, 64).to(dtype),),
        tmp_path,
        dynamic=({0: torch.export.Dim("n")},),
    )


def _near_halves(scale: Tensor) -> Tensor:
    """Numbers that are next to half-way between two integers, for each scale."""
    steps = torch.arange(-130, 130, dtype=torch.float64) + 0.5
    middle = (steps * scale.double()[:, None]).float()
    below = torch.nextafter(middle, torch.full_like(middle, -torch.inf))
    above = torch.nextafter(middle, torch.full_like(middle, torch.inf))
    return torch.stack([below, middle, above], -1).flatten(1)


def test_integers_of_inputs(tmp_path: Path) -> None:
    """Integers that the program returns are those of PyTorch, also next to halves."""
    scales = torch.tensor([0.013, 0.3, 0.0371, 1 / 3, 0.5, 1.7])
    zeros = torch.tensor([0, 5, -3, 1, 7, 0])
    x = _near_halves(scales)

    def function(x: Tensor) -> tuple[Tensor, ...]:
        results = [qd.quantize_per_channel(x, scales, zeros, 0, -128, 127, torch.int8)]
        for scale in scales.tolist():
            y = x.view(6, -1, 3).transpose(1, 2)
            results.append(qd.quantize_per_tensor(y, scale, 3, 0, 255, torch.uint8))
        return tuple(results)

    check(function, (x,), (-x,), tmp_path)


def test_pairs_of_inputs(tmp_path: Path) -> None:
    """Integers that are only dequantized are a pair of one scale, one step off next to halves."""
    scale = 0.013

    def function(x: Tensor) -> tuple[Tensor, Tensor]:
        pair = (scale, 3, 0, 255, torch.uint8)
        y = qd.dequantize_per_tensor(qd.quantize_per_tensor(x, *pair), *pair)
        return y, torch.fake_quantize_per_tensor_affine(x, scale, 3, 0, 255)

    halves = _near_halves(torch.tensor([scale])).flatten()
    x = torch.cat([halves, torch.randn(100000)])
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    torch.export.save(torch.export.export(Function(function), (x,)), source)
    done = convert(source, target)
    assert not done.failure, done.stderr
    graph = onnx.load(target).graph
    # The two results are one pair.
    nodes = [node for node in graph.node if node.op_type != "Identity"]
    assert [node.op_type for node in nodes] == ["QuantizeLinear", "DequantizeLinear"]
    assert nodes[0].input[1:] == nodes[1].input[1:]
    session = Session(target, optimized=False)
    for actual, expected in zip(session.run([x]), function(x), strict=True):
        steps = ((actual - expected) / scale).round().abs()
        assert steps.max() <= 1 and steps.sum() <= len(halves) // 4
        assert steps[len(halves) :].sum() <= 1


def test_learnable(tmp_path: Path) -> None:
    """Zero points that are learned are rounded and clamped; floats are added first."""
    scale = torch.tensor([0.5, 0.1, 1.0])
    learned = torch.tensor([2.5, -300.0, 3.5])
    added = torch.tensor([1.0, 0.25, -3.0])

    def function(x: Tensor) -> tuple[Tensor, ...]:
        return (
            torch._fake_quantize_learnable_per_tensor_affine(
                x, scale[:1], learned[:1], -128, 127
            ),
            torch._fake_quantize_learnable_per_tensor_affine(
                x, scale[1:2], learned[1:2], 0, 255, 0.5
            ),
            torch._fake_quantize_learnable_per_channel_affine(
                x, scale, learned, 1, -128, 127
            ),
            torch.fake_quantize_per_channel_affine(x, scale, added, 1, -127, 127),
        )

    check(
        function,
        (_numbers(2, 3, 5),),
        (_numbers(2, 3, 5, seed=1),),
        tmp_path,
    )


def test_learnable_of_inputs(tmp_path: Path) -> None:
    """The same with parameters that the run gives."""

    def function(x: Tensor, scale: Tensor, zero: Tensor) -> tuple[Tensor, ...]:
        return (
            torch._fake_quantize_learnable_per_tensor_affine(
                x, scale[:1], zero[:1], -128, 127
            ),
            torch._fake_quantize_learnable_per_channel_affine(
                x, scale, zero, 1, -128, 127
            ),
            torch.fake_quantize_per_channel_affine(x, scale, zero, 1, -128, 127),
        )

    def inputs(seed: int) -> tuple[Tensor, ...]:
        scale = torch.tensor([0.5, 0.25, 1.0]) * (seed + 1)
        return _numbers(2, 3, 5, seed=seed), scale, torch.tensor([1.5, -300.0, 3.0])

    check(function, inputs(0), inputs(1), tmp_path)
