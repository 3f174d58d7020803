"""What torch.onnx writes into models about the program that they are made from.

The compiler writes the modules of each node and the name of its node in the program.
The rest is several times as long as the model without weights, and names folders of this
machine: it is added for tools that read it, where that is asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

import torch
from torch.export.graph_signature import ConstantArgument, InputKind, OutputKind

from torch_onnx_mlir._capture import inputs as _inputs
from torch_onnx_mlir._support.lazy_modules import ir

_SIGNATURE = "pkg.torch.export.graph_signature"
#: The first version of the format whose nodes have metadata.
_IR_VERSION = 10

_Nodes = dict[tuple[str, str], torch.fx.Node]


def add(model: ir.Model, program: torch.export.ExportedProgram) -> None:
    """Write the metadata of torch.onnx into a model of this program.

    Opsets below 18 are for runtimes that do not read the version of the format that has it:
    their models stay as they are.
    """
    if model.ir_version < _IR_VERSION:
        return
    nodes = _nodes_of(program)
    graphs: list[ir.Graph | ir.Function] = [model.graph, *model.functions.values()]
    for graph in graphs:
        for node in ir.traversal.RecursiveGraphIterator(graph):
            _describe_node(node, nodes)
    properties = model.graph.metadata_props
    properties["pkg.torch.export.ExportedProgram.graph_signature"] = str(program.graph_signature)
    properties["pkg.torch.export.ExportedProgram.range_constraints"] = str(
        program.range_constraints
    )
    _describe_values(model, program)


def _nodes_of(program: torch.export.ExportedProgram) -> _Nodes:
    """Nodes by their names and targets, those of inner graphs included; without those of
    which there are several."""
    nodes: _Nodes = {}
    several = set()
    for module in program.graph_module.modules():
        if not isinstance(module, torch.fx.GraphModule):
            continue
        for node in module.graph.nodes:
            key = (node.name, _name_of(node.target))
            if key in nodes:
                several.add(key)
            nodes[key] = node
    return {key: node for key, node in nodes.items() if key not in several}


def _name_of(target: object) -> str:
    """What the compiler calls an operator."""
    if isinstance(target, torch._ops.HigherOrderOperator):
        return f"higher_order.{target}"
    return str(target)


def _describe_node(node: ir.Node, nodes: _Nodes) -> None:
    properties = node.metadata_props
    if "pkg.torch.onnx.name_scopes" not in properties:
        return
    names = ast.literal_eval(properties["pkg.torch.onnx.name_scopes"])
    classes = ast.literal_eval(properties["pkg.torch.onnx.class_hierarchy"])
    properties["namespace"] = "/".join(f"{n}: {c}" for n, c in zip(names, classes, strict=True))
    source = nodes.get((names[-1], classes[-1]))
    if source is not None:
        properties["pkg.torch.onnx.fx_node"] = str(source.format_node())
        properties["pkg.torch.onnx.stack_trace"] = source.meta.get("stack_trace") or ""


def _describe_values(model: ir.Model, program: torch.export.ExportedProgram) -> None:
    signature = program.graph_signature
    weights = {spec.target: spec for spec in signature.input_specs if spec.target is not None}
    inputs = list(model.graph.inputs)
    arguments = [
        arg for arg in _inputs.input_specs(program) if not isinstance(arg, ConstantArgument)
    ]
    for value, arg in zip(inputs, arguments):
        _describe(value, "InputSpec.kind", InputKind.USER_INPUT.name)
        _describe(value, "InputSpec.persistent", str(None))
        _note_name(value, arg.name)
    # Weights are initializers, and inputs where that was asked for.
    for value in (*inputs[len(arguments) :], *model.graph.initializers.values()):
        if (spec := weights.get(value.name)) is not None:
            _describe(value, "InputSpec.kind", spec.kind.name)
            _describe(value, "InputSpec.persistent", str(spec.persistent))
            _note_name(value, spec.arg.name)
    for value, name in zip(model.graph.outputs, _names_of_outputs(program)):
        _describe(value, "OutputSpec.kind", OutputKind.USER_OUTPUT.name)
        _note_name(value, name)


def _names_of_outputs(program: torch.export.ExportedProgram) -> Iterator[str]:
    """What the program calls the outputs that the model has."""
    for spec in program.graph_signature.output_specs:
        is_none = isinstance(spec.arg, ConstantArgument) and spec.arg.value is None
        if spec.kind == OutputKind.USER_OUTPUT and not is_none:
            yield spec.arg.name


def _describe(value: ir.Value, what: str, text: str) -> None:
    value.metadata_props[f"{_SIGNATURE}.{what}"] = text


def _note_name(value: ir.Value, name: str) -> None:
    if name != value.name:
        value.metadata_props["pkg.torch.onnx.original_node_name"] = name
