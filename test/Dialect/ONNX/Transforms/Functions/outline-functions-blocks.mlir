// Repeated parts become functions without modules.
//
// RUN: torch-onnx-opt --onnx-outline-functions=blocks=true --split-input-file --verify-diagnostics %s | FileCheck %s

// Layers are found although the first one computes what all of them use, and although they
// differ in an attribute and a size. What is around them stays in the graph. The weights are
// named by what their names have in common.
// CHECK-LABEL: func.func @main
// CHECK: %[[E:.*]] = onnx.Exp(%arg0)
// CHECK: %[[S:.*]] = onnx.Sin(%arg1)
// CHECK: %[[A:.*]] = onnx.Call @Block(%[[E]], %[[S]], %{{.*}}) {node_attributes = {alpha = 1.000000e-01 : f32}}
// CHECK: %[[B:.*]] = onnx.Call @Block(%[[A]], %[[S]], %{{.*}}) {node_attributes = {alpha = 2.000000e-01 : f32}}
// CHECK: %[[C:.*]] = onnx.Call @Block(%[[B]], %[[S]], %{{.*}}) {node_attributes = {alpha = 3.000000e-01 : f32}}
// CHECK: onnx.Abs(%[[C]])
// CHECK: func.func private @Block(%{{.*}}: tensor<4x4xf32>, %{{.*}}: tensor<4x4xf32>, %{{.*}}: tensor<4x4xf32> {onnx.name = "w"})
// CHECK-SAME: onnx.domain = "pkg.torch"
// CHECK: onnx.MatMul
// CHECK: onnx.Custom({{.*}}op_type = "LeakyRelu"
// CHECK: onnx.Mul
// CHECK: onnx.Add
module {
  func.func @main(%x: tensor<4x4xf32>, %t: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %w0 = onnx.Constant {name = "layers.0.w"} dense<1.0> : tensor<4x4xf32>
    %w1 = onnx.Constant {name = "layers.1.w"} dense<2.0> : tensor<4x4xf32>
    %w2 = onnx.Constant {name = "layers.2.w"} dense<3.0> : tensor<4x4xf32>
    %e = onnx.Exp(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %0 = onnx.MatMul(%e, %w0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %s = onnx.Sin(%t) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = onnx.LeakyRelu(%0) {alpha = 0.1 : f32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = onnx.Mul(%1, %s) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = onnx.Add(%2, %e) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = onnx.MatMul(%3, %w1) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = onnx.LeakyRelu(%4) {alpha = 0.2 : f32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = onnx.Mul(%5, %s) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %7 = onnx.Add(%6, %3) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %8 = onnx.MatMul(%7, %w2) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %9 = onnx.LeakyRelu(%8) {alpha = 0.3 : f32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %10 = onnx.Mul(%9, %s) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %11 = onnx.Add(%10, %7) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %12 = onnx.Abs(%11) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %12 : tensor<4x4xf32>
  }
}

// -----

// Not where a part is too small to say more than its nodes.
// CHECK-LABEL: func.func @main
// CHECK-NOT: onnx.Call
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = onnx.Relu(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = onnx.Exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = onnx.Relu(%2) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = onnx.Exp(%3) : (tensor<4xf32>) -> tensor<4xf32>
    %5 = onnx.Relu(%4) : (tensor<4xf32>) -> tensor<4xf32>
    return %5 : tensor<4xf32>
  }
}

// -----

// Parts that are alike but for an element type are two parts.
// CHECK-LABEL: func.func @main
// CHECK-NOT: onnx.Call
module {
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf64>) -> (tensor<4xf32>, tensor<4xf64>) {
    %0 = onnx.Exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = onnx.Relu(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = onnx.Neg(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = onnx.Sin(%2) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = onnx.Abs(%3) : (tensor<4xf32>) -> tensor<4xf32>
    %5 = onnx.Cos(%4) : (tensor<4xf32>) -> tensor<4xf32>
    %6 = onnx.Sqrt(%5) : (tensor<4xf32>) -> tensor<4xf32>
    %7 = onnx.Exp(%y) : (tensor<4xf64>) -> tensor<4xf64>
    %8 = onnx.Relu(%7) : (tensor<4xf64>) -> tensor<4xf64>
    %9 = onnx.Neg(%8) : (tensor<4xf64>) -> tensor<4xf64>
    %10 = onnx.Sin(%9) : (tensor<4xf64>) -> tensor<4xf64>
    %11 = onnx.Abs(%10) : (tensor<4xf64>) -> tensor<4xf64>
    %12 = onnx.Cos(%11) : (tensor<4xf64>) -> tensor<4xf64>
    %13 = onnx.Sqrt(%12) : (tensor<4xf64>) -> tensor<4xf64>
    return %6, %13 : tensor<4xf32>, tensor<4xf64>
  }
}

// -----

// A node between two nodes of a part, which differs from call to call, cuts the part: what
// depends on it stays outside, or is a part of its own.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @Block(
// CHECK: onnx.Sqrt
// CHECK: onnx.Call @Block(
// CHECK: onnx.Floor
// CHECK: func.func private @Block(
// CHECK-NOT: onnx.Mul
// CHECK: return
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = onnx.Relu(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = onnx.Neg(%1) : (tensor<4xf32>) -> tensor<4xf32>
    %3 = onnx.Sin(%2) : (tensor<4xf32>) -> tensor<4xf32>
    %4 = onnx.Abs(%3) : (tensor<4xf32>) -> tensor<4xf32>
    %5 = onnx.Cos(%4) : (tensor<4xf32>) -> tensor<4xf32>
    %6 = onnx.Sqrt(%5) : (tensor<4xf32>) -> tensor<4xf32>
    %7 = onnx.Mul(%6, %5) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %8 = onnx.Exp(%7) : (tensor<4xf32>) -> tensor<4xf32>
    %9 = onnx.Relu(%8) : (tensor<4xf32>) -> tensor<4xf32>
    %10 = onnx.Neg(%9) : (tensor<4xf32>) -> tensor<4xf32>
    %11 = onnx.Sin(%10) : (tensor<4xf32>) -> tensor<4xf32>
    %12 = onnx.Abs(%11) : (tensor<4xf32>) -> tensor<4xf32>
    %13 = onnx.Cos(%12) : (tensor<4xf32>) -> tensor<4xf32>
    %14 = onnx.Floor(%13) : (tensor<4xf32>) -> tensor<4xf32>
    %15 = onnx.Mul(%14, %13) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %15 : tensor<4xf32>
  }
}
