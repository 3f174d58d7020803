# Tensors of one element that hold a number: sizes of traced programs. What writes
# to the tensor, or to a view of it, makes the number unknown.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript held.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=HELD
# RUN: torch-onnx-translate --import-torchscript written.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=WRITTEN
# RUN: torch-onnx-translate --import-torchscript viewed.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=WRITTEN
# RUN: torch-onnx-translate --import-torchscript branch.pt --input-shapes='[n]f32,bool' | FileCheck %s --check-prefix=WRITTEN
# RUN: torch-onnx-translate --import-torchscript loop.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=LOOP
# RUN: torch-onnx-translate --import-torchscript other.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=OTHER
# RUN: torch-onnx-translate --import-torchscript constant.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=CONSTANT
# RUN: torch-onnx-translate --import-torchscript dtypes.pt --input-shapes='[2]f32' | FileCheck %s --check-prefix=DTYPES

import os
import sys

import torch
from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script, save_trace


class Held(nn.Module):
    # HELD: -> (tensor<?xf32, #sym.dims<4*n>> {onnx.name = "output"})
    # HELD-NOT: torch.aten.item
    # HELD: return
    def forward(self, x: Tensor):
        return x.view(x.size(0) * 4)


# WRITTEN: %[[N:.*]] = torch.aten.sym_size.int
# WRITTEN: %[[T:.*]] = torch.aten.scalar_tensor.default(%[[N]]
# WRITTEN: torch.aten.add_.Scalar(
# WRITTEN: %[[M:.*]] = torch.aten.item.default(%[[T]])
# WRITTEN: torch.aten.mul.Scalar(%{{.*}}, %[[M]])
def written(x: Tensor):
    t = torch.tensor(x.size(0))
    t += 1
    return x * int(t)


def viewed(x: Tensor):
    t = torch.tensor(x.size(0))
    u = t.view(1)
    u += 1
    return x * int(t)


def branch(x: Tensor, p: bool):
    t = torch.tensor(x.size(0))
    if p:
        t += 1
    return x * int(t)


# The second iteration reads what the first one wrote.
# LOOP: %[[T:.*]] = torch.aten.scalar_tensor.default(
# LOOP: torch.while
# LOOP: do {
# LOOP: %[[M:.*]] = torch.aten.item.default(%[[T]])
# LOOP: torch.aten.add.Scalar(%{{.*}}, %[[M]])
# LOOP: torch.aten.add_.Scalar(%[[T]]
def loop(x: Tensor):
    t = torch.tensor(x.size(0))
    for _ in range(3):
        x = x + int(t)
        t += 1
    return x


# A write to other memory leaves the number known.
# OTHER: %[[N:.*]] = torch.aten.sym_size.int
# OTHER: torch.aten.add_.Scalar(
# OTHER-NOT: torch.aten.item
# OTHER: torch.aten.mul.Scalar(%{{.*}}, %[[N]])
def other(x: Tensor):
    t = torch.tensor(x.size(0))
    u = torch.zeros([2], dtype=torch.int64)
    u += 1
    return x * int(t) + u


class Constant(nn.Module):
    # A trace keeps the tensor as a constant of the code, and what writes to it.
    # CONSTANT: torch.aten.add_.Tensor(
    # CONSTANT: torch.aten.item.default
    # CONSTANT: torch.aten.repeat.default
    def forward(self, x: Tensor):
        t = torch.tensor(4)
        t += 1
        return x.repeat(x.size(0) * t)


# The tensor holds what its dtype makes of the number.
# DTYPES: torch.aten.item.default
# DTYPES: torch.aten.mul.Scalar(%{{.*}}, %
# DTYPES: torch.aten.add.Scalar(%{{.*}}, other=0.10000000149011612)
def dtypes(x: Tensor):
    t = torch.tensor(3, dtype=torch.bool)
    return x * int(t) + float(torch.tensor(0.1))


save_script(
    written=written, viewed=viewed, branch=branch, loop=loop, other=other, dtypes=dtypes
)
save_trace("held", Held(), torch.randn(3, 4))
save_trace("constant", Constant(), torch.randn(3))
