"""What happens to the files that are already there when a model is saved.

The compiler writes unchanged models (integration/interface/test_outputs.py); these tests are for
those that the package writes: changed models, models without weights, other formats, pages.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import shutil
import stat
from collections.abc import Callable
from typing import Any

import onnx
import onnx_ir
import onnxruntime
import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir import errors

from .models import Mlp

X = torch.randn(4, 64)


@pytest.fixture
def source(tmp_path: pathlib.Path) -> pathlib.Path:
    """A program in a file, in a folder of its own."""
    (tmp_path / "source").mkdir()
    path = tmp_path / "source" / "model.pt2"
    torch.export.save(torch.export.export(Mlp().eval(), (X,)), path)
    return path


def changed(source: Any) -> torch_onnx_mlir.ONNXProgram:
    """A model that is not what the compiler made."""
    program = torch_onnx_mlir.export(source, () if isinstance(source, pathlib.Path) else (X,))
    program.model.graph.name = "changed"
    return program


class Other:
    """A format of the caller's."""

    def serialize(self, program: torch_onnx_mlir.ONNXProgram, destination: Any) -> None:
        destination.write(b"other")


WRITERS: dict[str, Callable[[torch_onnx_mlir.ONNXProgram, pathlib.Path], Any]] = {
    "inline": lambda program, path: program.save(path),
    "external": lambda program, path: program.save(path, external_data=True),
    "no weights": lambda program, path: program.save(path, include_initializers=False),
    "serializer": lambda program, path: program.save(path, serializer=Other()),
    "page": lambda program, path: program.show(path),
}


@pytest.mark.parametrize("way", WRITERS)
@pytest.mark.parametrize("link", [None, os.symlink, os.link], ids=["itself", "symbolic", "hard"])
def test_sources_are_not_overwritten(
    way: str, link: Callable[[Any, Any], None] | None, source: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    before, target = source.read_bytes(), source
    if link is not None:
        target = tmp_path / "link.onnx"
        link(source, target)
    program = torch_onnx_mlir.export(source) if way == "no weights" else changed(source)
    with pytest.raises(errors.CompilerError, match="is the same file as the input|is an input"):
        WRITERS[way](program, target)
    assert source.read_bytes() == before
    assert {path.name for path in tmp_path.rglob("*")} <= {"source", "model.pt2", "link.onnx"}


def test_data_is_not_a_source(source: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """The file of the weights does not replace an input, not even through a link."""
    before = source.read_bytes()
    (tmp_path / "a.onnx.data").symlink_to(source)
    with pytest.raises(errors.CompilerError, match="a.onnx.data.*the same file as the input"):
        changed(source).save(tmp_path / "a.onnx", external_data=True)
    state = tmp_path / "state.pt"
    torch.save(Mlp().state_dict(), state)
    with torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True):
        fake = Mlp().eval()
    program = torch_onnx_mlir.export(
        torch.export.export(fake, (X,)), weights_from=state, metadata="all"
    )
    program.model.graph.name = "changed"
    with pytest.raises(errors.CompilerError, match="the same file as the input"):
        program.save(state)
    assert source.read_bytes() == before and not (tmp_path / "a.onnx").exists()
    assert set(torch.load(state)) == set(Mlp().state_dict())


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="the system has no /proc")
def test_loaded_libraries_are_not_overwritten(tmp_path: pathlib.Path) -> None:
    library = tmp_path / "copy.so"
    shutil.copy(torch_onnx_mlir._compiler.library._path(), library)
    ctypes.CDLL(os.fspath(library))
    (tmp_path / "a.onnx").symlink_to(library)
    size = library.stat().st_size
    with pytest.raises(errors.CompilerError, match="copy.so', which this process runs"):
        changed(Mlp().eval()).save(tmp_path / "a.onnx")
    assert library.stat().st_size == size


@pytest.mark.parametrize("way", ["inline", "external", "serializer"])
def test_old_files_stay_after_an_error(
    way: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error while the new file is written leaves the old one as it was."""
    target = tmp_path / "model.onnx"
    program = changed(Mlp().eval())
    program.save(target, external_data=True)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(before) == {"model.onnx", "model.onnx.data"}

    def fail(model: Any, path: Any, **options: Any) -> None:
        for name in (os.fspath(path), f"{os.fspath(path)}.data"):
            pathlib.Path(name).write_bytes(b"half")
        raise KeyboardInterrupt

    def fail_in_format(self: Other, program: Any, destination: Any) -> None:
        destination.write(b"half")
        raise KeyboardInterrupt

    monkeypatch.setattr(onnx_ir, "save", fail)
    monkeypatch.setattr(Other, "serialize", fail_in_format)
    with pytest.raises(KeyboardInterrupt):
        WRITERS[way](program, target)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_model_is_saved_over_itself(tmp_path: pathlib.Path) -> None:
    """A model can be saved to the file that its weights are read from."""
    model, path = Mlp().eval(), tmp_path / "model.onnx"
    torch_onnx_mlir.export(model, (X,)).save(path, external_data=True, external_threshold=0)
    program = torch_onnx_mlir.ONNXProgram(onnx_ir.load(path))
    for threshold in (0, 1024, 100):
        assert program.save(path, external_data=True, external_threshold=threshold) == [
            os.fspath(path), f"{path}.data"
        ]
        onnx.checker.check_model(path)
        (actual,) = onnxruntime.InferenceSession(path).run(None, {"x": X.numpy()})
        torch.testing.assert_close(torch.from_numpy(actual), model(X), rtol=1e-4, atol=1e-5)
    # Nothing is above this number of bytes.
    (tmp_path / "model.onnx.data").unlink()
    assert changed(model).save(path, external_data=True, external_threshold=10**6) == [
        os.fspath(path)
    ]
    assert [found.name for found in tmp_path.iterdir()] == ["model.onnx"]


@pytest.mark.parametrize("options", [{}, {"external_data": False}, {"weights": "inline"}])
def test_weights_of_a_file_are_written_into_the_model(
    options: dict[str, Any], tmp_path: pathlib.Path
) -> None:
    """Saving without external data copies weights that are in a file; the model needs no file."""
    model, path = Mlp().eval(), tmp_path / "model.onnx"
    torch_onnx_mlir.export(model, (X,)).save(path, external_data=True)
    program = torch_onnx_mlir.ONNXProgram(onnx_ir.load(path))
    (tmp_path / "other").mkdir()
    other = tmp_path / "other" / "model.onnx"
    assert program.save(other, **options) == [os.fspath(other)]
    for old in (path, tmp_path / "model.onnx.data"):
        old.unlink()
    (actual,) = onnxruntime.InferenceSession(other).run(None, {"x": X.numpy()})
    torch.testing.assert_close(torch.from_numpy(actual), model(X), rtol=1e-4, atol=1e-5)


def test_links_and_permissions(tmp_path: pathlib.Path) -> None:
    program = changed(Mlp().eval())
    (tmp_path / "folder").mkdir()
    link, target, loop = (tmp_path / name for name in ("link", "folder/new", "loop"))
    link.symlink_to(target)
    loop.symlink_to(loop)
    program.save(link)
    assert link.is_symlink() and target.stat().st_size
    target.chmod(0o640)
    inode = target.stat().st_ino
    program.save(link)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640 and target.stat().st_ino != inode
    with pytest.raises(OSError, match="(?i)symbolic links"):
        program.save(loop)
    with pytest.raises(OSError, match="(?i)no space"):
        program.save("/dev/full")
    program.save("/dev/null")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["folder", "link", "loop", "new"]
