# An assumed size of 1 of an input, which the declared shapes may contain, is a
# warning; other assertions are only recorded. An object that is used is an error.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 2>&1 | FileCheck %s
# RUN: %python %s %t.object.pt2 object
# RUN: not torch-onnx %t.object.pt2 -o %t.onnx 2>&1 | FileCheck %s --check-prefix=OBJECT

# CHECK-NOT: assumed
# CHECK: warning: torch.export assumed that s7 == 1; other sizes of this input may give wrong results
# CHECK-NOT: assumed
# CHECK: module attributes {{.*}}"s7 == 1", "u0 == 1", "s7 == 12", "s7 != 1"

# OBJECT: unsupported operator 'prim.custom_obj' (1 use): no lowering to ONNX; a model has no objects, such as generators of random numbers

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

message = "Runtime assertion failed for expression {} on node 'eq'"
conditions = ["Eq(s7, 1)", "Eq(u0, 1)", "Eq(s7, 12)", "Ne(s7, 1)"]
nodes = [
    pt2.node("aten._assert_scalar.default", {"assert_msg": {"as_string": message.format(c)}}, [])
    for c in conditions
]
relu = pt2.node("aten.relu.default", {"self": "x"}, ["y"])
inputs, specs = ["x"], [{"user_input": {"arg": pt2.tensor("x")}}]
if len(sys.argv) > 2:
    obj = {"as_custom_obj": {"name": "o", "class_fqn": "C"}}
    inputs = [obj, *inputs]
    specs = [{"custom_obj": {"arg": {"name": "o", "class_fqn": "C"}, "custom_obj_name": "o"}}, *specs]
    nodes = [pt2.node("aten.rand_like.generator", {"self": "x", "generator": obj}, ["z"])]
    relu = pt2.node("aten.relu.default", {"self": "z"}, ["y"])
f32 = pt2.meta([2])
pt2.write(
    pt2.program(
        pt2.graph(inputs, [*nodes, relu], ["y"], tensors={"x": f32, "y": f32, "z": f32}),
        specs,
        [{"user_output": {"arg": pt2.tensor("y")}}],
    )
)
