// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Random numbers in a shape.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x4xf32, #sym.dims<n>>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.RandomNormal({{.*}} -> tensor<2x3xf32>
  %0 = onnx.RandomNormal() {shape = array<i64: 2, 3>} : () -> tensor<?x?xf32>
  // CHECK: onnx.RandomUniformLike({{.*}} -> tensor<?x4xf16, #sym.dims<n>>
  %1 = onnx.RandomUniformLike(%x) {dtype = f16} : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x?xf16>
  // CHECK: onnx.Dropout({{.*}} -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>)
  %2:2 = onnx.Dropout(%x, %none, %none) : (tensor<?x4xf32, #sym.dims<n>>, none, none) -> (tensor<?x?xf32>, tensor<?x?xi1>)
  // CHECK: onnx.Multinomial({{.*}} -> tensor<?x5xi32, #sym.dims<n>>
  %3 = onnx.Multinomial(%x) {sample_size = 5 : i64} : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x?xi32>
  return
}
