"""Weights that torchao's `quantize_` has replaced by objects: tensors are taken out of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import pytest
import torch
from torch import Tensor, nn

from integration.common import libraries
from integration.common.compiler import convert
from integration.common.runtime import Session

#: Name -> configuration and its arguments; "group" stands for groups of 32 columns.
_CONFIGURATIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "int8": ("Int8WeightOnlyConfig", {}),
    "int8 in groups": ("Int8WeightOnlyConfig", {"granularity": "group"}),
    "int8 activations": ("Int8DynamicActivationInt8WeightConfig", {}),
    "int4": (
        "IntxWeightOnlyConfig",
        {"weight_dtype": torch.int4, "granularity": "group"},
    ),
    "int4, int8 activations": (
        "Int8DynamicActivationIntxWeightConfig",
        {"weight_dtype": torch.int4, "weight_granularity": "group"},
    ),
    "float8": ("Float8WeightOnlyConfig", {}),
}


class Layers(nn.Module):
    """Two layers whose weights do not fit into a folded constant as floats."""

    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = nn.Linear(256, 128), nn.Linear(128, 256)

    def forward(self, x: Tensor) -> Tensor:
        """States [batch, 256] to others."""
        return self.down(self.up(x).relu())


def _quantized(name: str) -> nn.Module:
    torchao = libraries.use("torchao.quantization")
    kind, arguments = _CONFIGURATIONS[name]
    group = torchao.granularity.PerGroup(32)
    given = {k: group if v == "group" else v for k, v in arguments.items()}
    torch.manual_seed(0)
    model = Layers().eval()
    torchao.quantize_(model, getattr(torchao, kind)(**given))
    return model


@pytest.mark.parametrize("name", _CONFIGURATIONS)
def test_archive(name: str, tmp_path: Path) -> None:
    """The pickles of a .pt2 are read; the weights keep their type and the archive its bytes."""
    model = _quantized(name)
    x = torch.randn(4, 256)
    with torch.no_grad():
        program = torch.export.export(
            model, (x,), dynamic_shapes=({0: torch.export.Dim.DYNAMIC},)
        )
    assert type(program.state_dict["up.weight"]).__module__.startswith("torchao")
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    torch.export.save(program, source)
    done = convert(source, target, ("--weights=reference",))
    assert not done.failure, done.stderr
    weights = {w.name: w for w in onnx.load(target, load_external_data=False).graph.initializer}
    assert "up.weight" not in weights
    large = [w for w in weights.values() if len(w.dims) > 1 and min(w.dims) >= 128]
    assert len(large) == 2
    for weight in large:
        assert weight.data_type in (onnx.TensorProto.INT8, onnx.TensorProto.FLOAT8E4M3FN)
        assert weight.data_location == onnx.TensorProto.EXTERNAL
    session = Session(target)
    for given in (x, torch.randn(7, 256)):
        with torch.no_grad():
            torch.testing.assert_close(session.run([given])[0], model(given))
