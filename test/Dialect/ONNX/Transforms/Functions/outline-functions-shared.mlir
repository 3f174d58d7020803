// A value that the caller computes for several calls is a node of the caller's module.
//
// RUN: torch-onnx-opt --onnx-outline-functions --mlir-print-debuginfo --mlir-use-nameloc-as-prefix=false %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: onnx.Exp({{.*}} loc(#[[CALLER:.*]])
// CHECK: onnx.Call @B(
// CHECK: onnx.Call @B(
// CHECK: #[[CALLER]] = loc("a"(
module attributes {onnx.modules = {self.a = "my.A", self.a.b = "my.B", self.a.c = "my.B"}} {
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %s = onnx.Exp(%y) : (tensor<4xf32>) -> tensor<4xf32> loc("a.b"("f.py":1:2))
    %0 = onnx.Mul(%x, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("a.b"("f.py":2:2))
    %1 = onnx.Mul(%0, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("a.c"("f.py":2:2))
    return %1 : tensor<4xf32>
  }
}
