"""torchao's affine operators, for every granularity."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.quantization.libraries import register_torchao
from integration.common.function import check

_LIBRARY = register_torchao()
ao = torch.ops.torchao

# Sizes of blocks of a tensor [8, 4, 64].
GRANULARITIES = {
    "tensor": [8, 4, 64],
    "axis": [8, 1, 64],
    "token": [1, 1, 64],
    "groups": [1, 1, 16],
    "blocks": [2, 4, 32],
    "each": [1, 2, 64],
}


def _count(blocks: list[int]) -> int:
    return 8 * 4 * 64 // (blocks[0] * blocks[1] * blocks[2])


@pytest.mark.parametrize("opset", [13, 21])
@pytest.mark.parametrize("name", GRANULARITIES)
@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str
)
def test_affine(dtype: torch.dtype, name: str, opset: int, tmp_path: Path) -> None:
    """There and back again, by constant parameters."""
    blocks = GRANULARITIES[name]
    count = _count(blocks)
    scale = (2.0 ** torch.randint(-4, 0, (count,))).to(dtype)
    zero = torch.randint(-5, 6, (count,), dtype=torch.int32)

    def function(x: Tensor, w: Tensor) -> tuple[Tensor, ...]:
        q = ao.quantize_affine(x, blocks, scale, zero, torch.int8, -100, 100)
        return (
            q,
            ao.dequantize_affine(
                q, blocks, scale, zero, torch.int8, -100, 100, output_dtype=dtype
            ),
            ao.dequantize_affine(
                w, blocks, scale, None, torch.int8, output_dtype=torch.float32
            ),
        )

    def inputs(factor: float) -> tuple[Tensor, Tensor]:
        x = (torch.randint(-40, 40, (8, 4, 64)) / 8 * factor).to(dtype)
        return x, torch.randint(-128, 128, (8, 4, 64), dtype=torch.int8)

    check(function, inputs(1), inputs(7), tmp_path, (f"--opset={opset}",))


@pytest.mark.parametrize(
    "mapping", ["SYMMETRIC", "SYMMETRIC_NO_CLIPPING_ERR", "ASYMMETRIC"]
)
@pytest.mark.parametrize("name", GRANULARITIES)
def test_choose(name: str, mapping: str, tmp_path: Path) -> None:
    """Parameters of what the run sees."""
    blocks = GRANULARITIES[name]

    def function(x: Tensor) -> tuple[Tensor, ...]:
        results: list[Tensor] = []
        for keepdim in (False, True):
            scale, zero = ao.choose_qparams_affine(
                x,
                mapping,
                blocks,
                torch.int8,
                -128,
                127,
                1e-6,
                torch.float32,
                torch.int32,
                keepdim,
            )
            q = ao.quantize_affine(x, blocks, scale, zero, torch.int8, -128, 127)
            results += [
                scale,
                zero,
                q,
                ao.dequantize_affine(q, blocks, scale, zero, torch.int8),
            ]
        return tuple(results)

    check(function, (torch.randn(8, 4, 64),), (torch.rand(8, 4, 64) * 9,), tmp_path)


def test_tokens_of_dynamic_sizes(tmp_path: Path) -> None:
    """Activations by token, weights by channel: dynamic quantization of int8."""
    weight = torch.randint(-127, 128, (32, 64), dtype=torch.int8)
    scales = torch.rand(32) * 0.01

    def function(x: Tensor) -> Tensor:
        rows = [1, 1, x.shape[2]]
        scale, zero = ao.choose_qparams_affine(
            x,
            "SYMMETRIC",
            rows,
            torch.int8,
            -127,
            127,
            1e-5,
            torch.float32,
            torch.int32,
        )
        q = ao.quantize_affine(x, rows, scale, zero, torch.int8, -127, 127)
        y = ao.dequantize_affine(q, rows, scale, zero, torch.int8, -127, 127)
        w = ao.dequantize_affine(weight, [1, 64], scales, None, torch.int8, -127, 127)
        return torch.nn.functional.linear(y, w)

    check(
        function,
        (torch.randn(2, 5, 64),),
        (torch.randn(3, 9, 64),),
        tmp_path,
        dynamic=({0: torch.export.Dim("b"), 1: torch.export.Dim("n")},),
    )


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16], ids=str)
def test_default_epsilon(dtype: torch.dtype, tmp_path: Path) -> None:
    """What depends much on the version of torchao is not guessed."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        blocks = [8, 4, 64]
        scale, zero = ao.choose_qparams_affine(x, "ASYMMETRIC", blocks, torch.int8)
        q = ao.quantize_affine(x, blocks, scale, zero, torch.int8)
        return scale, zero, q, ao.dequantize_affine(q, blocks, scale, zero, torch.int8)

    inputs = (torch.randn(8, 4, 64).to(dtype),)
    nothing = (torch.zeros(8, 4, 64, dtype=dtype),)
    refusal = "" if dtype == torch.float32 else "expected 'eps' to be a number"
    check(function, inputs, nothing, tmp_path, refusal=refusal)


@pytest.mark.parametrize("opset", [19, 21, 23])
@pytest.mark.parametrize("dtype", [torch.float8_e4m3fn, torch.float8_e5m2], ids=str)
@pytest.mark.parametrize("blocks", [[8, 64], [1, 64], [4, 16]], ids=str)
def test_float8(
    blocks: list[int], dtype: torch.dtype, opset: int, tmp_path: Path
) -> None:
    """Floats of 8 bits: a scale for the tensor, for each row, for each block."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        scale = ao.choose_scale_float8(x, blocks, dtype, torch.float32, 1e-4, None)
        q = ao.quantize_affine_float8_non_decomposed(x, scale, dtype)
        y = ao.dequantize_affine_float8_non_decomposed(q, scale)
        return (
            scale,
            q,
            y,
            ao.dequantize_affine_float8_non_decomposed(q, scale, torch.bfloat16),
        )

    check(
        function,
        (torch.randn(8, 64),),
        (torch.randn(8, 64) * 50,),
        tmp_path,
        (f"--opset={opset}",),
    )
