"""The JSON of programs is what PyTorch's own serializer gives."""

from __future__ import annotations

import gc
import json
import tracemalloc
from typing import Any

import pytest
import torch
from torch_onnx_mlir._compiler.serialize import serialize
from torch_onnx_mlir._support import torch_internals as _torch

from .models import Count, Mlp, Nested, Norm

if not _torch.has_serializer():
    pytest.skip("programs are written by torch.export.save", allow_module_level=True)

from torch._export.serde.serialize import GraphModuleSerializer, SerializeError, _to_json_bytes

X = torch.randn(4, 6)
ROWS = torch.export.Dim("rows", min=2)


class Arguments(torch.nn.Module):
    """Arguments of all kinds."""

    def forward(self, x: torch.Tensor, index: torch.Tensor) -> Any:
        rows = x.shape[0]
        parts = torch.split(x.reshape(rows * 2, 3), [rows, rows])
        y = torch.cat([parts[0], parts[1], parts[0]], 1)
        y = torch.nn.functional.pad(y, (0, 1), value=float("-inf")).clamp(-5.0)
        y = y[:, None, index].to(torch.float64).contiguous(memory_format=torch.contiguous_format)
        z = torch.full((rows, 2), 1, dtype=torch.int32, device="cpu")
        whole = torch.ops.aten.index.Tensor(x, [None, index])
        return y.sum(dim=[0], keepdim=True), z, (whole, x.new_zeros(())), rows


class Branch(torch.nn.Module):
    """A graph inside of a graph, with names that both have."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cond(x.sum() > 0, lambda y: (y + 1).relu(), lambda y: y - 1, (x + 1,))


class Unbacked(torch.nn.Module):
    """A size that depends on data."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.nonzero(x) + 1


def _without_code(value: Any) -> Any:
    """The JSON without the lines of code in stack traces."""
    if isinstance(value, list):
        return [_without_code(item) for item in value]
    if not isinstance(value, dict):
        return value
    value = {key: _without_code(item) for key, item in value.items()}
    if "stack_trace" in value:
        lines = value["stack_trace"].splitlines()
        value["stack_trace"] = "\n".join(line for line in lines if line.lstrip().startswith("File "))
    return value


@pytest.mark.parametrize(
    ("model", "args", "shapes"),
    [
        (Mlp(), (torch.randn(4, 64),), ({0: ROWS},)),
        (Norm(), (torch.randn(1, 3, 8, 8),), None),
        (Count(), (X,), None),
        (Nested(), ([X, X + 1], {"scale": X, "offset": X}), None),
        (Arguments(), (X, torch.tensor([0, 2])), ({0: ROWS}, None)),
        (Branch(), (X,), ({0: ROWS},)),
        (Unbacked(), (X,), None),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, torch.nn.Module) else "",
)
@pytest.mark.parametrize("decomposed", [False, True])
def test_same(model: torch.nn.Module, args: Any, shapes: Any, decomposed: bool) -> None:
    program = torch.export.export(model.eval(), args, dynamic_shapes=shapes, strict=False)
    if decomposed:
        program = program.run_decompositions()
    before = dict(vars(program.graph_module))
    content = json.loads(serialize(program))
    assert vars(program.graph_module) == before
    serializer = GraphModuleSerializer(program.graph_signature, program.module_call_graph)
    expected = json.loads(_to_json_bytes(serializer.serialize(program.graph_module)))
    assert content["graph_module"] == _without_code(expected)
    places = [node["metadata"]["stack_trace"] for node in content["graph_module"]["graph"]["nodes"]
              if "stack_trace" in node["metadata"]]  # fmt: skip
    assert places and all(place.startswith('File "') for place in places)


def test_errors_are_those_of_pytorch() -> None:
    program = torch.export.export(Mlp().eval(), (torch.randn(4, 64),))
    node = next(n for n in program.graph.nodes if n.op == "call_function")
    node.args = (*node.args[:1], object())
    with pytest.raises(SerializeError, match="Unsupported argument type"):
        serialize(program)
    assert "print_readable" not in vars(program.graph_module)


def test_the_objects_of_one_node_are_in_memory_at_a_time() -> None:
    layers = [torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.ReLU()) for _ in range(200)]
    program = torch.export.export(torch.nn.Sequential(*layers).eval(), (torch.randn(4, 8),))
    serialize(program)  # what is imported and cached at the first time
    gc.collect()
    gc.disable()
    tracemalloc.start()
    try:
        text = serialize(program)
        left, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
        gc.enable()
    assert len(text) > 500_000
    assert peak < 3 * len(text)
    assert left < 2 * len(text)  # what it was made of does not wait for the collector
