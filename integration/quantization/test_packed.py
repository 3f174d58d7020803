"""Weights of 4 bits as PyTorch packs them, for the CPU of this machine and for CUDA."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
import torch
from torch import Tensor

from integration.common.archive import Archive
from integration.common.compare import compare
from integration.common.compiler import convert
from integration.common.function import Function, check
from integration.common.runtime import Session

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
    assert result.stderr.count("the weights are read in PyTorch's packing") == 1


def _pack_tiles(numbers: Tensor, inner_tiles: int) -> Tensor:
    """A matrix as ATen/native/cuda/int4mm.cu packs it, thread by thread."""
    rows, columns = numbers.shape
    pairs = [[int(n) for n in row] for row in numbers]
    outer = columns // (inner_tiles * 16)
    packed = torch.zeros(-(-rows // 8), outer, 32, inner_tiles // 2, dtype=torch.int32)
    for tile, outer_tile, thread, word in product(*map(range, packed.shape)):
        row = tile * 8 + thread // 4
        first = (outer_tile * inner_tiles + word * 2) * 16 + thread % 4 * 2
        value = 0
        for byte, column in enumerate((first, first + 8, first + 16, first + 24)):
            even, odd = pairs[row][column : column + 2] if row < rows else (0, 0)
            value |= even << 4 * byte | odd << 4 * byte + 16
        packed[tile, outer_tile, thread, word] = value - (value >> 31 << 32)
    return packed


class Tiles(torch.nn.Module):
    """A product with weights for a graphics processor."""

    def __init__(self, rows: int, columns: int, inner_tiles: int, group: int) -> None:
        super().__init__()
        self.numbers = torch.randint(0, 16, (rows, columns), dtype=torch.int32)
        self.group = group
        parameters = _get_parameters(rows, columns // group, torch.bfloat16)
        self.register_buffer("weight", _pack_tiles(self.numbers, inner_tiles))
        self.register_buffer("parameters_of_groups", parameters)

    def forward(self, x: Tensor, weight: Tensor | None = None) -> Tensor:
        """The product, with a weight that is an input or the constant."""
        return aten._weight_int4pack_mm(
            x,
            self.weight if weight is None else weight,
            self.group,
            self.parameters_of_groups,
        )

    def get_expected(self, x: Tensor) -> Tensor:
        """What the numbers stand for, multiplied."""
        scales, zeros = (
            self.parameters_of_groups[..., index]
            .double()
            .t()
            .repeat_interleave(self.group, 1)
            for index in (0, 1)
        )
        weight = (self.numbers - 8) * scales + zeros
        return (x.double() @ weight.t()).bfloat16()

    def save(
        self, path: Path, device: str, version: str, *weights: Tensor
    ) -> None:
        """The program as PyTorch would write it on another device."""
        example = torch.randn(3, self.numbers.shape[1]).bfloat16()
        sizes = ({0: torch.export.Dim("n")}, *(None for _ in weights))
        program = torch.export.export(
            self, (example, *weights), dynamic_shapes=sizes
        )
        buffer = io.BytesIO()
        torch.export.save(program, buffer)
        archive = Archive(buffer.getvalue())
        content = archive.json("models/model.json")
        for value in content["graph_module"]["graph"]["tensor_values"].values():
            value["device"] = {"type": device, "index": 0}
        content["torch_version"] = version
        path.write_bytes(archive.replaced("models/model.json", content))


@pytest.mark.parametrize(
    ("rows", "columns", "inner_tiles", "group"),
    [(8, 32, 2, 32), (24, 192, 4, 64), (16, 384, 8, 128), (40, 256, 2, 256)],
)
def test_tiles(
    rows: int, columns: int, inner_tiles: int, group: int, tmp_path: Path
) -> None:
    """Weights for NVIDIA's processors in all tiles, constant and of the run."""
    module = Tiles(rows, columns, inner_tiles, group)
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    for weights in ((), (module.weight,)):
        module.save(source, "cuda", "2.13.0+cu130", *weights)
        result = convert(source, target)
        assert not result.failure, result.stderr
        assert result.stderr.count("in the tiles of NVIDIA's processors") == 1
        session = Session(target)
        for count in (3, 7):
            x = torch.randn(count, columns).bfloat16()
            mismatch = compare(session.run((x, *weights))[0], module.get_expected(x))
            assert mismatch is None, mismatch


@pytest.mark.parametrize(
    ("device", "version", "named"),
    [
        ("cuda", "2.13.0+rocm6.4", "rocm"),
        ("cpu", "2.13.0+cu130", "cpu"),
        ("mps", "2.13.0", "mps"),
        ("xpu", "2.13.0+xpu", "xpu"),
        ("meta", "2.13.0", "meta"),
    ],
)
def test_other_devices(device: str, version: str, named: str, tmp_path: Path) -> None:
    """The same shape in another order."""
    source, target = tmp_path / "model.pt2", tmp_path / "model.onnx"
    Tiles(8, 32, 2, 32).save(source, device, version)
    result = convert(source, target)
    assert f"packed for the device '{named}'" in result.stderr
    assert not target.exists()
