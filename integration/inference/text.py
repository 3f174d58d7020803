"""Writes an ONNX graph as a function of the onnx dialect whose results have ranks only."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

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


def _elements(array: np.ndarray, element: int) -> str:
    if array.size == 0:
        return ""
    if element == TensorProto.BOOL:
        texts = ["true" if value else "false" for value in array.flat]
    elif array.dtype.kind == "f":
        bits = array.view(f"u{array.dtype.itemsize}").flatten()
        texts = [f"0x{int(value):0{2 * array.dtype.itemsize}X}" for value in bits]
    elif array.dtype.kind in "iu":
        texts = [str(int(value)) for value in array.flat]
    else:
        raise Unsupported(f"a constant of {array.dtype}")
    if array.ndim == 0:
        return texts[0]
    for size in reversed(array.shape[1:]):
        texts = [
            f"[{', '.join(texts[i:i + size])}]" for i in range(0, len(texts), size)
        ]
    return f"[{', '.join(texts)}]"


def dense(tensor: TensorProto) -> str:
    """The text of an ElementsAttr."""
    array = numpy_helper.to_array(tensor)
    if array.dtype.kind not in "fiub" or array.dtype.name == "bfloat16":
        raise Unsupported(f"a constant of {array.dtype}")
    text = _elements(np.ascontiguousarray(array).reshape(array.shape), tensor.data_type)
    return f"dense<{text}> : {tensor_type(tensor.data_type, list(tensor.dims))}"


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
        onnx.AttributeProto.TENSOR: lambda: dense(attribute.t),
        onnx.AttributeProto.TYPE_PROTO: lambda: type_text(attribute.tp),
    }
    if kind not in texts:
        raise Unsupported(f"an attribute of kind {kind}")
    return texts[kind]()


def _array(element: str, values) -> str:
    text = ", ".join(values)
    return f"array<{element}: {text}>" if text else f"array<{element}>"


def _constant(node: onnx.NodeProto) -> TensorProto:
    attribute = node.attribute[0]
    value = onnx.helper.get_attribute_value(attribute)
    if attribute.name == "value":
        return value
    if attribute.name in ("value_int", "value_ints"):
        return numpy_helper.from_array(np.asarray(value, np.int64))
    if attribute.name in ("value_float", "value_floats"):
        return numpy_helper.from_array(np.asarray(value, np.float32))
    raise Unsupported(f"a constant by {attribute.name}")


class _Writer:
    def __init__(self, types: Mapping[str, onnx.TypeProto], opset: int) -> None:
        self.types = types
        self.opset = opset
        self.names: dict[str, tuple[str, str]] = {"": ("%none", "none")}
        self.lines = ["  %none = onnx.NoValue() : () -> none"]
        self.count = 0

    def name(self, value: str, text: str) -> str:
        self.count += 1
        self.names[value] = (f"%v{self.count}", text)
        return self.names[value][0]

    def constant(self, name: str, tensor: TensorProto) -> None:
        text = dense(tensor)
        result = self.name(name, text.split(" : ", 1)[1])
        self.lines.append(f"  {result} = onnx.Constant {text}")

    def node(self, node: onnx.NodeProto) -> None:
        if node.op_type == "Constant":
            self.constant(node.output[0], _constant(node))
            return
        schema = onnx.defs.get_schema(node.op_type, self.opset, node.domain)
        variadic = onnx.defs.OpSchema.FormalParameterOption.Variadic
        operands, results = list(node.input), list(node.output)
        if not (schema.inputs and schema.inputs[-1].option == variadic):
            operands += [""] * (len(schema.inputs) - len(operands))
        if not schema.outputs[-1].option == variadic:
            results += [""] * (len(schema.outputs) - len(results))
        inputs = [self.names[operand] for operand in operands]
        types = []
        for result in results:
            if result and result not in self.types:
                raise Unsupported("a value that onnx finds no rank of")
            types.append(
                type_text(self.types[result], rank_only=True) if result else "none"
            )
        names = [
            self.name(result, text) if result else self.name("_", "none")
            for result, text in zip(results, types, strict=True)
        ]
        self.names.pop("_", None)
        texts = [(a.name, _attribute(a)) for a in node.attribute]
        attributes = ", ".join(f"{name} = {text}" for name, text in texts if text)
        self.lines.append(
            f"  {', '.join(names)} = onnx.{node.op_type}"
            f"({', '.join(name for name, _ in inputs)})"
            f"{f' {{{attributes}}}' if attributes else ''}"
            f" : ({', '.join(text for _, text in inputs)}) -> ({', '.join(types)})"
        )


def function(
    name: str,
    graph: onnx.GraphProto,
    types: Mapping[str, onnx.TypeProto],
    opset: int,
) -> str:
    """`types` has at least a rank for each value that a node makes."""
    writer = _Writer(types, opset)
    constants = {tensor.name for tensor in graph.initializer}
    arguments = []
    for value in graph.input:
        if value.name not in constants:
            text = type_text(value.type)
            arguments.append(f"{writer.name(value.name, text)}: {text}")
    for tensor in graph.initializer:
        writer.constant(tensor.name, tensor)
    for node in graph.node:
        writer.node(node)
    values, texts = zip(*(writer.names[value.name] for value in graph.output))
    return "\n".join(
        [
            f"func.func @{name}({', '.join(arguments)}) -> ({', '.join(texts)}) {{",
            *writer.lines,
            f"  return {', '.join(values)} : {', '.join(texts)}",
            "}",
        ]
    )
