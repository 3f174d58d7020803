// Other shapes of the same elements.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// The shape is that of the result: a -1 among the sizes is known there.
// CHECK-LABEL: func.func @view
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<4x6xf32>
func.func @view(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-0.0, 0.0, 0x7F800000, -1.0e+38], [0x7FC00000, 0.0, 1.0e+38, -1.5], [-1.5, -1.0, 0.5, 1.75]], [[-1.5, 3.0, 0.5, -0.75], [0xFF800000, -2.25, 2.5, 2.5], [-0.5, 0.5, -1.5, 2.0]]]> : tensor<2x3x4xf32>})
    -> (tensor<4x6xf32> {onnx.expected = dense<[[-0.0, 0.0, 0x7F800000, -1.0e+38, 0x7FC00000, 0.0], [1.0e+38, -1.5, -1.5, -1.0, 0.5, 1.75], [-1.5, 3.0, 0.5, -0.75, 0xFF800000, -2.25], [2.5, 2.5, -0.5, 0.5, -1.5, 2.0]]> : tensor<4x6xf32>}) {
  %0 = torch.aten.view.default(%x, size=[-1, 6]) : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @view_dynamic
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
func.func @view_dynamic(%x: tensor<?x2x3xf32, #sym.dims<n>> {onnx.value = dense<[[[-0.0, -1.0e+38, 0x7F800000], [0.5, 1.0e+38, 3.25]], [[1.5, 0xFF800000, 0.0], [-0.75, 0x7FC00000, -3.25]]]> : tensor<2x2x3xf32>})
    -> (tensor<?x6xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.0, -1.0e+38, 0x7F800000, 0.5, 1.0e+38, 3.25], [1.5, 0xFF800000, 0.0, -0.75, 0x7FC00000, -3.25]]> : tensor<2x6xf32>}) {
  %0 = torch.aten.view.default(%x, size=[-1, 6]) : (tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>>
  return %0 : tensor<?x6xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @unsafe_view
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<3x4xf32>
func.func @unsafe_view(%x: tensor<2x6xf32> {onnx.value = dense<[[-2.75, 0x7F800000, 0x7FC00000, 3.0, -1.0e+38, -0.0], [0.5, 0.0, -1.5, 0xFF800000, 0.5, 1.0e+38]]> : tensor<2x6xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-2.75, 0x7F800000, 0x7FC00000, 3.0], [-1.0e+38, -0.0, 0.5, 0.0], [-1.5, 0xFF800000, 0.5, 1.0e+38]]> : tensor<3x4xf32>}) {
  %0 = torch.aten._unsafe_view.default(%x, size=[3, 4]) : (tensor<2x6xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @view_copy
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<12xf32>
func.func @view_copy(%x: tensor<2x6xf32> {onnx.value = dense<[[-1.25, 0x7FC00000, -0.75, -1.5, 0xFF800000, 0x7F800000], [0.0, 0.5, -0.25, -0.0, -1.0e+38, 1.0e+38]]> : tensor<2x6xf32>})
    -> (tensor<12xf32> {onnx.expected = dense<[-1.25, 0x7FC00000, -0.75, -1.5, 0xFF800000, 0x7F800000, 0.0, 0.5, -0.25, -0.0, -1.0e+38, 1.0e+38]> : tensor<12xf32>}) {
  %0 = torch.aten.view.default(%x, size=[12]) : (tensor<2x6xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

// Only the shape of the other tensor counts.
// CHECK-LABEL: func.func @view_as
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<3x4xf32>
func.func @view_as(%x: tensor<2x6xf32> {onnx.value = dense<[[-0.0, 3.25, 0xFF800000, -1.0e+38, 0.0, 0x7F800000], [1.0, 0.25, 0x7FC00000, -2.75, 1.0e+38, 0.5]]> : tensor<2x6xf32>},
                   %y: tensor<3x4xf32> {onnx.value = dense<[[3.25, -0.0, -1.0e+38, 0x7F800000], [1.0e+38, 2.0, -0.5, 0xFF800000], [0.5, -3.0, 0.0, 0x7FC00000]]> : tensor<3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-0.0, 3.25, 0xFF800000, -1.0e+38], [0.0, 0x7F800000, 1.0, 0.25], [0x7FC00000, -2.75, 1.0e+38, 0.5]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.view_as.default(%x, %y) : (tensor<2x6xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_as
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
func.func @reshape_as(%x: tensor<?x2x3xf32, #sym.dims<n>> {onnx.value = dense<[[[2.5, 0x7F800000, 0.0], [3.25, -0.0, 0x7FC00000]], [[-2.25, -1.0e+38, 0.0], [0xFF800000, 0.5, 1.0e+38]]]> : tensor<2x2x3xf32>},
                      %y: tensor<?x6xf32, #sym.dims<n>> {onnx.value = dense<[[-3.0, -1.0, 0xFF800000, -1.0e+38, 0x7F800000, 0.0], [1.0e+38, -0.0, 1.75, 0.5, 0x7FC00000, 0.0]]> : tensor<2x6xf32>})
    -> (tensor<?x6xf32, #sym.dims<n>> {onnx.expected = dense<[[2.5, 0x7F800000, 0.0, 3.25, -0.0, 0x7FC00000], [-2.25, -1.0e+38, 0.0, 0xFF800000, 0.5, 1.0e+38]]> : tensor<2x6xf32>}) {
  %0 = torch.aten.reshape_as.default(%x, %y) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<?x6xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>>
  return %0 : tensor<?x6xf32, #sym.dims<n>>
}

// -----

// Strides are those of memory, which ONNX does not have.
// CHECK-LABEL: func.func @reshape_alias
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<4x3xf32>
func.func @reshape_alias(%x: tensor<2x6xf32> {onnx.value = dense<[[0.0, 0.5, -1.0e+38, 0.0, -1.5, 0xFF800000], [3.0, 0x7FC00000, -1.75, 0x7F800000, -0.0, 1.0e+38]]> : tensor<2x6xf32>})
    -> (tensor<4x3xf32> {onnx.expected = dense<[[0.0, 0.5, -1.0e+38], [0.0, -1.5, 0xFF800000], [3.0, 0x7FC00000, -1.75], [0x7F800000, -0.0, 1.0e+38]]> : tensor<4x3xf32>}) {
  %0 = torch.aten._reshape_alias.default(%x, size=[4, 3], stride=[3, 1]) : (tensor<2x6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_alias_copy
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<4x3xf32>
func.func @reshape_alias_copy(%x: tensor<2x6xf32> {onnx.value = dense<[[1.75, -1.0e+38, 0.5, 0.0, -1.5, -2.0], [-0.0, 0xFF800000, 0.5, 1.0e+38, 0x7F800000, 0x7FC00000]]> : tensor<2x6xf32>})
    -> (tensor<4x3xf32> {onnx.expected = dense<[[1.75, -1.0e+38, 0.5], [0.0, -1.5, -2.0], [-0.0, 0xFF800000, 0.5], [1.0e+38, 0x7F800000, 0x7FC00000]]> : tensor<4x3xf32>}) {
  %0 = torch.aten._reshape_alias.default(%x, size=[4, 3], stride=[3, 1]) : (tensor<2x6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_copy
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<4x3xf32>
func.func @reshape_copy(%x: tensor<2x6xf32> {onnx.value = dense<[[-0.25, 0x7F800000, -1.0e+38, 0.0, -0.25, -3.25], [0xFF800000, 0x7FC00000, -1.5, 1.0e+38, -0.0, 0.5]]> : tensor<2x6xf32>})
    -> (tensor<4x3xf32> {onnx.expected = dense<[[-0.25, 0x7F800000, -1.0e+38], [0.0, -0.25, -3.25], [0xFF800000, 0x7FC00000, -1.5], [1.0e+38, -0.0, 0.5]]> : tensor<4x3xf32>}) {
  %0 = torch.aten._reshape_copy.default(%x, size=[4, -1]) : (tensor<2x6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @unflatten
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2x2x3xf32>
func.func @unflatten(%x: tensor<2x6xf32> {onnx.value = dense<[[0.5, 0.25, -2.5, 0xFF800000, 1.25, -1.0e+38], [-0.0, 0x7F800000, 0.0, 1.0e+38, -1.0, 0x7FC00000]]> : tensor<2x6xf32>})
    -> (tensor<2x2x3xf32> {onnx.expected = dense<[[[0.5, 0.25, -2.5], [0xFF800000, 1.25, -1.0e+38]], [[-0.0, 0x7F800000, 0.0], [1.0e+38, -1.0, 0x7FC00000]]]> : tensor<2x2x3xf32>}) {
  %0 = torch.aten.unflatten.int(%x, dim=-1, sizes=[2, -1]) : (tensor<2x6xf32>) -> tensor<2x2x3xf32>
  return %0 : tensor<2x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @unflatten_dynamic
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<?x2x3xf32, #sym.dims<n>>
func.func @unflatten_dynamic(%x: tensor<?x6xf32, #sym.dims<n>> {onnx.value = dense<[[2.25, 1.5, -0.0, 1.0e+38, -1.0e+38, 2.25], [0.0, 0x7FC00000, 0.5, -1.5, 0xFF800000, 0x7F800000]]> : tensor<2x6xf32>})
    -> (tensor<?x2x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[2.25, 1.5, -0.0], [1.0e+38, -1.0e+38, 2.25]], [[0.0, 0x7FC00000, 0.5], [-1.5, 0xFF800000, 0x7F800000]]]> : tensor<2x2x3xf32>}) {
  %0 = torch.aten.unflatten.int(%x, dim=1, sizes=[2, 3]) : (tensor<?x6xf32, #sym.dims<n>>) -> tensor<?x2x3xf32, #sym.dims<n>>
  return %0 : tensor<?x2x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @ravel
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<6xf32>
func.func @ravel(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 0x7FC00000, -2.0], [0x7F800000, -0.0, -1.25]]> : tensor<2x3xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0xFF800000, 0x7FC00000, -2.0, 0x7F800000, -0.0, -1.25]> : tensor<6xf32>}) {
  %0 = torch.aten.ravel.default(%x) : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @ravel_dynamic
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<?xf32, #sym.dims<3*n>>
func.func @ravel_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0xFF800000, -0.0, 0x7FC00000], [2.5, 0x7F800000, 3.0]]> : tensor<2x3xf32>})
    -> (tensor<?xf32, #sym.dims<n * 3>> {onnx.expected = dense<[0xFF800000, -0.0, 0x7FC00000, 2.5, 0x7F800000, 3.0]> : tensor<6xf32>}) {
  %0 = torch.aten.ravel.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n * 3>>
  return %0 : tensor<?xf32, #sym.dims<n * 3>>
}

// -----

// CHECK-LABEL: func.func @unsqueeze
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2x1x3xf32>
func.func @unsqueeze(%x: tensor<2x3xf32> {onnx.value = dense<[[3.0, -3.25, 0xFF800000], [0x7FC00000, 0x7F800000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x1x3xf32> {onnx.expected = dense<[[[3.0, -3.25, 0xFF800000]], [[0x7FC00000, 0x7F800000, -0.0]]]> : tensor<2x1x3xf32>}) {
  %0 = torch.aten.unsqueeze.default(%x, dim=-2) : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  return %0 : tensor<2x1x3xf32>
}

// -----

// CHECK-LABEL: func.func @unsqueeze_dynamic
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<?x1x3xf32, #sym.dims<n>>
func.func @unsqueeze_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-0.0, 0x7F800000, -2.75], [0xFF800000, 0x7FC00000, -2.75]]> : tensor<2x3xf32>})
    -> (tensor<?x1x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[-0.0, 0x7F800000, -2.75]], [[0xFF800000, 0x7FC00000, -2.75]]]> : tensor<2x1x3xf32>}) {
  %0 = torch.aten.unsqueeze.default(%x, dim=1) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x1x3xf32, #sym.dims<n>>
  return %0 : tensor<?x1x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @unsqueeze_copy
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x1xf32>
func.func @unsqueeze_copy(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, -2.5, 0x7F800000], [0x7FC00000, -0.0, 1.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3x1xf32> {onnx.expected = dense<[[[0xFF800000], [-2.5], [0x7F800000]], [[0x7FC00000], [-0.0], [1.25]]]> : tensor<2x3x1xf32>}) {
  %0 = torch.aten.unsqueeze.default(%x, dim=-1) : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @squeeze(%x: tensor<1x2x1x3xf32> {onnx.value = dense<[[[[-0.0, 0xFF800000, 0x7F800000]], [[3.25, 0x7FC00000, 1.5]]]]> : tensor<1x2x1x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, 0xFF800000, 0x7F800000], [3.25, 0x7FC00000, 1.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.squeeze.default(%x) : (tensor<1x2x1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Dimension 0 stays.
// CHECK-LABEL: func.func @squeeze_dim
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1x2x3xf32>
func.func @squeeze_dim(%x: tensor<1x2x1x3xf32> {onnx.value = dense<[[[[-0.0, -0.25, 0x7F800000]], [[-2.5, 0xFF800000, 0x7FC00000]]]]> : tensor<1x2x1x3xf32>})
    -> (tensor<1x2x3xf32> {onnx.expected = dense<[[[-0.0, -0.25, 0x7F800000], [-2.5, 0xFF800000, 0x7FC00000]]]> : tensor<1x2x3xf32>}) {
  %0 = torch.aten.squeeze.dim(%x, dim=-2) : (tensor<1x2x1x3xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// A dimension of another size is not removed.
// CHECK-LABEL: func.func @squeeze_dim_larger
// CHECK: return %arg0 : tensor<1x2xf32>
func.func @squeeze_dim_larger(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = torch.aten.squeeze.dim(%x, dim=1) : (tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_dims
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2x1xf32>
func.func @squeeze_dims(%x: tensor<1x2x1x1xf32> {onnx.value = dense<[[[[0.75]], [[0x7FC00000]]]]> : tensor<1x2x1x1xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[0.75], [0x7FC00000]]> : tensor<2x1xf32>}) {
  %0 = torch.aten.squeeze.dims(%x, dim=[0, -1, 1]) : (tensor<1x2x1x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_copy
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2xf32>
func.func @squeeze_copy(%x: tensor<1x2x1xf32> {onnx.value = dense<[[[-0.75], [0x7FC00000]]]> : tensor<1x2x1xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[-0.75, 0x7FC00000]> : tensor<2xf32>}) {
  %0 = torch.aten.squeeze.default(%x) : (tensor<1x2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_copy_dim
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1x2xf32>
func.func @squeeze_copy_dim(%x: tensor<1x2x1xf32> {onnx.value = dense<[[[3.25], [0x7FC00000]]]> : tensor<1x2x1xf32>})
    -> (tensor<1x2xf32> {onnx.expected = dense<[[3.25, 0x7FC00000]]> : tensor<1x2xf32>}) {
  %0 = torch.aten.squeeze.dim(%x, dim=-1) : (tensor<1x2x1xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_copy_dims
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2xf32>
func.func @squeeze_copy_dims(%x: tensor<1x2x1xf32> {onnx.value = dense<[[[0x7FC00000], [-3.25]]]> : tensor<1x2x1xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0x7FC00000, -3.25]> : tensor<2xf32>}) {
  %0 = torch.aten.squeeze.dims(%x, dim=[0, 2]) : (tensor<1x2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_1d
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1xf32>
func.func @atleast_1d(%x: tensor<f32> {onnx.value = dense<0x7FC00000> : tensor<f32>})
    -> (tensor<1xf32> {onnx.expected = dense<0x7FC00000> : tensor<1xf32>}) {
  %0 = torch.aten.atleast_1d.default(%x) : (tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_2d
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1x3xf32>
func.func @atleast_2d(%x: tensor<3xf32> {onnx.value = dense<[0x7FC00000, -1.25, 0x7F800000]> : tensor<3xf32>})
    -> (tensor<1x3xf32> {onnx.expected = dense<[[0x7FC00000, -1.25, 0x7F800000]]> : tensor<1x3xf32>}) {
  %0 = torch.aten.atleast_2d.default(%x) : (tensor<3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

// The third dimension of a matrix is the last one.
// CHECK-LABEL: func.func @atleast_3d
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x1xf32>
func.func @atleast_3d(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.75, -1.0, 0x7FC00000], [-0.0, 0x7F800000, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3x1xf32> {onnx.expected = dense<[[[-2.75], [-1.0], [0x7FC00000]], [[-0.0], [0x7F800000], [0xFF800000]]]> : tensor<2x3x1xf32>}) {
  %0 = torch.aten.atleast_3d.default(%x) : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_3d_vector
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1x?x1xf32, #sym.dims<n>>
func.func @atleast_3d_vector(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[0x7FC00000, -0.25]> : tensor<2xf32>})
    -> (tensor<1x?x1xf32, #sym.dims<n>> {onnx.expected = dense<[[[0x7FC00000], [-0.25]]]> : tensor<1x2x1xf32>}) {
  %0 = torch.aten.atleast_3d.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<1x?x1xf32, #sym.dims<n>>
  return %0 : tensor<1x?x1xf32, #sym.dims<n>>
}
