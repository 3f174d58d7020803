"""Putting export in the place of torch.onnx.export."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import types

import onnx
import pytest
import torch
import torch_onnx_mlir

from .models import Mlp

X = torch.randn(4, 64)
SCRIPT = """
import sys, torch
from torch.onnx import export
assert __name__ == "__main__"
program = export(torch.nn.Linear(4, 4).eval(), (torch.ones(1, 4),), sys.argv[1])
print(type(program).__module__, sys.argv[1:])
"""


def test_context() -> None:
    before = torch.onnx.export
    with torch_onnx_mlir.patch():
        assert torch.onnx.export is not before
        program = torch.onnx.export(Mlp().eval(), (X,))
        assert isinstance(program, torch_onnx_mlir.ONNXProgram)
    assert torch.onnx.export is before


def test_undone_after_an_error() -> None:
    before = torch.onnx.export
    with pytest.raises(KeyError), torch_onnx_mlir.patch():
        raise KeyError
    assert torch.onnx.export is before


def test_function_with_undo() -> None:
    before = torch.onnx.export
    patched = torch_onnx_mlir.patch(opset_version=17)
    try:
        program = torch.onnx.export(Mlp().eval(), (X,))
        assert program is not None and program.model.opset_imports[""] == 17
        program = torch.onnx.export(Mlp().eval(), (X,), opset_version=19)
        assert program is not None and program.model.opset_imports[""] == 19
    finally:
        patched.undo()
    assert torch.onnx.export is before


def test_names_that_were_imported_before() -> None:
    module = types.ModuleType("somebody")
    module.onnx_export = torch.onnx.export  # type: ignore[attr-defined]
    sys.modules["somebody"] = module
    try:
        with torch_onnx_mlir.patch():
            assert module.onnx_export is torch.onnx.export
        assert module.onnx_export is torch.onnx.export
    finally:
        del sys.modules["somebody"]


def test_unknown_default() -> None:
    with pytest.raises(TypeError, match="colour"):
        torch_onnx_mlir.patch(colour=3)


def test_import_of_the_module_is_the_function() -> None:
    import torch_onnx_mlir.patch as module

    assert module is torch_onnx_mlir.patch
    with torch_onnx_mlir.patch():
        pass


@pytest.mark.parametrize("as_module", [False, True])
def test_command(tmp_path: pathlib.Path, as_module: bool) -> None:
    (tmp_path / "script.py").write_text(SCRIPT)
    what = ["-m", "script"] if as_module else ["script.py"]
    package = os.fspath(pathlib.Path(torch_onnx_mlir.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-m", "torch_onnx_mlir.patch",
         "--fallback", *what, "out.onnx", "--flag"],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": package},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == "torch_onnx_mlir._program ['out.onnx', '--flag']\n"
    onnx.checker.check_model(tmp_path / "out.onnx")
