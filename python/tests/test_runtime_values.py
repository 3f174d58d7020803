"""Values of all dtypes through the runtime that a program is called with."""

from __future__ import annotations

import pytest
import torch
import torch_onnx_mlir

from .features import writes


@pytest.mark.parametrize("dtype", [torch.uint16, torch.uint32, torch.uint64], ids=str)
def test_unsigned_results(dtype: torch.dtype) -> None:
    """NumPy has two types of 64 bits without a sign, of which PyTorch knows one."""

    class Model(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
            return x.to(dtype), y.reshape(3, 1)

    x, y = torch.tensor([0, 5, 2**15]), torch.tensor([1, 2, 2**15]).to(dtype)
    if not writes(Model(), x, y):
        pytest.skip(f"torch.export.save cannot write {dtype}")
    program = torch_onnx_mlir.export(Model(), (x, y), verify=True)
    for actual, expected in zip(program(x, y), Model()(x, y), strict=True):
        assert actual.dtype == dtype and torch.equal(actual.long(), expected.long())


@pytest.mark.skipif(not hasattr(torch, "hash_tensor"), reason="came with PyTorch 2.9")
def test_hashes() -> None:
    program = torch_onnx_mlir.export(lambda x: torch.hash_tensor(x, 1), (torch.randn(2, 3),))
    x = torch.randn(2, 3)
    assert torch.equal(program(x)[0].view(torch.int64), torch.hash_tensor(x, 1).view(torch.int64))
