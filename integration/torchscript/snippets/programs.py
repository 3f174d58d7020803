"""Short programs of common kinds: resizing, sampling, decoding, masks, sliding windows."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple  # noqa: UP035 - what TorchScript reads

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from integration.torchscript.snippet import normal, snippet

_IMAGES = (normal(1, 2, 6, 8),), (normal(1, 2, 9, 5),)


@snippet(*_IMAGES)
def scaled_by_factor(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=1.7, mode="bilinear", align_corners=False)


@snippet(*_IMAGES)
def scaled_by_factor_at_corners(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=1.7, mode="bilinear", align_corners=True)


@snippet(*_IMAGES)
def scaled_by_own_factor(x: Tensor) -> Tensor:
    return F.interpolate(x, scale_factor=0.6, mode="bicubic", recompute_scale_factor=True)


@snippet(*_IMAGES)
def scaled_to_multiple(x: Tensor) -> Tensor:
    height, width = x.shape[-2:]
    return F.interpolate(x, size=[(height + 3) // 4 * 4, (width + 3) // 4 * 4])


@snippet(*_IMAGES)
def padded_to_square(x: Tensor) -> Tensor:
    height, width = x.size(2), x.size(3)
    side = max(height, width)
    return F.pad(x, [0, side - width, 0, side - height], value=0.5)


@snippet(*_IMAGES)
def normalized_grid(x: Tensor) -> Tensor:
    ys = torch.linspace(-1, 1, x.size(2), dtype=x.dtype)
    xs = torch.linspace(-1, 1, x.size(3), dtype=x.dtype)
    y, xx = torch.meshgrid(ys, xs, indexing="ij")
    grid = torch.stack([xx, y], -1).unsqueeze(0) * 0.9
    return F.grid_sample(x, grid, align_corners=True)


@snippet((normal(2, 9, 3), 4, 2), (normal(1, 13, 3), 5, 3))
def windows(x: Tensor, size: int, step: int) -> Tensor:
    parts: List[Tensor] = []
    for begin in range(0, x.size(1) - size + 1, step):
        parts.append(x[:, begin : begin + size].mean(1))
    return torch.stack(parts, 1)


@snippet((normal(2, 7, 4), torch.tensor([7, 3])), (normal(3, 5, 4), torch.tensor([2, 5, 1])))
def masked_mean(x: Tensor, lengths: Tensor) -> Tensor:
    mask = torch.arange(x.size(1)).unsqueeze(0) < lengths.unsqueeze(1)
    total = x.masked_fill(~mask.unsqueeze(-1), 0.0).sum(1)
    return total / lengths.clamp(min=1).unsqueeze(-1)


@snippet((normal(6, 5),), (normal(4, 5),))
class StoppingDecoder(nn.Module):
    """A recurrent decoder that stops at a token, with a state that may be absent."""

    def __init__(self) -> None:
        super().__init__()
        self.embedding = nn.Embedding(5, 8)
        self.cell = nn.GRUCell(8, 8)
        self.head = nn.Linear(8, 5)

    def step(self, token: Tensor, state: Optional[Tensor]) -> Tuple[Tensor, Tensor]:
        if state is None:
            state = torch.zeros(token.size(0), 8)
        state = self.cell(self.embedding(token), state)
        return self.head(state), state

    def forward(self, x: Tensor) -> Tensor:
        token = x.argmax(1)
        state: Optional[Tensor] = None
        tokens: List[Tensor] = [token]
        for _ in range(6):
            logits, state = self.step(token, state)
            token = logits.argmax(1)
            tokens.append(token)
            if bool((token == 3).all()):
                break
        return torch.stack(tokens, 1)


@snippet((normal(2, 4, 3),), (normal(2, 6, 3),))
def cumulative_in_place(x: Tensor) -> Tensor:
    y = torch.zeros_like(x)
    for i in range(x.size(1)):
        y[:, i] = x[:, i]
        if i > 0:
            y[:, i] += 0.5 * y[:, i - 1]
    return y


@snippet((normal(5, 4), normal(3, 4)), (normal(7, 4), normal(2, 4)))
def nearest(x: Tensor, centers: Tensor) -> Tuple[Tensor, Tensor]:
    distances = torch.cdist(x, centers)
    best, index = distances.min(1)
    return centers[index], best


@snippet((normal(8),), (normal(5),))
def newton(x: Tensor) -> Tensor:
    y = torch.ones_like(x)
    error = float(1.0)
    steps = 0
    while error > 1e-3 and steps < 50:
        new = y - (y * y * y - x.abs() - 1) / (3 * y * y)
        error = float((new - y).abs().max())
        y = new
        steps += 1
    return y


@snippet((normal(3, 4), {"scale": normal(4), "shift": normal(4)}), (normal(5, 4), {"scale": normal(4), "shift": normal(4)}))
def styled(x: Tensor, style: Dict[str, Tensor]) -> Tensor:
    for name in ["scale", "shift", "missing"]:
        if name in style:
            x = x * style[name] if name == "scale" else x + style[name]
    return x


@snippet((normal(9, 3), torch.tensor([0, 2, 1, 1, 0, 2, 2, 1, 0])), (normal(4, 3), torch.tensor([1, 1, 2, 0])))
def grouped(x: Tensor, group: Tensor) -> Tensor:
    means = torch.zeros(3, x.size(1))
    counts = torch.zeros(3)
    means = means.index_add(0, group, x)
    counts = counts.index_add(0, group, torch.ones(group.size(0)))
    return (means / counts.unsqueeze(1).clamp(min=1.0))[group] - x
