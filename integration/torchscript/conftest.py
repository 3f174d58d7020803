"""The compiler is needed unless torch.onnx's exporter takes its place."""

from __future__ import annotations

import os

import pytest
import torch

from integration.torchscript.known import LEGACY


#: Suites whose rows of known.tsv are not written yet; each runs when it is named
#: with TORCH_ONNX_SCRIPT_SUITES=1.
collect_ignore = (
    []
    if os.environ.get("TORCH_ONNX_SCRIPT_SUITES")
    else ["test_models.py", "test_module_db.py", "test_operators.py"]
)


@pytest.fixture(autouse=True)
def _needs_compiler(request: pytest.FixtureRequest) -> None:
    torch.set_num_threads(1)  # Small models, beside other tests.
    if not LEGACY:
        request.getfixturevalue("compiler")
