// Lists of tensors: stacks, grids and blocks.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Three rows are padded to two chunks of two rows each. What follows the chunks
// is flattened.
// CHECK-LABEL: func.func @chunk_cat
// CHECK: onnx.Pad(%arg0, {{.*}}) : {{.*}} -> tensor<4x2xf32>
func.func @chunk_cat(%x: tensor<3x2xf32> {onnx.value = dense<[[0x7FC00000, -0.0], [0x7F800000, 2.75], [-1.0, 0xFF800000]]> : tensor<3x2xf32>},
                     %y: tensor<2x1xf32> {onnx.value = dense<[[3.25], [0x7FC00000]]> : tensor<2x1xf32>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[0x7FC00000, -0.0, 0x7F800000, 2.75, 3.25], [-1.0, 0xFF800000, 0.0, 0.0, 0x7FC00000]]> : tensor<2x5xf32>}) {
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
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1xf32>
func.func @atleast_1d(%x: tensor<f32> {onnx.value = dense<0x7FC00000> : tensor<f32>},
                      %y: tensor<2xf32> {onnx.value = dense<[0x7FC00000, 1.5]> : tensor<2xf32>})
    -> (tensor<1xf32> {onnx.expected = dense<0x7FC00000> : tensor<1xf32>},
        tensor<2xf32> {onnx.expected = dense<[0x7FC00000, 1.5]> : tensor<2xf32>}) {
  %0:2 = torch.aten.atleast_1d.Sequence([%x, %y]) : (tensor<f32>, tensor<2xf32>) -> (tensor<1xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<1xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @atleast_2d
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Reshape(%arg1, {{.*}}) : {{.*}} -> tensor<1x?xf32, #sym.dims<n>>
func.func @atleast_2d(%x: tensor<f32> {onnx.value = dense<0x7FC00000> : tensor<f32>},
                      %y: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-1.0, 0x7FC00000]> : tensor<2xf32>})
    -> (tensor<1x1xf32> {onnx.expected = dense<0x7FC00000> : tensor<1x1xf32>},
        tensor<1x?xf32, #sym.dims<n>> {onnx.expected = dense<[[-1.0, 0x7FC00000]]> : tensor<1x2xf32>}) {
  %0:2 = torch.aten.atleast_2d.Sequence([%x, %y]) : (tensor<f32>, tensor<?xf32, #sym.dims<n>>) -> (tensor<1x1xf32>, tensor<1x?xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<1x1xf32>, tensor<1x?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @atleast_3d
// CHECK: onnx.Reshape(%arg0, {{.*}}) : {{.*}} -> tensor<1x2x1xf32>
// CHECK: onnx.Reshape(%arg1, {{.*}}) : {{.*}} -> tensor<2x3x1xf32>
func.func @atleast_3d(%x: tensor<2xf32> {onnx.value = dense<[0x7FC00000, -1.0]> : tensor<2xf32>},
                      %y: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -0.0, 0.0], [0xFF800000, 0x7F800000, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<1x2x1xf32> {onnx.expected = dense<[[[0x7FC00000], [-1.0]]]> : tensor<1x2x1xf32>},
        tensor<2x3x1xf32> {onnx.expected = dense<[[[0x7FC00000], [-0.0], [0.0]], [[0xFF800000], [0x7F800000], [0.25]]]> : tensor<2x3x1xf32>}) {
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
// CHECK: onnx.Expand(%arg0, {{.*}}) : {{.*}} -> tensor<3x2xf32>
// CHECK: onnx.Expand(%arg1, {{.*}}) : {{.*}} -> tensor<3x2xi64>
func.func @broadcast_tensors(%x: tensor<3x1xf32> {onnx.value = dense<[[-2.625], [-2.25], [1.375]]> : tensor<3x1xf32>},
                             %y: tensor<2xi64> {onnx.value = dense<[-9223372036854775808, 1]> : tensor<2xi64>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[-2.625, -2.625], [-2.25, -2.25], [1.375, 1.375]]> : tensor<3x2xf32>},
        tensor<3x2xi64> {onnx.expected = dense<[[-9223372036854775808, 1], [-9223372036854775808, 1], [-9223372036854775808, 1]]> : tensor<3x2xi64>}) {
  %0:2 = torch.aten.broadcast_tensors.default([%x, %y]) : (tensor<3x1xf32>, tensor<2xi64>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi64>
}

// -----

// CHECK-LABEL: func.func @broadcast_tensors_dynamic
// CHECK: onnx.Concat({{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<2xi64>
// CHECK: onnx.Expand(%arg1, {{.*}}) : {{.*}} -> tensor<?x2xf32, #sym.dims<n>>
func.func @broadcast_tensors_dynamic(%x: tensor<?x1xf32, #sym.dims<n>> {onnx.value = dense<[[-1.25], [-3.25]]> : tensor<2x1xf32>},
                                     %y: tensor<1x2xf32> {onnx.value = dense<[[-2.25, 1.5]]> : tensor<1x2xf32>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[-1.25, -1.25], [-3.25, -3.25]]> : tensor<2x2xf32>},
        tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[-2.25, 1.5], [-2.25, 1.5]]> : tensor<2x2xf32>}) {
  %0:2 = torch.aten.broadcast_tensors.default([%x, %y]) : (tensor<?x1xf32, #sym.dims<n>>, tensor<1x2xf32>) -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>
}

// -----

// Which of two dynamic sizes is 1 shows at run time.
// CHECK-LABEL: func.func @broadcast_tensors_open
// CHECK: onnx.Shape(%arg0)
// CHECK: onnx.Expand(%arg1, {{.*}}) : {{.*}} -> tensor<?xf32, #sym.dims<u0>>
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
// CHECK: onnx.Unsqueeze({{.*}}) : {{.*}} -> tensor<2x1xf32>
// CHECK: onnx.Concat({{.*}}, %arg1, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x5xf32>
func.func @column_stack(%x: tensor<2xf32> {onnx.value = dense<[0x7FC00000, 2.5]> : tensor<2xf32>},
                        %y: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0.5], [-1.75, -0.0, 0xFF800000]]> : tensor<2x3xf32>},
                        %z: tensor<2xi32> {onnx.value = dense<[-2147483648, 6]> : tensor<2xi32>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, 0x7FC00000, 0.5, -2147483600.0], [2.5, -1.75, -0.0, 0xFF800000, 6.0]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.column_stack.default([%x, %y, %z]) : (tensor<2xf32>, tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func.func @column_stack_scalars
// CHECK: onnx.Unsqueeze({{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Concat({{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<1x2xf32>
func.func @column_stack_scalars(%x: tensor<f32> {onnx.value = dense<-0.25> : tensor<f32>},
                                %y: tensor<f32> {onnx.value = dense<2.75> : tensor<f32>})
    -> (tensor<1x2xf32> {onnx.expected = dense<[[-0.25, 2.75]]> : tensor<1x2xf32>}) {
  %0 = torch.aten.column_stack.default([%x, %y]) : (tensor<f32>, tensor<f32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// CHECK-LABEL: func.func @dstack
// CHECK: onnx.Unsqueeze(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: onnx.Concat({{.*}}, %arg1) {axis = 2 : i64} : {{.*}} -> tensor<2x3x3xf32>
func.func @dstack(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, -2.25], [-0.0, 0xFF800000, 1.25]]> : tensor<2x3xf32>},
                  %y: tensor<2x3x2xf32> {onnx.value = dense<[[[-0.0, 0x7F800000], [0.0, -3.0], [-1.5, 0.5]], [[-1.0e+38, 3.25], [1.0e+38, 0xFF800000], [-2.0, 0x7FC00000]]]> : tensor<2x3x2xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[0x7F800000, -0.0, 0x7F800000], [0x7FC00000, 0.0, -3.0], [-2.25, -1.5, 0.5]], [[-0.0, -1.0e+38, 3.25], [0xFF800000, 1.0e+38, 0xFF800000], [1.25, -2.0, 0x7FC00000]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.dstack.default([%x, %y]) : (tensor<2x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @dstack_vectors
// CHECK: onnx.Unsqueeze(%arg1, {{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: onnx.Concat({{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<1x3x2xf32>
func.func @dstack_vectors(%x: tensor<3xf32> {onnx.value = dense<[-1.875, 0.5, 1.375]> : tensor<3xf32>},
                          %y: tensor<3xf32> {onnx.value = dense<[2.75, -3.0, 1.375]> : tensor<3xf32>})
    -> (tensor<1x3x2xf32> {onnx.expected = dense<[[[-1.875, 2.75], [0.5, -3.0], [1.375, 1.375]]]> : tensor<1x3x2xf32>}) {
  %0 = torch.aten.dstack.default([%x, %y]) : (tensor<3xf32>, tensor<3xf32>) -> tensor<1x3x2xf32>
  return %0 : tensor<1x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @hstack
// CHECK: onnx.Concat(%arg0, %arg1) {axis = 1 : i64} : {{.*}} -> tensor<2x4xf32>
func.func @hstack(%x: tensor<2x1xf32> {onnx.value = dense<[[0x7FC00000], [2.5]]> : tensor<2x1xf32>},
                  %y: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0xFF800000, -2.0], [0x7F800000, 3.0, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0x7FC00000, -0.0, 0xFF800000, -2.0], [2.5, 0x7F800000, 3.0, 0x7FC00000]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.hstack.default([%x, %y]) : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// PyTorch ignores an empty vector beside matrices.
// CHECK-LABEL: func.func @hstack_empty
// CHECK: onnx.Concat(%arg0, %arg0) {axis = 1 : i64}
func.func @hstack_empty(%x: tensor<2x1xf32> {onnx.value = dense<[[0.5], [-1.5]]> : tensor<2x1xf32>},
                        %y: tensor<0xf32> {onnx.value = dense<> : tensor<0xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[0.5, 0.5], [-1.5, -1.5]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.hstack.default([%x, %y, %x]) : (tensor<2x1xf32>, tensor<0xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Vectors have no other dimension than the first.
// CHECK-LABEL: func.func @hstack_vectors
// CHECK: onnx.Unsqueeze(%arg0, {{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: onnx.Concat({{.*}}, %arg1) {axis = 0 : i64} : {{.*}} -> tensor<?xf32, #sym.dims<n + 1>>
func.func @hstack_vectors(%x: tensor<f32> {onnx.value = dense<0x7FC00000> : tensor<f32>},
                          %y: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[0x7FC00000, 2.75]> : tensor<2xf32>})
    -> (tensor<?xf32, #sym.dims<n + 1>> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 2.75]> : tensor<3xf32>}) {
  %0 = torch.aten.hstack.default([%x, %y]) : (tensor<f32>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n + 1>>
  return %0 : tensor<?xf32, #sym.dims<n + 1>>
}

// -----

// CHECK-LABEL: func.func @vstack
// CHECK: onnx.Unsqueeze(%arg0, {{.*}}) : {{.*}} -> tensor<1x3xf32>
// CHECK: onnx.Concat({{.*}}, %arg1) {axis = 0 : i64} : {{.*}} -> tensor<3x3xf32>
func.func @vstack(%x: tensor<3xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 2.5]> : tensor<3xf32>},
                  %y: tensor<2x3xf32> {onnx.value = dense<[[-1.5, 1.5, -2.75], [-2.25, 0x7FC00000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, 2.5], [-1.5, 1.5, -2.75], [-2.25, 0x7FC00000, 0x7F800000]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.vstack.default([%x, %y]) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @vstack_dynamic
// CHECK: onnx.Unsqueeze(%arg1, {{.*}}) : {{.*}} -> tensor<1x3xf64>
// CHECK: onnx.Concat({{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<?x3xf64, #sym.dims<n + 1>>
func.func @vstack_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[1.0, -2.0, -1.5], [0x7FC00000, 0x7F800000, 1.5]]> : tensor<2x3xf32>},
                          %y: tensor<3xf64> {onnx.value = dense<[0x7FF8000000000000, 0x7FF0000000000000, -0.25]> : tensor<3xf64>})
    -> (tensor<?x3xf64, #sym.dims<n + 1>> {onnx.expected = dense<[[1.0, -2.0, -1.5], [0x7FF8000000000000, 0x7FF0000000000000, 1.5], [0x7FF8000000000000, 0x7FF0000000000000, -0.25]]> : tensor<3x3xf64>}) {
  %0 = torch.aten.vstack.default([%x, %y]) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf64>) -> tensor<?x3xf64, #sym.dims<n + 1>>
  return %0 : tensor<?x3xf64, #sym.dims<n + 1>>
}

// -----

// CHECK-LABEL: func.func @meshgrid
// CHECK: onnx.Unsqueeze(%arg1, {{.*}}) : {{.*}} -> tensor<1x3xf32>
// CHECK: onnx.Expand({{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @meshgrid(%x: tensor<2xf32> {onnx.value = dense<[-2.5, -1.25]> : tensor<2xf32>},
                    %y: tensor<3xf32> {onnx.value = dense<[2.5, 3.125, -3.0]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-2.5, -2.5, -2.5], [-1.25, -1.25, -1.25]]> : tensor<2x3xf32>},
        tensor<2x3xf32> {onnx.expected = dense<[[2.5, 3.125, -3.0], [2.5, 3.125, -3.0]]> : tensor<2x3xf32>}) {
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
// CHECK: onnx.Expand({{.*}}) : {{.*}} -> tensor<1x2xf32>
// CHECK: onnx.Unsqueeze(%arg1, {{.*}}) : {{.*}} -> tensor<1x2xf32>
func.func @meshgrid_scalar(%x: tensor<f32> {onnx.value = dense<0x7FC00000> : tensor<f32>},
                           %y: tensor<2xf32> {onnx.value = dense<[0x7FC00000, 2.25]> : tensor<2xf32>})
    -> (tensor<1x2xf32> {onnx.expected = dense<0x7FC00000> : tensor<1x2xf32>},
        tensor<1x2xf32> {onnx.expected = dense<[[0x7FC00000, 2.25]]> : tensor<1x2xf32>}) {
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

// -----

func.func @combinations(%x: tensor<4xf32> {onnx.value = dense<[1.5, 0x7FC00000, -0.0, -3.0]> : tensor<4xf32>})
    -> (tensor<6x2xf32> {onnx.expected = dense<[[1.5, 0x7FC00000], [1.5, -0.0], [1.5, -3.0], [0x7FC00000, -0.0], [0x7FC00000, -3.0], [-0.0, -3.0]]> : tensor<6x2xf32>},
        tensor<10x2xf32> {onnx.expected = dense<[[1.5, 1.5], [1.5, 0x7FC00000], [1.5, -0.0], [1.5, -3.0], [0x7FC00000, 0x7FC00000], [0x7FC00000, -0.0], [0x7FC00000, -3.0], [-0.0, -0.0], [-0.0, -3.0], [-3.0, -3.0]]> : tensor<10x2xf32>},
        tensor<4x3xf32> {onnx.expected = dense<[[1.5, 0x7FC00000, -0.0], [1.5, 0x7FC00000, -3.0], [1.5, -0.0, -3.0], [0x7FC00000, -0.0, -3.0]]> : tensor<4x3xf32>},
        tensor<4x1xf32> {onnx.expected = dense<[[1.5], [0x7FC00000], [-0.0], [-3.0]]> : tensor<4x1xf32>}) {
  %0 = torch.aten.combinations.default(%x) : (tensor<4xf32>) -> tensor<6x2xf32>
  %1 = torch.aten.combinations.default(%x, with_replacement=true) : (tensor<4xf32>) -> tensor<10x2xf32>
  %2 = torch.aten.combinations.default(%x, r=3) : (tensor<4xf32>) -> tensor<4x3xf32>
  %3 = torch.aten.combinations.default(%x, r=1) : (tensor<4xf32>) -> tensor<4x1xf32>
  return %0, %1, %2, %3 : tensor<6x2xf32>, tensor<10x2xf32>, tensor<4x3xf32>, tensor<4x1xf32>
}

// -----

// The pairs of a dynamic size are the elements of a triangle.
func.func @combinations_dynamic(%x: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<[7, -1, 1099511627776, 0]> : tensor<4xi64>})
    -> (tensor<?x2xi64> {onnx.expected = dense<[[7, -1], [7, 1099511627776], [7, 0], [-1, 1099511627776], [-1, 0], [1099511627776, 0]]> : tensor<6x2xi64>},
        tensor<?x2xi64> {onnx.expected = dense<[[7, 7], [7, -1], [7, 1099511627776], [7, 0], [-1, -1], [-1, 1099511627776], [-1, 0], [1099511627776, 1099511627776], [1099511627776, 0], [0, 0]]> : tensor<10x2xi64>}) {
  %0 = torch.aten.combinations.default(%x) : (tensor<?xi64, #sym.dims<n>>) -> tensor<?x2xi64>
  %1 = torch.aten.combinations.default(%x, with_replacement=true) : (tensor<?xi64, #sym.dims<n>>) -> tensor<?x2xi64>
  return %0, %1 : tensor<?x2xi64>, tensor<?x2xi64>
}
