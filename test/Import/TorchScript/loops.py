# Loops: a loop is one torch.while and one Loop of the model, whatever its number
# of iterations; --unroll repeats the body.
#
# REQUIRES: torch, libtorch, onnx
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript fixed2.pt --input-shapes='[b,4]f32' | FileCheck %s --check-prefix=ONE -DN=2
# RUN: torch-onnx-translate --import-torchscript fixed3.pt --input-shapes='[b,4]f32' | FileCheck %s --check-prefix=ONE -DN=3
# RUN: torch-onnx-translate --import-torchscript fixed7.pt --input-shapes='[b,4]f32' | FileCheck %s --check-prefix=ONE -DN=7
# RUN: torch-onnx-translate --import-torchscript fixed3.pt --input-shapes='[b,4]f32' --unroll=2 | FileCheck %s --check-prefix=ONE -DN=3
# RUN: torch-onnx-translate --import-torchscript fixed3.pt --input-shapes='[b,4]f32' --unroll=3 | FileCheck %s --check-prefix=UNROLLED
# RUN: torch-onnx-translate --import-torchscript dynamic.pt --input-shapes='[b,4]f32,int' | FileCheck %s --check-prefix=DYNAMIC
# RUN: torch-onnx-translate --import-torchscript modules.pt --input-shapes='[b,4]f32' | FileCheck %s --check-prefix=MODULES
# RUN: torch-onnx-translate --import-torchscript grows.pt --input-shapes='[b,4]f32,int' | FileCheck %s --check-prefix=GROWS
#
# RUN: torch-onnx fixed2.pt --input-shapes='[b,4]f32' -o fixed2.onnx
# RUN: torch-onnx fixed3.pt --input-shapes='[b,4]f32' -o fixed3.onnx
# RUN: torch-onnx fixed7.pt --input-shapes='[b,4]f32' -o fixed7.onnx
# RUN: torch-onnx dynamic.pt --input-shapes='[b,4]f32,int' -o dynamic.onnx
# RUN: %python %s fixed2.onnx fixed3.onnx fixed7.onnx dynamic.onnx | FileCheck %s --check-prefix=ONNX
# ONNX-COUNT-4: Loop: 1, Gemm: 1

import os
import sys

import torch
from torch import Tensor, nn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import count_nodes, save_script


class Dynamic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    # DYNAMIC: @main(%[[X:[^ ]*]]: {{.*}}, %[[N:[^ ]*]]: i64
    # DYNAMIC: torch.while(%{{.*}}, %[[X]]){{.*}} : (i64, tensor<?x4xf32, #sym.dims<b>>)
    # DYNAMIC: %[[GO:.*]] = arith.cmpi slt, %{{.*}}, %[[N]]
    # DYNAMIC: torch.yield %[[GO]] : i1
    # DYNAMIC-COUNT-1: torch.aten.linear.default
    # DYNAMIC-NOT: torch.aten.linear
    # DYNAMIC: return
    def forward(self, x: Tensor, n: int):
        for _ in range(n):
            x = self.layer(x).relu()
        return x


class Fixed(Dynamic):
    def __init__(self, times: int):
        super().__init__()
        self.times = times

    # ONE: %[[R:.*]]:2 = torch.while(
    # ONE: arith.constant [[N]] : i64
    # ONE: arith.cmpi slt,
    # ONE-COUNT-1: torch.aten.linear.default
    # ONE-NOT: torch.aten.linear
    # ONE: return %[[R]]#1
    # UNROLLED-NOT: torch.while
    # UNROLLED-COUNT-3: torch.aten.linear.default
    # UNROLLED-NOT: torch.aten.linear
    # UNROLLED: return
    def forward(self, x: Tensor):
        for _ in range(self.times):
            x = self.layer(x).relu()
        return x


class Modules(nn.Module):
    """TorchScript itself repeats the body for a list of modules."""

    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])

    # MODULES-DAG: "layers.0.weight"
    # MODULES-DAG: "layers.1.weight"
    # MODULES-NOT: torch.while
    # MODULES-COUNT-2: torch.aten.linear.default
    # MODULES: return
    def forward(self, x: Tensor):
        for layer in self.layers:
            x = layer(x)
        return x


# A size that an iteration changes is a symbol in the body, another one behind it.
# GROWS: torch.while(%{{.*}}, %{{.*}}){{.*}} : (i64, tensor<?x4xf32, #sym.dims<b>>) -> (i64, tensor<?x4xf32, #sym.dims<[[AFTER:u[0-9]+]]>>)
# GROWS: ^bb0(%{{.*}}: i64, %[[Y:.*]]: tensor<?x4xf32, #sym.dims<[[IN:u[0-9]+]]>>):
# GROWS: torch.aten.cat.default([%{{.*}}, %{{.*}}]) : {{.*}} -> tensor<?x4xf32, #sym.dims<b + [[IN]]>>
# GROWS: return %{{.*}} : tensor<?x4xf32, #sym.dims<[[AFTER]]>>
def grows(x: Tensor, n: int):
    y = x
    for _ in range(n):
        y = torch.cat([y, x])
    return y


if sys.argv[1:]:
    for model in sys.argv[1:]:
        print(count_nodes(model, "Loop", "Gemm"))
else:
    save_script(dynamic=Dynamic(), modules=Modules(), grows=grows)
    for times in (2, 3, 7):
        save_script(**{f"fixed{times}": Fixed(times)})
