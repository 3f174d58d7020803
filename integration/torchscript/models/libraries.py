"""torchvision's models scripted and traced, and traced models of transformers."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn

from integration.common import libraries
from integration.models.registry import images, models
from integration.models.weights import rescale_
from integration.torchscript.models.registry import Program, model
from integration.torchscript.snippet import Inputs

#: Models of integration/models that torch.jit.trace takes, whose arguments are positional.
TRACED = (
    "bert_base.eager",
    "bert_base.sdpa",
    "clip.eager",
    "convnext_tiny",
    "deberta_v2",
    "distilbert.sdpa",
    "efficientnet_b0",
    "gpt2.eager",
    "llama.eager",
    "lstm_by_hand",
    "lstm_classifier",
    "mobilenet_v2_same",
    "resnet50",
    "segformer_b0",
    "super_resolution",
    "super_resolution_sized",
    "swin_tiny",
    "t5_small",
    "unet",
    "vit_b16.eager",
    "whisper_tiny.sdpa",
)


def _traced(name: str) -> Program:
    built = models()[name].build(False)
    sets: list[Inputs] = []
    for args, kwargs in ((built.args, built.kwargs), built.second or ((), {})):
        if args or kwargs:
            sets.append((*args, *kwargs.values()))
    names = list(built.kwargs)
    module = _Positional(built.module, names) if names else built.module
    return Program(module, tuple(sets))


class _Positional(nn.Module):
    """A module whose last arguments have names."""

    def __init__(self, module: nn.Module, names: list[str]) -> None:
        super().__init__()
        self.module = module
        self._names = names

    def forward(self, *args: Tensor) -> Any:
        """Calls by name."""
        first = len(args) - len(self._names)
        return self.module(*args[:first], **dict(zip(self._names, args[first:], strict=True)))


for _name in TRACED:
    model(f"transformers.{_name}", ways=("trace",))(functools.partial(_traced, _name))


def torchvision() -> Any:
    """The library, with operators of its own that can be scripted."""
    return libraries.use("torchvision")


def _vision(make: Callable[[Any], nn.Module], *sizes: tuple[int, int, int]) -> Program:
    module = make(torchvision().models)
    return Program(rescale_(module).eval(), tuple((images(*size),) for size in sizes))


_SMALL = ((2, 64, 64), (3, 96, 64))
_FIXED = ((2, 64, 64), (3, 64, 64))

#: Name -> what makes the module of `torchvision.models`, and the sizes of the images.
CLASSIFICATION: dict[str, tuple[Callable[[Any], nn.Module], tuple[tuple[int, int, int], ...]]] = {
    "resnet18": (lambda m: m.resnet18(num_classes=10), _SMALL),
    "resnext": (
        lambda m: m.ResNet(
            m.resnet.Bottleneck, [1, 1, 1, 1], num_classes=10, groups=4, width_per_group=4
        ),
        _SMALL,
    ),
    "densenet": (
        lambda m: m.DenseNet(8, (2, 2), 16, num_classes=10, memory_efficient=True),
        _SMALL,
    ),
    "googlenet": (lambda m: m.googlenet(num_classes=10, init_weights=False), _SMALL),
    "inception_v3": (
        lambda m: m.inception_v3(num_classes=10, init_weights=False),
        ((1, 80, 80), (2, 96, 112)),
    ),
    "mobilenet_v2": (lambda m: m.mobilenet_v2(num_classes=10, width_mult=0.25), _SMALL),
    "mobilenet_v3": (lambda m: m.mobilenet_v3_small(num_classes=10), _SMALL),
    "mnasnet": (lambda m: m.mnasnet0_5(num_classes=10), _SMALL),
    "shufflenet": (lambda m: m.shufflenet_v2_x0_5(num_classes=10), _SMALL),
    "squeezenet": (lambda m: m.squeezenet1_1(num_classes=10), _SMALL),
    "efficientnet": (lambda m: m.efficientnet_b0(num_classes=10), _SMALL),
    "regnet": (lambda m: m.regnet_y_400mf(num_classes=10), _SMALL),
    "convnext": (
        lambda m: m.ConvNeXt(
            [m.convnext.CNBlockConfig(16, 32, 1), m.convnext.CNBlockConfig(32, None, 1)],
            num_classes=10,
        ),
        _SMALL,
    ),
    "vit": (lambda m: m.VisionTransformer(64, 16, 2, 2, 32, 64, num_classes=10), _FIXED),
    "swin": (
        lambda m: m.SwinTransformer([4, 4], 16, [2, 2], [2, 4], [4, 4], num_classes=10),
        _SMALL,
    ),
    "swin_v2": (
        lambda m: m.SwinTransformer(
            [4, 4],
            16,
            [2, 2],
            [2, 4],
            [4, 4],
            num_classes=10,
            block=m.swin_transformer.SwinTransformerBlockV2,
            downsample_layer=m.swin_transformer.PatchMergingV2,
        ),
        _SMALL,
    ),
    "maxvit": (
        lambda m: m.MaxVit((64, 64), 8, 2, [8, 16], [1, 1], 8, 0.0, num_classes=10),
        _FIXED,
    ),
}

#: The same with results by name.
SEGMENTATION = {
    "fcn": (
        lambda m: m.segmentation.FCN(
            m._utils.IntermediateLayerGetter(m.resnet18(), {"layer4": "out"}),
            m.segmentation.fcn.FCNHead(512, 5),
        ),
        ((2, 64, 64), (3, 75, 66)),
    ),
    "deeplabv3": (
        lambda m: m.segmentation.deeplabv3_mobilenet_v3_large(
            weights_backbone=None, num_classes=5
        ),
        ((2, 64, 64), (3, 75, 66)),
    ),
    "lraspp": (
        lambda m: m.segmentation.lraspp_mobilenet_v3_large(weights_backbone=None, num_classes=5),
        ((2, 64, 64), (3, 75, 66)),
    ),
}

for _name, (_make, _sizes) in (CLASSIFICATION | SEGMENTATION).items():
    model(f"torchvision.{_name}")(functools.partial(_vision, _make, *_sizes))


def _detector(make: Callable[[Any], nn.Module]) -> Program:
    """A list of two images, of one size: the number of images is part of the program. Some
    sample masks and key points at the corners of the boxes that they have found."""
    torch.manual_seed(0)
    module = rescale_(make(torchvision().models.detection)).eval()
    first = [images(1, 64, 80)[0], images(1, 72, 64)[0]]
    second = [images(1, 80, 96)[0], images(1, 64, 64)[0]]
    return Program(module, ((first,), (second,)), sampled=2)


_SIZED = {"min_size": 64, "max_size": 96, "num_classes": 5}
_FEW = {"topk_candidates": 30, "detections_per_img": 10}
_FEW_REGIONS = {
    "rpn_pre_nms_top_n_test": 40,
    "rpn_post_nms_top_n_test": 10,
    "box_detections_per_img": 5,
}
DETECTION: dict[str, Callable[[Any], nn.Module]] = {
    "fasterrcnn": lambda d: d.fasterrcnn_mobilenet_v3_large_320_fpn(
        weights=None, weights_backbone=None, **_SIZED, **_FEW_REGIONS
    ),
    "ssdlite": lambda d: d.ssdlite320_mobilenet_v3_large(
        weights=None, weights_backbone=None, num_classes=5, **_FEW
    ),
    "retinanet": lambda d: d.RetinaNet(
        d.backbone_utils.resnet_fpn_backbone(
            backbone_name="resnet18",
            weights=None,
            returned_layers=[2, 3, 4],
            extra_blocks=torchvision().ops.feature_pyramid_network.LastLevelP6P7(256, 256),
        ),
        **_SIZED,
        **_FEW,
    ),
    "fcos": lambda d: d.FCOS(
        d.backbone_utils.resnet_fpn_backbone(
            backbone_name="resnet18",
            weights=None,
            returned_layers=[2, 3, 4],
            extra_blocks=torchvision().ops.feature_pyramid_network.LastLevelP6P7(256, 256),
        ),
        **_SIZED,
        **_FEW,
    ),
    "maskrcnn": lambda d: d.MaskRCNN(
        d.backbone_utils.resnet_fpn_backbone(backbone_name="resnet18", weights=None),
        **_SIZED,
        **_FEW_REGIONS,
    ),
    "keypointrcnn": lambda d: d.KeypointRCNN(
        d.backbone_utils.resnet_fpn_backbone(backbone_name="resnet18", weights=None),
        **{**_SIZED, "num_classes": 2},
        **_FEW_REGIONS,
    ),
}

for _name, _builder in DETECTION.items():
    model(f"torchvision.{_name}", ways=("script",))(functools.partial(_detector, _builder))
