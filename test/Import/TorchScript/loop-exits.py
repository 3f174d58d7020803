# Loops that end early. Their condition is carried: it is computed at the end of
# an iteration and read in front of the next one.
#
# REQUIRES: torch, libtorch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-torchscript break_.pt --input-shapes='[4]f32,int' | FileCheck %s --check-prefix=BREAK
# RUN: torch-onnx-translate --import-torchscript continue_.pt --input-shapes='[4]f32,int' | FileCheck %s --check-prefix=CONTINUE
# RUN: torch-onnx-translate --import-torchscript while_.pt --input-shapes='[4]f32' | FileCheck %s --check-prefix=WHILE
# RUN: torch-onnx-translate --import-torchscript literal.pt --input-shapes='[4]f32' | FileCheck %s --check-prefix=LITERAL

import os
import sys

from torch import Tensor

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
from scripts import save_script


# TorchScript counts the iterations itself: the last carried value.
# BREAK: @main(%[[X:[^ ]*]]: {{.*}}, %[[N:[^ ]*]]: i64
# BREAK: %[[STARTS:.*]] = arith.cmpi sgt, %[[N]], %
# BREAK: %[[R:.*]]:4 = torch.while(%{{.*}}, %[[STARTS]], %[[X]], %{{.*}}) {{.*}} : (i64, i1, tensor<4xf32>, i64)
# BREAK: ^bb0(%{{.*}}: i64, %[[GO:.*]]: i1, %{{.*}}: tensor<4xf32>, %{{.*}}: i64):
# BREAK-NEXT: torch.yield %[[GO]] : i1
# BREAK: ^bb0(%{{.*}}: i64, %{{.*}}: i1, %[[Y:.*]]: tensor<4xf32>, %{{.*}}: i64):
# BREAK: %[[STAYS:.*]] = arith.xori
# BREAK: %[[IF:.*]] = torch.if
# BREAK: torch.yield %[[Y]] : tensor<4xf32>
# BREAK: %[[ON:.*]] = arith.andi %{{.*}}, %[[STAYS]]
# BREAK: torch.yield %{{.*}}, %[[ON]], %[[IF]], %{{.*}} : i64, i1, tensor<4xf32>, i64
# BREAK: return %[[R]]#2
def break_(x: Tensor, n: int):
    for _ in range(n):
        if bool(x.sum() > 10):
            break
        x = x + 1
    return x


# An iteration that is left early leaves the value that it was given.
# CONTINUE: torch.while(
# CONTINUE: do {
# CONTINUE-NEXT: ^bb0({{.*}}%[[Y:[^ ]*]]: tensor<4xf32>{{.*}}):
# CONTINUE: %[[IF:.*]] = torch.if
# CONTINUE: torch.yield %[[Y]] : tensor<4xf32>
# CONTINUE: %[[SIN:.*]] = torch.aten.sin.default(%[[Y]])
# CONTINUE: torch.yield %[[SIN]] : tensor<4xf32>
# CONTINUE: torch.yield {{.*}}%[[IF]]
def continue_(x: Tensor, n: int):
    for _ in range(n):
        if bool(x.sum() > 10):
            continue
        x = x.sin()
    return x


# WHILE: %[[START:.*]] = torch.aten.{{.*}} -> i1
# WHILE: torch.while(%{{.*}}, %[[START]], %{{.*}})
# WHILE: ^bb0(%{{.*}}: i64, %[[GO:.*]]: i1, %{{.*}}: tensor<4xf32>):
# WHILE-NEXT: torch.yield %[[GO]] : i1
# WHILE: %[[NEXT:.*]] = torch.aten.mul
# WHILE: %[[AGAIN:.*]] = torch.aten.{{.*}} -> i1
# WHILE: torch.yield %{{.*}}, %[[AGAIN]], %[[NEXT]]
def while_(x: Tensor):
    while bool(x.sum() < 10):
        x = x * 2
    return x


# A condition on literals needs no loop-carried bool of the data.
# LITERAL: torch.while(
# LITERAL-NOT: torch.aten.item
# LITERAL: torch.aten.cos.default
# LITERAL: return
def literal(x: Tensor):
    i = 0
    while i < 5:
        x = x.cos()
        i += 1
    return x


save_script(break_=break_, continue_=continue_, while_=while_, literal=literal)
