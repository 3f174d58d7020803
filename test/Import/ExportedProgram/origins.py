# What a location tells of its node: the name, the operator, the names of its
# values, the path of its module; and the classes of all modules. A node of an
# older archive has no name, and is called as its first value.
#
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-pt2 -mlir-print-debuginfo model.pt2 | FileCheck %s
# RUN: torch-onnx-translate --import-pt2 none.pt2 | FileCheck %s --check-prefix=NONE

# CHECK: module attributes {{{.*}}onnx.modules = {self = "m.Model", self.layers.0 = "m.Layer", "self.layers.0.f[a, b]" = "m.Act"}
# CHECK: torch.aten.relu.default{{.*}} loc(#[[RELU:.*]])
# CHECK: torch.aten.split.Tensor{{.*}} loc(#[[SPLIT:.*]])
# CHECK: torch.aten.neg.default{{.*}} loc(#[[NEG:.*]])
# CHECK-DAG: #[[PATH:.*]] = loc("layers.0.f[a, b]"(
# CHECK-DAG: #[[RELU]] = loc(fused<["relu", "aten.relu.default", ["relu"]]>[#[[PATH]]])
# CHECK-DAG: #[[SPLIT]] = loc(fused<["split", "aten.split.Tensor", ["getitem", "getitem_1"]]>[
# CHECK-DAG: #[[NEG]] = loc(fused<["out", "aten.neg.default", ["out"]]>[
# NONE-NOT: onnx.modules

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

f32, half = pt2.meta([2]), pt2.meta([1])
ROOT = "L__self__,,m.Model"
LAYER = "L__self___layers_0,layers.0,m.Layer"
ACT = "L__self___layers_0_f,layers.0.f[a, b],m.Act"


def write(name, **metadata):
    relu = pt2.node(
        "aten.relu.default", {"self": "x"}, ["relu"],
        **{key: ";".join([ROOT, LAYER, ACT]) for key in metadata},
    )  # fmt: skip
    split = pt2.node(
        "aten.split.Tensor", {"self": "relu", "split_size": {"as_int": 1}},
        [{"as_tensors": [{"name": "getitem"}, {"name": "getitem_1"}]}],
        **{key: ROOT for key in metadata},
    )  # fmt: skip
    split["name"] = "split"
    neg = pt2.node("aten.neg.default", {"self": "getitem_1"}, ["out"])
    tensors = {"x": f32, "relu": f32, "getitem": half, "getitem_1": half, "out": half}
    pt2.write(pt2.program(pt2.graph(["x"], [relu, split, neg], ["out"], tensors)), path=name)


write("model.pt2", nn_module_stack=True)
write("none.pt2")
