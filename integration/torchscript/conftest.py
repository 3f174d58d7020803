"""The compiler is needed unless torch.onnx's exporter takes its place."""

from __future__ import annotations

import pytest
import torch

from integration.torchscript.known import LEGACY


@pytest.fixture(autouse=True)
def _needs_compiler(request: pytest.FixtureRequest) -> None:
    torch.set_num_threads(1)  # Small models, beside other tests.
    if not LEGACY:
        request.getfixturevalue("compiler")
