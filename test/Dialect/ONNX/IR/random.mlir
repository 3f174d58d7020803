// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s
// RUN: torch-onnx-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CSE

// Random numbers.

// CHECK-LABEL: @all
func.func @all(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Bernoulli(%arg0) {dtype = i1} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %0 = onnx.Bernoulli(%x) {dtype = i1} : (tensor<2x3xf32>) -> tensor<2x3xi1>
  // CHECK-NEXT: onnx.Dropout(%arg0, %{{.*}}, %{{.*}}) {seed = 1 : i64} : (tensor<2x3xf32>, none, none) -> (tensor<2x3xf32>, none)
  %1:2 = onnx.Dropout(%x, %none, %none) {seed = 1 : i64} : (tensor<2x3xf32>, none, none) -> (tensor<2x3xf32>, none)
  %2 = onnx.Multinomial(%x) {sample_size = 4 : i64} : (tensor<2x3xf32>) -> tensor<2x4xi32>
  // CHECK: onnx.RandomNormal() {seed = 1.000000e+00 : f32, shape = array<i64: 2, 3>} : () -> tensor<2x3xf32>
  %3 = onnx.RandomNormal() {shape = array<i64: 2, 3>, seed = 1.0 : f32} : () -> tensor<2x3xf32>
  %4 = onnx.RandomNormalLike(%x) {dtype = f16} : (tensor<2x3xf32>) -> tensor<2x3xf16>
  %5 = onnx.RandomUniform() {dtype = f64, high = 2.0 : f32, shape = array<i64>} : () -> tensor<f64>
  %6 = onnx.RandomUniformLike(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// Two equal ones differ in their values; an unused one is not needed.
// CSE-LABEL: @effects
func.func @effects(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  // CSE-COUNT-2: onnx.RandomNormalLike
  // CSE-NOT: onnx.RandomNormalLike
  %0 = onnx.RandomNormalLike(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.RandomNormalLike(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.RandomNormalLike(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
