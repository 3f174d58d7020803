# Expressions of sizes in one form, and the ranges of their symbols: a lower
# bound of 2 is torch.export's guess that a size is no special one. It lets 1
# through when the program runs.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s

# CHECK: module attributes {sym.ranges = {
# CHECK-SAME: s0 = array<i64: 1, 64>
# CHECK-SAME: s1 = array<i64: 4, 9223372036854775807>
# CHECK-SAME: u0 = array<i64: 0, 9223372036854775807>
# CHECK: func.func @main(
# CHECK-SAME: tensor<?x?xf32, #sym.dims<s0, s1>>
# CHECK-SAME: tensor<?x?x3xf32, #sym.dims<2*s0 + 1, s0*s1>>
# CHECK-SAME: tensor<?x?xf32, #sym.dims<s1 floordiv 2, s0 mod 4>>
# Products of sums are multiplied out, so that equal sizes are equal types.
# CHECK-SAME: tensor<?xf32, #sym.dims<s0*s0 + 2*s0*s1 + s1*s1>>
# CHECK-SAME: tensor<?xf32, #sym.dims<s0 + s1>>
# CHECK-SAME: tensor<?xf32, #sym.dims<u0>>
# A sum of which nothing is left.
# CHECK-SAME: tensor<7xf32>

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

SIZES = {
    "a": ["s0", "s1"],
    "b": ["2*s0 + 1", "s0*s1", 3],
    "c": ["(s1//2)", "Mod(s0, 4)"],
    "d": ["(s0 + s1)**2"],
    "e": ["s1 + s0"],
    "f": ["u0"],
    "g": ["s0 - s0 + 7"],
}
tensors = {name: pt2.meta(sizes) for name, sizes in SIZES.items()}
pt2.write(
    pt2.program(
        pt2.graph(list(SIZES), [], ["a"], tensors=tensors),
        ranges={"s0": (2, 64), "s1": (4, None), "u0": (0, None)},
    )
)
