// Single precision is transformed in double precision, several axes without
// rounding between them.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx | FileCheck %s

// CHECK-LABEL: func.func @two_axes
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[ONE:.*]] = onnx.DFT(%[[WIDE]], {{.*}}) {onesided = 1 : i64} : (tensor<4x64x1xf64>, {{.*}} -> tensor<4x33x2xf64>
// CHECK: %[[BOTH:.*]] = onnx.DFT(%[[ONE]], {{.*}} -> tensor<4x33x2xf64>
// CHECK: %[[Y:.*]] = onnx.Cast(%[[BOTH]]) {to = f32}
// CHECK: return %[[Y]]
func.func @two_axes(%x: tensor<4x64x1xf32>) -> tensor<4x33x2xf32> {
  %0 = torch.dft %x along 1 onesided : (tensor<4x64x1xf32>) -> tensor<4x33x2xf32>
  %1 = torch.dft %0 along 0 : (tensor<4x33x2xf32>) -> tensor<4x33x2xf32>
  return %1 : tensor<4x33x2xf32>
}

// The program itself rounds its doubles.

// CHECK-LABEL: func.func @rounded
// CHECK: onnx.Cast(%arg0) {to = f32}
// CHECK: onnx.Cast({{.*}}) {to = f64}
// CHECK: onnx.DFT
func.func @rounded(%x: tensor<64x2xf64>) -> tensor<64x2xf32> {
  %0 = torch.aten.to.dtype(%x, dtype=f32) : (tensor<64x2xf64>) -> tensor<64x2xf32>
  %1 = torch.dft %0 along 0 : (tensor<64x2xf32>) -> tensor<64x2xf32>
  return %1 : tensor<64x2xf32>
}

// CHECK-LABEL: func.func @double
// CHECK-NOT: onnx.Cast
// CHECK: onnx.DFT(%arg0
// CHECK-NOT: onnx.Cast
func.func @double(%x: tensor<64x2xf64>) -> tensor<64x2xf64> {
  %0 = torch.dft %x along 0 : (tensor<64x2xf64>) -> tensor<64x2xf64>
  return %0 : tensor<64x2xf64>
}
