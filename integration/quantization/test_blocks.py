"""Weights of 4 and 8 bits in blocks: what is written, and what ONNX Runtime makes of it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import onnx
import onnxruntime
import pytest
import torch
from onnx import TensorProto
from torch import Tensor, nn

from integration.common.compiler import convert
from integration.common.runtime import Session
from integration.quantization.libraries import register_torchao
from integration.quantization.models import BlockLinear, BlockModel

_LIBRARY = register_torchao()

_LEVEL = "session.qdq_matmulnbits_accuracy_level"


def _export(model: nn.Module, folder: Path, *options: str) -> Path:
    model.eval()
    dynamic = {0: torch.export.Dim("batch"), 1: torch.export.Dim("length")}
    with torch.no_grad():
        program = torch.export.export(
            model, (torch.randn(2, 5, 64),), dynamic_shapes=(dynamic,)
        )
    torch.export.save(program, folder / "model.pt2")
    target = folder / "model.onnx"
    result = convert(folder / "model.pt2", target, options)
    assert not result.failure, result.stderr
    return target


def _check(model: nn.Module, target: Path) -> None:
    """As it is written, at two sets of sizes."""
    session = Session(target, optimized=False)
    for sizes in ((2, 5, 64), (3, 1, 64)):
        x = torch.randn(sizes)
        with torch.no_grad():
            torch.testing.assert_close(session.run((x,))[0], model(x))


def _types(target: Path) -> Counter[int]:
    """The element types of initializers."""
    return Counter(t.data_type for t in onnx.load(target).graph.initializer)


def _fused(target: Path, x: Tensor, level: str) -> tuple[Counter[str], Tensor]:
    """The operators that ONNX Runtime runs, and the result."""
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = (
        onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    )
    optimized = target.with_suffix(".optimized.onnx")
    options.optimized_model_filepath = str(optimized)
    options.add_session_config_entry(_LEVEL, level)
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(
        target, options, providers=["CPUExecutionProvider"]
    )
    result = session.run(None, {session.get_inputs()[0].name: x.numpy()})[0]
    operators = Counter(node.op_type for node in onnx.load(optimized).graph.node)
    return operators, torch.from_numpy(result)


@pytest.mark.parametrize("opset", [21, 23])
@pytest.mark.parametrize("zero_points", [False, True])
def test_int4(zero_points: bool, opset: int, tmp_path: Path) -> None:
    """Two numbers a byte, and a kernel of ONNX Runtime for each product."""
    torch.manual_seed(0)
    model = BlockModel(zero_points)
    target = _export(model, tmp_path, f"--opset={opset}")
    _check(model, target)
    types = _types(target)
    assert types[TensorProto.INT4] == (6 if zero_points else 3)
    assert types[TensorProto.INT8] == 0
    x = torch.randn(4, 7, 64)
    operators, result = _fused(target, x, "1")
    assert operators["MatMulNBits"] == 3
    assert operators["MatMul"] + operators["Gemm"] + operators["Transpose"] == 0
    with torch.no_grad():
        torch.testing.assert_close(result, model(x))
    # By default the kernel rounds its other operand to 8 bits.
    _, rounded = _fused(target, x, "4")
    assert (rounded - result).abs().max() < 0.05 * result.abs().max()


@pytest.mark.parametrize("weights", ["inline", "external"])
def test_streamed(weights: str, tmp_path: Path) -> None:
    """Weights that are packed while they are written, inside and beside the model."""
    torch.manual_seed(0)
    model = nn.Sequential(BlockLinear(64, 4096, 32), BlockLinear(4096, 33, 64))
    target = _export(model, tmp_path, f"--weights={weights}")
    _check(model, target)
    size = sum(file.stat().st_size for file in tmp_path.glob("model.onnx*"))
    assert size < 0.75 * (tmp_path / "model.pt2").stat().st_size


@pytest.mark.parametrize("opset", [13, 19])
def test_older_opset(opset: int, tmp_path: Path) -> None:
    """Blocks are arithmetic on 8 bits."""
    torch.manual_seed(0)
    model = BlockLinear(64, 8192, 32)
    target = _export(model, tmp_path, f"--opset={opset}")
    _check(model, target)
    assert _types(target)[TensorProto.INT4] == 0
    initializers = onnx.load(target).graph.initializer
    largest = max(initializers, key=lambda tensor: len(tensor.raw_data))
    assert largest.data_type == TensorProto.INT8


def test_by_reference(tmp_path: Path) -> None:
    """What is not written is not packed."""
    torch.manual_seed(0)
    model = BlockModel(zero_points=True)
    target = _export(model, tmp_path, "--weights=reference")
    _check(model, target)
    assert _types(target)[TensorProto.INT4] == 0


def test_eight_bits(tmp_path: Path) -> None:
    """One number that 4 bits do not hold keeps the weight as it is, but for its order."""
    torch.manual_seed(0)
    model = BlockModel(zero_points=False)
    with torch.no_grad():
        model.up.qdata[-1, -1] = 8
        model.down.zero_point[3, 2] = -9
    target = _export(model, tmp_path)
    _check(model, target)
    types = _types(target)
    assert types[TensorProto.INT4] == 1 and types[TensorProto.INT8] == 3
    operators, _ = _fused(target, torch.randn(4, 7, 64), "1")
    assert operators["MatMulNBits"] == 3


def test_unsigned(tmp_path: Path) -> None:
    """Numbers of 0 to 15 are ui4, in whatever type they come."""
    torch.manual_seed(0)
    model = BlockModel(zero_points=False)
    with torch.no_grad():
        for layer in (model.up, model.down, model.head):
            layer.qdata += 8
            layer.zero_point += 8
    target = _export(model, tmp_path)
    _check(model, target)
    types = _types(target)
    assert types[TensorProto.UINT4] == 6 and types[TensorProto.INT8] == 0
    operators, _ = _fused(target, torch.randn(4, 7, 64), "1")
    assert operators["MatMulNBits"] == 3


class _Shared(nn.Module):
    """A weight that is used as it is, too."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = BlockLinear(64, 64)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """The product, and integers."""
        return self.layer(x), self.layer.qdata + x.argmax().to(torch.int8)


def test_shared_weight(tmp_path: Path) -> None:
    """A weight is not written in two forms."""
    torch.manual_seed(0)
    model = _Shared()
    target = _export(model, tmp_path)
    session = Session(target, optimized=False)
    x = torch.randn(2, 3, 64)
    with torch.no_grad():
        for actual, expected in zip(session.run((x,)), model(x), strict=True):
            torch.testing.assert_close(actual, expected)
    assert _types(target)[TensorProto.INT4] == 0
