"""Every rewrite of ONNX Runtime's optimizer: a program that it changes, or why none is.

Names are those of `disabled_optimizers`. A session's log lists the transformers, so a new
version of ONNX Runtime that has more of them fails here; its rules are in
onnxruntime/core/optimizer/graph_transformer_utils.cc. The programs of this file run at a few
sizes and numbers. The other files of this folder have the edges of each rewrite.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import onnx
import onnxruntime
import pytest
import torch
import torch.ao.quantization.fx._decomposed  # noqa: F401 - registers operators
import torch.nn.functional as F
from torch import Tensor
from torch.export import Dim

from integration.common.function import check_sets, randn

pytestmark = pytest.mark.usefixtures("compiler")

A = Dim.AUTO
QUANTIZED = torch.ops.quantized_decomposed
ROW, MATRIX, TABLE = randn(4), randn(4, 4), randn(8, 4)
KERNEL, WIDE = randn(4, 4, 3, 3).round(), randn(16, 16, 3, 3).round()
CHANNELS = randn(1, 4, 1, 1).round()
CODES = torch.arange(-128, 128, dtype=torch.int8)[:64].view(8, 8)
DIGITS = (randn(8, 8, 3, 3) / 3).round().to(torch.int8)


@dataclass(frozen=True)
class Program:
    function: Callable[..., object]
    inputs: list[tuple[Tensor, ...]]
    dynamic: object = None
    options: tuple[str, ...] = ()


def hurting(*sizes: int) -> Tensor:
    """Numbers that include an infinity, NaN and -0.0."""
    numbers = randn(*sizes)
    numbers.view(-1)[:3] = torch.tensor([torch.inf, torch.nan, -0.0])
    return numbers


def requantize(x: Tensor, zero: int = 3) -> Tensor:
    """The nearest of 256 numbers, by a pair of operators."""
    codes = QUANTIZED.quantize_per_tensor(x, 0.125, zero, -128, 127, torch.int8)
    return QUANTIZED.dequantize_per_tensor(codes, 0.125, zero, -128, 127, torch.int8)


def quantized_kernel() -> Tensor:
    """Whole numbers, so that sums of products are multiples of the quantum."""
    ones, zeros = torch.ones(8), torch.zeros(8, dtype=torch.int64)
    return QUANTIZED.dequantize_per_channel(DIGITS, ones, zeros, 0, -128, 127, torch.int8)


def standardize(x: Tensor) -> Tensor:
    centred = x - x.mean(-1, keepdim=True)
    deviation = torch.sqrt(centred.pow(2).mean(-1, keepdim=True) + 1e-5)
    return centred / deviation * ROW + ROW


def attend(x: Tensor) -> Tensor:
    heads = F.linear(x, MATRIX, ROW).view(2, -1, 2, 2).transpose(1, 2)
    result = F.scaled_dot_product_attention(heads, heads, heads)
    return result.transpose(1, 2).reshape(2, -1, 4) + x


def select_twice(counts: Tensor, x: Tensor) -> tuple[Tensor, Tensor]:
    """The two sizes are equal, but torch.export names them differently."""
    first, second = counts.max().item(), counts.max().item()
    for count in (first, second):
        torch._check(count >= 0)
        torch._check(count <= 5)
    return x[:first].sin(), x[:second].cos()


def phases(x: Tensor) -> Tensor:
    """Each block of 2 x 2 pixels becomes channels, columns first."""
    return torch.cat([x[..., i::2, j::2] for j in (0, 1) for i in (0, 1)], 1)


#: Sums of products of whole numbers are exact, in whatever order.
CONVOLVED = [(randn(1, 4, 8, 8).round(),), (hurting(1, 4, 8, 8).round(),)]
ROWS = [(randn(2, 3, 4),), (hurting(2, 3, 4),)]
#: Eager's gelu of an infinity is NaN or infinite, depending on the number of elements.
FINITE = [(x.nan_to_num(1.0, 1.0),) for (x,) in ROWS]
PAIRS = [(randn(2, 3, 4), randn(2, 4, 3)), (hurting(2, 3, 4), hurting(2, 4, 3))]
UNOPTIMIZED = ("-O0",)

PROGRAMS = {
    # Rules of level 1, in their order.
    "NoopElimination": Program(F.gelu, [(x.double(),) for (x,) in ROWS]),
    "DivMulFusion": Program(
        lambda x, y: y * torch.sigmoid(x),
        [(x.double(), y.mT.double()) for x, y in PAIRS],
    ),
    "FuseReluClip": Program(lambda x: x.relu().clamp(0, 6), ROWS, options=UNOPTIMIZED),
    "GemmTransposeFusion": Program(
        lambda x: torch.addmm(ROW, x.t(), MATRIX), [(randn(4, 2),)], options=UNOPTIMIZED
    ),
    "NotWhereFusion": Program(
        lambda x: torch.where(~(x > 0), x, 1.0), ROWS, options=UNOPTIMIZED
    ),
    "ConvAddFusion": Program(
        lambda x: F.conv2d(x, KERNEL) + CHANNELS, CONVOLVED, options=UNOPTIMIZED
    ),
    "ConvMulFusion": Program(
        lambda x: F.conv2d(x, KERNEL) * CHANNELS, CONVOLVED, options=UNOPTIMIZED
    ),
    "ConvBNFusion": Program(
        lambda x: F.batch_norm(F.conv2d(x, KERNEL), ROW, ROW.abs()),
        CONVOLVED,
        options=UNOPTIMIZED,
    ),
    "Pad_Fusion": Program(
        lambda x: F.conv2d(F.pad(x, (1, 2, 0, 1)), KERNEL), CONVOLVED, options=UNOPTIMIZED
    ),
    "MatMul_BatchNormalization_Fusion": Program(
        lambda x: F.batch_norm(x @ MATRIX, ROW, ROW.abs()), [(randn(2, 4),)], options=UNOPTIMIZED
    ),
    # Rules of level 2.
    "ReluQuantRewrite": Program(lambda x: requantize(x.relu(), -128), ROWS[:1]),
    # Transformers of level 1.
    "ConstantSharing": Program(
        lambda x: (x + 1.5).sin() + torch.tensor(1.5), ROWS, options=UNOPTIMIZED
    ),
    "CommonSubexpressionElimination": Program(
        select_twice, [(torch.tensor([1, 2]), randn(5, 3)), (torch.tensor([0, 0]), randn(5, 3))]
    ),
    "ConstantFolding": Program(
        lambda x: x + torch.ones(4).cumsum(0), ROWS, options=UNOPTIMIZED
    ),
    "MatMulAddFusion": Program(lambda x: x @ MATRIX + ROW, ROWS, options=UNOPTIMIZED),
    "ReshapeFusion": Program(attend, ROWS),
    "GeluFusionL1": Program(lambda x: x * 0.5 * (1 + torch.erf(x / 1.4142135)), ROWS),
    "LayerNormFusionL1": Program(standardize, ROWS),
    "QDQPropagationTransformer": Program(lambda x: requantize(x.reshape(2, 12)) + 1, ROWS[:1]),
    "WeightBiasQuantization": Program(
        lambda x: requantize(F.conv2d(requantize(x), quantized_kernel(), TABLE[:, 0])),
        [(randn(1, 8, 8, 8),)],
    ),
    "EnsureUniqueDQForNodeUnit": Program(
        lambda x: (requantize(x).amax(-1), requantize(x).sin()), ROWS[:1]
    ),
    "WhereDummyDq": Program(
        lambda x: requantize(torch.where(x > 0, requantize(x), 2.0)), ROWS[:1]
    ),
    "GatherToSliceFusion": Program(
        lambda x: x[:, torch.arange(x.shape[1] - 1)],
        [(randn(2, 5),), (randn(2, 1),), (hurting(2, 9),)],
        ({1: A},),
    ),
    "GatherSliceToSplitFusion": Program(
        lambda x: (x[:, 0].sin(), x[:, 1].cos(), x[:, 2].exp()),
        [(randn(2, 3, 4),), (hurting(1, 3, 4),), (randn(0, 3, 4),)],
        ({0: A},),
    ),
    "SliceConcatToSpaceToDepthFusion": Program(
        phases,
        [(randn(2, 3, 8, 8),), (hurting(1, 3, 2, 4),), (randn(2, 3, 0, 2),)],
        ({0: A, 2: A, 3: A},),
    ),
    "TransposeOptimizer": Program(
        lambda x: x.permute(0, 2, 3, 1).softmax(-1).permute(0, 3, 1, 2), CONVOLVED
    ),
    # Transformers of level 2.
    "TransposeOptimizer_CPUExecutionProvider": Program(
        lambda x: F.interpolate(
            x.permute(0, 3, 1, 2), scale_factor=2, mode="bilinear"
        ).permute(0, 2, 3, 1),
        [(randn(1, 8, 8, 3),)],
    ),
    "GeluFusionL2": Program(F.gelu, FINITE, options=("--opset=17",)),
    "FastGeluFusion": Program(
        lambda x: F.gelu(-x, approximate="tanh") * 2, ROWS, options=("--opset=17",)
    ),
    "QuickGeluFusion": Program(lambda x: x * torch.sigmoid(1.702 * x), ROWS),
    "BiasGeluFusion": Program(lambda x: F.gelu(x + ROW), FINITE),
    "LayerNormFusionL2": Program(standardize, ROWS, options=("--opset=16",)),
    "SimplifiedLayerNormFusion": Program(lambda x: F.rms_norm(x, (4,), ROW), ROWS),
    "SkipLayerNormFusion": Program(
        lambda x, y: F.layer_norm(x + y.mT, (4,), ROW, ROW), PAIRS
    ),
    "QDQSelectorActionTransformer": Program(
        lambda x: requantize(requantize(x).reshape(2, 12)), ROWS[:1]
    ),
    "MatMulIntegerToFloatFusion": Program(
        lambda x, scale: torch._int_mm(x, CODES).float() * (scale * TABLE[:, 0]),
        [(CODES.repeat(4, 1), randn(1))],
    ),
    "GemmActivationFusion": Program(
        lambda x: torch.relu(F.linear(x, MATRIX, ROW)), [(randn(2, 4),), (hurting(2, 4),)]
    ),
    "ConvActivationFusion": Program(
        lambda x: F.leaky_relu(F.conv2d(x, KERNEL)), CONVOLVED
    ),
    "MatMulScaleFusion": Program(lambda x, y: (x * 0.5) @ y, PAIRS),
    "MatmulTransposeFusion": Program(
        lambda x, y: x @ y.mT, [(x, y.mT.contiguous()) for x, y in PAIRS]
    ),
    # Transformers of level 3 and those of all levels.
    "NchwcTransformer": Program(
        lambda x: F.conv2d(x, WIDE), [(randn(1, 16, 8, 8).round(),), (hurting(1, 16, 8, 8).round(),)]
    ),
    "NhwcTransformer": Program(
        lambda x: requantize(F.conv2d(requantize(x), quantized_kernel())), [(randn(1, 8, 8, 8),)]
    ),
    "FuseFp16InitializerToFp32NodeTransformer": Program(
        lambda x: F.conv2d(x, WIDE.half()), [(randn(1, 16, 8, 8).half(),)]
    ),
    "CastFloat16Transformer": Program(torch.sin, [(x.half(),) for (x,) in ROWS]),
    "RemoveDuplicateCastTransformer": Program(
        lambda x: x.sin().cos(), [(x.half(),) for (x,) in ROWS]
    ),
}

SIMPLIFIED = "the compiler removes such nodes itself, with -O0 as well"
OTHER_PROVIDERS = "for providers other than the CPU"
FOREIGN = "matches operators that are not in the models: "
OPTION = "only with an option of the session"

#: Rewrites that no program of these tests or of integration/models meets.
ABSENT = {
    "EliminateIdentity": "each Identity is the result of a graph, which stays",
    "EliminateSlice": SIMPLIFIED,
    "UnsqueezeElimination": SIMPLIFIED,
    "EliminateDropout": SIMPLIFIED,
    "ExpandElimination": SIMPLIFIED,
    "CastElimination": SIMPLIFIED,
    "PreShapeNodeElimination": SIMPLIFIED,
    "GemmSumFusion": "a sum with a Gemm is an operand of the Gemm",
    "LabelEncoderFusion": FOREIGN + "LabelEncoder",
    "CastChainElimination": OPTION,
    "ClipQuantRewrite": "requires a Clip whose bounds are those of the quantized type",
    "DoubleQDQPairsRemover": "would merge pairs of different scales; the first pair has its "
    "scale for each index (test_quantized_twice)",
    "FreeDimensionOverrideTransformer": OPTION,
    "QDQS8ToU8Transformer": OPTION,
    "QDQFinalCleanupTransformer": OPTION,
    "BiasSkipLayerNormFusion": "MatMulAddFusion or SkipLayerNormFusion takes the bias first",
    "BiasSoftmaxFusion": OTHER_PROVIDERS,
    "BiasDropoutFusion": OTHER_PROVIDERS,
    "MatMulActivationFusion": OTHER_PROVIDERS,
    "MemcpyTransformer": OTHER_PROVIDERS,
    "ConvAddActivationFusion": "not met: convolutions of other layouts keep Add and Relu",
    "AttentionFusion": "matches a mask by forms of older opsets (docs/Rationale/Runtimes.md)",
    "EmbedLayerNormFusion": "matches positions expanded to the batch (test_embedding)",
    "GroupQueryAttentionFusion": FOREIGN + "GroupQueryAttention",
    "GroupQueryAttentionPreNormFusion": FOREIGN + "GroupQueryAttention",
    "DynamicQuantizeMatMulFusion": FOREIGN + "DynamicQuantizeLinear",
    "MatMulNBitsFusion": FOREIGN + "MatMulNBits; made by QDQSelectorActionTransformer "
    "(test_optimizer_quantized.py)",
}

#: Transformers that apply the rules.
RULES = {"Level1_RuleBasedTransformer", "Level2_RuleBasedTransformer"}


def optimized(model: Path, folder: Path, disabled: str | None = None) -> list[str]:
    """The number of initializers and the operators, sorted, after all rewrites but one."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 0
    options.optimized_model_filepath = str(folder / "optimized.onnx")
    onnxruntime.InferenceSession(
        model,
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=[disabled] if disabled else None,
    )

    def walk(graph: onnx.GraphProto) -> Iterator[str]:
        yield str(len(graph.initializer))
        for node in graph.node:
            yield node.op_type
            for attribute in node.attribute:
                yield from walk(attribute.g)

    return sorted(walk(onnx.load(folder / "optimized.onnx").graph))


#: Nearly a SpaceToDepth.
PHASES = {
    "rows first": lambda x: torch.cat([x[..., i::2, j::2] for i in (0, 1) for j in (0, 1)], 1),
    "one twice": lambda x: torch.cat([x[..., i::2, j::2] for i in (0, 1) for j in (1, 1)], 1),
    "part": lambda x: torch.cat([x[..., i:4:2, j:4:2] for j in (0, 1) for i in (0, 1)], 1),
    "without the last": lambda x: torch.cat(
        [x[..., i:-2:2, j:-2:2] for j in (0, 1) for i in (0, 1)], 1
    ),
    "steps of 3": lambda x: torch.cat([x[..., i::3, j::2] for j in (0, 1) for i in (0, 1)], 1),
    "along the batch": lambda x: torch.cat([x[..., i::2, j::2] for j in (0, 1) for i in (0, 1)]),
    "channels": lambda x: torch.cat([x[:, i::2, j::2] for j in (0, 1) for i in (0, 1)], -1),
    "not all": lambda x: torch.cat([x[..., i::2, j::2] for i, j in ((0, 0), (1, 1), (0, 1))], 1),
}


@pytest.mark.parametrize("name", PHASES)
def test_phases(name: str, tmp_path: Path) -> None:
    check_sets(PHASES[name], [(randn(2, 4, 6, 8),), (hurting(2, 4, 6, 8),)], tmp_path)


@pytest.mark.parametrize("name", PROGRAMS)
def test_rewrite(name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    program = PROGRAMS[name]
    check_sets(program.function, program.inputs, tmp_path, program.dynamic, program.options)
    capfd.readouterr()
    nodes = optimized(tmp_path / "model.onnx", tmp_path)
    # Some transformers run whatever is disabled, or change only attributes.
    if f"GraphTransformer {name} modified: 1" not in capfd.readouterr().err:
        assert nodes != optimized(tmp_path / "model.onnx", tmp_path, name)


def test_the_list_is_complete(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert not PROGRAMS.keys() & ABSENT.keys()
    check_sets(lambda x: x.sin() + 1, [(randn(3),)], tmp_path)
    capfd.readouterr()
    optimized(tmp_path / "model.onnx", tmp_path)
    names = set(re.findall(r"GraphTransformer (\S+) modified", capfd.readouterr().err))
    assert "GeluFusionL2" in names
    assert names - RULES <= PROGRAMS.keys() | ABSENT.keys()
