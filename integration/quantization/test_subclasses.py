"""Tensor subclasses (torchao's) in a .pt2: tensors are taken out of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import onnx
import pytest
import torch

from integration.common.compiler import convert, find_compiler
from integration.common.runtime import Session
from integration.quantization.torchao_programs import CONFIGURATIONS, PACKED

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs."""
    folder = tmp_path_factory.mktemp("torchao")
    module = "integration.quantization.torchao_programs"
    library = find_compiler().parents[1] / "lib" / "libtorch_onnx.so"
    paths = [str(ROOT), str(ROOT / "python")]
    environment = dict(
        os.environ, PYTHONPATH=os.pathsep.join(paths), TORCH_ONNX_LIBRARY=str(library)
    )
    done = subprocess.run(
        [sys.executable, "-m", module, folder],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_archive(name: str, programs: Path) -> None:
    """The pickles are read; weights keep their type, and the archive their bytes."""
    target = programs / f"{name}.onnx"
    done = convert(programs / f"{name}.pt2", target, ("--weights=reference",))
    assert not done.failure, done.stderr
    graph = onnx.load(target, load_external_data=False).graph
    weights = {weight.name: weight for weight in graph.initializer}
    assert "up.weight" not in weights
    large = [w for w in weights.values() if len(w.dims) > 1 and min(w.dims) >= 128]
    assert len(large) == 2
    for weight in large:
        assert weight.data_type in (onnx.TensorProto.INT8, onnx.TensorProto.FLOAT8E4M3FN)
        assert weight.data_location == onnx.TensorProto.EXTERNAL
    session = Session(target)
    for given, expected in zip(*torch.load(programs / f"{name}.pt"), strict=True):
        torch.testing.assert_close(session.run([given])[0], expected)


@pytest.mark.parametrize("name", PACKED)
def test_packed_archive(name: str, programs: Path) -> None:
    """Weights of 4 bits are unpacked, and stay weights of 4 bits."""
    target = programs / f"{name}.onnx"
    done = convert(programs / f"{name}.pt2", target)
    assert not done.failure, done.stderr
    graph = onnx.load(target).graph
    large = [w for w in graph.initializer if len(w.dims) > 1 and min(w.dims) >= 128]
    four = (onnx.TensorProto.INT4, onnx.TensorProto.UINT4)
    assert large and all(weight.data_type in four for weight in large)
    session = Session(target)
    for given, expected in zip(*torch.load(programs / f"{name}.pt"), strict=True):
        torch.testing.assert_close(session.run([given])[0], expected)


@pytest.mark.parametrize("name", [*CONFIGURATIONS, *PACKED])
def test_package(name: str, programs: Path) -> None:
    """The package exports the quantized module without a further call."""
    session = Session(programs / f"{name}.package.onnx")
    for given, expected in zip(*torch.load(programs / f"{name}.pt"), strict=True):
        torch.testing.assert_close(session.run([given])[0], expected)
