// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @lengths(%x: tensor<?x1x2xf32>, %w: tensor<1x4x2xf32>, %r: tensor<1x4x4xf32>, %lens: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.RNN' op operand #4 must be tensor of i32 or none, but got 'tensor<1xi64>'}}
  %0:2 = onnx.RNN(%x, %w, %r, %none, %lens, %none) : (tensor<?x1x2xf32>, tensor<1x4x2xf32>, tensor<1x4x4xf32>, none, tensor<1xi64>, none) -> (none, none)
  return
}

// -----

func.func @activations(%x: tensor<?x1x2xf32>, %w: tensor<1x4x2xf32>, %r: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{attribute 'activations' failed to satisfy constraint: string array attribute}}
  %0:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = [1]} : (tensor<?x1x2xf32>, tensor<1x4x2xf32>, tensor<1x4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @hidden(%x: tensor<5x1x3xf32>, %w: tensor<1x16x3xf32>, %r: tensor<1x16x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.LSTM' op has different sizes of the hidden state, 4 and 5}}
  // expected-error @+1 {{'onnx.LSTM' op failed to infer returned types}}
  %0:3 = onnx.LSTM(%x, %w, %r, %none, %none, %none, %none, %none) {hidden_size = 5 : i64} : (tensor<5x1x3xf32>, tensor<1x16x3xf32>, tensor<1x16x4xf32>, none, none, none, none, none) -> (none, none, none)
  return
}

// -----

func.func @gruTypes(%a: tensor<5x1x3xf32>, %b: tensor<1x12x3xf16>, %c: tensor<1x12x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.GRU' op failed to verify that all of {X, W, R} have same element type}}
  %0:2 = onnx.GRU(%a, %b, %c, %none, %none, %none) : (tensor<5x1x3xf32>, tensor<1x12x3xf16>, tensor<1x12x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @lstmTypes(%a: tensor<5x1x3xf32>, %b: tensor<1x16x3xf16>, %c: tensor<1x16x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.LSTM' op failed to verify that all of {X, W, R} have same element type}}
  %0:3 = onnx.LSTM(%a, %b, %c, %none, %none, %none, %none, %none) : (tensor<5x1x3xf32>, tensor<1x16x3xf16>, tensor<1x16x4xf32>, none, none, none, none, none) -> (none, none, none)
  return
}

// -----

func.func @rnnTypes(%a: tensor<5x1x3xf32>, %b: tensor<1x4x3xf16>, %c: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.RNN' op failed to verify that all of {X, W, R} have same element type}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) : (tensor<5x1x3xf32>, tensor<1x4x3xf16>, tensor<1x4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @inputRank(%a: tensor<5x3xf32>, %b: tensor<1x4x3xf32>, %c: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RNN' op operand 'X' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.RNN' op failed to infer returned types}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) : (tensor<5x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @weightRank(%a: tensor<5x1x3xf32>, %b: tensor<4x3xf32>, %c: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RNN' op operand 'W' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.RNN' op failed to infer returned types}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) : (tensor<5x1x3xf32>, tensor<4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @recurrenceRank(%a: tensor<5x1x3xf32>, %b: tensor<1x4x3xf32>, %c: tensor<4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RNN' op operand 'R' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.RNN' op failed to infer returned types}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) : (tensor<5x1x3xf32>, tensor<1x4x3xf32>, tensor<4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @direction(%a: tensor<5x1x3xf32>, %b: tensor<1x4x3xf32>, %c: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RNN' op attribute 'direction' is "both", expected forward, reverse or bidirectional}}
  // expected-error @+1 {{'onnx.RNN' op failed to infer returned types}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) {direction = "both"} : (tensor<5x1x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @layout(%a: tensor<5x1x3xf32>, %b: tensor<1x4x3xf32>, %c: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RNN' op attribute 'layout' is 2, expected 0 or 1}}
  // expected-error @+1 {{'onnx.RNN' op failed to infer returned types}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) {layout = 2 : i64} : (tensor<5x1x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @directions(%a: tensor<5x1x3xf32>, %b: tensor<2x4x3xf32>, %c: tensor<2x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RNN' op has different sizes of the directions, 2 and 1}}
  // expected-error @+1 {{'onnx.RNN' op failed to infer returned types}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) : (tensor<5x1x3xf32>, tensor<2x4x3xf32>, tensor<2x4x4xf32>, none, none, none) -> (none, none)
  return
}

// -----

func.func @activation(%a: tensor<5x1x3xf32>, %b: tensor<1x4x3xf32>, %c: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RNN' op attribute 'activations' is "Swish", expected Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid, Softplus, Softsign, Tanh or ThresholdedRelu}}
  // expected-error @+1 {{'onnx.RNN' op failed to infer returned types}}
  %0:2 = onnx.RNN(%a, %b, %c, %none, %none, %none) {activations = ["Swish"]} : (tensor<5x1x3xf32>, tensor<1x4x3xf32>, tensor<1x4x4xf32>, none, none, none) -> (none, none)
  return
}
