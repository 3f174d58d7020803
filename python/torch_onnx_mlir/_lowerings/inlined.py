"""Calls of a caller's own ONNX functions as the nodes of these functions.

A function of onnxscript imports the opset that it was written with, which is often older
than the model's: its nodes are converted to the model's opset. ONNX refuses a function with
an operator that has another version in the model's opset, so such a function is always
inlined.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from torch_onnx_mlir._model.extract import with_inner
from torch_onnx_mlir._support.lazy_modules import inliner, ir, onnx
from torch_onnx_mlir.errors import RegistrationError

_STANDARD = ("", "ai.onnx")


def need_conversion(functions: Collection[onnx.FunctionProto], opset: int) -> bool:
    """Whether functions have an operator that differs between their opset and the model's."""
    for function in functions:
        own = [o.version for o in function.opset_import if o.domain in _STANDARD]
        if own in ([], [opset]):
            continue
        for node in with_inner(function.node):
            if node.domain in _STANDARD and _since(node, own[0]) != _since(node, opset):
                return True
    return False


def _since(node: onnx.NodeProto, opset: int) -> int | None:
    """The opset that an operator is of; None if there is none."""
    if not onnx.defs.has(node.op_type, opset):
        return None
    return onnx.defs.get_schema(node.op_type, opset).since_version


def inlined(
    nodes: Sequence[ir.Node],
    inputs: Sequence[ir.Value | None],
    results: Sequence[ir.Value],
    functions: Collection[onnx.FunctionProto],
    opsets: Mapping[str, int],
) -> tuple[list[ir.Node], list[ir.Value]]:
    """Replace the calls of functions among nodes.

    Args:
        nodes: The nodes in order, which are of no graph.
        inputs: The values from outside that they use.
        results: The values that are used outside.
        functions: The functions that may be called.
        opsets: The versions of the domains of the model.

    Returns:
        Other nodes and other results.

    Raises:
        RegistrationError: A function cannot be converted to the model's opset.
    """
    taken = [value for value in dict.fromkeys(inputs) if value is not None]
    # A result that no node makes is the input itself.
    made = [value for value in dict.fromkeys(results) if value.producer() in nodes]
    imports = dict(opsets)
    for node in nodes:
        imports.setdefault(node.domain, 1)
    for function in functions:
        for opset in function.opset_import:
            imports.setdefault(opset.domain, opset.version)
    graph = ir.Graph(taken, made, nodes=nodes, opset_imports=imports, name="lowering")
    proto = ir.serde.serialize_model(ir.Model(graph, ir_version=10))
    try:
        flat = _flat(proto, {(function.domain, function.name): function for function in functions})
    except Exception as error:  # The converter of onnx raises RuntimeErrors of many kinds.
        reason = " ".join(str(error).split())
        raise RegistrationError(
            f"its functions cannot be converted to opset {opsets['']} and inlined: {reason}; "
            f"use opset{opsets['']} of onnxscript in them"
        ) from error
    other = ir.serde.deserialize_graph(flat.graph)
    for new, old in zip(list(other.inputs), taken, strict=True):
        ir.convenience.replace_all_uses_with(new, old)
    replaced = dict(zip(made, list(other.outputs), strict=True))
    for old, new in replaced.items():
        new.type, new.shape = old.type, old.shape
    other.outputs.clear()
    graph.outputs.clear()
    graph.inputs.clear()
    found = list(other)
    other.remove(found)
    return found, [replaced.get(value, value) for value in results]


def _flat(
    model: onnx.ModelProto, functions: Mapping[tuple[str, str], onnx.FunctionProto]
) -> onnx.ModelProto:
    """The model without calls of functions.

    Functions are inlined one at a time, callers first. A function that is called in the body of
    another one is added when that body is inlined.
    """
    while called := [
        (node.domain, node.op_type)
        for node in with_inner(model.graph.node)
        if (node.domain, node.op_type) in functions
    ]:
        model.functions.append(functions[called[0]])
        model = inliner.inline_local_functions(model, convert_version=True)
    return model
