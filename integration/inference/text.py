"""Writes an ONNX graph as a function of the onnx dialect."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

ELEMENT = {
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
    TensorProto.UINT4: "ui4",
    TensorProto.INT4: "i4",
    TensorProto.FLOAT4E2M1: "f4E2M1FN",
    TensorProto.FLOAT8E8M0: "f8E8M0FNU",
    TensorProto.UINT2: "ui2",
    TensorProto.INT2: "i2",
}

#: The opset of the dialect (ONNXDialect.td).
OPSET = 26

#: INT attributes that name an element type, which the dialect has as a type.
_TYPE_ATTRIBUTES = {
    "to",
    "dtype",
    "output_dtype",
    "output_datatype",
    "stash_type",
    "softmax_precision",
    "precision",
}


class Unsupported(Exception):
    """What this writer does not write, with the reason."""


def tensor_type(element: int, dims: list[int | str | None]) -> str:
    """A number is a static size, a text a symbol, None an unknown size."""
    shape = "".join(f"{dim if isinstance(dim, int) else '?'}x" for dim in dims)
    symbols = [dim or "?" for dim in dims if not isinstance(dim, int)]
    encoding = ""
    if any(symbol != "?" for symbol in symbols):
        encoding = f", #sym.dims<{', '.join(symbols)}>"
    return f"tensor<{shape}{ELEMENT[element]}{encoding}>"


def _dims(tensor: onnx.TypeProto.Tensor) -> list[int | str | None]:
    return [
        dim.dim_value if dim.HasField("dim_value") else dim.dim_param or None
        for dim in tensor.shape.dim
    ]


def type_text(proto: onnx.TypeProto, *, rank_only: bool = False) -> str:
    """Only a tensor in a sequence or optional may have no rank."""
    kind = proto.WhichOneof("value")
    if kind == "tensor_type":
        tensor = proto.tensor_type
        if not tensor.HasField("shape"):
            raise Unsupported("a value of unknown rank")
        dims = _dims(tensor)
        return tensor_type(tensor.elem_type, [None] * len(dims) if rank_only else dims)
    if kind in ("sequence_type", "optional_type"):
        inner = getattr(proto, kind).elem_type
        is_tensor = inner.WhichOneof("value") == "tensor_type"
        if is_tensor and (rank_only or not inner.tensor_type.HasField("shape")):
            text = f"tensor<*x{ELEMENT[inner.tensor_type.elem_type]}>"
        else:
            text = type_text(inner, rank_only=rank_only)
        return f"!onnx.{'seq' if kind == 'sequence_type' else 'opt'}<{text}>"
    raise Unsupported(f"a value of kind {kind}")


def _float(value: float) -> str:
    return f"0x{struct.unpack('<I', struct.pack('<f', value))[0]:08X}"


def _nested(array: np.ndarray, text: Callable[[object], str]) -> str:
    array = np.asarray(array)
    if array.ndim == 0:
        return text(array.item())
    return f"[{', '.join(_nested(part, text) for part in array)}]"


def element_of(array: np.ndarray) -> int:
    """The TensorProto.DataType of an array."""
    if array.dtype.kind in "OUS":
        return TensorProto.STRING
    return onnx.helper.np_dtype_to_tensor_dtype(array.dtype)


def elements(array: np.ndarray) -> str:
    """The text of an ElementsAttr."""
    array = np.asarray(array)
    element = element_of(array)
    if array.size == 0:
        text = ""
    elif element == TensorProto.STRING:
        text = _nested(
            array,
            lambda item: _string(item if isinstance(item, bytes) else str(item).encode()),
        )
    elif element == TensorProto.BOOL:
        text = _nested(array, lambda item: "true" if item else "false")
    else:
        text = f'"0x{np.ascontiguousarray(array).tobytes().hex().upper()}"'
    return f"dense<{text}> : {tensor_type(element, list(array.shape))}"


def value_attribute(name: str, value: object) -> str:
    """A value of a test as an attribute: an array, a list of values, or nothing."""

    def text(value: object) -> str:
        if isinstance(value, list):
            return f"[{', '.join(map(text, value))}]"
        return "unit" if value is None else elements(value)

    return name if value is None else f"{name} = {text(value)}"


def _string(value: bytes) -> str:
    escaped = value.replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return '"' + "".join(
        chr(c) if 32 <= c < 127 else f"\\{c:02X}" for c in escaped
    ) + '"'


def _attribute(attribute: onnx.AttributeProto) -> str | None:
    kind = attribute.type
    if attribute.name in _TYPE_ATTRIBUTES and kind == onnx.AttributeProto.INT:
        return ELEMENT[attribute.i] if attribute.i else None
    texts: dict[int, Callable[[], str]] = {
        onnx.AttributeProto.INT: lambda: f"{attribute.i} : i64",
        onnx.AttributeProto.FLOAT: lambda: f"{_float(attribute.f)} : f32",
        onnx.AttributeProto.STRING: lambda: _string(attribute.s),
        onnx.AttributeProto.INTS: lambda: _array("i64", map(str, attribute.ints)),
        onnx.AttributeProto.FLOATS: lambda: _array(
            "f32", (_float(value) for value in attribute.floats)
        ),
        onnx.AttributeProto.STRINGS: lambda: (
            f"[{', '.join(map(_string, attribute.strings))}]"
        ),
        onnx.AttributeProto.TENSOR: lambda: elements(numpy_helper.to_array(attribute.t)),
        onnx.AttributeProto.TYPE_PROTO: lambda: type_text(attribute.tp),
    }
    if kind not in texts:
        raise Unsupported(f"an attribute of kind {kind}")
    return texts[kind]()


def _array(element: str, values) -> str:
    text = ", ".join(values)
    return f"array<{element}: {text}>" if text else f"array<{element}>"


def _constant(node: onnx.NodeProto) -> np.ndarray:
    attribute = node.attribute[0]
    value = onnx.helper.get_attribute_value(attribute)
    if attribute.name == "value":
        return numpy_helper.to_array(value)
    if attribute.name in ("value_int", "value_ints"):
        return np.asarray(value, np.int64)
    if attribute.name in ("value_float", "value_floats"):
        return np.asarray(value, np.float32)
    if attribute.name in ("value_string", "value_strings"):
        return np.asarray(value, object)
    raise Unsupported(f"a constant by {attribute.name}")


def schema_of(op_type: str) -> onnx.defs.OpSchema:
    """The form that an operator has in the dialect."""
    try:
        schema = onnx.defs.get_schema(op_type, OPSET, "")
    except onnx.defs.SchemaError as error:
        raise Unsupported(f"no operator {op_type}") from error
    if schema.deprecated:
        raise Unsupported(f"{op_type} is deprecated")
    return schema


class _Writer:
    def __init__(self, types: Mapping[str, onnx.TypeProto], rank_only: bool) -> None:
        self.types = dict(types)
        self.rank_only = rank_only
        self.names: dict[str, tuple[str, str]] = {"": ("%none", "none")}
        self.lines = ["  %none = onnx.NoValue() : () -> none"]
        self.count = 0

    def name(self, value: str, text: str) -> str:
        self.count += 1
        self.names[value] = (f"%v{self.count}", text)
        return self.names[value][0]

    def constant(self, name: str, array: np.ndarray) -> None:
        text = elements(array)
        result = self.name(name, text.rsplit(" : ", 1)[1])
        self.lines.append(f"  {result} = onnx.Constant {text}")

    def graph(self, graph: onnx.GraphProto) -> None:
        """The initializers and nodes."""
        for tensor in graph.initializer:
            self.constant(tensor.name, numpy_helper.to_array(tensor))
        for node in graph.node:
            self.node(node)

    def region(self, graph: onnx.GraphProto) -> None:
        """A body, whose names hide those outside."""
        outside = dict(self.names)
        values = [*graph.value_info, *graph.output, *graph.input]
        self.types |= {value.name: value.type for value in values}
        if graph.input:
            texts = [type_text(value.type) for value in graph.input]
            names = [
                self.name(value.name, text)
                for value, text in zip(graph.input, texts, strict=True)
            ]
            pairs = zip(names, texts, strict=True)
            self.lines.append(f"^bb0({', '.join(f'{n}: {t}' for n, t in pairs)}):")
        self.graph(graph)
        yielded = [self.names[value.name] for value in graph.output]
        self.lines.append(
            f"  onnx.Yield({', '.join(name for name, _ in yielded)})"
            f" : ({', '.join(text for _, text in yielded)}) -> ()"
        )
        self.names = outside

    def node(self, node: onnx.NodeProto) -> None:
        if node.op_type == "Constant":
            self.constant(node.output[0], _constant(node))
            return
        schema = schema_of(node.op_type)
        variadic = onnx.defs.OpSchema.FormalParameterOption.Variadic
        operands, results = list(node.input), list(node.output)
        if not (schema.inputs and schema.inputs[-1].option == variadic):
            operands += [""] * (len(schema.inputs) - len(operands))
        attributes = []
        for attribute in node.attribute:
            if attribute.name in schema.attributes:
                attributes.append(attribute)
                continue
            # What was an attribute is an operand now.
            places = [i for i, value in enumerate(schema.inputs) if value.name == attribute.name]
            if not places or operands[places[0]]:
                raise Unsupported(f"attribute '{attribute.name}' of another opset")
            value = np.asarray(onnx.helper.get_attribute_value(attribute))
            operands[places[0]] = f"{attribute.name} of {self.count}"
            self.constant(operands[places[0]], value)
        if not schema.outputs[-1].option == variadic:
            results += [""] * (len(schema.outputs) - len(results))
        inputs = [self.names[operand] for operand in operands]
        types = []
        for result in results:
            if result and result not in self.types:
                raise Unsupported("a value that onnx finds no rank of")
            types.append(
                type_text(self.types[result], rank_only=self.rank_only)
                if result
                else "none"
            )
        names = [
            self.name(result, text) if result else self.name("_", "none")
            for result, text in zip(results, types, strict=True)
        ]
        self.names.pop("_", None)
        graphs = {a.name: a.g for a in attributes if a.HasField("g")}
        pairs = [(a.name, _attribute(a)) for a in attributes if a.name not in graphs]
        attributes_text = ", ".join(f"{name} = {text}" for name, text in pairs if text)
        self.lines.append(
            f"  {', '.join(names)} = onnx.{node.op_type}"
            f"({', '.join(name for name, _ in inputs)})"
            f"{f' {{{attributes_text}}}' if attributes_text else ''}"
            f" : ({', '.join(text for _, text in inputs)}) -> ({', '.join(types)})"
        )
        for word, graph in (("then", "then_branch"), ("else", "else_branch"), ("", "body")):
            if graph in graphs:
                self.lines[-1] += f" {word} {{"
                self.region(graphs[graph])
                self.lines.append("  }")


def function(
    name: str,
    graph: onnx.GraphProto,
    types: Mapping[str, onnx.TypeProto],
    *,
    rank_only: bool = True,
    inputs: Sequence[object] | None = None,
    outputs: Sequence[object] | None = None,
) -> str:
    """`types` has at least a rank for each value that a node makes; results get no
    more with `rank_only`. Values of inputs and outputs are what onnx-evaluate takes
    and expects."""
    writer = _Writer(types, rank_only)
    constants = {tensor.name for tensor in graph.initializer}
    arguments = []
    for index, value in enumerate(graph.input):
        if value.name in constants:
            continue
        data = inputs[index] if inputs is not None else None
        # An array says more than the declared type.
        text = (
            tensor_type(element_of(data), list(data.shape))
            if isinstance(data, np.ndarray)
            else type_text(value.type)
        )
        argument = f"{writer.name(value.name, text)}: {text}"
        if inputs is not None:
            argument += f" {{{value_attribute('onnx.value', data)}}}"
        arguments.append(argument)
    writer.graph(graph)
    values, texts = zip(*(writer.names[value.name] for value in graph.output))
    results = list(texts)
    for index, data in enumerate(outputs or ()):
        results[index] += f" {{{value_attribute('onnx.expected', data)}}}"
    return "\n".join(
        [
            f"func.func @{name}({', '.join(arguments)}) -> ({', '.join(results)}) {{",
            *writer.lines,
            f"  return {', '.join(values)} : {', '.join(texts)}",
            "}",
        ]
    )
