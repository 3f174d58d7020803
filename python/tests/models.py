"""Small modules that the tests export."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn


class Mlp(nn.Module):
    """Two layers; 64 inputs, 32 hidden, 8 outputs: weights larger than a kilobyte."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(64, 32)
        self.second = nn.Linear(32, 8)

    def forward(self, x: Tensor) -> Tensor:
        return self.second(torch.relu(self.first(x)))


class Add(nn.Module):
    """Two inputs, one output."""

    def forward(self, x: Tensor, y: Tensor) -> Tensor:
        return x + y


class Scale(nn.Module):
    """A tensor and Python arguments."""

    def forward(
        self, x: Tensor, factor: int = 2, bias: Tensor | None = None, negate: bool = False
    ) -> Tensor:
        y = x * factor
        if bias is not None:
            y = y + bias
        return -y if negate else y


class Nested(nn.Module):
    """A list and a dict as inputs, a dict as output."""

    def forward(self, items: list[Tensor], by_name: dict[str, Tensor]) -> dict[str, Any]:
        total = items[0] + items[1]
        return {"total": total, "pair": (total * by_name["scale"], by_name["offset"] + 1)}


class Norm(nn.Module):
    """Convolution, batch normalization, dropout: depends on the mode."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3)
        self.norm = nn.BatchNorm2d(4)
        self.drop = nn.Dropout(0.5)

    def forward(self, x: Tensor) -> Tensor:
        return self.drop(self.norm(self.conv(x)))


class Count(nn.Module):
    """Updates a buffer, which the model does not: a warning."""

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("count", torch.zeros(1))

    def forward(self, x: Tensor) -> Tensor:
        self.count.add_(1)
        return x + self.count


class Unsupported(nn.Module):
    """Two operators that are not supported, one of them twice."""

    def forward(self, x: Tensor) -> Tensor:
        drawn = torch.poisson(torch.poisson(x))
        return drawn + torch.polygamma(21, x)
