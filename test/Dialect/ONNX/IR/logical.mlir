// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Comparisons, truth values, bits.

// CHECK-LABEL: @compare
func.func @compare(%x: tensor<?x3xf32>, %y: tensor<3xf32>, %s: tensor<2x!onnx.str>) {
  // CHECK-NEXT: onnx.Equal(%arg2, %arg2) : (tensor<2x!onnx.str>, tensor<2x!onnx.str>) -> tensor<2xi1>
  %0 = onnx.Equal(%s, %s) : (tensor<2x!onnx.str>, tensor<2x!onnx.str>) -> tensor<2xi1>
  %1 = onnx.Greater(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xi1>
  %2 = onnx.GreaterOrEqual(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xi1>
  %3 = onnx.Less(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xi1>
  %4 = onnx.LessOrEqual(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xi1>
  // CHECK: onnx.IsInf(%arg0) {detect_negative = 0 : i64} : (tensor<?x3xf32>) -> tensor<?x3xi1>
  %5 = onnx.IsInf(%x) {detect_negative = 0 : i64, detect_positive = 1 : i64} : (tensor<?x3xf32>) -> tensor<?x3xi1>
  %6 = onnx.IsNaN(%x) : (tensor<?x3xf32>) -> tensor<?x3xi1>
  return
}

// CHECK-LABEL: @truth
func.func @truth(%x: tensor<2xi1>, %y: tensor<i1>, %f: tensor<2xf32>) {
  // CHECK-NEXT: onnx.And(%arg0, %arg1) : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %0 = onnx.And(%x, %y) : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %1 = onnx.Or(%x, %y) : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %2 = onnx.Xor(%x, %y) : (tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  %3 = onnx.Not(%x) : (tensor<2xi1>) -> tensor<2xi1>
  // CHECK: onnx.Where(%arg0, %arg2, %arg2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %4 = onnx.Where(%x, %f, %f) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @bits
func.func @bits(%x: tensor<2xui8>, %y: tensor<i32>) {
  // CHECK-NEXT: onnx.BitShift(%arg0, %arg0) {direction = "LEFT"} : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %0 = onnx.BitShift(%x, %x) {direction = "LEFT"} : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  %1 = onnx.BitwiseAnd(%y, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %2 = onnx.BitwiseOr(%y, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %3 = onnx.BitwiseXor(%y, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
  %4 = onnx.BitwiseNot(%y) : (tensor<i32>) -> tensor<i32>
  return
}
