// Other shapes of the same elements.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The shape is that of the result: a -1 among the sizes is known there.
// CHECK-LABEL: func.func @view
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 6]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<4x6xf32>
// CHECK: return %[[V1]] : tensor<4x6xf32>
func.func @view(%x: tensor<2x3x4xf32>) -> tensor<4x6xf32> {
  %0 = torch.aten.view.default(%x, size=[-1, 6]) : (tensor<2x3x4xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @view_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 6]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
// CHECK: return %[[V1]] : tensor<?x6xf32, #sym.dims<n>>
func.func @view_dynamic(%x: tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>> {
  %0 = torch.aten.view.default(%x, size=[-1, 6]) : (tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>>
  return %0 : tensor<?x6xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @unsafe_view
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<3x4xf32>
// CHECK: return %[[V1]] : tensor<3x4xf32>
func.func @unsafe_view(%x: tensor<2x6xf32>) -> tensor<3x4xf32> {
  %0 = torch.aten._unsafe_view.default(%x, size=[3, 4]) : (tensor<2x6xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @view_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<12> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<12xf32>
// CHECK: return %[[V1]] : tensor<12xf32>
func.func @view_copy(%x: tensor<2x6xf32>) -> tensor<12xf32> {
  %0 = torch.aten.view.default(%x, size=[12]) : (tensor<2x6xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

// Only the shape of the other tensor counts.
// CHECK-LABEL: func.func @view_as
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<3x4xf32>
// CHECK: return %[[V1]] : tensor<3x4xf32>
func.func @view_as(%x: tensor<2x6xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = torch.aten.view_as.default(%x, %y) : (tensor<2x6xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_as
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 6]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
// CHECK: return %[[V1]] : tensor<?x6xf32, #sym.dims<n>>
func.func @reshape_as(%x: tensor<?x2x3xf32, #sym.dims<n>>, %y: tensor<?x6xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>> {
  %0 = torch.aten.reshape_as.default(%x, %y) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<?x6xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>>
  return %0 : tensor<?x6xf32, #sym.dims<n>>
}

// -----

// Strides are those of memory, which ONNX does not have.
// CHECK-LABEL: func.func @reshape_alias
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<4x3xf32>
// CHECK: return %[[V1]] : tensor<4x3xf32>
func.func @reshape_alias(%x: tensor<2x6xf32>) -> tensor<4x3xf32> {
  %0 = torch.aten._reshape_alias.default(%x, size=[4, 3], stride=[3, 1]) : (tensor<2x6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_alias_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<4x3xf32>
// CHECK: return %[[V1]] : tensor<4x3xf32>
func.func @reshape_alias_copy(%x: tensor<2x6xf32>) -> tensor<4x3xf32> {
  %0 = torch.aten._reshape_alias.default(%x, size=[4, 3], stride=[3, 1]) : (tensor<2x6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @reshape_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<4x3xf32>
// CHECK: return %[[V1]] : tensor<4x3xf32>
func.func @reshape_copy(%x: tensor<2x6xf32>) -> tensor<4x3xf32> {
  %0 = torch.aten._reshape_copy.default(%x, size=[4, -1]) : (tensor<2x6xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @unflatten
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 2, 3]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x2x3xf32>
// CHECK: return %[[V1]] : tensor<2x2x3xf32>
func.func @unflatten(%x: tensor<2x6xf32>) -> tensor<2x2x3xf32> {
  %0 = torch.aten.unflatten.int(%x, dim=-1, sizes=[2, -1]) : (tensor<2x6xf32>) -> tensor<2x2x3xf32>
  return %0 : tensor<2x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @unflatten_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2, 3]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<?x2x3xf32, #sym.dims<n>>
// CHECK: return %[[V1]] : tensor<?x2x3xf32, #sym.dims<n>>
func.func @unflatten_dynamic(%x: tensor<?x6xf32, #sym.dims<n>>) -> tensor<?x2x3xf32, #sym.dims<n>> {
  %0 = torch.aten.unflatten.int(%x, dim=1, sizes=[2, 3]) : (tensor<?x6xf32, #sym.dims<n>>) -> tensor<?x2x3xf32, #sym.dims<n>>
  return %0 : tensor<?x2x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @ravel
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<6xf32>
// CHECK: return %[[V1]] : tensor<6xf32>
func.func @ravel(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = torch.aten.ravel.default(%x) : (tensor<2x3xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @ravel_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<?xf32, #sym.dims<3*n>>
// CHECK: return %[[V1]] : tensor<?xf32, #sym.dims<3*n>>
func.func @ravel_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n * 3>> {
  %0 = torch.aten.ravel.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n * 3>>
  return %0 : tensor<?xf32, #sym.dims<n * 3>>
}

// -----

// CHECK-LABEL: func.func @unsqueeze
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 1, 3]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1x3xf32>
// CHECK: return %[[V1]] : tensor<2x1x3xf32>
func.func @unsqueeze(%x: tensor<2x3xf32>) -> tensor<2x1x3xf32> {
  %0 = torch.aten.unsqueeze.default(%x, dim=-2) : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  return %0 : tensor<2x1x3xf32>
}

// -----

// CHECK-LABEL: func.func @unsqueeze_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1, 3]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<?x1x3xf32, #sym.dims<n>>
// CHECK: return %[[V1]] : tensor<?x1x3xf32, #sym.dims<n>>
func.func @unsqueeze_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x1x3xf32, #sym.dims<n>> {
  %0 = torch.aten.unsqueeze.default(%x, dim=1) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x1x3xf32, #sym.dims<n>>
  return %0 : tensor<?x1x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @unsqueeze_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 1]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: return %[[V1]] : tensor<2x3x1xf32>
func.func @unsqueeze_copy(%x: tensor<2x3xf32>) -> tensor<2x3x1xf32> {
  %0 = torch.aten.unsqueeze.default(%x, dim=-1) : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @squeeze(%x: tensor<1x2x1x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.squeeze.default(%x) : (tensor<1x2x1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Dimension 0 stays.
// CHECK-LABEL: func.func @squeeze_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2, 3]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1x2x3xf32>
// CHECK: return %[[V1]] : tensor<1x2x3xf32>
func.func @squeeze_dim(%x: tensor<1x2x1x3xf32>) -> tensor<1x2x3xf32> {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: return %[[V1]] : tensor<2x1xf32>
func.func @squeeze_dims(%x: tensor<1x2x1x1xf32>) -> tensor<2x1xf32> {
  %0 = torch.aten.squeeze.dims(%x, dim=[0, -1, 1]) : (tensor<1x2x1x1xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V1]] : tensor<2xf32>
func.func @squeeze_copy(%x: tensor<1x2x1xf32>) -> tensor<2xf32> {
  %0 = torch.aten.squeeze.default(%x) : (tensor<1x2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_copy_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1x2xf32>
// CHECK: return %[[V1]] : tensor<1x2xf32>
func.func @squeeze_copy_dim(%x: tensor<1x2x1xf32>) -> tensor<1x2xf32> {
  %0 = torch.aten.squeeze.dim(%x, dim=-1) : (tensor<1x2x1xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @squeeze_copy_dims
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V1]] : tensor<2xf32>
func.func @squeeze_copy_dims(%x: tensor<1x2x1xf32>) -> tensor<2xf32> {
  %0 = torch.aten.squeeze.dims(%x, dim=[0, 2]) : (tensor<1x2x1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_1d
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1xf32>
// CHECK: return %[[V1]] : tensor<1xf32>
func.func @atleast_1d(%x: tensor<f32>) -> tensor<1xf32> {
  %0 = torch.aten.atleast_1d.default(%x) : (tensor<f32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_2d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3xf32>
// CHECK: return %[[V1]] : tensor<1x3xf32>
func.func @atleast_2d(%x: tensor<3xf32>) -> tensor<1x3xf32> {
  %0 = torch.aten.atleast_2d.default(%x) : (tensor<3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

// -----

// The third dimension of a matrix is the last one.
// CHECK-LABEL: func.func @atleast_3d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 1]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: return %[[V1]] : tensor<2x3x1xf32>
func.func @atleast_3d(%x: tensor<2x3xf32>) -> tensor<2x3x1xf32> {
  %0 = torch.aten.atleast_3d.default(%x) : (tensor<2x3xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_3d_vector
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, -1, 1]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1x?x1xf32, #sym.dims<n>>
// CHECK: return %[[V1]] : tensor<1x?x1xf32, #sym.dims<n>>
func.func @atleast_3d_vector(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<1x?x1xf32, #sym.dims<n>> {
  %0 = torch.aten.atleast_3d.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<1x?x1xf32, #sym.dims<n>>
  return %0 : tensor<1x?x1xf32, #sym.dims<n>>
}
