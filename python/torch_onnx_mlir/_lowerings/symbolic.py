"""Symbolic functions: lowerings in the form that torch.onnx has had since TorchScript.

A symbolic function gets a graph context `g` and one value for each argument of an
operator, and builds nodes with `g.op("Relu", x)` or `g.op("domain::Op", x, axis_i=1)`.
Such functions look into their values (`x.type().sizes()`), are decorated with
`symbolic_helper.parse_args` and call each other: all of that is TorchScript's.  So
they build a graph of TorchScript here too, with the classes that torch.onnx gives
them, and its nodes become nodes of ONNX.
"""

from __future__ import annotations

import contextlib
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, cast

import torch
from torch._ops import OpOverload

from torch_onnx_mlir._compiler.conversion import has_operator
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import ir, tensor_adapters
from torch_onnx_mlir.errors import RegistrationError

_globals: Any = _torch.find("globals_of_scripts")
_type_utils: Any = _torch.find("types_of_scripts")
jit_utils: Any = _torch.find("graphs_of_scripts")
registration: Any = _torch.find("symbolics_of_scripts")

# The first word of the kinds of attributes that TorchScript has.
_ATTRIBUTES = {
    "f": "FLOAT",
    "fs": "FLOATS",
    "i": "INT",
    "is": "INTS",
    "s": "STRING",
    "ss": "STRINGS",
    "t": "TENSOR",
    "ts": "TENSORS",
}
# `value` of a Constant is a tensor in ONNX; others have names of their own.
_CONSTANTS = {
    "f": "value_float",
    "fs": "value_floats",
    "i": "value_int",
    "is": "value_ints",
    "s": "value_string",
    "ss": "value_strings",
}
# TorchScript and torch.onnx have one state for all threads.
_lock = threading.RLock()
# The numbers that PyTorch's operators have for them.
_LAYOUTS = {
    torch.strided: 0,
    torch.contiguous_format: 0,
    torch.preserve_format: 1,
    torch.channels_last: 2,
    torch.channels_last_3d: 3,
}


def register_custom_op_symbolic(
    symbolic_name: str, symbolic_fn: Callable[..., Any], opset_version: int
) -> None:
    """Register a lowering of an operator: the function of torch.onnx, with its table.

    Args:
        symbolic_name: The operator, without its overload: "my::op"; "::op" is PyTorch's.
        symbolic_fn: Called with a graph context and a value for each argument.
        opset_version: The first opset that the lowering is for.

    Raises:
        OnnxExporterError: The name has a wrong form.
    """
    torch.onnx.utils.register_custom_op_symbolic(symbolic_name, symbolic_fn, opset_version)


def unregister_custom_op_symbolic(symbolic_name: str, opset_version: int) -> None:
    """Remove a lowering of `register_custom_op_symbolic`."""
    torch.onnx.utils.unregister_custom_op_symbolic(symbolic_name, opset_version)


class Built(NamedTuple):
    """What a lowering built: nodes in their order, and the values that they are for."""

    nodes: list[ir.Node]
    results: list[ir.Value]


class SymbolicFunction:
    """A symbolic function as the lowering of an operator.

    Args:
        function: The function; it is called as `function(g, *arguments)`.
        opset: The opset of the model.
    """

    def __init__(self, function: Callable[..., Any] | None, opset: int) -> None:
        self._function = function
        self._opset = opset

    def stand_in(self, value: ir.Value) -> ir.Value:
        """What takes the place of a value while the nodes are built."""
        return ir.Value(name=value.name, shape=value.shape, type=value.type)

    def build(self, node: torch.fx.Node, values: Mapping[str, ir.Value | None]) -> Built:
        """The nodes for one call of the operator.

        Args:
            node: The call.
            values: What the model has for the nodes that the call uses.

        Raises:
            RegistrationError: It built something that ONNX does not have.
        """
        graph = Graph(values)
        with _lock, _opset_of_torch(self._opset):
            function, arguments = self.called(graph, node)
            context = graph.context(self._opset, node, arguments)
            return graph.built(function(context, *arguments))

    def called(self, graph: Graph, node: torch.fx.Node) -> tuple[Callable[..., Any], list[Any]]:
        """The function and its arguments: all that the schema has, in its order."""
        assert isinstance(node.target, OpOverload) and self._function is not None
        parameters = node.target._schema.arguments
        given = dict(zip((p.name for p in parameters), node.args)) | node.kwargs
        arguments = [graph.value_of(given.get(p.name, p.default_value)) for p in parameters]
        return self._function, arguments


class Graph:
    """A graph of TorchScript that a symbolic function builds.

    Args:
        given: Values of the model by the names of nodes.
    """

    def __init__(self, given: Mapping[str, ir.Value | None]) -> None:
        self._graph = torch._C.Graph()
        self._given = given
        # ONNX values by the numbers of TorchScript's, whose Python objects do not last.
        self._values: dict[int, ir.Value | None] = {}

    def context(
        self, opset: int, node: torch.fx.Node, arguments: Sequence[Any]
    ) -> Any:
        """What a symbolic function takes first."""
        assert isinstance(node.target, OpOverload)
        example = node.meta["val"]
        results = list(example) if isinstance(example, (list, tuple)) else [example]
        inputs = [value for value in arguments if isinstance(value, torch._C.Value)]
        original = self._graph.create(node.target._schema.name, inputs, len(results))
        for value, result in zip(original.outputs(), results, strict=True):
            _set_type(value, result.dtype, result.shape)
        # What TorchScript knows of values, by names that all graphs have, is forgotten:
        # else it takes a value for one of the graph before, or crashes.
        torch._C._jit_pass_onnx_graph_shape_type_inference(self._graph, {}, opset)
        return jit_utils.GraphContext(
            graph=self._graph,
            block=self._graph.block(),
            opset=opset,
            original_node=original,
            params_dict={},
            env={},
            values_in_env=set(),
        )

    def value_of(self, argument: Any) -> torch._C.Value:
        """An argument of a node as a value."""
        if isinstance(argument, torch.fx.Node):
            given = self._given[argument.name]
            return self._none() if given is None else self._input(given)
        if argument is None or isinstance(argument, torch.device):
            return self._none()
        if isinstance(argument, torch.dtype):
            argument = int(_type_utils.JitScalarType.from_dtype(argument))
        elif isinstance(argument, (torch.layout, torch.memory_format)):
            argument = _LAYOUTS[argument]
        if isinstance(argument, (list, tuple)):
            if all(isinstance(item, (bool, int, float)) for item in argument):
                return self._constant(value_t=_tensor(argument))
            return self._node("prim::ListConstruct", [self.value_of(a) for a in argument])
        if isinstance(argument, str):
            return self._constant(value_s=argument)
        if isinstance(argument, (bool, int, float)):
            return self._constant(value_t=_tensor(argument))
        raise RegistrationError(f"a symbolic function cannot take {argument!r}")

    def _node(self, kind: str, inputs: Sequence[torch._C.Value]) -> torch._C.Value:
        return self._graph.insertNode(self._graph.create(kind, list(inputs), 1)).output()

    def _none(self) -> torch._C.Value:
        return self._node("prim::Constant", []).setType(torch._C.NoneType.get())

    def _constant(self, **attribute: Any) -> torch._C.Value:
        node = self._graph.create("onnx::Constant", [], 1)
        for name, value in attribute.items():
            getattr(node, name.removeprefix("value_") + "_")("value", value)
            if isinstance(value, torch.Tensor):
                node.output().inferTypeFrom(value)
        return self._graph.insertNode(node).output()

    def _input(self, given: ir.Value) -> torch._C.Value:
        for known in self._graph.inputs():
            if self._values[known.unique()] is given:
                return known
        value = self._graph.addInput()
        assert given.dtype is not None and given.shape is not None
        _set_type(value, tensor_adapters.to_torch_dtype(given.dtype), given.shape)
        self._values[value.unique()] = given
        return value

    def built(self, results: Any) -> Built:
        """The graph in ONNX, as far as the results need it."""
        if isinstance(results, torch._C.Value) and results.node().kind() == "prim::ListConstruct":
            results = list(results.node().inputs())
        values = list(results) if isinstance(results, (list, tuple)) else [results]
        if not all(isinstance(value, torch._C.Value) for value in values):
            raise RegistrationError(f"a symbolic function returned {results}, not values")
        needed = {value.unique() for value in values}
        used = []
        for node in reversed(list(self._graph.nodes())):
            if any(output.unique() in needed for output in node.outputs()):
                needed.update(value.unique() for value in node.inputs())
                used.append(node)
        nodes = [made for node in reversed(used) if (made := self._converted(node)) is not None]
        return Built(nodes, [self._known(value) for value in values])

    def _known(self, value: torch._C.Value) -> ir.Value:
        result = self._values[value.unique()]
        if result is None:
            raise RegistrationError("a symbolic function returned None")
        return result

    def _converted(self, node: torch._C.Node) -> ir.Node | None:
        """A node in ONNX; None for what stands for an input that is left out."""
        if node.mustBeNone():
            self._values[node.output().unique()] = None
            return None
        domain, _, op_type = node.kind().partition("::")
        if domain in ("aten", "prim"):
            raise RegistrationError(f"'{node.kind()}' is an operator of PyTorch, not of ONNX")
        if list(node.blocks()):
            raise RegistrationError(
                f"'{op_type}' has a subgraph; symbolic functions can only build nodes without "
                "subgraphs"
            )
        inputs = [self._values[value.unique()] for value in node.inputs()]
        while inputs and inputs[-1] is None:
            inputs.pop()
        made = ir.node(
            op_type,
            inputs,
            domain="" if domain == "onnx" else domain,
            num_outputs=node.outputsSize(),
        )
        for name in node.attributeNames():
            attribute = _attribute(node, name)
            made.attributes[attribute.name] = attribute
        for output, value in zip(node.outputs(), made.outputs, strict=True):
            self._values[output.unique()] = value
        return made


def _tensor(value: bool | int | float | Sequence[Any]) -> torch.Tensor:
    """Numbers as TorchScript has them in tensors: float64, int64 or bool."""
    if isinstance(value, (list, tuple)) and not value:
        return torch.empty(0, dtype=torch.int64)
    tensor = torch.tensor(value)
    return tensor.double() if tensor.is_floating_point() else tensor


def _set_type(value: torch._C.Value, dtype: torch.dtype, shape: Iterable[Any]) -> None:
    sizes = [size if isinstance(size, int) else None for size in shape]
    # TorchScript's type has no other way to its dtype.
    value.inferTypeFrom(torch.empty((0,) * len(sizes), dtype=dtype))
    kind = cast(torch._C.TensorType, value.type())
    value.setType(kind.with_sizes(sizes))


def _attribute(node: torch._C.Node, name: str) -> ir.Attr:
    kind = node.kindOf(name)
    if kind not in _ATTRIBUTES:
        raise RegistrationError(
            f"the attribute '{name}' of '{node.kind()}' has an unsupported kind"
        )
    value = getattr(node, kind)(name)
    if kind == "t":
        value = tensor_adapters.TorchTensor(value)
    elif kind == "ts":
        value = [tensor_adapters.TorchTensor(tensor) for tensor in value]
    if node.kind() == "onnx::Constant" and name == "value":
        name = _CONSTANTS.get(kind, name)
    return ir.Attr(name, ir.AttributeType[_ATTRIBUTES[kind]], value)


@contextlib.contextmanager
def _opset_of_torch(opset: int) -> Iterator[None]:
    """The opset that functions of torch.onnx look up in a global of it."""
    # Not by its property, which has a list of opsets, shorter in older versions.
    values = vars(_globals.GLOBALS)
    before = values["_export_onnx_opset_version"]
    values["_export_onnx_opset_version"] = opset
    try:
        yield
    finally:
        values["_export_onnx_opset_version"] = before


def _registered(name: str, opset: int) -> Callable[..., Any] | None:
    """The function that was registered for an operator, for the newest opset up to one."""
    group = registration.registry.get_function_group(name)
    if group is None:
        return None
    functions = group._functions
    versions = [v for v in functions if v <= opset and functions.overridden(v)]
    return functions[max(versions)] if versions else None


def _for_operator(target: object, opset: int) -> Callable[..., Any] | None:
    """The function for an operator; as in torch.onnx, one serves all overloads, and those
    that write to their first argument."""
    if not isinstance(target, OpOverload):
        return None
    name: str = target._schema.name
    function = _registered(name, opset) or _registered(name.removesuffix("_"), opset)
    # torchvision registers functions for all of its operators when it is imported.
    is_of_library = getattr(function, "__module__", "").startswith("torchvision.")
    return None if is_of_library and has_operator(str(target)) else function


def _targets(program: torch.export.ExportedProgram) -> set[Any]:
    """What the nodes of a program call, also in branches and bodies of loops."""
    return {
        node.target
        for module in program.graph_module.modules()
        if isinstance(module, torch.fx.GraphModule)
        for node in module.graph.nodes
        if node.op == "call_function"
    }


def without_writes(
    program: torch.export.ExportedProgram, opset: int
) -> torch.export.ExportedProgram:
    """The program without operators that write to their arguments, if there is a symbolic
    function for one of them."""
    targets = _targets(program)
    if not any(
        isinstance(target, OpOverload)
        and target._schema.is_mutable
        and _for_operator(target, opset)
        for target in targets
    ):
        return program
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # torch's own, about its trees
        functional: torch.export.ExportedProgram = program.run_decompositions({})
    return functional


def registered_lowerings(
    program: torch.export.ExportedProgram, opset: int
) -> dict[Callable[..., Any], SymbolicFunction]:
    """The operators of a program for which `register_custom_op_symbolic` was called."""
    targets = _targets(program)
    return {
        target: SymbolicFunction(function, opset)
        for target in targets
        if callable(target) and (function := _for_operator(target, opset)) is not None
    }
