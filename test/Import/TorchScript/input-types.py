# What a scripted module is called with: --input-shapes, what the code declares,
# and defaults.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript tensors.pt --input-shapes='[2,seq]f32,[seq,?]i64' | FileCheck %s --check-prefix=TENSORS
# RUN: torch-onnx-translate --import-torchscript nested.pt --input-shapes='([2]f32,[3]f16),list([1]f32,[1]f32),{"b":[4]f32,a:[5]f32},none' | FileCheck %s --check-prefix=NESTED
# RUN: torch-onnx-translate --import-torchscript numbers.pt --input-shapes='[3]f32,int,float,bool' | FileCheck %s --check-prefix=NUMBERS
# RUN: torch-onnx-translate --import-torchscript numbers.pt --input-shapes='[3]f32,2,0.5,true' | FileCheck %s --check-prefix=FIXED
# RUN: torch-onnx-translate --import-torchscript numbers.pt --input-shapes='[3]f32' | FileCheck %s --check-prefix=DEFAULT
# RUN: torch-onnx-translate --import-torchscript numbers.pt --input-shapes='[3]f32,default,float' | FileCheck %s --check-prefix=ONE

import os
import sys
from typing import Dict, List, Optional, Tuple

from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# Equal names are equal sizes, and a "?" is a size of its own.
# TENSORS: sym.ranges = {s0 = array<i64: 0, 9223372036854775807>, seq = array<i64: 0, 9223372036854775807>}
# TENSORS: @main(%[[X:.*]]: tensor<2x?xf32, #sym.dims<seq>> {onnx.name = "x"}
# TENSORS-SAME: %[[INDEX:.*]]: tensor<?x?xi64, #sym.dims<seq, s0>> {onnx.name = "index"}
# TENSORS-SAME: -> (tensor<2x?x?xf32, #sym.dims<seq, s0>> {onnx.name = "output"})
def tensors(x: Tensor, index: Tensor):
    return x[:, :, None] + index


# What holds others gives an input for each.
# NESTED: @main(%{{.*}}: tensor<2xf32> {onnx.name = "pair.0"}
# NESTED-SAME: tensor<3xf16> {onnx.name = "pair.1"}
# NESTED-SAME: tensor<1xf32> {onnx.name = "rows.0"}
# NESTED-SAME: tensor<1xf32> {onnx.name = "rows.1"}
# NESTED-SAME: %[[B:[^ ]*]]: tensor<4xf32> {onnx.name = "table.b"}
# NESTED-SAME: tensor<5xf32> {onnx.name = "table.a"}
# NESTED-NOT: onnx.name = "scale
# NESTED: torch.aten.add.Tensor(%{{.*}}, %[[B]]
def nested(
    pair: Tuple[Tensor, Tensor],
    rows: List[Tensor],
    table: Dict[str, Tensor],
    scale: Optional[Tensor],
):
    x = (pair[0].sum() + pair[1].sum() + rows[0] + rows[1]) + table["b"]
    if scale is not None:
        x = x * scale
    return x


# A number of each run is a scalar, a fixed one is a literal.
# NUMBERS: tensor<3xf32> {onnx.name = "x"}
# NUMBERS-SAME: %[[N:.*]]: i64 {onnx.name = "n", torch.exprs = #sym.dims<n>}
# NUMBERS-SAME: %[[A:.*]]: f64 {onnx.name = "a"}
# NUMBERS-SAME: %[[FLAG:.*]]: i1 {onnx.name = "flag"}
# NUMBERS: torch.if %[[FLAG]]
# FIXED: @main(%[[X:[^ ]*]]: tensor<3xf32> {onnx.name = "x"})
# FIXED-NOT: torch.if
# FIXED: torch.aten.mul.Scalar(%[[X]], other=5
# FIXED: torch.aten.add.Scalar(%{{.*}}, other=2)
# DEFAULT: @main(%[[X:[^ ]*]]: tensor<3xf32> {onnx.name = "x"})
# DEFAULT-NOT: torch.if
# DEFAULT-NOT: torch.aten.mul
# DEFAULT: torch.aten.add.Scalar(%[[X]], other=1)
# ONE: @main(%{{.*}}: tensor<3xf32> {onnx.name = "x"}, %{{.*}}: f64 {onnx.name = "a"})
# ONE: torch.aten.add.Scalar(%{{.*}}, other=1)
class Numbers(nn.Module):
    def forward(self, x: Tensor, n: int = 1, a: float = 2.0, flag: bool = False):
        if flag:
            x = x * a
        return x + n


save_script(tensors=tensors, nested=nested, numbers=Numbers())
