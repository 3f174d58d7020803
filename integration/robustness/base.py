"""A small real program that the hostile ones are made from.

It has every kind of argument, table and input that is cheap to have: weights,
a buffer, dynamic sizes, lists, optional tensors, enumerations, strings, and a
branch with subgraphs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from torch import nn

from integration.common import cache


class _Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.norm = nn.BatchNorm1d(6)
        self.register_buffer("table", torch.arange(12.0).reshape(2, 6).t())

    def forward(self, x: torch.Tensor, y: torch.Tensor, k: int) -> torch.Tensor:
        h = self.norm(self.first(x))
        h = nn.functional.gelu(h, approximate="tanh")
        h = torch.cat([h, y * 2.5 + k], dim=-1)
        h = h.to(torch.float64).to(torch.float32)
        h = h + torch.arange(x.shape[0], device="cpu")[:, None]
        h = h[:, [0, 2, 4, 6, 8, 10]] @ self.table
        h = torch.cond(h.shape[0] > 3, torch.sin, torch.cos, (h,))
        return h.clone(memory_format=torch.contiguous_format).view(-1)


class _Plain(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(4, 6)
        self.second = nn.Linear(6, 2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.second(torch.relu(self.first(x)))


def _export(rich: bool, path: Path) -> None:
    torch.manual_seed(0)
    batch = torch.export.Dim("batch", min=1, max=4096)
    if rich:
        args: tuple[Any, ...] = (torch.randn(5, 4), torch.randn(5, 6), 3)
        shapes: Any = ({0: batch}, {0: batch}, None)
        module: nn.Module = _Net()
    else:
        args, shapes, module = (torch.randn(5, 4),), ({0: batch},), _Plain()
    program = torch.export.export(
        module.eval(), args, dynamic_shapes=shapes, strict=False
    )
    torch.export.save(program, path)


def load(rich: bool) -> bytes:
    """The archive as torch wrote it; with `rich` all kinds of arguments."""
    folder = cache.cache_folder("robustness", Path(__file__))
    path = folder / ("rich.pt2" if rich else "plain.pt2")
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        temporary = cache.temporary_name(path)
        _export(rich, temporary)
        temporary.replace(path)
    return path.read_bytes()
