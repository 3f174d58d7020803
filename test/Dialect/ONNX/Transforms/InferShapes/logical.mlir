// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Comparisons, logic and bits broadcast.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x1xf32, #sym.dims<n>>, %y: tensor<4xf32>, %b: tensor<4xi1>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Less({{.*}} -> tensor<?x4xi1, #sym.dims<n>>
  %0 = onnx.Less(%x, %y) : (tensor<?x1xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x?xi1>
  // CHECK: onnx.And({{.*}} -> tensor<?x4xi1, #sym.dims<n>>
  %1 = onnx.And(%0, %b) : (tensor<?x?xi1>, tensor<4xi1>) -> tensor<?x?xi1>
  // CHECK: onnx.Where({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %2 = onnx.Where(%b, %x, %y) : (tensor<4xi1>, tensor<?x1xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x?xf32>
  // CHECK: onnx.IsNaN({{.*}} -> tensor<?x1xi1, #sym.dims<n>>
  %3 = onnx.IsNaN(%x) : (tensor<?x1xf32, #sym.dims<n>>) -> tensor<?x?xi1>
  return
}
