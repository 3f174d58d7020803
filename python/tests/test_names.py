"""Names of values and metadata of nodes, by which tools for torch.onnx's models find them."""

from __future__ import annotations

import ast
import dataclasses
import operator
import pathlib
import re
from typing import Any

import onnx
import pytest
import torch
import torch_onnx_mlir
from torch import nn
from torch.onnx import verification
from torch_onnx_mlir._support import torch_internals as _torch

from .features import needs_verify_onnx_program


class Attention(nn.Module):
    """A transformer's layer: fusions of Gemm, of normalizations, of transposes."""

    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
        self.heads = nn.ModuleList([nn.Linear(16, 4), nn.Linear(16, 4)])

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.layer(x)
        return torch.stack([head(y).relu() for head in self.heads]).sum(0) * 2


class Images(nn.Module):
    """Batch normalization is merged, an activation in place is not in place."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(inplace=True))
        self.second = nn.Conv2d(8, 4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.second(self.first(x))
        y[:, 0].mul_(2)
        z = y.clone().permute(0, 2, 3, 1).flatten(1)
        return torch.nn.functional.gelu(z + 1).softmax(-1)


class Parts(nn.Module):
    """Nodes with several values, integers, values of no elements, constants."""

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, ...]:
        first, second = x.split([1, 3], dim=1)
        values, places = torch.topk(second, 2)
        mask = (torch.arange(3) * 2 - 1).to(torch.float32)
        total = (second @ mask.unsqueeze(1)).sum() + values.double().mean().float()
        return first + total, places * 2 + 1, torch.nn.functional.pad(values, (0, 1)).exp()


CASES = {
    "attention": (Attention(), torch.randn(2, 5, 16)),
    "images": (Images(), torch.randn(2, 3, 8, 8)),
    "parts": (Parts(), torch.randn(2, 4)),
}


def values_of_nodes(
    program: torch.export.ExportedProgram, *args: torch.Tensor
) -> dict[str, torch.Tensor]:
    """What each node of a program computes, as it is then."""
    found: dict[str, torch.Tensor] = {}

    class Recorder(torch.fx.Interpreter):
        def run_node(self, n: torch.fx.Node) -> Any:
            result = super().run_node(n)
            if n.op == "call_function" and isinstance(result, torch.Tensor):
                found[n.name] = result.detach().clone()
            return result

    with torch.no_grad():
        Recorder(program.module()).run(*args)
    return found


@pytest.mark.parametrize("optimize", [True, False])
@pytest.mark.parametrize("opset", [11, 20])
@pytest.mark.parametrize("case", CASES)
def test_values_are_called_as_their_nodes(case: str, opset: int, optimize: bool) -> None:
    module, x = CASES[case]
    program = torch_onnx_mlir.export(module.eval(), (x,), opset_version=opset, optimize=optimize)
    expected = values_of_nodes(program.exported_program, x)
    named = [
        name for node in program.model_proto.graph.node for name in node.output if name in expected
    ]
    assert len(named) >= 4
    for name, value in zip(named, program.compute_values(named, (x,)), strict=True):
        torch.testing.assert_close(value, expected[name], rtol=1e-4, atol=1e-5, msg=name)


@pytest.mark.parametrize("opset", [18, 23])
@pytest.mark.parametrize("kind", ["Bert", "Llama", "ViT"])
def test_values_of_transformers(kind: str, opset: int) -> None:
    """Here attention, rotary positions and normalizations become single nodes."""
    transformers = pytest.importorskip("transformers")
    sizes: dict[str, Any] = {
        "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64,
    }  # fmt: skip
    more = {
        "Bert": {"vocab_size": 50},
        "Llama": {"vocab_size": 50, "num_key_value_heads": 2, "use_cache": False},
        "ViT": {"image_size": 16, "patch_size": 8},
    }[kind]
    config = getattr(transformers, f"{kind}Config")(**sizes, **more)
    model = getattr(transformers, f"{kind}Model")(config).eval()
    x = torch.randn(2, 3, 16, 16) if kind == "ViT" else torch.randint(0, 50, (2, 7))
    program = torch_onnx_mlir.export(model, (x,), opset_version=opset)
    expected = values_of_nodes(program.exported_program, x)
    made = [name for node in program.model_proto.graph.node for name in node.output]
    named = [name for name in made if name in expected]
    assert len(named) > len(made) / 3
    for name, value in zip(named, program.compute_values(named, (x,)), strict=True):
        torch.testing.assert_close(value, expected[name], rtol=1e-3, atol=1e-4, msg=name)


@needs_verify_onnx_program
def test_torch_onnx_finds_the_values() -> None:
    """torch.onnx's own comparison goes by the names."""
    program = torch_onnx_mlir.export(Attention().eval(), (torch.randn(2, 5, 16),))
    infos = verification.verify_onnx_program(program, compare_intermediates=True)
    assert len(infos) >= 8
    assert max(info.max_abs_diff for info in infos) < 1e-4


def test_names_of_the_caller_count_more() -> None:
    program = torch_onnx_mlir.export(
        Attention().eval(), (torch.randn(2, 5, 16),), input_names=["stack"], output_names=["sum_1"]
    )
    graph = program.model_proto.graph
    assert graph.input[0].name == "stack" and graph.output[0].name == "sum_1"
    names = [name for node in graph.node for name in node.output]
    assert len(set(names)) == len(names) and "stack" not in names


def metadata(model: onnx.ModelProto) -> list[dict[str, str]]:
    return [{entry.key: entry.value for entry in node.metadata_props} for node in model.graph.node]


@pytest.mark.parametrize("opset", [18, 20, 23])
def test_modules_of_nodes(opset: int) -> None:
    """As torch.onnx writes them, whose lists are read here, too."""
    model, args = Attention().eval(), (torch.randn(2, 5, 16),)
    ours = torch_onnx_mlir.export(model, args, opset_version=opset).model_proto
    theirs = torch.onnx.export(model, args, opset_version=opset, dynamo=True, verbose=False)
    assert theirs is not None
    assert ours.ir_version >= 10

    def scopes(entries: dict[str, str]) -> list[tuple[str, str]]:
        names = ast.literal_eval(entries["pkg.torch.onnx.name_scopes"])
        classes = ast.literal_eval(entries["pkg.torch.onnx.class_hierarchy"])
        return list(zip(names, classes, strict=True))

    expected = {tuple(scopes(entries)[:-1]) for entries in metadata(theirs.model_proto)}
    found = {tuple(scopes(entries)[:-1]) for entries in metadata(ours)}
    assert found <= expected
    assert (("", f"{__name__}.Attention"), ("heads.1", "torch.nn.modules.linear.Linear")) in found
    nodes = {(name, target) for entries in metadata(ours) for name, target in scopes(entries)[-1:]}
    program = torch.export.export(model, args)
    targets = {
        (node.name, str(node.target))
        for node in program.graph.nodes
        if node.target is not operator.getitem
    }
    assert nodes <= targets


def test_old_opsets_have_no_metadata() -> None:
    """Their readers do not know the version of the format that has it."""
    model = torch_onnx_mlir.export(Attention().eval(), (torch.randn(2, 5, 16),), opset_version=17)
    assert model.model_proto.ir_version == 8
    assert not any(metadata(model.model_proto))


class Choice(nn.Module):
    """A graph inside of a graph, a weight that is no parameter, an argument that is no input."""

    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(4, 4)
        self.register_buffer("shift", torch.ones(4), persistent=False)

    def forward(self, x: torch.Tensor, count: int, y: torch.Tensor) -> tuple[torch.Tensor, ...]:
        z = self.linear(x) + self.shift
        z = torch.cond(z.sum() > 0, lambda v: v.relu() * 2, lambda v: v - y, (z,))
        return z * count, (z - 1).exp()


def all_metadata(model: onnx.ModelProto) -> dict[str, dict[str, str]]:
    """Of the graph, of its inputs and of its outputs."""
    graph = model.graph
    found = {"": graph.metadata_props}
    found |= {value.name: value.metadata_props for value in (*graph.input, *graph.output)}
    return {name: {entry.key: entry.value for entry in props} for name, props in found.items()}


def test_all_metadata_of_torch_onnx() -> None:
    """The texts are those of torch.onnx, but that its program is decomposed."""
    x, rows = torch.randn(3, 4), {0: torch.export.Dim("rows")}
    program = torch.export.export(Choice().eval(), (x, 3, x), dynamic_shapes=(rows, None, rows))
    names: Any = {"input_names": ["first"], "output_names": ["product"]}
    ours = torch_onnx_mlir.export(program, metadata="all", **names).model_proto
    theirs = torch.onnx.export(program, dynamo=True, verbose=False, **names)
    assert theirs is not None

    def with_numbers_of_decomposition(text: str) -> str:
        return re.sub(r"(mul|exp)_\d+", r"\1", text)

    found, expected = all_metadata(ours), all_metadata(theirs.model_proto)
    assert {name: list(entries) for name, entries in found.items()} == {
        name: list(entries) for name, entries in expected.items()
    }
    assert found["first"] == expected["first"]
    assert found["first"]["pkg.torch.onnx.original_node_name"] == "x"
    for name, entries in found.items():
        for key, text in entries.items():
            other = expected[name][key]
            assert with_numbers_of_decomposition(text) == with_numbers_of_decomposition(other)

    theirs_by_text = {e["pkg.torch.onnx.fx_node"]: e for e in metadata(theirs.model_proto)}
    if not any(field.name == "name" for field in dataclasses.fields(_torch.find("schema").Node)):
        pytest.skip("torch.export.save does not write the names of branches")
    texts = {node.format_node() for node in program.graph.nodes}
    inner = [m for m in program.graph_module.modules() if isinstance(m, torch.fx.GraphModule)]
    texts |= {node.format_node() for module in inner for node in module.graph.nodes}
    by_text = {e.get("pkg.torch.onnx.fx_node"): e for e in metadata(ours)}
    del by_text[None]  # of the product: the inner graph has a node of the same name
    assert set(by_text) <= texts and len(by_text) >= 5
    linear = next(n.format_node() for n in program.graph.nodes if n.name == "linear")
    assert by_text[linear] == theirs_by_text[linear]
    assert "test_names.py" in by_text[linear]["pkg.torch.onnx.stack_trace"]
    cond = next(entries for text, entries in by_text.items() if text.startswith("%cond "))
    assert "higher_order.cond" in cond["pkg.torch.onnx.fx_node"]


def test_metadata_of_a_name_that_two_graphs_have() -> None:
    """Which of the two nodes it is, is not known: the text of neither is written."""

    class Twice(nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return torch.cond(x.sum() > 0, lambda v: v * 2, lambda v: v - 1, (x,)) * 3

    model = torch_onnx_mlir.export(Twice(), (torch.randn(3),), metadata="all").model_proto
    last = metadata(model)[-1]
    assert model.graph.node[-1].op_type == "Mul" and "pkg.torch.onnx.name_scopes" in last
    assert "pkg.torch.onnx.fx_node" not in last


def test_metadata_is_a_choice(tmp_path: pathlib.Path) -> None:
    args = (torch.randn(2, 5, 16),)
    for opset, choice in [(20, "modules"), (17, "all")]:
        model = torch_onnx_mlir.export(
            Attention().eval(), args, opset_version=opset, metadata=choice
        ).model_proto
        assert not any("pkg.torch.onnx.fx_node" in entries for entries in metadata(model))
        assert not any(all_metadata(model).values())
    path = tmp_path / "model.onnx"
    torch_onnx_mlir.export(Attention().eval(), args, path, metadata="all")
    assert any("pkg.torch.onnx.fx_node" in entries for entries in metadata(onnx.load(path)))
    with pytest.raises(ValueError, match="metadata cannot be 'none'"):
        torch_onnx_mlir.export(Attention().eval(), args, metadata="none")
