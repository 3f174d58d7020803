// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Matrix products.

// CHECK-LABEL: @linear
func.func @linear(%a: tensor<?x2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<2x3xf32>, %s: tensor<2x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.MatMul(%arg0, %arg1) : (tensor<?x2x3xf32>, tensor<3x4xf32>) -> tensor<?x2x4xf32>
  %0 = onnx.MatMul(%a, %b) : (tensor<?x2x3xf32>, tensor<3x4xf32>) -> tensor<?x2x4xf32>
  // CHECK-NEXT: onnx.Gemm(%arg2, %arg1, %{{.*}}) {alpha = 5.000000e-01 : f32} : (tensor<2x3xf32>, tensor<3x4xf32>, none) -> tensor<2x4xf32>
  %1 = onnx.Gemm(%c, %b, %none) {alpha = 0.5 : f32, beta = 1.0 : f32} : (tensor<2x3xf32>, tensor<3x4xf32>, none) -> tensor<2x4xf32>
  // CHECK-NEXT: onnx.Einsum(%arg2, %arg1) {equation = "ij,jk->ik"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %2 = onnx.Einsum(%c, %b) {equation = "ij,jk->ik"} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = onnx.Det(%s) : (tensor<2x3x3xf32>) -> tensor<2xf32>
  return
}
