"""The package passes mypy in its strict mode (python/mypy.ini)."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys


def test_types() -> None:
    folder = pathlib.Path(__file__).parents[1]
    # mypy compares the hashes of all sources, so any checkout can use the cache.
    cache = os.environ.get("TORCH_ONNX_CACHE") or pathlib.Path.home() / ".cache" / "torch-onnx"
    command = [sys.executable, "-m", "mypy", f"--cache-dir={cache}/mypy"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
