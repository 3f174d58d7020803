"""What the tests of the Python package share."""

from __future__ import annotations

import os
import pathlib
import warnings
from collections.abc import Iterator

import pytest
import torch

from .models import Mlp

ROOT = pathlib.Path(__file__).parents[2]
BUILT = ROOT / "build" / "release" / "lib" / "libtorch_onnx.so"
if "TORCH_ONNX_LIBRARY" not in os.environ and BUILT.exists():
    os.environ["TORCH_ONNX_LIBRARY"] = str(BUILT)


@pytest.fixture(autouse=True)
def _same_numbers() -> Iterator[None]:
    """Random numbers, warnings and the checks of distributions do not depend on the order."""
    from torch_onnx_mlir._compatibility import older_arguments as _arguments

    from .features import checks_of_distributions_kept

    torch.manual_seed(0)
    _arguments._told.clear()
    with warnings.catch_warnings(), checks_of_distributions_kept():
        warnings.filterwarnings("ignore", message="Exporting a model while it is in training")
        yield


@pytest.fixture
def mlp() -> Mlp:
    """Two layers, for inputs of 64."""
    return Mlp().eval()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """TorchScript needs the plug-in, which is for one version of PyTorch."""
    from .features import NO_PLUGIN, has_plugin

    if has_plugin():
        return
    for item in items:
        if item.path.name == "test_torchscript.py":
            item.add_marker(pytest.mark.skip(reason=NO_PLUGIN))
