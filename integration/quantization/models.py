"""Small models in the form that pt2e leaves: weights of int8 and QDQ pairs.

PyTorch has moved the quantizers of pt2e into torchao, so the pairs are put in
here as X86InductorQuantizer and XNNPACKQuantizer put them in: around the inputs
and outputs of convolutions, products and additions, weights by channel, biases
in float.
"""

from __future__ import annotations

import torch
import torch.ao.quantization.fx._decomposed  # registers the operators
import torch.nn.functional as F
from torch import Tensor, nn

qd = torch.ops.quantized_decomposed


class Pair(nn.Module):
    """Quantizes and dequantizes by the range of the first input it sees."""

    def __init__(self) -> None:
        super().__init__()
        self.scale, self.zero_point = 0.0, 0

    def forward(self, x: Tensor) -> Tensor:
        """The numbers that int8 can hold."""
        if self.scale == 0.0:
            low, high = min(x.min().item(), 0.0), max(x.max().item(), 0.0)
            self.scale = float(torch.tensor((high - low) / 255))
            self.zero_point = int(round(-128 - low / self.scale))
        pair = (self.scale, self.zero_point, -128, 127, torch.int8)
        return qd.dequantize_per_tensor(qd.quantize_per_tensor(x, *pair), *pair)


def _quantize_weight(weight: Tensor) -> tuple[Tensor, Tensor]:
    scale = weight.abs().flatten(1).amax(1) / 127
    zero = torch.zeros(len(scale), dtype=torch.int64)
    return qd.quantize_per_channel(weight, scale, zero, 0, -127, 127, torch.int8), scale


class DynamicPair(nn.Module):
    """Quantizes and dequantizes by the range of what each run sees."""

    def __init__(self, dtype: torch.dtype = torch.uint8) -> None:
        super().__init__()
        limits = torch.iinfo(dtype)
        self.low, self.high, self.dtype = limits.min, limits.max, dtype

    def forward(self, x: Tensor) -> Tensor:
        """The numbers that 8 bits can hold."""
        limits = (self.low, self.high)
        pair = qd.choose_qparams.tensor(x, *limits, 1e-5, self.dtype)
        q = qd.quantize_per_tensor.tensor(x, *pair, *limits, self.dtype)
        return qd.dequantize_per_tensor.tensor(q, *pair, *limits, self.dtype)


class Weight(nn.Module):
    """The weight of a layer in int8, by output channel."""

    def __init__(self, weight: Tensor) -> None:
        super().__init__()
        q, scale = _quantize_weight(weight)
        self.register_buffer("q", q)
        self.register_buffer("scale", scale)
        self.register_buffer("zero_point", torch.zeros(len(scale), dtype=torch.int64))

    def forward(self) -> Tensor:
        """In float."""
        return qd.dequantize_per_channel(
            self.q, self.scale, self.zero_point, 0, -127, 127, torch.int8
        )


class Conv(nn.Module):
    """A convolution between pairs, with relu before the second one if asked for."""

    def __init__(
        self, inputs: int, outputs: int, stride: int = 1, relu: bool = True
    ) -> None:
        super().__init__()
        self.weight = Weight(torch.randn(outputs, inputs, 3, 3) / (3 * inputs**0.5))
        self.bias = nn.Parameter(torch.randn(outputs) * 0.1)
        self.stride, self.relu, self.pair = stride, relu, Pair()

    def forward(self, x: Tensor) -> Tensor:
        """`x` has passed a pair."""
        y = F.conv2d(x, self.weight(), self.bias, self.stride, 1)
        return self.pair(F.relu(y) if self.relu else y)


class Linear(nn.Module):
    """A product with a weight of int8, and a pair."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.weight = Weight(torch.randn(outputs, inputs) / inputs**0.5)
        self.bias = nn.Parameter(torch.randn(outputs) * 0.1)
        self.pair = Pair()

    def forward(self, x: Tensor) -> Tensor:
        """`x` has passed a pair."""
        return self.pair(F.linear(x, self.weight(), self.bias))


class DynamicLinear(nn.Module):
    """A product of two quantized operands, with a bias in float."""

    def __init__(self, inputs: int, outputs: int, dtype: torch.dtype) -> None:
        super().__init__()
        self.weight = Weight(torch.randn(outputs, inputs) / inputs**0.5)
        self.bias = nn.Parameter(torch.randn(outputs) * 0.1)
        self.pair = DynamicPair(dtype)

    def forward(self, x: Tensor) -> Tensor:
        """Of numbers in float."""
        return F.linear(self.pair(x), self.weight(), self.bias)


class BlockLinear(nn.Module):
    """A product with a weight of 4 bits in blocks, as torchao leaves it."""

    def __init__(
        self, inputs: int, outputs: int, block: int = 32, zero_points: bool = True
    ) -> None:
        super().__init__()
        groups = inputs // block
        weight = torch.randint(-8, 8, (outputs, inputs), dtype=torch.int8)
        self.block = [1, block]
        self.register_buffer("qdata", weight)
        self.register_buffer("scale", (torch.rand(outputs, groups) + 0.5) / 50)
        zeros = torch.zeros(outputs, groups, dtype=torch.int8)
        if zero_points:
            zeros = torch.randint(-3, 4, (outputs, groups), dtype=torch.int8)
        self.register_buffer("zero_point", zeros)
        self.bias = nn.Parameter(torch.randn(outputs) * 0.1)

    def forward(self, x: Tensor) -> Tensor:
        """Of numbers in float."""
        weight = torch.ops.torchao.dequantize_affine(
            self.qdata, self.block, self.scale, self.zero_point, torch.int8, -8, 7
        )
        return F.linear(x, weight, self.bias)


class ResNet(nn.Module):
    """Two residual blocks and a classifier."""

    def __init__(self) -> None:
        super().__init__()
        self.pair, self.stem = Pair(), Conv(3, 16, 2)
        self.blocks = nn.ModuleList(
            nn.ModuleList([Conv(16, 16), Conv(16, 16, relu=False), Pair()])
            for _ in range(2)
        )
        self.pooled, self.head = Pair(), Linear(16, 10)

    def forward(self, x: Tensor) -> Tensor:
        """Images [batch, 3, height, width] to 10 numbers each."""
        x = F.max_pool2d(self.stem(self.pair(x)), 2)
        for first, second, pair in self.blocks:
            x = pair(F.relu(x + second(first(x))))
        return self.head(self.pooled(x.mean((2, 3))))


class Encoder(nn.Module):
    """One layer of a transformer over tokens."""

    def __init__(self, width: int = 64, heads: int = 4) -> None:
        super().__init__()
        self.heads = heads
        self.embedding = nn.Embedding(100, width)
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv = nn.ModuleList(Linear(width, width) for _ in range(3))
        self.out = Linear(width, width)
        self.up, self.down = Linear(width, 4 * width), Linear(4 * width, width)
        self.pairs = nn.ModuleList(Pair() for _ in range(6))

    def forward(self, tokens: Tensor) -> Tensor:
        """Tokens [batch, length] to states."""
        pairs = iter(self.pairs)
        x = self.embedding(tokens)
        batch, length, width = x.shape

        def split(y: Tensor) -> Tensor:
            return y.view(batch, length, self.heads, -1).transpose(1, 2)

        y = next(pairs)(x)
        q, k, v = (split(layer(y)) for layer in self.qkv)
        scores = next(pairs)(q @ k.transpose(-1, -2)) / (width / self.heads) ** 0.5
        y = next(pairs)(torch.softmax(scores, -1)) @ v
        y = next(pairs)(y.transpose(1, 2).reshape(batch, length, width))
        x = self.first(x + self.out(y))
        y = next(pairs)(x)
        y = next(pairs)(F.gelu(self.up(y)))
        return self.second(x + self.down(y))


class DynamicBert(nn.Module):
    """A layer of attention, and a classifier of the first token."""

    def __init__(
        self, width: int = 64, heads: int = 4, dtype: torch.dtype = torch.uint8
    ) -> None:
        super().__init__()
        self.heads = heads
        self.embedding = nn.Embedding(100, width)
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)

        def linear(inputs: int, outputs: int) -> DynamicLinear:
            return DynamicLinear(inputs, outputs, dtype)

        self.qkv = nn.ModuleList(linear(width, width) for _ in range(3))
        self.out = linear(width, width)
        self.up, self.down = linear(width, 4 * width), linear(4 * width, width)
        self.pooler, self.classifier = linear(width, width), linear(width, 3)

    def forward(self, tokens: Tensor) -> Tensor:
        """Tokens [batch, length] to 3 numbers each."""
        x = self.embedding(tokens)
        batch, length, width = x.shape

        def split(y: Tensor) -> Tensor:
            return y.view(batch, length, self.heads, -1).transpose(1, 2)

        q, k, v = (split(layer(x)) for layer in self.qkv)
        y = F.scaled_dot_product_attention(q, k, v)
        x = self.first(x + self.out(y.transpose(1, 2).reshape(batch, length, width)))
        x = self.second(x + self.down(F.gelu(self.up(x))))
        return self.classifier(torch.tanh(self.pooler(x[:, 0])))


class BlockModel(nn.Module):
    """Products of states of three dimensions and of two."""

    def __init__(self, zero_points: bool) -> None:
        super().__init__()
        self.up = BlockLinear(64, 96, 32, zero_points)
        self.down = BlockLinear(96, 64, 16, zero_points)
        self.head = BlockLinear(64, 33, 64, zero_points)

    def forward(self, x: Tensor) -> Tensor:
        """States [batch, length, 64] to 33 numbers for each of the batch."""
        x = x + self.down(F.gelu(self.up(x)))
        return self.head(x.mean(1))
