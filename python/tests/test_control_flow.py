"""Control flow that torch.export captures and torch.export.save cannot write."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor, nn
from torch._higher_order_ops import while_loop

import torch_onnx_mlir

from .features import writes


class Counter(nn.Module):
    """A loop that begins with a number of Python's."""

    def forward(self, x: Tensor) -> tuple[object, Tensor]:
        count, y = while_loop(
            lambda i, x: i < x.shape[0], lambda i, x: (i + 1, x.cos() + i), (0, x)
        )
        return count, y


@pytest.mark.skipif(
    not writes(Counter(), torch.rand(3, 4)),
    reason="torch.export or torch.export.save refuses a loop that begins with a number",
)
def test_loop_that_begins_with_a_number() -> None:
    """The number is a constant of the model."""
    x = torch.rand(3, 4)
    program = torch_onnx_mlir.export(Counter(), (x,), dynamic_shapes=({0: "rows"},))
    for rows in (3, 1, 7):
        x = torch.rand(rows, 4)
        count, y = program(x)
        assert int(count) == rows
        expected = x
        for i in range(rows):
            expected = expected.cos() + i
        torch.testing.assert_close(y, expected)
