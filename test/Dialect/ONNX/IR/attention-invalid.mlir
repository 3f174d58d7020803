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

// -----

func.func @attentionBatch(%a: tensor<1x2x3x4xf32>, %b: tensor<2x2x3x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op has different sizes of the batch, 1 and 2}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%a, %b, %b, %none, %none, %none, %none) : (tensor<1x2x3x4xf32>, tensor<2x2x3x4xf32>, tensor<2x2x3x4xf32>, none, none, none, none) -> (tensor<1x2x3x4xf32>, none, none, none)
  return
}

// -----

func.func @attentionKeys(%a: tensor<1x2x3x4xf32>, %b: tensor<1x2x5x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op has different sizes of the keys, 3 and 5}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%a, %a, %b, %none, %none, %none, %none) : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x5x4xf32>, none, none, none, none) -> (tensor<1x2x3x4xf32>, none, none, none)
  return
}

// -----

func.func @attentionHeads(%a: tensor<1x3x3x4xf32>, %b: tensor<1x2x3x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op has 3 heads of queries, expected a multiple of the 2 heads of keys}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%a, %b, %b, %none, %none, %none, %none) : (tensor<1x3x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, none, none, none, none) -> (tensor<1x3x3x4xf32>, none, none, none)
  return
}

// -----

func.func @attentionRows(%a: tensor<1x3x5xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op has an operand with rows of 5, expected a multiple of attribute 'q_num_heads', 2}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%a, %a, %a, %none, %none, %none, %none) {q_num_heads = 2 : i64, kv_num_heads = 2 : i64} : (tensor<1x3x5xf32>, tensor<1x3x5xf32>, tensor<1x3x5xf32>, none, none, none, none) -> (tensor<1x3x5xf32>, none, none, none)
  return
}

// -----

func.func @attentionMaskRank(%a: tensor<1x2x3x4xf32>, %b: tensor<1x1x1x3x3xi1>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op operand 'attn_mask' has rank 5, expected at most 4}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%a, %a, %a, %b, %none, %none, %none) : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x1x1x3x3xi1>, none, none, none) -> (tensor<1x2x3x4xf32>, none, none, none)
  return
}

// -----

func.func @attentionMask(%a: tensor<1x2x3x4xf32>, %b: tensor<5x3xi1>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Attention' op operand 'attn_mask' has a dimension of 5, expected 1 or 3}}
  // expected-error @+1 {{'onnx.Attention' op failed to infer returned types}}
  %0:4 = onnx.Attention(%a, %a, %a, %b, %none, %none, %none) : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<5x3xi1>, none, none, none) -> (tensor<1x2x3x4xf32>, none, none, none)
  return
}

// -----

func.func @rmsScale(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.RMSNormalization' op operand 'scale' has a dimension of 2, expected 1 or 3}}
  // expected-error @+1 {{'onnx.RMSNormalization' op failed to infer returned types}}
  %0 = onnx.RMSNormalization(%a, %b) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rmsScaleRank(%a: tensor<2x3xf32>, %b: tensor<1x2x3xf32>) {
  // expected-error @+2 {{'onnx.RMSNormalization' op operand 'scale' has rank 3, expected at most 2}}
  // expected-error @+1 {{'onnx.RMSNormalization' op failed to infer returned types}}
  %0 = onnx.RMSNormalization(%a, %b) : (tensor<2x3xf32>, tensor<1x2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rotaryEmbeddingTypes(%a: tensor<1x2x4x8xf32>, %b: tensor<16x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.RotaryEmbedding' op failed to verify that all of {X, Y} have same element type}}
  %0 = onnx.RotaryEmbedding(%a, %b, %b, %none) : (tensor<1x2x4x8xf32>, tensor<16x4xf32>, tensor<16x4xf32>, none) -> tensor<1x2x4x8xf16>
  return
}

// -----

func.func @rotaryRank(%a: tensor<4x8xf32>, %b: tensor<16x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RotaryEmbedding' op operand 'X' has rank 2, expected 3 or 4}}
  // expected-error @+1 {{'onnx.RotaryEmbedding' op failed to infer returned types}}
  %0 = onnx.RotaryEmbedding(%a, %b, %b, %none) : (tensor<4x8xf32>, tensor<16x4xf32>, tensor<16x4xf32>, none) -> tensor<4x8xf32>
  return
}

// -----

func.func @rotaryHeads(%a: tensor<1x4x8xf32>, %b: tensor<16x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.RotaryEmbedding' op has an operand of rank 3, expected attribute 'num_heads'}}
  // expected-error @+1 {{'onnx.RotaryEmbedding' op failed to infer returned types}}
  %0 = onnx.RotaryEmbedding(%a, %b, %b, %none) : (tensor<1x4x8xf32>, tensor<16x4xf32>, tensor<16x4xf32>, none) -> tensor<1x4x8xf32>
  return
}

// -----

func.func @updateRank(%a: tensor<2x4x3xf32>, %b: tensor<4x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.TensorScatter' op operand 'update' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.TensorScatter' op failed to infer returned types}}
  %0 = onnx.TensorScatter(%a, %b, %none) : (tensor<2x4x3xf32>, tensor<4x3xf32>, none) -> tensor<2x4x3xf32>
  return
}
