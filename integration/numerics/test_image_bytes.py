"""Images of bytes are resampled in the integers of PyTorch's kernels: every byte is the same."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.runtime import Session

aten = torch.ops.aten
# Operator, and whether its filter is as wide as an element of a smaller result.
OPERATORS = {
    "linear": aten.upsample_bilinear2d,
    "cubic": aten.upsample_bicubic2d,
    "linear_aa": aten._upsample_bilinear2d_aa,
    "cubic_aa": aten._upsample_bicubic2d_aa,
    "lanczos_aa": aten._upsample_lanczos2d_aa,
}
# Height, width, and those of the result: larger and smaller images, a size that
# is kept, sizes of 1, ratios that no f32 holds, and one that is wide enough for
# all bits behind the point.
SIZES = [
    (9, 11, 5, 7),
    (9, 11, 23, 31),
    (7, 8, 7, 5),
    (7, 8, 3, 8),
    (2, 3, 17, 1),
    (1, 5, 4, 9),
    (13, 1, 6, 1),
    (6, 700, 4, 3),
    (224, 37, 33, 224),
]


class Resized(torch.nn.Module):
    def __init__(self, operator: object, sizes: list, align_corners: bool) -> None:
        super().__init__()
        self.operator, self.sizes, self.align_corners = operator, sizes, align_corners

    def forward(self, *images: Tensor) -> list[Tensor]:
        """Each image in its size."""
        return [
            self.operator(image, size, self.align_corners)
            for image, size in zip(images, self.sizes, strict=True)
        ]


class ByFactors(torch.nn.Module):
    def __init__(self, factors: tuple[float, float], **options: object) -> None:
        super().__init__()
        self.factors, self.options = factors, options

    def forward(self, image: Tensor) -> Tensor:
        """As F.interpolate calls the operators."""
        return torch.nn.functional.interpolate(
            image, scale_factor=self.factors, **self.options
        )


class ToSizeOf(torch.nn.Module):
    def __init__(self, **options: object) -> None:
        super().__init__()
        self.options = options

    def forward(self, image: Tensor, other: Tensor) -> Tensor:
        """An image in the size of another one."""
        return torch.nn.functional.interpolate(
            image, size=other.shape[-2:], **self.options
        )


def draw_images(generator: torch.Generator, shape: tuple[int, ...]) -> list[Tensor]:
    """Noise, and edges between the least and the largest byte, at which a cubic
    filter goes beyond both."""
    noise = torch.randint(0, 256, shape, generator=generator, dtype=torch.uint8)
    return [noise, (noise > 127).to(torch.uint8) * 255]


def start(module: torch.nn.Module, inputs: tuple, folder: Path, shapes=None) -> Session:
    """The converted program."""
    exported = torch.export.export(module, inputs, dynamic_shapes=shapes)
    torch.export.save(exported, folder / "model.pt2")
    result = convert(folder / "model.pt2", folder / "model.onnx")
    assert not result.failure, result.stderr
    return Session(folder / "model.onnx")


@pytest.mark.parametrize("align_corners", [False, True])
@pytest.mark.parametrize("name", OPERATORS)
def test_constant_sizes(name: str, align_corners: bool, tmp_path: Path) -> None:
    """Up to four channels and more have kernels of their own, and images whose
    channels are last."""
    generator = torch.Generator().manual_seed(3)
    shapes = [
        (2, channels, height, width)
        for channels in (1, 3, 6)
        for height, width, _, new_width in SIZES
        if channels <= 4 or new_width > 1
    ]
    sizes = [
        [new_height, new_width]
        for channels in (1, 3, 6)
        for _, _, new_height, new_width in SIZES
        if channels <= 4 or new_width > 1
    ]
    module = Resized(OPERATORS[name], sizes, align_corners)
    sets = list(zip(*(draw_images(generator, shape) for shape in shapes), strict=True))
    session = start(module, sets[0], tmp_path)
    for images in sets:
        for layout in (torch.contiguous_format, torch.channels_last):
            expected = module(*(image.to(memory_format=layout) for image in images))
            for size, got, want in zip(
                sizes, session.run(images), expected, strict=True
            ):
                torch.testing.assert_close(got, want, rtol=0, atol=0, msg=str(size))


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
def test_sizes_of_the_run(mode: str, antialias: bool, tmp_path: Path) -> None:
    """Weights that are counted when the model runs are the same; a size that the
    run keeps is copied."""
    generator = torch.Generator().manual_seed(4)
    module = ToSizeOf(mode=mode, antialias=antialias)
    inputs = (
        draw_images(generator, (2, 3, 9, 11))[0],
        torch.zeros(2, 1, 5, 7, dtype=torch.uint8),
    )
    auto = torch.export.Dim.AUTO
    sizes = {2: auto, 3: auto}
    session = start(module, inputs, tmp_path, (sizes, sizes))
    for height, width, new_height, new_width in [
        *SIZES,
        (6, 6, 6, 6),
        (37, 41, 13, 17),
        (53, 29, 106, 91),
    ]:
        if min(height, width, new_height, new_width) < 2:
            continue
        other = torch.zeros(2, 1, new_height, new_width, dtype=torch.uint8)
        for image in draw_images(generator, (2, 3, height, width)):
            (got,) = session.run((image, other))
            assert torch.equal(got, module(image, other)), (height, width)


@pytest.mark.parametrize("dynamic", [False, True])
@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("mode", ["bilinear", "bicubic"])
@pytest.mark.parametrize("factors", [(0.3, 2.7), (1.2, 1.1), (1.0, 0.5)])
def test_factors(
    factors: tuple, mode: str, antialias: bool, dynamic: bool, tmp_path: Path
) -> None:
    """A factor is the scale of positions, whatever the ratio of the sizes is; of
    a size that it keeps it makes no difference."""
    generator = torch.Generator().manual_seed(5)
    module = ByFactors(factors, mode=mode, antialias=antialias)
    inputs = (draw_images(generator, (1, 3, 12, 13))[0],)
    auto = torch.export.Dim.AUTO
    session = start(
        module, inputs, tmp_path, ({2: auto, 3: auto},) if dynamic else None
    )
    for size in [(12, 13), (31, 17), (4, 4)] if dynamic else [(12, 13)]:
        for image in draw_images(generator, (1, 3, *size)):
            (got,) = session.run((image,))
            assert torch.equal(got, module(image)), size


def test_column_of_many_channels(tmp_path: Path) -> None:
    """PyTorch resamples a column of more than four channels by the weights of one
    row, which depends on its threads: refused."""
    module = Resized(OPERATORS["linear"], [[5, 1]], False)
    inputs = (torch.zeros(1, 5, 9, 7, dtype=torch.uint8),)
    torch.export.save(torch.export.export(module, inputs), tmp_path / "model.pt2")
    result = convert(tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert "expected bytes of up to 4 channels" in result.stderr
