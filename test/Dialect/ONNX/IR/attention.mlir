// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Transformer building blocks.

// CHECK-LABEL: @attention
func.func @attention(%q: tensor<1x8x?x64xf16>, %mask: tensor<?x?xi1>, %past: tensor<1x8x?x64xf16>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Attention(%arg0, %arg0, %arg0, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {is_causal = 1 : i64, scale = 1.250000e-01 : f32, softmax_precision = f32}
  // CHECK-SAME: : (tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, none, none, none, none) -> (tensor<1x8x?x64xf16>, none, none, none)
  %0:4 = onnx.Attention(%q, %q, %q, %none, %none, %none, %none) {is_causal = 1 : i64, scale = 0.125 : f32, softmax_precision = f32}
      : (tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, none, none, none, none) -> (tensor<1x8x?x64xf16>, none, none, none)
  %1:4 = onnx.Attention(%q, %q, %q, %mask, %past, %past, %none) {}
      : (tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, tensor<?x?xi1>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, none)
      -> (tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, tensor<1x8x?x64xf16>, none)
  return
}

// CHECK-LABEL: @blocks
func.func @blocks(%x: tensor<1x4x8xf32>, %s: tensor<8xf32>, %h: tensor<1x2x4x8xbf16>, %cos: tensor<16x4xbf16>,
                  %ids: tensor<1x4xi64>, %cache: tensor<1x2x16x8xf32>, %update: tensor<1x2x1x8xf32>) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.RMSNormalization(%x, %s) {epsilon = 1.0e-6 : f32} : (tensor<1x4x8xf32>, tensor<8xf32>) -> tensor<1x4x8xf32>
  // CHECK: onnx.RotaryEmbedding(%arg2, %arg3, %arg3, %arg4) {interleaved = 1 : i64} : (tensor<1x2x4x8xbf16>, tensor<16x4xbf16>, tensor<16x4xbf16>, tensor<1x4xi64>) -> tensor<1x2x4x8xbf16>
  %1 = onnx.RotaryEmbedding(%h, %cos, %cos, %ids) {interleaved = 1 : i64}
      : (tensor<1x2x4x8xbf16>, tensor<16x4xbf16>, tensor<16x4xbf16>, tensor<1x4xi64>) -> tensor<1x2x4x8xbf16>
  // CHECK-NEXT: onnx.TensorScatter(%arg5, %arg6, %{{.*}}) {mode = "circular"} : (tensor<1x2x16x8xf32>, tensor<1x2x1x8xf32>, none) -> tensor<1x2x16x8xf32>
  %2 = onnx.TensorScatter(%cache, %update, %none) {mode = "circular"} : (tensor<1x2x16x8xf32>, tensor<1x2x1x8xf32>, none) -> tensor<1x2x16x8xf32>
  return
}
