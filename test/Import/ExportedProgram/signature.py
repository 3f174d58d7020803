# Every kind of input and output. Weights become constants under the names of
# the state dictionary, what a literal was specialised on becomes nothing, and
# new values of state follow the outputs of the user.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s

# CHECK: func.func @main(
# CHECK-SAME: %[[X:.*]]: tensor<2xf32> {onnx.name = "x"}, %[[N:.*]]: i64 {onnx.name = "n", torch.exprs = #sym.dims<s0>})
# CHECK-SAME: -> (tensor<2xf32> {onnx.name = "y"}, i64, tensor<2xf32> {onnx.name = "y"},
# CHECK-SAME: tensor<2xf32> {torch.mutates = "bn.mean"},
# CHECK-SAME: tensor<2xf32> {torch.mutates = "fc.weight"},
# CHECK-SAME: tensor<2xf32> {torch.mutates = "x"})
# CHECK-NEXT: %[[P:.*]] = torch.constant "fc.weight" #weight.file<"{{.*}}.pt2", offset = {{[0-9]+}}> : tensor<2xf32>
# CHECK-NEXT: %[[B:.*]] = torch.constant "bn.mean" #weight.file
# CHECK-NEXT: %[[S:.*]] = torch.constant "scratch" #weight.file
# CHECK-NEXT: %[[C:.*]] = torch.constant "lifted_tensor_0" #weight.file
# CHECK: torch.my.op.default(p=%[[P]], b=%[[B]], s=%[[S]], c=%[[C]], o=%{{.*}})
# CHECK: %[[SEVEN:.*]] = arith.constant 7 : i64
# CHECK: return %[[Y:.*]], %[[SEVEN]], %[[Y]], %[[Y]], %[[Y]], %[[Y]] :

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

f32 = pt2.meta([2])
arg = lambda name: {"arg": {"name": name}}
user = lambda argument: {"user_input": {"arg": argument}}
n = {"as_sym_int": {"as_name": "n"}}
obj = {"as_custom_obj": {"name": "o", "class_fqn": "C"}}
literals = [{"as_int": 3}, {"as_none": True}, {"as_string": "s"}]
inputs = ["t", "p", "b", "s", "c", obj, "x", n, *literals, {"as_int": 4}]
specs = [
    {"token": arg("t")},
    {"parameter": {**arg("p"), "parameter_name": "fc.weight"}},
    {"buffer": {**arg("b"), "buffer_name": "bn.mean", "persistent": True}},
    {"buffer": {**arg("s"), "buffer_name": "scratch", "persistent": False}},
    {"tensor_constant": {**arg("c"), "tensor_constant_name": "lifted_tensor_0"}},
    {"custom_obj": {"arg": {"name": "o", "class_fqn": "C"}, "custom_obj_name": "obj"}},
    user(pt2.tensor("x")),
    user(n),
    *[user(literal) for literal in literals],
    {"constant_input": {"name": "k", "value": {"as_int": 4}}},
]
y, seven, none = pt2.tensor("y"), {"as_int": 7}, {"as_none": True}
outputs = [
    ("t", {"token": arg("t")}),
    (y, {"buffer_mutation": {**arg("y"), "buffer_name": "bn.mean"}}),
    (y, {"parameter_mutation": {**arg("y"), "parameter_name": "fc.weight"}}),
    (y, {"user_input_mutation": {**arg("y"), "user_input_name": "x"}}),
    (y, {"user_output": {"arg": y}}),
    (seven, {"user_output": {"arg": seven}}),
    (none, {"user_output": {"arg": none}}),
    (y, {"loss_output": arg("y")}),
]
operands = {"p": "p", "b": "b", "s": "s", "c": "c", "o": obj}
graph = pt2.graph(
    inputs,
    [pt2.node("my.op.default", operands, ["y"])],
    [argument for argument, _ in outputs],
    tensors={name: f32 for name in "tpbscxy"},
    ints={"n": "s0"},
)
pt2.write(
    pt2.program(graph, specs, [spec for _, spec in outputs], ranges={"s0": (0, 9)}),
    weights={"fc.weight": ("weight_0", f32), "bn.mean": ("weight_1", f32)},
    constants={"scratch": ("tensor_0", f32), "lifted_tensor_0": ("tensor_1", f32)},
    members={
        f"{folder}/{kind}_{k}": bytes(8)
        for folder, kind in (("weights", "weight"), ("constants", "tensor"))
        for k in (0, 1)
    },
)
