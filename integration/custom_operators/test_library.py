"""--ops-library: the three cases of docs/HowTo/OperatorLibrary.md, and their limits."""

from __future__ import annotations

import json
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


@torch.library.custom_op("shop::grow", mutates_args=())
def grow(x: Tensor, limit: Tensor, factor: float = 2.0) -> Tensor:
    """Times a factor until the sum is at the limit."""
    while x.sum() < limit:
        x = x * factor
    return x.clone()


@grow.register_fake
def _(x: Tensor, limit: Tensor, factor: float = 2.0) -> Tensor:
    return torch.empty_like(x)


class Grows(nn.Module):
    def forward(self, x: Tensor, limit: Tensor) -> Tensor:
        return grow(x, limit, 3.0)


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
    assert [name for name, _ in blocks] == [
        "missing.mlir",
        "kernel.mlir",
        "composed.mlir",
        "loops.mlir",
    ]
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


def test_loop(libraries: Path, tmp_path: Path) -> None:
    """A loop in a definition, of no iteration as well."""
    done, model = run(
        Grows(), (torch.rand(2, 3), torch.tensor(5.0)), libraries / "loops.mlir", tmp_path,
        dynamic=True,
    )
    assert model, done.stderr
    for size, limit in ((2, 5.0), (5, 1000.0), (1, 0.0)):
        inputs = (torch.rand(size, 3), torch.tensor(limit))
        (found,) = outputs(tmp_path, inputs)
        torch.testing.assert_close(torch.from_numpy(found), Grows()(*inputs))


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
    assert "cannot open" in done.stderr and "absent.mlir" in done.stderr


def test_damaged_libraries(libraries: Path, tmp_path: Path) -> None:
    """Whatever is missing or doubled in a library, the compiler does not crash."""
    text = "".join(
        (libraries / f"{name}.mlir").read_text() for name in ("composed", "missing", "loops")
    )
    torch.export.save(torch.export.export(Scaled(), (torch.ones(2),)), tmp_path / "model.pt2")
    # Without comments, and texts as they are: what is left of a line counts.
    words = re.findall(r'"[^"]*"|[\w.@%!<>*?=:#^-]+|\S', re.sub("//.*", "", text))
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


@torch.library.custom_op("shop::both", mutates_args=("a", "b"))
def both(a: Tensor, x: Tensor, b: Tensor, factor: float = 2.0) -> Tensor:
    """Writes to two arguments and returns a third tensor."""
    a.add_(x)
    b.mul_(factor)
    return a.sum(0) - x[0]


@both.register_fake
def _(a: Tensor, x: Tensor, b: Tensor, factor: float = 2.0) -> Tensor:
    return x.new_empty(x.shape[1:])


class WritesTwice(nn.Module):
    """What is written is used before and afterwards, and a slice is written."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        total = x * 2
        before = total + 0
        accumulate(total, x)
        other = x.exp()
        result = both(total, x, other[1:3], 3.0)
        return before, total, result, other


_BOTH = """
func.func @both(%a: !torch.untyped, %x: !torch.untyped, %b: !torch.untyped)
    -> (!torch.untyped, !torch.untyped, !torch.untyped) attributes {torch.operator =
    "shop::both(Tensor(a0!) a, Tensor x, Tensor(a2!) b, float factor=2.0) -> Tensor"} {
  %newa = torch.aten.add.Tensor(%a, %x) : (!torch.untyped, !torch.untyped) -> !torch.untyped
  %newb = torch.aten.mul.Scalar(%b, other=@factor) : (!torch.untyped) -> !torch.untyped
  %sum = torch.aten.sum.dim_IntList(%newa, [0]) : (!torch.untyped) -> !torch.untyped
  %row = torch.aten.select.int(%x, dim=0, index=0) : (!torch.untyped) -> !torch.untyped
  %y = torch.aten.sub.Tensor(%sum, %row) : (!torch.untyped, !torch.untyped) -> !torch.untyped
  return %y, %newa, %newb : !torch.untyped, !torch.untyped, !torch.untyped
}
func.func @accumulate(%total: !torch.untyped, %x: !torch.untyped) -> !torch.untyped
    attributes {torch.operator = "shop::accumulate(Tensor(a0!) total, Tensor x) -> ()"} {
  %new = torch.aten.add.Tensor(%total, %x) : (!torch.untyped, !torch.untyped) -> !torch.untyped
  return %new : !torch.untyped
}
"""


@pytest.mark.parametrize("decomposes", (False, True))
def test_auto_functionalized(tmp_path: Path, decomposes: bool) -> None:
    """Custom operators that write, as they are and as PyTorch functionalizes them."""
    library = tmp_path / "library.mlir"
    library.write_text(_BOTH)
    program = torch.export.export(WritesTwice(), (torch.randn(4, 5),))
    if decomposes:
        program = program.run_decompositions()
        assert "auto_functionalized_v2" in {str(node.target) for node in program.graph.nodes}
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(
        tmp_path / "model.pt2", tmp_path / "model.onnx", (f"--ops-library={library}",)
    )
    assert not done.failure, done.stderr
    x = torch.randn(4, 5)
    for found, expected in zip(outputs(tmp_path, (x,)), WritesTwice()(x), strict=True):
        torch.testing.assert_close(torch.from_numpy(found), expected)


class WritesColumns(nn.Module):
    """A column and a transposed tensor are written: views by strides."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        total = x * 2
        accumulate(total[:, 1], x[0])
        other = x.exp()
        accumulate(other.t(), x)
        return total, other


class WritesTransposed(nn.Module):
    """The memory of what is written is column-major, which the call does not tell."""

    def forward(self, x: Tensor) -> tuple[Tensor, ...]:
        total = x.t() * 2
        accumulate(total[:, 1], x[0])
        return total, x


def test_auto_functionalized_strides(tmp_path: Path) -> None:
    """Views by strides are written where the order of memory is known, else refused."""
    library = tmp_path / "library.mlir"
    library.write_text(_BOTH)
    x = torch.randn(4, 4)
    for model in (WritesColumns(), WritesTransposed()):
        program = torch.export.export(model, (x,)).run_decompositions()
        torch.export.save(program, tmp_path / "model.pt2")
        done = convert(
            tmp_path / "model.pt2", tmp_path / "model.onnx", (f"--ops-library={library}",)
        )
        if isinstance(model, WritesTransposed):
            assert "a view by strides, expected a tensor in row-major order" in done.stderr
            continue
        assert not done.failure, done.stderr
        for found, expected in zip(outputs(tmp_path, (x,)), model(x), strict=True):
            torch.testing.assert_close(torch.from_numpy(found), expected)


def test_auto_functionalized_nodes(tmp_path: Path) -> None:
    """Kept or mapped, the node gives the new values of what the operator writes."""
    program = torch.export.export(WritesTwice(), (torch.randn(4, 5),)).run_decompositions()
    torch.export.save(program, tmp_path / "model.pt2")
    for options, names in (
        (("--unsupported=keep",), ["shop.accumulate_functional.default", "shop.both_functional.default"]),
        (
            ("--map-op=shop::accumulate_functional=shop:Add", "--map-op=shop::both_functional=shop:Both:3"),
            ["Add", "Both"],
        ),
    ):
        done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", options)
        assert not done.failure, done.stderr
        assert "kept without a schema" not in done.stderr
        nodes = [n for n in onnx.load(tmp_path / "model.onnx").graph.node if n.domain]
        assert [node.op_type for node in nodes] == names
        assert [len(node.output) for node in nodes] == [1, 3]


class Composite(nn.Module):
    """An operator that the compiler makes of others, and one of a library."""

    def forward(self, x: Tensor) -> Tensor:
        return torch.ops.aten.tanh_backward(x, x) + torch.special.bessel_j0(x)


def test_with_mapped_operators(libraries: Path, tmp_path: Path) -> None:
    """What --map-op names stays whole where there is a library, too."""
    _, model = run(
        Composite(), (torch.rand(2, 3),), libraries / "missing.mlir", tmp_path,
        ("--map-op=aten::tanh_backward=shop:Slope",),
    )
    assert model
    assert [n.op_type for n in model.graph.node if n.domain] == ["Slope"]


class ManyKinds(nn.Module):
    """Every kind of argument that a custom operator may have."""

    def forward(self, x: Tensor, y: Tensor) -> tuple[Tensor, ...]:
        first = torch.ops.shop.kinds(
            x, None, [x, y], [None, y], 3, 0.1, True, "text", [1, 2], [0.5], [True, False],
            torch.float16, None, x.shape[0], [x.shape[0], 2], float("inf"), ["a", "b"],
        )
        return first, torch.ops.shop.split(x, 2)[1]


_KINDS = torch.library.Library("shop", "FRAGMENT")
_KINDS.define(
    "kinds(Tensor x, Tensor? a, Tensor[] b, Tensor?[] c, int d, float e, bool f, str g, int[] h, "
    "float[] i, bool[] j, ScalarType k, int? l, SymInt m, SymInt[] n, Scalar o, str[] p) -> Tensor"
)
_KINDS.define("split(Tensor x, int parts) -> Tensor[]")
torch.library.impl(_KINDS, "kinds", "CompositeExplicitAutograd")(lambda x, *rest: x + 1)
torch.library.impl(_KINDS, "split", "CompositeExplicitAutograd")(
    lambda x, parts: [x.clone() for _ in range(parts)]
)


def test_every_kind_is_kept(tmp_path: Path) -> None:
    """A kept node has the whole call; nothing is lost on the way."""
    rows = torch.export.Dim("n")
    program = torch.export.export(
        ManyKinds(), (torch.randn(3, 2), torch.randn(3, 2)), dynamic_shapes=({0: rows}, {0: rows})
    )
    torch.export.save(program, tmp_path / "model.pt2")
    done = convert(tmp_path / "model.pt2", tmp_path / "model.onnx", ("--unsupported=keep",))
    assert not done.failure, done.stderr
    nodes = {n.op_type: n for n in onnx.load(tmp_path / "model.onnx").graph.node if n.domain}
    kinds = nodes["shop.kinds.default"]
    values = {a.name: onnx.helper.get_attribute_value(a) for a in kinds.attribute}
    call = json.loads(values["torch_arguments"])
    given = [(item["name"], item["value"]) for item in call]
    assert given == [
        ("x", {"input": 0}), ("a", None), ("b", [{"input": 1}, {"input": 2}]),
        ("c", [None, {"input": 3}]), ("d", 3), ("e", 0.1), ("f", True), ("g", "text"),
        ("h", [1, 2]), ("i", [0.5]), ("j", [True, False]), ("k", {"dtype": "f16"}), ("l", None),
        ("m", {"input": 4}), ("n", [{"input": 5}, 2]), ("o", {"float": "inf"}),
        ("p", ["a", "b"]),
    ]
    assert len(kinds.input) == 6
    names = [value.name for value in onnx.load(tmp_path / "model.onnx").graph.input]
    assert list(kinds.input[:4]) == [names[0], names[0], names[1], names[1]]
    assert (values["d"], values["f"], values["g"], values["k"]) == (3, 1, b"text", 10)
    assert list(values["h"]) == [1, 2] and list(values["j"]) == [1, 0]
    assert len(nodes["shop.split.default"].output) == 2
