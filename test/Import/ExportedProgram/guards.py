# What torch.export assumed of sizes beyond their ranges. Equations are recorded,
# but for those that always hold, and a warning names the first that sizes within
# the ranges break. What cannot be read, or is of what is no input, is recorded.
#
# RUN: %python %s %t.pt2 all
# RUN: torch-onnx-translate --import-pt2 %t.pt2 -o %t.mlir 2>%t.err
# RUN: FileCheck %s < %t.mlir
# RUN: FileCheck %s --check-prefix=WARNING --implicit-check-not=warning < %t.err
# RUN: %python %s %t.true.pt2 true
# RUN: torch-onnx-translate --import-pt2 %t.true.pt2 -o %t.true.mlir 2>%t.true.err
# RUN: FileCheck %s --check-prefix=NONE --allow-empty < %t.true.err
# RUN: %python %s %t.bad.pt2 bad
# RUN: not torch-onnx-translate --import-pt2 %t.bad.pt2 2>&1 | FileCheck %s --check-prefix=BAD

# CHECK: module attributes
# CHECK-SAME: "8*(x.size(0) // 8) == 32"
# CHECK-SAME: "x.size(1) % 4 == 0"
# CHECK-SAME: "inputs[Mask].size(0) == 5"
# CHECK-SAME: "int(0.7*float(x.size(0))) == 14"
# CHECK-NOT: Other
# CHECK-SAME: "x.size(0) == 9 or x.size(1) == 1"
# CHECK-SAME: "none.size(0) == 9"
# CHECK-SAME: "x.size(7) == 9"
# CHECK-SAME: "x.dim() == 9"
# CHECK-SAME: "foo(x.size(0)) == 9"
# CHECK-NOT: 9
# CHECK-SAME: }

# WARNING: warning: torch.export assumed that 8*(x.size(0) // 8) == 32, and 3 more conditions on sizes, which the report lists; the model does not check this

# NONE-NOT: warning

# BAD: guards_code: expected a string

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

HOLD = [
    # The names of inputs are made of the keys.
    "L['x'].size()[0] == L['inputs']['Other'][0].size()[1]",
    "(L['x'].size()[0]*L['x'].size()[1]) % L['x'].size()[1] == 0",
    "L['x'].size()[0] == 9 or L['x'].size()[1] == 1",
    "L['none'].size()[0] == 9",
    "L['x'].size()[7] == 9",
    "L['x'].dim() == 9",
    "foo(L['x'].size()[0]) == 9",
    "L['x'].size()[0] <= 9",
]
FAIL = [
    "8*(L['x'].size()[0] // 8) == 32",
    "L['x'].size()[1] % 4 == 0",
    "L['inputs']['Mask'].size()[0] == 5",
    "math.trunc(0.7*torch.sym_float(L['x'].size()[0])) == 14",
]
MODE = sys.argv[2]
tensors = {
    "x": pt2.meta(["s0", "s1"]),
    "inputs_other_0": pt2.meta([2, "s0"]),
    "inputs_mask": pt2.meta(["s2"]),
}
program = pt2.program(
    pt2.graph(list(tensors), [], ["x"], tensors=tensors),
    ranges={"s0": (2, 64), "s1": (2, None), "s2": (0, None)},
)
program["guards_code"] = {"all": FAIL + HOLD, "true": HOLD, "bad": [1]}[MODE]
pt2.write(program)
