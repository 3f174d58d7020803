"""Images of any height and width: both sets have other ones, and no square.

Most rows are those of `libraries.py`. Networks that halve an image several times take
multiples of that, or any number of pixels where they round.
"""

from __future__ import annotations

from integration.models.builders import add_diffusers, add_timm, add_torchvision
from integration.models.libraries import DIFFUSERS, TIMM, TORCHVISION
from integration.models.rows import BATCH, Input, normal

SUFFIX = ".any_size"

#: Convolutions, and attention that asks for no table of places.
CONVOLUTIONS = ("convnext_atto", "cs3darknet_focus_s", "densenet121", "starnet_s050")
#: With arguments of their own: vision transformers that resample their table of places or
#: count rotary ones; and convolutions with pools and attention that take any image.
_VIT = {"dynamic_img_size": True, "embed_dim": 48, "depth": 2, "num_heads": 3}
OTHERS = {
    "eva02_small_patch14_224": (_VIT, 28),
    "vit_small_patch16_rope_224": (_VIT, 32),
    "vit_tiny_patch16_224": ({**_VIT, "img_size": 64}, 32),
    "hgnetv2_b0": ({}, 33),
    "swiftformer_xs": ({}, 32),
}
#: Of torchvision: classification, and the masks of a segmentation.
NETWORKS = (
    "DenseNet",
    "mnasnet0_5",
    "mobilenet_v2",
    "mobilenet_v3_small",
    "segmentation.lraspp_mobilenet_v3_large",
    "shufflenet_v2_x0_5",
    "squeezenet1_1",
)
#: UNets and autoencoders with the name of their image. (A ControlNet takes two images whose
#: sizes are tied, which torch.export has to be told.)
IMAGES = {
    "autoencoder_dc": "sample",
    "autoencoder_kl": "sample",
    "autoencoder_tiny": "sample",
    "kandinsky_unet": "sample",
    "stable_cascade": "sample",
    "t2i_adapter": "x",
    "unet_2d": "sample",
    "unet_2d_condition": "sample",
    "vq": "sample",
}


def _image(channels: int, factor: int) -> Input:
    return normal(BATCH, channels, (2 * factor, 5 * factor), (3 * factor, 2 * factor))


for _name in CONVOLUTIONS:
    # Some have an odd size somewhere: all but one halving round it up.
    add_timm(_name, TIMM[_name][1], {"image": _image(3, 33)}, SUFFIX)
for _name, (_arguments, _factor) in OTHERS.items():
    add_timm(_name, _arguments, {"image": _image(3, _factor)}, SUFFIX)
for _name in NETWORKS:
    add_torchvision(_name, TORCHVISION[_name][1], {"image": _image(3, 33)}, SUFFIX)
for _name, _key in IMAGES.items():
    _kind, _arguments, _inputs = DIFFUSERS[_name]
    _channels = _inputs[_key].shape[1]
    assert isinstance(_channels, int)
    _any = {**_inputs, _key: _image(_channels, 32 if _name == "t2i_adapter" else 8)}
    add_diffusers(_name, _kind, _arguments, _any, SUFFIX)
