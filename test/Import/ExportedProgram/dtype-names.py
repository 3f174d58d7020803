# A dtype that the schema does not number stands there by its name: no archive
# has one, but who hands a program over in memory does. One that is known is a
# type like others; of another the name and a way out are said.
#
# RUN: %python %s %t.pt2 float4_e2m1fn_x2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s
# RUN: %python %s %t2.pt2 uint4
# RUN: not torch-onnx-translate --import-pt2 %t2.pt2 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: %python %s %t4.pt2 quint8
# RUN: not torch-onnx-translate --import-pt2 %t4.pt2 2>&1 | FileCheck %s --check-prefix=QUANTIZED
# RUN: %python %s %t3.pt2 float4_e2m1fn_x2 short
# RUN: not torch-onnx-translate --import-pt2 %t3.pt2 2>&1 | FileCheck %s --check-prefix=SHORT

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

# CHECK: @main(%{{.*}}: tensor<2x3xvector<2xf4E2M1FN>>
# CHECK: torch.constant "w" #weight.file<"{{.*}}", offset = {{[0-9]+}}, strides = [1, 2]> : tensor<2x3xvector<2xf4E2M1FN>>
# CHECK: torch.aten.empty.memory_format([2, 3], dtype=vector<2xf4E2M1FN>) {{.*}} -> tensor<2x3xvector<2xf4E2M1FN>>

# UNKNOWN: error: {{.*}}the dtype 'uint4' is not supported: PyTorch does not compute with it, and the meaning of its bits is unknown; expected the bytes as uint8, from 'tensor.view(torch.uint8)'

# QUANTIZED: error: {{.*}}the dtype 'quint8' is not supported in an exported program; expected a program of TorchScript, from 'torch.jit.trace(model, args)'

# SHORT: error: {{.*}}weight 'w'{{.*}}reaches beyond the 5 bytes that are stored for it

name = sys.argv[2]
count = 5 if "short" in sys.argv else 6
tensors = {key: pt2.meta([2, 3], dtype=name) for key in ("x", "y")}
tensors["w"] = pt2.meta([2, 3], dtype=name, strides=[1, 2])
nodes = [
    pt2.node(
        "aten.empty.memory_format",
        {"size": {"as_ints": [2, 3]}, "dtype": {"as_scalar_type": name}},
        ["y"],
    )
]
graph = pt2.graph(["w", "x"], nodes, ["w", "y"], tensors=tensors)
inputs = [
    {"parameter": {"arg": {"name": "w"}, "parameter_name": "w"}},
    {"user_input": {"arg": pt2.tensor("x")}},
]
pt2.write(
    pt2.program(graph, inputs=inputs),
    weights={"w": ("weight_0", tensors["w"])},
    members={"weights/weight_0": bytes(range(count))},
)
