// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @mixed(%a: tensor<2x3xf32>, %b: tensor<3x4xf16>) {
  // expected-error @+1 {{'onnx.MatMul' op requires the same element type for all operands and results}}
  %0 = onnx.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf16>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.Einsum' op requires attribute 'equation'}}
  %0 = onnx.Einsum(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @gemm(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Gemm' op failed to verify that all of {A, B, Y} have same element type}}
  %0 = onnx.Gemm(%a, %b, %none) : (tensor<2x3xf32>, tensor<3x4xf32>, none) -> tensor<2x4xf64>
  return
}

// -----

func.func @inner(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.MatMul' op has different sizes of the inner dimension, 3 and 4}}
  // expected-error @+1 {{'onnx.MatMul' op failed to infer returned types}}
  %0 = onnx.MatMul(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @gemm(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Gemm' op operand 'B' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.Gemm' op failed to infer returned types}}
  %0 = onnx.Gemm(%x, %y, %none) : (tensor<2x3xf32>, tensor<4xf32>, none) -> tensor<2x5xf32>
  return
}

// -----

func.func @einsum(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Einsum' op attribute 'equation' has 'k' in the result, but in no operand}}
  // expected-error @+1 {{'onnx.Einsum' op failed to infer returned types}}
  %0 = onnx.Einsum(%x) {equation = "ij->k"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}
