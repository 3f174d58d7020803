# Higher-order operators come with their subgraphs as regions, whatever nests in
# them; literals among the inputs of a subgraph are no arguments of its block.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s

# CHECK: %[[P:.*]] = torch.my.pred.default(x=%[[X:.*]]) : (tensor<2xf32>) -> i1
# CHECK: %[[R:.*]]:2 = torch.higher_order.cond(%[[P]], [%[[X]]]) {
# CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<2xf32>):
# CHECK-NEXT: %[[S:.*]] = torch.aten.sin.default(%[[A]])
# CHECK-NEXT: torch.yield %[[S]], %[[A]] : tensor<2xf32>, tensor<2xf32>
# CHECK-NEXT: } {
# CHECK-NEXT: ^bb0(%[[B:.*]]: tensor<2xf32>):
# CHECK-NEXT: %[[I:.*]] = torch.higher_order.wrap(%[[B]]) {
# CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<2xf32>):
# CHECK-NEXT: %[[D:.*]] = torch.aten.cos.default(%[[C]])
# CHECK-NEXT: torch.yield %[[D]]
# CHECK-NEXT: }
# CHECK-NEXT: torch.yield %[[I]], %[[B]]
# CHECK: return %[[R]]#0

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

f32 = pt2.meta([2])
unary = lambda op: pt2.graph(
    ["a", {"as_int": 3}],
    [pt2.node(f"aten.{op}.default", {"self": "a"}, ["b"])],
    ["b"],
    tensors={"a": f32, "b": f32},
)
then = unary("sin") | {"outputs": [pt2.tensor("b"), pt2.tensor("a")]}
wrapped = {"as_graph": {"name": "body", "graph": unary("cos")}}
otherwise = pt2.graph(
    ["a"],
    [pt2.node("higher_order.wrap", {"f": wrapped, "": "a"}, ["b"])],
    ["b", "a"],
    tensors={"a": f32, "b": f32},
)
cond = {
    "target": "torch.ops.higher_order.cond",
    "inputs": [
        {"name": "", "arg": {"as_sym_bool": {"as_name": "p"}}, "kind": 1},
        {"name": "", "arg": {"as_graph": {"name": "t", "graph": then}}, "kind": 1},
        {"name": "", "arg": {"as_graph": {"name": "f", "graph": otherwise}}, "kind": 1},
        {"name": "", "arg": {"as_tensors": [{"name": "x"}]}, "kind": 1},
    ],
    "outputs": [{"as_tensors": [{"name": "y"}, {"name": "z"}]}],
    "metadata": {},
}
pred = pt2.node("my.pred.default", {"x": "x"}, [{"as_sym_bool": {"as_name": "p"}}])
pt2.write(
    pt2.program(
        pt2.graph(
            ["x"],
            [pred, cond],
            ["y"],
            tensors={"x": f32, "y": f32, "z": f32},
            bools={"p": {"as_expr": {"expr_str": "u0 > 1", "hint": None}}},
        )
    )
)
