"""Programs that are exported once and run on several sets of inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.utils import _pytree as pytree

from integration.common.compiler import convert
from integration.common.runtime import Session

Inputs = tuple[Tensor, ...]


@dataclass
class Case:
    """A function and the inputs that it is exported with."""

    name: str
    function: Callable[..., object]
    inputs: Inputs

    def __str__(self) -> str:
        return self.name


def session_of(
    model: nn.Module,
    inputs: Inputs,
    folder: Path,
    options: Sequence[str] = (),
    dynamic: object = None,
) -> Session:
    """Exports and converts to `model.onnx` in the folder; fails where either does."""
    program = torch.export.export(model, inputs, dynamic_shapes=dynamic)
    torch.export.save(program, folder / "model.pt2")
    done = convert(folder / "model.pt2", folder / "model.onnx", tuple(options))
    assert not done.failure, done.stderr
    return Session(folder / "model.onnx")


def assert_results(session: Session, inputs: Inputs, expected: object, what: str = "") -> None:
    """The model gives these results, as leaves of one structure, for these inputs."""
    leaves = pytree.tree_leaves(expected)
    actual = session.run(inputs)
    assert len(actual) == len(leaves)
    for index, (got, want) in enumerate(zip(actual, leaves, strict=True)):
        start = f"result {index}{what}: "
        torch.testing.assert_close(
            got, torch.as_tensor(want), msg=lambda text, start=start: start + text
        )
