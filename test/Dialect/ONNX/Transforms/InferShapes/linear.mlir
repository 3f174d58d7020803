// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Products of matrices.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x1x2x3xf32, #sym.dims<b>>, %y: tensor<?x3x?xf32, #sym.dims<c, m>>, %v: tensor<3xf32>, %a: tensor<3x?xf32, #sym.dims<m>>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.MatMul({{.*}} -> tensor<?x?x2x?xf32, #sym.dims<b, c, m>>
  %0 = onnx.MatMul(%x, %y) : (tensor<?x1x2x3xf32, #sym.dims<b>>, tensor<?x3x?xf32, #sym.dims<c, m>>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.MatMul({{.*}} -> tensor<?x?xf32, #sym.dims<c, m>>
  %1 = onnx.MatMul(%v, %y) : (tensor<3xf32>, tensor<?x3x?xf32, #sym.dims<c, m>>) -> tensor<?x?xf32>
  // CHECK: onnx.MatMul({{.*}} -> tensor<?x1x2xf32, #sym.dims<b>>
  %2 = onnx.MatMul(%x, %v) : (tensor<?x1x2x3xf32, #sym.dims<b>>, tensor<3xf32>) -> tensor<?x?x?xf32>
  // CHECK: onnx.Gemm({{.*}} -> tensor<?x?xf32, #sym.dims<m, m>>
  %3 = onnx.Gemm(%a, %a, %none) {transA = 1 : i64} : (tensor<3x?xf32, #sym.dims<m>>, tensor<3x?xf32, #sym.dims<m>>, none) -> tensor<?x?xf32>
  // CHECK: onnx.Einsum({{.*}} -> tensor<?x1x?x?xf32, #sym.dims<b, m, c>>
  %4 = onnx.Einsum(%x, %y) {equation = "...ij,ajk->...ka"} : (tensor<?x1x2x3xf32, #sym.dims<b>>, tensor<?x3x?xf32, #sym.dims<c, m>>) -> tensor<?x?x?x?xf32>
  return
}
