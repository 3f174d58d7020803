// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Activations keep the shape of what they are of.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x4xf32, #sym.dims<n>>, %s: tensor<1xf32>, %y: tensor<f32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Relu({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %0 = onnx.Relu(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x?xf32>
  // CHECK: onnx.Clip({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %1 = onnx.Clip(%x, %y, %none) : (tensor<?x4xf32, #sym.dims<n>>, tensor<f32>, none) -> tensor<?x?xf32>
  // CHECK: onnx.PRelu({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %2 = onnx.PRelu(%x, %s) : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xf32>) -> tensor<?x?xf32>
  // CHECK: onnx.Softmax({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %3 = onnx.Softmax(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x?xf32>
  return
}
