"""Which operators a program uses."""

from __future__ import annotations

from collections import Counter

import torch


def count_targets(program: torch.export.ExportedProgram) -> dict[str, int]:
    """Operators of a program and its subgraphs, with the number of nodes of each."""
    counts: Counter[str] = Counter()
    for module in program.graph_module.modules():
        if isinstance(module, torch.fx.GraphModule):
            for node in module.graph.nodes:
                if node.op == "call_function":
                    overload = isinstance(node.target, torch._ops.OpOverload)
                    name = getattr(node.target, "__name__", str(node.target))
                    counts[str(node.target) if overload else name] += 1
    return dict(counts.most_common())
