"""The examples of docs/HowTo/Deploy.md run as the page says and give eager's numbers.

TORCH_ONNX_SCREENSHOT names a file for a picture of the page in the browser.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

from integration.common.cache import cache_folder, cache_root
from integration.common.compiler import find_compiler
from integration.deploy import chromium

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
#: What set-up has fetched for the examples.
PACKAGES = Path(os.environ.get("TORCH_ONNX_EXAMPLES", cache_root() / "examples"))
WEB = PACKAGES / "web" / "node_modules" / "onnxruntime-web" / "dist"
HEADERS = PACKAGES / "include"
SHAPES = EXAMPLES / "shapes" / "shapes.py"
LIBRARY = find_compiler().parent.parent / "lib" / "libtorch_onnx.so"
#: The expression of the line below the title.
STATUS = "document.getElementById('status').textContent"

needs_browser = pytest.mark.skipif(
    chromium.PROGRAM is None or not WEB.exists(),
    reason="there is no Chromium or no onnxruntime-web to run the example",
)
needs_headers = pytest.mark.skipif(
    not HEADERS.exists(), reason="there are no headers of ONNX Runtime to build the example"
)


def load(path: Path) -> ModuleType:
    """An example as a module: its folder is no package."""
    spec = importlib.util.spec_from_file_location(f"example_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*command: Any, **environment: str) -> subprocess.CompletedProcess[str]:
    """A finished command."""
    return subprocess.run(
        [str(part) for part in command], env={**os.environ, **environment},
        capture_output=True, text=True, check=False,
    )


def link(folder: Path, copy: Path) -> Path:
    """Links to the files of a folder, beside which an example may write."""
    for path in folder.iterdir():
        (copy / path.name).symlink_to(path)
    return copy


@pytest.fixture(scope="module")
def shapes() -> Path:
    """The folder with the program and the pictures; it is trained once and kept."""
    folder = cache_folder("shapes", SHAPES)
    if not folder.exists():
        unfinished = folder.with_name(f"{folder.name}.{os.getpid()}")
        done = run(sys.executable, SHAPES, unfinished)
        assert done.returncode == 0, done.stderr
        assert int(done.stdout.partition("%")[0]) >= 95
        if not folder.exists():
            unfinished.rename(folder)
    return folder


@pytest.fixture(scope="module")
def converted(shapes: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same folder with the converted model."""
    folder = link(shapes, tmp_path_factory.mktemp("shapes"))
    done = run(find_compiler(), shapes / "shapes.pt2", "-o", folder / "shapes.onnx")
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.fixture(scope="module")
def expected(shapes: Path) -> dict[str, torch.Tensor]:
    """Eager's probabilities of each picture, by its name."""
    eager = torch.export.load(shapes / "shapes.pt2").module()
    results = {}
    for path in sorted(shapes.glob("*.ppm")):
        pixels = path.read_bytes()[-64 * 64 * 3 :]
        picture = torch.frombuffer(bytearray(pixels), dtype=torch.uint8)
        results[path.stem] = eager(picture.reshape(1, 64, 64, 3))[0].detach()
    assert len(results) == 10
    return results


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the page needs of onnxruntime-web, and nothing else."""
    folder = tmp_path_factory.mktemp("web")
    readme = (EXAMPLES / "browser" / "README.md").read_text()
    names = re.findall(r"`(ort[\w.-]*\.(?:mjs|wasm))`", readme)
    assert len(names) == 3
    for name in names:
        (folder / name).symlink_to(WEB / name)
    return folder


@contextmanager
def open_example(shapes: Path, web: Path) -> Iterator[chromium.Page]:
    """The page of examples/browser, with a server of its own."""
    server = load(EXAMPLES / "browser" / "serve.py").server(shapes, web, 0)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with chromium.open_page() as page:
            page.open(f"http://127.0.0.1:{server.server_port}/")
            yield page
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@needs_browser
def test_browser(converted: Path, web: Path, expected: dict[str, torch.Tensor]) -> None:
    """The page classifies its pictures, and shows the class of each."""
    with open_example(converted, web) as page:
        results = page.evaluate("window.finished")
        shown = page.evaluate(
            "[...document.querySelectorAll('.row.first .name')].map(e => e.textContent)"
        )
        status = page.evaluate(STATUS)
        if "TORCH_ONNX_SCREENSHOT" in os.environ:
            page.screenshot(Path(os.environ["TORCH_ONNX_SCREENSHOT"]))
    print(status)
    assert results.keys() == expected.keys()
    for name, probabilities in results.items():
        torch.testing.assert_close(torch.tensor(probabilities), expected[name])
    assert sorted(shown) == sorted(name[:-1] for name in expected)
    assert re.fullmatch(r"Model loaded in \d+ ms, [\d.]+ ms a picture\.", status)


@needs_browser
def test_browser_without_model(shapes: Path, web: Path) -> None:
    """A page without a model says so in place of hanging."""
    with open_example(shapes, web) as page:
        message = page.evaluate("window.finished.catch(error => `${error}`)")
        status = page.evaluate(STATUS)
    assert "shapes.onnx" in message
    assert status == message


def test_openvino(shapes: Path, tmp_path: Path) -> None:
    """Batches of three sizes have eager's numbers."""
    done = run(
        sys.executable, EXAMPLES / "openvino" / "run.py", link(shapes, tmp_path),
        PYTHONPATH=str(ROOT / "python"), TORCH_ONNX_LIBRARY=str(LIBRARY),
    )
    assert done.returncode == 0, done.stderr
    print(done.stdout)
    errors = re.findall(r"^\d+ pictures: error (\S+), ", done.stdout, re.MULTILINE)
    assert len(errors) == 3
    assert max(map(float, errors)) < 1e-5


@pytest.fixture(scope="module")
def classify(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example in C++, built as its page says, with warnings as errors."""
    build = tmp_path_factory.mktemp("classify")
    done = run(
        "cmake", "-S", EXAMPLES / "onnxruntime-cpp", "-B", build, "-G", "Ninja",
        f"-DCMAKE_CXX_COMPILER=clang++-{os.environ.get('LLVM_MAJOR', '22')}",
        "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror",
        f"-DTORCH_ONNX_INCLUDE={ROOT / 'include'}", f"-DTORCH_ONNX_LIBRARY={LIBRARY}",
        f"-DONNXRUNTIME_INCLUDE={HEADERS}",
        f"-DONNXRUNTIME_LIBRARY={PACKAGES / 'lib' / 'libonnxruntime.so'}",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    done = run("cmake", "--build", build)
    assert done.returncode == 0, done.stdout + done.stderr
    return build / "classify"


@needs_headers
def test_cpp(classify: Path, shapes: Path, expected: dict[str, torch.Tensor]) -> None:
    """Each picture has eager's class and eager's probability."""
    pictures = [shapes / f"{name}.ppm" for name in expected]
    done = run(classify, shapes / "shapes.pt2", shapes / "classes.txt", *pictures)
    assert done.returncode == 0, done.stderr
    print(done.stderr)
    assert re.fullmatch(r"converted in [\d.]+ ms, session in [\d.]+ ms\n", done.stderr)
    lines = done.stdout.splitlines()
    assert len(lines) == len(expected)
    for line, (name, probabilities) in zip(lines, expected.items()):
        path, found, probability = re.fullmatch(r"(.*): (\w+) ([\d.]+)", line).groups()
        assert (Path(path).stem, found) == (name, name[:-1])
        assert float(probability) == pytest.approx(float(probabilities.max()), abs=1e-5)


@needs_headers
def test_cpp_errors(classify: Path, shapes: Path, tmp_path: Path) -> None:
    """Wrong files are refused by name."""
    classes, program = shapes / "classes.txt", shapes / "shapes.pt2"
    picture = tmp_path / "short.ppm"
    picture.write_bytes(b"P6 64 64 255\n123")
    done = run(classify, program, classes, picture)
    assert done.returncode == 1
    assert done.stderr.endswith(f"error: {picture}: the file is too short\n")
    broken = tmp_path / "broken.pt2"
    broken.write_bytes(program.read_bytes()[:1000])
    done = run(classify, broken, classes, shapes / "ring0.ppm")
    assert done.returncode == 1
    assert f"error: {broken}: not converted" in done.stderr
    assert run(classify).returncode == 2
