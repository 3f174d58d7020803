"""Programs without bytes of weights, which take them from files or leave them out."""

from __future__ import annotations

import pathlib

import onnx
import pytest
import torch
import torch_onnx_mlir
from safetensors.torch import save_file
from torch._subclasses.fake_tensor import FakeTensorMode


class Net(torch.nn.Module):
    """Two layers, of weights that are not small constants."""

    def __init__(self) -> None:
        super().__init__()
        self.first = torch.nn.Linear(64, 64)
        self.second = torch.nn.Linear(64, 64)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Rows of 64 numbers."""
        result: torch.Tensor = self.second(self.first(x).relu())
        return result


X = torch.randn(2, 64)


def _capture(kind: str) -> torch.export.ExportedProgram:
    if kind == "meta":
        return torch.export.export(Net().to("meta").eval(), (X.to("meta"),))
    with FakeTensorMode():
        return torch.export.export(Net().eval(), (torch.randn(2, 64),))


@pytest.mark.parametrize("kind", ["fake", "meta"])
def test_from_safetensors(kind: str, tmp_path: pathlib.Path) -> None:
    """The program runs, is written in every form, and its model has the values."""
    real = Net().eval()
    file = tmp_path / "model.safetensors"
    save_file(real.state_dict(), file)
    program = torch_onnx_mlir.export(_capture(kind), weights_from=file)
    torch.testing.assert_close(program(X)[0], real(X))
    for weights in ("inline", "external", "reference"):
        target = tmp_path / f"{weights}.onnx"
        program.save(target, weights=weights)
        model = onnx.load(target)
        onnx.checker.check_model(model, full_check=True)
        found = {tensor.name: tensor for tensor in model.graph.initializer}
        weight = torch.from_numpy(onnx.numpy_helper.to_array(found["first.weight"]).copy())
        torch.testing.assert_close(weight, real.first.weight.detach())
    assert (tmp_path / "reference.onnx").stat().st_size < 4000
    assert program.model.graph.initializers["second.weight"].const_value is not None


def test_names(tmp_path: pathlib.Path) -> None:
    """A prefix that the file has and the program does not."""
    real = Net().eval()
    file = tmp_path / "model.safetensors"
    save_file({f"model.{name}": value for name, value in real.state_dict().items()}, file)
    with pytest.raises(torch_onnx_mlir.errors.ConversionError, match="first.weight"):
        torch_onnx_mlir.export(_capture("fake"), weights_from=[file])
    program = torch_onnx_mlir.export(
        _capture("fake"), weights_from=[file], weight_names={"*": "model.*"}
    )
    torch.testing.assert_close(program(X)[0], real(X))


def test_none_has_no_files(tmp_path: pathlib.Path) -> None:
    """Values that are left out are not read."""
    with pytest.raises(ValueError, match="weights_from"):
        torch_onnx_mlir.export(_capture("fake"), weights="none", weights_from="model.safetensors")


def test_archive_without_bytes(tmp_path: pathlib.Path) -> None:
    """The path of a program without bytes is converted without weights."""
    path, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    torch.export.save(_capture("fake"), path)
    torch_onnx_mlir.export(path, f=target, weights="none")
    names = [value.name for value in onnx.load(target).graph.input]
    assert names[0] == "x" and "first.weight" in names
