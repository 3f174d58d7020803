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

// -----

func.func @bitShiftTypes(%a: tensor<2xui8>, %b: tensor<2xui16>) {
  // expected-error @+1 {{'onnx.BitShift' op requires the same element type for all operands and results}}
  %0 = onnx.BitShift(%a, %b) {direction = "LEFT"} : (tensor<2xui8>, tensor<2xui16>) -> tensor<2xui8>
  return
}

// -----

func.func @shiftDirection(%a: tensor<2xui8>) {
  // expected-error @+2 {{'onnx.BitShift' op attribute 'direction' is "UP", expected LEFT or RIGHT}}
  // expected-error @+1 {{'onnx.BitShift' op failed to infer returned types}}
  %0 = onnx.BitShift(%a, %a) {direction = "UP"} : (tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  return
}

// -----

func.func @bitwiseAndTypes(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.BitwiseAnd' op requires the same element type for all operands and results}}
  %0 = onnx.BitwiseAnd(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @bitwiseOrTypes(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.BitwiseOr' op requires the same element type for all operands and results}}
  %0 = onnx.BitwiseOr(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @bitwiseXorTypes(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.BitwiseXor' op requires the same element type for all operands and results}}
  %0 = onnx.BitwiseXor(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @bitwiseNotTypes(%a: tensor<2xi32>) {
  // expected-error @+1 {{'onnx.BitwiseNot' op requires the same element type for all operands and results}}
  %0 = onnx.BitwiseNot(%a) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

func.func @greaterTypes(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Greater' op requires the same element type for all operands}}
  %0 = onnx.Greater(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi1>
  return
}

// -----

func.func @greaterOrEqualTypes(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.GreaterOrEqual' op requires the same element type for all operands}}
  %0 = onnx.GreaterOrEqual(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi1>
  return
}

// -----

func.func @lessTypes(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Less' op requires the same element type for all operands}}
  %0 = onnx.Less(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi1>
  return
}

// -----

func.func @lessOrEqualTypes(%a: tensor<2xi32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.LessOrEqual' op requires the same element type for all operands}}
  %0 = onnx.LessOrEqual(%a, %b) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi1>
  return
}
