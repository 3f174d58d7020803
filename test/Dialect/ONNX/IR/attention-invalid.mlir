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
