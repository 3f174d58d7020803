"""Lowerings of one's own: functions that build ONNX nodes for an operator of PyTorch.

A function is called for each node of the program that has its operator, with ONNX
values in the place of tensors, as torch.onnx calls it: an onnxscript function, a
Python function that uses onnxscript's operators, or a symbolic function.  The compiler
leaves a node of a custom domain in each such place, which is replaced by what the
function built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import torch
from torch._ops import OpOverload

from torch_onnx_mlir._compiler import Message
from torch_onnx_mlir._later import ir, tensor_adapters
from torch_onnx_mlir._rewrite import copied_module, rebuilt
from torch_onnx_mlir._symbolic import Built, SymbolicFunction
from torch_onnx_mlir.errors import RegistrationError

Table = Mapping[Callable[..., Any], Callable[..., Any] | SymbolicFunction]

# The operators that stand for calls, one for each kind of signature.
NAMESPACE = "torch_onnx_mlir_call"
_KEPT_DOMAIN = "pkg.torch.ops"
_library: torch.library.Library | None = None
_kinds: dict[str, OpOverload[..., Any]] = {}
_TYPES: dict[type, str] = {torch.SymInt: "SymInt", torch.SymFloat: "float", torch.SymBool: "bool"}


class Calls:
    """A program in which calls stand for the operators of a table.

    Args:
        program: The program.
        table: Functions by operators.

    Raises:
        RegistrationError: An operator of the table cannot be replaced.
    """

    def __init__(self, program: torch.export.ExportedProgram, table: Table) -> None:
        self._table = table
        self._nodes: list[torch.fx.Node] = []
        self._versions: dict[str, int] = {}
        self.schemas: list[str] = []
        self.program = self._replaced(program)

    def __bool__(self) -> bool:
        return bool(self._nodes)

    def _replaced(
        self, program: torch.export.ExportedProgram
    ) -> torch.export.ExportedProgram:
        self._nodes = [
            node
            for node in program.graph.nodes
            if node.op == "call_function" and node.target in self._table
        ]
        if not self._nodes:
            return program
        module = copied_module(program)
        copies = {node.name: node for node in module.graph.nodes}
        for number, original in enumerate(self._nodes):
            node = copies[original.name]
            _without_list_of_one(node)
            operator = self._call_operator(node)
            node.args = (number, *node.all_input_nodes)
            node.kwargs = {}
            node.target = operator
        return rebuilt(program, module)

    def _call_operator(self, node: torch.fx.Node) -> OpOverload[..., Any]:
        """The operator that stands for a node, by what it takes and returns."""
        target = node.target
        if not isinstance(target, OpOverload):
            raise RegistrationError(f"'{target}' is no operator that can have another lowering")
        if target._schema.is_mutable:
            raise RegistrationError(f"'{target}' writes to its arguments")
        example = node.meta.get("val")
        results = list(example) if isinstance(example, (list, tuple)) else [example]
        if not results or not all(isinstance(result, torch.Tensor) for result in results):
            raise RegistrationError(f"'{target}' returns something else than tensors")
        kinds = []
        for value in node.all_input_nodes:
            given = value.meta.get("val")
            kind = "Tensor" if isinstance(given, torch.Tensor) else _TYPES.get(type(given))
            if kind is None or value.op == "get_attr":
                raise RegistrationError(f"'{value.name}', which '{target}' takes, is no tensor")
            kinds.append(kind)
        operator, schema = _operator(kinds, len(results))
        if schema not in self.schemas:
            self.schemas.append(schema)
        return operator

    @property
    def options(self) -> list[str]:
        """What the compiler has to be told of the calls."""
        return [f"--op-schema={schema}" for schema in self.schemas]

    def build(self, model: ir.Model) -> None:
        """Put what the functions build in the place of the calls.

        Raises:
            RegistrationError: A function failed, or did not return as many values as
                its operator.
        """
        from onnx_ir.passes import common as passes

        opset = model.opset_imports[""]
        for graph in [model.graph, *_subgraphs(model)]:
            for node in list(graph):
                if node.domain == _KEPT_DOMAIN and node.op_type.startswith(f"{NAMESPACE}."):
                    self._build_one(model, graph, node, opset)
        used = {node.domain for node in ir.traversal.RecursiveGraphIterator(model.graph)}
        if _KEPT_DOMAIN not in used:
            model.opset_imports.pop(_KEPT_DOMAIN, None)
        for domain in used:
            model.opset_imports.setdefault(domain, self._versions.get(domain, 1))
        passes.RemoveUnusedNodesPass()(model)
        passes.NameFixPass()(model)

    def _build_one(self, model: ir.Model, graph: ir.Graph, node: ir.Node, opset: int) -> None:
        original = self._nodes[node.attributes["call"].as_int()]
        function = self._table[original.target]  # type: ignore[index]
        lowering = (
            function if isinstance(function, SymbolicFunction) else _Function(function, opset)
        )
        stand_ins = [
            None if value is None else lowering.stand_in(value) for value in node.inputs
        ]
        by_name = dict(zip((n.name for n in original.all_input_nodes), stand_ins, strict=True))
        try:
            nodes, results = lowering.build(original, by_name)
        except Exception as error:  # The function is the caller's.
            raise RegistrationError(
                f"the lowering of '{original.target}' failed: {error}"
            ) from error
        if len(results) != len(node.outputs):
            raise RegistrationError(
                f"the lowering of '{original.target}' returned {len(results)} ONNX values, where "
                f"{len(node.outputs)} are needed"
            )
        for place, result in enumerate(results):
            if result.producer() is None or result in results[:place]:
                identity = ir.node("Identity", [result])
                nodes.append(identity)
                results[place] = identity.outputs[0]
        for value, stand_in in zip(node.inputs, stand_ins, strict=True):
            if stand_in is not None and value is not None:
                ir.convenience.replace_all_uses_with(stand_in, value)
        outputs = set(graph.outputs)
        for place, value in enumerate(node.outputs):
            if value not in outputs and (value.name or "/").startswith("/"):
                value.name = f"/{original.name}_output_{place}"
            if (dtype := results[place].dtype) is not None:
                value.dtype = dtype
        place_of_node = (node.name or "").rpartition("/")[0]
        for new in nodes:
            new.name = f"{place_of_node}/{new.op_type}"
            new.metadata_props.update(node.metadata_props)
            if new.version is not None:
                self._versions.setdefault(new.domain, new.version)
        ir.convenience.replace_nodes_and_values(
            graph, node, [node], nodes, list(node.outputs), results
        )
        if isinstance(lowering, _Function):
            self._add_functions(model, lowering.functions)

    @staticmethod
    def _add_functions(model: ir.Model, functions: Mapping[ir.OperatorIdentifier, Any]) -> None:
        for identifier, defined in functions.items():
            if not isinstance(defined, ir.Function):
                defined = ir.serde.deserialize_function(defined.to_function_proto())
            model.functions.setdefault(identifier, defined)
            for domain, version in defined.opset_imports.items():
                model.opset_imports.setdefault(domain, version)


class _Function:
    """A function that builds nodes with onnxscript's operators, as a lowering.

    Args:
        function: The function.
        opset: The opset of the model.
    """

    def __init__(self, function: Callable[..., Any], opset: int) -> None:
        # Only programs that need it need onnxscript.
        import onnxscript

        self._function = function
        self._operators = onnxscript.values.Opset("", opset)
        #: Functions of ONNX that the nodes call.
        self.functions: dict[ir.OperatorIdentifier, Any] = {}

    def stand_in(self, value: ir.Value) -> ir.Value:
        """What the function gets for a value."""
        from torch.onnx._internal.exporter import _tensors

        return _tensors.SymbolicTensor(
            self._operators, name=value.name, shape=value.shape, type=value.type
        )

    def build(self, node: torch.fx.Node, values: Mapping[str, ir.Value | None]) -> Built:
        """The nodes for one call; see `SymbolicFunction.build`."""
        from onnxscript import evaluator
        from torch.onnx._internal.exporter import _building

        args = [_argument(arg, values) for arg in node.args]
        kwargs = {name: _argument(arg, values) for name, arg in node.kwargs.items()}
        tracer = _building.OpRecorder(self._operators, {})  # type: ignore[abstract]
        with evaluator.default_as(tracer):
            results = self._function(*args, **kwargs)
        results = list(results) if isinstance(results, Sequence) else [results]
        if not all(isinstance(result, ir.Value) for result in results):
            raise RegistrationError(f"it returned {results}, not ONNX values")
        self.functions = dict(tracer.functions)
        return Built(list(tracer.nodes), results)


def _subgraphs(model: ir.Model) -> list[ir.Graph]:
    return [
        graph
        for node in ir.traversal.RecursiveGraphIterator(model.graph)
        for attribute in node.attributes.values()
        if attribute.type == ir.AttributeType.GRAPH
        for graph in [attribute.as_graph()]
    ]


def _without_list_of_one(node: torch.fx.Node) -> None:
    """Let a call that returns a list of one tensor return the tensor."""
    example = node.meta.get("val")
    if not isinstance(example, (list, tuple)) or len(example) != 1:
        return
    for user in list(node.users):
        user.replace_all_uses_with(node)
        name = user.name
        node.graph.erase_node(user)
        node.name = name  # the signature of the program may have it
    node.meta = dict(node.meta) | {"val": example[0]}


def _operator(kinds: Sequence[str], results: int) -> tuple[OpOverload[..., Any], str]:
    """An operator that takes a number and such values and returns so many tensors."""
    global _library
    name = "_".join([*(kind.lower() for kind in kinds), "to", str(results)])
    arguments = "".join(f", {kind} a{place}" for place, kind in enumerate(kinds))
    returned = "Tensor" if results == 1 else f"({', '.join(['Tensor'] * results)})"
    signature = f"{name}(int call{arguments}) -> {returned}"
    if name not in _kinds:
        if _library is None:
            _library = torch.library.Library(NAMESPACE, "FRAGMENT")  # type: ignore[no-untyped-call]
        _library.define(signature)  # type: ignore[no-untyped-call]
        _kinds[name] = getattr(getattr(torch.ops, NAMESPACE), name).default
    return _kinds[name], f"{NAMESPACE}::{signature}"


def _argument(arg: Any, values: Mapping[str, Any]) -> Any:
    """An argument of a node, as functions for torch.onnx take it."""
    if isinstance(arg, torch.fx.Node):
        return values[arg.name]
    if isinstance(arg, (list, tuple)):
        return [_argument(item, values) for item in arg]
    if isinstance(arg, torch.dtype):
        return tensor_adapters.from_torch_dtype(arg).value
    if isinstance(arg, (torch.device, torch.layout, torch.memory_format)):
        return str(arg)
    return arg


def kept_operators(operators: Sequence[str]) -> list[str]:
    """The operators of PyTorch among those of a model's nodes, apart from calls."""
    kept = (name.removeprefix(f"{_KEPT_DOMAIN}.") for name in operators if _KEPT_DOMAIN in name)
    return [name for name in kept if not name.startswith(f"{NAMESPACE}.")]


def of_the_program(messages: Sequence[Message]) -> list[Message]:
    """The messages but those about calls."""
    return [message for message in messages if NAMESPACE not in message.text]
