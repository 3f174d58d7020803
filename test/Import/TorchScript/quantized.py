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
# RUN: torch-onnx-translate --import-torchscript results.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=RESULTS
# RUN: torch-onnx-translate --import-torchscript integers.pt --input-shapes='[1,2,4,4]f32' | FileCheck %s --check-prefix=INTEGERS
# RUN: torch-onnx-translate --import-torchscript writes.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=WRITES
# RUN: torch-onnx-translate --import-torchscript channels.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=CHANNELS
# RUN: torch-onnx-translate --import-torchscript branches.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=BRANCHES
# RUN: torch-onnx-translate --import-torchscript outputs.pt --input-shapes='[n,4]f32' | FileCheck %s --check-prefix=OUTPUTS
# RUN: not torch-onnx-translate --import-torchscript unknown.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# RUN: not torch-onnx-translate --import-torchscript handled.pt --input-shapes='[1,2,4,4]f32' 2>&1 | FileCheck %s --check-prefix=HANDLED
# RUN: not torch-onnx-translate --import-torchscript written.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=WRITTEN
# RUN: not torch-onnx-translate --import-torchscript mixed.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=MIXED
# RUN: not torch-onnx-translate --import-torchscript converted.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=CONVERTED
# RUN: not torch-onnx-translate --import-torchscript library.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=LIBRARY
# RUN: not torch-onnx-translate --import-torchscript viewed.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=VIEWED
# RUN: not torch-onnx-translate --import-torchscript decided.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=DECIDED
# RUN: not torch-onnx-translate --import-torchscript carried.pt --input-shapes='[n,4]f32' 2>&1 | FileCheck %s --check-prefix=CARRIED

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
# QUERIES: torch.aten.clone.default
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


# All results of an operator are quantized, also the elements of a list. A list
# of quantized tensors is quantized like its first one.
# RESULTS: torch.aten.max.dim
# RESULTS: torch.quantized_decomposed.quantize_per_tensor.default({{.*}}scale=5.000000e-01
# RESULTS: torch.aten.split.Tensor
# RESULTS-COUNT-2: torch.quantized_decomposed.quantize_per_tensor.default({{.*}}scale=5.000000e-01
# RESULTS: torch.aten.cat.default
# RESULTS: torch.quantized_decomposed.quantize_per_tensor.default({{.*}}scale=5.000000e-01
def results(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    greatest = q.max(1, True)[0]
    first, second = q.split(2, 1)
    return torch.cat([greatest, first, second], 1).dequantize()


# Interpolation between integers, rounded with a scale of 1.
# INTEGERS: torch.quantized_decomposed.dequantize_per_tensor.default({{.*}}scale=5.000000e-01, zero_point=3
# INTEGERS: %[[Q:.*]] = torch.quantized_decomposed.quantize_per_tensor.default({{.*}}scale=5.000000e-01, zero_point=3
# INTEGERS: %[[X:.*]] = torch.quantized_decomposed.dequantize_per_tensor.default(%[[Q]], scale=1.000000e+00, zero_point=3
# INTEGERS: %[[Y:.*]] = torch.aten.upsample_bilinear2d.vec(%[[X]]
# INTEGERS: %[[S:.*]] = torch.aten.add.Scalar(%[[Y]], other=3
# INTEGERS: %[[R:.*]] = torch.quantized_decomposed.quantize_per_tensor.default(%[[S]], scale=1.000000e+00, zero_point=0
# INTEGERS: torch.quantized_decomposed.dequantize_per_tensor.default(%[[R]], scale=5.000000e-01, zero_point=3
def integers(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    return torch.nn.functional.interpolate(q, scale_factor=2.0, mode="bilinear").dequantize()


# What is written is rounded, and copied to the tensor that was viewed.
# WRITES: %[[V:.*]] = torch.aten.select.int(%[[Q:.*]], dim=1, index=0)
# WRITES: %[[D:.*]] = torch.quantized_decomposed.dequantize_per_tensor.default(
# WRITES: torch.aten.fill_.Scalar(%[[D]], value=3.300000e-01)
# WRITES: %[[R:.*]] = torch.quantized_decomposed.dequantize_per_tensor.default(
# WRITES: torch.aten.copy_.default(%[[D]], %[[R]])
# WRITES: torch.aten.copy_.default(%[[V]], %[[D]])
def writes(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    q[:, 0].fill_(0.33)
    return q.dequantize()


# CHANNELS: %[[Q:.*]] = torch.quantized_decomposed.quantize_per_channel.default({{.*}}axis=1, quant_min=-128, quant_max=127, dtype=i8)
# CHANNELS: torch.quantized_decomposed.dequantize_per_channel.default(%[[Q]]
def channels(x: Tensor):
    scales, zeros = torch.tensor([0.1, 0.2, 0.3, 0.4]), torch.tensor([0, 1, 2, 3])
    return torch.quantize_per_channel(x, scales, zeros, 1, torch.qint8).dequantize()


# A result of a branch has the scale of both sides.
# BRANCHES: %[[R:.*]] = torch.if
# BRANCHES: %[[Q:.*]] = torch.quantized_decomposed.quantize_per_tensor.default(%[[R]], scale=5.000000e-01
# BRANCHES: torch.quantized_decomposed.dequantize_per_tensor.default(%[[Q]], scale=5.000000e-01
def branches(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    if bool(x.sum() > 0):
        q = torch.relu(q)
    return q.dequantize()


# The integers, the scale and the zero point.
# OUTPUTS: (tensor<?x4xui8, #sym.dims<n>> {onnx.name = "output.value"}, tensor<f64> {onnx.name = "output.scale"}, tensor<i64> {onnx.name = "output.zero_point"})
# OUTPUTS: torch.aten.scalar_tensor.default(s=5.000000e-01, dtype=f64)
# OUTPUTS: torch.aten.scalar_tensor.default(s=3, dtype=i64)
def outputs(x: Tensor):
    return torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)


# UNKNOWN: quantized.py:[[#@LINE+2]]:0: error: 'aten::exp' of a quantized tensor is not supported; expected its dequantize()
def unknown(x: Tensor):
    return torch.quantize_per_tensor(x, 0.5, 3, torch.quint8).exp().dequantize()


# HANDLED: error: 'aten::upsample_bicubic2d' of a quantized tensor is not supported; expected its dequantize()
def handled(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    return torch.nn.functional.interpolate(q, scale_factor=2.0, mode="bicubic").dequantize()


# WRITTEN: error: 'aten::mul_' of a quantized tensor is not supported; expected its dequantize()
def written(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    q.mul_(2)
    return q.dequantize()


# MIXED: error: operand 0 of 'aten::cat' is a list, expected a list of quantized tensors of one dtype
def mixed(x: Tensor):
    return torch.cat([torch.quantize_per_tensor(x, 0.5, 3, torch.quint8), x]).dequantize()


# CONVERTED: error: 'aten::to' of a quantized tensor to another dtype is not supported; expected its dequantize()
def converted(x: Tensor):
    return torch.quantize_per_tensor(x, 0.5, 3, torch.quint8).to(torch.float32)


# LIBRARY: error: the import of 'quantized::dropout' is not supported
def library(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    return torch.ops.quantized.dropout(q, 0.5, 3).dequantize()


# VIEWED: error: 'aten::view' of a tensor that is quantized per channel is not supported; expected its dequantize()
def viewed(x: Tensor):
    scales, zeros = torch.ones(4), torch.tensor([0, 1, 2, 3])
    return torch.quantize_per_channel(x, scales, zeros, 1, torch.qint8).view(-1).dequantize()


# DECIDED: error: the value is a quantized tensor, and the branch decides its scale and zero point at run time; expected its dequantize()
def decided(x: Tensor):
    if bool(x.sum() > 0):
        q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    else:
        q = torch.quantize_per_tensor(x, 0.25, 3, torch.quint8)
    return q.dequantize()


# CARRIED: error: the value is a quantized tensor, and the loop decides its scale and zero point at run time; expected its dequantize()
def carried(x: Tensor):
    q = torch.quantize_per_tensor(x, 0.5, 3, torch.quint8)
    for _ in range(int(x.sum())):
        q = torch.relu(q)
    return q.dequantize()


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
    results=results,
    integers=integers,
    writes=writes,
    channels=channels,
    branches=branches,
    outputs=outputs,
    unknown=unknown,
    handled=handled,
    written=written,
    mixed=mixed,
    converted=converted,
    library=library,
    viewed=viewed,
    decided=decided,
    carried=carried,
    recurrent=Recurrent(),
    half=Half(),
)
