# After run_decompositions() operators with effects are inside of with_effects,
# which gives them an order by tokens. What is left is the operator: arguments by
# position have the names of the schema, results come after the token. What is
# printed is left out, and the check of an error code is recorded.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s
# RUN: %python %s %t.bad.pt2 bad
# RUN: not torch-onnx-translate --import-pt2 %t.bad.pt2 2>&1 | FileCheck %s --check-prefix=BAD

# CHECK: module attributes {{.*}}"'linalg.inv' succeeds"
# CHECK: func.func @main(%[[X:[^:]*]]: tensor<2x3xf32>
# CHECK-NOT: token
# CHECK: %[[M:.*]]:2 = torch.aten.max.dim(%[[X]], dim=1, keepdim=true)
# CHECK-NEXT: %[[R:.*]] = torch.my.record.default(%[[M]]#0, "a")
# CHECK-NEXT: return %[[R]], %[[M]]#1

# BAD: node 0 (torch.ops.higher_order.with_effects): expected a token and an operator

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2


def with_effects(token, operator, arguments, outputs):
    wrap = lambda a: pt2.tensor(a) if isinstance(a, str) else a
    given = [pt2.tensor(token), {"as_operator": f"torch.ops.{operator}"}]
    given += [wrap(a) for a in arguments]
    return {
        "target": "torch.ops.higher_order.with_effects",
        "inputs": [{"name": "", "arg": a, "kind": 1} for a in given],
        "outputs": [wrap(o) for o in outputs],
        "metadata": {},
    }


none = {"as_none": True}
text = lambda value: {"as_string": value}
nodes = [
    pt2.node("aten._print.default", {"s": text("before")}, []),
    with_effects("t0", "aten._print.default", [text("hello")], ["t1", none]),
    with_effects(
        "t1", "aten.max.dim", ["x", {"as_int": 1}, {"as_bool": True}], ["t2", "v", "i"]
    ),
    with_effects(
        "t2", "aten._linalg_check_errors.default", ["e", text("linalg.inv")], ["t3", none]
    ),
    with_effects("t3", "my.record.default", ["v", text("a")], ["t4", "r"]),
]
if len(sys.argv) > 2:
    nodes = [with_effects("t0", "aten.cos.default", ["x"], [none])]
f32, i32, i64 = pt2.meta([2, 1]), pt2.meta([1], dtype=4), pt2.meta([2, 1], dtype=5)
tokens = {f"t{i}": pt2.meta([0]) for i in range(1, 5)}
arg = lambda name: {"arg": {"name": name}}
user = lambda name: {"arg": pt2.tensor(name)}
pt2.write(
    pt2.program(
        pt2.graph(
            ["t0", "x", "e"],
            nodes,
            ["t4", "r", "i"] if len(nodes) > 1 else ["x"],
            tensors={"x": pt2.meta([2, 3]), "e": i32, "v": f32, "i": i64, "r": f32}
            | tokens,
        ),
        [{"token": arg("t0")}, {"user_input": user("x")}, {"user_input": user("e")}],
        [{"token": arg("t4")}, {"user_output": user("r")}, {"user_output": user("i")}]
        if len(nodes) > 1
        else [{"user_output": user("x")}],
    )
)
