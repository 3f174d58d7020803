"""Compares a model with functions with the one without."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import onnx
import onnx.inliner
import torch

from integration.common import compiler, runtime
from integration.common.archive import Archive


def count(graph: onnx.GraphProto | onnx.FunctionProto) -> Counter[str]:
    """The operators of a graph and its subgraphs; constants are no nodes of a graph
    without functions."""
    counts = Counter(node.op_type for node in graph.node if node.op_type != "Constant")
    for node in graph.node:
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                counts += count(inner)
    return counts


def _equal(ours: torch.Tensor, theirs: torch.Tensor, exact: bool) -> None:
    if exact or not theirs.is_floating_point():
        torch.testing.assert_close(ours, theirs, rtol=0, atol=0, equal_nan=True)
        return
    finite = theirs.double().nan_to_num(0.0, 0.0, 0.0)
    scale = finite.abs().max().item() if finite.numel() else 0.0
    torch.testing.assert_close(ours, theirs, rtol=1e-4, atol=1e-5 * scale, equal_nan=True)


def without_modules(program: Path, path: Path) -> Path:
    """Writes a program whose nodes do not say which modules they are of."""
    archive = Archive(program.read_bytes())
    name = "models/model.json"
    content = archive.json(name)
    graphs = [content["graph_module"]["graph"]]
    while graphs:
        for node in graphs.pop()["nodes"]:
            for key in ("nn_module_stack", "source_fn_stack", "torch_fn"):
                node["metadata"].pop(key, None)
            for argument in node["inputs"]:
                if "as_graph" in argument["arg"]:
                    graphs.append(argument["arg"]["as_graph"]["graph"])
    path.write_bytes(archive.replaced(name, content))
    return path


def _is_random(model: onnx.ModelProto) -> bool:
    """Whether runs differ."""
    kinds = {"RandomNormal", "RandomNormalLike", "RandomUniform", "RandomUniformLike"}
    kinds |= {"Bernoulli", "Multinomial", "Dropout"}
    return bool(kinds & count(model.graph).keys())


def check(
    program: Path,
    inputs: Sequence[Sequence[torch.Tensor]],
    folder: Path,
    options: tuple[str, ...] = (),
    mode: str = "modules",
    ways: Sequence[bool] = (False, True),
) -> onnx.ModelProto:
    """Converts with functions and without: the checker takes both, ONNX Runtime gives
    the same bits without its optimizations and the same numbers with them (`ways`), and
    onnx's inliner leaves the same nodes.  Returns the model with functions."""
    models = {}
    for name in ("none", mode):
        path = folder / f"{name}.onnx"
        done = compiler.convert(program, path, (f"--functions={name}", *options))
        assert not done.failure, done.stderr
        models[name] = path
    outlined = onnx.load(models[mode], load_external_data=False)
    flat = onnx.load(models["none"], load_external_data=False)
    inlined = onnx.inliner.inline_local_functions(outlined)
    assert count(inlined.graph) == count(flat.graph)
    for optimized in () if _is_random(flat) else ways:
        sessions = [
            runtime.Session(path, optimized=optimized) for path in models.values()
        ]
        for tensors in inputs:
            expected, actual = (session.run(tensors) for session in sessions)
            for ours, theirs in zip(actual, expected, strict=True):
                _equal(ours, theirs, exact=not optimized)
    return outlined


def calls(graph: onnx.GraphProto | onnx.FunctionProto) -> list[str]:
    """Nodes but constants, in order."""
    return [node.op_type for node in graph.node if node.op_type != "Constant"]
