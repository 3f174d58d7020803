# ===- dump_onnx.py - an ONNX model as text for FileCheck -----------------=== #
#
# One line for each thing, in the order of the file, with everything that is
# set. External data is read from where the model says it is. The last line
# tells whether protobuf would write the same bytes.
#
# ===----------------------------------------------------------------------=== #

import os
import sys

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, numpy_helper


def dtype(number):
    return TensorProto.DataType.Name(number).lower()


def type_text(t):
    kind = t.WhichOneof("value")
    if kind == "sequence_type":
        return f"seq({type_text(t.sequence_type.elem_type)})"
    if kind == "optional_type":
        return f"optional({type_text(t.optional_type.elem_type)})"
    tensor = t.tensor_type
    if not tensor.HasField("shape"):
        return dtype(tensor.elem_type)
    dims = []
    for dim in tensor.shape.dim:
        which = dim.WhichOneof("value")
        dims.append(str(getattr(dim, which)) if which else "?")
    return f"{dtype(tensor.elem_type)}[{', '.join(dims)}]"


def tensor_text(t, folder):
    text = f"{dtype(t.data_type)}{list(t.dims)}"
    if t.data_location == TensorProto.EXTERNAL:
        where = {e.key: e.value for e in t.external_data}
        text += " external" + "".join(f" {k}={v}" for k, v in where.items())
        with open(os.path.join(folder, where["location"]), "rb") as f:
            f.seek(int(where["offset"]))
            t.raw_data = f.read(int(where["length"]))
            t.data_location = TensorProto.DEFAULT
    values = numpy_helper.to_array(t)
    if values.dtype == object:
        return f"{text} = {[v.decode() if isinstance(v, bytes) else v for v in values.ravel()]}"
    if values.size > 16:
        return f"{text} = sum {values.astype(np.float64).sum():g}"
    return f"{text} = {values.tolist()}"


def attribute_text(a, folder):
    if a.ref_attr_name:
        kind = AttributeProto.AttributeType.Name(a.type).lower()
        return f"{a.name} = {kind} of the call: {a.ref_attr_name}"
    if a.type == AttributeProto.INT:
        return f"{a.name} = int {a.i}"
    if a.type == AttributeProto.FLOAT:
        return f"{a.name} = float {a.f:g}"
    if a.type == AttributeProto.STRING:
        return f"{a.name} = string '{a.s.decode()}'"
    if a.type == AttributeProto.INTS:
        return f"{a.name} = ints {list(a.ints)}"
    if a.type == AttributeProto.FLOATS:
        return f"{a.name} = floats {[round(f, 6) for f in a.floats]}"
    if a.type == AttributeProto.STRINGS:
        return f"{a.name} = strings {[s.decode() for s in a.strings]}"
    if a.type == AttributeProto.TENSOR:
        return f"{a.name} = tensor {tensor_text(a.t, folder)}"
    if a.type == AttributeProto.TYPE_PROTO:
        return f"{a.name} = type {type_text(a.tp)}"
    if a.type == AttributeProto.GRAPH:
        return f"{a.name} = graph {a.g.name}"
    return f"{a.name} = kind {a.type}"


def dump_nodes(nodes, indent, folder):
    for node in nodes:
        domain = f"{node.domain}::" if node.domain else ""
        print(
            f"{indent}node {node.name}: {domain}{node.op_type}"
            f"({', '.join(i or '<none>' for i in node.input)})"
            f" -> ({', '.join(o or '<none>' for o in node.output)})"
        )
        if node.doc_string:
            print(f"{indent}  doc {node.doc_string}")
        for a in node.attribute:
            print(f"{indent}  {attribute_text(a, folder)}")
            if a.type == AttributeProto.GRAPH:
                dump_graph(a.g, indent + "    ", folder)
        for p in node.metadata_props:
            print(f"{indent}  meta {p.key} = {p.value}")


def dump_graph(graph, indent, folder):
    print(f"{indent}graph {graph.name}")
    for kind in ("input", "output", "value_info"):
        for v in getattr(graph, kind):
            print(f"{indent}{kind} {v.name}: {type_text(v.type)}")
    for t in graph.initializer:
        print(f"{indent}initializer {t.name}: {tensor_text(t, folder)}")
    dump_nodes(graph.node, indent, folder)


def main(path):
    with open(path, "rb") as f:
        data = f.read()
    model = onnx.ModelProto.FromString(data)
    canonical = model.SerializeToString() == data
    folder = os.path.dirname(os.path.abspath(path))
    imports = ", ".join(f"{o.domain or 'ai.onnx'} {o.version}" for o in model.opset_import)
    print(f"ir {model.ir_version}, opset {imports}")
    if model.producer_name:
        print(f"producer {model.producer_name} {model.producer_version}")
    for p in model.metadata_props:
        print(f"meta {p.key} = {p.value}")
    dump_graph(model.graph, "", folder)
    for f in model.functions:
        print(f"function {f.domain}::{f.name}({', '.join(f.input)}) -> ({', '.join(f.output)})")
        if f.attribute:
            print(f"  attributes {', '.join(f.attribute)}")
        for v in f.value_info:
            print(f"  value_info {v.name}: {type_text(v.type)}")
        dump_nodes(f.node, "  ", folder)
    print(f"canonical {canonical}")


main(sys.argv[1])
