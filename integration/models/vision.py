"""Image models of transformers."""

from __future__ import annotations

from typing import Any

import torch
import transformers
from torch import nn
from torch.export import Dim

from integration.models.registry import Program, batch_dim, images, model
from integration.models.weights import rescale_

CLASSES = 1000


class Logits(nn.Module):
    """Returns the plain tensor of a transformers model."""

    def __init__(self, module: nn.Module) -> None:
        super().__init__()
        self.model = module

    def forward(self, pixel_values: torch.Tensor) -> torch.Tensor:
        return self.model(pixel_values=pixel_values, return_dict=True).logits


def _fixed_size(module: nn.Module, size: int) -> Program:
    """A program with dynamic batch."""
    return Program(
        Logits(rescale_(module).eval()),
        (images(2, size, size),),
        dynamic_shapes={"pixel_values": {0: batch_dim()}},
        second=((images(3, size, size),), {}),
    )


def _any_size(
    module: nn.Module, size: int, multiple: int = 1, smallest: int = 32
) -> Program:
    """A program with dynamic batch, height and width (multiples of `multiple`)."""
    dims: dict[int, Any] = {0: batch_dim()}
    for axis, name in ((2, "height"), (3, "width")):
        dim = Dim(name, min=max(2, smallest // multiple), max=4096 // multiple)
        dims[axis] = multiple * dim if multiple > 1 else dim
    larger = size + 2 * multiple if multiple > 1 else size + 13
    return Program(
        Logits(rescale_(module).eval()),
        (images(2, size, size),),
        dynamic_shapes={"pixel_values": dims},
        second=((images(3, larger, size + 3 * multiple),), {}),
    )


def _labels(full: bool) -> dict[str, int]:
    return {"num_labels": CLASSES if full else 10}


@model("resnet50")
def resnet50(full: bool) -> Program:
    """Bottleneck blocks, 3-4-6-3."""
    small = {"embedding_size": 8, "hidden_sizes": [16, 32], "depths": [2, 1]}
    config = transformers.ResNetConfig(**({} if full else small), **_labels(full))
    module = transformers.ResNetForImageClassification(config)
    return _any_size(module, 224 if full else 64, smallest=64)


def _mobilenet_v2(full: bool, tf_padding: bool) -> nn.Module:
    small = {"depth_multiplier": 0.35, "finegrained_output": False}
    config = transformers.MobileNetV2Config(
        **({} if full else small), **_labels(full), tf_padding=tf_padding
    )
    return transformers.MobileNetV2ForImageClassification(config)


@model("mobilenet_v2")
def mobilenet_v2(full: bool) -> Program:
    """Inverted residuals and depthwise convolutions, padded symmetrically."""
    module = _mobilenet_v2(full, tf_padding=False)
    return _any_size(module, 224 if full else 64, smallest=64)


@model("mobilenet_v2_same")
def mobilenet_v2_same(full: bool) -> Program:
    """Padded as TensorFlow's SAME does, by an amount that torch.export fixes."""
    return _fixed_size(_mobilenet_v2(full, tf_padding=True), 224 if full else 64)


@model("efficientnet_b0")
def efficientnet_b0(full: bool) -> Program:
    """Squeeze-and-excitation, SiLU, asymmetric padding."""
    size = 224 if full else 64
    small = {"width_coefficient": 0.25, "hidden_dim": 320}
    config = transformers.EfficientNetConfig(
        **{"width_coefficient": 1.0, "hidden_dim": 1280, **({} if full else small)},
        depth_coefficient=1.0 if full else 0.4,
        image_size=size,
        **_labels(full),
    )
    module = transformers.EfficientNetForImageClassification(config)
    return _any_size(module, size, smallest=64)


@model("convnext_tiny")
def convnext_tiny(full: bool) -> Program:
    """Depthwise 7x7 convolutions, channels-last LayerNorm, layer scales."""
    small = {"hidden_sizes": [8, 16, 24, 32], "depths": [1, 1, 2, 1]}
    config = transformers.ConvNextConfig(**({} if full else small), **_labels(full))
    module = transformers.ConvNextForImageClassification(config)
    return _any_size(module, 224 if full else 64, multiple=32)


@model("vit_b16", attention=("eager", "sdpa"))
def vit_b16(full: bool, attention: str) -> Program:
    """The vision transformer."""
    small = {
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "intermediate_size": 64,
        "image_size": 48,
    }
    config = transformers.ViTConfig(
        **({} if full else small), **_labels(full), attn_implementation=attention
    )
    module = transformers.ViTForImageClassification(config)
    return _fixed_size(module, config.image_size)


@model("swin_tiny")
def swin_tiny(full: bool) -> Program:
    """Shifted windows: rolls, window partitions, relative position bias."""
    small = {
        "embed_dim": 16,
        "depths": [2, 2],
        "num_heads": [2, 4],
        "image_size": 56,
        "window_size": 7,
    }
    config = transformers.SwinConfig(**({} if full else small), **_labels(full))
    module = transformers.SwinForImageClassification(config)
    return _fixed_size(module, config.image_size)


@model("segformer_b0")
def segformer_b0(full: bool) -> Program:
    """Semantic segmentation: overlapping patches, reduced attention, upsampling."""
    small = {
        "hidden_sizes": [8, 16, 16, 32],
        "depths": [1, 1, 1, 1],
        "num_attention_heads": [1, 2, 2, 4],
        "decoder_hidden_size": 16,
    }
    config = transformers.SegformerConfig(**({} if full else small), num_labels=21)
    module = transformers.SegformerForSemanticSegmentation(config)
    return _any_size(module, 512 if full else 64, multiple=32)
