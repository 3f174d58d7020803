"""Changed copies of exported programs."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import math
import operator
import warnings
from collections.abc import Container, Iterator, Sequence
from typing import Any

import torch
from torch._decomp import decomposition_table
from torch._ops import OpOverload
from torch.export.graph_signature import OutputSpec, SymBoolArgument, TensorArgument
from torch.utils._python_dispatch import is_traceable_wrapper_subclass

from torch_onnx_mlir._capture.flex_attention import has_flex_attention, without_flex_attention
from torch_onnx_mlir._compiler.conversion import has_operator
from torch_onnx_mlir._support import torch_internals as _torch

# Operators of these the compiler knows, or decomposes by itself.
_TORCH_NAMESPACES = frozenset(("aten", "prim", "prims", "torchvision", "onnx", "onnx_symbolic"))

# What torch.export takes of symbolic numbers (torch/_export/verifier.py), and torch.export.save
# does not.
_NUMBER_OPERATORS = frozenset((math.ceil, math.floor, operator.abs, round, torch.sym_sum))


def copied_module(program: torch.export.ExportedProgram) -> torch.fx.GraphModule:
    """The graph of a program, to be changed; it has no weights, so they are not copied."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # torch's own, about its trees
        module: torch.fx.GraphModule = copy.deepcopy(program.graph_module)
    # A copied graph has other names where they are those of built-in functions.
    for before, after in zip(program.graph.nodes, module.graph.nodes, strict=True):
        after.name = before.name
    return module


def rebuilt(
    program: torch.export.ExportedProgram,
    module: torch.fx.GraphModule,
    output_specs: Sequence[OutputSpec] | None = None,
    module_call_graph: Sequence[torch.export.ModuleCallEntry] | None = None,
) -> torch.export.ExportedProgram:
    """A program like another one, with another graph.

    Args:
        program: What everything else is from; its weights are shared.
        module: The graph, from `copied_module`.
        output_specs: What the outputs are, if others than before.
        module_call_graph: How it is called, if in another way than before.
    """
    module.graph.lint()
    module.recompile()
    # Not by the constructor, which verifies the graph: tools that change the graphs of
    # programs leave them in states that it refuses, and that are converted all the same.
    result = copy.copy(program)
    result._graph_module = module
    result._graph_signature = copy.copy(program.graph_signature)
    if output_specs is not None:
        result._graph_signature.output_specs = list(output_specs)
    if module_call_graph is not None:
        result._module_call_graph = list(module_call_graph)
    return result


@contextlib.contextmanager
def all_numbers() -> Iterator[None]:
    """Let PyTorch write down every operator of its symbolic numbers.

    torch.export takes `math.floor(x.shape[0] / 2)`; torch.export.save has a shorter list.
    """
    # Takes a second to import, which whoever captures or writes programs pays anyway.
    known = _torch.find("number_operators")
    if not isinstance(known, set):
        yield
        return
    missing = _NUMBER_OPERATORS - known
    known.update(missing)
    try:
        yield
    finally:
        known.difference_update(missing)


def onnx_decompositions() -> dict[Any, Any]:
    """The operators of torch.onnx.ops that are made of others."""
    ops = _torch.find("onnx_ops")
    return {} if ops is None else dict(ops.aten_decompositions())


def _is_composite(target: object) -> bool:
    """Whether an operator of the user's own, or of torch.onnx.ops, is made of others."""
    if target in onnx_decompositions():
        return True
    if not isinstance(target, OpOverload) or target.namespace in _TORCH_NAMESPACES:
        return False
    if has_operator(str(target)):
        return False  # torchao's: made of others, a quantized weight would be one of floats.
    name: str = target.name()  # type: ignore[no-untyped-call]
    composite = torch._C._dispatch_has_kernel_for_dispatch_key(name, "CompositeImplicitAutograd")
    return composite or target in decomposition_table


def without_composites(
    program: torch.export.ExportedProgram, kept: Container[object]
) -> torch.export.ExportedProgram:
    """The program with operators of the user's own decomposed, if they can be.

    Args:
        program: The program.
        kept: Operators that have lowerings of their own.
    """
    targets = {node.target for node in program.graph.nodes if node.op == "call_function"}
    found = {target for target in targets if target not in kept and _is_composite(target)}
    if not found:
        return program
    table = torch.export.default_decompositions()
    for target in list(table):
        if target not in found:
            del table[target]
    for decompositions in (decomposition_table, onnx_decompositions()):
        for target in found & decompositions.keys():
            table[target] = decompositions[target]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # torch's own, about its trees
        decomposed: torch.export.ExportedProgram = program.run_decompositions(table)
    return decomposed


def without_subclasses(program: torch.export.ExportedProgram) -> torch.export.ExportedProgram:
    """The program without operators on tensor subclasses among its weights.

    torch.export takes most subclasses (torchao's) apart: the program asks for the tensors
    inside of them, which the compiler understands.  One that computes by itself what an
    operator gives (`__torch_dispatch__`) is decomposed as a part of the whole program.
    """
    values = {**program.state_dict, **program.constants}
    subclasses = {name for name, value in values.items() if is_traceable_wrapper_subclass(value)}
    if not subclasses:
        return program
    inputs = {
        spec.arg.name for spec in program.graph_signature.input_specs if spec.target in subclasses
    }
    taken = torch.ops.export.access_subclass_inner_tensor.default
    users = [u for node in program.graph.nodes if node.name in inputs for u in node.users]
    if all(user.target is taken for user in users):
        return program
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # torch's own, about its trees
        decomposed: torch.export.ExportedProgram = program.run_decompositions({})
    return decomposed


def without_vmap(program: torch.export.ExportedProgram) -> torch.export.ExportedProgram:
    """The program without the calls of torch.vmap itself.

    Since 2.9, torch.export may record where torch.vmap begins and ends, on tensors of one example.
    torch.export.save refuses these calls before 2.13.
    """
    if _torch.find("written_vmap") is not None:
        return program
    vmap = getattr(_torch.find("vmap"), "__name__", None)
    graphs = [m.graph for m in program.graph_module.modules() if isinstance(m, torch.fx.GraphModule)]
    targets = {node.target for graph in graphs for node in graph.nodes}
    if vmap is None or all(getattr(target, "__module__", None) != vmap for target in targets):
        return program
    # PyTorch cannot decompose all of them, such as those in branches. The serializer then refuses
    # the program with a reason.
    with warnings.catch_warnings(), contextlib.suppress(RuntimeError):
        warnings.simplefilter("ignore", FutureWarning)  # torch's own, about its trees
        decomposed: torch.export.ExportedProgram = program.run_decompositions({})
        return decomposed
    return program


def _without_values(graph: torch.fx.Graph) -> list[torch.fx.Node]:
    """The calls of which the type of the result is not known."""
    return [node for node in graph.nodes if node.op == "call_function" and "val" not in node.meta]


def _fill_in_values(module: torch.fx.GraphModule) -> None:
    """Give nodes that were put into a graph afterwards the types of their results."""

    def value_of(node: torch.fx.Node) -> Any:
        return node.meta.get("val")

    for node in _without_values(module.graph):
        args = torch.fx.node.map_arg(node.args, value_of)
        kwargs = torch.fx.node.map_arg(node.kwargs, value_of)
        assert callable(node.target)
        with torch.no_grad():
            node.meta["val"] = node.target(*args, **kwargs)


def _returns_comparison(program: torch.export.ExportedProgram) -> bool:
    return any(isinstance(s.arg, SymBoolArgument) for s in program.graph_signature.output_specs)


def _comparisons_as_tensors(
    program: torch.export.ExportedProgram, module: torch.fx.GraphModule
) -> torch.export.ExportedProgram:
    """The program with comparisons of sizes that it returns as tensors."""
    output = module.graph.output_node()
    values: list[Any] = list(output.args[0])  # type: ignore[arg-type]
    specs = list(program.graph_signature.output_specs)
    renamed: dict[str, TensorArgument] = {}
    for place, spec in enumerate(specs):
        if isinstance(spec.arg, SymBoolArgument):
            with module.graph.inserting_before(output):
                tensor = module.graph.call_function(
                    torch.ops.aten.scalar_tensor.default, (values[place],), {"dtype": torch.bool}
                )
            tensor.meta = {"val": torch.empty((), dtype=torch.bool)}
            values[place] = tensor
            renamed[spec.arg.name] = TensorArgument(tensor.name)
            specs[place] = OutputSpec(spec.kind, renamed[spec.arg.name], spec.target)
    output.args = (tuple(values),)
    entry = copy.copy(program.module_call_graph[0])
    if entry.signature is not None:
        outputs = [renamed.get(getattr(arg, "name", ""), arg) for arg in entry.signature.outputs]
        entry.signature = dataclasses.replace(entry.signature, outputs=outputs)
    return rebuilt(program, module, specs, [entry, *program.module_call_graph[1:]])


def writable(program: torch.export.ExportedProgram) -> torch.export.ExportedProgram:
    """The program without what PyTorch itself cannot write down."""
    has_attention = has_flex_attention(program.graph_module)
    if not (has_attention or _without_values(program.graph) or _returns_comparison(program)):
        return program
    module = copied_module(program)
    if has_attention:
        without_flex_attention(module)
    _fill_in_values(module)
    return _comparisons_as_tensors(program, module)
