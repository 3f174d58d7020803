# Branches: a condition that the types decide leaves one block, any other one
# becomes a torch.if whose results are what the blocks leave differently.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript known.pt --input-shapes='[2,3]f32' | FileCheck %s --check-prefix=KNOWN
# RUN: torch-onnx-translate --import-torchscript known.pt --input-shapes='[6]f16' | FileCheck %s --check-prefix=OTHER
# RUN: torch-onnx-translate --import-torchscript unknown.pt --input-shapes='[n,3]f32,bool' | FileCheck %s --check-prefix=UNKNOWN
# RUN: torch-onnx-translate --import-torchscript sizes.pt --input-shapes='[n]f32' | FileCheck %s --check-prefix=SIZES
# RUN: torch-onnx-translate --import-torchscript assumed.pt --input-shapes='[3]f32,bool' | FileCheck %s --check-prefix=ASSUMED
# RUN: torch-onnx-translate --import-torchscript optional.pt --input-shapes='[n,3]f32,bool' | FileCheck %s --check-prefix=OPTIONAL
# RUN: torch-onnx-translate --import-torchscript lists.pt --input-shapes='[3]f32,bool' | FileCheck %s --check-prefix=LISTS

import os
import sys
from typing import Optional

import torch
from torch import Tensor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# KNOWN-NOT: torch.if
# KNOWN: %[[Y:.*]] = torch.aten.sin.default
# KNOWN-NOT: torch.aten.cos
# KNOWN: %[[Z:.*]] = torch.aten.add.Scalar(%[[Y]], other=2)
# KNOWN: return %[[Z]] : tensor<2x3xf32>
# OTHER-NOT: torch.if
# OTHER: torch.aten.cos.default
# OTHER-NOT: torch.aten.sin
# OTHER: torch.aten.add.Scalar(%{{.*}}, other=6)
def known(x: Tensor):
    if x.dim() == 2 and x.is_floating_point():
        x = x.sin()
    else:
        x = x.cos()
    return x + x.size(0)


# Each value that differs is a result, and a size that differs is a symbol. What
# both blocks leave as it was is no result.
# UNKNOWN: @main(%[[X:[^ ]*]]: {{.*}}, %[[P:[^ ]*]]: i1
# UNKNOWN: %[[R:.*]]:2 = torch.if %[[P]] {torch.exprs = #sym.dims<?, {{u[0-9]+}}>} : (i1) -> (tensor<?x3xf32, #sym.dims<{{u[0-9]+}}>>, i64)
# UNKNOWN: torch.aten.cat.default
# UNKNOWN: torch.yield %{{.*}}, %{{.*}} : tensor<?x3xf32, #sym.dims<2*n>>, i64
# UNKNOWN: torch.aten.sin.default
# UNKNOWN: torch.yield %{{.*}}, %{{.*}} : tensor<?x3xf32, #sym.dims<n>>, i64
# UNKNOWN: torch.aten.add.Scalar(%[[R]]#0, %[[R]]#1)
# UNKNOWN: torch.aten.add.Tensor(%{{.*}}, %[[X]])
def unknown(x: Tensor, p: bool):
    kept = x
    if p:
        x = torch.cat([x, x])
        count = 1
    else:
        x = x.sin()
        count = 2
    return (x + count).sum() + kept


# A size of any input may be 0, so the first condition holds and the second
# depends on the run.
# SIZES: @main(%[[X:[^ ]*]]:
# SIZES-NOT: torch.if
# SIZES: %[[Y:.*]] = torch.aten.add.Scalar(%[[X]], other=1)
# SIZES: %[[N:.*]] = torch.aten.sym_size.int(%[[Y]], dim=0)
# SIZES: %[[P:.*]] = arith.cmpi sgt, %[[N]],
# SIZES: torch.if %[[P]]
# SIZES: torch.aten.neg.default
# SIZES-NOT: torch.if
# SIZES: return
def sizes(x: Tensor):
    if x.size(0) >= 0:
        x = x + 1
    if x.size(0) > 4:
        x = -x
    return x


# A list that both blocks change is merged element by element.
# LISTS: %[[R:.*]] = torch.if
# LISTS: %[[SIN:.*]] = torch.aten.sin.default
# LISTS: torch.yield %[[SIN]]
# LISTS: %[[COS:.*]] = torch.aten.cos.default
# LISTS: torch.yield %[[COS]]
# LISTS: torch.aten.add.Tensor(%{{.*}}, %[[R]]
def lists(x: Tensor, p: bool):
    rows = [x, x]
    if p:
        rows[1] = x.sin()
    else:
        rows[1] = x.cos()
    return rows[0] + rows[1]


# In each block the condition is known; a bool that tells the blocks apart is the
# condition.
# ASSUMED: @main(%[[X:[^ ]*]]: {{.*}}, %[[P:[^ ]*]]: i1
# ASSUMED: torch.if %[[P]] : (i1) -> tensor<3xf32>
# ASSUMED-NOT: torch.if
# ASSUMED: torch.aten.sin
# ASSUMED: torch.yield
# ASSUMED-NOT: torch.if
# ASSUMED: torch.aten.cos
# ASSUMED: return
def assumed(x: Tensor, p: bool):
    q = False
    if p:
        q = True
    if q:
        x = x.sin() if p else x.sum()
    else:
        x = x.sum() if p else x.cos()
    return x


# A value that may be None: another rank in one block is no conflict, and an
# operator is called with and without it.
# OPTIONAL: torch.if
# OPTIONAL: torch.aten.unsqueeze.default
# OPTIONAL: torch.if
# OPTIONAL: torch.aten.linear.default(%{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}})
# OPTIONAL: torch.aten.linear.default(%{{[^,]*}}, %{{[^,]*}})
def optional(x: Tensor, p: bool):
    bias: Optional[Tensor] = None
    if p:
        bias = x.sum()
    if bias is not None:
        bias = bias.unsqueeze(0)
    return torch.nn.functional.linear(x, torch.ones(1, 3), bias)


save_script(assumed=assumed, optional=optional, known=known, unknown=unknown, sizes=sizes, lists=lists)
