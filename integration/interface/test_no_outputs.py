"""Programs that return nothing, None, constants or one of their inputs."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
import torch
from torch import Tensor, nn

from integration.common.compiler import Conversion, convert
from integration.common.runtime import Session


class Returns(nn.Module):
    """Returns what it is asked for."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind
        self.register_buffer("sum", torch.zeros(2))
        self.register_buffer("table", torch.arange(3.0))

    def forward(self, x: Tensor) -> object:
        """The kinds of results."""
        if self.kind in ("update", "update and None"):
            self.sum.add_(x.sum(0))
        return {
            "None": None,
            "nothing": (),
            "update": None,
            "update and None": (None, None),
            "buffer": self.table,
            "constant": torch.arange(3),
            "number": 3,
            "some": (None, x + 1, 2.5, None),
            "input": x,
        }[self.kind]


def run(kind: str, folder: Path, *options: str) -> Conversion:
    """Captures and converts."""
    program = torch.export.export(Returns(kind), (torch.ones(3, 2),))
    torch.export.save(program, folder / "model.pt2")
    return convert(folder / "model.pt2", folder / "model.onnx", options)


@pytest.mark.parametrize("options", [(), ("--mutations=outputs",), ("--mutations=state",), ("-O0",)])
def test_nothing(tmp_path: Path, options: tuple[str, ...]) -> None:
    """Refused with a reason, and nothing is written."""
    done = run("None", tmp_path, *options)
    assert done.failure == "conversion"
    assert (
        "expected at least one output, found none: the program returns no tensor and no number"
        in done.stderr
    )
    assert not (tmp_path / "model.onnx").exists()


@pytest.mark.parametrize("kind", ["update", "update and None"])
def test_only_updates(tmp_path: Path, kind: str) -> None:
    """What is updated can be the output; dropped, there is nothing to compute."""
    done = run(kind, tmp_path)
    assert done.failure == "conversion"
    assert "the program only updates 'sum'; --mutations=outputs gives the new value" in done.stderr
    assert not (tmp_path / "model.onnx").exists()
    for options in (("--mutations=outputs",), ("--mutations=state",)):
        done = run(kind, tmp_path, *options)
        assert not done.failure, done.stderr
        model = onnx.load(tmp_path / "model.onnx")
        assert [value.name for value in model.graph.output] == ["sum.updated"]
        given = [torch.ones(3, 2)] + [torch.ones(2)] * (len(model.graph.input) - 1)
        (found,) = Session(tmp_path / "model.onnx").run(given)
        torch.testing.assert_close(found, torch.full((2,), 3.0 + len(given) - 1))


@pytest.mark.parametrize("kind", ["buffer", "constant", "number", "some", "input"])
def test_without_computation(tmp_path: Path, kind: str) -> None:
    """Constants and inputs are outputs; None is none."""
    done = run(kind, tmp_path)
    assert not done.failure, done.stderr
    expected = Returns(kind)(torch.ones(3, 2))
    expected = expected if isinstance(expected, tuple) else (expected,)
    wanted = [torch.as_tensor(value) for value in expected if value is not None]
    found = Session(tmp_path / "model.onnx").run([torch.ones(3, 2)])
    assert len(found) == len(wanted)
    for got, want in zip(found, wanted, strict=True):
        torch.testing.assert_close(got, want, check_dtype=want.dtype != torch.float32 or want.dim() > 0)
