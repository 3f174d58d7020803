"""A picture classifier for the examples: a small residual network, trained on
pictures of five shapes that this file draws.

    python examples/shapes/shapes.py FOLDER

writes into FOLDER the exported program `shapes.pt2`, the names of the classes
(`classes.txt`) and two pictures of each class (`circle0.png`, `circle0.ppm`, ...).
"""

from __future__ import annotations

import pathlib
import struct
import sys
import zlib

import torch
from torch import Tensor, nn

CLASSES = ("circle", "square", "triangle", "cross", "ring")
SIZE = 64


def draw(count: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Random pictures, u8[count, SIZE, SIZE, 3], and the class of each."""

    def random(low: float, high: float) -> Tensor:
        return low + (high - low) * torch.rand(count, 1, 1, generator=generator)

    axis = torch.linspace(-1, 1, SIZE)
    radius, angle = random(0.4, 0.65), random(-0.4, 0.4)
    x, y = axis - random(-0.3, 0.3), axis[:, None] - random(-0.3, 0.3)
    x, y = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
    x, y = x / radius, y / radius
    r, edge, narrow = (x * x + y * y).sqrt(), x.abs().maximum(y.abs()), x.abs().minimum(y.abs())
    inside = torch.stack(
        [
            r < 1,
            edge < 0.85,
            (y < 0.7) & (y > 1.8 * x.abs() - 1),
            (edge < 1) & (narrow < 0.3),
            (r < 1) & (r > 0.6),
        ]
    )
    classes = torch.randint(len(CLASSES), (count,), generator=generator)
    inside = inside[classes, torch.arange(count)]
    colours = torch.rand(2, count, 1, 1, 3, generator=generator)
    colours[1] = (colours[0] + 0.5) % 1  # The shape has another colour than the ground.
    pictures = torch.where(inside[..., None], colours[1], colours[0])
    pictures += 0.02 * torch.randn(pictures.shape, generator=generator)
    return (pictures.clamp(0, 1) * 255).to(torch.uint8), classes


class Block(nn.Module):
    """A residual block that halves the size of the picture."""

    def __init__(self, channels: int, out: int) -> None:
        super().__init__()
        self.skip = nn.Conv2d(channels, out, 1, stride=2)
        self.body = nn.Sequential(
            nn.Conv2d(channels, out, 3, stride=2, padding=1, bias=False),
            nn.BatchNorm2d(out),
            nn.ReLU(),
            nn.Conv2d(out, out, 3, padding=1, bias=False),
            nn.BatchNorm2d(out),
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(self.skip(x) + self.body(x))


class Classifier(nn.Module):
    """From the bytes of pictures to probabilities: the scaling of the bytes and the
    softmax are part of the model, so no program that runs it has to repeat them."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.Sequential(Block(3, 16), Block(16, 32), Block(32, 64))
        self.head = nn.Linear(64, len(CLASSES))

    def logits(self, pictures: Tensor) -> Tensor:
        # contiguous(): the gradient of a strided 1x1 convolution of other layouts
        # crashes PyTorch 2.13 on some processors. It is no node of the ONNX model.
        x = (pictures.permute(0, 3, 1, 2).float() / 127.5 - 1).contiguous()
        return self.head(self.blocks(x).mean((2, 3)))

    def forward(self, pictures: Tensor) -> Tensor:
        return self.logits(pictures).softmax(-1)


def train(steps: int = 300) -> Classifier:
    """A trained classifier: 20 seconds on one core."""
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(0)
    model = Classifier()
    optimizer = torch.optim.AdamW(model.parameters(), 4e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 3e-3, total_steps=steps)
    for _ in range(steps):
        pictures, classes = draw(32, generator)
        logits = model.logits(pictures)
        loss = nn.functional.cross_entropy(logits, classes, label_smoothing=0.1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model.eval()


def save_picture(picture: Tensor, path: pathlib.Path) -> None:
    """Writes u8[height, width, 3] as PNG, or as PPM, which C++ reads in a few lines."""
    height, width, _ = picture.shape
    pixels = picture.numpy().tobytes()
    if path.suffix == ".ppm":
        path.write_bytes(b"P6 %d %d 255\n" % (width, height) + pixels)
        return

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = 3 * width
    rows = b"".join(b"\0" + pixels[i : i + row] for i in range(0, len(pixels), row))
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    data = chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + header + data)


def write(folder: pathlib.Path) -> Classifier:
    """Trains the classifier and writes the files; returns the classifier."""
    folder.mkdir(parents=True, exist_ok=True)
    model = train()
    pictures, classes = draw(100, torch.Generator().manual_seed(1))
    right = (model(pictures).argmax(-1) == classes).float().mean()
    print(f"{right:.0%} of 100 new pictures are recognized")
    batch = torch.export.Dim("batch", min=1, max=1024)
    program = torch.export.export(model, (pictures[:2],), dynamic_shapes=({0: batch},))
    torch.export.save(program, folder / "shapes.pt2")
    (folder / "classes.txt").write_text("\n".join(CLASSES) + "\n")
    for index, name in enumerate(CLASSES):
        for number, picture in enumerate(pictures[classes == index][:2]):
            for suffix in ("png", "ppm"):
                save_picture(picture, folder / f"{name}{number}.{suffix}")
    return model


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
