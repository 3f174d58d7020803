"""The example program in C of docs/python/FromC.md: it compiles, links and converts."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess

import onnx
import onnxruntime
import pytest
import torch

from .conftest import BUILT, ROOT
from .models import Mlp, Unsupported

SOURCE = ROOT / "docs" / "python" / "example.c"
#: The C compiler of the system, or the one that the project is built with.
COMPILER = shutil.which("cc") or f"clang-{os.environ.get('LLVM_MAJOR', '22')}"
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror")


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The compiled program."""
    library = pathlib.Path(os.environ.get("TORCH_ONNX_LIBRARY", BUILT))
    program = tmp_path_factory.mktemp("example") / "example"
    command = [COMPILER, *STRICT, SOURCE, f"-I{ROOT / 'include'}", f"-L{library.parent}"]
    command += ["-ltorch_onnx", f"-Wl,-rpath,{library.parent}", "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return program


def run(*command: str | pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_conversion(example: pathlib.Path, tmp_path: pathlib.Path) -> None:
    model, x = Mlp().eval(), torch.randn(4, 64)
    torch.export.save(torch.export.export(model, (x,)), tmp_path / "model.pt2")
    done = run(example, tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert (done.returncode, done.stderr) == (0, "")
    assert "model.onnx: written by torch-onnx 0." in done.stdout
    assert onnx.load(tmp_path / "model.onnx").opset_import[0].version == 18
    session = onnxruntime.InferenceSession(tmp_path / "model.onnx")
    (result,) = session.run(None, {"x": x.numpy()})
    torch.testing.assert_close(torch.from_numpy(result), model(x))


def test_refusal(example: pathlib.Path, tmp_path: pathlib.Path) -> None:
    program = torch.export.export(Unsupported().eval(), (torch.eye(3),))
    torch.export.save(program, tmp_path / "model.pt2")
    done = run(example, tmp_path / "model.pt2", tmp_path / "model.onnx")
    assert done.returncode == 1
    assert re.search(r"models\.py:\d+.*: error: unsupported operator '", done.stderr)
    assert not (tmp_path / "model.onnx").exists()


def test_unwritable(example: pathlib.Path, tmp_path: pathlib.Path) -> None:
    torch.export.save(torch.export.export(Mlp(), (torch.randn(4, 64),)), tmp_path / "model.pt2")
    done = run(example, tmp_path / "model.pt2", tmp_path / "not_there" / "model.onnx")
    assert done.returncode == 1
    assert "not_there" in done.stderr


def test_usage(example: pathlib.Path) -> None:
    done = run(example)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ")


def test_page() -> None:
    """What the page quotes is in the program."""
    page = (ROOT / "docs" / "python" / "FromC.md").read_text(encoding="utf-8")
    source = SOURCE.read_text(encoding="utf-8")
    quotes = re.findall(r"^```c\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert quotes
    for quote in quotes:
        assert quote in source
