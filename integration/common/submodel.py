"""Cuts a model down to some of its outputs, to find what a runtime refuses."""

from __future__ import annotations

from collections.abc import Iterable

import onnx


def subgraphs(node: onnx.NodeProto) -> Iterable[onnx.GraphProto]:
    """The bodies of a loop or a branch."""
    for attribute in node.attribute:
        if attribute.HasField("g"):
            yield attribute.g
        yield from attribute.graphs


def _reads(node: onnx.NodeProto) -> Iterable[str]:
    """Names that a node reads, also inside of its subgraphs."""
    yield from node.input
    for graph in subgraphs(node):
        for inner in graph.node:
            yield from _reads(inner)
        yield from (value.name for value in graph.output)


def submodel(model: onnx.ModelProto, outputs: list[str]) -> onnx.ModelProto:
    """The model with only these outputs and what they need; inputs stay."""
    graph = model.graph
    producers = {name: node for node in graph.node for name in node.output}
    needed: set[str] = set()
    pending = list(outputs)
    while pending:
        name = pending.pop()
        if name and name not in needed:
            needed.add(name)
            if name in producers:
                node = producers[name]
                needed.update(node.output)
                pending += _reads(node)
    result = onnx.ModelProto()
    result.CopyFrom(model)
    part = result.graph
    for field, keep in (
        ("node", [n for n in graph.node if needed.intersection(n.output)]),
        ("initializer", [t for t in graph.initializer if t.name in needed]),
        ("output", [o for o in graph.output if o.name in outputs]),
        ("value_info", [v for v in graph.value_info if v.name in needed]),
    ):
        part.ClearField(field)
        getattr(part, field).extend(keep)
    return result
