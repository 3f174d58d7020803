"""Memory that is measured is that of the process which is measured.

Linux's ru_maxrss survives exec, so that a small program which a large one starts
seems to be large.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from bench import measure
from integration.robustness import base
from integration.robustness.check import run

#: What this process takes, far above what the measured ones do.
LARGE = 600_000_000
SMALL = 200_000_000


@pytest.fixture(autouse=True, name="large")
def large_process() -> Iterator[torch.Tensor]:
    """Makes this process large."""
    yield torch.ones(LARGE, dtype=torch.uint8)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > LARGE


@pytest.fixture(name="model")
def small_model(tmp_path: Path) -> Path:
    """A program of a few nodes."""
    path = tmp_path / "model.pt2"
    path.write_bytes(base.load(rich=False))
    return path


def test_bench() -> None:
    """bench.measure, of a process that is small and of one that is large itself."""
    assert 0 < measure.run([sys.executable, "-S", "-c", ""]).memory < SMALL
    program = f"x = b'x' * {LARGE}"
    assert measure.run([sys.executable, "-S", "-c", program]).memory > LARGE


def test_bench_failure() -> None:
    """The exit status and the last lines of a process that fails."""
    with pytest.raises(measure.Failed, match="sh: exit status 3\nwhy"):
        measure.run(["sh", "-c", "echo why; exit 3"])


def test_robustness(compiler: str, model: Path) -> None:
    """The limit of the robustness tests."""
    assert run(compiler, model).megabytes * 1e6 < SMALL


def test_report(compiler: str, model: Path, tmp_path: Path) -> None:
    """--report."""
    report = tmp_path / "report.json"
    command = [compiler, model, "-o", tmp_path / "model.onnx", f"--report={report}"]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    stages = json.loads(report.read_text())["stages"]
    assert stages
    assert all(0 < stage["peak_bytes"] < SMALL for stage in stages)
