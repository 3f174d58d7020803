# What loops carry: lists that grow, optionals, tensors that are written in
# place, attributes of modules.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript appended.pt --input-shapes='[b,4]f32,int' | FileCheck %s --check-prefix=APPEND
# RUN: torch-onnx-translate --import-torchscript counted.pt --input-shapes='[b,4]f32' | FileCheck %s --check-prefix=COUNTED
# RUN: torch-onnx-translate --import-torchscript optional.pt --input-shapes='[4]f32,int' | FileCheck %s --check-prefix=OPTIONAL
# RUN: torch-onnx-translate --import-torchscript written.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=WRITTEN
# RUN: torch-onnx-translate --import-torchscript buffer.pt --input-shapes='[4]f32,int' | FileCheck %s --check-prefix=BUFFER
# RUN: torch-onnx-translate --import-torchscript unchanged.pt --input-shapes='[4]f32,int' | FileCheck %s --check-prefix=UNCHANGED

import os
import sys
from typing import Optional

import torch
from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# The list is a tensor, its elements along the first dimension. In front of the
# loop it has none; stacking it gives a copy of the tensor.
# APPEND: %[[NONE:.*]] = torch.aten.zeros.default([0, %{{.*}}, 4], dtype=f32)
# APPEND: %[[R:.*]]:3 = torch.while(%{{.*}}, %{{.*}}, %[[NONE]])
# APPEND: ^bb0(%{{.*}}, %{{.*}}: tensor<?x4xf32, #sym.dims<b>>, %[[ROWS:.*]]: tensor<?x?x4xf32, #sym.dims<[[L:u[0-9]+]], b>>):
# APPEND: %[[ROW:.*]] = torch.aten.stack.default([%{{.*}}])
# APPEND: torch.aten.cat.default([%[[ROWS]], %[[ROW]]]) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<[[L]] + 1, b>>
# APPEND-NOT: torch.aten.stack
# APPEND: %[[ALL:.*]] = torch.aten.clone.default(%[[R]]#2)
# APPEND: return %[[ALL]]
def appended(x: Tensor, n: int):
    rows = []
    for _ in range(n):
        x = x.sin()
        rows.append(x)
    return torch.stack(rows)


# The length behind a loop that runs all of its iterations is known.
# COUNTED: torch.while({{.*}} -> ({{.*}}tensor<6x?x4xf32, #sym.dims<b>>)
# COUNTED: return %{{.*}} : tensor<6x?x4xf32, #sym.dims<b>>
def counted(x: Tensor):
    rows = []
    for _ in range(3):
        x = x.sin()
        rows.append(x)
        rows.append(x + 1)
    return torch.stack(rows)


# None or a tensor is a flag and a tensor, which has no elements to begin with.
# OPTIONAL: torch.while(%{{.*}}){{.*}} : (i64, i1, tensor<{{.*}}xf32>) -> (i64, i1, tensor<
# OPTIONAL: ^bb0(%{{.*}}: i64, %{{.*}}: i1, %{{.*}}: tensor<{{.*}}xf32{{.*}}>):
# OPTIONAL: ^bb0(%{{.*}}: i64, %[[FLAG:.*]]: i1, %{{.*}}: tensor<{{.*}}xf32{{.*}}>):
# OPTIONAL: torch.if %[[FLAG]]
# OPTIONAL: torch.yield %{{.*}}, %true{{.*}}, %{{.*}} : i64, i1, tensor<
def optional(x: Tensor, n: int):
    last: Optional[Tensor] = None
    for _ in range(n):
        if last is not None:
            x = x + last
        last = x.sin()
    if last is not None:
        x = x * last
    return x


# WRITTEN: torch.while
# WRITTEN: %[[ROW:.*]] = torch.aten.select.int(
# WRITTEN: torch.aten.mul_.Scalar(%[[ROW]], other=2
# WRITTEN: torch.yield
# WRITTEN: return
def written(x: Tensor):
    y = x.clone()
    for i in range(y.size(0)):
        y[i] *= 2
    return y


class Buffer(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(4))

    # The buffer is carried, and what it is afterwards is a result.
    # BUFFER: -> (tensor<4xf32> {onnx.name = "output"}, tensor<4xf32> {torch.mutates = "total"})
    # BUFFER: %[[TOTAL:.*]] = torch.constant "total"
    # BUFFER: %[[R:.*]]:{{[0-9]}} = torch.while(%{{.*}}, %[[TOTAL]])
    # BUFFER: torch.aten.add.Tensor
    # BUFFER: return %{{.*}}, %[[R]]#1
    def forward(self, x: Tensor, n: int):
        for _ in range(n):
            self.total = self.total + x
        return self.total * 2


# A value that no iteration changes is used from outside.
# UNCHANGED: @main(%[[X:[^ ]*]]:
# UNCHANGED: %[[SCALE:.*]] = torch.aten.exp.default(%[[X]])
# UNCHANGED: torch.while(%{{[^,]*}}, %[[X]]) {{.*}}: (i64, tensor<4xf32>)
# UNCHANGED: torch.aten.mul.Tensor(%{{.*}}, %[[SCALE]])
def unchanged(x: Tensor, n: int):
    scales = {"a": x.exp(), "b": x}
    for _ in range(n):
        x = x * scales["a"]
    return x


save_script(
    appended=appended,
    counted=counted,
    optional=optional,
    written=written,
    buffer=Buffer(),
    unchanged=unchanged,
)
