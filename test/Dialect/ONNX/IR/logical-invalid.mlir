// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @result(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Less' op result #0 must be tensor of bool, but got 'tensor<2xf32>'}}
  %0 = onnx.Less(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mixed(%x: tensor<2xf32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Equal' op requires the same element type for all operands}}
  %0 = onnx.Equal(%x, %y) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xi1>
  return
}

// -----

func.func @where(%c: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Where' op failed to verify that all of {X, Y, output} have same element type}}
  %0 = onnx.Where(%c, %x, %y) : (tensor<2xi1>, tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @direction(%x: tensor<2xui8>) {
  // expected-error @+1 {{'onnx.BitShift' op requires attribute 'direction'}}
  %0 = onnx.BitShift(%x, %x) : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  return
}
