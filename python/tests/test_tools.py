"""The tools as functions of the package: its console scripts."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys

import pytest
import torch
import torch_onnx_mlir

from .conftest import ROOT

MODULE = """module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = onnx.Relu(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
"""


def run(
    tool: str, *arguments: str, folder: pathlib.Path, status: int = 0
) -> subprocess.CompletedProcess[str]:
    """Run a tool as its console script does, which is to import nothing of PyTorch."""
    code = (
        f"import sys; from torch_onnx_mlir.__main__ import {tool}; "
        f"assert 'torch' not in sys.modules and 'onnx' not in sys.modules; {tool}()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "python")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stderr
    return done


def test_tools(tmp_path: pathlib.Path) -> None:
    (tmp_path / "model.mlir").write_text(MODULE)
    prepared = run("opt", "model.mlir", "-onnx-prepare-for-export", "-o", "out.mlir", folder=tmp_path)
    assert prepared.stdout == ""
    assert "onnx.node_name" in (tmp_path / "out.mlir").read_text()
    run("translate", "--to-onnx", "out.mlir", "-o", "model.onnx", folder=tmp_path)
    assert b"Relu" in (tmp_path / "model.onnx").read_bytes()
    test = ["--test=/bin/grep", "--test-arg=-q", "--test-arg=onnx.Relu"]
    reduced = run("reduce", "model.mlir", *test, "-o", "small.mlir", folder=tmp_path)
    assert "2 operations before, 1 after" in reduced.stderr
    run("main", "model.mlir", "-o", "again.onnx", folder=tmp_path)


@pytest.mark.parametrize("tool", ["opt", "translate", "reduce", "main"])
def test_wrong_usage(tool: str, tmp_path: pathlib.Path) -> None:
    done = run(tool, "--no-such-option", folder=tmp_path, status=2 if tool == "main" else 1)
    assert "no-such-option" in done.stderr
    assert "USAGE: " in run(tool, "--help", folder=tmp_path).stdout


def test_names_are_there_when_asked_for() -> None:
    for name in torch_onnx_mlir.__all__:
        if name in ("ExportableModule", "InputObserver") and not hasattr(torch.onnx, name):
            continue  # of newer versions of PyTorch
        assert getattr(torch_onnx_mlir, name) is not None
    assert set(torch_onnx_mlir.__all__) <= set(dir(torch_onnx_mlir))
    assert callable(torch_onnx_mlir.patch)
    with pytest.raises(AttributeError, match="no attribute 'something'"):
        torch_onnx_mlir.something  # type: ignore[attr-defined]
