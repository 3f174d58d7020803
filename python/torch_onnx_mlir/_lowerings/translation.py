"""Lowerings of one's own: functions that build ONNX nodes for an operator of PyTorch.

A function is called for each node of the program that has its operator, with ONNX
values in the place of tensors, as torch.onnx calls it: an onnxscript function, a
Python function that uses onnxscript's operators, or a symbolic function.  The compiler
leaves a node of a custom domain in each such place, which is replaced by what the
function built.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import torch
from torch._library.custom_ops import CustomOpDef
from torch._ops import OpOverload, OpOverloadPacket

from torch_onnx_mlir._capture.rewrites import copied_module, rebuilt
from torch_onnx_mlir._compiler.conversion import Message, has_operator
from torch_onnx_mlir._lowerings.autograd_functions import arguments_of, function_called_by
from torch_onnx_mlir._lowerings.definitions import defined, name_of
from torch_onnx_mlir._lowerings.inlined import inlined, need_conversion
from torch_onnx_mlir._lowerings.operand_types import TypedNodes, check_model
from torch_onnx_mlir._lowerings.overloads import choose
from torch_onnx_mlir._lowerings.symbolic import Built, SymbolicFunction
from torch_onnx_mlir._model import models as _model
from torch_onnx_mlir._model.extract import with_inner
from torch_onnx_mlir._support import torch_internals as _torch
from torch_onnx_mlir._support.lazy_modules import ir, onnx, tensor_adapters
from torch_onnx_mlir.errors import OnnxExporterWarning, RegistrationError


@dataclasses.dataclass(frozen=True)
class Variants:
    """The functions of one operator, for real and for complex arguments.

    Attributes:
        real: For calls without complex arguments; None: the compiler's own lowering.
        complex: For calls with complex arguments. A complex tensor is a real one whose
            last dimension has the real and the imaginary part.
    """

    real: Callable[..., Any] | str | None = None
    complex: Callable[..., Any] | None = None


Table = Mapping[
    Callable[..., Any],
    Callable[..., Any] | SymbolicFunction | Variants | Sequence[Callable[..., Any]],
]

# The operators that stand for calls, one for each kind of signature.
NAMESPACE = "torch_onnx_mlir_call"
_KEPT_DOMAIN = "pkg.torch.ops"
_library: torch.library.Library | None = None
_kinds: dict[str, OpOverload[..., Any]] = {}
_TYPES: dict[type, str] = {torch.SymInt: "SymInt", torch.SymFloat: "float", torch.SymBool: "bool"}


def qualified_name(operator: Any) -> tuple[str, str]:
    """The name of an operator and its overload: "aten::add", "Tensor".

    Raises:
        TypeError: It is no operator.
    """
    operator = operator._opoverload if isinstance(operator, CustomOpDef) else operator
    if isinstance(operator, OpOverloadPacket):
        return operator._qualified_op_name, "default"
    if isinstance(operator, OpOverload):
        return operator._schema.name, operator._overloadname
    raise TypeError(f"{operator!r} is not an operator; expected, for example, torch.ops.my.op")


def by_overload(table: Mapping[Any, Any]) -> dict[Callable[..., Any], Any]:
    """A table of the caller with an entry for each overload.

    An overload of its own counts more than one of its operator (`torch.ops.aten.add`).

    Raises:
        TypeError: A key is no operator.
    """
    result: dict[Callable[..., Any], Any] = {}
    for key, function in table.items():
        packet = key._opoverload if isinstance(key, CustomOpDef) else key
        if not isinstance(packet, OpOverloadPacket):
            result[_checked_key(packet)] = function
            continue
        names_of_all = packet.overloads()  # type: ignore[no-untyped-call]
        overloads = [getattr(packet, name) for name in names_of_all]
        found = [o for o in overloads if not o._schema.is_mutable] or overloads
        if isinstance(function, str):  # It says itself which overloads it defines.
            names = defined(function)
            found = [overload for overload in found if name_of(overload) in names] or found[:1]
        for overload in found:
            if overload not in table:
                result[overload] = function
    return result


def _checked_key(key: Any) -> Callable[..., Any]:
    # The functions of symbolic numbers are nodes of programs, too: operator.mul, math.ceil.
    is_number = getattr(key, "__module__", None) in ("_operator", "math")
    is_number = is_number or getattr(key, "__name__", "").startswith("sym_")
    if not isinstance(key, (OpOverload, torch._ops.HigherOrderOperator)) and not is_number:
        raise TypeError(
            f"a key of custom_translation_table is {key!r}, expected an operator: "
            "torch.ops.my.op.default, torch.ops.my.op (all overloads), or what "
            "torch.library.custom_op returns"
        )
    checked: Callable[..., Any] = key
    return checked


class Calls:
    """A program in which calls stand for the operators of a table.

    Args:
        program: The program.
        table: Functions by operators.
        outlined: Whether equal calls of modules become calls of one function. The operator that
            stands for a call then has a number, which is the same for calls with equal arguments:
            their lowerings build equal nodes, so their modules are equal if the operators are.

    Raises:
        RegistrationError: An operator of the table cannot be replaced.
    """

    def __init__(
        self, program: torch.export.ExportedProgram, table: Table, outlined: bool = False
    ) -> None:
        self._table = table
        self._nodes: list[torch.fx.Node] = []
        self._numbers: dict[str, int] | None = {} if outlined else None
        self._unlike: list[str] = []  # results with another dtype than the program's
        self._versions: dict[str, int] = {}
        self.schemas: list[str] = []
        self.program = self._replaced(program)

    def __bool__(self) -> bool:
        return bool(self._nodes)

    def _replaced(
        self, program: torch.export.ExportedProgram
    ) -> torch.export.ExportedProgram:
        # Branches and bodies of loops are graphs of their own.
        found = {
            path: nodes
            for path, graph in program.graph_module.named_modules()
            if isinstance(graph, torch.fx.GraphModule)
            and (nodes := [n for n in graph.graph.nodes if self._function_of(n) is not None])
        }
        if not found:
            return program
        module = copied_module(program)
        for path, originals in found.items():
            graph = module.get_submodule(path)
            assert isinstance(graph, torch.fx.GraphModule)
            before = program.graph_module.get_submodule(path).graph.nodes
            copies = dict(zip(before, graph.graph.nodes, strict=True))
            for original in originals:
                node = copies[original]
                _without_list_of_one(node)
                number = self._number(original)
                operator = self._call_operator(node, number)
                node.args = (number, *map(_as_pairs, node.all_input_nodes))
                node.kwargs = {}
                node.target = operator
                _from_pairs(node)
            graph.recompile()
        return rebuilt(program, module)

    def _function_of(
        self, node: torch.fx.Node
    ) -> Callable[..., Any] | SymbolicFunction | None:
        """The lowering of a node; None if the compiler has to have one."""
        if node.op != "call_function" or node.target not in self._table:
            return None
        function = self._table[node.target]  # type: ignore[index]
        is_complex = any(map(_is_complex, node.all_input_nodes))
        if isinstance(function, Variants):
            found = function.complex if is_complex else function.real
            return None if isinstance(found, str) else found  # A text is for the compiler.
        if not is_complex:
            return choose(function, node) if isinstance(function, Sequence) else function
        if not has_operator(str(node.target)):
            raise RegistrationError(
                f"{_description(node)} does not support the complex arguments of '{node.name}'; "
                "register a function for them with OnnxRegistry.register_op(..., is_complex=True)"
            )
        warnings.warn(
            f"{_description(node)} is not used for '{node.name}', which has complex arguments; "
            "register a function for them with OnnxRegistry.register_op(..., is_complex=True)",
            OnnxExporterWarning,
            stacklevel=5,
        )
        return None

    def _number(self, node: torch.fx.Node) -> int:
        """The number of a call, by which `build` finds its node."""
        number = len(self._nodes)
        if self._numbers is not None:
            number = self._numbers.setdefault(_arguments_as_text(node), number)
        if number == len(self._nodes):
            self._nodes.append(node)
        return number

    def _call_operator(self, node: torch.fx.Node, number: int) -> OpOverload[..., Any]:
        """The operator that stands for a node, by what it takes and returns."""
        target = node.target
        if not isinstance(target, OpOverload):
            raise RegistrationError(f"'{target}' cannot have a custom lowering")
        if target._schema.is_mutable:
            raise RegistrationError(f"'{target}' writes to its arguments")
        example = node.meta.get("val")
        results = list(example) if isinstance(example, (list, tuple)) else [example]
        if not results or not all(isinstance(result, torch.Tensor) for result in results):
            raise RegistrationError(f"'{target}' returns values that are not tensors")
        kinds = []
        for value in node.all_input_nodes:
            given = value.meta.get("val")
            kind = "Tensor" if isinstance(given, torch.Tensor) else _TYPES.get(type(given))
            if kind is None or value.op == "get_attr":
                raise RegistrationError(f"'{value.name}', which '{target}' takes, is not a tensor")
            kinds.append(kind)
        suffix = "" if self._numbers is None else f"_call{number}"
        operator, schema = _operator(kinds, len(results), suffix)
        if schema not in self.schemas:
            self.schemas.append(schema)
        return operator

    @property
    def options(self) -> list[str]:
        """What the compiler has to be told of the calls."""
        return [f"--op-schema={schema}" for schema in self.schemas]

    def build(self, model: ir.Model, inline: bool = False) -> None:
        """Put what the functions build in the place of the calls.

        Args:
            model: The model with the calls.
            inline: Whether functions of onnxscript become nodes in place of functions of
                the model.

        Raises:
            RegistrationError: A function failed, or did not return as many values as
                its operator.
        """
        from onnx_ir.passes import common as passes

        opset = model.opset_imports[""]
        modules = set(model.functions)
        parts: list[ir.Graph | ir.Function] = [model.graph, *model.functions.values()]
        for graph in [graph for part in parts for graph in (part, *_subgraphs(part))]:
            for node in list(graph):
                if node.domain == _KEPT_DOMAIN and node.op_type.startswith(f"{NAMESPACE}."):
                    self._build_one(model, graph, node, opset, inline, modules)
        used = {node.domain for part in parts for node in _all_nodes(part)}
        for imports in [model.opset_imports, *(part.opset_imports for part in parts)]:
            if _KEPT_DOMAIN not in used:
                imports.pop(_KEPT_DOMAIN, None)
            for domain in used:
                imports.setdefault(domain, self._versions.get(domain, 1))
        passes.RemoveUnusedNodesPass()(model)
        passes.NameFixPass()(model)
        self._check(model)

    def _check(self, model: ir.Model) -> None:
        """Check that the rest of the model takes what the lowerings return."""
        try:
            check_model(_model.for_checker(model))
        except RegistrationError as error:
            names = ", ".join(dict.fromkeys(map(_description, self._nodes)))
            what = "; ".join(self._unlike) or f"no valid model results from {names}"
            raise RegistrationError(f"{what}; {error}") from error
        for text in dict.fromkeys(self._unlike):
            warnings.warn(text, OnnxExporterWarning, stacklevel=5)

    def _build_one(
        self,
        model: ir.Model,
        graph: ir.Graph | ir.Function,
        node: ir.Node,
        opset: int,
        inline: bool,
        modules: Collection[ir.OperatorIdentifier],
    ) -> None:
        original = self._nodes[node.attributes["call"].as_int()]
        function = self._function_of(original)
        assert function is not None
        lowering = (
            function if isinstance(function, SymbolicFunction) else _Function(function, opset)
        )
        for value, source in zip(node.inputs, original.all_input_nodes, strict=True):
            if value is not None and value.type is None:  # an input of a function
                _set_type(value, source.meta["val"])
        stand_ins = [
            None if value is None else lowering.stand_in(value) for value in node.inputs
        ]
        by_name = dict(zip((n.name for n in original.all_input_nodes), stand_ins, strict=True))
        functions: list[onnx.FunctionProto] = []
        try:
            nodes, results = lowering.build(original, by_name)
            if isinstance(lowering, _Function):
                functions = list(lowering.functions.values())
            if functions and (inline or need_conversion(functions, opset)):
                nodes, results = inlined(
                    nodes, stand_ins, results, functions, model.opset_imports
                )
                functions = []
            nodes = TypedNodes(nodes, model.opset_imports, functions).nodes
        except Exception as error:  # The function is the caller's.
            raise RegistrationError(f"{_description(original)} failed: {error}") from error
        self._check_results(original, results, node.outputs)
        for place, result in enumerate(results):
            if result.producer() is None or result in results[:place]:
                identity = ir.node("Identity", [result])
                nodes.append(identity)
                results[place] = identity.outputs[0]
        for given, stand_in in zip(node.inputs, stand_ins, strict=True):
            if stand_in is not None and given is not None:
                ir.convenience.replace_all_uses_with(stand_in, given)
        self._replace(graph, node, nodes, results, original.name)
        for function_proto in functions:
            _define(model, function_proto, modules, original)

    def _check_results(
        self,
        original: torch.fx.Node,
        results: Sequence[ir.Value],
        outputs: Sequence[ir.Value],
    ) -> None:
        if len(results) != len(outputs):
            raise RegistrationError(
                f"{_description(original)} returned {len(results)} ONNX values, expected "
                f"{len(outputs)}"
            )
        if original.target.namespace == "onnx_symbolic":  # type: ignore[union-attr]
            return  # The dtype may be one that PyTorch does not have.
        for result, value in zip(results, outputs, strict=True):
            if None not in (result.dtype, value.dtype) and result.dtype != value.dtype:
                self._unlike.append(
                    f"{_description(original)} returns {_text(result.dtype)} for "
                    f"'{original.name}', which is {_text(value.dtype)} in the program: cast it "
                    "there"
                )

    def _replace(
        self,
        graph: ir.Graph | ir.Function,
        node: ir.Node,
        nodes: Sequence[ir.Node],
        results: Sequence[ir.Value],
        name: str,
    ) -> None:
        """Puts the nodes of a lowering in the place of its call, `name` in the program."""
        outputs = set(graph.outputs)
        for place, value in enumerate(node.outputs):
            if value not in outputs and (value.name or "/").startswith("/"):
                value.name = f"/{name}_output_{place}"
            if (dtype := results[place].dtype) is not None:
                value.dtype = dtype
        scope = (node.name or "").rpartition("/")[0]
        for new in nodes:
            new.name = f"{scope}/{new.op_type}"
            new.metadata_props.update(node.metadata_props)
            if new.version is not None:
                self._versions.setdefault(new.domain, new.version)
        ir.convenience.replace_nodes_and_values(
            graph, node, [node], nodes, list(node.outputs), results
        )


def _define(
    model: ir.Model,
    proto: onnx.FunctionProto,
    modules: Collection[ir.OperatorIdentifier],
    original: torch.fx.Node,
) -> None:
    """Adds a function that a lowering calls to the model."""
    function = ir.serde.deserialize_function(proto)
    if function.identifier() in modules:
        raise RegistrationError(
            f"{_description(original)} calls the function '{proto.name}' of the domain "
            f"'{proto.domain}', which is also the function of a module; use another domain"
        )
    model.functions.setdefault(function.identifier(), function)
    for domain, version in function.opset_imports.items():
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
        #: Functions of ONNX that the nodes call, and those that these call.
        self.functions: dict[tuple[str, str], onnx.FunctionProto] = {}

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

        class Recorder(_building.OpRecorder):
            def eval_function(self, function: Any, args: Any, kwargs: Any) -> Any:
                _with_outputs(function)
                return super().eval_function(function, args, kwargs)

            def _call_op(self, signature: Any, inputs: Any, attributes: Any, *count: int) -> Any:
                if not count:  # Older versions of torch.onnx do not pass the number of outputs.
                    signature = _with_outputs_of_node(signature, attributes)
                return super()._call_op(signature, inputs, attributes, *count)

        args = [_argument(arg, values) for arg in node.args]
        kwargs = {name: _argument(arg, values) for name, arg in node.kwargs.items()}
        tracer = Recorder(self._operators, {})  # type: ignore[abstract]
        with evaluator.default_as(tracer):
            results = self._function(*args, **kwargs)
        results = list(results) if isinstance(results, Sequence) else [results]
        if not all(isinstance(result, ir.Value) for result in results):
            raise RegistrationError(f"it returned {results}, not ONNX values")
        self._add_functions(tracer.functions.values())
        return Built(list(tracer.nodes), results)


    def _add_functions(self, functions: Iterable[Any]) -> None:
        for function in functions:
            if isinstance(function, ir.Function):
                proto = ir.serde.serialize_function(function)
                called: Iterable[Any] = ()
            else:
                proto = function.to_function_proto()
                called = function.function_ir.get_called_functions().values()
                # onnxscript leaves out those that are called in a branch.
                imports = {opset.domain for opset in proto.opset_import}
                for domain in {other.function_ir.domain for other in called} - imports:
                    proto.opset_import.append(onnx.helper.make_opsetid(domain, 1))
            if (key := (proto.domain, proto.name)) not in self.functions:
                self.functions[key] = proto
                self._add_functions(called)


def _with_outputs(function: Any) -> None:
    """Let a function of onnxscript have the outputs that its Python body returns.

    torch.onnx counts the types in the annotation of what it returns, which may be missing.
    """
    attribute = _torch.signature_attribute()
    if attribute in vars(function):
        return
    domain, version = function.function_ir.domain, function.opset.version
    make = _torch.find("signature_of_function")
    is_newer = "since_version" in inspect.signature(make).parameters
    key = "since_version" if is_newer else "opset_version"
    signature = make(function, domain, function.name, **{key: version})
    count = len(function.function_ir.outputs)
    if len(signature.outputs) != count:
        schemas: Any = ir.schemas if is_newer else inspect.getmodule(make)
        kind = schemas.TypeConstraintParam.any_value
        outputs = [schemas.Parameter(f"r{n}", kind(f"T{n}"), True, False) for n in range(count)]
        signature = dataclasses.replace(signature, outputs=outputs)
    setattr(function, attribute, signature)  # torch.onnx reads it


def _with_outputs_of_node(signature: Any, attributes: Mapping[str, Any]) -> Any:
    """The signature of an operator of ONNX with the outputs that one node has.

    The schema of Split has one output for any number of them, and that of BatchNormalization has
    outputs for training alone.
    """
    outputs = list(signature.outputs)
    if signature.domain == "" and signature.name == "Split":
        outputs = outputs[:1] * attributes.get("num_outputs", 1)
    elif signature.domain == "" and signature.name == "BatchNormalization":
        outputs = outputs if attributes.get("training_mode", 0) else outputs[:1]
    return dataclasses.replace(signature, outputs=outputs)


def _description(node: torch.fx.Node) -> str:
    """What the lowering of a node is called in messages."""
    function = function_called_by(node)
    if function is not None:
        return f"'symbolic' of '{function.__name__}'"
    return f"the lowering of '{node.target}'"


def _is_complex(node: torch.fx.Node) -> bool:
    value = node.meta.get("val")
    return isinstance(value, torch.Tensor) and value.is_complex()


def _as_pairs(node: torch.fx.Node) -> torch.fx.Node:
    """A complex value as pairs of real numbers, another one as it is."""
    if not _is_complex(node):
        return node
    with node.graph.inserting_after(node):
        pairs = node.graph.call_function(torch.ops.aten.view_as_real.default, (node,))
    pairs.meta = dict(node.meta) | {"val": torch.view_as_real(node.meta["val"].resolve_conj())}
    return pairs


def _from_pairs(node: torch.fx.Node) -> None:
    """Let a call give pairs of real numbers where its operator gives complex ones."""
    example = node.meta["val"]
    if isinstance(example, torch.Tensor):
        results = [node] if example.is_complex() else []
    else:
        results = [user for user in node.users if _is_complex(user)]
        node.meta = dict(node.meta) | {"val": type(example)(map(_real, example))}
    for result in results:
        users, name = list(result.users), result.name
        with node.graph.inserting_after(result):
            whole = node.graph.call_function(torch.ops.aten.view_as_complex.default, (result,))
        whole.meta = dict(result.meta)
        result.meta = dict(result.meta) | {"val": _real(result.meta["val"])}
        for user in users:
            user.replace_input_with(result, whole)
        result.name, whole.name = f"{name}_pairs", name  # the signature of the program may have it


def _real(value: Any) -> Any:
    return torch.view_as_real(value) if value.is_complex() else value


def _text(dtype: ir.DataType | None) -> str:
    return _model.dtype_text(dtype) if dtype is not None else "unknown"


def _arguments_as_text(node: torch.fx.Node) -> str:
    """The operator of a call, its arguments, and the types of its operands and results."""
    values = node.all_input_nodes
    places = {value: f"%{place}" for place, value in enumerate(values)}
    arguments = torch.fx.map_arg(arguments_of(node), lambda value: _Text(places[value]))
    types = [_type_as_text(value.meta.get("val")) for value in (*values, node)]
    return repr((str(node.target), arguments, types))


class _Text(str):
    """A text whose representation is not that of a text among the arguments of a call."""

    def __repr__(self) -> str:
        return str(self)


def _type_as_text(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return str([_type_as_text(item) for item in value])
    if isinstance(value, torch.Tensor):
        return f"{value.dtype}{tuple(value.shape)}"
    return type(value).__name__


def _set_type(value: ir.Value, example: Any) -> None:
    """Give an input of a function the type that the program has for it."""
    if not isinstance(example, torch.Tensor):
        return
    example = torch.view_as_real(example.resolve_conj()) if example.is_complex() else example
    value.type = ir.TensorType(tensor_adapters.from_torch_dtype(example.dtype))
    value.shape = ir.Shape([size if isinstance(size, int) else None for size in example.shape])


def _all_nodes(part: ir.Graph | ir.Function) -> Iterable[ir.Node]:
    return ir.traversal.RecursiveGraphIterator(part)


def _subgraphs(part: ir.Graph | ir.Function) -> list[ir.Graph]:
    return [
        graph
        for node in _all_nodes(part)
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


def _operator(
    kinds: Sequence[str], results: int, suffix: str
) -> tuple[OpOverload[..., Any], str]:
    """An operator that takes a number and such values and returns so many tensors."""
    global _library
    name = "_".join([*(kind.lower() for kind in kinds), "to", str(results)]) + suffix
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


def kept_operators(model: onnx.ModelProto) -> list[str]:
    """The operators of PyTorch that were kept as nodes of a model, apart from calls; one entry
    for each node."""
    nodes = [*model.graph.node, *(node for function in model.functions for node in function.node)]
    return [
        node.op_type
        for node in with_inner(nodes)
        if node.domain == _KEPT_DOMAIN and not node.op_type.startswith(f"{NAMESPACE}.")
    ]


def of_the_program(messages: Sequence[Message]) -> list[Message]:
    """The messages without warnings about calls; an error does not name the call's operator."""
    return [
        message._replace(text=re.sub(rf"'{NAMESPACE}[^']*'", "with a custom lowering", message.text))
        for message in messages
        if NAMESPACE not in message.text or message.severity == "error"
    ]
