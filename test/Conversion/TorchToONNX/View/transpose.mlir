// Permutations of dimensions.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @permute
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : {{.*}} -> tensor<4x2x3xf32>
func.func @permute(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.0e+38, 0x7F800000, 0.0, 1.5], [2.5, 0.5, -3.0, -2.25], [2.0, -0.5, -2.75, 0xFF800000]], [[-2.25, -1.25, -1.5, -2.75], [-0.5, 0x7FC00000, 0.5, 1.25], [1.25, -0.0, -1.0e+38, 2.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<4x2x3xf32> {onnx.expected = dense<[[[1.0e+38, 2.5, 2.0], [-2.25, -0.5, 1.25]], [[0x7F800000, 0.5, -0.5], [-1.25, 0x7FC00000, -0.0]], [[0.0, -3.0, -2.75], [-1.5, 0.5, -1.0e+38]], [[1.5, -2.25, 0xFF800000], [-2.75, 1.25, 2.75]]]> : tensor<4x2x3xf32>}) {
  %0 = torch.aten.permute.default(%x, dims=[-1, 0, 1]) : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @permute_dynamic
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : {{.*}} -> tensor<4x?x3xf32, #sym.dims<n>>
func.func @permute_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>> {onnx.value = dense<[[[0x7FC00000, 2.75, -2.5, 0.5], [-0.0, -3.0, -0.5, 2.5], [1.0e+38, 0.0, -0.75, -2.25]], [[0.0, 3.0, 0xFF800000, -1.5], [0x7F800000, 2.5, -0.25, -1.5], [-1.5, -0.5, -1.0e+38, 2.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<4x?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[0x7FC00000, -0.0, 1.0e+38], [0.0, 0x7F800000, -1.5]], [[2.75, -3.0, 0.0], [3.0, 2.5, -0.5]], [[-2.5, -0.5, -0.75], [0xFF800000, -0.25, -1.0e+38]], [[0.5, 2.5, -2.25], [-1.5, -1.5, 2.5]]]> : tensor<4x2x3xf32>}) {
  %0 = torch.aten.permute.default(%x, dims=[2, -3, 1]) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<4x?x3xf32, #sym.dims<n>>
  return %0 : tensor<4x?x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @permute_copy
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>} : {{.*}} -> tensor<3x4x2xf32>
func.func @permute_copy(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0x7FC00000, -1.25, -1.5, 0.5], [-1.5, 0.25, -0.5, -3.25], [-2.0, 0.75, -1.5, -1.0e+38]], [[-1.25, 0xFF800000, -0.0, 1.75], [1.0e+38, 0.5, 0x7F800000, -1.5], [2.5, 0.0, -2.75, -2.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x4x2xf32> {onnx.expected = dense<[[[0x7FC00000, -1.25], [-1.25, 0xFF800000], [-1.5, -0.0], [0.5, 1.75]], [[-1.5, 1.0e+38], [0.25, 0.5], [-0.5, 0x7F800000], [-3.25, -1.5]], [[-2.0, 2.5], [0.75, 0.0], [-1.5, -2.75], [-1.0e+38, -2.5]]]> : tensor<3x4x2xf32>}) {
  %0 = torch.aten.permute.default(%x, dims=[1, 2, 0]) : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// -----

// CHECK-LABEL: func.func @transpose
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 2, 1, 0>} : {{.*}} -> tensor<4x3x2xf32>
func.func @transpose(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-0.75, -1.0e+38, -1.5, 0.5], [-1.5, 1.0e+38, -1.25, 3.25], [-2.5, -3.0, 0xFF800000, 3.0]], [[0x7F800000, -1.25, -0.5, -0.5], [2.5, 0x7FC00000, -0.0, -1.0], [-0.75, -2.25, 2.0, 0.0]]]> : tensor<2x3x4xf32>})
    -> (tensor<4x3x2xf32> {onnx.expected = dense<[[[-0.75, 0x7F800000], [-1.5, 2.5], [-2.5, -0.75]], [[-1.0e+38, -1.25], [1.0e+38, 0x7FC00000], [-3.0, -2.25]], [[-1.5, -0.5], [-1.25, -0.0], [0xFF800000, 2.0]], [[0.5, -0.5], [3.25, -1.0], [3.0, 0.0]]]> : tensor<4x3x2xf32>}) {
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
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>} : {{.*}} -> tensor<3x?x4xf32, #sym.dims<n>>
func.func @transpose_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>> {onnx.value = dense<[[[2.25, -3.0, -0.5, 0.0], [1.25, 1.0, 3.0, 0.5], [1.75, -3.25, -3.0, -0.5]], [[3.0, 0xFF800000, -1.5, 1.5], [0.25, -0.0, 0x7F800000, 0x7FC00000], [1.0e+38, -1.0e+38, 3.0, 2.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[[2.25, -3.0, -0.5, 0.0], [3.0, 0xFF800000, -1.5, 1.5]], [[1.25, 1.0, 3.0, 0.5], [0.25, -0.0, 0x7F800000, 0x7FC00000]], [[1.75, -3.25, -3.0, -0.5], [1.0e+38, -1.0e+38, 3.0, 2.5]]]> : tensor<3x2x4xf32>}) {
  %0 = torch.aten.transpose.int(%x, dim0=0, dim1=1) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3x?x4xf32, #sym.dims<n>>
  return %0 : tensor<3x?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @transpose_copy
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>} : {{.*}} -> tensor<2x4x3xf32>
func.func @transpose_copy(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0xFF800000, -0.0, -2.5, -3.25], [0x7F800000, 1.0e+38, 0.5, -1.0], [0x7FC00000, 0.0, -1.5, 0.25]], [[2.75, 2.0, -1.5, -0.5], [3.25, 1.25, -2.75, -0.75], [-0.5, 2.75, -1.0e+38, 2.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x4x3xf32> {onnx.expected = dense<[[[0xFF800000, 0x7F800000, 0x7FC00000], [-0.0, 1.0e+38, 0.0], [-2.5, 0.5, -1.5], [-3.25, -1.0, 0.25]], [[2.75, 3.25, -0.5], [2.0, 1.25, 2.75], [-1.5, -2.75, -1.0e+38], [-0.5, -0.75, 2.5]]]> : tensor<2x4x3xf32>}) {
  %0 = torch.aten.transpose.int(%x, dim0=1, dim1=-1) : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// CHECK-LABEL: func.func @t
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xf32>
func.func @t(%x: tensor<2x3xf32> {onnx.value = dense<[[-3.0, -0.0, 0x7F800000], [-2.75, 0xFF800000, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[-3.0, -2.75], [-0.0, 0xFF800000], [0x7F800000, 0x7FC00000]]> : tensor<3x2xf32>}) {
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
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x?xf32, #sym.dims<n>>
func.func @t_copy(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0xFF800000, -0.0, 2.75], [0x7F800000, 0x7FC00000, 2.75]]> : tensor<2x3xf32>})
    -> (tensor<3x?xf32, #sym.dims<n>> {onnx.expected = dense<[[0xFF800000, 0x7F800000], [-0.0, 0x7FC00000], [2.75, 2.75]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.t.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<3x?xf32, #sym.dims<n>>
  return %0 : tensor<3x?xf32, #sym.dims<n>>
}

// -----

// All dimensions are reversed.
// CHECK-LABEL: func.func @numpy_t
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 2, 1, 0>} : {{.*}} -> tensor<4x3x2xf32>
func.func @numpy_t(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-2.5, 1.5, 1.25, 2.75], [1.75, 1.0e+38, -1.0, 3.0], [-0.5, 0xFF800000, -0.0, 2.5]], [[2.5, -3.25, 0.0, -1.5], [0x7FC00000, 0x7F800000, -1.5, 2.25], [-1.0e+38, -1.25, 0.0, 0.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<4x3x2xf32> {onnx.expected = dense<[[[-2.5, 2.5], [1.75, 0x7FC00000], [-0.5, -1.0e+38]], [[1.5, -3.25], [1.0e+38, 0x7F800000], [0xFF800000, -1.25]], [[1.25, 0.0], [-1.0, -1.5], [-0.0, 0.0]], [[2.75, -1.5], [3.0, 2.25], [2.5, 0.5]]]> : tensor<4x3x2xf32>}) {
  %0 = torch.aten.numpy_T.default(%x) : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  return %0 : tensor<4x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @movedim
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : {{.*}} -> tensor<4x2x3xf32>
func.func @movedim(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.0e+38, 3.25, 2.5, 0x7FC00000], [0xFF800000, -1.75, -0.25, 2.25], [-2.25, -1.5, 0.5, 1.0e+38]], [[1.5, -1.0, 2.5, -0.5], [2.5, 0.25, 0.0, -2.25], [0x7F800000, -2.25, -0.0, -3.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<4x2x3xf32> {onnx.expected = dense<[[[-1.0e+38, 0xFF800000, -2.25], [1.5, 2.5, 0x7F800000]], [[3.25, -1.75, -1.5], [-1.0, 0.25, -2.25]], [[2.5, -0.25, 0.5], [2.5, 0.0, -0.0]], [[0x7FC00000, 2.25, 1.0e+38], [-0.5, -2.25, -3.25]]]> : tensor<4x2x3xf32>}) {
  %0 = torch.aten.movedim.int(%x, source=-1, destination=0) : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// -----

// What is not moved keeps its order.
// CHECK-LABEL: func.func @movedim_list
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 3, 2, 0>} : {{.*}} -> tensor<3x5x4x2xf32>
func.func @movedim_list(%x: tensor<2x3x4x5xf32> {onnx.value = dense<[[[[6.25, 2.5, 3.75, -8.75, 17.5], [-20.0, -8.75, 15.0, -2.5, 50.0], [-43.75, -30.0, 28.75, -3.75, 32.5], [-7.5, 1.25, -17.5, -21.25, 18.75]], [[47.5, 8.75, 20.0, -22.5, -8.75], [40.0, -1.25, 8.75, -13.75, 13.75], [12.5, 18.75, -46.25, -7.5, -40.0], [-33.75, -36.25, -2.5, -48.75, 28.75]], [[-50.0, -20.0, -47.5, 1.25, -25.0], [-12.5, 48.75, -11.25, 2.5, -40.0], [2.5, 46.25, -42.5, 33.75, 48.75], [-28.75, 6.25, 8.75, 30.0, -17.5]]], [[[-5.0, -22.5, -41.25, 6.25, -28.75], [-15.0, -27.5, -46.25, -50.0, 31.25], [15.0, -28.75, 1.25, 3.75, 30.0], [-45.0, 22.5, 41.25, 50.0, -30.0]], [[-3.75, 48.75, -3.75, -42.5, -6.25], [-32.5, 12.5, -12.5, 47.5, 42.5], [-23.75, -50.0, -1.25, -21.25, 28.75], [35.0, 47.5, 20.0, 2.5, 5.0]], [[33.75, 1.25, -37.5, -31.25, 3.75], [-32.5, -17.5, -40.0, -43.75, 32.5], [11.25, 20.0, 15.0, 2.5, 45.0], [27.5, 16.25, 32.5, 33.75, -18.75]]]]> : tensor<2x3x4x5xf32>})
    -> (tensor<3x5x4x2xf32> {onnx.expected = dense<[[[[6.25, -5.0], [-20.0, -15.0], [-43.75, 15.0], [-7.5, -45.0]], [[2.5, -22.5], [-8.75, -27.5], [-30.0, -28.75], [1.25, 22.5]], [[3.75, -41.25], [15.0, -46.25], [28.75, 1.25], [-17.5, 41.25]], [[-8.75, 6.25], [-2.5, -50.0], [-3.75, 3.75], [-21.25, 50.0]], [[17.5, -28.75], [50.0, 31.25], [32.5, 30.0], [18.75, -30.0]]], [[[47.5, -3.75], [40.0, -32.5], [12.5, -23.75], [-33.75, 35.0]], [[8.75, 48.75], [-1.25, 12.5], [18.75, -50.0], [-36.25, 47.5]], [[20.0, -3.75], [8.75, -12.5], [-46.25, -1.25], [-2.5, 20.0]], [[-22.5, -42.5], [-13.75, 47.5], [-7.5, -21.25], [-48.75, 2.5]], [[-8.75, -6.25], [13.75, 42.5], [-40.0, 28.75], [28.75, 5.0]]], [[[-50.0, 33.75], [-12.5, -32.5], [2.5, 11.25], [-28.75, 27.5]], [[-20.0, 1.25], [48.75, -17.5], [46.25, 20.0], [6.25, 16.25]], [[-47.5, -37.5], [-11.25, -40.0], [-42.5, 15.0], [8.75, 32.5]], [[1.25, -31.25], [2.5, -43.75], [33.75, 2.5], [30.0, 33.75]], [[-25.0, 3.75], [-40.0, 32.5], [48.75, 45.0], [-17.5, -18.75]]]]> : tensor<3x5x4x2xf32>}) {
  %0 = torch.aten.movedim.intlist(%x, source=[0, -1], destination=[-1, 1]) : (tensor<2x3x4x5xf32>) -> tensor<3x5x4x2xf32>
  return %0 : tensor<3x5x4x2xf32>
}

// -----

// CHECK-LABEL: func.func @movedim_dynamic
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>} : {{.*}} -> tensor<3x4x?xf32, #sym.dims<n>>
func.func @movedim_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>> {onnx.value = dense<[[[-1.5, -0.0, 0.0, 0xFF800000], [-0.5, -0.25, 3.0, 1.5], [0x7F800000, 2.5, -0.5, 2.0]], [[-0.5, 0x7FC00000, 0.5, 1.0e+38], [2.5, 2.5, 1.5, -1.5], [-1.25, -1.0e+38, 2.5, 1.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x4x?xf32, #sym.dims<n>> {onnx.expected = dense<[[[-1.5, -0.5], [-0.0, 0x7FC00000], [0.0, 0.5], [0xFF800000, 1.0e+38]], [[-0.5, 2.5], [-0.25, 2.5], [3.0, 1.5], [1.5, -1.5]], [[0x7F800000, -1.25], [2.5, -1.0e+38], [-0.5, 2.5], [2.0, 1.75]]]> : tensor<3x4x2xf32>}) {
  %0 = torch.aten.movedim.int(%x, source=0, destination=2) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3x4x?xf32, #sym.dims<n>>
  return %0 : tensor<3x4x?xf32, #sym.dims<n>>
}
