"""Each public name of torch.onnx, of PyTorch 2.1 and newer, is here or has a reason.

`torch_onnx_names.txt` has the names; utils/list_torch_onnx_names.py writes it.
"""

from __future__ import annotations

import importlib
import pathlib
import re
import subprocess
import sys
from typing import Any

import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir._compatibility import torch_names as _names

from .conftest import ROOT

NAMES = [
    line.split()[0]
    for line in (pathlib.Path(__file__).parent / "torch_onnx_names.txt").read_text().splitlines()
    if not line.startswith("#")
]
# Owners of names that are torch's own objects, which raise errors of their own.
TORCHS_OWN = {"OnnxExporterError", *_names.TORCH_MODULES}
MODULES = ("errors", "testing", "utils", "verification", *sorted(_names.TORCH_MODULES))


# Classes that older versions of PyTorch lack.
HAS_OBSERVER = hasattr(torch.onnx, "InputObserver")
LACKED = tuple(
    name for name in ("ExportableModule", "InputObserver", "ops") if not hasattr(torch.onnx, name)
)


def found(name: str) -> Any:
    """What a user gets for "torch_onnx_mlir.NAME"."""
    owner, *rest = name.split(".")
    value = getattr(torch_onnx_mlir, owner)
    for part in rest:
        fields = getattr(value, "__dataclass_fields__", {})
        value = fields[part] if part in fields else getattr(value, part)
    return value


def fields_of_instances() -> dict[str, Any]:
    """Objects whose fields are made by `__init__`, which their classes do not have."""
    model = torch.nn.Linear(2, 2).eval()
    return {
        "ONNXProgram": torch_onnx_mlir.export(model, (torch.ones(1, 2),)),
        "ONNXRuntimeOptions": torch_onnx_mlir.ONNXRuntimeOptions(),
    } | ({"InputObserver": torch.onnx.InputObserver()} if HAS_OBSERVER else {})


def test_the_list_is_one_of_torch_onnx() -> None:
    assert {"export", "utils.export", "ONNXProgram.save", "errors.CheckerError"} < set(NAMES)
    assert {name for name in torch.onnx.__all__} < set(NAMES)


def test_every_name_is_here_or_has_a_reason() -> None:
    instances = fields_of_instances()
    unknown = []
    for name in NAMES:
        name = name.replace("ExportOutput.", "ONNXProgram.")  # as it was called at first
        owner = name.split(".")[0]
        if owner in LACKED:
            continue
        absent = any(name == n or name.startswith(f"{n}.") for n in _names.NOT_HERE)
        try:
            if owner in instances and "." in name:
                getattr(instances[owner], name.split(".")[1])
            else:
                found(name)
        except AttributeError:
            if not absent:
                unknown.append(name)
        else:
            assert not absent, f"{name} is here, and in the table of names that are not"
    assert not unknown


@pytest.mark.parametrize(
    "name",
    sorted(n for n in _names.NOT_HERE if n.partition(".")[0] not in TORCHS_OWN),
)
def test_a_name_that_is_not_here_says_why(name: str) -> None:
    owner, _, last = name.rpartition(".")
    reason = re.escape(_names.NOT_HERE[name])
    with pytest.raises(AttributeError, match=reason):
        found(name)
    if owner != "ONNXProgram":
        module = f"torch_onnx_mlir.{owner}".rstrip(".")
        with pytest.raises(ImportError, match=reason):
            exec(f"from {module} import {last}", {})


def test_the_table_has_names_of_torch_onnx_only() -> None:
    assert set(_names.NOT_HERE) <= set(NAMES)
    public = {name for name in torch_onnx_mlir.__all__ if name not in _names.OWN}
    assert public <= set(NAMES)


def test_the_page_has_the_table() -> None:
    page = (ROOT / "docs" / "python" / "Migrating.md").read_text()
    rows = {name for row in re.findall(r"^\| (`.+?) \| ", page, re.M) for name in row.split(", ")}
    assert {f"`{name}`" for name in _names.NOT_HERE} <= rows


@pytest.mark.parametrize("name", MODULES)
def test_modules_are_imported_by_name(name: str) -> None:
    if name in _names.TORCH_MODULES:
        pytest.importorskip(f"torch.onnx.{name}", reason=f"PyTorch has no torch.onnx.{name}")
    module = importlib.import_module(f"torch_onnx_mlir.{name}")
    assert module is getattr(torch_onnx_mlir, name)
    if name in _names.TORCH_MODULES:
        assert module is importlib.import_module(f"torch.onnx.{name}")


def test_objects_of_torch_are_the_same() -> None:
    names = [name for name, home in _names.declared().items() if home == "torch.onnx"]
    assert "TrainingMode" in names
    for name in names:
        assert getattr(torch_onnx_mlir, name, None) is getattr(torch.onnx, name, None), name


def test_unknown_names() -> None:
    for owner in (torch_onnx_mlir, torch_onnx_mlir.utils, torch_onnx_mlir.verification):
        assert not hasattr(owner, "colour")
    with pytest.raises(ImportError, match="cannot import name 'colour'"):
        exec("from torch_onnx_mlir import colour", {})
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("torch_onnx_mlir.colour")


def test_import_is_light() -> None:
    program = (
        "import sys, torch_onnx_mlir as onnx_export\n"
        "assert not {'torch', 'onnx', 'numpy'} & sys.modules.keys()\n"
        "from torch_onnx_mlir.symbolic_helper import parse_args\n"
        "assert 'onnx' not in sys.modules and 'onnx_ir' not in sys.modules\n"
        # Torch's own module stays what it is.
        "assert sys.modules['torch.onnx.symbolic_helper'].__spec__.name.startswith('torch.')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
