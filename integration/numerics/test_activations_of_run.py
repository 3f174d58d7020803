"""Slopes, scales and limits that only the run knows are as good as constants.

Each number is an element of a tensor, so that a run with another one has another
result.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.runtime import Session

aten = torch.ops.aten

#: Of a tensor and a positive number.
CASES: dict[str, Callable[[Tensor, float], Tensor]] = {
    "leaky_relu": lambda x, n: aten.leaky_relu(x, n),
    "elu alpha": lambda x, n: aten.elu(x, n),
    "elu scale": lambda x, n: aten.elu(x, 0.7, n),
    "elu input_scale": lambda x, n: aten.elu(x, 0.7, 1.5, n),
    "celu": lambda x, n: aten.celu(x, n),
    "softplus beta": lambda x, n: aten.softplus(x, n),
    "softplus threshold": lambda x, n: aten.softplus(x, 2, n),
    "hardshrink": lambda x, n: aten.hardshrink(x, n),
    "threshold": lambda x, n: aten.threshold(x, n, -n),
    "hardtanh": lambda x, n: aten.hardtanh(x, -n, n),
}


class _Program(torch.nn.Module):
    def __init__(self, function: Callable[[Tensor, float], Tensor]) -> None:
        super().__init__()
        self.function = function

    def forward(self, x: Tensor, number: Tensor) -> Tensor:
        return self.function(x, number.item())


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16])
@pytest.mark.parametrize("name", CASES)
def test_number(name: str, dtype: torch.dtype, compiler: str, tmp_path: Path) -> None:
    """The model and eager agree for every number."""
    program = _Program(CASES[name])
    x = torch.tensor([[-30.0, -2.5, -1e-3, 0.0], [0.25, 1.0, 9.0, 40.0]], dtype=dtype)
    number = torch.tensor(0.5, dtype=torch.float64)
    exported = torch.export.export(program, (x, number))
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    torch.export.save(exported, source)
    result = convert(source, target)
    assert not result.failure, result.stderr
    session = Session(target)
    for value in (0.5, 0.1, 1.0, 3.0, 25.0):
        given = (x, torch.tensor(value, dtype=torch.float64))
        torch.testing.assert_close(session.run(given)[0], program(*given))
