"""The package passes mypy in its strict mode (python/mypy.ini)."""

from __future__ import annotations

import pathlib
import subprocess
import sys


def test_types(tmp_path: pathlib.Path) -> None:
    folder = pathlib.Path(__file__).parents[1]
    command = [sys.executable, "-m", "mypy", f"--cache-dir={tmp_path}"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
