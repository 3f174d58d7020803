// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @elementType(%x: tensor<2xi32>) {
  // expected-error @+1 {{'onnx.Sin' op operand #0 must be tensor of floats of 16 bits or more, but got 'tensor<2xi32>'}}
  %0 = onnx.Sin(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @mixed(%x: tensor<2xf32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Add' op requires the same element type for all operands and results}}
  %0 = onnx.Add(%x, %y) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{'onnx.Neg' op operand #0 must be tensor of signed integers or floats}}
  %0 = onnx.Neg(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @explicitlySigned(%x: tensor<2xsi64>) {
  // expected-error @+1 {{'onnx.Add' op operand #0 must be tensor of integers or floats, but got 'tensor<2xsi64>'}}
  %0 = onnx.Add(%x, %x) : (tensor<2xsi64>, tensor<2xsi64>) -> tensor<2xsi64>
  return
}

// -----

func.func @power(%x: tensor<2xf32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Pow' op failed to verify that all of {A, C} have same element type}}
  %0 = onnx.Pow(%x, %y) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xi64>
  return
}

// -----

func.func @count(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Add' op expected 2 operands, but found 1}}
  %0 = "onnx.Add"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @attributeKind(%x: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'fmod' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = onnx.Mod(%x, %x) {fmod = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Add' op cannot broadcast 3 and 4 in dimension -1, expected equal sizes or 1}}
  // expected-error @+1 {{'onnx.Add' op failed to infer returned types}}
  %0 = onnx.Add(%x, %y) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @result(%x: tensor<2x1xf32>, %y: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Mul' op has result 0 of type 'tensor<2x3xf32>', expected 'tensor<2x4xf32>'}}
  // expected-error @+1 {{'onnx.Mul' op failed to infer returned types}}
  %0 = onnx.Mul(%x, %y) : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rank(%x: tensor<?xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Sin' op has result 0 of type 'tensor<?x?xf32>', expected 'tensor<?xf32>'}}
  // expected-error @+1 {{'onnx.Sin' op failed to infer returned types}}
  %0 = onnx.Sin(%x) : (tensor<?xf32>) -> tensor<?x?xf32>
  return
}
