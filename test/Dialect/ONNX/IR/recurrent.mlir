// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Recurrent layers.

// CHECK-LABEL: @gru
func.func @gru(%x: tensor<?x1x2xf32>, %w: tensor<1x12x2xf32>, %r: tensor<1x12x4xf32>, %lens: tensor<1xi32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.GRU(%arg0, %arg1, %arg2, %{{.*}}, %arg3, %{{.*}}) {hidden_size = 4 : i64, linear_before_reset = 1 : i64} : (tensor<?x1x2xf32>, tensor<1x12x2xf32>, tensor<1x12x4xf32>, none, tensor<1xi32>, none) -> (tensor<?x1x1x4xf32>, tensor<1x1x4xf32>)
  %0:2 = onnx.GRU(%x, %w, %r, %none, %lens, %none) {hidden_size = 4 : i64, linear_before_reset = 1 : i64}
      : (tensor<?x1x2xf32>, tensor<1x12x2xf32>, tensor<1x12x4xf32>, none, tensor<1xi32>, none) -> (tensor<?x1x1x4xf32>, tensor<1x1x4xf32>)
  return
}

// CHECK-LABEL: @lstm
func.func @lstm(%x: tensor<?x1x2xf32>, %w: tensor<2x16x2xf32>, %r: tensor<2x16x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.LSTM(%arg0, %arg1, %arg2, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {activations = ["Sigmoid", "Tanh", "Tanh"], direction = "bidirectional", hidden_size = 4 : i64}
  %0:3 = onnx.LSTM(%x, %w, %r, %none, %none, %none, %none, %none)
      {activations = ["Sigmoid", "Tanh", "Tanh"], direction = "bidirectional", hidden_size = 4 : i64}
      : (tensor<?x1x2xf32>, tensor<2x16x2xf32>, tensor<2x16x4xf32>, none, none, none, none, none) -> (tensor<?x2x1x4xf32>, none, none)
  return
}

// CHECK-LABEL: @rnn
func.func @rnn(%x: tensor<?x1x2xf32>, %w: tensor<1x4x2xf32>, %r: tensor<1x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // A default is not printed.
  // CHECK: onnx.RNN(%arg0, %arg1, %arg2, %{{.*}}, %{{.*}}, %{{.*}}) {activation_alpha = array<f32: 1.000000e+00>, clip = 2.000000e+00 : f32}
  %0:2 = onnx.RNN(%x, %w, %r, %none, %none, %none)
      {activations = ["Tanh", "Tanh"], activation_alpha = array<f32: 1.0>, clip = 2.0 : f32}
      : (tensor<?x1x2xf32>, tensor<1x4x2xf32>, tensor<1x4x4xf32>, none, none, none) -> (none, tensor<1x1x4xf32>)
  return
}
