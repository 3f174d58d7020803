"""A model of half precision as a runtime with kernels of half precision runs it.

ONNX Runtime's CPU provider has few kernels of float16: it runs neighbours in
float32 and leaves the rounding between them out.  A model that is rewritten here
is float32 throughout and rounds every result of a node, which shows where a
lowering rounds more often than eager.
"""

from __future__ import annotations

from collections.abc import Mapping

import onnx
from onnx import AttributeProto, GraphProto, NodeProto, TensorProto, helper

from integration.common.submodel import subgraphs

_NARROW = (TensorProto.FLOAT16, TensorProto.BFLOAT16)


def _widen(tensor: TensorProto) -> None:
    if tensor.data_type in _NARROW:
        array = onnx.numpy_helper.to_array(tensor).astype("float32")
        tensor.CopyFrom(onnx.numpy_helper.from_array(array, tensor.name))


def _rename(graph: GraphProto, names: Mapping[str, str]) -> None:
    """Other names for values that are read; subgraphs read those around them."""
    for node in graph.node:
        node.input[:] = [names.get(name, name) for name in node.input]
        for inner in subgraphs(node):
            _rename(inner, names)
            for output in inner.output:
                output.name = names.get(output.name, output.name)


def _cast(name: str, result: str, element_type: int) -> NodeProto:
    return helper.make_node("Cast", [name], [result], to=element_type)


def _round_results(node: NodeProto, types: Mapping[str, int]) -> list[NodeProto]:
    """The node and the casts that round its results of half precision."""
    if node.op_type == "Constant":
        return [node]
    casts = []
    for place, name in enumerate(node.output):
        if (narrow := types.get(name)) not in _NARROW:
            continue
        rounded = f"{name}/rounded"
        if node.op_type == "Cast":  # from wider ones it rounds once
            node.output[place] = rounded
        else:
            node.output[place] = f"{name}/exact"
            casts.append(_cast(node.output[place], rounded, narrow))
        casts.append(_cast(rounded, name, TensorProto.FLOAT))
    return [node, *casts]


def _rewrite(graph: GraphProto, outer: Mapping[str, int]) -> None:
    """Makes all values of half precision float32, those of the interface included."""
    values = [*graph.value_info, *graph.input, *graph.output]
    types = {**outer, **{v.name: v.type.tensor_type.elem_type for v in values}}
    types.update({tensor.name: tensor.data_type for tensor in graph.initializer})
    for tensor in graph.initializer:
        _widen(tensor)
    for value in (*graph.input, *graph.output):
        if value.type.tensor_type.elem_type in _NARROW:
            value.type.tensor_type.elem_type = TensorProto.FLOAT
    nodes = []
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == AttributeProto.TENSOR:
                _widen(attribute.t)
            elif attribute.name == "dtype" and attribute.i in _NARROW:
                attribute.i = TensorProto.FLOAT
        for inner in subgraphs(node):
            _rewrite(inner, types)
        nodes += _round_results(node, types)
    del graph.value_info[:]
    del graph.node[:]
    graph.node.extend(nodes)


def round_every_node(model: onnx.ModelProto) -> onnx.ModelProto:
    """The model with a rounding after each node; inputs and outputs stay narrow."""
    result = onnx.ModelProto()
    result.CopyFrom(model)
    graph = result.graph
    inputs = {v.name: v.type.tensor_type.elem_type for v in graph.input}
    outputs = {v.name: v.type.tensor_type.elem_type for v in graph.output}
    _rewrite(graph, {})
    first, last = [], []
    for value in graph.input:
        if (narrow := inputs[value.name]) in _NARROW:
            value.type.tensor_type.elem_type = narrow
            first.append(_cast(value.name, f"{value.name}/wide", TensorProto.FLOAT))
    _rename(graph, {cast.input[0]: cast.output[0] for cast in first})
    for value in graph.output:
        if (narrow := outputs[value.name]) in _NARROW:
            value.type.tensor_type.elem_type = narrow
            last.append(_cast(f"{value.name}/wide", value.name, narrow))
    names = {cast.output[0]: cast.input[0] for cast in last}
    _rename(graph, names)
    for node in graph.node:
        node.output[:] = [names.get(name, name) for name in node.output]
    for tensor in graph.initializer:
        tensor.name = names.get(tensor.name, tensor.name)
    nodes = [*first, *graph.node, *last]
    del graph.node[:]
    graph.node.extend(nodes)
    return result
