// Lists of tensors: stacks, grids and blocks.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Three rows are padded to two chunks of two rows each. What follows the chunks
// is flattened.
// CHECK-LABEL: func.func @chunk_cat
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 1, 0]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.NoValue
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) : {{.*}} -> tensor<4x2xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[2, 4]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%[[V3]], %[[V4]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V6:.*]] = onnx.Concat(%[[V5]], %arg1) {axis = 1 : i64} : {{.*}} -> tensor<2x5xf32>
// CHECK: return %[[V6]] : tensor<2x5xf32>
func.func @chunk_cat(%x: tensor<3x2xf32> {onnx.value = dense<[[1.5, 0.25], [1.5, 0.75], [-1.0, 0.75]]> : tensor<3x2xf32>},
                     %y: tensor<2x1xf32> {onnx.value = dense<[[1.5], [0.0]]> : tensor<2x1xf32>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[1.5, 0.25, 1.5, 0.75, 1.5], [-1.0, 0.75, 0.0, 0.0, 0.0]]> : tensor<2x5xf32>}) {
  %0 = torch.aten._chunk_cat.default([%x, %y], dim=0, num_chunks=2) : (tensor<3x2xf32>, tensor<2x1xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func.func @chunk_cat_dynamic
// CHECK: onnx.Add
// CHECK: onnx.Mod
// CHECK: onnx.Mul
// CHECK: onnx.Pad(%arg0, {{.*}})
func.func @chunk_cat_dynamic(%x: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<2x?xf32, #sym.dims<(n + 1) floordiv 2 * 2>> {onnx.expected = dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 0.0, 0.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten._chunk_cat.default([%x], dim=0, num_chunks=2) : (tensor<?x2xf32, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<(n + 1) floordiv 2 * 2>>
  return %0 : tensor<2x?xf32, #sym.dims<(n + 1) floordiv 2 * 2>>
}

// -----

// CHECK-LABEL: func.func @atleast_1d
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1xf32>
// CHECK: return %[[V1]], %arg1 : tensor<1xf32>, tensor<2xf32>
func.func @atleast_1d(%x: tensor<f32> {onnx.value = dense<-0.25> : tensor<f32>},
                      %y: tensor<2xf32> {onnx.value = dense<[-1.75, 1.75]> : tensor<2xf32>})
    -> (tensor<1xf32> {onnx.expected = dense<-0.25> : tensor<1xf32>},
        tensor<2xf32> {onnx.expected = dense<[-1.75, 1.75]> : tensor<2xf32>}) {
  %0:2 = torch.aten.atleast_1d.Sequence([%x, %y]) : (tensor<f32>, tensor<2xf32>) -> (tensor<1xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<1xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_2d
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, -1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg1, %[[V2]]) : {{.*}} -> tensor<1x?xf32, #sym.dims<n>>
// CHECK: return %[[V1]], %[[V3]] : tensor<1x1xf32>, tensor<1x?xf32, #sym.dims<n>>
func.func @atleast_2d(%x: tensor<f32> {onnx.value = dense<2.0> : tensor<f32>},
                      %y: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-1.75, 1.0]> : tensor<2xf32>})
    -> (tensor<1x1xf32> {onnx.expected = dense<2.0> : tensor<1x1xf32>},
        tensor<1x?xf32, #sym.dims<n>> {onnx.expected = dense<[[-1.75, 1.0]]> : tensor<1x2xf32>}) {
  %0:2 = torch.aten.atleast_2d.Sequence([%x, %y]) : (tensor<f32>, tensor<?xf32, #sym.dims<n>>) -> (tensor<1x1xf32>, tensor<1x?xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<1x1xf32>, tensor<1x?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @atleast_3d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2, 1]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<1x2x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 3, 1]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg1, %[[V2]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: return %[[V1]], %[[V3]] : tensor<1x2x1xf32>, tensor<2x3x1xf32>
func.func @atleast_3d(%x: tensor<2xf32> {onnx.value = dense<[0.5, 0.25]> : tensor<2xf32>},
                      %y: tensor<2x3xf32> {onnx.value = dense<[[1.0, -0.25, 0.25], [0.25, -0.5, -1.75]]> : tensor<2x3xf32>})
    -> (tensor<1x2x1xf32> {onnx.expected = dense<[[[0.5], [0.25]]]> : tensor<1x2x1xf32>},
        tensor<2x3x1xf32> {onnx.expected = dense<[[[1.0], [-0.25], [0.25]], [[0.25], [-0.5], [-1.75]]]> : tensor<2x3x1xf32>}) {
  %0:2 = torch.aten.atleast_3d.Sequence([%x, %y]) : (tensor<2xf32>, tensor<2x3xf32>) -> (tensor<1x2x1xf32>, tensor<2x3x1xf32>)
  return %0#0, %0#1 : tensor<1x2x1xf32>, tensor<2x3x1xf32>
}

// -----

// A vector is a row, a scalar one element. Each is padded with the widths of
// the others.
// CHECK-LABEL: func.func @block_diag
// CHECK: onnx.Pad(%arg0, {{.*}})
// CHECK: onnx.Unsqueeze(%arg1, {{.*}})
// CHECK: onnx.Concat({{.*}}) {axis = 0 : i64}
func.func @block_diag(%x: tensor<2x3xf32> {onnx.value = dense<[[1.0, -1.25, 0.75], [2.0, 2.0, -0.5]]> : tensor<2x3xf32>},
                      %y: tensor<2xf32> {onnx.value = dense<[0.25, 0.5]> : tensor<2xf32>},
                      %z: tensor<f32> {onnx.value = dense<-0.75> : tensor<f32>})
    -> (tensor<4x6xf32> {onnx.expected = dense<[[1.0, -1.25, 0.75, 0.0, 0.0, 0.0], [2.0, 2.0, -0.5, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.25, 0.5, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, -0.75]]> : tensor<4x6xf32>}) {
  %0 = torch.aten.block_diag.default([%x, %y, %z]) : (tensor<2x3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @block_diag_dynamic
// CHECK: onnx.Shape(%arg0) {end = 1 : i64}
// CHECK: onnx.Concat({{.*}}) {axis = 0 : i64}
// CHECK: onnx.Pad(%arg0, {{.*}})
func.func @block_diag_dynamic(%x: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[0.25, 2.0], [-0.75, 0.25]]> : tensor<2x2xf32>},
                              %y: tensor<2x?xf32, #sym.dims<n>> {onnx.value = dense<[[0.25, -1.75], [0.5, 0.25]]> : tensor<2x2xf32>})
    -> (tensor<?x?xf32, #sym.dims<n + 2, n + 2>> {onnx.expected = dense<[[0.25, 2.0, 0.0, 0.0], [-0.75, 0.25, 0.0, 0.0], [0.0, 0.0, 0.25, -1.75], [0.0, 0.0, 0.5, 0.25]]> : tensor<4x4xf32>}) {
  %0 = torch.aten.block_diag.default([%x, %y]) : (tensor<?x2xf32, #sym.dims<n>>, tensor<2x?xf32, #sym.dims<n>>) -> tensor<?x?xf32, #sym.dims<n + 2, n + 2>>
  return %0 : tensor<?x?xf32, #sym.dims<n + 2, n + 2>>
}

// -----

// The dtypes stay.
// CHECK-LABEL: func.func @broadcast_tensors
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]]) : {{.*}} -> tensor<3x2xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[3, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Expand(%arg1, %[[V2]]) : {{.*}} -> tensor<3x2xi64>
// CHECK: return %[[V1]], %[[V3]] : tensor<3x2xf32>, tensor<3x2xi64>
func.func @broadcast_tensors(%x: tensor<3x1xf32> {onnx.value = dense<[[-1.5], [-1.0], [0.25]]> : tensor<3x1xf32>},
                             %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[-1.5, -1.5], [-1.0, -1.0], [0.25, 0.25]]> : tensor<3x2xf32>},
        tensor<3x2xi64> {onnx.expected = dense<[[0, 1], [0, 1], [0, 1]]> : tensor<3x2xi64>}) {
  %0:2 = torch.aten.broadcast_tensors.default([%x, %y]) : (tensor<3x1xf32>, tensor<2xi64>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi64>
}

// -----

// CHECK-LABEL: func.func @broadcast_tensors_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) {end = 1 : i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Concat(%[[V0]], %[[V1]]) {axis = 0 : i64} : {{.*}} -> tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Expand(%arg0, %[[V2]]) : {{.*}} -> tensor<?x2xf32, #sym.dims<n>>
// CHECK: %[[V4:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Concat(%[[V0]], %[[V4]]) {axis = 0 : i64} : {{.*}} -> tensor<2xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%arg1, %[[V5]]) : {{.*}} -> tensor<?x2xf32, #sym.dims<n>>
// CHECK: return %[[V3]], %[[V6]] : tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>
func.func @broadcast_tensors_dynamic(%x: tensor<?x1xf32, #sym.dims<n>> {onnx.value = dense<[[-1.0], [0.0]]> : tensor<2x1xf32>},
                                     %y: tensor<1x2xf32> {onnx.value = dense<[[-0.25, 1.25]]> : tensor<1x2xf32>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[-1.0, -1.0], [0.0, 0.0]]> : tensor<2x2xf32>},
        tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.25, 1.25], [-0.25, 1.25]]> : tensor<2x2xf32>}) {
  %0:2 = torch.aten.broadcast_tensors.default([%x, %y]) : (tensor<?x1xf32, #sym.dims<n>>, tensor<1x2xf32>) -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>
}

// -----

// Which of two dynamic sizes is 1 shows at run time.
// CHECK-LABEL: func.func @broadcast_tensors_open
// CHECK: %[[V0:.*]] = onnx.Shape(%arg1)
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]]) : {{.*}} -> tensor<?xf32, #sym.dims<u0>>
// CHECK: %[[V2:.*]] = onnx.Shape(%arg0)
// CHECK: %[[V3:.*]] = onnx.Expand(%arg1, %[[V2]]) : {{.*}} -> tensor<?xf32, #sym.dims<u0>>
// CHECK: return %[[V1]], %[[V3]]
func.func @broadcast_tensors_open(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
                                  %y: tensor<?xf32, #sym.dims<m>> {onnx.value = dense<4.0> : tensor<1xf32>})
    -> (tensor<?xf32, #sym.dims<u0>> {onnx.expected = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
        tensor<?xf32, #sym.dims<u0>> {onnx.expected = dense<4.0> : tensor<3xf32>}) {
  %0:2 = torch.aten.broadcast_tensors.default([%x, %y]) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<m>>) -> (tensor<?xf32, #sym.dims<u0>>, tensor<?xf32, #sym.dims<u0>>)
  return %0#0, %0#1 : tensor<?xf32, #sym.dims<u0>>, tensor<?xf32, #sym.dims<u0>>
}

// -----

// The last vector runs fastest.
// CHECK-LABEL: func.func @cartesian_prod
// CHECK: onnx.Unsqueeze(%arg0, {{.*}})
// CHECK: onnx.Expand
// CHECK: onnx.Concat({{.*}}) {axis = 2 : i64}
func.func @cartesian_prod(%x: tensor<2xf32> {onnx.value = dense<[-1.25, -0.75]> : tensor<2xf32>},
                          %y: tensor<3xf32> {onnx.value = dense<[1.75, 1.25, 0.5]> : tensor<3xf32>})
    -> (tensor<6x2xf32> {onnx.expected = dense<[[-1.25, 1.75], [-1.25, 1.25], [-1.25, 0.5], [-0.75, 1.75], [-0.75, 1.25], [-0.75, 0.5]]> : tensor<6x2xf32>}) {
  %0 = torch.aten.cartesian_prod.default([%x, %y]) : (tensor<2xf32>, tensor<3xf32>) -> tensor<6x2xf32>
  return %0 : tensor<6x2xf32>
}

// -----

// A single vector stays a vector.
// CHECK-LABEL: func.func @cartesian_prod_one
// CHECK: return %arg0 : tensor<3xf32>
func.func @cartesian_prod_one(%x: tensor<3xf32> {onnx.value = dense<[0.0, -0.75, 1.25]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0, -0.75, 1.25]> : tensor<3xf32>}) {
  %0 = torch.aten.cartesian_prod.default([%x]) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// A vector is a column.
// CHECK-LABEL: func.func @column_stack
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg0, %[[V1]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V0:.*]] = onnx.Cast(%arg2) {to = f32} : {{.*}} -> tensor<2xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%[[V0]], %[[V3]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V5:.*]] = onnx.Concat(%[[V2]], %arg1, %[[V4]]) {axis = 1 : i64} : {{.*}} -> tensor<2x5xf32>
// CHECK: return %[[V5]] : tensor<2x5xf32>
func.func @column_stack(%x: tensor<2xf32> {onnx.value = dense<[-0.75, -0.5]> : tensor<2xf32>},
                        %y: tensor<2x3xf32> {onnx.value = dense<[[0.0, -1.25, -1.75], [-1.75, -0.5, 1.25]]> : tensor<2x3xf32>},
                        %z: tensor<2xi32> {onnx.value = dense<1> : tensor<2xi32>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[-0.75, 0.0, -1.25, -1.75, 1.0], [-0.5, -1.75, -0.5, 1.25, 1.0]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.column_stack.default([%x, %y, %z]) : (tensor<2xf32>, tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func.func @column_stack_scalars
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%[[V1]], %[[V2]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Unsqueeze(%arg1, %[[V4]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%[[V5]], %[[V6]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V8:.*]] = onnx.Concat(%[[V3]], %[[V7]]) {axis = 1 : i64} : {{.*}} -> tensor<1x2xf32>
// CHECK: return %[[V8]] : tensor<1x2xf32>
func.func @column_stack_scalars(%x: tensor<f32> {onnx.value = dense<1.0> : tensor<f32>},
                                %y: tensor<f32> {onnx.value = dense<1.75> : tensor<f32>})
    -> (tensor<1x2xf32> {onnx.expected = dense<[[1.0, 1.75]]> : tensor<1x2xf32>}) {
  %0 = torch.aten.column_stack.default([%x, %y]) : (tensor<f32>, tensor<f32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @dstack
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[V2:.*]] = onnx.Concat(%[[V1]], %arg1) {axis = 2 : i64} : {{.*}} -> tensor<2x3x3xf32>
// CHECK: return %[[V2]] : tensor<2x3x3xf32>
func.func @dstack(%x: tensor<2x3xf32> {onnx.value = dense<[[1.75, -1.75, 1.25], [-1.25, 1.0, -0.25]]> : tensor<2x3xf32>},
                  %y: tensor<2x3x2xf32> {onnx.value = dense<[[[-1.25, 2.0], [2.0, -0.75], [-1.5, 1.0]], [[-1.75, -1.25], [1.75, -2.0], [1.75, 2.0]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[1.75, -1.25, 2.0], [-1.75, 2.0, -0.75], [1.25, -1.5, 1.0]], [[-1.25, -1.75, -1.25], [1.0, 1.75, -2.0], [-0.25, 1.75, 2.0]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.dstack.default([%x, %y]) : (tensor<2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @dstack_vectors
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V4:.*]] = onnx.Concat(%[[V1]], %[[V3]]) {axis = 2 : i64} : {{.*}} -> tensor<1x3x2xf32>
// CHECK: return %[[V4]] : tensor<1x3x2xf32>
func.func @dstack_vectors(%x: tensor<3xf32> {onnx.value = dense<[2.0, 2.0, 0.5]> : tensor<3xf32>},
                          %y: tensor<3xf32> {onnx.value = dense<[-0.75, -0.75, -0.25]> : tensor<3xf32>})
    -> (tensor<1x3x2xf32> {onnx.expected = dense<[[[2.0, -0.75], [2.0, -0.75], [0.5, -0.25]]]> : tensor<1x3x2xf32>}) {
  %0 = torch.aten.dstack.default([%x, %y]) : (tensor<3xf32>, tensor<3xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @hstack
// CHECK: %[[V0:.*]] = onnx.Concat(%arg0, %arg1) {axis = 1 : i64} : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V0]] : tensor<2x4xf32>
func.func @hstack(%x: tensor<2x1xf32> {onnx.value = dense<[[0.5], [-1.5]]> : tensor<2x1xf32>},
                  %y: tensor<2x3xf32> {onnx.value = dense<[[-2.0, 0.5, -0.25], [1.25, -1.5, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0.5, -2.0, 0.5, -0.25], [-1.5, 1.25, -1.5, 0.25]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.hstack.default([%x, %y]) : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// PyTorch ignores an empty vector beside matrices.
// CHECK-LABEL: func.func @hstack_empty
// CHECK: onnx.Concat(%arg0, %arg0) {axis = 1 : i64}
func.func @hstack_empty(%x: tensor<2x1xf32> {onnx.value = dense<[[0.5], [-1.5]]> : tensor<2x1xf32>}, %y: tensor<0xf32> {onnx.value = dense<> : tensor<0xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[0.5, 0.5], [-1.5, -1.5]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.hstack.default([%x, %y, %x]) : (tensor<2x1xf32>, tensor<0xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Vectors have no other dimension than the first.
// CHECK-LABEL: func.func @hstack_vectors
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V2:.*]] = onnx.Concat(%[[V1]], %arg1) {axis = 0 : i64} : {{.*}} -> tensor<?xf32, #sym.dims<n + 1>>
// CHECK: return %[[V2]] : tensor<?xf32, #sym.dims<n + 1>>
func.func @hstack_vectors(%x: tensor<f32> {onnx.value = dense<-0.75> : tensor<f32>},
                          %y: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-0.25, -1.25]> : tensor<2xf32>})
    -> (tensor<?xf32, #sym.dims<n + 1>> {onnx.expected = dense<[-0.75, -0.25, -1.25]> : tensor<3xf32>}) {
  %0 = torch.aten.hstack.default([%x, %y]) : (tensor<f32>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n + 1>>
  return %0 : tensor<?xf32, #sym.dims<n + 1>>
}

// -----

// CHECK-LABEL: func.func @vstack
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3xf32>
// CHECK: %[[V2:.*]] = onnx.Concat(%[[V1]], %arg1) {axis = 0 : i64} : {{.*}} -> tensor<3x3xf32>
// CHECK: return %[[V2]] : tensor<3x3xf32>
func.func @vstack(%x: tensor<3xf32> {onnx.value = dense<[0.25, 1.0, -0.25]> : tensor<3xf32>},
                  %y: tensor<2x3xf32> {onnx.value = dense<[[-1.5, -0.5, -1.5], [-1.25, 1.25, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[0.25, 1.0, -0.25], [-1.5, -0.5, -1.5], [-1.25, 1.25, -0.5]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.vstack.default([%x, %y]) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @vstack_dynamic
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg1, %[[V1]]) : {{.*}} -> tensor<1x3xf64>
// CHECK: %[[V3:.*]] = onnx.Concat(%[[V0]], %[[V2]]) {axis = 0 : i64} : {{.*}} -> tensor<?x3xf64, #sym.dims<n + 1>>
// CHECK: return %[[V3]] : tensor<?x3xf64, #sym.dims<n + 1>>
func.func @vstack_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0.5, -0.75, -1.25], [-0.75, 1.0, -2.0]]> : tensor<2x3xf32>},
                          %y: tensor<3xf64> {onnx.value = dense<[-1.0, 2.0, 1.75]> : tensor<3xf64>})
    -> (tensor<?x3xf64, #sym.dims<n + 1>> {onnx.expected = dense<[[0.5, -0.75, -1.25], [-0.75, 1.0, -2.0], [-1.0, 2.0, 1.75]]> : tensor<3x3xf64>}) {
  %0 = torch.aten.vstack.default([%x, %y]) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf64>) -> tensor<?x3xf64, #sym.dims<n + 1>>
  return %0 : tensor<?x3xf64, #sym.dims<n + 1>>
}

// -----

// CHECK-LABEL: func.func @meshgrid
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Expand(%[[V1]], %[[V2]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Unsqueeze(%arg1, %[[V4]]) : {{.*}} -> tensor<1x3xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V7:.*]] = onnx.Expand(%[[V5]], %[[V6]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V3]], %[[V7]] : tensor<2x3xf32>, tensor<2x3xf32>
func.func @meshgrid(%x: tensor<2xf32> {onnx.value = dense<[-1.75, 2.0]> : tensor<2xf32>},
                    %y: tensor<3xf32> {onnx.value = dense<[0.5, -0.25, -1.25]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-1.75, -1.75, -1.75], [2.0, 2.0, 2.0]]> : tensor<2x3xf32>},
        tensor<2x3xf32> {onnx.expected = dense<[[0.5, -0.25, -1.25], [0.5, -0.25, -1.25]]> : tensor<2x3xf32>}) {
  %0:2 = torch.aten.meshgrid.default([%x, %y]) : (tensor<2xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Only the first two dimensions change places.
// CHECK-LABEL: func.func @meshgrid_indexing
// CHECK: onnx.Unsqueeze(%arg0, {{.*}})
// CHECK: onnx.Shape(%arg2)
// CHECK: onnx.Concat({{.*}}) {axis = 0 : i64}
func.func @meshgrid_indexing(%x: tensor<2xf32> {onnx.value = dense<[0.75, 2.0]> : tensor<2xf32>},
                             %y: tensor<3xf32> {onnx.value = dense<[-1.75, 0.5, 0.25]> : tensor<3xf32>},
                             %z: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-1.0, -0.25]> : tensor<2xf32>})
    -> (tensor<3x2x?xf32, #sym.dims<n>> {onnx.expected = dense<[[[0.75, 0.75], [2.0, 2.0]], [[0.75, 0.75], [2.0, 2.0]], [[0.75, 0.75], [2.0, 2.0]]]> : tensor<3x2x2xf32>},
        tensor<3x2x?xf32, #sym.dims<n>> {onnx.expected = dense<[[[-1.75, -1.75], [-1.75, -1.75]], [[0.5, 0.5], [0.5, 0.5]], [[0.25, 0.25], [0.25, 0.25]]]> : tensor<3x2x2xf32>},
        tensor<3x2x?xf32, #sym.dims<n>> {onnx.expected = dense<[[[-1.0, -0.25], [-1.0, -0.25]], [[-1.0, -0.25], [-1.0, -0.25]], [[-1.0, -0.25], [-1.0, -0.25]]]> : tensor<3x2x2xf32>}) {
  %0:3 = torch.aten.meshgrid.indexing([%x, %y, %z], indexing="xy") : (tensor<2xf32>, tensor<3xf32>, tensor<?xf32, #sym.dims<n>>) -> (tensor<3x2x?xf32, #sym.dims<n>>, tensor<3x2x?xf32, #sym.dims<n>>, tensor<3x2x?xf32, #sym.dims<n>>)
  return %0#0, %0#1, %0#2 : tensor<3x2x?xf32, #sym.dims<n>>, tensor<3x2x?xf32, #sym.dims<n>>, tensor<3x2x?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @meshgrid_scalar
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%[[V1]], %[[V2]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.Expand(%[[V3]], %[[V4]]) : {{.*}} -> tensor<1x2xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%arg1, %[[V6]]) : {{.*}} -> tensor<1x2xf32>
// CHECK: return %[[V5]], %[[V7]] : tensor<1x2xf32>, tensor<1x2xf32>
func.func @meshgrid_scalar(%x: tensor<f32> {onnx.value = dense<2.0> : tensor<f32>},
                           %y: tensor<2xf32> {onnx.value = dense<[0.75, -1.25]> : tensor<2xf32>})
    -> (tensor<1x2xf32> {onnx.expected = dense<2.0> : tensor<1x2xf32>},
        tensor<1x2xf32> {onnx.expected = dense<[[0.75, -1.25]]> : tensor<1x2xf32>}) {
  %0:2 = torch.aten.meshgrid.indexing([%x, %y], indexing="ij") : (tensor<f32>, tensor<2xf32>) -> (tensor<1x2xf32>, tensor<1x2xf32>)
  return %0#0, %0#1 : tensor<1x2xf32>, tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @pad_sequence
// CHECK-DAG: %[[ROWS:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK-DAG: %[[NONE:.*]] = onnx.Constant dense<0> : tensor<3xi64>
// CHECK-DAG: %[[PADS:.*]] = onnx.Concat(%[[ROWS]], %[[NONE]])
// CHECK-DAG: %[[FILLER:.*]] = onnx.Constant dense<1.500000e+00> : tensor<f32>
// CHECK: %[[X:.*]] = onnx.Pad(%arg0, %[[PADS]], %[[FILLER]], %{{.*}}) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[X1:.*]] = onnx.Unsqueeze(%[[X]],
// CHECK: %[[Y1:.*]] = onnx.Unsqueeze(%arg1,
// CHECK: onnx.Concat(%[[X1]], %[[Y1]]) {axis = 0 : i64} : {{.*}} -> tensor<2x4x3xf32>
func.func @pad_sequence(%x: tensor<2x3xf32> {onnx.value = dense<[[0.25, 0.0, -1.5], [-1.25, 1.25, 1.25]]> : tensor<2x3xf32>},
                        %y: tensor<4x3xf32> {onnx.value = dense<[[-2.0, 1.75, 1.5], [-2.0, -0.5, 0.75], [1.0, -2.0, 0.0], [-0.5, -1.5, 1.5]]> : tensor<4x3xf32>})
    -> (tensor<2x4x3xf32> {onnx.expected = dense<[[[1.5, 1.5, 1.5], [1.5, 1.5, 1.5], [0.25, 0.0, -1.5], [-1.25, 1.25, 1.25]], [[-2.0, 1.75, 1.5], [-2.0, -0.5, 0.75], [1.0, -2.0, 0.0], [-0.5, -1.5, 1.5]]]> : tensor<2x4x3xf32>}) {
  %0 = torch.aten.pad_sequence.default([%x, %y], true, 1.5, "left") : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// Which one is the longest, the run tells.
// CHECK-LABEL: func.func @pad_sequence_dynamic
// CHECK: %[[M:.*]] = onnx.Max(
// CHECK: %[[D:.*]] = onnx.Sub(%[[M]], %{{.*}})
// CHECK: %[[P:.*]] = onnx.Concat(%{{.*}}, %[[D]])
// CHECK: onnx.Pad(%arg0, %[[P]],
// CHECK: onnx.Sub(%[[M]],
// CHECK: onnx.Pad(%arg1,
// CHECK: onnx.Concat({{.*}} {axis = 1 : i64} : {{.*}} -> tensor<?x2xi32, #sym.dims<u0>>
func.func @pad_sequence_dynamic(%x: tensor<?xi32, #sym.dims<n>> {onnx.value = dense<[1, 0]> : tensor<2xi32>},
                                %y: tensor<?xi32, #sym.dims<m>> {onnx.value = dense<1> : tensor<3xi32>})
    -> (tensor<?x2xi32, #sym.dims<u0>> {onnx.expected = dense<[[1, 1], [0, 1], [0, 1]]> : tensor<3x2xi32>}) {
  %0 = torch.aten.pad_sequence.default([%x, %y]) : (tensor<?xi32, #sym.dims<n>>, tensor<?xi32, #sym.dims<m>>) -> tensor<?x2xi32, #sym.dims<u0>>
  return %0 : tensor<?x2xi32, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @pad_sequence_of_one_length
// CHECK-NOT: onnx.Pad
// CHECK: onnx.Concat({{.*}} {axis = 1 : i64} : {{.*}} -> tensor<?x2x3xf32, #sym.dims<n>>
func.func @pad_sequence_of_one_length(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0.0, -1.0, 1.5], [-1.5, -1.0, -0.25]]> : tensor<2x3xf32>})
    -> (tensor<?x2x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[0.0, -1.0, 1.5], [0.0, -1.0, 1.5]], [[-1.5, -1.0, -0.25], [-1.5, -1.0, -0.25]]]> : tensor<2x2x3xf32>}) {
  %0 = torch.aten.pad_sequence.default([%x, %x], padding_value=2.0) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x2x3xf32, #sym.dims<n>>
  return %0 : tensor<?x2x3xf32, #sym.dims<n>>
}
