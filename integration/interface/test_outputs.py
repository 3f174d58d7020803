"""No input is overwritten, and a model and its data are replaced together."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import onnx
import pytest
import torch
from onnx import numpy_helper
from torch import nn

#: Large enough that the weights are written in more than one piece.
WIDTH = 1024
#: Concurrent conversions of one target, in a row.
ROUNDS = 20
#: More calls of file functions than a conversion makes.
MAX_CALLS = 2000


class Marked(nn.Module):
    """The graph has `value` in it, and so has every weight."""

    def __init__(self, value: float) -> None:
        super().__init__()
        self.value = value
        self.weight = nn.Parameter(torch.full((WIDTH, WIDTH), value))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Two numbers that have to agree."""
        return x @ self.weight + self.value


@pytest.fixture(scope="module", name="sources")
def _sources(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("sources")
    paths = []
    for value in (1.0, 2.0):
        paths.append(folder / f"{value:.0f}.pt2")
        program = torch.export.export(Marked(value), (torch.ones(1, WIDTH),))
        torch.export.save(program, paths[-1])
    return paths


@pytest.fixture(scope="module", name="stop_at")
def _stop_at(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library of stop_at.c."""
    compilers = filter(None, map(shutil.which, ("clang-22", "cc")))
    library = tmp_path_factory.mktemp("stop") / "stop_at.so"
    source = Path(__file__).with_name("stop_at.c")
    subprocess.run([next(compilers), "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    return library


def _moments(library: Path, **settings: object) -> Iterator[dict[str, str]]:
    """Environments in which something happens at the first call of a file function, at the
    second, and so on; for the caller to end."""
    for call in range(1, MAX_CALLS):
        values = {f"STOP_{name.upper()}": str(value) for name, value in settings.items()}
        yield {**os.environ, **values, "STOP_AT": str(call), "LD_PRELOAD": str(library)}
    pytest.fail(f"a conversion makes more than {MAX_CALLS} calls")


class Replaced(Exception):
    """The model was replaced between the reads of its two files, and the reader can tell."""


def _check(model: Path) -> float:
    """The number in the graph, which has to be that in the data."""
    proto = onnx.load(model, load_external_data=False)
    graph = proto.graph
    places = [
        entry.value
        for tensor in graph.initializer
        for entry in tensor.external_data
        if entry.key == "location"
    ]
    assert len(places) == 1
    scalars = {
        float(numpy_helper.to_array(tensor).reshape(-1)[0])
        for tensor in graph.initializer
        if not tensor.external_data
    }
    content = (model.parent / places[0]).read_bytes()
    data, stamp = content[: WIDTH * WIDTH * 4], content[WIDTH * WIDTH * 4 :]
    (expected,) = [e.value for e in proto.metadata_props if e.key == "torch_onnx.data_hash"]
    if stamp != f"torch-onnx data {expected}\n".encode():
        raise Replaced(stamp, expected)
    values = set(torch.frombuffer(bytearray(data), dtype=torch.float32).unique().tolist())
    assert values == scalars & {1.0, 2.0}, (values, scalars)
    return values.pop()


def _start(
    compiler: str,
    source: Path,
    target: Path,
    name: str = "model",
    environment: dict[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    options = ["--weights=external", f"--data-name={name}"]
    command = [compiler, source, "-o", target, *options]
    return subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)


@pytest.mark.parametrize("name", ["model", "hash"])
def test_concurrent_conversions(
    compiler: str, sources: list[Path], tmp_path: Path, name: str
) -> None:
    """Whoever is last, the model has its own data, also while it is replaced."""
    target = tmp_path / "model.onnx"
    for _ in range(ROUNDS):
        running = [_start(compiler, source, target, name) for source in sources * 2]
        while any(process.poll() is None for process in running):
            if target.exists():
                try:
                    _check(target)
                except FileNotFoundError:
                    continue  # Replaced between the two reads: an error, no mixture.
                except Replaced:
                    assert name == "model"
        assert [process.returncode for process in running] == [0] * len(running)
        _check(target)
        assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["model", "hash"])
def test_killed_conversions(
    compiler: str, stop_at: Path, sources: list[Path], tmp_path: Path, name: str
) -> None:
    """A process that is killed leaves the old pair, the new one, or no model."""
    target = tmp_path / "model.onnx"
    assert _start(compiler, sources[0], target, name).wait() == 0
    partial = 0
    for i, environment in enumerate(_moments(stop_at, signal=int(signal.SIGKILL))):
        if _start(compiler, sources[i % 2], target, name, environment).wait() == 0:
            break
        if name == "hash" or target.exists():
            _check(target)
        extra = [
            path.name
            for path in tmp_path.iterdir()
            if path != target and not path.name.endswith(".data")
        ]
        partial += bool(extra)
        assert all(".tmp-" in left for left in extra), extra
        for left in extra:
            (tmp_path / left).unlink()
    assert partial, "no process was killed while it wrote"
    # What a killed process may have left goes with the next conversion.
    assert _start(compiler, sources[0], target, name).wait() == 0
    assert _check(target) == 1.0
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_interrupted(
    sent: int, compiler: str, stop_at: Path, sources: list[Path], tmp_path: Path
) -> None:
    """An interrupted run leaves nothing, or had just replaced the model and its data."""
    target = tmp_path / "out" / "model.onnx"
    interrupted = 0
    for environment in _moments(stop_at, signal=int(sent)):
        target.parent.mkdir()
        status = _start(compiler, sources[0], target, environment=environment).wait()
        if status == 0 or target.exists():
            _check(target)
            assert len(list(target.parent.iterdir())) == 2
        else:
            assert not list(target.parent.iterdir())
        shutil.rmtree(target.parent)
        if status == 0:
            break
        interrupted += 1
    assert interrupted


def _run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


@pytest.mark.parametrize("link", ["itself", "symbolic link", "hard link"])
@pytest.mark.parametrize(
    "place", ["-o", "--report", "--save-stages", "translate", "opt", "reduce"]
)
def test_input_is_no_output(
    place: str, link: str, compiler: str, sources: list[Path], tmp_path: Path
) -> None:
    """Whatever the name and whichever the option."""
    text = place in ("--save-stages", "opt", "reduce")
    source = tmp_path / ("01-read.mlir" if text else "m.pt2")
    tools = Path(compiler).parent
    if text:
        shutil.copy(sources[0], tmp_path / "1.pt2")
        done = _run(
            tools / "torch-onnx-translate", "--import-pt2", tmp_path / "1.pt2", "-o", source
        )
        assert not done.returncode, done.stderr
    else:
        shutil.copy(sources[0], source)
    content = source.read_bytes()
    folder = tmp_path
    name = {"itself": source.name}.get(link, "other")
    if place == "--report":
        name = {"itself": "m.pt2"}.get(link, "other") + ("" if link == "itself" else ".md")
    if place == "--save-stages":
        name = source.name
        if link != "itself":
            folder = tmp_path / "stages"
            folder.mkdir()
    target = folder / name
    if link == "symbolic link":
        target.symlink_to(source)
    elif link == "hard link":
        os.link(source, target)
    if place == "-o":
        done = _run(compiler, source, "-o", target)
    elif place == "--report":
        done = _run(compiler, source, "-o", tmp_path / "out.onnx", "--report", target)
    elif place == "--save-stages":
        done = _run(compiler, source, "-o", tmp_path / "out.onnx", "--save-stages", folder)
    elif place == "translate":
        done = _run(tools / "torch-onnx-translate", "--import-pt2", source, "-o", target)
    elif place == "opt":
        done = _run(tools / "torch-onnx-opt", source, "-o", target)
    else:
        done = _run(tools / "torch-onnx-reduce", source, "--test=true", "-o", target)
    assert done.returncode in (1, 2), done
    assert "error:" in done.stderr
    assert source.read_bytes() == content
    assert not (tmp_path / "out.onnx").exists()


def test_data_is_no_input(compiler: str, sources: list[Path], tmp_path: Path) -> None:
    """Weights that a text names are inputs, too."""
    target = tmp_path / "model.onnx"
    assert _start(compiler, sources[0], target).wait() == 0
    (data,) = tmp_path.glob("*.data")
    content = data.read_bytes()
    text = tmp_path / "in.mlir"
    text.write_text(
        "func.func @main() -> tensor<1024x1024xf32> {\n"
        f'  %0 = onnx.Constant #weight.file<"{data.name}", offset = 0> : tensor<1024x1024xf32>\n'
        "  return %0 : tensor<1024x1024xf32>\n}\n"
    )
    done = _run(compiler, text, "-o", data, "--weights=reference")
    assert done.returncode == 1 and "is an input" in done.stderr, done
    # Not removed with the model that had it either.
    done = _run(compiler, text, "-o", target, "--weights=reference")
    assert not done.returncode, done.stderr
    assert data.read_bytes() == content


@pytest.mark.parametrize(
    "options",
    [
        ("-o", "none/out.onnx"),
        ("-o", "out.onnx", "--report", "none/r.md"),
        ("-o", "out.onnx", "--save-stages", "file/stages"),
        ("-o", "out.onnx", "--report", "file"),
    ],
)
def test_places_are_tried_first(
    options: tuple[str, ...], compiler: str, sources: list[Path], tmp_path: Path
) -> None:
    """An output that cannot be written is said before any other is."""
    (tmp_path / "file").write_text("")
    done = subprocess.run(
        [compiler, sources[0], *options], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode in (1, 2)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("size", [0, 4096, 100_000])
@pytest.mark.parametrize("weights", ["inline", "external"])
def test_truncated_input(
    weights: str, size: int, compiler: str, stop_at: Path, sources: list[Path], tmp_path: Path
) -> None:
    """An input that another process truncates is an error, also when its pages are mapped."""
    source = tmp_path / "m.pt2"
    out = tmp_path / "out"
    out.mkdir()
    found = False
    for environment in _moments(stop_at, file=source, size=size):
        shutil.copy(sources[0], source)
        command = [compiler, source, "-o", out / "m.onnx", f"--weights={weights}"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        is_whole = source.stat().st_size > size
        assert done.returncode in (0, 1), (done.returncode, done.stderr)
        if done.returncode == 1:
            assert "error:" in done.stderr
            assert not list(out.iterdir())
        found |= "shortened" in done.stderr or "was changed" in done.stderr
        for path in out.iterdir():
            path.unlink()
        if is_whole:
            break
    assert found
