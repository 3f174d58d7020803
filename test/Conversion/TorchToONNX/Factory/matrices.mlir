// Unit matrices, triangles, diagonals and powers of vectors.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @eye
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Range(%[[V0]], %[[V2]], %[[V1]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%[[V3]], %[[V6]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Range(%[[V0]], %[[V4]], %[[V1]])
// CHECK: %[[V8:.*]] = onnx.Equal(%[[V7]], %[[V5]])
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = f32}
// CHECK: return %[[V9]] : tensor<2x2xf32>
func.func @eye() -> (tensor<2x2xf32> {onnx.expected = dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.eye.default(2) : () -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @eye_of_two_sizes
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Range(%[[V0]], %[[V2]], %[[V1]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%[[V3]], %[[V6]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Range(%[[V0]], %[[V4]], %[[V1]])
// CHECK: %[[V8:.*]] = onnx.Equal(%[[V7]], %[[V5]])
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = i64}
// CHECK: return %[[V9]] : tensor<2x3xi64>
func.func @eye_of_two_sizes()
    -> (tensor<2x3xi64> {onnx.expected = dense<[[1, 0, 0], [0, 1, 0]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.eye.m(2, 3, dtype=i64) : () -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// The upper part is the default.
// CHECK-LABEL: func.func @triu
// CHECK: %[[V0:.*]] = onnx.Constant dense<-1> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Trilu(%arg0, %[[V0]]) : (
// CHECK: return %[[V1]] : tensor<3x4xf32>
func.func @triu(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, -1.25, 1.75, 2.0], [1.5, 1.75, 0.5, 2.0], [-1.25, -2.0, 2.0, 0.5]]> : tensor<3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.0, -1.25, 1.75, 2.0], [1.5, 1.75, 0.5, 2.0], [0.0, -2.0, 2.0, 0.5]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.triu.default(%x, -1) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Kernels exist for few types.
// CHECK-LABEL: func.func @triu_integers
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Trilu(%[[V0]], %[[V1]]) : (
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32}
// CHECK: return %[[V3]] : tensor<3x4xi32>
func.func @triu_integers(%x: tensor<3x4xi32> {onnx.value = dense<[[1, 1, 0, 0], [0, 0, 0, 1], [1, 0, 1, 1]]> : tensor<3x4xi32>})
    -> (tensor<3x4xi32> {onnx.expected = dense<[[1, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 1]]> : tensor<3x4xi32>}) {
  %0 = torch.aten.triu.default(%x) : (tensor<3x4xi32>) -> tensor<3x4xi32>
  return %0 : tensor<3x4xi32>
}

// -----

// CHECK-LABEL: func.func @triu_indices
// CHECK: %[[V0:.*]] = onnx.Constant dense<{{\[\[}}0, 0, 1], [1, 2, 2{{\]\]}}> : tensor<2x3xi32>
// CHECK: return %[[V0]] : tensor<2x3xi32>
func.func @triu_indices() -> (tensor<2x3xi32> {onnx.expected = dense<[[0, 0, 1], [1, 2, 2]]> : tensor<2x3xi32>}) {
  %0 = torch.aten.triu_indices.default(2, 3, 1, dtype=i32) : () -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// A matrix with the vector above its diagonal.
// CHECK-LABEL: func.func @diag
// CHECK: %[[V4:.*]] = onnx.Constant dense<{{\[\[}}false, true, false], [false, false, true], [false, false, false{{\]\]}}> : tensor<3x3xi1>
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 0]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.NoValue
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) : (
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Unsqueeze(%[[V3]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Where(%[[V4]], %[[V6]], %[[V7]])
// CHECK: return %[[V8]] : tensor<3x3xf32>
func.func @diag(%x: tensor<2xf32> {onnx.value = dense<[-1.5, -1.75]> : tensor<2xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[0.0, -1.5, 0.0], [0.0, 0.0, -1.75], [0.0, 0.0, 0.0]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.diag.default(%x, 1) : (tensor<2xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// A diagonal of the matrix.
// CHECK-LABEL: func.func @diag_of_matrix
// CHECK: %[[V1:.*]] = onnx.Constant dense<12> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg0, %[[V1]]) : (
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 9]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Gather(%[[V2]], %[[V0]]) : (
// CHECK: return %[[V3]] : tensor<2xf32>
func.func @diag_of_matrix(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.0, -1.25, 1.5, -1.5], [-1.5, 0.75, 1.5, -1.25], [0.0, 1.25, 1.75, 0.25]]> : tensor<3x4xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[-1.5, 1.25]> : tensor<2xf32>}) {
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
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3.000000e+00, 2.000000e+00, 1.000000e+00, 0.000000e+00]> : tensor<4xf32>
// CHECK: %[[V3:.*]] = onnx.Pow(%[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<3x4xf32>
func.func @vander(%x: tensor<3xf32> {onnx.value = dense<[1.25, 0.0, -1.0]> : tensor<3xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[1.953125, 1.5625, 1.25, 1.0], [0.0, 0.0, 0.0, 1.0], [-1.0, 1.0, -1.0, 1.0]]> : tensor<3x4xf32>}) {
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
// CHECK: %[[V1:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0.000000e+00, 1.000000e+00]> : tensor<2xf32>
// CHECK: %[[V3:.*]] = onnx.Pow(%[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<2x3x2xf32>
func.func @linalg_vander(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.0, -0.25, 1.5], [1.0, -2.0, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3x2xf32> {onnx.expected = dense<[[[1.0, -2.0], [1.0, -0.25], [1.0, 1.5]], [[1.0, 1.0], [1.0, -2.0], [1.0, 1.0]]]> : tensor<2x3x2xf32>}) {
  %0 = torch.aten.linalg_vander.default(%x, N=2) : (tensor<2x3xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}
