// Equations.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// One product of matrices.
// CHECK-LABEL: func.func @product
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg1) {perm = array<i64: 0, 2, 1>}
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<5x2x4xf32>
func.func @product(%x: tensor<5x2x3xf32>, %y: tensor<5x4x3xf32>) -> tensor<5x2x4xf32> {
  %0 = torch.aten.einsum.default("bij,bkj->bik", [%x, %y]) : (tensor<5x2x3xf32>, tensor<5x4x3xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @sum
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @sum(%x: tensor<2x3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.einsum.default("ij->j", [%x]) : (tensor<2x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>}
// CHECK: return %[[V0]] : tensor<3x2xf32>
func.func @transposed(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = torch.aten.einsum.default("ij->ji", [%x]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// The result is spelled out.
// CHECK-LABEL: func.func @implicit
// CHECK: %[[V0:.*]] = onnx.Einsum(%arg0, %arg1) {equation = "ba,c->abc"}
// CHECK: return %[[V0]] : tensor<3x2x4xf32>
func.func @implicit(%x: tensor<2x3xf32>, %y: tensor<4xf32>) -> tensor<3x2x4xf32> {
  %0 = torch.aten.einsum.default("ba, c", [%x, %y]) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// An ellipsis gets labels.
// CHECK-LABEL: func.func @ellipsis
// CHECK: %[[V0:.*]] = onnx.Einsum(%arg0, %arg1) {equation = "zij,j->z"}
// CHECK: return %[[V0]] : tensor<7xf32>
func.func @ellipsis(%x: tensor<7x2x3xf32>, %y: tensor<3xf32>) -> tensor<7xf32> {
  %0 = torch.aten.einsum.default("...ij,...j->...", [%x, %y]) : (tensor<7x2x3xf32>, tensor<3xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

// Integers are summed up in the dtype of the sum.
// CHECK-LABEL: func.func @sum_of_bytes
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceSum(%[[V0]], %[[V1]]) {keepdims = 0 : i64}
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @sum_of_bytes(%x: tensor<2x3xui8>) -> tensor<3xi64> {
  %0 = torch.aten.einsum.default("ij->j", [%x]) : (tensor<2x3xui8>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
