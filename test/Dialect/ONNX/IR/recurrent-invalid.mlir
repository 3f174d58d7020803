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
