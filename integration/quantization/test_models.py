"""Whole models: every bit without ONNX Runtime's optimizations, its integer kernels with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import onnx
import onnxruntime
import pytest
import torch
from torch import Tensor, nn

from integration.common.compiler import convert
from integration.common.processor import needs_exact_products
from integration.common.runtime import Session
from integration.quantization.models import DynamicBert, Encoder, ResNet


def _fused(model: Path) -> Counter[str]:
    """The operators that ONNX Runtime runs."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = (
        onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    )
    optimized = model.with_suffix(".optimized.onnx")
    options.optimized_model_filepath = str(optimized)
    options.log_severity_level = 4
    onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return Counter(node.op_type for node in onnx.load(optimized).graph.node)


def _check(
    model: nn.Module,
    examples: tuple[Tensor, ...],
    others: tuple[Tensor, ...],
    dynamic: object,
    folder: Path,
    opset: int,
) -> Counter[str]:
    model.eval()
    with torch.no_grad():
        model(*examples)  # the pairs see the ranges
        program = torch.export.export(model, examples, dynamic_shapes=(dynamic,))
    source, target = folder / "model.pt2", folder / "model.onnx"
    torch.export.save(program, source)
    result = convert(source, target, (f"--opset={opset}",))
    assert not result.failure, result.stderr
    plain, session = Session(target, optimized=False), Session(target, optimized=True)
    for inputs in (examples, others):
        with torch.no_grad():
            expected = model(*inputs)
        torch.testing.assert_close(plain.run(inputs)[0], expected)
        # An integer may differ by one where the sum before it was rounded.
        actual = session.run(inputs)[0]
        assert (actual - expected).abs().max() < 0.05
    return _fused(target)


@needs_exact_products
@pytest.mark.parametrize("opset", [13, 20, 21, 23])
def test_resnet(opset: int, tmp_path: Path) -> None:
    """Convolutions, additions and the classifier on integers."""
    torch.manual_seed(0)
    batch, rows, columns = (torch.export.Dim(name) for name in ("batch", "h", "w"))
    operators = _check(
        ResNet(),
        (torch.randn(2, 3, 32, 32),),
        (torch.randn(3, 3, 40, 48),),
        {0: batch, 2: 4 * rows, 3: 4 * columns},
        tmp_path,
        opset,
    )
    assert operators["QLinearConv"] == 5 and operators["QLinearAdd"] == 2
    assert operators["QGemm"] == 1
    assert operators["Conv"] + operators["Gemm"] == 0


@needs_exact_products
@pytest.mark.parametrize("opset", [13, 20, 21, 23])
def test_encoder(opset: int, tmp_path: Path) -> None:
    """Products of weights and of states on integers."""
    torch.manual_seed(0)
    operators = _check(
        Encoder(),
        (torch.randint(0, 100, (2, 8)),),
        (torch.randint(0, 100, (3, 12)),),
        {0: torch.export.Dim("batch"), 1: torch.export.Dim("length")},
        tmp_path,
        opset,
    )
    assert operators["MatMulIntegerToFloat"] == 6 and operators["QLinearMatMul"] == 2
    assert operators["MatMul"] == 0


@needs_exact_products
@pytest.mark.parametrize("opset", [13, 21])
@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8], ids=str)
def test_dynamic(dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """Products of integers whose scales the run chooses."""
    torch.manual_seed(0)
    operators = _check(
        DynamicBert(dtype=dtype),
        (torch.randint(0, 100, (2, 8)),),
        (torch.randint(0, 100, (3, 12)),),
        {0: torch.export.Dim("batch"), 1: torch.export.Dim("length")},
        tmp_path,
        opset,
    )
    assert operators["MatMulIntegerToFloat"] == 8
    # The attention has two products of floats.
    assert operators["MatMul"] + operators["FusedMatMul"] == 2
    assert operators["Gemm"] == 0
