"""The versions of PyTorch that the package works with; nothing here imports PyTorch."""

from __future__ import annotations

import functools
import importlib.metadata

#: The versions that the tests have run with (docs/TorchVersions.md).
OLDEST, NEWEST = (2, 6), (2, 15)


@functools.cache
def check_torch() -> None:
    """Refuse a version of PyTorch that lacks what the package cannot do without.

    Raises:
        ImportError: PyTorch is too old.  The message says what works nevertheless.
    """
    try:
        installed = importlib.metadata.version("torch")
        found = tuple(map(int, installed.split(".")[:2]))
    except (importlib.metadata.PackageNotFoundError, ValueError):
        return  # PyTorch was not installed from a wheel.
    if found < OLDEST:
        raise ImportError(
            f"torch_onnx_mlir needs PyTorch {OLDEST[0]}.{OLDEST[1]} or newer, and {installed} is "
            "installed; pip install --upgrade torch installs a newer one. The tool torch-onnx needs "
            "no PyTorch: it converts the file that torch.export.save of PyTorch 2.5 writes"
        )
