"""Putting export in the place of torch.onnx.export."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import types
from typing import Any

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


def test_former_names(tmp_path: pathlib.Path) -> None:
    from torch.onnx import errors, verification

    before = [set(vars(module)) for module in (torch.onnx, errors, verification)]
    onnx_of_torch: Any = torch.onnx
    own = getattr(torch.onnx, "dynamo_export", None)
    with torch_onnx_mlir.patch():
        if own is not None:  # 2.6 has these names itself, and keeps them.
            assert onnx_of_torch.dynamo_export is own
            return
        options = onnx_of_torch.ExportOptions(dynamic_shapes=True)
        with pytest.warns(DeprecationWarning):
            program = onnx_of_torch.dynamo_export(Mlp().eval(), X, export_options=options)
        assert isinstance(program, onnx_of_torch.ExportOutput)
        program.save(tmp_path / "model.onnx", model_state=Mlp().state_dict())
        assert onnx_of_torch.verification.verify(Mlp(), X).passed
        assert issubclass(onnx_of_torch.errors.CheckerError, onnx_of_torch.OnnxExporterError)
        # What PyTorch has is its own, and what is new here is not a name of torch.onnx.
        assert verification.verify_onnx_program.__module__ == "torch.onnx.verification"
        assert not hasattr(onnx_of_torch, "bisect")
    after = [set(vars(module)) for module in (torch.onnx, errors, verification)]
    assert after == before


UTILS = """
import sys, torch
{first}
import torch_onnx_mlir
from torch.onnx.utils import export as held
before = torch.onnx.utils, sys.modules.get("torch.onnx.utils"), torch.onnx.utils.export
maximum = held.__globals__["_constants"].ONNX_MAX_OPSET
model, x = torch.nn.Linear(4, 4).train(), torch.ones(1, 4)
with torch_onnx_mlir.patch(opset_version=17):
    import torch.onnx.utils
    from torch.onnx.utils import export, select_model_mode_for_export
    for function in (held, export, torch.onnx.utils.export):
        program = function(model, x, "model.onnx")
        assert type(program) is torch_onnx_mlir.ONNXProgram
        assert program.model.opset_imports[""] == 17 and model.training
    # The exporter of PyTorch is asked for where a program is refused.
    script = torch.jit.script(torch.nn.BatchNorm1d(4).train())
    refused = {{"mutations": "error", "training": torch.onnx.TrainingMode.TRAINING}}
    program = torch.onnx.export(script, (torch.ones(2, 4),), fallback=True, **refused)
    assert program.model.producer_name == "pytorch"
    assert torch.onnx.utils._constants.ONNX_MAX_OPSET == maximum
assert (torch.onnx.utils, sys.modules.get("torch.onnx.utils"), torch.onnx.utils.export) == before
assert held is export is torch.onnx.utils.export and held.__module__.startswith("torch.onnx")
"""


@pytest.mark.parametrize("first", ["", "import torch.onnx.utils", "from torch.onnx import utils"])
def test_export_of_utils(tmp_path: pathlib.Path, first: str) -> None:
    package = os.fspath(pathlib.Path(torch_onnx_mlir.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", UTILS.format(first=first)],
        cwd=tmp_path, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": package},
    )
    assert done.returncode == 0, done.stderr


def test_warnings_name_the_line_of_the_caller() -> None:
    with torch_onnx_mlir.patch(), pytest.warns(DeprecationWarning, match="legacy") as caught:
        torch.onnx.export(Mlp().eval(), (X,), dynamo=False)
        torch.onnx.utils.export(Mlp().eval(), (X,), None)  # type: ignore[arg-type]
    assert [warning.filename for warning in caught] == [__file__] * 2


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
    assert done.stdout == "torch_onnx_mlir._model.program ['out.onnx', '--flag']\n"
    onnx.checker.check_model(tmp_path / "out.onnx")
