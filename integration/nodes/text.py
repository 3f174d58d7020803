"""Node tests of onnx as functions with values, which onnx-evaluate compares."""

from __future__ import annotations

import numpy as np
import onnx
from onnx.backend.test.case.test_case import TestCase
from onnx.reference import ReferenceEvaluator

from integration.inference import text


def _has_rank(proto: onnx.TypeProto) -> bool:
    kind = proto.WhichOneof("value")
    return kind is not None and (
        kind != "tensor_type" or proto.tensor_type.HasField("shape")
    )


def _array(value: object) -> object:
    if isinstance(value, list):
        return [_array(part) for part in value]
    return onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def _array_type(array: np.ndarray) -> onnx.TypeProto:
    return onnx.helper.make_tensor_type_proto(text.element_of(array), array.shape)


def _infer(case: TestCase, inputs: list, outputs: list):
    """The graph, and the types of its values: where onnx infers no rank, it is that of
    the value which onnx's reference evaluator computes."""
    graph = onnx.shape_inference.infer_shapes(case.model, data_prop=True).graph
    values = [*graph.value_info, *graph.output, *graph.input]
    types = {value.name: value.type for value in values if _has_rank(value.type)}
    for value, data in zip(graph.output, outputs, strict=True):
        if isinstance(data, np.ndarray) and value.type.HasField("tensor_type"):
            types[value.name] = _array_type(data)
    made = [name for node in graph.node for name in node.output if name]
    missing = [name for name in made if name not in types]
    if missing:
        names = [value.name for value in graph.input]
        try:
            found = ReferenceEvaluator(case.model).run(
                missing, dict(zip(names, inputs, strict=True))
            )
        except Exception as error:
            raise text.Unsupported("a value of unknown rank") from error
        for name, data in zip(missing, found, strict=True):
            if isinstance(data, np.ndarray):
                types[name] = _array_type(data)
    return graph, types


def write(case: TestCase) -> str:
    """Fails with Unsupported where the dialect has no form of the test."""
    inputs, outputs = ([_array(value) for value in values] for values in case.data_sets[0])
    for node in case.model.graph.node:
        if node.domain not in ("", "ai.onnx"):
            raise text.Unsupported(f"an operator of {node.domain}")
    graph, types = _infer(case, inputs, outputs)
    return text.function(
        case.name, graph, types, rank_only=False, inputs=inputs, outputs=outputs
    )
