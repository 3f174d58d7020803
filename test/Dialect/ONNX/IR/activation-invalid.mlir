// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @attributeKind(%x: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = onnx.Softmax(%x) {axis = 1.0 : f32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @floatWidth(%x: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'alpha' failed to satisfy constraint: 32-bit float attribute}}
  %0 = onnx.Elu(%x) {alpha = 1.0 : f64} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @elementType(%x: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Celu' op operand #0 must be tensor of f32, but got 'tensor<2xf16>'}}
  %0 = onnx.Celu(%x) : (tensor<2xf16>) -> tensor<2xf16>
  return
}

// -----

func.func @clip(%x: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Clip' op operand #0 must be tensor of integers or floats, but got 'none'}}
  %0 = onnx.Clip(%none, %none, %none) : (none, none, none) -> tensor<2xf32>
  return
}

// -----

func.func @gelu_mode(%x: tensor<3xf32>) {
  // expected-error @+2 {{'onnx.Gelu' op attribute 'approximate' is "sigmoid", expected none or tanh}}
  // expected-error @+1 {{'onnx.Gelu' op failed to infer returned types}}
  %0 = onnx.Gelu(%x) {approximate = "sigmoid"} : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @softmax_axis(%x: tensor<3xf32>) {
  // expected-error @+2 {{'onnx.Softmax' op 'axis' is 1, expected in [-1, 0]}}
  // expected-error @+1 {{'onnx.Softmax' op failed to infer returned types}}
  %0 = onnx.Softmax(%x) {axis = 1 : i64} : (tensor<3xf32>) -> tensor<3xf32>
  return
}
