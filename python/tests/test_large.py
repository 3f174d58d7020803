"""Models above the 2 GB that a file of protobuf can have."""

from __future__ import annotations

import pathlib
import shutil

import onnx
import onnxruntime as ort
import pytest
import torch
import torch_onnx_mlir

# Each a row of 2**28 floats, which is a gigabyte of zeros that no page is touched of.
COUNT = 3
WIDTH = 2**28


def _is_short() -> bool:
    """Free memory, and caches that the kernel gives up for it."""
    lines = pathlib.Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
    entries = dict(line.split(":") for line in lines)
    return int(entries["MemAvailable"].split()[0]) < 6 * 2**20


pytestmark = pytest.mark.skipif(_is_short(), reason="needs 6 GB of memory")


class Large(torch.nn.Module):
    """Parameters of zeros; a few elements of the last one are not."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = torch.nn.ParameterList(
            torch.nn.Parameter(torch.zeros(WIDTH), requires_grad=False) for _ in range(COUNT)
        )
        self.rows[-1].data[WIDTH - 2 :] = torch.tensor([5.0, 7.0])

    def forward(self, places: torch.Tensor) -> torch.Tensor:
        return torch.stack([row[places] for row in self.rows])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("large")
    if shutil.disk_usage(path).free < 8 * 2**30:
        pytest.skip("needs 8 GB of disk")
    return path


def test_model_above_2_gb(folder: pathlib.Path) -> None:
    path = folder / "model.onnx"
    places = torch.tensor([0, WIDTH - 1])
    model = Large()
    program = torch_onnx_mlir.export(model, (places,), path, external_data=False)
    model_file, data = sorted(folder.iterdir(), key=lambda entry: entry.stat().st_size)
    assert model_file == path and path.stat().st_size < 10_000
    assert data.stat().st_size >= COUNT * WIDTH * 4
    onnx.checker.check_model(str(path))
    options = ort.SessionOptions()
    options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = ort.InferenceSession(str(path), options)
    (found,) = session.run(None, {session.get_inputs()[0].name: places.numpy()})
    torch.testing.assert_close(torch.from_numpy(found), model(places))

    # What cannot be in one piece is refused, with a reason.
    with pytest.raises(torch_onnx_mlir.errors.CompilerError, match="must be external"):
        program.save(folder / "inline.onnx", weights="inline")
    assert not (folder / "inline.onnx").exists()
    shutil.rmtree(folder)
