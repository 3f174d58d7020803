"""Many functions of the same inputs as one program: one export, one conversion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.runtime import Session

Function = Callable[..., Tensor]


class _All(torch.nn.Module):
    def __init__(self, functions: Sequence[Function]) -> None:
        super().__init__()
        self.functions = list(functions)

    def forward(self, *inputs: Tensor) -> tuple[Tensor, ...]:
        """The result of each function."""
        return tuple(function(*inputs) for function in self.functions)


class Program:
    """Functions with one result, converted together."""

    def __init__(
        self,
        functions: Sequence[Function],
        inputs: Sequence[Tensor],
        folder: Path,
        dynamic: object = None,
    ) -> None:
        self._eager = _All(functions)
        shapes = None if dynamic is None else (dynamic,)
        exported = torch.export.export(
            self._eager, tuple(inputs), dynamic_shapes=shapes
        )
        source, target = folder / "model.pt2", folder / "model.onnx"
        torch.export.save(exported, source)
        result = convert(source, target)
        assert not result.failure, result.stderr
        self._session = Session(target)

    def run(self, *inputs: Tensor) -> list[tuple[Tensor, Tensor]]:
        """What ONNX Runtime and eager give, for each function."""
        expected = self._eager(*inputs)
        return list(zip(self._session.run(inputs), expected, strict=True))
