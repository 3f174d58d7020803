// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Reductions: over all axes, over some, over none.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x4x5xf32, #sym.dims<n>>, %axes: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %empty = onnx.Constant dense<> : tensor<0xi64>
  // CHECK: onnx.ReduceSum({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %0 = onnx.ReduceSum(%x, %last) {keepdims = 0 : i64} : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.ReduceMax({{.*}} -> tensor<1x1x1xf32>
  %1 = onnx.ReduceMax(%x, %none) : (tensor<?x4x5xf32, #sym.dims<n>>, none) -> tensor<?x?x?xf32>
  // CHECK: onnx.ReduceMin({{.*}} -> tensor<?x4x5xf32, #sym.dims<n>>
  %2 = onnx.ReduceMin(%x, %empty) {noop_with_empty_axes = 1 : i64} : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<0xi64>) -> tensor<?x?x?xf32>
  // Which axis is not known.
  // CHECK: onnx.ReduceMean({{.*}} -> tensor<?x?xf32>
  %3 = onnx.ReduceMean(%x, %axes) {keepdims = 0 : i64} : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.ArgMax({{.*}} -> tensor<?x1x5xi64, #sym.dims<n>>
  %4 = onnx.ArgMax(%x) {axis = 1 : i64} : (tensor<?x4x5xf32, #sym.dims<n>>) -> tensor<?x?x?xi64>
  return
}
