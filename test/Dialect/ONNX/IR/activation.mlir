// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Activation functions.

// CHECK-LABEL: @plain
func.func @plain(%x: tensor<2xf32>) {
  // CHECK-NEXT: onnx.HardSwish(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = onnx.HardSwish(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Mish(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = onnx.Sigmoid(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = onnx.Softplus(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %5 = onnx.Softsign(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @parameters
func.func @parameters(%x: tensor<2xf32>, %h: tensor<2xbf16>, %low: tensor<f32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Celu(%arg0) {alpha = 2.000000e+00 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  %0 = onnx.Celu(%x) {alpha = 2.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Elu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  // A default is not printed.
  // CHECK: onnx.LeakyRelu(%arg1) : (tensor<2xbf16>) -> tensor<2xbf16>
  %2 = onnx.LeakyRelu(%h) {alpha = 0.01 : f32} : (tensor<2xbf16>) -> tensor<2xbf16>
  %3 = onnx.Swish(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %4 = onnx.ThresholdedRelu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %5 = onnx.Clip(%x, %low, %none) : (tensor<2xf32>, tensor<f32>, none) -> tensor<2xf32>
  // CHECK: onnx.Gelu(%arg0) {approximate = "tanh"} : (tensor<2xf32>) -> tensor<2xf32>
  %6 = onnx.Gelu(%x) {approximate = "tanh"} : (tensor<2xf32>) -> tensor<2xf32>
  %7 = onnx.HardSigmoid(%x) {alpha = 0.166666672 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  %8 = onnx.PRelu(%x, %low) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %9 = onnx.Selu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %10 = onnx.Shrink(%x) {bias = 0.5 : f32, lambd = 1.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @axis
func.func @axis(%x: tensor<2x3xf32>) {
  %0 = onnx.Hardmax(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.LogSoftmax(%x) {axis = -1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnx.Softmax(%arg0) {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.Softmax(%x) {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
