// Products of vectors and matrices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @linear
// CHECK: %[[V0:.*]] = onnx.Gemm(%arg0, %arg1, %arg2) {transB = 1 : i64}
// CHECK: return %[[V0]] : tensor<?x4xf32, #sym.dims<n>>
func.func @linear(%x: tensor<?x3xf32, #sym.dims<n>>, %w: tensor<4x3xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.linear.default(%x, %w, %b) : (tensor<?x3xf32, #sym.dims<n>>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// More dimensions are a MatMul.
// CHECK-LABEL: func.func @linear3
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg1) {perm = array<i64: 1, 0>}
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<1x2x4xf32>
func.func @linear3(%x: tensor<1x2x3xf32>, %w: tensor<4x3xf32>) -> tensor<1x2x4xf32> {
  %0 = torch.aten.linear.default(%x, %w, none) : (tensor<1x2x3xf32>, tensor<4x3xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// -----

// Beta 0: not even NaN counts.
// CHECK-LABEL: func.func @addmm
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Gemm(%arg1, %arg2, %[[V0]]) {alpha = 2.000000e+00 : f32}
// CHECK: return %[[V1]] : tensor<2x4xf32>
func.func @addmm(%c: tensor<2x4xf32>, %x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten.addmm.default(%c, %x, %y, beta=0, alpha=2) : (tensor<2x4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @baddbmm
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Mul(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg1, %arg2)
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<5x2x4xf32>
func.func @baddbmm(%c: tensor<5x2x4xf32>, %x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %0 = torch.aten.baddbmm.default(%c, %x, %y, beta=2) : (tensor<5x2x4xf32>, tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// MatMul has no narrow integers.
// CHECK-LABEL: func.func @mm_i8
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i32}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = i32}
// CHECK: %[[V2:.*]] = onnx.MatMul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i8}
// CHECK: return %[[V3]] : tensor<2x4xi8>
func.func @mm_i8(%x: tensor<2x3xi8>, %y: tensor<3x4xi8>) -> tensor<2x4xi8> {
  %0 = torch.aten.mm.default(%x, %y) : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @outer
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %arg1)
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @outer(%x: tensor<2xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.outer.default(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @tensordot
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 12]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Transpose(%arg1) {perm = array<i64: 1, 0, 2>}
// CHECK: %[[V3:.*]] = onnx.Constant dense<[12, 5]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.MatMul(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<2x5xf32>
func.func @tensordot(%x: tensor<2x3x4xf32>, %y: tensor<4x3x5xf32>) -> tensor<2x5xf32> {
  %0 = torch.aten.tensordot.default(%x, %y, [1, 2], [1, 0]) : (tensor<2x3x4xf32>, tensor<4x3x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// The cheaper product first.
// CHECK-LABEL: func.func @multi_dot
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg1, %arg2)
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<9x1xf32>
func.func @multi_dot(%x: tensor<9x2xf32>, %y: tensor<2x9xf32>, %z: tensor<9x1xf32>) -> tensor<9x1xf32> {
  %0 = torch.aten.linalg_multi_dot.default([%x, %y, %z]) : (tensor<9x2xf32>, tensor<2x9xf32>, tensor<9x1xf32>) -> tensor<9x1xf32>
  return %0 : tensor<9x1xf32>
}

// -----

// By squares.
// CHECK-LABEL: func.func @matrix_power
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg0)
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3x3xf32>
func.func @matrix_power(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.linalg_matrix_power.default(%x, 3) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// Operands of 8 bits are multiplied in single precision, their scales before.
// CHECK-LABEL: func.func @scaled
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32} : {{.*}} -> tensor<4x16xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg2) : {{.*}} -> tensor<4x16xf32>
// CHECK: %[[V2:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<16x32xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %arg3) : {{.*}} -> tensor<16x32xf32>
// CHECK: %[[V4:.*]] = onnx.MatMul(%[[V1]], %[[V3]]) : {{.*}} -> tensor<4x32xf32>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = bf16} : {{.*}} -> tensor<4x32xbf16>
// CHECK: return %[[V5]] : tensor<4x32xbf16>
func.func @scaled(%x: tensor<4x16xf8E4M3FN>, %y: tensor<16x32xf8E4M3FN>, %a: tensor<4x1xf32>, %b: tensor<1x32xf32>) -> tensor<4x32xbf16> {
  %0 = torch.aten._scaled_mm.default(%x, %y, %a, %b, out_dtype=bf16) : (tensor<4x16xf8E4M3FN>, tensor<16x32xf8E4M3FN>, tensor<4x1xf32>, tensor<1x32xf32>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// -----

// Too large numbers are infinite in e5m2, the largest one in e4m3fn.
// CHECK-LABEL: func.func @eight
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {saturate = 0 : i64, to = f8E5M2} : {{.*}} -> tensor<4xf8E5M2>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg0) {to = f8E4M3FN} : {{.*}} -> tensor<4xf8E4M3FN>
// CHECK: return %[[V0]], %[[V1]] : tensor<4xf8E5M2>, tensor<4xf8E4M3FN>
func.func @eight(%x: tensor<4xf32>) -> (tensor<4xf8E5M2>, tensor<4xf8E4M3FN>) {
  %0 = torch.aten._to_copy.default(%x, dtype=f8E5M2) : (tensor<4xf32>) -> tensor<4xf8E5M2>
  %1 = torch.aten._to_copy.default(%x, dtype=f8E4M3FN) : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  return %0, %1 : tensor<4xf8E5M2>, tensor<4xf8E4M3FN>
}

// -----

// CHECK-LABEL: func.func @activation
// CHECK: %[[V0:.*]] = onnx.Gemm(%arg1, %arg2, %arg0) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V1:.*]] = onnx.Relu(%[[V0]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V1]] : tensor<2x4xf32>
func.func @activation(%c: tensor<4xf32>, %x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten._addmm_activation.default(%c, %x, %y) : (tensor<4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Dimensions of size 1 have no letter.
// CHECK-LABEL: func.func @trilinear
// CHECK: %[[V0:.*]] = onnx.Einsum(%arg0, %arg1, %arg2) {equation = "ac,bcd,ad->ab"} : {{.*}} -> tensor<2x5xf32>
// CHECK: return %[[V0]] : tensor<2x5xf32>
func.func @trilinear(%x: tensor<2x3xf32>, %w: tensor<5x3x4xf32>, %y: tensor<2x4xf32>) -> tensor<2x5xf32> {
  %0 = torch.aten._trilinear.default(%x, %w, %y, [1, 3], [0], [1, 2], [2, 3]) : (tensor<2x3xf32>, tensor<5x3x4xf32>, tensor<2x4xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
