"""Cutting a part out of an ONNX model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torch_onnx_mlir._support.lazy_modules import onnx
from torch_onnx_mlir.verification import Model, _loaded


def _inputs_of(node: onnx.NodeProto) -> Iterator[str]:
    """What a node reads, its subgraphs included."""
    yield from (name for name in node.input if name)
    for attribute in node.attribute:
        for graph in [attribute.g] if attribute.HasField("g") else attribute.graphs:
            own = {value.name for value in graph.input} | {t.name for t in graph.initializer}
            own |= {name for inner in graph.node for name in inner.output}
            for inner in graph.node:
                yield from (name for name in _inputs_of(inner) if name not in own)
            yield from (value.name for value in graph.output if value.name not in own)


def extract(model: Model, inputs: Sequence[str], outputs: Sequence[str]) -> onnx.ModelProto:
    """The part of a model between some of its values.

    Args:
        model: A model: its path, its bytes, a ModelProto or an ONNXProgram.
        inputs: The names of the values that the part takes.
        outputs: Those of the values that it gives.

    Returns:
        A model with these inputs and outputs.

    Raises:
        ValueError: The model has no such value, or the outputs depend on inputs of the
            model that `inputs` does not have; the text names them.
    """
    source = _loaded(model)
    graph = source.graph
    producers = {name: node for node in graph.node for name in node.output if name}
    weights = {tensor.name: tensor for tensor in graph.initializer}
    types = {v.name: v for v in (*graph.value_info, *graph.input, *graph.output)}
    known = producers.keys() | weights.keys() | {value.name for value in graph.input}
    if unknown := [name for name in (*inputs, *outputs) if name not in known]:
        raise ValueError(f"the model has no values {', '.join(unknown)}")
    needed: set[int] = set()
    used: set[str] = set()
    missing: list[str] = []
    pending = list(outputs)
    while pending:
        name = pending.pop()
        if name in used or name in inputs:
            continue
        used.add(name)
        if name in producers:
            needed.add(id(producers[name]))
            pending.extend(_inputs_of(producers[name]))
        elif name not in weights:
            missing.append(name)
    if missing:
        order = [value.name for value in graph.input if value.name in missing]
        raise ValueError(
            f"{', '.join(outputs)} need inputs of the model that are not given: {', '.join(order)}"
        )
    part = onnx.ModelProto()
    part.CopyFrom(source)
    part.graph.ClearField("node")
    part.graph.ClearField("input")
    part.graph.ClearField("output")
    part.graph.ClearField("initializer")
    part.graph.node.extend(node for node in graph.node if id(node) in needed)
    part.graph.initializer.extend(tensor for name, tensor in weights.items() if name in used)
    for names, field in ((inputs, part.graph.input), (outputs, part.graph.output)):
        for name in names:
            if name in types:
                field.append(types[name])
            elif name in weights:
                tensor = weights[name]
                field.append(
                    onnx.helper.make_tensor_value_info(name, tensor.data_type, tensor.dims)
                )
            else:
                field.append(onnx.helper.make_empty_tensor_value_info(name))
    inside = used - set(inputs) - set(outputs)
    infos = [value for value in graph.value_info if value.name in inside]
    part.graph.ClearField("value_info")
    part.graph.value_info.extend(infos)
    return part
