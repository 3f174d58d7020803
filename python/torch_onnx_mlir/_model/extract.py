"""Extracts a part of an ONNX model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from torch_onnx_mlir._support.lazy_modules import inliner, onnx
from torch_onnx_mlir.verification import Model, _loaded


def _subgraphs(node: onnx.NodeProto) -> Iterator[onnx.GraphProto]:
    for attribute in node.attribute:
        yield from [attribute.g] if attribute.HasField("g") else attribute.graphs


def with_inner(nodes: Sequence[onnx.NodeProto]) -> Iterator[onnx.NodeProto]:
    """The nodes and those of their subgraphs."""
    for node in nodes:
        yield node
        for graph in _subgraphs(node):
            yield from with_inner(graph.node)


def _inputs_of(node: onnx.NodeProto) -> Iterator[str]:
    """The values that a node and its subgraphs read."""
    yield from (name for name in node.input if name)
    for graph in _subgraphs(node):
        own = {value.name for value in graph.input} | {t.name for t in graph.initializer}
        own |= {name for inner in graph.node for name in inner.output}
        for inner in graph.node:
            yield from (name for name in _inputs_of(inner) if name not in own)
        yield from (value.name for value in graph.output if value.name not in own)


def extract(
    model: Model,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
    *,
    module: str | None = None,
) -> onnx.ModelProto:
    """Extract the part of a model between values, or the part of a module.

    Args:
        model: A model: its path, its bytes, a ModelProto or an ONNXProgram.
        inputs: The names of the values that become inputs of the part.
        outputs: The names of the values that become its outputs.
        module: The path of a module of the PyTorch model (`layers.0.attention`) in place
            of inputs and outputs: the part is the nodes of this module and of the modules
            inside, with its weights. A function of the model (`functions="modules"`)
            becomes the graph of the part.

    Returns:
        A model with these inputs and outputs.

    Raises:
        ValueError: The model has no such value or no node of the module, or the outputs
            depend on inputs of the model that `inputs` does not have; the text names them.
    """
    source = _loaded(model)
    if module is None:
        return _between(source, inputs, outputs)
    if inputs or outputs:
        raise ValueError("extract() takes the name of a module or names of values, not both")
    return _of_module(source, module)


def _between(
    source: onnx.ModelProto, inputs: Sequence[str], outputs: Sequence[str]
) -> onnx.ModelProto:
    """The part between values."""
    graph = source.graph
    producers = {name: node for node in graph.node for name in node.output if name}
    weights = {tensor.name for tensor in graph.initializer}
    known = producers.keys() | weights | {value.name for value in graph.input}
    if unknown := [name for name in (*inputs, *outputs) if name not in known]:
        raise ValueError(f"the model has no values {', '.join(unknown)}")
    needed: set[int] = set()
    used: set[str] = set()
    missing: list[str] = []
    pending = list(outputs)
    while pending:
        name = pending.pop()
        if name in used or name in inputs:
            continue
        used.add(name)
        if name in producers:
            needed.add(id(producers[name]))
            pending.extend(_inputs_of(producers[name]))
        elif name not in weights:
            missing.append(name)
    if missing:
        order = [value.name for value in graph.input if value.name in missing]
        raise ValueError(
            f"{', '.join(outputs)} need inputs of the model that are not given: {', '.join(order)}"
        )
    nodes = [node for node in graph.node if id(node) in needed]
    return _part(source, nodes, inputs, outputs)


def _of_module(source: onnx.ModelProto, module: str) -> onnx.ModelProto:
    """The part that a module computes; functions around it are opened on the way."""
    functions = {(f.domain, f.name): f for f in source.functions}
    part, rest = source, [name for name in module.split(".") if name]
    if not rest:
        raise ValueError("expected the path of a module inside the model, not the model itself")
    while not (nodes := [node for node in part.graph.node if _starts_with(node, rest)]):
        around = [
            (node, path)
            for node in part.graph.node
            if (node.domain, node.op_type) in functions
            and (path := _path_of(node)) == rest[: len(path)]
        ]
        if not around:
            raise ValueError(_not_found(part, rest, module, is_whole=part is source))
        # One call of a function and its weights; what it calls stays a call.
        node, path = around[0]
        part = _closed(part, [n for n, other in around if other == path])
        part = inliner.inline_selected_functions(part, [(node.domain, node.op_type)])
        rest = rest[len(path) :]
    return _closed(part, nodes)


def _path_of(node: onnx.NodeProto) -> list[str]:
    """The module that a node is of, relative to the function around it."""
    for entry in node.metadata_props:
        if entry.key == "namespace":
            return list(entry.value.replace("/", ".").split("."))
    return []


def _starts_with(node: onnx.NodeProto, path: Sequence[str]) -> bool:
    return _path_of(node)[: len(path)] == path


def _not_found(
    model: onnx.ModelProto, path: Sequence[str], module: str, is_whole: bool
) -> str:
    if any(_starts_with(node, path) for node in with_inner(model.graph.node)):
        return (
            f"the module '{module}' is inside of a branch or a loop, which is a part as a whole; "
            "take the module around it"
        )
    if is_whole and not any(map(_path_of, model.graph.node)):
        return (
            f"the nodes of the model do not say which module they are of, so '{module}' cannot "
            "be found; a model of opset 19 or newer does, unless it was written without metadata"
        )
    return f"the model has no node of the module '{module}'"


def _closed(source: onnx.ModelProto, nodes: Sequence[onnx.NodeProto]) -> onnx.ModelProto:
    """Nodes as a model: its inputs are what they take from others, its outputs what others
    take from them."""
    graph = source.graph
    inside = {id(node) for node in nodes}
    known = {tensor.name for tensor in graph.initializer}
    # The constants of a function are nodes of no module.
    constants = {n.output[0]: n for n in graph.node if n.op_type == "Constant" and n.output}
    made = {name for node in nodes for name in node.output if name}
    taken = dict.fromkeys(name for node in nodes for name in _inputs_of(node) if name not in made)
    others = {
        name for node in graph.node if id(node) not in inside for name in _inputs_of(node)
    } | {value.name for value in graph.output}
    inputs = [name for name in taken if name not in known and name not in constants]
    outputs = [name for node in nodes for name in node.output if name in others]
    own = [constants[name] for name in taken if name in constants]
    return _part(source, [*own, *nodes], inputs, outputs)


def _part(
    source: onnx.ModelProto,
    nodes: Sequence[onnx.NodeProto],
    inputs: Sequence[str],
    outputs: Sequence[str],
) -> onnx.ModelProto:
    """Nodes as a model with the initializers and the functions that they use."""
    graph = source.graph
    weights = {tensor.name: tensor for tensor in graph.initializer}
    types = {v.name: v for v in (*graph.value_info, *graph.input, *graph.output)}
    if any(name not in types and name not in weights for name in (*inputs, *outputs)):
        inferred = onnx.shape_inference.infer_shapes(source).graph
        types |= {value.name: value for value in inferred.value_info if value.name not in types}
    used = {name for node in nodes for name in (*_inputs_of(node), *node.output)} | set(outputs)
    part = onnx.ModelProto()
    part.CopyFrom(source)
    for field in ("node", "input", "output", "initializer", "value_info"):
        part.graph.ClearField(field)
    part.graph.node.extend(nodes)
    part.graph.initializer.extend(
        tensor for name, tensor in weights.items() if name in used and name not in inputs
    )
    for names, field in ((inputs, part.graph.input), (outputs, part.graph.output)):
        for name in names:
            if name in types:
                field.append(types[name])
            elif name in weights:
                tensor = weights[name]
                field.append(
                    onnx.helper.make_tensor_value_info(name, tensor.data_type, tensor.dims)
                )
            else:
                field.append(onnx.helper.make_empty_tensor_value_info(name))
    inside = used - set(inputs) - set(outputs)
    part.graph.value_info.extend(value for value in graph.value_info if value.name in inside)
    _keep_called(part)
    return part


def _keep_called(model: onnx.ModelProto) -> None:
    """Remove the functions that nothing calls."""
    functions = {(f.domain, f.name): f for f in model.functions}
    called: set[tuple[str, str]] = set()
    pending = [model.graph.node]
    while pending:
        for node in with_inner(pending.pop()):
            key = (node.domain, node.op_type)
            if key in functions and key not in called:
                called.add(key)
                pending.append(functions[key].node)
    kept = [function for key, function in functions.items() if key in called]
    model.ClearField("functions")
    model.functions.extend(kept)
