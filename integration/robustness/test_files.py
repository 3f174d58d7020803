"""Outputs that are in use, links, limits, and files whose bits flipped."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from integration.robustness import base
from integration.robustness.archives import _payloads
from integration.robustness.check import MEGABYTES, run


def _run(*command: str | Path, limit: int | None = None) -> subprocess.CompletedProcess[str]:
    def set_limit() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, preexec_fn=set_limit
    )


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A model that is converted."""
    path = tmp_path / "model.pt2"
    path.write_bytes(base.load(rich=False))
    return path


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
@pytest.mark.parametrize("option", ["-o", "--report"])
def test_the_program_is_not_overwritten(
    link: Callable[[Path, Path], None], option: str, compiler: str, model: Path, tmp_path: Path
) -> None:
    """Whatever leads to the file that runs."""
    tool, target = tmp_path / "tool", tmp_path / "link.md"
    shutil.copy(compiler, tool)
    before = tool.read_bytes()
    link(tool, target)
    arguments = [option, target] + ([] if option == "-o" else ["-o", tmp_path / "a.onnx"])
    done = _run(tool, model, *arguments)
    assert done.returncode == 1
    assert "is the same file as" in done.stderr and "this process runs" in done.stderr
    assert tool.read_bytes() == before
    # Another copy of the program is an output like any other.
    other = tmp_path / "other"
    shutil.copy(compiler, other)
    assert _run(tool, model, "-o", other).returncode == 0


def test_files_of_options_are_not_overwritten(
    compiler: str, model: Path, tmp_path: Path
) -> None:
    """Schemas and libraries of operators are inputs as well."""
    schemas, library = tmp_path / "schemas.txt", tmp_path / "library.mlir"
    schemas.write_text("my::op(Tensor x) -> Tensor\n")
    library.write_text("module {}\n")
    for option, file in (("--op-schema=@", schemas), ("--ops-library=", library)):
        before = file.read_bytes()
        done = _run(compiler, model, f"{option}{file}", "-o", file)
        assert done.returncode == 1 and "is an input" in done.stderr, done.stderr
        assert file.read_bytes() == before


def test_links_as_targets(compiler: str, model: Path, tmp_path: Path) -> None:
    """A link that leads nowhere yet is followed; links in a circle are an error."""
    (tmp_path / "folder").mkdir()
    dangling, loop = tmp_path / "dangling.onnx", tmp_path / "loop.onnx"
    dangling.symlink_to("folder/new.onnx")
    loop.symlink_to("loop.onnx")
    assert _run(compiler, model, "-o", dangling).returncode == 0
    assert dangling.is_symlink() and (tmp_path / "folder" / "new.onnx").stat().st_size
    done = _run(compiler, model, "-o", loop)
    assert done.returncode == 1 and "lead in a circle" in done.stderr
    assert loop.is_symlink()


@pytest.mark.parametrize("weights", ["inline", "external"])
def test_limit_of_file_sizes(weights: str, compiler: str, tmp_path: Path) -> None:
    """`ulimit -f` is an error of the file, and no signal."""
    program = torch.export.export(torch.nn.Linear(300, 500), (torch.randn(1, 300),))
    path = tmp_path / "model.pt2"
    torch.export.save(program, path)
    done = _run(
        compiler, path, "-o", tmp_path / "a.onnx", f"--weights={weights}", limit=100_000
    )
    assert done.returncode == 1, done.stderr
    assert "ulimit -f" in done.stderr and "Stack dump" not in done.stderr
    assert sorted(tmp_path.iterdir()) == [path]


class _Folded(torch.nn.Module):
    """A weight that is copied, one that is transposed, one that is folded."""

    def __init__(self) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.copied = torch.nn.Parameter(torch.randn(200, 30))
        self.linear = torch.nn.Linear(30, 20, bias=False)
        self.folded = torch.nn.Parameter(torch.randn(20))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x @ self.copied.abs()[:30, :]) + self.folded * 2


def _save(path: Path, module: torch.nn.Module) -> bytes:
    program = torch.export.export(module, (torch.randn(2, 5, 30),))
    torch.export.save(program, path)
    return path.read_bytes()


def test_damaged_weights(compiler: str, tmp_path: Path) -> None:
    """One bit of a weight is an error wherever its bytes are read."""
    path, output = tmp_path / "model.pt2", tmp_path / "a.onnx"
    content = _save(path, _Folded())
    weights = [entry for entry in _payloads(content) if "/weights/weight_" in entry[0]]
    assert len(weights) == 3
    for name, start, size in weights:
        changed = bytearray(content)
        changed[start + size // 2] ^= 1
        path.write_bytes(changed)
        for option in ("--weights=inline", "--weights=external", "--check-weights"):
            done = _run(compiler, path, "-o", output, option)
            assert done.returncode == 1 and "is damaged: its CRC-32" in done.stderr, option
            assert Path(name).name in done.stderr
            assert not output.exists()
        # Nothing reads it where the model only refers to it; asked for, all are read.
        done = _run(compiler, path, "-o", output, "--weights=reference", "--check-weights")
        assert done.returncode == 1 and "is damaged" in done.stderr
    path.write_bytes(content)
    assert _run(compiler, path, "-o", output, "--check-weights").stderr == ""


def test_archives_without_checksums(compiler: str, tmp_path: Path) -> None:
    """torch.save leaves them out on request: nothing is compared, which is said."""

    class Module(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(3, 4)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.linear(x)

    module = Module()
    program, state = tmp_path / "model.pt2", tmp_path / "state.pt"
    with torch._subclasses.FakeTensorMode(allow_non_fake_inputs=True):
        fake = Module()
    torch.export.save(torch.export.export(fake, (torch.randn(1, 3),)), program)
    torch.serialization.set_crc32_options(False)
    try:
        torch.save(module.state_dict(), state)
    finally:
        torch.serialization.set_crc32_options(True)
    with zipfile.ZipFile(state) as archive:
        assert all(info.CRC == 0 for info in archive.infolist())
    done = _run(
        compiler, program, "-o", tmp_path / "a.onnx", f"--weights-from={state}", "--check-weights"
    )
    assert done.returncode == 0, done.stderr
    assert "the weights are not checked, because there are no checksums in 'state.pt'" in done.stderr


@pytest.mark.parametrize("protocol", [0, 2, 4])
def test_old_state_dictionaries(protocol: int, compiler: str, model: Path, tmp_path: Path) -> None:
    """A file of torch.save of before PyTorch 1.6 is called what it is."""
    state = tmp_path / "state.pt"
    torch.save(
        {"a": torch.ones(3)}, state, _use_new_zipfile_serialization=False, pickle_protocol=max(protocol, 2)
    )
    if protocol == 0:
        state.write_bytes(b"GGUF" + bytes(100))
    done = _run(compiler, model, "-o", tmp_path / "a.onnx", f"--weights-from={state}")
    assert done.returncode == 1
    expected = "neither a safetensors file nor" if protocol == 0 else "before PyTorch 1.6"
    assert expected in done.stderr, done.stderr


def test_pickles_have_a_budget(compiler: str, model: Path, tmp_path: Path) -> None:
    """10 MB of opcodes that each make a value."""
    state = tmp_path / "state.pt"
    for opcode in (b"N", b"]", b")", b"("):
        with zipfile.ZipFile(state, "w") as archive:
            archive.writestr(zipfile.ZipInfo("a/data.pkl"), b"\x80\x02" + opcode * 10_000_000 + b".")
        result = run(compiler, model, (f"--weights-from={state}",))
        assert result.status == 1 and result.megabytes < MEGABYTES


@pytest.mark.parametrize("option", ["--input-names=a", "--output-names=a", '--dim=x.0="a"', "-o"])
def test_names_that_are_not_utf8(option: str, compiler: str, model: Path, tmp_path: Path) -> None:
    """Runtimes cannot list a model that has them: the names of values, sizes and data."""
    target = tmp_path / "out" / "model.onnx"
    target.parent.mkdir()
    if option == "-o":
        target = target.with_name("a\udcff.onnx")
        options = ["-o", target, "--weights=external", "--external-threshold=0"]
    else:
        options = ["-o", target, option.replace("=a", "=a\udcff").replace("\"a", "\"a\udcff")]
    done = _run(compiler, model, *options)
    assert done.returncode == 1 and r"a\xFF" in done.stderr and "is not UTF-8" in done.stderr
    assert not list(target.parent.iterdir())
    assert ("choose another name for the model" in done.stderr) == (option == "-o")
    if option == "-o":  # Without data nothing has its name.
        assert _run(compiler, model, "-o", target).returncode == 0
