# ===- scripts.py - programs that tests of the importer save ---------------=== #
#
# Writes archives with torch.jit.save, into the current folder.
#
# ===----------------------------------------------------------------------=== #

import torch


def save_script(**programs):
    """Scripts each module or function, and saves it as NAME.pt."""
    for name, program in programs.items():
        torch.jit.script(program).save(f"{name}.pt")


def save_trace(name, program, *example):
    """Traces a module or a function with an example."""
    torch.jit.trace(program, example, check_trace=False).save(f"{name}.pt")


def count_nodes(path, *kinds):
    """How many nodes of each kind a model has, in all graphs: "Loop: 1, If: 0"."""
    import onnx

    def walk(graph):
        for node in graph.node:
            yield node.op_type
            for attribute in node.attribute:
                yield from walk(attribute.g)

    found = list(walk(onnx.load(path).graph))
    return ", ".join(f"{kind}: {found.count(kind)}" for kind in kinds)
