// Attention of half precision is in f32 between casts for ONNX Runtime, and one
// node for runtimes that have every kernel.
//
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=23 target=onnx' --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=23 target=ort' --split-input-file | FileCheck %s --check-prefix=ORT

!f16 = tensor<1x2x4x8xf16>
!f32 = tensor<1x2x4x8xf32>
// CHECK-LABEL: func.func @masked
// CHECK: %[[M:.*]] = onnx.Cast(%{{.*}}) {to = f16} : (tensor<4x4xf32>)
// CHECK: onnx.Attention(%arg0, %arg1, %arg0, %[[M]], {{.*}}softmax_precision = f32
// CHECK-NOT: onnx.Cast
// CHECK: return
// ORT-LABEL: func.func @masked
// ORT: onnx.Attention({{.*}}tensor<1x2x4x8xf32>
func.func @masked(%q: !f16, %k: !f16) -> !f16 {
  %none = onnx.NoValue() : () -> none
  %mask = onnx.Constant dense<0.5> : tensor<4x4xf32>
  %0 = onnx.Cast(%q) {to = f32} : (!f16) -> !f32
  %1 = onnx.Cast(%k) {to = f32} : (!f16) -> !f32
  %2:4 = onnx.Attention(%0, %1, %0, %mask, %none, %none, %none) : (!f32, !f32, !f32, tensor<4x4xf32>, none, none, none) -> (!f32, none, none, none)
  %3 = onnx.Cast(%2#0) {to = f16} : (!f32) -> !f16
  return %3 : !f16
}

// -----

// One operand is f32, and the result is used as f32.

!f16 = tensor<1x2x4x8xf16>
!f32 = tensor<1x2x4x8xf32>
// CHECK-LABEL: func.func @wide_operand
// CHECK: onnx.Attention({{.*}}(tensor<1x2x4x8xf32>
func.func @wide_operand(%q: !f16, %k: !f32) -> !f16 {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Cast(%q) {to = f32} : (!f16) -> !f32
  %2:4 = onnx.Attention(%0, %k, %0, %none, %none, %none, %none) : (!f32, !f32, !f32, none, none, none, none) -> (!f32, none, none, none)
  %3 = onnx.Cast(%2#0) {to = f16} : (!f32) -> !f16
  return %3 : !f16
}

// -----

!f16 = tensor<1x2x4x8xf16>
!f32 = tensor<1x2x4x8xf32>
// CHECK-LABEL: func.func @wide_result
// CHECK: onnx.Attention({{.*}}(tensor<1x2x4x8xf32>
func.func @wide_result(%q: !f16) -> (!f16, !f32) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Cast(%q) {to = f32} : (!f16) -> !f32
  %2:4 = onnx.Attention(%0, %0, %0, %none, %none, %none, %none) : (!f32, !f32, !f32, none, none, none, none) -> (!f32, none, none, none)
  %3 = onnx.Cast(%2#0) {to = f16} : (!f32) -> !f16
  return %3, %2#0 : !f16, !f32
}
