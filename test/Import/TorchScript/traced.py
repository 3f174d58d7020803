# A traced module has the types of its example, and what Python decided with it;
# --input-shapes makes sizes dynamic.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript trace.pt | FileCheck %s --check-prefix=TRACE
# RUN: torch-onnx-translate --import-torchscript trace.pt --input-shapes='[b,4]f32' | FileCheck %s --check-prefix=DYNAMIC
# RUN: torch-onnx-translate --import-torchscript script.pt --input-shapes='[b,4]f32' | FileCheck %s --check-prefix=SCRIPT
# RUN: torch-onnx-translate --import-torchscript pair.pt | FileCheck %s --check-prefix=PAIR
# RUN: torch-onnx trace.pt -o trace.onnx --input-shapes='[b,4]f32'

import os
import sys
from typing import Dict, Tuple

import torch
from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script, save_trace


# The trace has unrolled the loop, and computes sizes with 0-d tensors, whose
# numbers are followed.
# TRACE: @main(%{{.*}}: tensor<3x4xf32> {onnx.name = "x"}) -> (tensor<3x2x2xf32> {onnx.name = "output"})
# TRACE-NOT: torch.while
# TRACE-COUNT-3: torch.aten.sin.default
# TRACE-NOT: torch.aten.sin
# TRACE: torch.aten.view.default(%{{.*}}, [3, 2, 2])
# DYNAMIC: @main(%{{.*}}: tensor<?x4xf32, #sym.dims<b>> {onnx.name = "x"}) -> (tensor<?x2x2xf32, #sym.dims<b>> {onnx.name = "output"})
# DYNAMIC-COUNT-3: torch.aten.sin.default
# DYNAMIC-NOT: torch.aten.sin
# SCRIPT: @main(%[[X:[^ ]*]]: tensor<?x4xf32, #sym.dims<b>> {onnx.name = "x"}) -> (tensor<?x2x2xf32, #sym.dims<b>> {onnx.name = "output"})
# SCRIPT: torch.while
# SCRIPT-COUNT-1: torch.aten.sin.default
# SCRIPT-NOT: torch.aten.sin
# SCRIPT: return
class Model(nn.Module):
    def forward(self, x: Tensor):
        for _ in range(x.size(0)):
            x = x.sin()
        return x.view(x.size(0), x.size(1) // 2, 2)


# PAIR: @main(%{{.*}}: tensor<2xf32> {onnx.name = "pair.0"}, %{{.*}}: tensor<3xi64> {onnx.name = "pair.1"}, %{{.*}}: tensor<f64> {onnx.name = "table.a"})
class Pair(nn.Module):
    def forward(self, pair: Tuple[Tensor, Tensor], table: Dict[str, Tensor]):
        return pair[0].sum() + pair[1].sum() + table["a"]


save_script(script=Model())
save_trace("trace", Model(), torch.randn(3, 4))
table = {"a": torch.tensor(1.0, dtype=torch.float64)}
save_trace("pair", Pair(), (torch.randn(2), torch.arange(3)), table)
