"""Marks that skip a test if torch.export of the installed PyTorch cannot capture its model."""

from __future__ import annotations

from typing import Any

import pytest
import torch


def captures(model: torch.nn.Module, *args: Any, dynamic_shapes: Any = None) -> bool:
    """Whether torch.export captures a model."""
    try:
        torch.export.export(model, args, dynamic_shapes=dynamic_shapes, strict=False)
    except Exception:  # Versions refuse with errors of many types.
        return False
    return True


class _Steps(torch.nn.Module):
    def forward(self, factor: torch.Tensor) -> torch.Tensor:
        number = factor.item()
        torch._check(number > 0)
        size: Any = torch.sym_int(4 * number)
        torch._check(size >= 1)
        return torch.arange(size)


needs_computed_sizes = pytest.mark.skipif(
    not captures(_Steps(), torch.tensor(2.0)),
    reason="torch.export refuses a size from a computed floating-point number",
)
