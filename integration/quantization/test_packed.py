"""Weights of 4 bits as PyTorch packs them for the CPU of this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.compiler import convert
from integration.common.function import Function, check

aten = torch.ops.aten


def _get_weight(rows: int, columns: int) -> Tensor:
    """A packed matrix of all numbers of 4 bits."""
    numbers = torch.randint(0, 16, (rows, columns), dtype=torch.int32)
    return aten._convert_weight_to_int4pack_for_cpu(numbers, 8)


def _get_parameters(rows: int, groups: int, dtype: torch.dtype) -> Tensor:
    """Scales and zeros."""
    scales = torch.rand(groups, rows, 1) * 0.1
    return torch.cat([scales, torch.randn(groups, rows, 1)], 2).to(dtype)


@pytest.mark.parametrize("rows", [16, 48, 64, 112, 176])
@pytest.mark.parametrize("group", [32, 64])
@pytest.mark.parametrize(
    "dtype", [torch.float32, torch.float16, torch.bfloat16], ids=str
)
def test_product(dtype: torch.dtype, group: int, rows: int, tmp_path: Path) -> None:
    """Whole blocks, a rest of rows, and both."""
    weight = _get_weight(rows, 128)
    parameters = _get_parameters(rows, 128 // group, dtype)

    def function(x: Tensor) -> Tensor:
        return aten._weight_int4pack_mm_for_cpu(x, weight, group, parameters)

    check(
        function,
        (torch.randn(3, 128).to(dtype),),
        (torch.randn(7, 128).to(dtype),),
        tmp_path,
        dynamic=({0: torch.export.Dim("n")},),
    )


def test_weights_of_the_run(tmp_path: Path) -> None:
    """A packed weight, scales and zeros that are inputs."""

    def function(x: Tensor, weight: Tensor, parameters: Tensor) -> Tensor:
        return aten._weight_int4pack_mm_for_cpu(x, weight, 32, parameters)

    def inputs() -> tuple[Tensor, ...]:
        parameters = _get_parameters(80, 2, torch.float32)
        return torch.randn(3, 64), _get_weight(80, 64), parameters

    check(function, inputs(), inputs(), tmp_path)


@pytest.mark.parametrize("instructions", ["default", "avx2"])
def test_other_instructions(instructions: str) -> None:
    """The layouts of machines with other vector instructions, as PyTorch has them here."""
    environment = os.environ | {"ATEN_CPU_CAPABILITY": instructions}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    tests = [f"{__file__}::test_product", f"{__file__}::test_weights_of_the_run"]
    result = subprocess.run(
        [*command, *tests, "-k", "run or float32 and 64"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout


def test_one_warning(tmp_path: Path) -> None:
    """What is assumed is said once."""
    weight, parameters = _get_weight(32, 32), _get_parameters(32, 1, torch.float32)

    def function(x: Tensor) -> Tensor:
        for _ in range(2):
            x = aten._weight_int4pack_mm_for_cpu(x, weight, 32, parameters)
        return x

    source = tmp_path / "model.pt2"
    torch.export.save(
        torch.export.export(Function(function), (torch.randn(2, 32),)), source
    )
    result = convert(source, tmp_path / "model.onnx")
    assert not result.failure
    assert result.stderr.count("the weights are read as PyTorch packs them") == 1
