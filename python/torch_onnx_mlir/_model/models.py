"""What the package does with onnx_ir models and ModelProtos, apart from any program."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import torch

from torch_onnx_mlir._support.lazy_modules import ir, onnx, tensor_adapters
from torch_onnx_mlir._support.paths import written_whole

# Below this, data that could be beside a model is written into it.
EXTERNAL_THRESHOLD = 1024
# A ModelProto ends at 2 GB; models that come near are written with external data.
LARGE_MODEL = 1536 * 1024 * 1024


def _over_storage(
    tensor: ir.ExternalTensor, storages: Mapping[str, memoryview]
) -> ir.TensorProtocol:
    """The tensor over the bytes that its location names, which are not copied.  What the
    compiler computes is computed whenever the tensor is read."""
    location = str(tensor.location)
    if location.startswith("computed:"):
        return ir.LazyTensor(
            lambda: _over_bytes(tensor, storages[location]),
            dtype=tensor.dtype,
            shape=tensor.shape,
            name=tensor.name,
        )
    return _over_bytes(tensor, storages[location])


def _over_bytes(tensor: ir.ExternalTensor, storage: memoryview) -> ir.TensorProtocol:
    offset = tensor.offset or 0
    length = len(storage) - offset if tensor.length is None else tensor.length
    data = np.frombuffer(storage, dtype=np.uint8, count=length, offset=offset)
    if tensor.dtype.bitwidth < 8:
        return ir.PackedTensor(data, tensor.dtype, shape=tensor.shape, name=tensor.name)
    array = data.view(tensor.dtype.numpy()).reshape(tensor.shape.numpy())
    return ir.Tensor(array, dtype=tensor.dtype, name=tensor.name)


def graphs(model: ir.Model) -> Iterator[ir.Graph]:
    """The main graph and those below it."""
    yield model.graph
    for node in ir.traversal.RecursiveGraphIterator(model.graph):
        for attribute in node.attributes.values():
            if attribute.type == ir.AttributeType.GRAPH:
                yield attribute.as_graph()
            elif attribute.type == ir.AttributeType.GRAPHS:
                yield from attribute.as_graphs()


def read(content: bytes, storages: Mapping[str, memoryview]) -> ir.Model:
    """A mutable model whose large initializers are views of `storages`."""
    model = ir.serde.deserialize_model(onnx.ModelProto.FromString(content))
    for graph in graphs(model):
        for value in graph.initializers.values():
            if isinstance(value.const_value, ir.ExternalTensor):
                value.const_value = _over_storage(value.const_value, storages)
    # What is left on disk for a runtime is an initializer, not an input with a default.
    initializers = set(model.graph.initializers.values())
    inputs = [value for value in model.graph.inputs if value not in initializers]
    if len(inputs) != len(model.graph.inputs):
        model.graph.inputs.clear()
        model.graph.inputs.extend(inputs)
    return model


def initializer_bytes(model: ir.Model) -> int:
    """The size of all weights of the main graph."""
    return sum(
        value.const_value.nbytes
        for value in model.graph.initializers.values()
        if value.const_value is not None
    )


def named_values(model: ir.Model) -> dict[str, ir.Value]:
    """The values of the main graph by their names."""
    values: dict[str, ir.Value] = dict(model.graph.initializers)
    values |= {value.name: value for value in model.graph.inputs if value.name}
    for node in model.graph:
        values |= {value.name: value for value in node.outputs if value.name}
    return values


def tensor_of(weight: torch.Tensor, name: str) -> ir.TensorProtocol:
    """A weight as a tensor of onnx_ir, which is not copied."""
    return tensor_adapters.TorchTensor(weight.detach(), name=name)


def rename_axes(model: ir.Model, names: Mapping[Any, str]) -> None:
    """Give other names to symbolic dimensions, also inside of expressions.

    Args:
        model: Changed in place.
        names: New names by old ones, or by dimensions of the model's shapes.

    Raises:
        ValueError: A key is neither a name nor a dimension that has one.
    """
    renamed: dict[str, str] = {}
    for old, new in names.items():
        key = old.value if isinstance(old, ir.SymbolicDim) else old
        if not isinstance(key, str):
            raise ValueError(f"{old!r} is not the name of an axis")
        renamed[key] = new
    if not renamed:
        return
    # One pass over the text, the longest name first, so that swapped names stay apart.
    pattern = re.compile(
        "|".join(
            rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(renamed, key=len, reverse=True)
        )
    )

    def renamed_dim(dim: int | ir.SymbolicDim) -> int | str | None:
        if not isinstance(dim, ir.SymbolicDim):
            return dim
        if dim.value is None:
            return None
        return pattern.sub(lambda match: renamed[match.group()], dim.value)

    for value in _all_values(model):
        if value.shape is not None and any(isinstance(d, ir.SymbolicDim) for d in value.shape):
            value.shape = ir.Shape([renamed_dim(dim) for dim in value.shape])


def _all_values(model: ir.Model) -> Iterator[ir.Value]:
    parts: list[ir.Graph | ir.Function] = [*graphs(model), *model.functions.values()]
    for graph in parts:
        yield from graph.inputs
        if isinstance(graph, ir.Graph):
            yield from graph.initializers.values()
        for node in graph:
            yield from node.outputs


def check_values(model: ir.Model) -> None:
    """Refuse a model whose weights have no values.

    Raises:
        ValueError: There is such a weight.
    """
    inputs = set(model.graph.inputs)
    missing = [
        name
        for name, value in model.graph.initializers.items()
        if value.const_value is None and value not in inputs
    ]
    if missing:
        raise ValueError(
            f"{len(missing)} weights have no values, among them '{missing[0]}': call "
            "apply_weights(), or save with include_initializers=False"
        )


def _hold_values(model: ir.Model, file: str | None = None) -> None:
    """Let weights have values of their own instead of places in files.

    The bytes stay in the file and are not copied.  They stay readable when the file is replaced.

    Args:
        model: The model.
        file: Only weights in this file.  Default: weights in any file.
    """
    for graph in graphs(model):
        for value in graph.initializers.values():
            tensor = value.const_value
            if not isinstance(tensor, ir.ExternalTensor):
                continue
            if file is None or os.path.realpath(tensor.path) == os.path.realpath(file):
                value.const_value = ir.Tensor(
                    tensor.numpy(), dtype=tensor.dtype, shape=tensor.shape, name=tensor.name
                )


def save(
    model: ir.Model,
    path: str | os.PathLike[str],
    *,
    include_initializers: bool,
    keep_initializers_as_inputs: bool,
    external_data: bool,
    threshold: int = EXTERNAL_THRESHOLD,
    sources: Sequence[str] = (),
) -> list[str]:
    """Write a model that onnx_ir holds; it is the same afterwards.

    Args:
        model: The model.
        path: Its path.
        include_initializers: Whether weights are written.
        keep_initializers_as_inputs: Whether weights are also inputs.
        external_data: Whether weights are written to a file beside the model.
        threshold: Weights of at most this number of bytes are always in the model.
        sources: The files that the model was made from, which are not overwritten.

    Returns:
        The files that were written.
    """
    graph = model.graph
    initializers = dict(graph.initializers)
    inputs = list(graph.inputs)
    if include_initializers:
        check_values(model)
    path = os.fspath(path)
    data = f"{os.path.basename(path)}.data"
    beside = os.path.join(os.path.dirname(path), data)
    written = [path]
    try:
        if keep_initializers_as_inputs:
            graph.inputs.extend(v for v in initializers.values() if v not in inputs)
        if not include_initializers:
            graph.initializers.clear()
        if not external_data:
            _hold_values(model)  # onnx_ir would only write where the values are.
        with written_whole(path, sources) as temporary:
            if external_data and include_initializers:
                ir.save(model, temporary, external_data=data, size_threshold_bytes=threshold)
            else:
                ir.save(model, temporary)
            made = os.path.join(os.path.dirname(temporary), data)
            if temporary != path and os.path.exists(made):
                if os.path.getsize(made) == 0:  # nothing was above the threshold
                    os.unlink(made)
                else:
                    _hold_values(model, beside)
                    written.append(beside)
    finally:
        if not include_initializers:
            graph.initializers.update(initializers)
        if keep_initializers_as_inputs:
            graph.inputs.clear()
            graph.inputs.extend(inputs)
    return written


def without_bytes(model: ir.Model) -> bytes:
    """The ModelProto of a model with the types and sizes of its weights, not their values."""
    graph = model.graph
    initializers = dict(graph.initializers)
    try:
        graph.initializers.clear()
        proto = ir.serde.serialize_model(model)
    finally:
        graph.initializers.update(initializers)
    for name, value in initializers.items():
        if value.dtype is not None and value.shape is not None:
            size = 0 if value.const_value is None else value.const_value.nbytes
            tensor = proto.graph.initializer.add(name=name, data_type=value.dtype.value)
            tensor.dims.extend(value.shape.numpy())
            tensor.external_data.add(key="length", value=str(size))
    return bytes(proto.SerializeToString())


def for_checker(model: ir.Model) -> onnx.ModelProto:
    """A model for the checker of onnx: large weights are inputs, so that none is copied."""
    graph = model.graph
    initializers, inputs = dict(graph.initializers), list(graph.inputs)
    large = {
        name: value
        for name, value in initializers.items()
        if value.const_value is None or value.const_value.nbytes > EXTERNAL_THRESHOLD
    }
    try:
        for name, value in large.items():
            del graph.initializers[name]
            if value not in inputs:
                graph.inputs.append(value)
        return ir.serde.serialize_model(model)
    finally:
        graph.inputs.clear()
        graph.inputs.extend(inputs)
        graph.initializers.clear()
        graph.initializers.update(initializers)


class Summary(NamedTuple):
    """What a model has."""

    opsets: dict[str, int]
    operators: list[str]  # of each node of the main graph
    weights: dict[str, int]  # sizes in bytes by name


def _operator(node: ir.Node | onnx.NodeProto) -> str:
    return f"{node.domain}.{node.op_type}" if node.domain else node.op_type


def summary_of_proto(model: onnx.ModelProto) -> Summary:
    """The summary of a model whose weights may be elsewhere."""
    return Summary(
        {opset.domain: opset.version for opset in model.opset_import},
        [_operator(node) for node in model.graph.node],
        {
            tensor.name: math.ceil(math.prod(tensor.dims) * ir.DataType(tensor.data_type).itemsize)
            for tensor in model.graph.initializer
        },
    )


def summary_of(model: ir.Model) -> Summary:
    """The summary of a model of onnx_ir."""
    return Summary(
        dict(model.opset_imports),
        [_operator(node) for node in model.graph],
        {
            name: value.const_value.nbytes if value.const_value is not None else 0
            for name, value in model.graph.initializers.items()
        },
    )


def dtype_text(dtype: ir.DataType) -> str:
    """A dtype as PyTorch calls it, as in "float32"."""
    name: str = dtype.name.lower()
    return {"float": "float32", "double": "float64"}.get(name, name)


def type_text(value: onnx.ValueInfoProto) -> str:
    """The type of an input or output, as in "float32[batch, 4]"."""
    kind = value.type.WhichOneof("value")
    if kind != "tensor_type":
        return kind.removesuffix("_type") if kind else "unknown"
    tensor = value.type.tensor_type
    name = dtype_text(ir.DataType(tensor.elem_type))
    if not tensor.HasField("shape"):
        return f"{name}[...]"
    dims = (
        str(dim.dim_value) if dim.HasField("dim_value") else dim.dim_param or "?"
        for dim in tensor.shape.dim
    )
    return f"{name}[{', '.join(dims)}]"
