// Tensors joined and repeated.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Operands are promoted to the dtype of the result.
// CHECK-LABEL: func.func @cat
// CHECK: onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<2x1xf32>
// CHECK: onnx.Concat(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x4xf32>
func.func @cat(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -0.0, -0.25], [0xFF800000, 0x7F800000, 2.75]]> : tensor<2x3xf32>},
               %y: tensor<2x1xi64> {onnx.value = dense<[[-9223372036854775808], [2]]> : tensor<2x1xi64>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0x7FC00000, -0.0, -0.25, -9.223372e+18], [0xFF800000, 0x7F800000, 2.75, 2.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.cat.default([%x, %y], dim=-1) : (tensor<2x3xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// An empty vector fits in anywhere.
// CHECK-LABEL: func.func @cat_empty
// CHECK: onnx.Concat(%arg1, %arg2) {axis = 0 : i64} : {{.*}} -> tensor<3x3xf32>
func.func @cat_empty(%x: tensor<0xf32> {onnx.value = dense<> : tensor<0xf32>},
                     %y: tensor<2x3xf32> {onnx.value = dense<[[-0.25, -0.0, 0x7FC00000], [0xFF800000, -3.25, 0x7F800000]]> : tensor<2x3xf32>},
                     %z: tensor<1x3xf32> {onnx.value = dense<[[0x7FC00000, -1.5, 0x7F800000]]> : tensor<1x3xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[-0.25, -0.0, 0x7FC00000], [0xFF800000, -3.25, 0x7F800000], [0x7FC00000, -1.5, 0x7F800000]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.cat.default([%x, %y, %z]) : (tensor<0xf32>, tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @cat_dynamic
// CHECK: onnx.Concat(%arg0, %arg1) {axis = 1 : i64} : {{.*}} -> tensor<?x5xf32, #sym.dims<n>>
func.func @cat_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0xFF800000, 0x7F800000, -0.75], [-0.0, 1.0, 0x7FC00000]]> : tensor<2x3xf32>},
                       %y: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[0x7F800000, 0x7FC00000], [-0.5, 3.25]]> : tensor<2x2xf32>})
    -> (tensor<?x5xf32, #sym.dims<n>> {onnx.expected = dense<[[0xFF800000, 0x7F800000, -0.75, 0x7F800000, 0x7FC00000], [-0.0, 1.0, 0x7FC00000, -0.5, 3.25]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.cat.default([%x, %y], dim=1) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x5xf32, #sym.dims<n>>
  return %0 : tensor<?x5xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @stack
// CHECK: onnx.Unsqueeze(%arg1, {{.*}}) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: onnx.Concat({{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<2x3x2xf32>
func.func @stack(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 3.0, -0.0], [0x7F800000, -3.25, 0x7FC00000]]> : tensor<2x3xf32>},
                 %y: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, -0.0, 2.75], [0x7FC00000, 0x7F800000, 2.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3x2xf32> {onnx.expected = dense<[[[0xFF800000, 0xFF800000], [3.0, -0.0], [-0.0, 2.75]], [[0x7F800000, 0x7FC00000], [-3.25, 0x7F800000], [0x7FC00000, 2.25]]]> : tensor<2x3x2xf32>}) {
  %0 = torch.aten.stack.default([%x, %y], dim=-1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3x2xf32>
  return %0 : tensor<2x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @stack_private
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<?x1x3xf32, #sym.dims<n>>
// CHECK: %[[V2:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%[[V2]], %[[V3]]) : {{.*}} -> tensor<?x1x3xf32, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Concat(%[[V1]], %[[V4]]) {axis = 1 : i64} : {{.*}} -> tensor<?x2x3xf32, #sym.dims<n>>
// CHECK: return %[[V5]] : tensor<?x2x3xf32, #sym.dims<n>>
func.func @stack_private(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<?x3xi32, #sym.dims<n>>) -> tensor<?x2x3xf32, #sym.dims<n>> {
  %0 = torch.aten._stack.default([%x, %y], dim=1) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi32, #sym.dims<n>>) -> tensor<?x2x3xf32, #sym.dims<n>>
  return %0 : tensor<?x2x3xf32, #sym.dims<n>>
}

// -----

// New dimensions come first.
// CHECK-LABEL: func.func @repeat
// CHECK: onnx.Tile({{.*}}) : {{.*}} -> tensor<4x2x6xf32>
func.func @repeat(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 1.25, 0x7FC00000], [-0.5, -0.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<4x2x6xf32> {onnx.expected = dense<[[[0xFF800000, 1.25, 0x7FC00000, 0xFF800000, 1.25, 0x7FC00000], [-0.5, -0.0, 0x7F800000, -0.5, -0.0, 0x7F800000]], [[0xFF800000, 1.25, 0x7FC00000, 0xFF800000, 1.25, 0x7FC00000], [-0.5, -0.0, 0x7F800000, -0.5, -0.0, 0x7F800000]], [[0xFF800000, 1.25, 0x7FC00000, 0xFF800000, 1.25, 0x7FC00000], [-0.5, -0.0, 0x7F800000, -0.5, -0.0, 0x7F800000]], [[0xFF800000, 1.25, 0x7FC00000, 0xFF800000, 1.25, 0x7FC00000], [-0.5, -0.0, 0x7F800000, -0.5, -0.0, 0x7F800000]]]> : tensor<4x2x6xf32>}) {
  %0 = torch.aten.repeat.default(%x, repeats=[4, 1, 2]) : (tensor<2x3xf32>) -> tensor<4x2x6xf32>
  return %0 : tensor<4x2x6xf32>
}

// -----

// CHECK-LABEL: func.func @repeat_dynamic
// CHECK: onnx.Tile(%arg0, {{.*}}) : {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
func.func @repeat_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[3.0, 0x7FC00000, 2.75], [-0.0, 0xFF800000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<?x6xf32, #sym.dims<n>> {onnx.expected = dense<[[3.0, 0x7FC00000, 2.75, 3.0, 0x7FC00000, 2.75], [-0.0, 0xFF800000, 0x7F800000, -0.0, 0xFF800000, 0x7F800000]]> : tensor<2x6xf32>}) {
  %0 = torch.aten.repeat.default(%x, repeats=[1, 2]) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>>
  return %0 : tensor<?x6xf32, #sym.dims<n>>
}

// -----

// Repeats that are missing are 1, of the first dimensions.
// CHECK-LABEL: func.func @tile
// CHECK: onnx.Tile(%arg0, {{.*}}) : {{.*}} -> tensor<2x6xf32>
func.func @tile(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0x7F800000, 0xFF800000], [-3.25, 0.25, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x6xf32> {onnx.expected = dense<[[-0.0, 0x7F800000, 0xFF800000, -0.0, 0x7F800000, 0xFF800000], [-3.25, 0.25, 0x7FC00000, -3.25, 0.25, 0x7FC00000]]> : tensor<2x6xf32>}) {
  %0 = torch.aten.tile.default(%x, dims=[2]) : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// -----

// Each element beside its copies.
// CHECK-LABEL: func.func @repeat_interleave
// CHECK: onnx.Expand({{.*}}) : {{.*}} -> tensor<2x3x2xf32>
// CHECK: onnx.Reshape({{.*}}) : {{.*}} -> tensor<2x6xf32>
func.func @repeat_interleave(%x: tensor<2x3xf32> {onnx.value = dense<[[-3.0, 0x7FC00000, -1.75], [0x7F800000, -0.0, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<2x6xf32> {onnx.expected = dense<[[-3.0, -3.0, 0x7FC00000, 0x7FC00000, -1.75, -1.75], [0x7F800000, 0x7F800000, -0.0, -0.0, 0xFF800000, 0xFF800000]]> : tensor<2x6xf32>}) {
  %0 = torch.aten.repeat_interleave.self_int(%x, repeats=2, dim=-1) : (tensor<2x3xf32>) -> tensor<2x6xf32>
  return %0 : tensor<2x6xf32>
}

// -----

// Without a dimension the tensor is flattened.
// CHECK-LABEL: func.func @repeat_interleave_flat
// CHECK: onnx.Expand({{.*}}) : {{.*}} -> tensor<6x2xf32>
// CHECK: onnx.Reshape({{.*}}) : {{.*}} -> tensor<12xf32>
func.func @repeat_interleave_flat(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 1.5, 0x7FC00000], [-0.0, -0.25, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<12xf32> {onnx.expected = dense<[0xFF800000, 0xFF800000, 1.5, 1.5, 0x7FC00000, 0x7FC00000, -0.0, -0.0, -0.25, -0.25, 0x7F800000, 0x7F800000]> : tensor<12xf32>}) {
  %0 = torch.aten.repeat_interleave.self_int(%x, repeats=2) : (tensor<2x3xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

// Slices backwards from the last element to the one before the first.
// CHECK-LABEL: func.func @flip
// CHECK: onnx.Constant dense<-9223372036854775808> : tensor<2xi64>
func.func @flip(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.5, 0x7FC00000, 0x7F800000, 2.0], [3.25, -0.25, -0.5, -0.25], [-2.25, 3.0, 2.0, 0.0]], [[1.75, -1.75, -2.0, 0.0], [0.5, -0.0, 2.5, -1.0e+38], [1.0e+38, 0xFF800000, -0.5, -1.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0.0, -2.0, -1.75, 1.75], [-1.0e+38, 2.5, -0.0, 0.5], [-1.5, -0.5, 0xFF800000, 1.0e+38]], [[2.0, 0x7F800000, 0x7FC00000, 0.5], [-0.25, -0.5, -0.25, 3.25], [0.0, 2.0, 3.0, -2.25]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.flip.default(%x, dims=[0, -1]) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @flip_nothing
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @flip_nothing(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.flip.default(%x, dims=[]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @fliplr
// CHECK: onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
func.func @fliplr(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0x7FC00000, 0x7F800000, -2.75], [-0.0, 0xFF800000, -3.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[-2.75, 0x7F800000, 0x7FC00000], [-3.0, 0xFF800000, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.fliplr.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @flipud
// CHECK: onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
func.func @flipud(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, -0.0], [0.75, 0xFF800000, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.75, 0xFF800000, 1.0], [0x7F800000, 0x7FC00000, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.flipud.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Counterclockwise: columns backwards, which then are rows.
// CHECK-LABEL: func.func @rot90
// CHECK: onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xf32>
func.func @rot90(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0xFF800000, 0.75], [-0.0, -1.5, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[0.75, 0x7F800000], [0xFF800000, -1.5], [0x7FC00000, -0.0]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.rot90.default(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @rot90_back
// CHECK: onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 2, 1, 0>} : {{.*}} -> tensor<4x3x2xf32>
func.func @rot90_back(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0x7FC00000, -0.5, -1.75, -1.0e+38], [0.5, -1.75, 1.5, -0.0], [0.5, 1.0e+38, 0.0, 0x7F800000]], [[-3.0, -1.75, 0xFF800000, -1.5], [-3.25, -2.75, 2.5, 1.25], [2.5, 2.5, 3.25, -2.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<4x3x2xf32> {onnx.expected = dense<[[[-3.0, 0x7FC00000], [-3.25, 0.5], [2.5, 0.5]], [[-1.75, -0.5], [-2.75, -1.75], [2.5, 1.0e+38]], [[0xFF800000, -1.75], [2.5, 1.5], [3.25, 0.0]], [[-1.5, -1.0e+38], [1.25, -0.0], [-2.5, 0x7F800000]]]> : tensor<4x3x2xf32>}) {
  %0 = torch.aten.rot90.default(%x, k=-1, dims=[0, -1]) : (tensor<2x3x4xf32>) -> tensor<4x3x2xf32>
  return %0 : tensor<4x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @rot180
// CHECK: onnx.Constant dense<-9223372036854775808> : tensor<2xi64>
func.func @rot180(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0xFF800000], [-1.75, 1.25, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, 1.25, -1.75], [0xFF800000, 0x7FC00000, 0x7F800000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.rot90.default(%x, k=6, dims=[1, 0]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
