"""Bits seen as numbers of another dtype, at opsets with and without an operator for it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from integration.common.compiler import convert
from integration.common.runtime import Session


class View(torch.nn.Module):
    def __init__(self, dtype: torch.dtype) -> None:
        super().__init__()
        self.dtype = dtype

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """The same memory."""
        return x.view(self.dtype)


def draw_bits(dtype: torch.dtype) -> torch.Tensor:
    """Each exponent of both signs with fractions of all kinds, as bytes."""
    generator = np.random.default_rng(7)
    bits = dtype.itemsize * 8
    fraction = {torch.float16: 10, torch.bfloat16: 7, torch.float32: 23, torch.float64: 52}[dtype]
    exponents = np.arange(2 ** (bits - fraction), dtype=np.uint64) << np.uint64(fraction)
    fractions = np.concatenate(
        [[0, 1, 2**fraction - 1], generator.integers(0, 2**fraction, 5)]
    ).astype(np.uint64)
    whole = (exponents[:, None] | fractions).astype(f"uint{bits}")
    return torch.from_numpy(np.ascontiguousarray(whole).view(np.uint8).copy())


FLOATS = (torch.float16, torch.bfloat16, torch.float32, torch.float64)
WHOLE = {2: torch.int16, 4: torch.int32, 8: torch.int64}


@pytest.mark.parametrize("opset", [11, 21, 26])
@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_numbers_of_bits(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """Of bytes and of integers of the same width; every NaN is a NaN."""
    data = draw_bits(dtype)
    for x in (data, data.view(WHOLE[dtype.itemsize])):
        torch.export.save(torch.export.export(View(dtype), (x,)), tmp_path / "model.pt2")
        if opset < 13 and dtype == torch.bfloat16:
            continue  # Inputs and outputs of this type came with opset 13.
        result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", (f"--opset={opset}",))
        assert not result.failure, result.stderr
        (got,) = Session(tmp_path / "model.onnx").run((x,))
        expected = x.view(dtype)
        assert got.dtype == dtype
        assert torch.equal(got.isnan(), expected.isnan())
        assert torch.equal(got.nan_to_num(nan=3.0), expected.nan_to_num(nan=3.0))
        number = ~expected.isnan() & (expected != 0)
        assert torch.equal(got[number].signbit(), expected[number].signbit())


@pytest.mark.parametrize("target", [torch.uint8, torch.int16, torch.int32], ids=str)
def test_bits_of_numbers(target: torch.dtype, tmp_path: Path) -> None:
    """Only an operator of opset 26 tells which NaN a number is."""
    x = torch.tensor([1.0, -0.0, float("inf"), -1e-40]).repeat(3)
    torch.export.save(torch.export.export(View(target), (x,)), tmp_path / "model.pt2")
    source, model = tmp_path / "model.pt2", tmp_path / "model.onnx"
    result = convert(source, model, ("--opset=26",))
    assert not result.failure, result.stderr
    refused = convert(source, model, ("--opset=21",))
    assert "arithmetic cannot tell NaNs apart, found f32 reinterpreted as i32" in refused.stderr
