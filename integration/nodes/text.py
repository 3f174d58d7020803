# ===- text.py - node tests of onnx as text of the onnx dialect ----------=== #
#
# Each test of onnx.backend.test.case.node becomes a function with the values of
# its arguments and results as attributes, which onnx-evaluate takes and compares.
#
# ===----------------------------------------------------------------------=== #

import re

import numpy as np
import onnx
from onnx import AttributeProto, TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

ELEMENT_TYPES = {
    TensorProto.FLOAT: "f32",
    TensorProto.UINT8: "ui8",
    TensorProto.INT8: "i8",
    TensorProto.UINT16: "ui16",
    TensorProto.INT16: "i16",
    TensorProto.INT32: "i32",
    TensorProto.INT64: "i64",
    TensorProto.STRING: "!onnx.str",
    TensorProto.BOOL: "i1",
    TensorProto.FLOAT16: "f16",
    TensorProto.DOUBLE: "f64",
    TensorProto.UINT32: "ui32",
    TensorProto.UINT64: "ui64",
    TensorProto.COMPLEX64: "complex<f32>",
    TensorProto.COMPLEX128: "complex<f64>",
    TensorProto.BFLOAT16: "bf16",
    TensorProto.FLOAT8E4M3FN: "f8E4M3FN",
    TensorProto.FLOAT8E4M3FNUZ: "f8E4M3FNUZ",
    TensorProto.FLOAT8E5M2: "f8E5M2",
    TensorProto.FLOAT8E5M2FNUZ: "f8E5M2FNUZ",
    TensorProto.FLOAT8E8M0: "f8E8M0FNU",
    TensorProto.FLOAT4E2M1: "f4E2M1FN",
    TensorProto.UINT4: "ui4",
    TensorProto.INT4: "i4",
    TensorProto.UINT2: "ui2",
    TensorProto.INT2: "i2",
}

# Integers of ONNX that name an element type are types in the dialect.
TYPE_ATTRIBUTES = {
    "dtype",
    "output_datatype",
    "output_dtype",
    "precision",
    "softmax_precision",
    "stash_type",
    "to",
}


class Unsupported(Exception):
    """What the dialect does not have."""


def element_type(data_type):
    if data_type not in ELEMENT_TYPES:
        raise Unsupported(f"element type {TensorProto.DataType.Name(data_type)}")
    return ELEMENT_TYPES[data_type]


def type_text(proto):
    """A type of the dialect for a TypeProto."""
    if proto.HasField("tensor_type"):
        element = element_type(proto.tensor_type.elem_type)
        if not proto.tensor_type.HasField("shape"):
            return f"tensor<*x{element}>"
        sizes = [
            str(dim.dim_value) if dim.HasField("dim_value") else "?"
            for dim in proto.tensor_type.shape.dim
        ]
        return "tensor<" + "".join(size + "x" for size in sizes) + element + ">"
    if proto.HasField("sequence_type"):
        return f"!onnx.seq<{type_text(proto.sequence_type.elem_type)}>"
    if proto.HasField("optional_type"):
        return f"!onnx.opt<{type_text(proto.optional_type.elem_type)}>"
    raise Unsupported("a type that is no tensor, sequence or optional")


def quote(text):
    return '"' + re.sub(r'[^ !#-\[\]-~]', lambda c: "".join(f"\\{b:02X}" for b in c[0].encode()), text) + '"'


def nested(array, item):
    array = np.asarray(array)
    if array.ndim == 0:
        return item(array.item())
    return "[" + ", ".join(nested(part, item) for part in array) + "]"


def data_type_of(array):
    if array.dtype.kind in "OUS":
        return TensorProto.STRING
    return helper.np_dtype_to_tensor_dtype(array.dtype)


def tensor_type(array):
    sizes = "".join(f"{size}x" for size in array.shape)
    return f"tensor<{sizes}{element_type(data_type_of(array))}>"


def elements(array):
    """An elements attribute."""
    array = np.asarray(array)
    kind = data_type_of(array)
    if array.size == 0:
        text = ""
    elif kind == TensorProto.STRING:
        text = nested(array, lambda item: quote(item.decode() if isinstance(item, bytes) else str(item)))
    elif kind == TensorProto.BOOL:
        text = nested(array, lambda item: "true" if item else "false")
    else:
        text = '"0x' + np.ascontiguousarray(array).tobytes().hex().upper() + '"'
    return f"dense<{text}> : {tensor_type(array)}"


def value_text(value):
    """The attribute for a value of a test."""
    if value is None:
        return "unit"
    if isinstance(value, list):
        return "[" + ", ".join(value_text(part) for part in value) + "]"
    return elements(value)


class Writer:
    """The text of one graph, and of the graphs inside of it."""

    def __init__(self, opsets, types):
        self.opsets = opsets
        self.types = types
        self.lines = []
        self.values = {}
        self.count = 0

    def new(self):
        self.count += 1
        return f"%{self.count}"

    def add(self, indent, text):
        self.lines.append("  " * indent + text)

    def operand(self, indent, name):
        """The value and the type of an operand; of an absent one for ""."""
        if name:
            return self.values[name]
        value = self.new()
        self.add(indent, f"{value} = onnx.NoValue() : () -> none")
        return value, "none"

    def type_of(self, name):
        if name not in self.types:
            raise Unsupported("a value whose type cannot be inferred")
        text = type_text(self.types[name])
        if text.startswith("tensor<*"):
            raise Unsupported("a value whose rank cannot be inferred")
        return text

    def constant(self, indent, name, array):
        value = self.new()
        text = elements(array)
        self.add(indent, f"{value} = onnx.Constant {text}")
        self.values[name] = value, tensor_type(np.asarray(array))

    def attribute(self, attr):
        if attr.type == AttributeProto.INT:
            if attr.name in TYPE_ATTRIBUTES:
                return element_type(attr.i) if attr.i else None
            return f"{attr.i} : i64"
        if attr.type == AttributeProto.FLOAT:
            bits = np.float32(attr.f).view(np.uint32)
            return f"0x{bits:08X} : f32"
        if attr.type == AttributeProto.STRING:
            return quote(attr.s.decode())
        if attr.type == AttributeProto.INTS:
            return f"array<i64: {', '.join(map(str, attr.ints))}>" if attr.ints else "array<i64>"
        if attr.type == AttributeProto.FLOATS:
            numbers = ", ".join(f"{np.float32(f):.9e}" for f in attr.floats)
            return f"array<f32: {numbers}>"
        if attr.type == AttributeProto.STRINGS:
            return "[" + ", ".join(quote(s.decode()) for s in attr.strings) + "]"
        if attr.type == AttributeProto.TENSOR:
            return elements(numpy_helper.to_array(attr.t))
        if attr.type == AttributeProto.TYPE_PROTO:
            return type_text(attr.tp)
        raise Unsupported(f"attribute '{attr.name}'")

    def node(self, indent, node):
        if node.domain not in ("", "ai.onnx"):
            raise Unsupported(f"domain {node.domain}")
        if node.op_type == "Constant":
            return self.constant_node(indent, node)
        schema = onnx.defs.get_schema(node.op_type, self.opsets[""], "")
        if schema.deprecated:
            raise Unsupported("a deprecated operator")
        option = onnx.defs.OpSchema.FormalParameterOption
        names = list(node.input)
        is_variadic = schema.inputs and schema.inputs[-1].option == option.Variadic
        if not is_variadic:
            names += [""] * (len(schema.inputs) - len(names))
        operands = [self.operand(indent, name) for name in names]
        results = list(node.output)
        if not (schema.outputs and schema.outputs[-1].option == option.Variadic):
            results += [""] * (len(schema.outputs) - len(results))
        types = [self.type_of(name) if name else "none" for name in results]
        attributes, graphs = [], {}
        for attr in node.attribute:
            if attr.type == AttributeProto.GRAPH:
                graphs[attr.name] = attr.g
            elif (text := self.attribute(attr)) is not None:
                attributes.append(f"{attr.name} = {text}")
        value = self.new()
        head = f"{value}:{len(results)} = " if results else ""
        inside = "{" + ", ".join(attributes) + "} " if attributes else ""
        self.add(
            indent,
            f"{head}onnx.{node.op_type}({', '.join(v for v, _ in operands)}) {inside}: "
            f"({', '.join(t for _, t in operands)}) -> ({', '.join(types)})",
        )
        for word, name in (("then", "then_branch"), ("else", "else_branch"), ("", "body")):
            if name in graphs:
                self.lines[-1] += f" {word} {{"
                self.body(indent + 1, graphs[name])
                self.add(indent, "}")
        for index, name in enumerate(results):
            if name:
                self.values[name] = f"{value}#{index}", types[index]

    def constant_node(self, indent, node):
        attr = node.attribute[0]
        if attr.name == "value":
            array = numpy_helper.to_array(attr.t)
        elif attr.name in ("value_int", "value_ints"):
            array = np.array(helper.get_attribute_value(attr), np.int64)
        elif attr.name in ("value_float", "value_floats"):
            array = np.array(helper.get_attribute_value(attr), np.float32)
        else:
            array = np.array(helper.get_attribute_value(attr), object)
        self.constant(indent, node.output[0], array)

    def body(self, indent, graph):
        """The body of a region."""
        outside = dict(self.values)
        for info in [*graph.input, *graph.output, *graph.value_info]:
            self.types[info.name] = info.type
        if graph.input:
            arguments = []
            for info in graph.input:
                value = self.new().replace("%", "%arg")
                text = self.type_of(info.name)
                arguments.append(f"{value}: {text}")
                self.values[info.name] = value, text
            self.add(indent - 1, f"^bb0({', '.join(arguments)}):")
        for initializer in graph.initializer:
            self.constant(indent, initializer.name, numpy_helper.to_array(initializer))
        for node in graph.node:
            self.node(indent, node)
        yielded = [self.values[info.name] for info in graph.output]
        self.add(
            indent,
            f"onnx.Yield({', '.join(v for v, _ in yielded)}) : ({', '.join(t for _, t in yielded)}) -> ()",
        )
        self.values = outside


def has_rank(type_proto):
    if type_proto.WhichOneof("value") is None:
        return False
    return not type_proto.HasField("tensor_type") or type_proto.tensor_type.HasField("shape")


def infer_types(case):
    """Name -> type of all values of the graph: where onnx infers no rank, it is
    that of the value which onnx's reference evaluator computes."""
    graph = onnx.shape_inference.infer_shapes(case.model, data_prop=True).graph
    infos = [*graph.value_info, *graph.output, *graph.input]
    types = {info.name: info.type for info in infos if has_rank(info.type)}
    missing = [name for node in graph.node for name in node.output if name and name not in types]
    if missing:
        ((inputs, _),) = case.data_sets
        names = [info.name for info in graph.input]
        try:
            values = ReferenceEvaluator(case.model).run(missing, dict(zip(names, inputs, strict=True)))
        except Exception as error:
            raise Unsupported("a value whose rank cannot be inferred") from error
        for name, value in zip(missing, values, strict=True):
            if isinstance(value, np.ndarray):
                types[name] = helper.make_tensor_type_proto(data_type_of(value), value.shape)
    return types


def write(case):
    """The text of a test; Unsupported where the dialect has no form of it."""
    model = case.model
    opsets = {entry.domain: entry.version for entry in model.opset_import}
    graph = model.graph
    if len(graph.node) > 1 or "expanded" in case.name:
        types = infer_types(case)
    else:
        types = {info.name: info.type for info in [*graph.output, *graph.input]}
    ((inputs, outputs),) = case.data_sets
    writer = Writer(opsets, types)
    arguments = []
    for info, value in zip(graph.input, inputs, strict=True):
        # The type of a value says more than that of an input.
        text = tensor_type(value) if isinstance(value, np.ndarray) else type_text(info.type)
        name = f"%in{len(arguments)}"
        writer.values[info.name] = name, text
        attribute = value_text(value)
        arguments.append(f"{name}: {text} {{onnx.value{'' if attribute == 'unit' else ' = ' + attribute}}}")
    for initializer in graph.initializer:
        writer.constant(1, initializer.name, numpy_helper.to_array(initializer))
    for info, value in zip(graph.output, outputs, strict=True):
        if isinstance(value, np.ndarray):
            kind = info.type.tensor_type.elem_type
            if info.type.HasField("tensor_type"):
                types[info.name] = helper.make_tensor_type_proto(kind, value.shape)
    for node in graph.node:
        writer.node(1, node)
    returned = [writer.values[info.name] for info in graph.output]
    results = []
    for (_, text), value in zip(returned, outputs, strict=True):
        attribute = value_text(value)
        results.append(f"({text} {{onnx.expected{'' if attribute == 'unit' else ' = ' + attribute}}})"[1:-1])
    return "\n".join(
        [
            f"func.func @{case.name}({', '.join(arguments)}) -> ({', '.join(results)}) {{",
            *writer.lines,
            f"  return {', '.join(v for v, _ in returned)} : {', '.join(t for _, t in returned)}",
            "}",
        ]
    )
