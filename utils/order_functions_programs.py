"""The programs that order_functions.py converts: together, the operators that most models have."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn


class Vision(nn.Module):
    """Convolutions, a shortcut, pools, a resized map."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1, bias=False), nn.BatchNorm2d(8))
        self.depth = nn.Conv2d(8, 8, 3, padding=1, groups=8)
        self.norm, self.act = nn.BatchNorm2d(8), nn.SiLU()
        self.head = nn.Linear(8, 4)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = nn.functional.max_pool2d(self.stem(x).relu(), 3, 2, 1)
        x = x + self.act(self.norm(self.depth(x)))
        large = nn.functional.interpolate(x, scale_factor=2.0, mode="bilinear")
        x = nn.functional.adaptive_avg_pool2d(x, 1)
        return self.head(torch.flatten(x, 1)).softmax(-1), large


class Text(nn.Module):
    """An encoder and a decoder layer, as BERT and Llama have them."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.places = nn.Embedding(50, 32), nn.Embedding(64, 32)
        self.layer = nn.TransformerEncoderLayer(32, 4, 64, activation="gelu", batch_first=True)
        self.query, self.key, self.value = (nn.Linear(32, 32, bias=False) for _ in range(3))
        self.gate, self.up, self.down = nn.Linear(32, 48), nn.Linear(32, 48), nn.Linear(48, 32)
        self.norm = nn.RMSNorm(32)

    def turned(self, x: torch.Tensor, cos: torch.Tensor, sin: torch.Tensor) -> torch.Tensor:
        first, second = x.chunk(2, -1)
        return x * cos + torch.cat((-second, first), -1) * sin

    def forward(self, ids: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        batch, length = ids.shape
        position = torch.arange(length)
        x = self.layer(self.table(ids) + self.places(position), src_key_padding_mask=mask)
        angles = position[:, None] / 10 ** torch.arange(0, 1, 0.25)
        angles = torch.cat((angles, angles), -1)
        heads = [
            part(self.norm(x)).view(batch, length, 4, 8).transpose(1, 2)
            for part in (self.query, self.key, self.value)
        ]
        query, key = (self.turned(part, angles.cos(), angles.sin()) for part in heads[:2])
        causal = torch.full((length, length), float("-inf")).triu(1)
        attended = nn.functional.scaled_dot_product_attention(query, key, heads[2], causal)
        x = x + attended.transpose(1, 2).reshape(batch, length, 32)
        x = x + self.down(nn.functional.silu(self.gate(x)) * self.up(x))
        return torch.where(mask[..., None], torch.zeros(()), x) @ self.table.weight.t()


class Others(nn.Module):
    """What is left of the operators that most models have."""

    def forward(self, x: torch.Tensor, ids: torch.Tensor) -> list[torch.Tensor]:
        low, high = torch.split(x, [3, 5], -1)
        values, places = x.topk(2)
        picked = x[ids, ids] + x[:, 1::2][ids].sum(-1)
        mean = x.mean((0, 1), keepdim=True)
        compared = (x >= mean) & (x != 0) | (x < low.max()) & ~(high.min() > x)
        filled = x.masked_fill(compared, -1.0).clamp(-2, 2)
        gathered = torch.gather(filled, 1, places).cumsum(-1)
        half = (x.half() @ x.half().t()).float().abs().log1p()
        stacked = torch.stack([x.exp(), x.sigmoid(), x.tanh(), torch.rsqrt(x.pow(2) + 1)])
        rolled = torch.roll(stacked, 1, -1).flip(0).unsqueeze(1).expand(-1, 2, -1, -1)
        padded = nn.functional.pad(rolled, (1, 1)).var(-1)
        product = torch.einsum("ij,kj->ik", x, x).argmax(-1)
        scattered = torch.zeros(8, 8).index_put((ids, ids), values[ids, 0])
        return [
            gathered, half, padded, product, scattered, picked // 2, (ids % 3).to(torch.int32),
            nn.functional.one_hot(ids, 8), nn.functional.group_norm(x[None], 2), x.min(-1)[0],
            nn.functional.log_softmax(x, -1), nn.functional.leaky_relu(high), x.tril().sqrt(),
        ]  # fmt: skip


class Decoder(nn.Module):
    """A layer as GPT-2 has it: one projection for all, tanh, a mask by comparison."""

    def __init__(self) -> None:
        super().__init__()
        self.table, self.norm = nn.Embedding(50, 32), nn.LayerNorm(32)
        self.weight = nn.Parameter(torch.rand(32, 96))
        self.bias = nn.Parameter(torch.rand(96))
        self.mlp = nn.Sequential(nn.Linear(32, 64), nn.GELU("tanh"), nn.Dropout(), nn.Linear(64, 32))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        x = self.table(ids)
        rows = self.norm(x).view(-1, 32)
        mixed = torch.addmm(self.bias, rows, self.weight).view(*ids.shape, 96)
        query, key, value = (
            part.view(*ids.shape, 4, 8).permute(0, 2, 1, 3) for part in mixed.split(32, dim=2)
        )
        places = torch.arange(ids.shape[1])
        seen = places[None, None, None] <= places[None, None, :, None]
        attended = nn.functional.scaled_dot_product_attention(query, key, value, seen)
        scores = (query @ key.transpose(-1, -2) / 8**0.5).masked_fill(~seen, -1e9)
        attended = attended + nn.functional.softmax(scores, -1) @ value
        x = x + attended.transpose(1, 2).reshape(*ids.shape, -1)
        return (x + self.mlp(self.norm(x)))[:, -1:] @ self.table.weight.t()


class Diffusion(nn.Module):
    """A block of a U-Net, with an embedding of the time."""

    def __init__(self) -> None:
        super().__init__()
        self.norm, self.down = nn.GroupNorm(2, 8), nn.Conv2d(8, 16, 3, 2, 1)
        self.up, self.time = nn.ConvTranspose2d(16, 8, 4, 2, 1), nn.Linear(8, 16)
        self.attention = nn.MultiheadAttention(16, 2, batch_first=True)

    def forward(self, x: torch.Tensor, time: torch.Tensor) -> torch.Tensor:
        angles = time[:, None].float() * torch.exp(-torch.arange(4) / 4.0)
        step = self.time(torch.cat([angles.sin(), angles.cos()], -1))
        y = self.down(nn.functional.silu(self.norm(x))) + step[:, :, None, None]
        flat = y.flatten(2).transpose(1, 2)
        flat = flat + self.attention(flat, flat, flat, need_weights=False)[0]
        y = flat.transpose(1, 2).reshape(y.shape)
        y = torch.cat([self.up(y), nn.functional.interpolate(x, scale_factor=1.0)], 1)
        scale, shift = nn.functional.avg_pool2d(y, 2).chunk(2, 1)
        return nn.functional.hardswish(scale * (1 + shift)).clamp(0, 1)


class Sequence(nn.Module):
    """Speech: convolutions over time and recurrence."""

    def __init__(self) -> None:
        super().__init__()
        self.conv, self.norm = nn.Conv1d(4, 8, 3, padding=1), nn.BatchNorm1d(8)
        self.lstm = nn.LSTM(8, 8, 1, batch_first=True, bidirectional=True)
        self.gru = nn.GRU(16, 8, batch_first=True)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y = nn.functional.elu(self.norm(self.conv(x))).transpose(1, 2)
        y, state = self.gru(self.lstm(y)[0])
        return nn.functional.normalize(y, dim=-1).prod(1), torch.sign(state).squeeze(0)


def programs() -> tuple[tuple[nn.Module, tuple[torch.Tensor, ...], Any], ...]:
    """Modules with their arguments and `dynamic_shapes`."""
    length = torch.export.Dim("length", max=64)
    batch = torch.export.Dim("batch")
    ids, mask = torch.zeros(2, 7, dtype=torch.int64), torch.zeros(2, 7, dtype=torch.bool)
    return (
        (Vision(), (torch.rand(1, 3, 32, 32),), None),
        (Vision(), (torch.rand(2, 3, 32, 32),), ({0: batch},)),
        (Others(), (torch.rand(8, 8), torch.arange(8)), None),
        (Decoder(), (ids,), ({0: batch, 1: length},)),
        (Diffusion(), (torch.rand(2, 8, 8, 8), torch.arange(2)), None),
        (Sequence(), (torch.rand(2, 4, 6),), None),
        (Text(), (ids, mask), None),
        (Text(), (ids, mask), ({0: batch, 1: length}, {0: batch, 1: length})),
    )
