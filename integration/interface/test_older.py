"""Archives in the layouts of PyTorch 2.5 to 2.8 have the numbers of the newest.

The archives are written by test/Import/ExportedProgram/Inputs/older.py, from a
program of today's PyTorch. It was written against archives of the real versions.
"""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest
import torch
from torch import nn

from integration.common.compiler import convert
from integration.common.runtime import Session


def _load_writer() -> ModuleType:
    root = Path(__file__).resolve().parents[2]
    path = root / "test" / "Import" / "ExportedProgram" / "Inputs" / "older.py"
    spec = importlib.util.spec_from_file_location("older", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


older = _load_writer()


class Net(nn.Module):
    """Weights of several dtypes, views of a storage, a tied one, constants."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3, bias=False)
        self.norm = nn.BatchNorm2d(8)
        self.first = nn.Linear(8, 8)
        self.second = nn.Linear(8, 8)
        self.second.weight = self.first.weight
        self.low = nn.Parameter(torch.randn(8).half())
        self.tagged = nn.Parameter(torch.randn(8))
        self.tagged.note = {"shape": [8], "scale": 1.5}  # type: ignore[attr-defined]
        matrix = torch.randn(8, 8)
        self.register_buffer("matrix", matrix)
        self.register_buffer("turned", matrix.t())
        self.register_buffer("row", matrix[3])
        self.register_buffer("transient", torch.randn(8), persistent=False)
        self.register_buffer("small", torch.arange(8).to(torch.uint16))
        self.register_buffer("brain", torch.randn(8).bfloat16())
        self.register_buffer("mask", torch.tensor([True, False] * 4))
        self.constant = torch.randn(8)

    def forward(self, image: torch.Tensor) -> dict[str, torch.Tensor]:
        """From images to eight numbers each."""
        x = self.norm(self.conv(image)).amax((2, 3))
        x = self.second(self.first(x) + self.transient) * self.constant + self.tagged
        x = x @ self.turned + self.row + self.small.float() + self.brain.float()
        x = torch.where(self.mask, x, x @ self.matrix)
        return {"x": x.clamp(max=float("inf")), "half": x.half() * self.low}


@pytest.fixture(scope="module", name="model")
def _model() -> nn.Module:
    return Net().eval()


@pytest.mark.parametrize("core", [False, True], ids=["training", "core"])
@pytest.mark.parametrize("version", sorted(older.VERSIONS))
@pytest.mark.parametrize("weights", ["inline", "reference"])
def test_numbers(
    version: str, core: bool, weights: str, compiler: str, model: nn.Module, tmp_path: Path
) -> None:
    """In eager's numbers, with a batch of another size than the example."""
    batch = torch.export.Dim("batch")
    program = torch.export.export(
        model, (torch.randn(2, 3, 9, 9),), dynamic_shapes=({0: batch},)
    )
    if core:
        program = program.run_decompositions()
    source, target = tmp_path / "m.pt2", tmp_path / "m.onnx"
    older.rewrite(program, source, version)
    options = (f"--weights={weights}", "--external-threshold=0")
    result = convert(source, target, options)
    assert not result.failure, result.stderr
    image = torch.randn(5, 3, 9, 9)
    expected = list(model(image).values())
    torch.testing.assert_close(Session(target).run([image]), expected)
