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

// -----

func.func @eluTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Elu' op requires the same element type for all operands and results}}
  %0 = onnx.Elu(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @geluTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Gelu' op requires the same element type for all operands and results}}
  %0 = onnx.Gelu(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @hardmaxTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Hardmax' op requires the same element type for all operands and results}}
  %0 = onnx.Hardmax(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @hardSigmoidTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.HardSigmoid' op requires the same element type for all operands and results}}
  %0 = onnx.HardSigmoid(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @hardSwishTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.HardSwish' op requires the same element type for all operands and results}}
  %0 = onnx.HardSwish(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @leakyReluTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.LeakyRelu' op requires the same element type for all operands and results}}
  %0 = onnx.LeakyRelu(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @logSoftmaxTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.LogSoftmax' op requires the same element type for all operands and results}}
  %0 = onnx.LogSoftmax(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @mishTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Mish' op requires the same element type for all operands and results}}
  %0 = onnx.Mish(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @reluTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Relu' op requires the same element type for all operands and results}}
  %0 = onnx.Relu(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @seluTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Selu' op requires the same element type for all operands and results}}
  %0 = onnx.Selu(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @shrinkTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Shrink' op requires the same element type for all operands and results}}
  %0 = onnx.Shrink(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @sigmoidTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Sigmoid' op requires the same element type for all operands and results}}
  %0 = onnx.Sigmoid(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @softmaxTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Softmax' op requires the same element type for all operands and results}}
  %0 = onnx.Softmax(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @softplusTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Softplus' op requires the same element type for all operands and results}}
  %0 = onnx.Softplus(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @softsignTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Softsign' op requires the same element type for all operands and results}}
  %0 = onnx.Softsign(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @swishTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Swish' op requires the same element type for all operands and results}}
  %0 = onnx.Swish(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @thresholdedReluTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.ThresholdedRelu' op requires the same element type for all operands and results}}
  %0 = onnx.ThresholdedRelu(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @pReluTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.PRelu' op requires the same element type for all operands and results}}
  %0 = onnx.PRelu(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @clipTypes(%a: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Clip' op failed to verify that all of {input, output} have same element type}}
  %0 = onnx.Clip(%a, %none, %none) : (tensor<2xf32>, none, none) -> tensor<2xf16>
  return
}

// -----

func.func @clipMin(%a: tensor<2xf32>, %b: tensor<1xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Clip' op operand 'min' has rank 1, expected 0}}
  // expected-error @+1 {{'onnx.Clip' op failed to infer returned types}}
  %0 = onnx.Clip(%a, %b, %none) : (tensor<2xf32>, tensor<1xf32>, none) -> tensor<2xf32>
  return
}

// -----

func.func @clipMax(%a: tensor<2xf32>, %b: tensor<1xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Clip' op operand 'max' has rank 1, expected 0}}
  // expected-error @+1 {{'onnx.Clip' op failed to infer returned types}}
  %0 = onnx.Clip(%a, %none, %b) : (tensor<2xf32>, none, tensor<1xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @preluSlopeRank(%a: tensor<2xf32>, %b: tensor<1x2xf32>) {
  // expected-error @+2 {{'onnx.PRelu' op operand 'slope' has rank 2, expected at most 1}}
  // expected-error @+1 {{'onnx.PRelu' op failed to infer returned types}}
  %0 = onnx.PRelu(%a, %b) : (tensor<2xf32>, tensor<1x2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @preluSlopeSize(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.PRelu' op operand 'slope' has a dimension of 2, expected 1 or 3}}
  // expected-error @+1 {{'onnx.PRelu' op failed to infer returned types}}
  %0 = onnx.PRelu(%a, %b) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}
