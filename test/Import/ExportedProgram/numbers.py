# Operators of symbolic numbers that torch.export has no way to write, by the
# names that it would write: they are in the same table as the others.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

n = {"as_sym_int": {"as_name": "n"}}
h = {"as_sym_float": {"as_name": "h"}}
p = {"as_sym_bool": {"as_name": "p"}}
none = {"as_none": True}
one, two = {"as_int": 1}, {"as_int": 2}

# The inputs by name, and the kind of the result.
OPERATORS = [
    # CHECK: %[[N:.*]] = torch.aten.sym_size.int(
    # CHECK: %[[H:.*]] = arith.divf
    ("_operator.truediv", {"a": n, "b": two}, "h"),
    # CHECK: %[[P:.*]] = arith.cmpi slt, %[[N]],
    ("_operator.lt", {"a": n, "b": two}, "p"),
    # CHECK: math.acos %[[H]]
    ("torch._sym_acos", {"a": h}, "f"),
    # CHECK: math.asin %[[H]]
    ("torch._sym_asin", {"a": h}, "f"),
    # CHECK: math.atan %[[H]]
    ("torch._sym_atan", {"a": h}, "f"),
    # CHECK: math.cos %[[H]]
    ("torch._sym_cos", {"a": h}, "f"),
    # CHECK: math.cosh %[[H]]
    ("torch._sym_cosh", {"a": h}, "f"),
    # CHECK: math.log2 %[[H]]
    ("torch._sym_log2", {"a": h}, "f"),
    # CHECK: math.sin %[[H]]
    ("torch._sym_sin", {"a": h}, "f"),
    # CHECK: math.sinh %[[H]]
    ("torch._sym_sinh", {"a": h}, "f"),
    # CHECK: math.tan %[[H]]
    ("torch._sym_tan", {"a": h}, "f"),
    # An integer is a float there.
    # CHECK: %[[F:.*]] = arith.sitofp %[[N]]
    # CHECK: math.tanh %[[F]]
    ("torch._sym_tanh", {"a": n}, "f"),
    # CHECK: arith.xori %[[N]], %[[N]]
    ("_operator.xor", {"a": n, "b": n}, "i"),
    # CHECK: arith.xori %[[P]], %true
    ("_operator.not_", {"a": p}, "b"),
    # CHECK: math.absi %[[N]]
    ("_operator.abs", {"a": n}, "i"),
    # CHECK: math.absf %[[H]]
    ("_operator.abs", {"a": h}, "f"),
    # CHECK: %[[R:.*]] = math.roundeven %[[H]]
    # CHECK: arith.fptosi %[[R]]
    ("builtins.round", {"number": h, "ndigits": none}, "i"),
    # CHECK: %[[R:.*]] = math.roundeven %[[H]]
    # CHECK-NOT: arith.fptosi
    ("builtins.round", {"number": h, "ndigits": {"as_int": 0}}, "f"),
    # A quotient that is rounded down has the sign of zero of a true quotient.
    # CHECK: %[[REST:.*]] = arith.remf %[[H]], %[[H]]
    # CHECK: arith.subf %[[H]], %[[REST]]
    # CHECK: math.floor
    ("_operator.floordiv", {"a": h, "b": h}, "f"),
    # CHECK: math.ipowi %[[N]], %[[N]]
    ("_operator.pow", {"a": n, "b": n}, "i"),
    # CHECK: arith.addi %[[N]], %[[N]]
    # CHECK: arith.addi
    ("torch.sym_sum", {"args": {"as_sym_ints": [n["as_sym_int"], n["as_sym_int"], {"as_int": 1}]}}, "i"),
    # Digits of the decimal number have no arithmetic.
    # CHECK: torch.builtins.round(number=%[[H]], ndigits=1)
    ("builtins.round", {"number": h, "ndigits": one}, "f"),
]

KINDS = {"i": "as_sym_int", "f": "as_sym_float", "b": "as_sym_bool", "h": "as_sym_float", "p": "as_sym_bool"}
nodes = [pt2.node("aten.sym_size.int", {"self": "x", "dim": {"as_int": 0}}, [n])]
tables = {"i": {"n": "Symbol('s0', integer=True)"}, "f": {}, "b": {}}
for index, (target, inputs, kind) in enumerate(OPERATORS):
    name = kind if kind in "hp" else f"r{index}"
    nodes.append(pt2.node(target, inputs, [{KINDS[kind]: {"as_name": name}}]))
    nodes[-1]["target"] = target
    text = f"Symbol('r{index}')"
    value = text if kind == "i" else {"as_expr": {"expr_str": text, "hint": None}}
    tables[{"h": "f", "p": "b"}.get(kind, kind)][name] = value
pt2.write(
    pt2.program(
        pt2.graph(
            ["x"],
            nodes,
            ["x"],
            tensors={"x": pt2.meta(["Symbol('s0', integer=True)"])},
            ints=tables["i"],
            floats=tables["f"],
            bools=tables["b"],
        )
    )
)
