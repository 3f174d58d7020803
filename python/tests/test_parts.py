"""Cutting parts out of models, and finding the pass that makes one wrong."""

from __future__ import annotations

import pathlib
from typing import Any

import onnx
import pytest
import torch
import torch_onnx_mlir
from torch_onnx_mlir._verification import bisect as _bisect

from .features import overriding
from .models import Mlp

X = torch.randn(4, 64)


class Two(torch.nn.Module):
    """Two inputs that meet late."""

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        a, b = x.exp(), y.sin()
        return a * b, a.sum()


def run(model: onnx.ModelProto, *inputs: torch.Tensor) -> list[torch.Tensor]:
    """What ONNX Runtime computes."""
    onnx.checker.check_model(model, full_check=True)
    names = [value.name for value in model.graph.input]
    session = torch_onnx_mlir._model.runtime.default_session(model.SerializeToString())
    values = {name: given.numpy() for name, given in zip(names, inputs, strict=True)}
    return [torch.from_numpy(value) for value in session.run(None, values)]


def test_extract(tmp_path: pathlib.Path) -> None:
    model = Mlp().eval()
    program = torch_onnx_mlir.export(model, (X,))
    hidden = program.model.graph[1].outputs[0].name
    output = program.model.graph.outputs[0].name
    assert hidden and output
    program.save(tmp_path / "model.onnx")
    for given in (program, program.model_proto, tmp_path / "model.onnx"):
        first = torch_onnx_mlir.extract(given, ["x"], [hidden])
        (middle,) = run(first, X)
        torch.testing.assert_close(middle, model.first(X).relu())
        assert {t.name for t in first.graph.initializer} == {"first.weight", "first.bias"}
        (result,) = run(torch_onnx_mlir.extract(given, [hidden], [output]), middle)
        torch.testing.assert_close(result, model(X))


def test_extract_with_a_weight_as_input() -> None:
    model = Mlp().eval()
    program = torch_onnx_mlir.export(model, (X,))
    output = program.model.graph.outputs[0].name
    assert output
    part = torch_onnx_mlir.extract(program, ["x", "second.bias"], [output])
    (result,) = run(part, X, torch.zeros(8))
    torch.testing.assert_close(result, model(X) - model.second.bias)


def test_extract_names_what_is_missing() -> None:
    program = torch_onnx_mlir.export(Two(), (X, X), output_names=["product", "sum"])
    with pytest.raises(ValueError, match="not given: y$"):
        torch_onnx_mlir.extract(program, ["x"], ["product"])
    with pytest.raises(ValueError, match="not given: x, y$"):
        torch_onnx_mlir.extract(program, [], ["product"])
    with pytest.raises(ValueError, match="no values nobody"):
        torch_onnx_mlir.extract(program, ["x"], ["nobody"])
    (total,) = run(torch_onnx_mlir.extract(program, ["x"], ["sum"]), X)
    torch.testing.assert_close(total, X.exp().sum())


def test_extract_through_a_subgraph() -> None:
    class Branch(torch.nn.Module):
        def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
            z = y.exp()
            return torch.cond(x.sum() > 0, lambda a: a + z, lambda a: a - z, (x,))

    args = (X.abs(), torch.randn(4, 64))
    try:
        result = torch.onnx.export(Branch(), args, dynamo=True, verbose=False)
    except torch.onnx.OnnxExporterError:
        pytest.skip("torch.onnx.export refuses torch.cond")
    assert result is not None
    proto = result.model_proto
    name = proto.graph.output[0].name
    with pytest.raises(ValueError, match="not given: y$"):
        torch_onnx_mlir.extract(proto, ["x"], [name])
    (value,) = run(torch_onnx_mlir.extract(proto, ["x", "y"], [name]), *args)
    torch.testing.assert_close(value, Branch()(*args))


class Inner(torch.nn.Module):
    """A module with another one inside."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(64, 64)

    def forward(self, x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.linear(x)) * scale + 0.5


class Outer(torch.nn.Module):
    """Eleven blocks, so that one path begins with the text of another."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks = torch.nn.ModuleList(Inner() for _ in range(11))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        scale = x.exp()
        for block in self.blocks:
            x = block(x, scale)
        return torch.sigmoid(x)


@pytest.mark.parametrize("functions", ["none", "modules"])
def test_extract_module(functions: str) -> None:
    model = Outer().eval()
    program = torch_onnx_mlir.export(
        model, (X,), functions=functions, dynamic_shapes=({0: "batch"},)
    )
    part = torch_onnx_mlir.extract(program, module="blocks.1")
    names = {"blocks.1.linear.weight", "blocks.1.linear.bias"}
    assert names <= {tensor.name for tensor in part.graph.initializer}
    assert len(part.graph.initializer) <= 3  # The number is shared by all blocks.
    (value,) = run(part, X, X.exp())
    torch.testing.assert_close(value, model.blocks[1](X, X.exp()))

    inner = torch_onnx_mlir.extract(program, module="blocks.1.linear")
    (value,) = run(inner, X[:3])
    torch.testing.assert_close(value, model.blocks[1].linear(X[:3]))  # type: ignore[operator]
    assert not {f.name for f in inner.functions} - {"Linear"}

    both = torch_onnx_mlir.extract(program, module="blocks")
    (value,) = run(both, X, X.exp())
    torch.testing.assert_close(value.sigmoid(), model(X))


def test_extract_module_names_what_is_missing() -> None:
    program = torch_onnx_mlir.export(Outer().eval(), (X,), functions="modules")
    for path in ("blocks.11", "block", "blocks.1.linear.weight", "blocks.1.norm"):
        with pytest.raises(ValueError, match=f"no node of the module '{path}'"):
            torch_onnx_mlir.extract(program, module=path)
    with pytest.raises(ValueError, match="expected the path of a module"):
        torch_onnx_mlir.extract(program, module="")
    with pytest.raises(ValueError, match="not both"):
        torch_onnx_mlir.extract(program, ["x"], module="blocks.1")
    program = torch_onnx_mlir.export(Outer().eval(), (X,), opset_version=17)
    proto = program.model_proto
    for node in proto.graph.node:
        node.ClearField("metadata_props")
    with pytest.raises(ValueError, match="do not say which module"):
        torch_onnx_mlir.extract(proto, module="blocks.1")


def test_extract_module_inside_of_a_branch() -> None:
    class Branch(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(64, 64)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.cond(x.sum() > 0, lambda x: self.linear(x), lambda x: x.sin(), (x,))

    class Holder(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.branch = Branch()

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.branch(x.exp())  # type: ignore[no-any-return]

    model = Holder().eval()
    program = torch_onnx_mlir.export(model, (X,))
    (value,) = run(torch_onnx_mlir.extract(program, module="branch"), X)
    torch.testing.assert_close(value, model.branch(X))
    with pytest.raises(ValueError, match="no node of the module 'branch.linear'"):
        torch_onnx_mlir.extract(program, module="branch.linear")
    # torch.export does not say which modules are called in a branch; TorchScript does.
    proto = program.model_proto
    (branch,) = (node for node in proto.graph.node if node.op_type == "If")
    for attribute in branch.attribute:
        attribute.g.node[0].metadata_props.add(key="namespace", value="branch/linear")
    with pytest.raises(ValueError, match="inside of a branch or a loop"):
        torch_onnx_mlir.extract(proto, module="branch.linear")


def test_bisect_finds_nothing() -> None:
    program = torch_onnx_mlir.export(Mlp().eval(), (X,), dynamic_shapes=({0: "batch"},))
    found = torch_onnx_mlir.bisect(program)
    assert found.stage is None and not found.notes
    assert len(found.stages) > 10
    assert "right after the last" in str(found)


def test_bisect_finds_the_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    program = torch_onnx_mlir.export(Mlp().eval(), (X,), input_names=["a"], output_names=["b"])
    stages = _bisect._stages

    def spoilt(*args: Any) -> list[str]:
        paths = stages(*args)
        start = next(n for n, path in enumerate(paths) if path.endswith("onnx-simplify.mlir"))
        for path in map(pathlib.Path, paths[start:]):
            text = path.read_text()
            assert "onnx.Relu" in text
            path.write_text(text.replace("onnx.Relu", "onnx.Sigmoid"))
        return paths

    monkeypatch.setattr(_bisect, "_stages", spoilt)
    found = torch_onnx_mlir.bisect(program)
    assert found.stage is not None and found.stage.endswith("-onnx-simplify")
    assert "right before" in str(found) and "Mismatched" in str(found)


def test_bisect_of_a_wrong_lowering() -> None:
    class Erf(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.erf()

    program = torch_onnx_mlir.export(Erf(), (X,))
    library = torch.library.Library("aten", "IMPL")
    try:
        library.impl("erf", lambda x: torch.tanh(x) * 3, "CPU", **overriding(library))
        found = torch_onnx_mlir.bisect(program)
    finally:
        library._destroy()
    assert "as soon as it was read" in str(found)
