// Products of two vectors or matrices, and what is added to them.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The product of half floats in single precision.
// CHECK-LABEL: func.func @mm_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3x4xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V2]] : tensor<2x4xf32>
func.func @mm_dtype(%x: tensor<2x3xf16>, %y: tensor<3x4xf16>) -> tensor<2x4xf32> {
  %0 = torch.aten.mm.dtype(%x, %y, out_dtype=f32) : (tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @bmm
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: return %[[V0]] : tensor<5x2x4xf32>
func.func @bmm(%x: tensor<5x2x3xf32>, %y: tensor<5x3x4xf32>) -> tensor<5x2x4xf32> {
  %0 = torch.aten.bmm.default(%x, %y) : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @bmm_dynamic
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<?x2x4xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<?x2x4xf32, #sym.dims<n>>
func.func @bmm_dynamic(%x: tensor<?x2x3xf32, #sym.dims<n>>, %y: tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<?x2x4xf32, #sym.dims<n>> {
  %0 = torch.aten.bmm.default(%x, %y) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<?x2x4xf32, #sym.dims<n>>
  return %0 : tensor<?x2x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @bmm_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32} : {{.*}} -> tensor<5x2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<5x3x4xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%[[V0]], %[[V1]]) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: return %[[V2]] : tensor<5x2x4xf32>
func.func @bmm_dtype(%x: tensor<5x2x3xf16>, %y: tensor<5x3x4xf16>) -> tensor<5x2x4xf32> {
  %0 = torch.aten.bmm.dtype(%x, %y, out_dtype=f32) : (tensor<5x2x3xf16>, tensor<5x3x4xf16>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @mv
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V0]] : tensor<2xf32>
func.func @mv(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2xf32> {
  %0 = torch.aten.mv.default(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @dot
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<f32>
// CHECK: return %[[V0]] : tensor<f32>
func.func @dot(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.dot.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @vdot
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<f32>
// CHECK: return %[[V0]] : tensor<f32>
func.func @vdot(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.vdot.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// MatMul broadcasts the dimensions of batches as PyTorch does.
// CHECK-LABEL: func.func @matmul
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<2x5x3x6xf32>
// CHECK: return %[[V0]] : tensor<2x5x3x6xf32>
func.func @matmul(%x: tensor<2x1x3x4xf32>, %y: tensor<5x4x6xf32>) -> tensor<2x5x3x6xf32> {
  %0 = torch.aten.matmul.default(%x, %y) : (tensor<2x1x3x4xf32>, tensor<5x4x6xf32>) -> tensor<2x5x3x6xf32>
  return %0 : tensor<2x5x3x6xf32>
}

// -----

// CHECK-LABEL: func.func @matmul_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]]) : {{.*}} -> tensor<4x1xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%arg0, %[[V1]]) : {{.*}} -> tensor<?x3x1xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Squeeze(%[[V2]], %[[V3]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V4]] : tensor<?x3xf32, #sym.dims<n>>
func.func @matmul_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>>, %y: tensor<4xf32>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.matmul.default(%x, %y) : (tensor<?x3x4xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// Over the last dimensions of both.
// CHECK-LABEL: func.func @inner
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg1) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @inner(%x: tensor<2x4xf32>, %y: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.inner.default(%x, %y) : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The other dimensions of the second operand are rows of a matrix.
// CHECK-LABEL: func.func @inner_more
// CHECK: %[[V0:.*]] = onnx.Constant dense<[15, 4]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg1, %[[V0]]) : {{.*}} -> tensor<15x4xf32>
// CHECK: %[[V2:.*]] = onnx.Transpose(%[[V1]]) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<4x15xf32>
// CHECK: %[[V3:.*]] = onnx.MatMul(%arg0, %[[V2]]) : {{.*}} -> tensor<2x15xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[2, 5, 3]> : tensor<3xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%[[V3]], %[[V4]]) : {{.*}} -> tensor<2x5x3xf32>
// CHECK: return %[[V5]] : tensor<2x5x3xf32>
func.func @inner_more(%x: tensor<2x4xf32>, %y: tensor<5x3x4xf32>) -> tensor<2x5x3xf32> {
  %0 = torch.aten.inner.default(%x, %y) : (tensor<2x4xf32>, tensor<5x3x4xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// -----

// CHECK-LABEL: func.func @inner_scalar
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg1) : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V0]] : tensor<2x4xf32>
func.func @inner_scalar(%x: tensor<2x4xf32>, %y: tensor<f32>) -> tensor<2x4xf32> {
  %0 = torch.aten.inner.default(%x, %y) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Each dimension of the first operand is outside of that of the second one.
// CHECK-LABEL: func.func @kron
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1x3x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]]) : {{.*}} -> tensor<1x4x1x5xf32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V1]], %[[V3]]) : {{.*}} -> tensor<2x4x3x5xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<[8, 15]> : tensor<2xi64>
// CHECK: %[[V6:.*]] = onnx.Reshape(%[[V4]], %[[V5]]) : {{.*}} -> tensor<8x15xf32>
// CHECK: return %[[V6]] : tensor<8x15xf32>
func.func @kron(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) -> tensor<8x15xf32> {
  %0 = torch.aten.kron.default(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<8x15xf32>
  return %0 : tensor<8x15xf32>
}

// -----

// CHECK-LABEL: func.func @kron_ranks
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1, 3]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1x3x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]]) : {{.*}} -> tensor<1x4x1x5xf32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V1]], %[[V3]]) : {{.*}} -> tensor<1x4x3x5xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<[4, 15]> : tensor<2xi64>
// CHECK: %[[V6:.*]] = onnx.Reshape(%[[V4]], %[[V5]]) : {{.*}} -> tensor<4x15xf32>
// CHECK: return %[[V6]] : tensor<4x15xf32>
func.func @kron_ranks(%x: tensor<3xf32>, %y: tensor<4x5xf32>) -> tensor<4x15xf32> {
  %0 = torch.aten.kron.default(%x, %y) : (tensor<3xf32>, tensor<4x5xf32>) -> tensor<4x15xf32>
  return %0 : tensor<4x15xf32>
}

// -----

// CHECK-LABEL: func.func @vecdot
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg1) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceSum(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V2]] : tensor<2xf32>
func.func @vecdot(%x: tensor<2x3xf32>, %y: tensor<1x3xf32>) -> tensor<2xf32> {
  %0 = torch.aten.linalg_vecdot.default(%x, %y) : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @vecdot_dim
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceSum(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V2]] : tensor<3xf32>
func.func @vecdot_dim(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<?x3xf32, #sym.dims<n>>) -> tensor<3xf32> {
  %0 = torch.aten.linalg_vecdot.default(%x, %y, dim=0) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// For each feature of the result a matrix between a row and a column.
// CHECK-LABEL: func.func @bilinear
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1x1x3xf32>
// CHECK: %[[V4:.*]] = onnx.MatMul(%[[V1]], %arg2) : {{.*}} -> tensor<2x5x1x4xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 3]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]]) : {{.*}} -> tensor<2x1x4x1xf32>
// CHECK: %[[V5:.*]] = onnx.MatMul(%[[V4]], %[[V3]]) : {{.*}} -> tensor<2x5x1x1xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V5]], %[[V6]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V7]], %arg3) : {{.*}} -> tensor<2x5xf32>
// CHECK: return %[[V8]] : tensor<2x5xf32>
func.func @bilinear(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>, %z: tensor<5x3x4xf32>, %w: tensor<5xf32>) -> tensor<2x5xf32> {
  %0 = torch.aten.bilinear.default(%x, %y, %z, %w) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<5x3x4xf32>, tensor<5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
