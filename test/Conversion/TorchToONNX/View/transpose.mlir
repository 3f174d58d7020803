// Permutations of dimensions.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @permute
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : {{.*}} -> tensor<4x2x3xf32>
// CHECK: return %[[V0]] : tensor<4x2x3xf32>
func.func @permute(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = torch.aten.permute.default(%x, dims=[-1, 0, 1]) : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @permute_dynamic
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : {{.*}} -> tensor<4x?x3xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<4x?x3xf32, #sym.dims<n>>
func.func @permute_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<4x?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.permute.default(%x, dims=[2, -3, 1]) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<4x?x3xf32, #sym.dims<n>>
  return %0 : tensor<4x?x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @permute_copy
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>} : {{.*}} -> tensor<3x4x2xf32>
// CHECK: return %[[V0]] : tensor<3x4x2xf32>
func.func @permute_copy(%x: tensor<2x3x4xf32>) -> tensor<3x4x2xf32> {
  %0 = torch.aten.permute.default(%x, dims=[1, 2, 0]) : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// -----

// CHECK-LABEL: func.func @transpose
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 1, 0>} : {{.*}} -> tensor<4x3x2xf32>
// CHECK: return %[[V0]] : tensor<4x3x2xf32>
func.func @transpose(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %0 = torch.aten.transpose.int(%x, dim0=-1, dim1=0) : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  return %0 : tensor<4x3x2xf32>
}

// -----

// A scalar has a dimension for PyTorch, 0 or -1.
// CHECK-LABEL: func.func @transpose_scalar
// CHECK: return %arg0 : tensor<f32>
func.func @transpose_scalar(%x: tensor<f32>) -> tensor<f32> {
  %0 = torch.aten.transpose.int(%x, dim0=0, dim1=-1) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @transpose_dynamic
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>} : {{.*}} -> tensor<3x?x4xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<3x?x4xf32, #sym.dims<n>>
func.func @transpose_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3x?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.transpose.int(%x, dim0=0, dim1=1) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3x?x4xf32, #sym.dims<n>>
  return %0 : tensor<3x?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @transpose_copy
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>} : {{.*}} -> tensor<2x4x3xf32>
// CHECK: return %[[V0]] : tensor<2x4x3xf32>
func.func @transpose_copy(%x: tensor<2x3x4xf32>) -> tensor<2x4x3xf32> {
  %0 = torch.aten.transpose.int(%x, dim0=1, dim1=-1) : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// CHECK-LABEL: func.func @t
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xf32>
// CHECK: return %[[V0]] : tensor<3x2xf32>
func.func @t(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %0 = torch.aten.t.default(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// A vector has no other order.
// CHECK-LABEL: func.func @t_vector
// CHECK: return %arg0 : tensor<3xf32>
func.func @t_vector(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.t.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @t_copy
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x?xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<3x?xf32, #sym.dims<n>>
func.func @t_copy(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<3x?xf32, #sym.dims<n>> {
  %0 = torch.aten.t.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<3x?xf32, #sym.dims<n>>
  return %0 : tensor<3x?xf32, #sym.dims<n>>
}

// -----

// All dimensions are reversed.
// CHECK-LABEL: func.func @numpy_t
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 1, 0>} : {{.*}} -> tensor<4x3x2xf32>
// CHECK: return %[[V0]] : tensor<4x3x2xf32>
func.func @numpy_t(%x: tensor<2x3x4xf32>) -> tensor<4x3x2xf32> {
  %0 = torch.aten.numpy_T.default(%x) : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  return %0 : tensor<4x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @movedim
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : {{.*}} -> tensor<4x2x3xf32>
// CHECK: return %[[V0]] : tensor<4x2x3xf32>
func.func @movedim(%x: tensor<2x3x4xf32>) -> tensor<4x2x3xf32> {
  %0 = torch.aten.movedim.int(%x, source=-1, destination=0) : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// -----

// What is not moved keeps its order.
// CHECK-LABEL: func.func @movedim_list
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 3, 2, 0>} : {{.*}} -> tensor<3x5x4x2xf32>
// CHECK: return %[[V0]] : tensor<3x5x4x2xf32>
func.func @movedim_list(%x: tensor<2x3x4x5xf32>) -> tensor<3x5x4x2xf32> {
  %0 = torch.aten.movedim.intlist(%x, source=[0, -1], destination=[-1, 1]) : (tensor<2x3x4x5xf32>) -> tensor<3x5x4x2xf32>
  return %0 : tensor<3x5x4x2xf32>
}

// -----

// CHECK-LABEL: func.func @movedim_dynamic
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>} : {{.*}} -> tensor<3x4x?xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<3x4x?xf32, #sym.dims<n>>
func.func @movedim_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3x4x?xf32, #sym.dims<n>> {
  %0 = torch.aten.movedim.int(%x, source=0, destination=2) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3x4x?xf32, #sym.dims<n>>
  return %0 : tensor<3x4x?xf32, #sym.dims<n>>
}
