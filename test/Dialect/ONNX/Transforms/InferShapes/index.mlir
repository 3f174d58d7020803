// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Selection, placement, and sizes by value.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x4xf32, #sym.dims<n>>, %i: tensor<2x?xi64, #sym.dims<k>>, %t: tensor<5x1xi64>, %c: tensor<4xi1>, %v: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Gather({{.*}} -> tensor<?x2x?xf32, #sym.dims<n, k>>
  %0 = onnx.Gather(%x, %i) {axis = -1 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<2x?xi64, #sym.dims<k>>) -> tensor<?x?x?xf32>
  // CHECK: onnx.GatherElements({{.*}} -> tensor<2x?xf32, #sym.dims<k>>
  %1 = onnx.GatherElements(%x, %i) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2x?xi64, #sym.dims<k>>) -> tensor<?x?xf32>
  // CHECK: onnx.GatherND({{.*}} -> tensor<5x4xf32>
  %2 = onnx.GatherND(%x, %t) : (tensor<?x4xf32, #sym.dims<n>>, tensor<5x1xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.ScatterElements({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %3 = onnx.ScatterElements(%x, %i, %x) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2x?xi64, #sym.dims<k>>, tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x?xf32>
  // CHECK: onnx.Compress({{.*}} -> tensor<?x?xf32, #sym.dims<n, ?>>
  %4 = onnx.Compress(%x, %c) {axis = 1 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xi1>) -> tensor<?x?xf32>
  // CHECK: onnx.NonZero({{.*}} -> tensor<2x?xi64>
  %5 = onnx.NonZero(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x?xi64>
  %depth = onnx.Constant dense<7> : tensor<i64>
  // CHECK: onnx.OneHot({{.*}} -> tensor<2x?x7xf32, #sym.dims<k>>
  %6 = onnx.OneHot(%i, %depth, %v) : (tensor<2x?xi64, #sym.dims<k>>, tensor<i64>, tensor<2xf32>) -> tensor<?x?x?xf32>
  %size = onnx.Shape(%x) {end = 1 : i64} : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %half = onnx.Div(%size, %two) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  // CHECK: onnx.TopK({{.*}} -> (tensor<?x4xf32, #sym.dims<n floordiv 2>>, tensor<?x4xi64, #sym.dims<n floordiv 2>>)
  %7:2 = onnx.TopK(%x, %half) {axis = 0 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
  // CHECK: onnx.Unique({{.*}} -> (tensor<?xf32>, none, tensor<?xi64, #sym.dims<4*n>>, none)
  %8:4 = onnx.Unique(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?xf32>, none, tensor<?xi64>, none)
  return
}
