"""Plug-ins: the example, built as its CMake file says, in both tools; and what is refused."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

from integration.common.compare import compare
from integration.common.compiler import find_compiler
from integration.common.runtime import Session

_ROOT = Path(__file__).resolve().parents[2]
_EXAMPLE = _ROOT / "examples" / "pass-plugin"
_MEAN, _STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
_PASS = "embed-image-input{mean=0.485,0.456,0.406 std=0.229,0.224,0.225}"


class Model(nn.Module):
    """A model of normalized images."""

    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)

    def forward(self, image: Tensor) -> Tensor:
        return torch.relu(self.conv(image)).mean((2, 3))


def run(*command: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command, whatever becomes of it."""
    words = [str(word) for word in command]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def build(source: Path, folder: Path, package: Path) -> Path:
    """Builds a copy of the example against an installation, or a build of the compiler."""
    for step in (
        ("cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DTorchONNX_ROOT={package}",
         "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_C_COMPILER=clang-22"),
        ("cmake", "--build", folder),
    ):
        done = run(*step)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "embed-image-input.so"


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The example as it is, against an installation."""
    package = tmp_path_factory.mktemp("installation")
    done = run("cmake", "--install", find_compiler().parents[1], "--prefix", package)
    assert done.returncode == 0, done.stderr
    yield build(_EXAMPLE, tmp_path_factory.mktemp("plugin"), package)
    shutil.rmtree(package)  # some 200 MB


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> tuple[Model, Path]:
    """A module, and its program with a dynamic batch and width."""
    torch.manual_seed(0)
    module = Model().eval()
    shapes = ({0: torch.export.Dim("batch"), 3: torch.export.Dim("width")},)
    program = torch.export.export(module, (torch.randn(2, 3, 6, 8),), dynamic_shapes=shapes)
    path = tmp_path_factory.mktemp("model") / "model.pt2"
    torch.export.save(program, path)
    return module, path


def check(module: Model, path: Path) -> None:
    """The model takes bytes, and computes what eager does of the normalized image."""
    session = Session(path)
    mean, std = (torch.tensor(v).view(3, 1, 1) for v in (_MEAN, _STD))
    for batch, width in ((2, 8), (1, 5), (3, 1)):
        picture = torch.randint(0, 256, (batch, 6, width, 3), dtype=torch.uint8)
        picture[0, 0, 0, :] = torch.tensor([0, 255, 1], dtype=torch.uint8)
        wanted = module((picture.permute(0, 3, 1, 2) / 255 - mean) / std)
        mismatch = compare(session.run((picture,))[0], wanted.detach())
        assert mismatch is None, mismatch


@pytest.mark.parametrize("point", ("onnx", "final"))
@pytest.mark.parametrize("opset", (13, 21))
def test_tool(
    plugin: Path, model: tuple[Model, Path], tmp_path: Path, point: str, opset: int
) -> None:
    """torch-onnx runs the pass at a point of its pipeline."""
    module, program = model
    done = run(
        find_compiler(), program, "-o", tmp_path / "model.onnx", f"--load-pass-plugin={plugin}",
        f"--passes-at={point}:{_PASS}", f"--opset={opset}",
    )
    assert done.returncode == 0, done.stderr
    check(module, tmp_path / "model.onnx")


@pytest.mark.parametrize("as_option", (False, True))
def test_opt(
    plugin: Path, model: tuple[Model, Path], tmp_path: Path, as_option: bool
) -> None:
    """torch-onnx-opt runs it between passes of its own, and in the whole pipeline."""
    module, program = model
    bin_folder = find_compiler().parent
    text = program.parent / "model.mlir"
    done = run(bin_folder / "torch-onnx-translate", "--import-pt2", program, "-o", text)
    assert done.returncode == 0, done.stderr
    ready = program.parent / f"ready-{as_option}.mlir"
    passes = (
        (
            "--torch-canonicalize", "--torch-functionalize", "--torch-resolve-mutations",
            "--torch-infer-shapes", "--torch-decompose", "--convert-torch-to-onnx",
            "--embed-image-input=mean=0.485,0.456,0.406 std=0.229,0.224,0.225",
            "--onnx-simplify", "--onnx-legalize-opset", "--onnx-prepare-for-export",
        )
        if as_option
        else (f"--torch-to-onnx-pipeline=passes-at={{onnx:{_PASS}}}",)
    )
    done = run(
        bin_folder / "torch-onnx-opt", text, "--load-pass-plugin", plugin, *passes, "-o", ready
    )
    assert done.returncode == 0, done.stderr
    done = run(
        bin_folder / "torch-onnx-translate", "--to-onnx", ready, "-o", tmp_path / "model.onnx"
    )
    assert done.returncode == 0, done.stderr
    check(module, tmp_path / "model.onnx")


def test_failing_pass(plugin: Path, model: tuple[Model, Path], tmp_path: Path) -> None:
    """What a pass of a plug-in says is said, and nothing is written."""
    for options, reason in (
        ("{input=other}", "embed-image-input: the model has no input 'other'"),
        ("{mean=1 std=1}", "expected a mean and a standard deviation"),
    ):
        done = run(
            find_compiler(), model[1], "-o", tmp_path / "model.onnx",
            f"--load-pass-plugin={plugin}", f"--passes-at=onnx:embed-image-input{options}",
        )
        assert done.returncode == 1
        assert reason in done.stderr
    assert not list(tmp_path.iterdir())


def test_output_in_place_of_the_plugin(
    plugin: Path, model: tuple[Model, Path], tmp_path: Path
) -> None:
    """An output that is a loaded plug-in is refused, also by a link to it."""
    link, before = tmp_path / "link.onnx", plugin.read_bytes()
    link.symlink_to(plugin)
    for output in (plugin, link):
        done = run(
            find_compiler(), model[1], "-o", output, f"--load-pass-plugin={plugin}",
            f"--passes-at=onnx:{_PASS}",
        )
        assert done.returncode == 1
        assert "is the same file as" in done.stderr
    assert plugin.read_bytes() == before


def test_refused(plugin: Path, model: tuple[Model, Path], tmp_path: Path) -> None:
    """What is no plug-in of this build is refused before anything of it runs."""
    text = tmp_path / "text.so"
    text.write_text("no library")
    data = plugin.read_bytes()
    short = tmp_path / "short.so"
    short.write_bytes(data[: len(data) // 2])
    # The stamp: as if it was built for another version.
    at = data.index(b"\1torch-onnx plug-in stamp\1torch-onnx ")
    other = tmp_path / "other.so"
    other.write_bytes(data[: at + 37] + b"9" + data[at + 38 :])
    none = tmp_path / "none.so"
    none.write_bytes(data.replace(b"torch-onnx plug-in stamp", b"torch-onnx plug-in STAMP"))
    cases = {
        tmp_path / "missing.so": "missing.so': cannot open: No such file or directory",
        tmp_path: "is a directory, not a file",
        text: "expected a whole shared library for this machine",
        short: "expected a whole shared library for this machine",
        other: "it was built for 'torch-onnx 9",
        none: "it has no stamp of Torch-ONNX",
    }
    for path, reason in cases.items():
        done = run(
            find_compiler(), model[1], "-o", tmp_path / "model.onnx",
            f"--load-pass-plugin={path}", f"--passes-at=onnx:{_PASS}",
        )
        assert done.returncode == 2, (path, done.stderr)
        assert reason in done.stderr
        for option in ("--load-pass-plugin", "--load-dialect-plugin"):
            done = run(find_compiler().parent / "torch-onnx-opt", f"{option}={path}", "-")
            assert done.returncode == 1, (path, done.stderr)
            assert reason in done.stderr
    # A whole plug-in, but of passes.
    done = run(find_compiler().parent / "torch-onnx-opt", f"--load-dialect-plugin={plugin}", "-")
    assert done.returncode == 1
    assert "it has no 'mlirGetDialectPluginInfo'" in done.stderr


def test_taken_name(model: tuple[Model, Path], tmp_path: Path) -> None:
    """Two passes of one name: MLIR's registry ends the process, with our message."""
    source = tmp_path / "source"
    shutil.copytree(_EXAMPLE, source)
    path = source / "EmbedImageInput.cpp"
    code = path.read_text(encoding="utf-8")
    assert code.count('"embed-image-input"; }') == 1
    code = code.replace('"embed-image-input"; }', '"onnx-simplify"; }')
    path.write_text(code, encoding="utf-8")
    library = build(source, tmp_path / "build", find_compiler().parents[1])
    done = run(
        find_compiler(), model[1], "-o", tmp_path / "model.onnx",
        f"--load-pass-plugin={library}", f"--passes-at=onnx:{_PASS}",
    )
    assert done.returncode == 1, done.stderr
    assert f"error: plug-in '{library}': " in done.stderr
    assert "different pass than previously registered for pass onnx-simplify" in done.stderr
    assert not (tmp_path / "model.onnx").exists()


#: A plug-in without a pass, which says at the first chance that it runs.
_STUB = r"""
#include "torch-onnx/Plugin/Stamp.h"
#include <cstdio>
extern "C" {
extern const char stamp[] = TORCH_ONNX_PLUGIN_STAMP_MARK TORCH_ONNX_PLUGIN_STAMP;
struct Info { unsigned api; const char *name, *version; void (*call)(); };
void missingFunction();
Info mlirGetPassPluginInfo() { return {API, stamp, "1", CALL}; }
}
__attribute__((constructor)) static void run() { fputs("it runs", stderr); }
"""


@pytest.mark.parametrize(
    "options,reason",
    [
        (("-DAPI=1", "-DCALL=missingFunction"), "undefined symbol: missingFunction"),
        (("-DAPI=1", "-DCALL=nullptr", "libMLIRAny.so"), "it is linked with libMLIRAny.so"),
        (("-DAPI=1", "-DCALL=nullptr", "libLLVM-any.so"), "it is linked with libLLVM-any.so"),
        (("-DAPI=0", "-DCALL=nullptr"), "expected version 1 of MLIR's interface of plug-ins, found 0"),
        (("-DAPI=1", "-DCALL=nullptr"), "it registers no passes"),
    ],
)
def test_unusable(
    model: tuple[Model, Path], tmp_path: Path, options: tuple[str, ...], reason: str
) -> None:
    """What has the right stamp and cannot be loaded nevertheless, or has nothing to load."""
    compile_ = ("clang++-22", "-shared", "-fPIC", "-Wl,--no-as-needed")
    (tmp_path / "none.cpp").write_text("")
    (tmp_path / "stub.cpp").write_text(_STUB)
    for name in options:
        if name.startswith("lib"):
            done = run(
                *compile_, f"-Wl,-soname,{name}", "none.cpp", "-o", name, folder=tmp_path
            )
            assert done.returncode == 0, done.stderr
    include = find_compiler().parents[1] / "include"
    done = run(
        *compile_, f"-I{include}", f"-Wl,-rpath,{tmp_path}", "stub.cpp", *options,
        "-o", "stub.so", folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    done = run(
        find_compiler(), model[1], "-o", "model.onnx",
        "--load-pass-plugin=stub.so", "--passes-at=onnx:cse", folder=tmp_path,
    )
    assert done.returncode == 2, done.stderr
    assert "error: --load-pass-plugin: plug-in 'stub.so': " in done.stderr
    assert reason in done.stderr
    # Nothing of it has run where the file and the loader tell.
    assert ("it runs" in done.stderr) == ("found 0" in reason or "no passes" in reason)
    assert not (tmp_path / "model.onnx").exists()


@pytest.mark.parametrize("tool", ("torch-onnx", "torch-onnx-opt"))
def test_library(plugin: Path, model: tuple[Model, Path], tmp_path: Path, tool: str) -> None:
    """The tools of the shared library have no classes to give, and say so."""
    library = find_compiler().parents[1] / "lib" / "libtorch_onnx.so"
    target = tmp_path / "model.onnx"
    script = (
        "import ctypes, sys\n"
        "library, name, *words = [word.encode() for word in sys.argv[1:]]\n"
        "words = [name, *words]\n"
        "run = ctypes.CDLL(library.decode()).torchOnnxRunNamedTool\n"
        "sys.exit(run(name, len(words), (ctypes.c_char_p * (len(words) + 1))(*words)))\n"
    )
    options = (f"--load-pass-plugin={plugin}", f"--passes-at=onnx:{_PASS}")
    words = (model[1], "-o", target, *options[: 2 if tool == "torch-onnx" else 1])
    done = run(sys.executable, "-c", script, library, tool, *words)
    assert done.returncode == (2 if tool == "torch-onnx" else 1), done.stderr
    assert "only the programs torch-onnx and torch-onnx-opt of an installation" in done.stderr
    assert not target.exists()
