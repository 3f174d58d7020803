// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Quantized tensors.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x4xf32, #sym.dims<n>>, %s: tensor<f32>, %z: tensor<i8>, %q: tensor<?x4xi8, #sym.dims<n>>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.QuantizeLinear({{.*}} -> tensor<?x4xi8, #sym.dims<n>>
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<?x4xf32, #sym.dims<n>>, tensor<f32>, tensor<i8>) -> tensor<?x?xi8>
  // CHECK: onnx.DequantizeLinear({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %1 = onnx.DequantizeLinear(%q, %s, %z) : (tensor<?x4xi8, #sym.dims<n>>, tensor<f32>, tensor<i8>) -> tensor<?x?xf32>
  // CHECK: onnx.DynamicQuantizeLinear({{.*}} -> (tensor<?x4xui8, #sym.dims<n>>, tensor<f32>, tensor<ui8>)
  %2:3 = onnx.DynamicQuantizeLinear(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x?xui8>, tensor<f32>, tensor<ui8>)
  return
}
