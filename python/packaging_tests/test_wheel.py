"""The wheel: what it is made of, and that it works where nothing else is installed.

`pip wheel .` builds it, with the compiler cache of all other builds.  The facts that
auditwheel looks at are read with readelf and nm: which libraries are needed, which
symbols are visible, which version of glibc is the oldest that will do.  The fresh
virtual environment has PyTorch, onnx and ONNX Runtime from the environment of the
tests, by a path file, and the wheel by pip; PATH leads to nothing of LLVM.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile

import pytest

ROOT = pathlib.Path(__file__).parents[2]
LLVM = pathlib.Path(f"/usr/lib/llvm-{os.environ.get('LLVM_MAJOR', '22')}/bin")

#: Limits: bytes of the file, and the versions of manylinux_2_28.
MOST_BYTES = 15 * 10**6
PLATFORM = "manylinux_2_28"
NEWEST = {"GLIBC": (2, 28), "GLIBCXX": (3, 4, 24), "CXXABI": (1, 3, 11)}

#: Libraries of every Linux that has a C++ compiler's runtime.
SYSTEM = {"libm.so.6", "libz.so.1", "libgcc_s.so.1", "libc.so.6"}
SYSTEM |= {"ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "libdl.so.2", "libpthread.so.0"}
#: What only the plug-in needs: it shares C++ objects with PyTorch.
TORCH = {"libtorch_cpu.so", "libc10.so", "libstdc++.so.6"}


def output(*command: str | pathlib.Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "-w", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def contents(wheel: pathlib.Path) -> pathlib.Path:
    """The files in it."""
    folder = wheel.parent / "contents"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder / "torch_onnx_mlir"


def test_name_and_size(wheel: pathlib.Path) -> None:
    assert re.fullmatch(rf"torch_onnx_mlir-[0-9.]+-py3-none-{PLATFORM}_\w+\.whl", wheel.name)
    assert wheel.stat().st_size < MOST_BYTES


def test_files(contents: pathlib.Path) -> None:
    for name in ("py.typed", "lib/libtorch_onnx.so", "lib/torch-onnx-libtorch.so"):
        assert (contents / name).exists(), name
    sources = {p.name for p in (ROOT / "python" / "torch_onnx_mlir").glob("*.py")}
    assert sources == {p.name for p in contents.glob("*.py")}
    assert not list(contents.parent.glob("tests"))


@pytest.mark.parametrize(
    ("name", "others"), [("libtorch_onnx.so", set()), ("torch-onnx-libtorch.so", TORCH)]
)
def test_libraries(contents: pathlib.Path, name: str, others: set[str]) -> None:
    library = contents / "lib" / name
    dynamic = output(LLVM / "llvm-readelf", "-d", library)
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
    assert needed <= SYSTEM | others, needed
    paths = re.findall(r"\((?:RUNPATH|RPATH)\).*\[(.*)\]", dynamic)
    assert paths == (["$ORIGIN/../../torch/lib"] if others else [])
    symbols = output(LLVM / "llvm-nm", "-D", library)
    for family, version in re.findall(r"@(GLIBC|GLIBCXX|CXXABI)_([0-9.]+)", symbols):
        assert tuple(map(int, version.split("."))) <= NEWEST[family], (family, version)
    # Relocations in the form that glibc reads from 2.36 on.
    assert "RELR" not in dynamic
    assert str(ROOT).encode() not in library.read_bytes()


def test_rules_of_auditwheel(wheel: pathlib.Path) -> None:
    """The wheel may be called what it is called: PyTorch brings the libraries that are not
    of the system."""
    from auditwheel.architecture import Architecture
    from auditwheel.libc import Libc
    from auditwheel.wheel_abi import analyze_wheel_abi

    found = analyze_wheel_abi(
        Libc.GLIBC,
        Architecture.x86_64,
        wheel,
        frozenset({"libtorch_cpu.so", "libc10.so"}),
        disable_isa_ext_check=False,
        allow_graft=False,
    )
    major, minor = map(int, re.findall(r"\d+", found.overall_policy.name)[:2])
    assert found.overall_policy.name.startswith("manylinux")
    assert (major, minor) <= NEWEST["GLIBC"]


def test_visible_symbols(contents: pathlib.Path) -> None:
    symbols = output(LLVM / "llvm-nm", "-D", "--defined-only", contents / "lib/libtorch_onnx.so")
    names = {line.split()[-1] for line in symbols.splitlines()}
    assert names and all(name.startswith("torchOnnx") for name in names), names
    header = "".join(p.read_text() for p in (ROOT / "include" / "torch-onnx-c").glob("*.h"))
    assert names == set(re.findall(r"\b(torchOnnx\w+)\(", re.sub(r"/\*.*?\*/", "", header, flags=re.S)))


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="functions are ordered by valgrind")
def test_order_of_functions(wheel: pathlib.Path) -> None:
    """What conversions call is in one place: a third of the library's code.

    Names are in the library of the build, which is not stripped.
    """
    build = ROOT / "build" / "wheel" / "lib"
    wanted = set((build / "CAPI" / "functions.order").read_text().split())
    symbols = output(LLVM / "llvm-nm", build / "libtorch_onnx.so").splitlines()
    places = [(int(s[0], 16), s[2]) for s in map(str.split, symbols) if s[1] in tuple("tTwW")]
    every = sorted(place for place, _ in places)
    ordered = sorted(place for place, name in places if name in wanted)
    assert len(ordered) > 3000
    # A few have the name of another one in another file.
    most = ordered[: len(ordered) * 98 // 100]
    assert most[-1] - most[0] < 0.35 * (every[-1] - every[0])


SCRIPT = """
import torch, torch_onnx_mlir
model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU()).eval()
x = torch.randn(1, 3, 8, 8)
program = torch_onnx_mlir.export(model, (x,), "model.onnx", verify=True)
torch.testing.assert_close(program(x)[0], model(x))
print(torch_onnx_mlir.get_version())
"""


def test_fresh_environment(wheel: pathlib.Path, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "venv"
    venv.create(folder, with_pip=True)
    packages = sysconfig.get_path("purelib")
    site = sysconfig.get_path("purelib", vars={"base": str(folder)})
    pathlib.Path(site, "environment.pth").write_text(packages + "\n")
    path = f"{folder / 'bin'}:/usr/bin:/bin"
    environment = {"HOME": str(tmp_path), "PATH": path, "OMP_NUM_THREADS": "1"}

    def run(*command: str) -> str:
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    python = str(folder / "bin" / "python")
    run(python, "-m", "pip", "install", "--no-deps", "--no-index", str(wheel))
    assert shutil.which("llvm-config", path=str(folder / "bin")) is None
    assert "torch-onnx 0." in run(python, "-c", SCRIPT)
    assert (tmp_path / "model.onnx").stat().st_size > 0
    # The console script; it refuses what is wrong with the status of the tool.
    tool = str(folder / "bin" / "torch-onnx")
    assert "torch-onnx 0." in run(tool, "--version")
    wrong = subprocess.run([tool], env=environment, capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "no MODEL is given" in wrong.stderr
    for name in ("torch-onnx-opt", "torch-onnx-reduce", "torch-onnx-translate"):
        assert "USAGE" in run(str(folder / "bin" / name), "--help")
