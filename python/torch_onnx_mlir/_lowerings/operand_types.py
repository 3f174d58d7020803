"""The types of the nodes that a caller's lowering builds.

No runtime loads a model with a node whose operands have dtypes that ONNX does not
combine.  Operands of different dtypes are promoted here as PyTorch promotes them, and
a node that ONNX refuses all the same is an error of the lowering.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

import torch

from torch_onnx_mlir._support.lazy_modules import ir, onnx, tensor_adapters
from torch_onnx_mlir.errors import RegistrationError

# The attributes of Constant that hold numbers, and the dtypes of their values.
_NUMBERS = {
    "value_float": torch.float32,
    "value_floats": torch.float32,
    "value_int": torch.int64,
    "value_ints": torch.int64,
}
# A domain without schemas, for values of unknown types.
_UNKNOWN = "torch_onnx_mlir.unknown"


class TypedNodes:
    """Nodes of which each operand has a dtype that its operator takes.

    Operands of one type variable get the dtype that PyTorch promotes them to: a number
    takes the dtype of the tensors that it meets, and constants are converted in place.

    Args:
        nodes: The nodes in order; their operands and the types of their results change.
        opsets: The versions of the domains of the model.
        functions: The functions of ONNX that the nodes may call.

    Raises:
        RegistrationError: ONNX does not have such a node.
    """

    def __init__(
        self,
        nodes: Sequence[ir.Node],
        opsets: Mapping[str, int],
        functions: Iterable[onnx.FunctionProto] = (),
    ) -> None:
        self._opsets = opsets
        self._functions = {(f.domain, f.name): f for f in functions}
        self._names: dict[ir.Value, str] = {}
        self._protos: list[onnx.NodeProto] = []
        self._inputs: list[onnx.ValueInfoProto] = []
        #: The nodes with those that were added.
        self.nodes: list[ir.Node] = []
        for node in nodes:
            for added in self._promote(node):
                self._add(added)
            self._add(node)
        self._check()

    def _name(self, value: ir.Value | None) -> str:
        """A name for a value; one that is new here comes from outside."""
        if value is None:
            return ""
        if value not in self._names:
            self._names[value] = value.name = f"v{len(self._names)}"
            info = onnx.ValueInfoProto(name=self._names[value])
            if value.type is not None and value.shape is not None:
                info.type.CopyFrom(_type_of(value))
                self._inputs.append(info)
            else:
                self._protos.append(
                    onnx.helper.make_node("Value", [], [info.name], domain=_UNKNOWN)
                )
        return self._names[value]

    def _schema(self, node: ir.Node) -> onnx.defs.OpSchema | None:
        if (node.domain, node.op_type) in self._functions:
            return None
        version = self._opsets.get(node.domain, 1)
        try:
            return onnx.defs.get_schema(node.op_type, version, node.domain)
        except onnx.defs.SchemaError:
            return None

    def _add(self, node: ir.Node) -> None:
        for captured in _captured(node):
            self._name(captured)  # Subgraphs are written with the names that values have.
        inputs = [self._name(value) for value in node.inputs]
        for value in node.outputs:
            self._names[value] = value.name = f"v{len(self._names)}"
        outputs = [self._names[value] for value in node.outputs]
        proto = onnx.helper.make_node(node.op_type, inputs, outputs, domain=node.domain)
        for attribute in node.attributes.values():
            proto.attribute.append(ir.serde.serialize_attribute(attribute))
        self._protos.append(proto)
        self.nodes.append(node)
        schema = self._schema(node)
        types = {
            self._name(value): _type_of(value)
            for value in node.inputs
            if value is not None and value.type is not None
        }
        if schema is None or any(name not in types for name in inputs if name):
            return
        imports = [onnx.helper.make_opsetid(*pair) for pair in self._opsets.items()]
        try:
            found = onnx.shape_inference.infer_node_outputs(
                schema, proto, types, opset_imports=imports
            )
        except (onnx.shape_inference.InferenceError, RuntimeError):
            return  # The check of all nodes says why.
        for value, name in zip(node.outputs, outputs, strict=True):
            if name in found:
                value.type = ir.serde.deserialize_type_proto_for_type(found[name])
                value.shape = ir.serde.deserialize_type_proto_for_shape(found[name])

    def _promote(self, node: ir.Node) -> list[ir.Node]:
        """Let operands of one type variable have one dtype; the nodes for that."""
        schema = self._schema(node)
        if schema is None or not schema.inputs:
            return []
        groups: dict[str, list[int]] = {}
        for place, value in enumerate(node.inputs):
            parameter = schema.inputs[min(place, len(schema.inputs) - 1)]
            if value is not None and parameter.is_homogeneous:
                groups.setdefault(parameter.type_str, []).append(place)
        added = []
        for places in groups.values():
            values = [value for place in places if (value := node.inputs[place]) is not None]
            if len({value.dtype for value in values}) < 2:
                continue
            wanted = _common_dtype(values)
            for place, value in zip(places, values, strict=True):
                if wanted is not None and value.dtype != wanted:
                    added.append(_as(value, wanted))
                    node.replace_input_with(place, added[-1].outputs[0])
        return added

    def _check(self) -> None:
        """Let the checker of onnx see the nodes as a model."""
        graph = onnx.helper.make_graph(self._protos, "lowering", self._inputs, [])
        domains = {node.domain for node in self._protos}
        opsets = dict(self._opsets) | {d: self._opsets.get(d, 1) for d in domains}
        for function in self._functions.values():
            opsets |= {o.domain: opsets.get(o.domain, o.version) for o in function.opset_import}
        model = onnx.helper.make_model(
            graph,
            opset_imports=[onnx.helper.make_opsetid(*pair) for pair in opsets.items()],
            functions=list(self._functions.values()),
        )
        check_model(model)


def _captured(node: ir.Node) -> list[ir.Value]:
    """The values from outside that subgraphs of a node use."""
    graphs = [a.as_graph() for a in node.attributes.values() if a.type == ir.AttributeType.GRAPH]
    used: list[ir.Value | None] = []
    own: set[ir.Value] = set()
    for graph in graphs:
        used += list(graph.outputs)
        own |= set(graph.inputs)
        for inner in ir.traversal.RecursiveGraphIterator(graph):
            used += list(inner.inputs)
            own |= set(inner.outputs)
    return [value for value in dict.fromkeys(used) if value is not None and value not in own]


def check_model(model: onnx.ModelProto) -> None:
    """Check a model with the checker of onnx, types included.

    Raises:
        RegistrationError: It is not valid.
    """
    try:
        onnx.checker.check_model(model, full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        reason = " ".join(str(error).split("==> Context:")[0].split())
        raise RegistrationError(f"ONNX does not have such a node: {reason}") from error


def _type_of(value: ir.Value) -> onnx.TypeProto:
    proto = onnx.TypeProto()
    assert value.type is not None
    ir.serde.serialize_type_into(proto, value.type)
    if value.shape is not None:
        ir.serde.serialize_shape_into(proto, value.shape)
    return proto


def _common_dtype(values: Sequence[ir.Value]) -> ir.DataType | None:
    """The dtype that PyTorch promotes values to; None if one has none or no number."""
    ranked: list[torch.dtype] = []
    scalars: list[torch.dtype] = []
    for value in values:
        try:
            dtype = tensor_adapters.to_torch_dtype(value.dtype) if value.dtype else None
        except TypeError:
            return None
        if dtype is None:
            return None
        is_scalar = value.shape is not None and len(value.shape) == 0
        if is_scalar and dtype == torch.float64 and _is_constant(value):
            dtype = torch.get_default_dtype()  # As Python's numbers.
        (scalars if is_scalar else ranked).append(dtype)
    promote = functools.partial(functools.reduce, torch.promote_types)
    try:
        if not ranked or not scalars:
            common = promote(ranked or scalars)
        else:
            common = torch.result_type(
                torch.empty(1, dtype=promote(ranked)), torch.empty((), dtype=promote(scalars))
            )
    except (RuntimeError, NotImplementedError):
        return None  # Numbers of 8 bits, which PyTorch does not promote.
    return tensor_adapters.from_torch_dtype(common)


def _is_constant(value: ir.Value) -> bool:
    producer = value.producer()
    return producer is not None and producer.op_type == "Constant" and not producer.domain


def _as(value: ir.Value, dtype: ir.DataType) -> ir.Node:
    """A node that gives a value in another dtype: another constant, or a Cast."""
    number = _number(value)
    if number is None:
        return ir.node("Cast", [value], {"to": dtype.value})
    converted = number.to(tensor_adapters.to_torch_dtype(dtype))
    return ir.node("Constant", [], {"value": tensor_adapters.TorchTensor(converted)})


def _number(value: ir.Value) -> torch.Tensor | None:
    """The elements of a constant of numbers, or None for another value."""
    producer = value.producer()
    if producer is None or not _is_constant(value):
        return None
    for name, dtype in _NUMBERS.items():
        if name in producer.attributes:
            return torch.tensor(producer.attributes[name].value, dtype=dtype)
    tensor = producer.attributes["value"].as_tensor() if "value" in producer.attributes else None
    if tensor is None or tensor.dtype == ir.DataType.STRING:
        return None
    try:
        return torch.from_numpy(tensor.numpy().copy())
    except TypeError:  # NumPy does not have the dtype.
        return None
