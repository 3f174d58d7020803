// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

// Absent inputs are operands too.
func.func @absent(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.ReduceSum' op expected 2 operands, but found 1}}
  %0 = "onnx.ReduceSum"(%x) : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @axesType(%x: tensor<2x3xf32>, %axes: tensor<1xi32>) {
  // expected-error @+1 {{'onnx.ReduceSum' op operand #1 must be tensor of i64 or none, but got 'tensor<1xi32>'}}
  %0 = onnx.ReduceSum(%x, %axes) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bytes(%x: tensor<2x3xi8>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceSum' op operand #0 must be tensor of integers of 32 bits or more, or floats}}
  %0 = onnx.ReduceSum(%x, %none) : (tensor<2x3xi8>, none) -> tensor<1x1xi8>
  return
}

// -----

func.func @argmax(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.ArgMax' op result #0 must be tensor of i64}}
  %0 = onnx.ArgMax(%x) : (tensor<2x3xf32>) -> tensor<1x3xi32>
  return
}

// -----

func.func @axis(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.ArgMax' op 'axis' is 2, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.ArgMax' op failed to infer returned types}}
  %0 = onnx.ArgMax(%x) {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x1xi64>
  return
}
