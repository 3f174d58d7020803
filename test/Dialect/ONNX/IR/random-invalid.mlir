// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @shape() {
  // expected-error @+1 {{'onnx.RandomNormal' op requires attribute 'shape'}}
  %0 = onnx.RandomNormal() : () -> tensor<2xf32>
  return
}

// -----

func.func @dtype(%x: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'dtype' failed to satisfy constraint: any type attribute}}
  %0 = onnx.Bernoulli(%x) {dtype = 9 : i64} : (tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @multinomial(%a: tensor<3xf32>) {
  // expected-error @+2 {{'onnx.Multinomial' op operand 'input' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.Multinomial' op failed to infer returned types}}
  %0 = onnx.Multinomial(%a) : (tensor<3xf32>) -> tensor<?x1xi32>
  return
}

// -----

func.func @negativeSize() {
  // expected-error @+2 {{'onnx.RandomNormal' op attribute 'shape' has -1, expected at least 0}}
  // expected-error @+1 {{'onnx.RandomNormal' op failed to infer returned types}}
  %0 = onnx.RandomNormal() {shape = array<i64: -1>} : () -> tensor<2xf32>
  return
}
