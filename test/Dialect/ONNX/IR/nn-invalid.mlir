// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @weights(%x: tensor<1x3x8x8xf32>, %w: tensor<6x3x3x3xf16>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Conv' op failed to verify that all of {X, W, Y} have same element type}}
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf16>, none) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @bias(%x: tensor<1x3x8x8xf32>, %w: tensor<6x3x3x3xf32>) {
  // expected-error @+1 {{'onnx.Conv' op expected 3 operands, but found 2}}
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @kernelShape(%x: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.AveragePool' op requires attribute 'kernel_shape'}}
  %0 = onnx.AveragePool(%x) : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @positions(%x: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.MaxPool' op result #1 must be tensor of i64 or none, but got 'tensor<1x3x8x8xi32>'}}
  %0:2 = onnx.MaxPool(%x) {kernel_shape = array<i64: 1, 1>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x8x8xf32>, tensor<1x3x8x8xi32>)
  return
}

// -----

func.func @labels(%x: tensor<2x4xf32>, %t: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.NegativeLogLikelihoodLoss' op operand #1 must be tensor of i32 or i64}}
  %0 = onnx.NegativeLogLikelihoodLoss(%x, %t, %none) : (tensor<2x4xf32>, tensor<2xf32>, none) -> tensor<f32>
  return
}
