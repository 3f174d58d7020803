// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @doubles(%x: tensor<1x2x4x8xf64>, %cos: tensor<16x4xf64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.RotaryEmbedding' op operand #0 must be tensor of f16, bf16 or f32}}
  %0 = onnx.RotaryEmbedding(%x, %cos, %cos, %none) : (tensor<1x2x4x8xf64>, tensor<16x4xf64>, tensor<16x4xf64>, none) -> tensor<1x2x4x8xf64>
  return
}

// -----

func.func @update(%cache: tensor<1x2x16x8xf32>, %update: tensor<1x2x1x8xf16>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.TensorScatter' op failed to verify that all of {past_cache, update, present_cache} have same element type}}
  %0 = onnx.TensorScatter(%cache, %update, %none) : (tensor<1x2x16x8xf32>, tensor<1x2x1x8xf16>, none) -> tensor<1x2x16x8xf32>
  return
}

// -----

func.func @axis(%x: tensor<2x3xf32>, %v: tensor<3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RMSNormalization' op 'axis' is -3, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.RMSNormalization' op failed to infer returned types}}
  %0 = onnx.RMSNormalization(%x, %v) {axis = -3 : i64} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @ranks(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op has an operand of rank 2, expected 3 or 4}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%x, %x, %x, %none, %none, %none, %none) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, none, none, none, none) -> (tensor<2x3xf32>, none, none, none)
  return
}

// -----

func.func @heads(%x: tensor<2x3x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op has operands of rank 3, expected attribute 'q_num_heads'}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%x, %x, %x, %none, %none, %none, %none) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>, none, none, none, none) -> (tensor<2x3x4xf32>, none, none, none)
  return
}

// -----

func.func @cache_mode(%x: tensor<2x4x3xf32>) {
  // expected-error @+3 {{'onnx.TensorScatter' op attribute 'mode' is "ring", expected linear or circular}}
  // expected-error @+2 {{'onnx.TensorScatter' op failed to infer returned types}}
  %n = onnx.NoValue() : () -> none
  %0 = onnx.TensorScatter(%x, %x, %n) {mode = "ring"} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>, none) -> tensor<2x4x3xf32>
  return
}
