"""`python -m bench.count MODEL.onnx` prints the number of nodes, those of
subgraphs included."""

from __future__ import annotations

import sys

import onnx


def count(graph: onnx.GraphProto) -> int:
    """Nodes of a graph and of all graphs in it."""
    total = len(graph.node)
    for node in graph.node:
        for attribute in node.attribute:
            total += sum(map(count, [attribute.g, *attribute.graphs]))
    return total


if __name__ == "__main__":
    print(f"nodes {count(onnx.load(sys.argv[1], load_external_data=False).graph)}")
