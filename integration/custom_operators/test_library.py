"""--ops-library: the three cases of docs/HowTo/OperatorLibrary.md, and their limits."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from torch import Tensor, nn

from integration.common.compiler import Conversion, convert

_DOCS = Path(__file__).resolve().parents[2] / "docs" / "HowTo"
_BLOCK = re.compile(r"```mlir\n// (\w+\.mlir)\n(.*?)```", re.DOTALL)


@torch.library.custom_op("shop::scale", mutates_args=())
def scale(x: Tensor, bias: Tensor | None, factor: float = 2.0) -> Tensor:
    """Each element times a factor, plus a bias."""
    return x * factor if bias is None else x * factor + bias


@scale.register_fake
def _(x: Tensor, bias: Tensor | None, factor: float = 2.0) -> Tensor:
    return torch.empty_like(x)


@torch.library.custom_op("shop::accumulate", mutates_args=("total",))
def accumulate(total: Tensor, x: Tensor) -> None:
    """Adds to a tensor."""
    total.add_(x)


class Scales(nn.Module):
    """Both forms of the operator, between others."""

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        return scale(scale(x + 1, None), bias, -0.25) * 2


class Scaled(nn.Module):
    """A dtype of which sums are not exact."""

    def forward(self, x: Tensor) -> Tensor:
        return scale(x, None, 3.0)


class Bessel(nn.Module):
    def forward(self, x: Tensor) -> Tensor:
        return torch.special.bessel_j0(x) + 1


class Accumulates(nn.Module):
    """What is written is read afterwards, through a view, too."""

    def forward(self, x: Tensor) -> Tensor:
        total = x * 2
        row = total[0]
        accumulate(total, x)
        accumulate(row, x[1])
        return total


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the documentation shows."""
    folder = tmp_path_factory.mktemp("libraries")
    blocks = _BLOCK.findall((_DOCS / "OperatorLibrary.md").read_text(encoding="utf-8"))
    assert [name for name, _ in blocks] == ["missing.mlir", "kernel.mlir", "composed.mlir"]
    for name, text in blocks:
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(
    module: nn.Module,
    inputs: tuple[Tensor, ...],
    library: Path,
    folder: Path,
    options: tuple[str, ...] = (),
    dynamic: bool = False,
) -> tuple[Conversion, onnx.ModelProto | None]:
    """Converts with a library; the model is `model.onnx` in the folder."""
    shapes = None
    if dynamic:
        shapes = tuple({0: torch.export.Dim("n")} if x.dim() else None for x in inputs)
    program = torch.export.export(module, inputs, dynamic_shapes=shapes)
    torch.export.save(program, folder / "model.pt2")
    done = convert(
        folder / "model.pt2", folder / "model.onnx", (f"--ops-library={library}", *options)
    )
    model = onnx.load(folder / "model.onnx") if not done.failure else None
    return done, model


def outputs(
    folder: Path, inputs: tuple[Tensor, ...], kernels: Path | None = None
) -> list[np.ndarray]:
    """What ONNX Runtime computes."""
    options = onnxruntime.SessionOptions()
    if kernels:
        options.register_custom_ops_library(str(kernels))
    session = onnxruntime.InferenceSession(
        folder / "model.onnx", options, providers=["CPUExecutionProvider"]
    )
    names = [value.name for value in session.get_inputs()]
    return session.run(None, {n: x.numpy() for n, x in zip(names, inputs, strict=True)})


@pytest.mark.parametrize("opset", (13, 21))
def test_missing(libraries: Path, tmp_path: Path, opset: int) -> None:
    """An operator of PyTorch that the compiler may have itself: the definition counts."""
    x = torch.rand(3, 2) / 10
    done, model = run(
        Bessel(), (x,), libraries / "missing.mlir", tmp_path, (f"--opset={opset}",), True
    )
    assert model, done.stderr
    # Not the compiler's own lowering, which is a hundred nodes.
    assert len(model.graph.node) <= 5
    for size in (3, 7):
        x = torch.rand(size, 2) / 10
        (found,) = outputs(tmp_path, (x,))
        torch.testing.assert_close(torch.from_numpy(found), Bessel()(x), rtol=1e-4, atol=1e-4)


def test_kernel(libraries: Path, tmp_path: Path) -> None:
    """A node of another domain, run by a kernel that is built here."""
    done, model = run(
        Scales(), (torch.randn(2, 3), torch.tensor(0.5)), libraries / "kernel.mlir", tmp_path,
        dynamic=True,
    )
    assert model, done.stderr
    assert {o.domain: o.version for o in model.opset_import}["shop.kernels"] == 2
    nodes = [node for node in model.graph.node if node.domain == "shop.kernels"]
    assert [node.op_type for node in nodes] == ["Scale", "Scale"]
    assert [len(node.input) for node in nodes] == [1, 2]
    factors = [onnx.helper.get_node_attr_value(node, "factor") for node in nodes]
    assert factors == [2.0, -0.25]
    compiler = shutil.which("c++") or shutil.which("clang++-22")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    kernels = tmp_path / "kernel.so"
    source = _DOCS / "OperatorLibrary" / "kernel.cpp"
    command = [compiler, "-std=c++17", "-O1", "-shared", "-fPIC", "-o", kernels, source]
    subprocess.run(command, check=True)
    for size in (2, 5):
        inputs = (torch.randn(size, 3), torch.tensor(-1.5))
        (found,) = outputs(tmp_path, inputs, kernels)
        torch.testing.assert_close(torch.from_numpy(found), Scales()(*inputs))


def test_composed(libraries: Path, tmp_path: Path) -> None:
    """Made of other torch operators; both definitions are used."""
    done, model = run(
        Scales(), (torch.randn(2, 3), torch.tensor(0.5)), libraries / "composed.mlir", tmp_path,
        dynamic=True,
    )
    assert model, done.stderr
    for size in (2, 5):
        inputs = (torch.randn(size, 3), torch.tensor(-1.5))
        (found,) = outputs(tmp_path, inputs)
        torch.testing.assert_close(torch.from_numpy(found), Scales()(*inputs))


@pytest.mark.parametrize("dtype", (torch.float16, torch.float64))
def test_composed_in_other_types(libraries: Path, tmp_path: Path, dtype: torch.dtype) -> None:
    """One definition is for several dtypes; rounding is eager's."""
    x = (torch.randn(4, 5) * 100).to(dtype)
    done, model = run(Scaled(), (x,), libraries / "composed.mlir", tmp_path)
    assert model, done.stderr
    (found,) = outputs(tmp_path, (x,))
    torch.testing.assert_close(torch.from_numpy(found), Scaled()(x), rtol=0, atol=0)


def test_no_definition_fits(libraries: Path, tmp_path: Path) -> None:
    """The error says for each definition what was expected and found."""
    done, _ = run(
        Scaled(), (torch.ones(2, dtype=torch.bfloat16),), libraries / "composed.mlir", tmp_path
    )
    assert done.failure == "unsupported operator"
    assert "shop.scale.default" in done.unsupported
    assert "composed.mlir:2: expected 'x' to have elements of type f16 or f32 or f64, found bf16" in (
        done.stderr
    )
    assert "composed.mlir:9: expected 'bias' to be a tensor, found None" in done.stderr
    assert not (tmp_path / "model.onnx").exists()


def test_two_libraries(libraries: Path, tmp_path: Path) -> None:
    """Definitions are tried in the order of the files."""
    done, model = run(
        Scales(), (torch.randn(2, 3), torch.tensor(0.5)), libraries / "composed.mlir", tmp_path,
        (f"--ops-library={libraries / 'kernel.mlir'}",),
    )
    assert model, done.stderr
    assert not any(node.domain for node in model.graph.node)


def test_writes(tmp_path: Path) -> None:
    """The schema of a definition tells what the operator writes."""
    library = tmp_path / "library.mlir"
    library.write_text(
        """
        func.func @accumulate(%total: !torch.untyped, %x: !torch.untyped) -> !torch.untyped
            attributes {torch.operator = "shop::accumulate(Tensor(a0!) total, Tensor x) -> ()"} {
          %new = onnx.Add(%total, %x) : (!torch.untyped, !torch.untyped) -> !torch.untyped
          return %new : !torch.untyped
        }
        """
    )
    done, model = run(Accumulates(), (torch.randn(3, 4),), library, tmp_path, dynamic=True)
    assert model, done.stderr
    for size in (3, 5):
        x = torch.randn(size, 4)
        (found,) = outputs(tmp_path, (x,))
        torch.testing.assert_close(torch.from_numpy(found), Accumulates()(x))


def test_mistakes(tmp_path: Path) -> None:
    """A library that cannot be read is an error at its line, and nothing is written."""
    library = tmp_path / "library.mlir"
    library.write_text("func.func @f(%x: !torch.untyped) {\n  return\n}\n")
    done, _ = run(Scaled(), (torch.ones(2),), library, tmp_path)
    assert done.failure == "conversion"
    assert "library.mlir:1: error: expected the attribute 'torch.operator'" in done.stderr
    done, _ = run(Scaled(), (torch.ones(2),), tmp_path / "absent.mlir", tmp_path)
    assert done.failure == "conversion"
    assert "cannot read" in done.stderr and "absent.mlir" in done.stderr


def test_damaged_libraries(libraries: Path, tmp_path: Path) -> None:
    """Whatever is missing or doubled in a library, the compiler does not crash."""
    text = (libraries / "composed.mlir").read_text() + (libraries / "missing.mlir").read_text()
    torch.export.save(torch.export.export(Scaled(), (torch.ones(2),)), tmp_path / "model.pt2")
    words = re.findall(r"[\w.@%!<>*?=-]+|\S", text)
    generator = np.random.default_rng(0)
    library = tmp_path / "damaged.mlir"
    for _ in range(60):
        damaged = list(words)
        for place in generator.integers(len(damaged), size=generator.integers(1, 4)):
            other = damaged[generator.integers(len(damaged))]
            damaged[place] = str(generator.choice(["", other, damaged[place] + " " + other]))
        library.write_text(" ".join(damaged))
        done = convert(
            tmp_path / "model.pt2", tmp_path / "model.onnx", (f"--ops-library={library}",)
        )
        assert done.failure in ("", "conversion", "unsupported operator"), (
            done.stderr + "\n" + library.read_text()
        )
