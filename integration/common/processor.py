"""Properties of the processor that change the numbers of ONNX Runtime."""

from __future__ import annotations

import functools

import numpy as np
import onnx
import onnxruntime
import pytest
from onnx import helper


@functools.cache
def saturates() -> bool:
    """Whether sums of products of ui8 and i8 saturate in 16 bits, as on x86 without VNNI.

    ONNX Runtime then computes 255 * 127 + 255 * 127 as 32767.
    """
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["x", "y"], ["z"])],
        "product",
        [
            helper.make_tensor_value_info("x", onnx.TensorProto.UINT8, [1, 4]),
            helper.make_tensor_value_info("y", onnx.TensorProto.INT8, [4, 1]),
        ],
        [helper.make_tensor_value_info("z", onnx.TensorProto.INT32, [1, 1])],
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10
    )
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    x, y = np.full((1, 4), 255, np.uint8), np.full((4, 1), 127, np.int8)
    return int(session.run(None, {"x": x, "y": y})[0][0, 0]) != 4 * 255 * 127


needs_exact_products = pytest.mark.skipif(
    saturates(), reason="products of ui8 and i8 saturate on this processor"
)
