// Unit matrices, triangles, diagonals and powers of vectors.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @eye
// CHECK: onnx.Range(
// CHECK: onnx.Equal(
func.func @eye() -> (tensor<2x2xf32> {onnx.expected = dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.eye.default(2) : () -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @eye_of_two_sizes
// CHECK: onnx.Range(
// CHECK: onnx.Equal(
func.func @eye_of_two_sizes()
    -> (tensor<2x3xi64> {onnx.expected = dense<[[1, 0, 0], [0, 1, 0]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.eye.m(2, 3, dtype=i64) : () -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// The upper part is the default.
// CHECK-LABEL: func.func @triu
// CHECK: onnx.Trilu(%arg0, {{.*}}) : (
func.func @triu(%x: tensor<3x4xf32> {onnx.value = dense<[[0x7FC00000, -0.75, 0.5, -3.25], [-0.0, -1.0e+38, 0xFF800000, 2.5], [0.0, 1.0e+38, 0x7F800000, -2.0]]> : tensor<3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0x7FC00000, -0.75, 0.5, -3.25], [-0.0, -1.0e+38, 0xFF800000, 2.5], [0.0, 1.0e+38, 0x7F800000, -2.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.triu.default(%x, -1) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Kernels exist for few types.
// CHECK-LABEL: func.func @triu_integers
// CHECK: onnx.Trilu({{.*}}) : (
func.func @triu_integers(%x: tensor<3x4xi32> {onnx.value = dense<[[2, -2147483648, 2147483647, -1], [7, 0, 1, 2147483646], [0, -2147483647, -7, -3]]> : tensor<3x4xi32>})
    -> (tensor<3x4xi32> {onnx.expected = dense<[[2, -2147483648, 2147483647, -1], [0, 0, 1, 2147483646], [0, 0, -7, -3]]> : tensor<3x4xi32>}) {
  %0 = torch.aten.triu.default(%x) : (tensor<3x4xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// -----

// CHECK-LABEL: func.func @triu_indices
func.func @triu_indices() -> (tensor<2x3xi32> {onnx.expected = dense<[[0, 0, 1], [1, 2, 2]]> : tensor<2x3xi32>}) {
  %0 = torch.aten.triu_indices.default(2, 3, 1, dtype=i32) : () -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// A matrix with the vector above its diagonal.
// CHECK-LABEL: func.func @diag
// CHECK: onnx.Pad(%arg0, {{.*}}) : (
// CHECK: onnx.Where(
func.func @diag(%x: tensor<2xf32> {onnx.value = dense<[1.25, 0x7FC00000]> : tensor<2xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[0.0, 1.25, 0.0], [0.0, 0.0, 0x7FC00000], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.diag.default(%x, 1) : (tensor<2xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// A diagonal of the matrix.
// CHECK-LABEL: func.func @diag_of_matrix
// CHECK: onnx.Reshape(%arg0, {{.*}}) : (
// CHECK: onnx.Gather({{.*}}) : (
func.func @diag_of_matrix(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, -0.0, 1.25, 0x7F800000], [0x7FC00000, -1.0e+38, 0.75, -3.0], [0.5, 1.25, 1.0e+38, 0xFF800000]]> : tensor<3x4xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0x7FC00000, 1.25]> : tensor<2xf32>}) {
  %0 = torch.aten.diag.default(%x, -1) : (tensor<3x4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @diag_dynamic
// CHECK: onnx.Add
// CHECK: onnx.Equal
// CHECK: onnx.Pad
// CHECK: onnx.Where
func.func @diag_dynamic(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-1.75, -1.5]> : tensor<2xf32>})
    -> (tensor<?x?xf32, #sym.dims<n + 1, n + 1>> {onnx.expected = dense<[[0.0, -1.75, 0.0], [0.0, 0.0, -1.5], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.diag.default(%x, 1) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?x?xf32, #sym.dims<n + 1, n + 1>>
  return %0 : tensor<?x?xf32, #sym.dims<n + 1, n + 1>>
}

// -----

// A matrix with all elements below its diagonal.
// CHECK-LABEL: func.func @diagflat
// CHECK: onnx.Reshape(%arg0, {{.*}})
// CHECK: onnx.Pad
// CHECK: onnx.Where
func.func @diagflat(%x: tensor<1x2xf32> {onnx.value = dense<[[-1.5, 0.5]]> : tensor<1x2xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[0.0, 0.0, 0.0], [-1.5, 0.0, 0.0], [0.0, 0.5, 0.0]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.diagflat.default(%x, -1) : (tensor<1x2xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// Powers that fall.
// CHECK-LABEL: func.func @vander
// CHECK: onnx.Pow(
func.func @vander(%x: tensor<3xf32> {onnx.value = dense<[-43.75, 48.75, -31.25]> : tensor<3xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-83740.234, 1914.0625, -43.75, 1.0], [115857.42, 2376.5625, 48.75, 1.0], [-30517.578, 976.5625, -31.25, 1.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.vander.default(%x, 4) : (tensor<3xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @vander_dynamic
// CHECK: onnx.Sub
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Pow
func.func @vander_dynamic(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<?x?xf32, #sym.dims<n, n>> {onnx.expected = dense<[[-1.0, 1.0], [2.0, 1.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.vander.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?x?xf32, #sym.dims<n, n>>
  return %0 : tensor<?x?xf32, #sym.dims<n, n>>
}

// -----

// Powers that rise, of batches.
// CHECK-LABEL: func.func @linalg_vander
// CHECK: onnx.Pow(
func.func @linalg_vander(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 0x7F800000, 0x7FC00000], [-3.0, -0.0, 2.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3x2xf32> {onnx.expected = dense<[[[1.0, 0xFF800000], [1.0, 0x7F800000], [1.0, 0x7FC00000]], [[1.0, -3.0], [1.0, -0.0], [1.0, 2.5]]]> : tensor<2x3x2xf32>}) {
  %0 = torch.aten.linalg_vander.default(%x, N=2) : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}
