"""Exported programs whose weights torchao's `quantize_` has replaced by objects.

    python -m integration.quantization.torchao_programs FOLDER

writes NAME.pt2, with inputs and eager's results in NAME.pt, and NAME.package.onnx by
torch_onnx_mlir.export.  It is a process of its own
as the tests of operators register those of torchao by themselves (libraries.py).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from integration.common import libraries

#: Name -> configuration and its arguments; "group" stands for groups of 32 columns.
CONFIGURATIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "int8": ("Int8WeightOnlyConfig", {}),
    "int8-groups": ("Int8WeightOnlyConfig", {"granularity": "group"}),
    "int8-activations": ("Int8DynamicActivationInt8WeightConfig", {}),
    "int4": (
        "IntxWeightOnlyConfig",
        {"weight_dtype": torch.int4, "granularity": "group"},
    ),
    "int4-activations": (
        "Int8DynamicActivationIntxWeightConfig",
        {"weight_dtype": torch.int4, "weight_granularity": "group"},
    ),
    "float8": ("Float8WeightOnlyConfig", {}),
}
#: The same of weights that are packed for the instructions of a CPU, in a module of its own.
PACKED: dict[str, tuple[str, dict[str, Any]]] = {
    "int4-packed": ("PrototypeInt4WeightOnlyConfig", {"group_size": 64}),
}


class Layers(nn.Module):
    """Two layers whose weights are too large to be folded."""

    def __init__(self) -> None:
        super().__init__()
        self.up, self.down = nn.Linear(256, 128), nn.Linear(128, 256)

    def forward(self, x: Tensor) -> Tensor:
        """States [batch, 256] to others."""
        return self.down(self.up(x).relu())


def _write(name: str, folder: Path) -> None:
    import torch_onnx_mlir  # noqa: PLC0415 - not where the names above are imported

    torchao = libraries.use("torchao.quantization")
    module = libraries.use("torchao.prototype.quantization.int4") if name in PACKED else torchao
    kind, arguments = (CONFIGURATIONS | PACKED)[name]
    group = torchao.granularity.PerGroup(32)
    given = {k: group if v == "group" else v for k, v in arguments.items()}
    torch.manual_seed(0)
    model = Layers().eval()
    torchao.quantize_(model, getattr(module, kind)(**given))
    inputs = [torch.randn(4, 256), torch.randn(7, 256)]
    with torch.no_grad():
        program = torch.export.export(
            model, (inputs[0],), dynamic_shapes=({0: torch.export.Dim.DYNAMIC},)
        )
        outputs = [model(x) for x in inputs]
        dynamic = ({0: "batch"},)
        torch_onnx_mlir.export(
            model, (inputs[0],), folder / f"{name}.package.onnx", dynamic_shapes=dynamic
        )
    assert type(program.state_dict["up.weight"]).__module__.startswith("torchao")
    torch.export.save(program, folder / f"{name}.pt2")
    torch.save((inputs, outputs), folder / f"{name}.pt")


if __name__ == "__main__":
    for each in CONFIGURATIONS | PACKED:
        _write(each, Path(sys.argv[1]))
