# Weights are named, not read: tied ones are the same bytes, a view of a storage
# has its own offset and strides, and a member may be larger than what is used.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s

# The data of weight_0 starts where the first weight does.
# CHECK: torch.constant "whole" #weight.file<"{{.*}}.pt2", offset = [[#BASE:]]> : tensor<3x4xf32>
# CHECK: torch.constant "tied" #weight.file<"{{.*}}.pt2", offset = [[#BASE]]> : tensor<3x4xf32>
# CHECK: torch.constant "transposed" #weight.file<"{{.*}}.pt2", offset = [[#BASE]], strides = [1, 4]> : tensor<4x3xf32>
# CHECK: torch.constant "row" #weight.file<"{{.*}}.pt2", offset = [[#BASE + 16]]> : tensor<4xf32>
# CHECK: torch.constant "column" #weight.file<"{{.*}}.pt2", offset = [[#BASE + 8]], strides = [4]> : tensor<3xf32>
# CHECK: torch.constant "expanded" #weight.file<"{{.*}}.pt2", offset = [[#BASE]], strides = [0, 1]> : tensor<1000x4xf32>
# CHECK: torch.constant "scalar" #weight.file<"{{.*}}.pt2", offset = [[#BASE + 44]]> : tensor<f32>
# CHECK: torch.constant "empty" #weight.file<"{{.*}}.pt2", offset = {{[0-9]+}}> : tensor<0x4xf32>
# CHECK: torch.constant "halves" #weight.file<"{{.*}}.pt2", offset = [[#BASE + 2]]> : tensor<2xf16>

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

VIEWS = {
    "whole": pt2.meta([3, 4]),
    "tied": pt2.meta([3, 4]),
    "transposed": pt2.meta([4, 3], strides=[1, 4]),
    "row": pt2.meta([4], offset=4),
    "column": pt2.meta([3], strides=[4], offset=2),
    "expanded": pt2.meta([1000, 4], strides=[0, 1]),
    "scalar": pt2.meta([], offset=11),
    "empty": pt2.meta([0, 4]),
    "halves": pt2.meta([2], dtype=6, offset=1),
}
graph = pt2.graph(list(VIEWS), [], ["whole"], tensors=VIEWS)
specs = [
    {"parameter": {"arg": {"name": name}, "parameter_name": name}} for name in VIEWS
]
pt2.write(
    pt2.program(graph, specs),
    weights={
        name: ("weight_1" if name == "empty" else "weight_0", meta)
        for name, meta in VIEWS.items()
    },
    members={"weights/weight_0": bytes(48), "weights/weight_1": b""},
)
