# Quantized tensors of torch.ao are float tensors that a dequantization makes.
# Packed weights are read from the states of objects.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript static.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=STATIC
# RUN: torch-onnx-translate --import-torchscript dynamic.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=DYNAMIC
# RUN: torch-onnx-translate --import-torchscript queries.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=QUERIES
# RUN: torch-onnx-translate --import-torchscript recurrent.pt --input-shapes='[t,n,4]f32' | FileCheck %s --check-prefix=RECURRENT
# RUN: not torch-onnx-translate --import-torchscript recurrent.pt --input-shapes='[t,n,4]f32,[1,1,4]f32' 2>&1 | FileCheck %s --check-prefix=STATE
# RUN: torch-onnx-translate --import-torchscript half.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=HALF
# RUN: not torch-onnx-translate --import-torchscript unequal.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=UNEQUAL

import os
import sys
import warnings
from typing import Optional

import torch
from torch import Tensor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script

warnings.simplefilter("ignore")


# The weight is one scale for each row; the pool rounds to the steps of its operand.
# STATIC-DAG: %[[W:.*]] = torch.quantized_decomposed.dequantize_per_channel.default(
# STATIC-DAG: %[[Q:.*]] = torch.quantized_decomposed.quantize_per_tensor.default(%{{.*}}, scale=5.000000e-01, zero_point=3, quant_min=0, quant_max=255, dtype=ui8)
# STATIC: %[[X:.*]] = torch.quantized_decomposed.dequantize_per_tensor.default(%[[Q]], scale=5.000000e-01, zero_point=3
# STATIC: %[[Y:.*]] = torch.aten.linear.default(%[[X]], %[[W]]
# STATIC: %[[R:.*]] = torch.aten.relu.default(%[[Y]])
# STATIC: %[[S:.*]] = torch.quantized_decomposed.quantize_per_tensor.default(%[[R]], scale=2.500000e-01, zero_point=0
# STATIC: %[[T:.*]] = torch.quantized_decomposed.dequantize_per_tensor.default(%[[S]]
# STATIC: %[[M:.*]] = torch.aten.mean.dim(%[[T]]
# STATIC: torch.quantized_decomposed.quantize_per_tensor.default(%[[M]], scale=2.500000e-01
class Static(torch.nn.Module):
    def __init__(self):
        super().__init__()
        weight = torch.quantize_per_channel(
            torch.ones(2, 4), torch.tensor([0.5, 0.25]), torch.zeros(2, dtype=torch.int64), 0, torch.qint8
        )
        self.packed = torch.ops.quantized.linear_prepack(weight, torch.ones(2))

    def forward(self, x: Tensor):
        q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
        y = torch.ops.quantized.linear_relu(q, self.packed, 0.25, 0)
        return y.mean(1).dequantize()


# The range of each run.
# DYNAMIC: %[[P:.*]]:2 = torch.quantized_decomposed.choose_qparams.tensor(%[[X:.*]], quant_min=0, quant_max=127
# DYNAMIC: torch.quantized_decomposed.quantize_per_tensor.tensor(%[[X]], %[[P]]#0, %[[P]]#1
# DYNAMIC: torch.aten.linear.default(
class Dynamic(Static):
    def forward(self, x: Tensor):
        return torch.ops.quantized.linear_dynamic(x, self.packed, True)


# QUERIES-NOT: torch.if
# QUERIES: torch.aten.alias.default
# QUERIES: torch.aten.mul.Scalar(%{{.*}}, other=3.5{{.*}}
def queries(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    if q.is_quantized and not x.is_quantized:
        x = q.dequantize()
    return x * (q.q_scale() + q.q_zero_point())


# UNEQUAL: quantized.py:[[#@LINE+4]]:0: error: 'aten::add' of two quantized tensors is not supported; expected one of torch.ops.quantized
def unequal(x: Tensor):
    a = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    b = torch.quantize_per_tensor(x, 0.25, 3, torch.quint8)
    return (a + b).dequantize()


# The products with the input are one; those with the state choose a scale in
# each step.
# RECURRENT: torch.quantized_decomposed.choose_qparams.tensor(%{{.*}} : (tensor<?x?x4xf32
# RECURRENT: %[[X:.*]] = torch.aten.linear.default({{.*}} -> tensor<?x?x12xf32, #sym.dims<t, n>>
# RECURRENT: %[[R:.*]]:2 = torch.scan(%{{.*}}) over (%[[X]] : {{.*}}) -> tensor<?x4xf32, #sym.dims<n>>, tensor<?x?x4xf32, #sym.dims<t, n>>
# RECURRENT: torch.quantized_decomposed.choose_qparams.tensor(
# RECURRENT-COUNT-2: torch.aten.sigmoid
# RECURRENT: torch.yield %[[H:.*]], %[[H]] :
# RECURRENT: torch.aten.stack.default([%[[R]]#0])
# STATE: error: the state of 'aten::quantized_gru' is a {{.*}}1x4xf32{{.*}} at first and a {{.*}} after a step; expected equal sizes
class Recurrent(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = torch.ao.quantization.quantize_dynamic(
            torch.nn.Sequential(torch.nn.GRU(4, 4)), {torch.nn.GRU}
        )[0]

    def forward(self, x: Tensor, h: Optional[Tensor] = None):
        return self.gru(x, h)


# Weights of f16 are stored as f32.
# HALF-NOT: quantize
# HALF: torch.aten.linear.default
# HALF: torch.aten.relu
class Half(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.packed = torch.ops.quantized.linear_prepack_fp16(torch.ones(2, 4), torch.ones(2))

    def forward(self, x: Tensor):
        return torch.ops.quantized.linear_relu_dynamic_fp16(x, self.packed)


save_script(
    static=Static(),
    dynamic=Dynamic(),
    queries=queries,
    unequal=unequal,
    recurrent=Recurrent(),
    half=Half(),
)
