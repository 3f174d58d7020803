// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Reductions over axes.

// CHECK-LABEL: @reduce
func.func @reduce(%x: tensor<2x3xf32>, %axes: tensor<1xi64>, %b: tensor<2x3xi1>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.ReduceL1(%arg0, %arg1) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  %0 = onnx.ReduceL1(%x, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  // CHECK-NEXT: onnx.ReduceL2(%arg0, %arg1) {keepdims = 0 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2xf32>
  %1 = onnx.ReduceL2(%x, %axes) {keepdims = 0 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2xf32>
  // CHECK-NEXT: onnx.ReduceLogSum(%arg0, %{{.*}}) {noop_with_empty_axes = 1 : i64} : (tensor<2x3xf32>, none) -> tensor<2x3xf32>
  %2 = onnx.ReduceLogSum(%x, %none) {noop_with_empty_axes = 1 : i64} : (tensor<2x3xf32>, none) -> tensor<2x3xf32>
  %3 = onnx.ReduceLogSumExp(%x, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  %4 = onnx.ReduceMax(%b, %none) : (tensor<2x3xi1>, none) -> tensor<1x1xi1>
  %5 = onnx.ReduceMean(%x, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  %6 = onnx.ReduceMin(%x, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  %7 = onnx.ReduceProd(%x, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  %8 = onnx.ReduceSum(%x, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  %9 = onnx.ReduceSumSquare(%x, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf32>
  return
}

// CHECK-LABEL: @position
func.func @position(%x: tensor<2x3xf32>) {
  // CHECK-NEXT: onnx.ArgMax(%arg0) {axis = 1 : i64, select_last_index = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x1xi64>
  %0 = onnx.ArgMax(%x) {axis = 1 : i64, select_last_index = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x1xi64>
  %1 = onnx.ArgMin(%x) {keepdims = 0 : i64} : (tensor<2x3xf32>) -> tensor<3xi64>
  return
}
