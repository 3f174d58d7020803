// Parts along a dimension.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @slice_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<-5> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<2x2xf32>
// CHECK: return %[[V4]] : tensor<2x2xf32>
func.func @slice_copy(%x: tensor<2x7xf32> {onnx.value = dense<[[0.25, 0.0, 1.0, -2.0, 1.75, 0.0, 0.25], [-0.25, -0.25, 0.5, 1.75, 0.25, -0.75, 0.0]]> : tensor<2x7xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[1.0, 1.75], [0.5, 0.25]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.slice.Tensor(%x, dim=-1, start=-5, end=6, step=2) : (tensor<2x7xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Nothing is cut off.
// CHECK-LABEL: func.func @slice_all
// CHECK: return %arg0 : tensor<?x7xf32, #sym.dims<n>>
func.func @slice_all(%x: tensor<?x7xf32, #sym.dims<n>> {onnx.value = dense<[[0.25, -0.25, -0.75, 0.5, -1.75, 1.25, -1.0], [-0.75, 0.75, -0.75, -1.75, -0.5, 1.75, 1.5]]> : tensor<2x7xf32>})
    -> (tensor<?x7xf32, #sym.dims<n>> {onnx.expected = dense<[[0.25, -0.25, -0.75, 0.5, -1.75, 1.25, -1.0], [-0.75, 0.75, -0.75, -1.75, -0.5, 1.75, 1.5]]> : tensor<2x7xf32>}) {
  %0 = torch.aten.slice.Tensor(%x, dim=0) : (tensor<?x7xf32, #sym.dims<n>>) -> tensor<?x7xf32, #sym.dims<n>>
  return %0 : tensor<?x7xf32, #sym.dims<n>>
}

// -----

// An end that is not given is the largest integer.
// CHECK-LABEL: func.func @slice_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<?x5xf32, #sym.dims<n>>
// CHECK: return %[[V4]] : tensor<?x5xf32, #sym.dims<n>>
func.func @slice_dynamic(%x: tensor<?x7xf32, #sym.dims<n>> {onnx.value = dense<[[2.0, 1.0, -0.75, -2.0, 1.0, 1.25, -1.25], [1.75, 0.0, -1.0, 2.0, -1.75, -1.0, -1.0]]> : tensor<2x7xf32>})
    -> (tensor<?x5xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.75, -2.0, 1.0, 1.25, -1.25], [-1.0, 2.0, -1.75, -1.0, -1.0]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.slice.Tensor(%x, dim=1, start=2) : (tensor<?x7xf32, #sym.dims<n>>) -> tensor<?x5xf32, #sym.dims<n>>
  return %0 : tensor<?x5xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @narrow
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V2]], %[[V3]], %[[V4]]) : {{.*}} -> tensor<3x2xf32>
// CHECK: return %[[V5]] : tensor<3x2xf32>
func.func @narrow(%x: tensor<7x2xf32> {onnx.value = dense<[[-1.25, -1.75], [-1.25, 0.0], [-0.75, -0.75], [1.0, 1.0], [-1.5, 1.5], [-2.0, -0.25], [-1.25, -2.0]]> : tensor<7x2xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[-0.75, -0.75], [1.0, 1.0], [-1.5, 1.5]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.narrow.default(%x, dim=0, start=2, length=3) : (tensor<7x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// The start counts from the end; the end of the slice would be 0, which is the
// first element, if the start were not made positive.
// CHECK-LABEL: func.func @narrow_negative
// CHECK: %[[V0:.*]] = onnx.Constant dense<-3> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<7> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Slice(%arg0, %[[V2]], %[[V4]], %[[V5]], %[[V6]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V7]] : tensor<2x3xf32>
func.func @narrow_negative(%x: tensor<2x7xf32> {onnx.value = dense<[[-2.0, -0.5, -1.25, 2.0, -0.25, -1.5, -1.0], [0.5, -0.5, 1.0, 0.75, -1.75, -0.75, -1.75]]> : tensor<2x7xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.25, -1.5, -1.0], [-1.75, -0.75, -1.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.narrow.default(%x, dim=-1, start=-3, length=3) : (tensor<2x7xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @narrow_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<-4> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<7> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Slice(%arg0, %[[V2]], %[[V4]], %[[V5]], %[[V6]]) : {{.*}} -> tensor<?x2xf32, #sym.dims<n>>
// CHECK: return %[[V7]] : tensor<?x2xf32, #sym.dims<n>>
func.func @narrow_dynamic(%x: tensor<?x7xf32, #sym.dims<n>> {onnx.value = dense<[[0.75, -1.25, -2.0, 1.5, 2.0, 0.5, -1.25], [-2.0, 0.75, 1.5, -1.5, 2.0, -0.5, -0.5]]> : tensor<2x7xf32>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[1.5, 2.0], [-1.5, 2.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.narrow.default(%x, dim=1, start=-4, length=2) : (tensor<?x7xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @narrow_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<-4> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<7> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Slice(%arg0, %[[V2]], %[[V4]], %[[V5]], %[[V6]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V7]] : tensor<2x3xf32>
func.func @narrow_copy(%x: tensor<2x7xf32> {onnx.value = dense<[[-1.25, -0.25, 0.75, -0.25, 0.75, 1.25, 1.0], [0.75, 0.0, -2.0, -1.25, -1.0, -1.25, -1.5]]> : tensor<2x7xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.25, 0.75, 1.25], [-1.25, -1.0, -1.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.narrow.default(%x, dim=1, start=-4, length=3) : (tensor<2x7xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The start is known when the model runs, so its sign is asked there.
// CHECK-LABEL: func.func @narrow_tensor
// CHECK: onnx.Less
// CHECK: onnx.Add
// CHECK: onnx.Where
// CHECK: onnx.Slice(%arg0, {{.*}})
func.func @narrow_tensor(%x: tensor<2x7xf32> {onnx.value = dense<[[0.75, -0.5, 0.5, -1.5, 1.0, 2.0, 1.5], [0.25, 1.5, -0.25, -1.5, 0.75, 0.25, 1.25]]> : tensor<2x7xf32>},
                         %y: tensor<i64> {onnx.value = dense<2> : tensor<i64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.5, -1.5, 1.0], [-0.25, -1.5, 0.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.narrow.Tensor(%x, dim=1, start=%y, length=3) : (tensor<2x7xf32>, tensor<i64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @narrow_from_the_end(%x: tensor<2x7xf32> {onnx.value = dense<[[-0.75, -1.5, 0.5, -0.75, -1.5, 1.75, 0.75], [-0.75, 1.75, 0.0, -1.25, 1.75, 1.0, -0.75]]> : tensor<2x7xf32>},
                               %y: tensor<i64> {onnx.value = dense<-3> : tensor<i64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-1.5, 1.75, 0.75], [1.75, 1.0, -0.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.narrow.Tensor(%x, dim=1, start=%y, length=3) : (tensor<2x7xf32>, tensor<i64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Gather counts negative indices from the end like PyTorch.
// CHECK-LABEL: func.func @select
// CHECK: %[[V0:.*]] = onnx.Constant dense<-1> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64} : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V1]] : tensor<2x4xf32>
func.func @select(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.5, -1.0, -1.75, 1.0], [-0.25, 2.0, -1.25, -0.5], [-0.75, 1.0, 1.25, 0.5]], [[-1.25, -1.5, 0.75, 1.0], [2.0, 1.25, 0.25, 0.0], [-0.25, 1.0, 1.25, 0.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-0.75, 1.0, 1.25, 0.5], [-0.25, 1.0, 1.25, 0.75]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.select.int(%x, dim=-2, index=-1) : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @select_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) : {{.*}} -> tensor<4xf32>
// CHECK: return %[[V1]] : tensor<4xf32>
func.func @select_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0.25, 1.5, 0.75, -1.0], [1.0, 0.5, 0.0, -1.0]]> : tensor<2x4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[1.0, 0.5, 0.0, -1.0]> : tensor<4xf32>}) {
  %0 = torch.aten.select.int(%x, dim=0, index=1) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @select_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) : {{.*}} -> tensor<3x4xf32>
// CHECK: return %[[V1]] : tensor<3x4xf32>
func.func @select_copy(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.25, -1.25, -0.75, 0.5], [-2.0, 1.75, -0.75, 0.25], [-2.0, 0.75, -0.25, 2.0]], [[-2.0, 0.75, -1.25, 1.0], [0.0, -0.5, -0.25, -0.75], [1.25, -1.25, 2.0, 0.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-2.0, 0.75, -1.25, 1.0], [0.0, -0.5, -0.25, -0.75], [1.25, -1.25, 2.0, 0.25]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.select.int(%x, dim=0, index=1) : (tensor<2x3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// The windows replace the dimension, what is in them comes last.
// CHECK-LABEL: func.func @unfold
// CHECK: %[[V0:.*]] = onnx.Constant dense<{{\[\[}}0, 1, 2], [2, 3, 4], [4, 5, 6]]> : tensor<3x3xi64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64} : {{.*}} -> tensor<2x3x3xf32>
// CHECK: return %[[V1]] : tensor<2x3x3xf32>
func.func @unfold(%x: tensor<2x7xf32> {onnx.value = dense<[[-0.25, 1.25, -2.0, 0.5, -2.0, -1.0, -2.0], [0.25, -0.5, -1.0, -2.0, -0.5, -1.0, 1.75]]> : tensor<2x7xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[-0.25, 1.25, -2.0], [-2.0, 0.5, -2.0], [-2.0, -1.0, -2.0]], [[0.25, -0.5, -1.0], [-1.0, -2.0, -0.5], [-0.5, -1.0, 1.75]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.unfold.default(%x, dimension=-1, size=3, step=2) : (tensor<2x7xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @unfold_first
// CHECK: %[[V0:.*]] = onnx.Constant dense<{{\[\[}}0, 1], [1, 2], [2, 3], [3, 4]]> : tensor<4x2xi64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) : {{.*}} -> tensor<4x2x2xf32>
// CHECK: %[[V2:.*]] = onnx.Transpose(%[[V1]]) {perm = array<i64: 0, 2, 1>} : {{.*}} -> tensor<4x2x2xf32>
// CHECK: return %[[V2]] : tensor<4x2x2xf32>
func.func @unfold_first(%x: tensor<5x2xf32> {onnx.value = dense<[[1.5, 1.25], [1.0, -0.75], [-1.0, 0.75], [-0.5, 1.75], [-0.25, 0.75]]> : tensor<5x2xf32>})
    -> (tensor<4x2x2xf32> {onnx.expected = dense<[[[1.5, 1.0], [1.25, -0.75]], [[1.0, -1.0], [-0.75, 0.75]], [[-1.0, -0.5], [0.75, 1.75]], [[-0.5, -0.25], [1.75, 0.75]]]> : tensor<4x2x2xf32>}) {
  %0 = torch.aten.unfold.default(%x, dimension=0, size=2, step=1) : (tensor<5x2xf32>) -> tensor<4x2x2xf32>
  return %0 : tensor<4x2x2xf32>
}

// -----

// The rows are the last dimension, the columns the first one; element i + 1 of
// row i is counted in the flattened matrix.
// CHECK-LABEL: func.func @diagonal
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>} : {{.*}} -> tensor<3x4x2xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[3, 8]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%[[V0]], %[[V2]]) : {{.*}} -> tensor<3x8xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Gather(%[[V3]], %[[V1]]) {axis = 1 : i64} : {{.*}} -> tensor<3x1xf32>
// CHECK: return %[[V4]] : tensor<3x1xf32>
func.func @diagonal(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.25, 0.75, 0.5, -1.5], [1.25, 2.0, 1.5, -0.5], [-0.5, 1.75, 0.75, -1.75]], [[-1.75, 1.25, -1.75, 1.0], [0.75, -1.25, 1.75, -1.0], [-1.0, -0.75, 0.0, 0.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x1xf32> {onnx.expected = dense<[[-1.75], [0.75], [-1.0]]> : tensor<3x1xf32>}) {
  %0 = torch.aten.diagonal.default(%x, offset=1, dim1=-1, dim2=0) : (tensor<2x3x4xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// The last two dimensions by default.
// CHECK-LABEL: func.func @linalg_diagonal
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 12]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg0, %[[V1]]) : {{.*}} -> tensor<2x12xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 9]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Gather(%[[V2]], %[[V0]]) {axis = 1 : i64} : {{.*}} -> tensor<2x2xf32>
// CHECK: return %[[V3]] : tensor<2x2xf32>
func.func @linalg_diagonal(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[2.0, -1.75, 0.75, -1.5], [-0.5, 1.75, 1.25, -2.0], [-0.5, -0.75, 0.0, -1.5]], [[-0.75, -0.75, 0.0, 2.0], [1.5, 1.75, 1.0, -1.75], [1.5, 1.0, -0.75, 0.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[-0.5, -0.75], [1.5, 1.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.linalg_diagonal.default(%x, offset=-1) : (tensor<2x3x4xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
