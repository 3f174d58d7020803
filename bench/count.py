"""`python -m bench.count MODEL.onnx` prints the number of nodes, those of
subgraphs included."""

from __future__ import annotations

import sys
from collections import Counter

import onnx


def count_by_type(graph: onnx.GraphProto) -> Counter[str]:
    """Nodes of a graph and of all graphs in it, by operator."""
    counts = Counter(node.op_type for node in graph.node)
    for node in graph.node:
        for attribute in node.attribute:
            for inner in [attribute.g, *attribute.graphs]:
                counts += count_by_type(inner)
    return counts


def count(graph: onnx.GraphProto) -> int:
    """Nodes of a graph and of all graphs in it."""
    return count_by_type(graph).total()


if __name__ == "__main__":
    print(f"nodes {count(onnx.load(sys.argv[1], load_external_data=False).graph)}")
