"""Models written by hand: small, or with operators that libraries seldom use."""

from __future__ import annotations

import torch
from torch import nn
from torch.export import Dim
from torch.nn import functional

from integration.models.registry import (
    Program,
    batch_dim,
    images,
    model,
    tokens,
)
from integration.models.weights import rescale_


@model("mlp")
def mlp(full: bool) -> Program:
    """Linear 8-8-4-2-2 with sigmoids between; nothing is dynamic."""
    sizes = [8, 8, 4, 2, 2]
    layers: list[nn.Module] = []
    for before, after in zip(sizes, sizes[1:]):
        layers += [nn.Linear(before, after), nn.Sigmoid()]
    module = rescale_(nn.Sequential(*layers[:-1])).eval()
    generator = torch.Generator().manual_seed(0)
    return Program(module, (torch.randn(97, 8, generator=generator),))


@model("deep_mlp")
def deep_mlp(full: bool) -> Program:
    """64 or 2048 linear layers: what one more node costs."""
    layers: list[nn.Module] = []
    for _ in range(2048 if full else 64):
        layers += [nn.Linear(64, 64), nn.ReLU()]
    module = rescale_(nn.Sequential(*layers)).eval()
    generator = torch.Generator().manual_seed(0)
    return Program(
        module,
        (torch.randn(4, 64, generator=generator),),
        dynamic_shapes={"input": {0: batch_dim()}},
        second=((torch.randn(7, 64, generator=generator),), {}),
    )


class _Block(nn.Module):
    """Two convolutions of a U-Net."""

    def __init__(self, inputs: int, outputs: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, padding=1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(inplace=True),
            nn.Conv2d(outputs, outputs, 3, padding=1),
            nn.GroupNorm(4, outputs),
            nn.SiLU(inplace=True),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layers(x)


class UNet(nn.Module):
    """Down by max-pooling, up by transposed convolution or interpolation."""

    def __init__(self, width: int, depth: int) -> None:
        super().__init__()
        widths = [width << level for level in range(depth + 1)]
        self.stem = _Block(3, width)
        self.down = nn.ModuleList(map(_Block, widths, widths[1:]))
        self.up = nn.ModuleList(
            nn.ConvTranspose2d(2 * w, w, 2, stride=2) for w in widths[-2::-1]
        )
        self.merge = nn.ModuleList(_Block(2 * w, w) for w in widths[-2::-1])
        self.head = nn.Conv2d(width, 2, 1)

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        x = self.stem(image)
        skips = []
        for block in self.down:
            skips.append(x)
            x = block(functional.max_pool2d(x, 2))
        for up, merge in zip(self.up, self.merge):
            skip = skips.pop()
            # Sizes that are not divisible by 2 lose a row on the way down.
            x = functional.interpolate(up(x), size=skip.shape[-2:], mode="bilinear")
            x = merge(torch.cat([x, skip], dim=1))
        return self.head(x)


@model("unet")
def unet(full: bool) -> Program:
    """Segmentation with skip connections; all sizes are dynamic, odd ones too."""
    module = rescale_(UNet(32 if full else 8, 4 if full else 2)).eval()
    size = 256 if full else 32
    dims = {0: batch_dim(), 2: Dim("height", min=32), 3: Dim("width", min=32)}
    return Program(
        module,
        (images(2, size, size + 16),),
        dynamic_shapes={"image": dims},
        second=((images(3, size + 13, size + 6),), {}),
    )


class SuperResolution(nn.Module):
    """SRCNN: bicubic interpolation, then three convolutions."""

    def __init__(self, width: int, scale: float | None) -> None:
        super().__init__()
        self.scale = scale
        self.layers = nn.Sequential(
            nn.Conv2d(3, width, 9, padding=4),
            nn.ReLU(inplace=True),
            nn.Conv2d(width, width // 2, 1),
            nn.PReLU(width // 2),
            nn.Conv2d(width // 2, 3, 5, padding=2),
        )

    def forward(self, image: torch.Tensor) -> torch.Tensor:
        factors = {"scale_factor": self.scale, "mode": "bicubic"}
        return self.layers(functional.interpolate(image, **factors))


class SizedSuperResolution(SuperResolution):
    """The same with the size of the result given by a second image."""

    def forward(self, image: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        large = functional.interpolate(image, size=target.shape[-2:], mode="bicubic")
        return self.layers(large) + target


def _image_dims(suffix: str = "") -> dict[int, Dim]:
    return {2: Dim(f"height{suffix}", min=4), 3: Dim(f"width{suffix}", min=4)}


@model("super_resolution")
def super_resolution(full: bool) -> Program:
    """A constant scale factor, images of any size."""
    module = rescale_(SuperResolution(64 if full else 8, 2.5)).eval()
    size = 128 if full else 12
    return Program(
        module,
        (images(2, size, size + 4),),
        dynamic_shapes={"image": {0: batch_dim(), **_image_dims()}},
        second=((images(3, size + 7, size - 1),), {}),
    )


@model("super_resolution_sized")
def super_resolution_sized(full: bool) -> Program:
    """The scale is given at run time, by the size of another input."""
    module = rescale_(SizedSuperResolution(64 if full else 8, None)).eval()
    size = 128 if full else 12
    batch = batch_dim()
    return Program(
        module,
        (images(2, size, size + 4), images(2, 2 * size, 3 * size)),
        dynamic_shapes={
            "image": {0: batch, **_image_dims()},
            "target": {0: batch, **_image_dims("_out")},
        },
        second=((images(3, size + 7, size - 1), images(3, size + 9, 2 * size)), {}),
    )


class LSTMClassifier(nn.Module):
    """Embedding, bidirectional LSTM of two layers, class by the last states."""

    def __init__(self, vocabulary: int, width: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width, padding_idx=0)
        self.lstm = nn.LSTM(
            width, width, num_layers=2, bidirectional=True, batch_first=True
        )
        self.classifier = nn.Linear(2 * width, 5)

    def forward(self, input_ids: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        states, (last, _) = self.lstm(self.embedding(input_ids))
        features = torch.cat([last[-2], last[-1]], dim=-1)
        return self.classifier(features).log_softmax(-1), states.mean(dim=1)


@model("lstm_classifier")
def lstm_classifier(full: bool) -> Program:
    """nn.LSTM with dynamic batch; torch.export fixes the number of steps."""
    vocabulary = 20000 if full else 50
    module = rescale_(LSTMClassifier(vocabulary, 256 if full else 16)).eval()
    return Program(
        module,
        (tokens(3, 11, vocabulary),),
        dynamic_shapes={"input_ids": {0: batch_dim()}},
        second=((tokens(5, 11, vocabulary),), {}),
    )


class CellClassifier(nn.Module):
    """An LSTM written out: 12 steps of the gate equations."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.input = nn.Linear(4, 4 * width)
        self.state = nn.Linear(width, 4 * width, bias=False)
        self.classifier = nn.Linear(width, 3)

    def forward(self, series: torch.Tensor) -> torch.Tensor:
        hidden = series.new_zeros(series.shape[0], self.width)
        cell = torch.zeros_like(hidden)
        for step in series.unbind(1):
            gates = self.input(step) + self.state(hidden)
            i, f, g, o = gates.chunk(4, dim=1)
            cell = torch.sigmoid(f) * cell + torch.sigmoid(i) * torch.tanh(g)
            hidden = torch.sigmoid(o) * torch.tanh(cell)
        return functional.softmax(self.classifier(hidden), dim=-1)


@model("lstm_by_hand")
def lstm_by_hand(full: bool) -> Program:
    """Unrolled cells; only the batch is dynamic."""
    module = rescale_(CellClassifier(128 if full else 8)).eval()
    generator = torch.Generator().manual_seed(0)
    return Program(
        module,
        (torch.randn(3, 12, 4, generator=generator),),
        dynamic_shapes={"series": {0: batch_dim()}},
        second=((torch.randn(5, 12, 4, generator=generator),), {}),
    )


class _Positions(nn.Module):
    """Adds the rows of a table that follow a given one, as decoders do that
    keep a cache, and repeats the result."""

    def __init__(self) -> None:
        super().__init__()
        self.table = nn.Embedding(128, 16)
        self.layer = nn.Linear(16, 16)

    def forward(self, x: torch.Tensor, start: int, copies: int) -> torch.Tensor:
        """x is [batch, length, 16]; the result is [copies, batch, length, 16]."""
        index = torch.arange(x.shape[1]) + start
        y = self.layer(x + self.table(index)) * (start + 1)
        return y.expand(copies, *y.shape).contiguous()


@model("number_inputs")
def number_inputs(full: bool) -> Program:
    """Inputs that are numbers: one is computed with, one is a size."""
    module = rescale_(_Positions()).eval()
    generator = torch.Generator().manual_seed(0)
    return Program(
        module,
        (torch.randn(2, 5, 16, generator=generator), 3, 4),
        dynamic_shapes={
            "x": {0: batch_dim(), 1: Dim("length", max=64)},
            "start": Dim.DYNAMIC,
            "copies": Dim.DYNAMIC,
        },
        second=((torch.randn(3, 9, 16, generator=generator), 7, 1), {}),
    )
