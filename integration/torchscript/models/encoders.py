"""Encoders: convolutions with size checks, a Transformer with optional masks."""

import math
from typing import Dict, List, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn
from torch.nn import functional

from integration.models.registry import images, tokens
from integration.models.weights import rescale_
from integration.torchscript.models.registry import Program, model


class Bottleneck(nn.Module):
    """The block of ResNet-50, with an optional projection."""

    def __init__(self, inputs: int, width: int, stride: int) -> None:
        super().__init__()
        outputs = 4 * width
        self.conv1 = nn.Conv2d(inputs, width, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        self.conv2 = nn.Conv2d(width, width, 3, stride, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(width)
        self.conv3 = nn.Conv2d(width, outputs, 1, bias=False)
        self.bn3 = nn.BatchNorm2d(outputs)
        self.relu = nn.ReLU(inplace=True)
        self.downsample: Optional[nn.Module] = None
        if stride != 1 or inputs != outputs:
            self.downsample = nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )

    def forward(self, x: Tensor) -> Tensor:
        identity = x
        y = self.relu(self.bn1(self.conv1(x)))
        y = self.relu(self.bn2(self.conv2(y)))
        y = self.bn3(self.conv3(y))
        if self.downsample is not None:
            identity = self.downsample(x)
        y += identity
        return self.relu(y)


class ResNet(nn.Module):
    """The classifier, as everybody writes it."""

    def __init__(self, depths: List[int], width: int, classes: int) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, width, 7, 2, 3, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(3, 2, 1),
        )
        stages, inputs = [], width
        for level, depth in enumerate(depths):
            blocks = []
            for place in range(depth):
                stride = 2 if level > 0 and place == 0 else 1
                blocks.append(Bottleneck(inputs, width << level, stride))
                inputs = 4 * (width << level)
            stages.append(nn.Sequential(*blocks))
        self.stages = nn.ModuleList(stages)
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(inputs, classes)

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        for stage in self.stages:
            x = stage(x)
        return self.fc(torch.flatten(self.pool(x), 1))


@model("resnet")
def resnet() -> Program:
    """Bottleneck blocks."""
    module = rescale_(ResNet([2, 1, 1], 8, 10)).eval()
    return Program(module, ((images(2, 64, 64),), (images(3, 77, 66),)))


class UNet(nn.Module):
    """Segmentation that pads where sizes do not divide, and refuses what is too small."""

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        widths = [width << level for level in range(depth + 1)]
        self.stem = self._block(3, width)
        self.down = nn.ModuleList([self._block(a, b) for a, b in zip(widths, widths[1:])])
        self.up = nn.ModuleList(
            [nn.ConvTranspose2d(2 * w, w, 2, stride=2) for w in widths[-2::-1]]
        )
        self.merge = nn.ModuleList([self._block(2 * w, w) for w in widths[-2::-1]])
        self.head = nn.Conv2d(width, 2, 1)
        self.smallest = 2**depth

    @staticmethod
    def _block(inputs: int, outputs: int) -> nn.Module:
        return nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU()
        )

    def forward(self, image: Tensor) -> Tensor:
        if image.dim() != 4:
            raise ValueError(f"expected [batch, channel, height, width], got {image.shape}")
        if image.size(2) < self.smallest or image.size(3) < self.smallest:
            raise ValueError("the image is too small")
        skips: List[Tensor] = []
        x = self.stem(image)
        for block in self.down:
            skips.append(x)
            x = block(functional.max_pool2d(x, 2))
        skips.reverse()
        for i, (up, merge) in enumerate(zip(self.up, self.merge)):
            skip = skips[i]
            x = up(x)
            missing = [skip.size(2) - x.size(2), skip.size(3) - x.size(3)]
            if missing[0] != 0 or missing[1] != 0:
                left, top = missing[1] // 2, missing[0] // 2
                x = functional.pad(x, [left, missing[1] - left, top, missing[0] - top])
            x = merge(torch.cat([skip, x], dim=1))
        return self.head(x)


@model("unet")
def unet() -> Program:
    """Odd sizes lose a row on the way down."""
    module = rescale_(UNet(8, 2)).eval()
    return Program(module, ((images(2, 32, 48),), (images(3, 45, 54),)))


class SelfAttention(nn.Module):
    """Attention of BERT, with an optional mask that is added."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.size = width // heads
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.value = nn.Linear(width, width)
        self.dropout = nn.Dropout(0.1)

    def split(self, x: Tensor) -> Tensor:
        sizes = x.size()[:-1] + (self.heads, self.size)
        return x.view(sizes).permute(0, 2, 1, 3)

    def forward(self, x: Tensor, mask: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        query, key, value = self.split(self.query(x)), self.split(self.key(x)), self.split(self.value(x))
        scores = torch.matmul(query, key.transpose(-1, -2)) / math.sqrt(self.size)
        if mask is not None:
            scores = scores + mask
        weights = self.dropout(scores.softmax(-1))
        context = torch.matmul(weights, value).permute(0, 2, 1, 3).contiguous()
        return context.view(context.size(0), context.size(1), -1), weights


class EncoderLayer(nn.Module):
    """A layer of BERT."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.attention = SelfAttention(width, heads)
        self.output = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width)
        self.inner = nn.Linear(width, 2 * width)
        self.outer = nn.Linear(2 * width, width)
        self.norm2 = nn.LayerNorm(width)

    def forward(self, x: Tensor, mask: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
        context, weights = self.attention(x, mask)
        x = self.norm1(x + self.output(context))
        x = self.norm2(x + self.outer(functional.gelu(self.inner(x))))
        return x, weights


class Bert(nn.Module):
    """Embeddings, layers and a pooler; a dict of results."""

    def __init__(self, vocabulary: int, width: int, heads: int, depth: int) -> None:
        super().__init__()
        self.words = nn.Embedding(vocabulary, width, padding_idx=0)
        self.positions = nn.Embedding(64, width)
        self.types = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList([EncoderLayer(width, heads) for _ in range(depth)])
        self.pooler = nn.Linear(width, width)
        self.ids = nn.Buffer(torch.arange(64).unsqueeze(0), persistent=False)

    def encode(
        self, tokens: Tensor, mask: Optional[Tensor], types: Optional[Tensor]
    ) -> Tuple[Tensor, List[Tensor]]:
        length = tokens.size(1)
        if mask is None:
            mask = torch.ones_like(tokens)
        if types is None:
            types = torch.zeros_like(tokens)
        if mask.dim() == 2:
            wide = mask[:, None, None, :]
        elif mask.dim() == 3:
            wide = mask[:, None]
        else:
            raise ValueError(f"wrong shape of the mask: {mask.shape}")
        wide = (1.0 - wide.to(torch.float32)) * -10000.0
        x = self.words(tokens) + self.types(types) + self.positions(self.ids[:, :length])
        x = self.norm(x)
        every: List[Tensor] = []
        for layer in self.layers:
            x, weights = layer(x, wide)
            every.append(weights)
        return x, every

    def forward(
        self, tokens: Tensor, mask: Optional[Tensor] = None, types: Optional[Tensor] = None
    ) -> Tuple[Tensor, Tensor, List[Tensor]]:
        x, weights = self.encode(tokens, mask, types)
        return x, torch.tanh(self.pooler(x[:, 0])), weights


def _bert() -> nn.Module:
    return rescale_(Bert(50, 32, 4, 2)).eval()


@model("bert")
def bert() -> Program:
    """Without a mask."""
    return Program(_bert(), ((tokens(2, 9, 50),), (tokens(3, 13, 50),)))


@model("bert_masked")
def bert_masked() -> Program:
    """With a mask and types of tokens."""

    def inputs(batch: int, length: int) -> Tuple[Tensor, Tensor, Tensor]:
        ids = tokens(batch, length, 50)
        return ids, (ids % 5 != 0).to(torch.int64), ids % 2

    return Program(_bert(), (inputs(2, 9), inputs(3, 13)))


class Features(nn.Module):
    """A convolutional encoder whose features come by name."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleDict(
            {f"level{i}": nn.Conv2d(3 if i == 0 else 8, 8, 3, 2, 1) for i in range(3)}
        )
        self.wanted = ["level0", "level2"]

    def forward(self, x: Tensor) -> Dict[str, Tensor]:
        found: Dict[str, Tensor] = {}
        for name, layer in self.layers.items():
            x = torch.relu(layer(x))
            if name in self.wanted:
                found[name] = x
        return found


@model("features", ways=("script",))
def features() -> Program:
    """A dict of tensors."""
    module = rescale_(Features()).eval()
    return Program(module, ((images(2, 32, 32),), (images(1, 41, 35),)))


class Spectrogram(nn.Module):
    """A front end for sound: frames, a window, magnitudes, a filter bank."""

    def __init__(self) -> None:
        super().__init__()
        self.window = nn.Buffer(torch.hann_window(64))
        self.filters = nn.Parameter(torch.rand(33, 8))
        self.hop = 16

    def forward(self, sound: Tensor) -> Tensor:
        frames = sound.unfold(-1, 64, self.hop) * self.window
        power = torch.fft.rfft(frames).abs().pow(2.0)
        energy = torch.matmul(power, self.filters.abs())
        if self.training:
            energy = energy + torch.rand_like(energy)
        return torch.log(energy + 1e-6).transpose(1, 2)


@model("spectrogram")
def spectrogram() -> Program:
    """Complex numbers on the way."""

    def sound(batch: int, length: int) -> Tensor:
        generator = torch.Generator().manual_seed(length)
        return torch.randn(batch, length, generator=generator)

    torch.manual_seed(0)
    return Program(Spectrogram().eval(), ((sound(2, 256),), (sound(3, 301),)))
