// Parts along a dimension.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @slice_copy
// CHECK: onnx.Slice(%arg0, {{.*}}) : {{.*}} -> tensor<2x2xf32>
func.func @slice_copy(%x: tensor<2x7xf32> {onnx.value = dense<[[0x7F800000, -3.25, 2.25, -0.5, 0.25, 0.5, 1.75], [-0.5, 0xFF800000, 0x7FC00000, -1.0e+38, -0.0, 0.0, 1.0e+38]]> : tensor<2x7xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[2.25, 0.25], [0x7FC00000, -0.0]]> : tensor<2x2xf32>}) {
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
// CHECK: onnx.Slice(%arg0, {{.*}}) : {{.*}} -> tensor<?x5xf32, #sym.dims<n>>
func.func @slice_dynamic(%x: tensor<?x7xf32, #sym.dims<n>> {onnx.value = dense<[[2.25, 0x7F800000, -0.5, 1.25, -1.5, 2.0, 1.0e+38], [-0.5, 0x7FC00000, 0.0, 0.5, -0.0, 0xFF800000, -1.0e+38]]> : tensor<2x7xf32>})
    -> (tensor<?x5xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.5, 1.25, -1.5, 2.0, 1.0e+38], [0.0, 0.5, -0.0, 0xFF800000, -1.0e+38]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.slice.Tensor(%x, dim=1, start=2) : (tensor<?x7xf32, #sym.dims<n>>) -> tensor<?x5xf32, #sym.dims<n>>
  return %0 : tensor<?x5xf32, #sym.dims<n>>
}

// -----

// A step that is a size.
// CHECK-LABEL: func.func @slice_step_of_size
// CHECK: onnx.Slice(%arg0, {{.*}}) : {{.*}} -> tensor<?xf32, #sym.dims<5 floordiv n + 1>>
module attributes {sym.ranges = {n = array<i64: 0, 8>}} {
func.func @slice_step_of_size(%x: tensor<7xf32> {onnx.value = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<7xf32>},
                              %y: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<0.0> : tensor<4xf32>},
                              %n: i64 {torch.exprs = #sym.dims<n>, onnx.value = dense<4> : tensor<i64>})
    -> (tensor<?xf32, #sym.dims<5 floordiv n + 1>> {onnx.expected = dense<[1.0, 5.0]> : tensor<2xf32>}) {
  %0 = torch.aten.slice.Tensor(%x, start=1, step=%n) : (tensor<7xf32>, i64) -> tensor<?xf32, #sym.dims<5 floordiv n + 1>>
  return %0 : tensor<?xf32, #sym.dims<5 floordiv n + 1>>
}
}

// -----

// A step that is not positive becomes 0, which runtimes refuse.
// CHECK-LABEL: func.func @slice_step_of_data
// CHECK: %[[STEP:.*]] = onnx.Max({{.*}}) : {{.*}} -> tensor<1xi64>
// CHECK: onnx.Slice(%arg0, {{.*}}, %[[STEP]])
func.func @slice_step_of_data(%x: tensor<7xf32> {onnx.value = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<7xf32>},
                              %n: i64 {torch.exprs = #sym.dims<u0>, onnx.value = dense<4> : tensor<i64>})
    -> (tensor<?xf32> {onnx.expected = dense<[1.0, 5.0]> : tensor<2xf32>}) {
  %0 = torch.aten.slice.Tensor(%x, start=1, step=%n) : (tensor<7xf32>, i64) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @narrow
// CHECK: onnx.Add({{.*}}) : {{.*}} -> tensor<1xi64>
func.func @narrow(%x: tensor<7x2xf32> {onnx.value = dense<[[0x7F800000, 2.5], [0.0, 1.0e+38], [-2.0, -0.0], [-2.5, 1.75], [-0.5, -1.0e+38], [0x7FC00000, 0.5], [0xFF800000, -3.0]]> : tensor<7x2xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[-2.0, -0.0], [-2.5, 1.75], [-0.5, -1.0e+38]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.narrow.default(%x, dim=0, start=2, length=3) : (tensor<7x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// The start counts from the end; the end of the slice would be 0, which is the
// first element, if the start were not made positive.
// CHECK-LABEL: func.func @narrow_negative
// CHECK: onnx.Add({{.*}}) : {{.*}} -> tensor<1xi64>
// CHECK: onnx.Constant dense<3> : tensor<1xi64>
func.func @narrow_negative(%x: tensor<2x7xf32> {onnx.value = dense<[[0x7FC00000, -0.0, 1.5, 0.0, 0.75, -0.5, -2.25], [-1.0e+38, 0x7F800000, 0.5, 1.0e+38, 0xFF800000, -2.5, -1.5]]> : tensor<2x7xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.75, -0.5, -2.25], [0xFF800000, -2.5, -1.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.narrow.default(%x, dim=-1, start=-3, length=3) : (tensor<2x7xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @narrow_dynamic
// CHECK: onnx.Add({{.*}}) : {{.*}} -> tensor<1xi64>
func.func @narrow_dynamic(%x: tensor<?x7xf32, #sym.dims<n>> {onnx.value = dense<[[-0.5, -1.0e+38, 0x7F800000, 1.0e+38, 0.5, 0x7FC00000, 0.5], [0.0, -2.25, 0xFF800000, -0.0, 0.5, 0.0, -0.5]]> : tensor<2x7xf32>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[1.0e+38, 0.5], [-0.0, 0.5]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.narrow.default(%x, dim=1, start=-4, length=2) : (tensor<?x7xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @narrow_copy
// CHECK: onnx.Add({{.*}}) : {{.*}} -> tensor<1xi64>
func.func @narrow_copy(%x: tensor<2x7xf32> {onnx.value = dense<[[-0.0, 0xFF800000, -0.5, 0.75, 1.0e+38, 0.0, -1.75], [3.25, 0x7F800000, 0x7FC00000, -0.25, -1.0, 0.5, -1.0e+38]]> : tensor<2x7xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.75, 1.0e+38, 0.0], [-0.25, -1.0, 0.5]]> : tensor<2x3xf32>}) {
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
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x4xf32>
func.func @select(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.75, -1.0, 0.75, 2.5], [-1.5, 3.25, -1.5, 0x7F800000], [-1.0e+38, 0.0, 0x7FC00000, -0.5]], [[-2.75, -0.75, 1.75, 0.0], [-0.0, 1.25, -0.5, -1.5], [1.5, 0.5, 1.0e+38, 0xFF800000]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-1.0e+38, 0.0, 0x7FC00000, -0.5], [1.5, 0.5, 1.0e+38, 0xFF800000]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.select.int(%x, dim=-2, index=-1) : (tensor<2x3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @select_dynamic
// CHECK: onnx.Gather(%arg0, {{.*}}) : {{.*}} -> tensor<4xf32>
func.func @select_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[3.0, 0xFF800000, 0x7FC00000, -0.0], [0.0, 0.0, 0x7F800000, -0.75]]> : tensor<2x4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0.0, 0.0, 0x7F800000, -0.75]> : tensor<4xf32>}) {
  %0 = torch.aten.select.int(%x, dim=0, index=1) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @select_copy
// CHECK: onnx.Gather(%arg0, {{.*}}) : {{.*}} -> tensor<3x4xf32>
func.func @select_copy(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.25, 0x7FC00000, 0.5, 2.5], [0.0, 3.25, -0.5, 0.25], [-0.5, -0.25, -1.0e+38, 2.0]], [[-2.0, -1.5, 0xFF800000, -1.5], [-0.0, 3.0, 0x7F800000, 2.25], [1.0e+38, 1.25, -3.25, -1.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-2.0, -1.5, 0xFF800000, -1.5], [-0.0, 3.0, 0x7F800000, 2.25], [1.0e+38, 1.25, -3.25, -1.75]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.select.int(%x, dim=0, index=1) : (tensor<2x3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// The windows replace the dimension, what is in them comes last.
// CHECK-LABEL: func.func @unfold
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x3x3xf32>
func.func @unfold(%x: tensor<2x7xf32> {onnx.value = dense<[[-0.0, 1.0e+38, 0xFF800000, -0.75, -1.0e+38, 0x7FC00000, -0.75], [2.0, 0.0, -0.25, 0x7F800000, -0.5, 0.5, 0.75]]> : tensor<2x7xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[-0.0, 1.0e+38, 0xFF800000], [0xFF800000, -0.75, -1.0e+38], [-1.0e+38, 0x7FC00000, -0.75]], [[2.0, 0.0, -0.25], [-0.25, 0x7F800000, -0.5], [-0.5, 0.5, 0.75]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.unfold.default(%x, dimension=-1, size=3, step=2) : (tensor<2x7xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @unfold_first
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 0, 2, 1>} : {{.*}} -> tensor<4x2x2xf32>
func.func @unfold_first(%x: tensor<5x2xf32> {onnx.value = dense<[[0x7F800000, -2.0], [2.25, 0xFF800000], [2.5, 0x7FC00000], [1.0e+38, -2.75], [0.0, -0.0]]> : tensor<5x2xf32>})
    -> (tensor<4x2x2xf32> {onnx.expected = dense<[[[0x7F800000, 2.25], [-2.0, 0xFF800000]], [[2.25, 2.5], [0xFF800000, 0x7FC00000]], [[2.5, 1.0e+38], [0x7FC00000, -2.75]], [[1.0e+38, 0.0], [-2.75, -0.0]]]> : tensor<4x2x2xf32>}) {
  %0 = torch.aten.unfold.default(%x, dimension=0, size=2, step=1) : (tensor<5x2xf32>) -> tensor<4x2x2xf32>
  return %0 : tensor<4x2x2xf32>
}

// -----

// The rows are the last dimension, the columns the first one; element i + 1 of
// row i is counted in the flattened matrix.
// CHECK-LABEL: func.func @diagonal
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>} : {{.*}} -> tensor<3x4x2xf32>
func.func @diagonal(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.0, -0.5, 0.5, -1.5], [-2.5, -2.75, 2.0, -1.75], [-2.0, 0xFF800000, -1.0e+38, 0.25]], [[1.0e+38, -0.25, 1.75, 1.25], [-1.0, 1.0, 0x7FC00000, 2.5], [-0.0, 2.5, 1.0, 0x7F800000]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x1xf32> {onnx.expected = dense<[[1.0e+38], [-1.0], [-0.0]]> : tensor<3x1xf32>}) {
  %0 = torch.aten.diagonal.default(%x, offset=1, dim1=-1, dim2=0) : (tensor<2x3x4xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}

// -----

// The last two dimensions by default.
// CHECK-LABEL: func.func @linalg_diagonal
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2x12xf32>
// CHECK: onnx.Gather({{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x2xf32>
func.func @linalg_diagonal(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-0.0, -1.0e+38, 0.5, 2.0], [-0.75, -1.25, -2.0, 0.25], [-1.5, -0.75, 0.25, 1.0e+38]], [[0x7F800000, 0x7FC00000, 0.0, -2.25], [0xFF800000, -3.25, -0.5, -1.5], [2.5, 1.5, -0.25, -0.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[-0.75, -0.75], [0xFF800000, 1.5]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.linalg_diagonal.default(%x, offset=-1) : (tensor<2x3x4xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
