"""Programs that meet the patterns of ONNX Runtime's optimizer at their edges.

One table for each of its rewrites (onnxruntime/core/optimizer): other orders of operands,
negative and empty sizes, broadcasts, element types, constants that are nearly those of the
pattern. Each model gives eager's numbers with the optimizations and without
(docs/Rationale/Runtimes.md has what is rewritten for that).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
import torch
import torch.ao.quantization.fx._decomposed  # noqa: F401 - registers operators
import torch.nn.functional as F
from torch import Tensor
from torch.export import Dim

from integration.common import runtime
from integration.common.function import check_sets, randn

pytestmark = pytest.mark.usefixtures("compiler")

F64, F16, I32, I64 = torch.float64, torch.float16, torch.int32, torch.int64
A = Dim.AUTO

#: Tensors that are no inputs; made here, as torch.export would record how they are made.
WEIGHTS = {
    sizes: randn(*sizes)
    for sizes in [(1,), (3,), (4,), (5,), (6,), (16,), (3, 3), (4, 3), (5, 3), (6, 3), (3, 2, 2, 2)]
}


def weights(*sizes: int) -> Tensor:
    """A constant of a program."""
    return WEIGHTS[sizes]


#: GatherToSliceFusion: indices that count down, or from below zero up.
RANGES = {
    "down": lambda x: x[:, torch.arange(x.shape[1] - 1, -1, -1)],
    "index_select": lambda x: x.index_select(1, torch.arange(x.shape[1] - 1, -1, -1)),
    "every second one": lambda x: x[:, torch.arange(x.shape[1] - 1, -1, -2)],
    "down to 1": lambda x: x[:, torch.arange(x.shape[1] - 1, 0, -1)],
    "from below zero": lambda x: x[:, torch.arange(-(x.shape[1] // 2), x.shape[1] // 2)],
    "down below zero": lambda x: x[:, torch.arange(0, -x.shape[1], -1)],
    "without the last": lambda x: x[:, torch.arange(x.shape[1] - 1)],
    "int32": lambda x: x[:, torch.arange(x.shape[1] - 1, -1, -1, dtype=I32)],
    "an output as well": lambda x: (i := torch.arange(x.shape[1] - 1, -1, -1), x[:, i]),
    "of another size": lambda x: x[:, torch.arange(x.shape[0] - 1, -1, -1)],
}


@pytest.mark.parametrize("name", RANGES)
def test_gather_of_range(name: str, tmp_path: Path) -> None:
    """With dynamic sizes, down to a size of 2."""
    sizes = [(2, 5), (3, 8), (2, 2)]
    check_sets(RANGES[name], [(randn(*s),) for s in sizes], tmp_path, ({0: A, 1: A},))


def test_embedding_of_range(tmp_path: Path) -> None:
    """Positions that count down, in a table."""

    def positions(table: Tensor, x: Tensor) -> Tensor:
        return F.embedding(torch.arange(x.shape[0] - 1, -1, -1), table)

    given = [(randn(9, 3), randn(n)) for n in (4, 7, 2)]
    check_sets(positions, given, tmp_path, (None, {0: A}))


def test_recurrence_in_both_directions(tmp_path: Path) -> None:
    """A bidirectional LSTM that is written by hand."""
    from torch._higher_order_ops.scan import scan  # noqa: PLC0415

    def direction(x: Tensor, weight: Tensor) -> Tensor:
        def step(state: tuple[Tensor, Tensor], xt: Tensor) -> tuple[object, Tensor]:
            gates = F.linear(torch.cat([xt, state[0]], -1), weight)
            i, f, g, o = gates.chunk(4, -1)
            c = f.sigmoid() * state[1] + i.sigmoid() * g.tanh()
            h = o.sigmoid() * c.tanh()
            return (h, c), h.clone()

        zeros = x.new_zeros(x.shape[0], 4), x.new_zeros(x.shape[0], 4)
        return scan(step, zeros, x.transpose(0, 1))[1].transpose(0, 1)

    def backwards(y: Tensor) -> Tensor:
        return y.index_select(1, torch.arange(y.shape[1] - 1, -1, -1))

    def both(x: Tensor, first: Tensor, second: Tensor) -> Tensor:
        return torch.cat([direction(x, first), backwards(direction(backwards(x), second))], -1)

    given = [(randn(2, n, 3), randn(16, 7) / 9, randn(16, 7) / 5) for n in (5, 7, 2)]
    check_sets(both, given, tmp_path, ({1: A}, None, None))


def normalize(x: Tensor, centre: Callable[[Tensor], Tensor], root: Callable[[Tensor], Tensor]) -> Tensor:
    """What LayerNormFusion looks for, with a weight and a bias."""
    weight, bias = weights(4).to(x.dtype), weights(4).to(x.dtype) + 1
    centred = centre(x)
    return centred / root(centred) * weight + bias


def mean(x: Tensor) -> Tensor:
    """Over the last axis, which stays."""
    return x.mean(-1, keepdim=True)


#: LayerNormFusion, SimplifiedLayerNormFusion: (what is subtracted, the divisor).
NORMALIZATIONS = {
    "layer_norm": (lambda x: x - mean(x), lambda c: (mean(c.pow(2)) + 0.3).sqrt()),
    "from the mean": (lambda x: mean(x) - x, lambda c: (mean(c.pow(2)) + 0.3).sqrt()),
    "epsilon first": (lambda x: x - mean(x), lambda c: (0.3 + mean(c.pow(2))).sqrt()),
    "epsilon of columns": (lambda x: x - mean(x), lambda c: (mean(c.pow(2)) + weights(4).abs().to(c.dtype)).sqrt()),
    "fourth power": (lambda x: x - mean(x), lambda c: (mean(c.pow(4)) + 0.3).sqrt()),
    "third power": (lambda x: x - mean(x), lambda c: (mean(c.pow(3)) + 400).sqrt()),
    "of absolutes": (lambda x: x - mean(x), lambda c: (mean(c.abs().pow(1.5)) + 0.3).sqrt()),
    "other axes": (lambda x: x - mean(x), lambda c: (c.pow(2).mean((-2, -1), keepdim=True) + 0.3).sqrt()),
    "rms_norm": (lambda x: x, lambda c: (mean(c.pow(2)) + 0.3).sqrt()),
    "rms_norm, epsilon first": (lambda x: x, lambda c: (0.3 + mean(c.pow(2))).sqrt()),
    "rms_norm of fourth power": (lambda x: x, lambda c: (mean(c.pow(4)) + 0.3).sqrt()),
}


@pytest.mark.parametrize("dtype", [torch.float32, F64], ids=str)
@pytest.mark.parametrize("name", NORMALIZATIONS)
def test_normalization(name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Formulas that are nearly a normalization."""
    centre, root = NORMALIZATIONS[name]
    x = randn(2, 3, 4, dtype=dtype)
    check_sets(lambda x: normalize(x, centre, root), [(x,), (x[:1],)], tmp_path, ({0: A},))


@pytest.mark.parametrize("dtype", [torch.float32, F64], ids=str)
@pytest.mark.parametrize("subtract", [mean, torch.zeros_like])
def test_normalization_with_an_epsilon_of_the_run(
    subtract: Callable[[Tensor], Tensor], dtype: torch.dtype, tmp_path: Path
) -> None:
    """The epsilon is an input."""

    def function(x: Tensor, epsilon: Tensor) -> Tensor:
        return normalize(x, lambda x: x - subtract(x), lambda c: (mean(c.pow(2)) + epsilon).sqrt())

    check_sets(function, [(randn(2, 3, 4, dtype=dtype), torch.tensor(0.3, dtype=dtype))], tmp_path)


@pytest.mark.parametrize("other", [(3, 5, 4), (1, 5, 4), (5, 4), (3, 1, 4), (4,)], ids=str)
@pytest.mark.parametrize("axes", [(4,), (5, 4)], ids=str)
def test_layer_norm_of_sum(axes: tuple[int, ...], other: tuple[int, ...], tmp_path: Path) -> None:
    """SkipLayerNormFusion: sums that broadcast, and more than one axis."""
    weight, bias = randn(*axes), randn(*axes) + 1

    def function(x: Tensor, y: Tensor) -> Tensor:
        return F.layer_norm(x + y, axes, weight, bias)

    check_sets(function, [(randn(3, 5, 4), randn(*other))], tmp_path)


def clipped(lower: float) -> Callable[[Tensor], Tensor]:
    """A Relu before a Clip."""
    return lambda x: x.relu().clamp(lower, 3)


@pytest.mark.parametrize("options", [(), ("-O0",)], ids=["O1", "O0"])
@pytest.mark.parametrize("lower", [-1, 0, 1])
@pytest.mark.parametrize("dtype", [torch.float32, F64, F16, torch.bfloat16, I32, torch.int8], ids=str)
def test_clip_of_relu(dtype: torch.dtype, lower: int, options: tuple[str, ...], tmp_path: Path) -> None:
    """FuseReluClip: bounds of all types."""
    check_sets(clipped(lower), [(randn(9, dtype=dtype),)], tmp_path, options=options)


#: PadFusion: (the pool, the pads).
PADS = {
    "average": (lambda x: F.avg_pool2d(x, 2), (2, 2, 2, 2)),
    "average, once": (lambda x: F.avg_pool2d(x, 3), (1, 1, 1, 1)),
    "average with pads": (lambda x: F.avg_pool2d(x, 3, padding=1), (2, 0, 1, 0)),
    "average without pads": (lambda x: F.avg_pool2d(x, 3, padding=1, count_include_pad=False), (1, 1, 1, 1)),
    "average of whole windows": (lambda x: F.avg_pool2d(x, 3, 2, ceil_mode=True), (1, 1, 1, 1)),
    "average along one axis": (lambda x: F.avg_pool2d(x, (1, 3)), (1, 1, 1, 0)),
    "maximum": (lambda x: F.max_pool2d(-x.abs(), 2), (1, 1, 1, 1)),
    "maximum of a cast": (lambda x: F.max_pool2d(x.to(F64).float(), 2), (1, 1, 1, 1)),
    "negative pads": (lambda x: F.avg_pool2d(x, 2), (-1, 3, 3, -1)),
    "convolution": (lambda x: F.conv2d(x, weights(3, 2, 2, 2), padding=1), (2, 0, 5, 1)),
    "channels": (lambda x: F.max_pool2d(x, 2), (1, 1, 0, 0, 1, 1)),
    "average in 1-d": (lambda x: F.avg_pool1d(x.flatten(2), 3), (3, 3)),
}


@pytest.mark.parametrize("opset", [17, 21])
@pytest.mark.parametrize("dtype", [torch.float32, F16], ids=str)
@pytest.mark.parametrize("name", PADS)
def test_pool_of_pad(name: str, dtype: torch.dtype, opset: int, tmp_path: Path) -> None:
    """Pads that are as large as the window, and zeros that are the maximum."""
    pool, pads = PADS[name]

    def function(x: Tensor) -> Tensor:
        return pool(F.pad(-x.abs(), pads).float())

    check_sets(function, [(randn(1, 2, 6, 6, dtype=dtype),)], tmp_path, options=(f"--opset={opset}",))


@pytest.mark.parametrize("to", [torch.int8, torch.int16, I32, torch.uint8], ids=str)
@pytest.mark.parametrize("dtype", [torch.float32, F64, torch.bfloat16], ids=str)
def test_cast_of_cast(dtype: torch.dtype, to: torch.dtype, tmp_path: Path) -> None:
    """RemoveDuplicateCastTransformer: the lowest bits of an integer of 64 bits."""
    x = torch.tensor([3e9, -4e9, 1.7, -300.0] * 16).to(dtype)
    check_sets(lambda x: x.long().to(to), [(x,), (x[:0],)], tmp_path, ({0: A},))


@pytest.mark.parametrize("dtype", [torch.float32, F64, F16, I64, I32, torch.int8, torch.uint8, torch.bool], ids=str)
def test_parts_of_an_axis(dtype: torch.dtype, tmp_path: Path) -> None:
    """GatherSliceToSplitFusion and SliceConcatToSpaceToDepthFusion: all types."""

    def function(x: Tensor) -> tuple[Tensor, ...]:
        focus = torch.cat([x[..., i::2, j::2] for j in (0, 1) for i in (0, 1)], 1)
        y = x.flip(2)
        return focus, y[..., 0], y[..., 1], y[..., 2:4], *y.permute(3, 0, 1, 2)

    x = randn(2, 3, 4, 4, dtype=dtype)
    check_sets(function, [(x,), (x[:0],)], tmp_path, ({0: A},))


#: Products of matrices: MatmulTransposeFusion, MatMulScaleFusion, MatMulAddFusion,
#: GemmTransposeFusion, GemmSumFusion, with all sizes dynamic.
PRODUCTS = {
    "first transposed": (lambda x, y: x.mT @ y, (3, 4, 5), (3, 4, 6)),
    "second transposed": (lambda x, y: x @ y.mT, (3, 5, 4), (3, 6, 4)),
    "both transposed": (lambda x, y: x.mT @ y.mT, (3, 4, 5), (3, 6, 4)),
    "batch in the middle": (lambda x, y: x.transpose(0, 1) @ y, (5, 3, 4), (3, 4, 6)),
    "batch at the end": (lambda x, y: x.permute(2, 0, 1) @ y.permute(2, 0, 1), (5, 4, 3), (4, 6, 3)),
    "by a matrix": (lambda x, y: x.mT @ y, (3, 4, 5), (4, 6)),
    "by a vector": (lambda x, y: x.mT @ y, (3, 4, 5), (4,)),
    "of a vector": (lambda x, y: x @ y.mT, (4,), (3, 6, 4)),
    "scaled": (lambda x, y: (x * 0.3) @ (y / 0.7) * 2, (3, 5, 4), (3, 4, 6)),
    "scaled and read twice": (lambda x, y: ((z := x * 0.3) @ y, (z * 0.5) @ y), (3, 5, 4), (3, 4, 6)),
    "scaled by more axes": (lambda x, y: (x * torch.full((1, 1, 1), 0.3)) @ y, (5, 4), (4, 6)),
    "reciprocal": (lambda x, y: (0.3 / x) @ y, (5, 4), (4, 6)),
    "sum": (lambda x, y: x @ y + weights(6), (5, 4), (4, 6)),
    "sum of three axes": (lambda x, y: x @ y + weights(6), (3, 5, 4), (4, 6)),
    "sum of one number": (lambda x, y: x @ y + weights(1), (5, 4), (4, 6)),
    "sum of columns": (lambda x, y: x @ y + y.sum(), (5, 4), (4, 6)),
    "sum of rows": (lambda x, y: x @ y + x[:, :1], (5, 4), (4, 6)),
    "sum transposed": (lambda x, y: (x @ y + weights(6)).T, (5, 4), (4, 6)),
}


@pytest.mark.parametrize("dtype", [torch.float32, F64, I64], ids=str)
@pytest.mark.parametrize("name", PRODUCTS)
def test_product(name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Products with a transpose, a scale or a sum beside them; of integers, the scale
    and the sum are of floats, after a cast."""
    function, first, second = PRODUCTS[name]
    given = [(randn(*first, dtype=dtype), randn(*second, dtype=dtype))]
    moves = "transposed" in name or "batch" in name or "by a" in name or "of a vector" == name
    wide = dtype if moves else dtype if dtype.is_floating_point else torch.float32
    dynamic = tuple({axis: A for axis in range(len(s))} for s in (first, second))
    check_sets(lambda x, y: function(x.to(wide), y.to(wide)), given, tmp_path, dynamic)


def batch_norm(x: Tensor, size: int = 4) -> Tensor:
    """Of the second dimension, with statistics of its own."""
    scale = weights(size)
    return F.batch_norm(x, scale, scale.abs() + 0.5, scale + 1, scale * 2)


WEIGHT = randn(4, 3)

#: MatmulBNFusion: the dimension that is normalized is not that of the columns.
BATCH_NORMS = {
    "of columns": (lambda x: batch_norm(F.linear(x[0], WEIGHT)), (2, 4, 3)),
    "of rows": (lambda x: batch_norm(F.linear(x, WEIGHT)), (2, 4, 3)),
    "of groups": (lambda x: batch_norm(F.linear(x, WEIGHT).reshape(-1, 4, 4)), (2, 8, 3)),
    "transposed": (lambda x: batch_norm(F.linear(x[0], WEIGHT).T), (2, 4, 3)),
    "transposed groups": (lambda x: batch_norm(F.linear(x, WEIGHT).reshape(2, 4, 4, 4).transpose(1, 2)), (2, 16, 3)),
    "columns moved": (lambda x: batch_norm(F.linear(x, WEIGHT).movedim(2, 1)), (2, 4, 3)),
}


@pytest.mark.parametrize("name", BATCH_NORMS)
def test_batch_norm_of_product(name: str, tmp_path: Path) -> None:
    """As many rows as columns."""
    function, sizes = BATCH_NORMS[name]
    check_sets(function, [(randn(*sizes),)], tmp_path)


SPECIAL = torch.tensor([torch.inf, -torch.inf, torch.nan, -0.0, 0.0, -30.0, 1e-30])

#: GeluFusion, FastGeluFusion, QuickGeluFusion, BiasGeluFusion, DivMulFusion,
#: NotWhereFusion, NoopElimination, ExpandElimination, ConstantSharing.
ELEMENTWISE = {
    "gelu": lambda x: 0.5 * x * (1 + torch.erf(x / 2**0.5)),
    "gelu with four digits": lambda x: x * 0.5 * (1 + torch.erf(x / 1.4142)),
    "gelu with another half": lambda x: x * 0.4999 * (1 + torch.erf(x / 2**0.5)),
    "gelu of another tensor": lambda x: 0.5 * x.exp() * (1 + torch.erf(x / 2**0.5)),
    "gelu by tanh": lambda x: 0.5 * x * (1 + torch.tanh(0.7978845608 * (x + 0.044715 * x**3))),
    "gelu by tanh with three digits": lambda x: 0.5 * x * (1 + torch.tanh(0.798 * (x + 0.0447 * x**3))),
    "gelu of a sum": lambda x: F.gelu(x[:, None] + weights(3).to(x.dtype)),
    "quick gelu": lambda x: x * torch.sigmoid(1.702 * x),
    "quick gelu of columns": lambda x: x[:, None] * torch.sigmoid(weights(3).to(x.dtype) * x[:, None]),
    "quick gelu, negative": lambda x: x * torch.sigmoid(-x),
    "reciprocal times": lambda x: (1 / x) * x.roll(1),
    "reciprocal of more axes": lambda x: (torch.ones(1, 1, dtype=x.dtype) / x) * x.roll(1),
    "reciprocal read twice": lambda x: ((y := 1 / x) * x.roll(1), y),
    "not": lambda x: (torch.where(~(y := x > 0), x, -x), ~y),
    "no column": lambda x: (-x[:, None]).expand(-1, 0).neg(),
    "a sum of no column": lambda x: (-x[:, None] + torch.zeros(0, dtype=x.dtype)).neg(),
    "a product of one column": lambda x: (-x[:, None] * torch.ones(1, 1, dtype=x.dtype)).neg(),
    "both zeros": lambda x: (1 / (x.abs() * 0.0 + 0.0).sign(), (x.abs() + 1) * -0.0),
}


@pytest.mark.parametrize("dtype", [torch.float32, F64], ids=str)
@pytest.mark.parametrize("name", ELEMENTWISE)
def test_elementwise(name: str, dtype: torch.dtype, tmp_path: Path) -> None:
    """Constants near those of the pattern, special values, no elements."""
    special = SPECIAL if "reciprocal" not in name and "of a sum" not in name else SPECIAL[:0]
    x = torch.cat([randn(20), special]).to(dtype)
    check_sets(ELEMENTWISE[name], [(x,), (x[:1],), (x[:0],)], tmp_path, ({0: A},))


def test_integer_reciprocal(tmp_path: Path) -> None:
    """DivMulFusion does not look at the type."""

    def function(x: Tensor, y: Tensor) -> Tensor:
        return torch.div(1, x, rounding_mode="trunc") * y

    check_sets(function, [(torch.tensor([1, 2, -1]), torch.tensor([5, 6, 7]))], tmp_path)


def convolved(*sizes: int) -> Callable[[Tensor], Tensor]:
    """A convolution times and plus a constant of these sizes; of integers, which are exact."""
    weight, bias, scale = randn(16, 16, 3, 3).round(), randn(16).round(), randn(*sizes).round()
    return lambda x: (F.conv2d(x, weight, bias) * scale, F.conv2d(x, weight) + scale)


@pytest.mark.parametrize("sizes", [(16, 1, 1), (1, 16, 1, 1), (1, 1), (), (3, 1), (16, 3, 3), (2, 1, 1, 1)], ids=str)
def test_scaled_convolution(sizes: tuple[int, ...], tmp_path: Path) -> None:
    """ConvMulFusion, ConvAddFusion: constants of one number for each channel, and others."""
    x = randn(2, 16, 5, 5).round()
    check_sets(convolved(*sizes), [(x,)], tmp_path)


ACTIVATIONS = {
    "relu": torch.relu,
    "leaky_relu": lambda x: F.leaky_relu(x, 0.2),
    "sigmoid": torch.sigmoid,
    "tanh": torch.tanh,
    "hardsigmoid": F.hardsigmoid,
    "hardswish": F.hardswish,
    "clamp": lambda x: x.clamp(-0.5, 0.5),
    "clamp of one side": lambda x: x.clamp(max=0.5),
    "elu": F.elu,
    "selu": F.selu,
    "softplus": F.softplus,
    "softsign": F.softsign,
    "threshold": lambda x: F.threshold(x, 0.7, 0.0),
}


@pytest.mark.parametrize("name", ACTIVATIONS)
def test_activation(name: str, tmp_path: Path) -> None:
    """ConvActivationFusion, GemmActivationFusion, NchwcTransformer: with NaN, infinities, and
    without elements."""
    weight, matrix = randn(16, 16, 3, 3).abs() / 90, randn(16, 4).abs() / 9
    activation = ACTIVATIONS[name]

    def function(x: Tensor) -> tuple[Tensor, ...]:
        return activation(F.conv2d(x, weight)), activation(x[:, :, 0, 0] @ matrix + weights(4))

    x = randn(3, 16, 5, 5)
    x[2].view(-1)[:3] = SPECIAL[:3]
    check_sets(function, [(x,), (x[:1],), (x[:0],)], tmp_path, ({0: A},))


#: TransposeOptimizer: a transpose before and after operators that have axes.
MOVED = {
    "pad": lambda x: F.pad(x, (1, 2, 0, 3)),
    "softmax": lambda x: x.softmax(-2),
    "sum": lambda x: x.sum((1, -1), keepdim=True) + x,
    "argmax": lambda x: x.argmax(1),
    "slice": lambda x: x[:, 1:, :2].flip(-1),
    "concatenation": lambda x: torch.cat([x, x, x + 1], -2),
    "split": lambda x: x.chunk(2, 2)[-1],
    "index": lambda x: x[:, torch.tensor([[2, 0], [1, 1]])],
    "repeat": lambda x: x.repeat(1, 2, 1, 3),
    "cumsum": lambda x: x.cumsum(1),
    "topk": lambda x: x.topk(2, 1)[0],
    "unsqueeze": lambda x: x.unsqueeze(-2),
    "matrix": lambda x: x @ weights(x.shape[-1], 3),
    "broadcast": lambda x: x + weights(x.shape[-1]),
    "reshape": lambda x: x.flatten(1, 2),
    "interpolate": lambda x: F.interpolate(x, scale_factor=2.0),
    "average": lambda x: F.avg_pool2d(x, 2),
    "where": lambda x: torch.where(x > 0, x, x.amax(1, keepdim=True)),
}


@pytest.mark.parametrize("order", [(0, 2, 3, 1), (0, 3, 1, 2), (1, 0, 3, 2)], ids=str)
@pytest.mark.parametrize("name", MOVED)
def test_moved_transpose(name: str, order: tuple[int, ...], tmp_path: Path) -> None:
    """With a dynamic first dimension."""
    inverse = [order.index(axis) for axis in range(4)]

    def function(x: Tensor) -> Tensor:
        y = MOVED[name](x.permute(order).exp())
        return y.permute(inverse) * 2 if y.dim() == 4 else y.transpose(0, -1)

    check_sets(function, [(randn(5, 3, 4, 6),), (randn(4, 3, 4, 6),)], tmp_path, ({0: A},))


ROWS, COLUMN = (-randn(8, 3)).to(torch.int8), randn(8, 1).to(torch.int8)


def integers(x: Tensor, rows: Tensor = ROWS) -> Tensor:
    """A product of integers of 8 bits."""
    return torch._int_mm(x, rows)


#: MatMulIntegerToFloatFusion: a product of integers with a scale that is a product, and a bias.
SCALED = {
    "scale": lambda x, a, b: integers(x).float() * (a * b),
    "scale first": lambda x, a, b: (a * b) * integers(x).float(),
    "f64": lambda x, a, b: integers(x).double() * (a.double() * b.double()),
    "i64": lambda x, a, b: integers(x).long() * (a.long() * b.long()),
    "i32": lambda x, a, b: integers(x) * (a.int() * b.int()),
    "bias": lambda x, a, b: integers(x).float() * (a * b) + weights(3),
    "bias of 3 axes": lambda x, a, b: integers(x).float() * (a * b) + weights(3)[None, None],
    "bias of more columns": lambda x, a, b: integers(x, COLUMN).float() * (a * b) + weights(3),
    "bias of less columns": lambda x, a, b: integers(x).float() * (a * b) + weights(1),
    "scale twice": lambda x, a, b: (y := integers(x).float() * (a * b), y * (a * b)),
}
SCALES = {
    "scalars": (randn(1)[0], randn(2)[0]),
    "rows": (randn(20, 1), randn(1)[0]),
    "columns": (randn(1)[0], randn(3)),
    "both": (randn(20, 1), randn(3)),
    "all": (randn(20, 3), randn(20, 3)),
    "batches": (randn(2, 1, 1), randn(3)),
}


@pytest.mark.parametrize("scales", SCALES)
@pytest.mark.parametrize("name", SCALED)
def test_scaled_integers(name: str, scales: str, tmp_path: Path) -> None:
    numbers = randn(20, 8).to(torch.int8)
    check_sets(SCALED[name], [(numbers, *SCALES[scales])], tmp_path)


def fake(x: Tensor, scale: float, zero: int = 0, low: int = -128) -> Tensor:
    """Quantized and dequantized."""
    dtype = torch.uint8 if low == 0 else torch.int8
    arguments = scale, zero, low, low + 255, dtype
    quantized = torch.ops.quantized_decomposed.quantize_per_tensor(x, *arguments)
    return torch.ops.quantized_decomposed.dequantize_per_tensor(quantized, *arguments)


#: DoubleQDQPairsRemover.
QUANTIZED_TWICE = {
    "other scale": lambda x: fake(fake(x, 0.03), 0.05),
    "other zero": lambda x: fake(fake(x, 0.03, 5), 0.03, -7),
    "other scale and zero": lambda x: fake(fake(x, 0.03, 5), 0.05, -7),
    "unsigned": lambda x: fake(fake(x, 0.03, 5, 0), 0.05, 7, 0),
    "both signs": lambda x: fake(fake(x, 0.03, 5, 0), 0.05, 7),
    "the same": lambda x: fake(fake(x, 0.03), 0.03),
    "three times": lambda x: fake(fake(fake(x, 0.03), 0.05), 0.07),
    "reshaped": lambda x: fake(fake(x, 0.03).flatten(), 0.05),
    "transposed": lambda x: fake(fake(x, 0.03).transpose(0, 1), 0.05),
}


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("name", QUANTIZED_TWICE)
def test_quantized_twice(name: str, dynamic: bool, tmp_path: Path) -> None:
    check_sets(QUANTIZED_TWICE[name], [(randn(4, 33),)], tmp_path, ({0: A, 1: A},) if dynamic else None)


#: EmbedLayerNormFusion: the sum of the rows of three tables, normalized.
TABLES = {"words": weights(6, 3), "positions": weights(5, 3), "kinds": weights(4, 3)}


def embedded(words: Tensor, kinds: Tensor, positions: Tensor, dtype: torch.dtype) -> Tensor:
    """As in BERT."""
    tables = {name: table.to(dtype) for name, table in TABLES.items()}
    rows = tables["words"][words] + tables["positions"][positions] + tables["kinds"][kinds]
    return F.layer_norm(rows, (3,), weights(3).to(dtype), weights(3).to(dtype) + 1)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("dtype", [torch.float32, F64])
@pytest.mark.parametrize("name", ["rows", "expanded", "columns", "negative", "i32"])
def test_embedding(name: str, dtype: torch.dtype, dynamic: bool, tmp_path: Path) -> None:
    """Positions of other shapes, indices that are negative."""

    def program(words: Tensor, kinds: Tensor) -> Tensor:
        positions = torch.arange(words.shape[1])
        if name == "expanded":
            positions = positions.expand(words.shape)
        if name == "columns":
            positions = positions[:, None]
        return embedded(words, kinds, positions, dtype)

    sizes = [(1, 4), (1, 5)] if name == "columns" else [(2, 5), (3, 4), (1, 3)]
    given = [(torch.arange(b * s).reshape(b, s) % 6, randn(b, s).abs().long() % 4) for b, s in sizes]
    if name == "negative":
        given = [(words - 6, kinds - 4) for words, kinds in given]
    if name == "i32":
        given = [(words.int(), kinds.int()) for words, kinds in given]
    axes = {1: A} if name == "columns" else {0: A, 1: A}
    check_sets(program, given if dynamic else given[:1], tmp_path, (axes, axes) if dynamic else None)


def test_the_sessions_see_what_the_optimizer_changes() -> None:
    """A model that ONNX Runtime's optimizer breaks, as nobody has changed it."""
    model = onnx.parser.parse_model(
        '<ir_version: 8, opset_import: ["": 17]> g (float[N] x, int64 n) => (float[M] y)'
        "<int64 end = {-1}, int64 step = {-1}>"
        "{ i = Range(n, end, step) y = Gather(x, i) }"
    ).SerializeToString()
    runtime.forget_differences()
    inputs = (torch.arange(3.0), torch.tensor(2))
    assert runtime.Session(model).run(inputs)[0].numel() == 0
    assert runtime.have_differed()
    runtime.forget_differences()
    with runtime.as_written():
        assert torch.equal(runtime.Session(model).run(inputs)[0], torch.tensor([2.0, 1.0, 0.0]))
    assert not runtime.have_differed()
    assert [len(way[0][0]) for way in runtime.run_both_ways(model, [inputs])] == [0, 3]
