// Parts of which the results tell the sizes.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The last part is what remains.
// CHECK-LABEL: func.func @split
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>)
func.func @split(%x: tensor<2x7xf32> {onnx.value = dense<[[0x7FC00000, 2.75, -0.5, -1.0e+38, -2.5, -2.75, 0x7F800000], [1.0e+38, 0.0, -0.5, -0.0, 0xFF800000, -2.5, 0.5]]> : tensor<2x7xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 2.75, -0.5], [1.0e+38, 0.0, -0.5]]> : tensor<2x3xf32>},
        tensor<2x3xf32> {onnx.expected = dense<[[-1.0e+38, -2.5, -2.75], [-0.0, 0xFF800000, -2.5]]> : tensor<2x3xf32>},
        tensor<2x1xf32> {onnx.expected = dense<[[0x7F800000], [0.5]]> : tensor<2x1xf32>}) {
  %0:3 = torch.aten.split.Tensor(%x, split_size=3, dim=-1) : (tensor<2x7xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x1xf32>
}

// -----

// A part may be empty.
// CHECK-LABEL: func.func @split_sizes
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<3x2xf32>, tensor<0x2xf32>, tensor<4x2xf32>)
func.func @split_sizes(%x: tensor<7x2xf32> {onnx.value = dense<[[-1.0e+38, 0x7FC00000], [0.0, -1.25], [0.5, -0.5], [-0.0, 1.0e+38], [-2.75, 0xFF800000], [-1.75, -3.25], [0.0, 0x7F800000]]> : tensor<7x2xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[-1.0e+38, 0x7FC00000], [0.0, -1.25], [0.5, -0.5]]> : tensor<3x2xf32>},
        tensor<0x2xf32> {onnx.expected = dense<> : tensor<0x2xf32>},
        tensor<4x2xf32> {onnx.expected = dense<[[-0.0, 1.0e+38], [-2.75, 0xFF800000], [-1.75, -3.25], [0.0, 0x7F800000]]> : tensor<4x2xf32>}) {
  %0:3 = torch.aten.split.sizes(%x, split_size=[3, 0, 4]) : (tensor<7x2xf32>) -> (tensor<3x2xf32>, tensor<0x2xf32>, tensor<4x2xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x2xf32>, tensor<0x2xf32>, tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func @split_with_sizes
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x5xf32, #sym.dims<n>>)
func.func @split_with_sizes(%x: tensor<?x7xf32, #sym.dims<n>> {onnx.value = dense<[[0.0, -1.0e+38, 1.0e+38, -0.5, 0x7F800000, 3.25, 0.5], [0x7FC00000, 0.5, -2.5, 0xFF800000, -3.25, -3.0, -0.0]]> : tensor<2x7xf32>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[0.0, -1.0e+38], [0x7FC00000, 0.5]]> : tensor<2x2xf32>},
        tensor<?x5xf32, #sym.dims<n>> {onnx.expected = dense<[[1.0e+38, -0.5, 0x7F800000, 3.25, 0.5], [-2.5, 0xFF800000, -3.25, -3.0, -0.0]]> : tensor<2x5xf32>}) {
  %0:2 = torch.aten.split_with_sizes.default(%x, split_sizes=[2, 5], dim=1) : (tensor<?x7xf32, #sym.dims<n>>) -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x5xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x2xf32, #sym.dims<n>>, tensor<?x5xf32, #sym.dims<n>>
}

// -----

// A single part is the whole.
// CHECK-LABEL: func.func @split_one
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @split_one(%x: tensor<2x3xf32> {onnx.value = dense<[[0.25, -1.75, -1.25], [-0.75, -1.0, 0.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.25, -1.75, -1.25], [-0.75, -1.0, 0.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.split.Tensor(%x, split_size=4, dim=1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Parts of 7 / 3 elements, rounded up.
// CHECK-LABEL: func.func @chunk
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<1x2xf32>)
func.func @chunk(%x: tensor<7x2xf32> {onnx.value = dense<[[-0.0, 0.5], [-0.5, -1.0e+38], [1.0e+38, 0x7FC00000], [0.0, 0x7F800000], [-2.25, -0.75], [-3.0, 0xFF800000], [2.0, -1.25]]> : tensor<7x2xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[-0.0, 0.5], [-0.5, -1.0e+38], [1.0e+38, 0x7FC00000]]> : tensor<3x2xf32>},
        tensor<3x2xf32> {onnx.expected = dense<[[0.0, 0x7F800000], [-2.25, -0.75], [-3.0, 0xFF800000]]> : tensor<3x2xf32>},
        tensor<1x2xf32> {onnx.expected = dense<[[2.0, -1.25]]> : tensor<1x2xf32>}) {
  %0:3 = torch.aten.chunk.default(%x, chunks=3) : (tensor<7x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<1x2xf32>)
  return %0#0, %0#1, %0#2 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<1x2xf32>
}

// -----

// The first of the parts are larger, unlike those of chunk.
// CHECK-LABEL: func.func @tensor_split
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
func.func @tensor_split(%x: tensor<2x7xf32> {onnx.value = dense<[[-1.25, 1.0e+38, 2.75, -0.25, 1.5, 0x7F800000, -1.0e+38], [-0.5, 0.5, -0.0, 0xFF800000, 0.5, 0.0, 0x7FC00000]]> : tensor<2x7xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-1.25, 1.0e+38, 2.75], [-0.5, 0.5, -0.0]]> : tensor<2x3xf32>},
        tensor<2x2xf32> {onnx.expected = dense<[[-0.25, 1.5], [0xFF800000, 0.5]]> : tensor<2x2xf32>},
        tensor<2x2xf32> {onnx.expected = dense<[[0x7F800000, -1.0e+38], [0.0, 0x7FC00000]]> : tensor<2x2xf32>}) {
  %0:3 = torch.aten.tensor_split.sections(%x, sections=3, dim=-1) : (tensor<2x7xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_split_indices
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<2x2xf32>, tensor<4x2xf32>, tensor<1x2xf32>)
func.func @tensor_split_indices(%x: tensor<7x2xf32> {onnx.value = dense<[[-1.0e+38, 0.0], [-1.25, 0xFF800000], [0x7FC00000, -0.0], [0x7F800000, 1.0e+38], [0.5, -0.5], [-2.25, -2.5], [-1.75, 2.0]]> : tensor<7x2xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[-1.0e+38, 0.0], [-1.25, 0xFF800000]]> : tensor<2x2xf32>},
        tensor<4x2xf32> {onnx.expected = dense<[[0x7FC00000, -0.0], [0x7F800000, 1.0e+38], [0.5, -0.5], [-2.25, -2.5]]> : tensor<4x2xf32>},
        tensor<1x2xf32> {onnx.expected = dense<[[-1.75, 2.0]]> : tensor<1x2xf32>}) {
  %0:3 = torch.aten.tensor_split.indices(%x, indices=[2, -1]) : (tensor<7x2xf32>) -> (tensor<2x2xf32>, tensor<4x2xf32>, tensor<1x2xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<4x2xf32>, tensor<1x2xf32>
}

// -----

// The places are read when the model runs: each part is from one to the next.
// CHECK-LABEL: func.func @tensor_split_tensor
// CHECK: onnx.Gather(%arg1, {{.*}})
// CHECK: onnx.Slice(%arg0, {{.*}})
func.func @tensor_split_tensor(%x: tensor<7x2xf32> {onnx.value = dense<[[1.75, 0.0], [1.75, -1.25], [1.0, 0.0], [0.25, 2.0], [0.25, -1.75], [-0.5, 0.5], [-1.75, -0.75]]> : tensor<7x2xf32>},
                               %y: tensor<2xi64> {onnx.value = dense<[2, 5]> : tensor<2xi64>})
    -> (tensor<?x2xf32, #sym.dims<u0>> {onnx.expected = dense<[[1.75, 0.0], [1.75, -1.25]]> : tensor<2x2xf32>},
        tensor<?x2xf32, #sym.dims<u1>> {onnx.expected = dense<[[1.0, 0.0], [0.25, 2.0], [0.25, -1.75]]> : tensor<3x2xf32>},
        tensor<?x2xf32, #sym.dims<u2>> {onnx.expected = dense<[[-0.5, 0.5], [-1.75, -0.75]]> : tensor<2x2xf32>}) {
  %0:3 = torch.aten.tensor_split.tensor_indices_or_sections(%x, %y) : (tensor<7x2xf32>, tensor<2xi64>) -> (tensor<?x2xf32, #sym.dims<u0>>, tensor<?x2xf32, #sym.dims<u1>>, tensor<?x2xf32, #sym.dims<u2>>)
  return %0#0, %0#1, %0#2 : tensor<?x2xf32, #sym.dims<u0>>, tensor<?x2xf32, #sym.dims<u1>>, tensor<?x2xf32, #sym.dims<u2>>
}

// -----

func.func @tensor_split_unordered(%x: tensor<7x2xf32> {onnx.value = dense<[[1.0, 0.25], [-0.5, 1.0], [-1.5, 0.25], [0.75, -2.0], [1.0, -0.25], [-0.75, -1.25], [-1.75, -0.5]]> : tensor<7x2xf32>},
                                  %y: tensor<2xi64> {onnx.value = dense<[-2, 3]> : tensor<2xi64>})
    -> (tensor<?x2xf32, #sym.dims<u0>> {onnx.expected = dense<[[1.0, 0.25], [-0.5, 1.0], [-1.5, 0.25], [0.75, -2.0], [1.0, -0.25]]> : tensor<5x2xf32>},
        tensor<?x2xf32, #sym.dims<u1>> {onnx.expected = dense<> : tensor<0x2xf32>},
        tensor<?x2xf32, #sym.dims<u2>> {onnx.expected = dense<[[0.75, -2.0], [1.0, -0.25], [-0.75, -1.25], [-1.75, -0.5]]> : tensor<4x2xf32>}) {
  %0:3 = torch.aten.tensor_split.tensor_indices_or_sections(%x, %y) : (tensor<7x2xf32>, tensor<2xi64>) -> (tensor<?x2xf32, #sym.dims<u0>>, tensor<?x2xf32, #sym.dims<u1>>, tensor<?x2xf32, #sym.dims<u2>>)
  return %0#0, %0#1, %0#2 : tensor<?x2xf32, #sym.dims<u0>>, tensor<?x2xf32, #sym.dims<u1>>, tensor<?x2xf32, #sym.dims<u2>>
}

// -----

// CHECK-LABEL: func.func @unsafe_split
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<4x2xf32>, tensor<2x2xf32>)
func.func @unsafe_split(%x: tensor<6x2xf32> {onnx.value = dense<[[0.0, -1.5], [-0.0, -2.75], [0x7FC00000, -1.0e+38], [0x7F800000, 0.5], [0.25, -0.5], [1.0e+38, 0xFF800000]]> : tensor<6x2xf32>})
    -> (tensor<4x2xf32> {onnx.expected = dense<[[0.0, -1.5], [-0.0, -2.75], [0x7FC00000, -1.0e+38], [0x7F800000, 0.5]]> : tensor<4x2xf32>},
        tensor<2x2xf32> {onnx.expected = dense<[[0.25, -0.5], [1.0e+38, 0xFF800000]]> : tensor<2x2xf32>}) {
  %0:2 = torch.aten.unsafe_split.Tensor(%x, split_size=4) : (tensor<6x2xf32>) -> (tensor<4x2xf32>, tensor<2x2xf32>)
  return %0#0, %0#1 : tensor<4x2xf32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @unsafe_chunk
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<2x3xf32>, tensor<2x2xf32>)
func.func @unsafe_chunk(%x: tensor<2x5xf32> {onnx.value = dense<[[1.5, -0.25, -0.0, 3.25, 0xFF800000], [0.0, 1.0, 0x7F800000, 0x7FC00000, 1.0e+38]]> : tensor<2x5xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.5, -0.25, -0.0], [0.0, 1.0, 0x7F800000]]> : tensor<2x3xf32>},
        tensor<2x2xf32> {onnx.expected = dense<[[3.25, 0xFF800000], [0x7FC00000, 1.0e+38]]> : tensor<2x2xf32>}) {
  %0:2 = torch.aten.unsafe_chunk.default(%x, chunks=2, dim=1) : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x2xf32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @unsafe_split_with_sizes
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<2x4xf32>, tensor<2x1xf32>)
func.func @unsafe_split_with_sizes(%x: tensor<2x5xf32> {onnx.value = dense<[[1.0e+38, 0xFF800000, 0.5, -1.75, 0x7FC00000], [2.25, 0x7F800000, 0.25, 0.0, -0.0]]> : tensor<2x5xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[1.0e+38, 0xFF800000, 0.5, -1.75], [2.25, 0x7F800000, 0.25, 0.0]]> : tensor<2x4xf32>},
        tensor<2x1xf32> {onnx.expected = dense<[[0x7FC00000], [-0.0]]> : tensor<2x1xf32>}) {
  %0:2 = torch.aten.unsafe_split_with_sizes.default(%x, split_sizes=[4, 1], dim=-1) : (tensor<2x5xf32>) -> (tensor<2x4xf32>, tensor<2x1xf32>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @split_copy
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<4x2xf32>, tensor<2x2xf32>)
func.func @split_copy(%x: tensor<6x2xf32> {onnx.value = dense<[[0.25, 1.0e+38], [0x7FC00000, -0.25], [0xFF800000, -0.0], [0.0, 0x7F800000], [0.5, -0.5], [-1.0e+38, -1.25]]> : tensor<6x2xf32>})
    -> (tensor<4x2xf32> {onnx.expected = dense<[[0.25, 1.0e+38], [0x7FC00000, -0.25], [0xFF800000, -0.0], [0.0, 0x7F800000]]> : tensor<4x2xf32>},
        tensor<2x2xf32> {onnx.expected = dense<[[0.5, -0.5], [-1.0e+38, -1.25]]> : tensor<2x2xf32>}) {
  %0:2 = torch.aten.split.Tensor(%x, split_size=4) : (tensor<6x2xf32>) -> (tensor<4x2xf32>, tensor<2x2xf32>)
  return %0#0, %0#1 : tensor<4x2xf32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @split_with_sizes_copy
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<2x1xf32>, tensor<2x4xf32>)
func.func @split_with_sizes_copy(%x: tensor<2x5xf32> {onnx.value = dense<[[0xFF800000, 0x7F800000, -1.75, -0.25, 0.25], [0.0, -0.0, -3.0, 0x7FC00000, 1.0e+38]]> : tensor<2x5xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[0xFF800000], [0.0]]> : tensor<2x1xf32>},
        tensor<2x4xf32> {onnx.expected = dense<[[0x7F800000, -1.75, -0.25, 0.25], [-0.0, -3.0, 0x7FC00000, 1.0e+38]]> : tensor<2x4xf32>}) {
  %0:2 = torch.aten.split_with_sizes.default(%x, split_sizes=[1, 4], dim=-1) : (tensor<2x5xf32>) -> (tensor<2x1xf32>, tensor<2x4xf32>)
  return %0#0, %0#1 : tensor<2x1xf32>, tensor<2x4xf32>
}

// -----

// Columns are dimension 1 ...
// CHECK-LABEL: func.func @hsplit
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<2x2x3xf32>, tensor<2x2x3xf32>)
func.func @hsplit(%x: tensor<2x4x3xf32> {onnx.value = dense<[[[1.25, 0xFF800000, -0.5], [0.75, -1.5, -1.5], [0.5, 0x7FC00000, -1.0e+38], [-2.25, -2.0, 0x7F800000]], [[1.5, 0.0, 2.75], [0.5, -0.5, -0.0], [2.75, -3.0, 2.5], [1.0e+38, 1.25, -3.25]]]> : tensor<2x4x3xf32>})
    -> (tensor<2x2x3xf32> {onnx.expected = dense<[[[1.25, 0xFF800000, -0.5], [0.75, -1.5, -1.5]], [[1.5, 0.0, 2.75], [0.5, -0.5, -0.0]]]> : tensor<2x2x3xf32>},
        tensor<2x2x3xf32> {onnx.expected = dense<[[[0.5, 0x7FC00000, -1.0e+38], [-2.25, -2.0, 0x7F800000]], [[2.75, -3.0, 2.5], [1.0e+38, 1.25, -3.25]]]> : tensor<2x2x3xf32>}) {
  %0:2 = torch.aten.hsplit.int(%x, sections=2) : (tensor<2x4x3xf32>) -> (tensor<2x2x3xf32>, tensor<2x2x3xf32>)
  return %0#0, %0#1 : tensor<2x2x3xf32>, tensor<2x2x3xf32>
}

// -----

// ... and dimension 0 of a vector.
// CHECK-LABEL: func.func @hsplit_vector
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>)
func.func @hsplit_vector(%x: tensor<5xf32> {onnx.value = dense<[-2.25, 1.5, 0x7FC00000, 0xFF800000, 0x7F800000]> : tensor<5xf32>})
    -> (tensor<1xf32> {onnx.expected = dense<-2.25> : tensor<1xf32>},
        tensor<2xf32> {onnx.expected = dense<[1.5, 0x7FC00000]> : tensor<2xf32>},
        tensor<2xf32> {onnx.expected = dense<[0xFF800000, 0x7F800000]> : tensor<2xf32>}) {
  %0:3 = torch.aten.hsplit.array(%x, indices=[1, 3]) : (tensor<5xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<1xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @vsplit
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<2x2xf32>, tensor<2x2xf32>)
func.func @vsplit(%x: tensor<4x2xf32> {onnx.value = dense<[[0.0, 0x7F800000], [-1.5, -0.0], [0.75, 2.5], [0x7FC00000, 0xFF800000]]> : tensor<4x2xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[0.0, 0x7F800000], [-1.5, -0.0]]> : tensor<2x2xf32>},
        tensor<2x2xf32> {onnx.expected = dense<[[0.75, 2.5], [0x7FC00000, 0xFF800000]]> : tensor<2x2xf32>}) {
  %0:2 = torch.aten.vsplit.int(%x, sections=2) : (tensor<4x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @vsplit_array
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<2x2xf32>, tensor<3x2xf32>)
func.func @vsplit_array(%x: tensor<5x2xf32> {onnx.value = dense<[[0.0, 3.25], [-2.0, 1.0e+38], [0x7F800000, 0xFF800000], [-0.0, 0x7FC00000], [-2.5, 3.0]]> : tensor<5x2xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[0.0, 3.25], [-2.0, 1.0e+38]]> : tensor<2x2xf32>},
        tensor<3x2xf32> {onnx.expected = dense<[[0x7F800000, 0xFF800000], [-0.0, 0x7FC00000], [-2.5, 3.0]]> : tensor<3x2xf32>}) {
  %0:2 = torch.aten.vsplit.array(%x, indices=[2]) : (tensor<5x2xf32>) -> (tensor<2x2xf32>, tensor<3x2xf32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @dsplit
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 2 : i64} : {{.*}} -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>)
func.func @dsplit(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.75, 1.75, 3.25, 1.0], [-0.5, 0.0, -1.25, -0.0], [0.5, 2.25, -1.0e+38, 0x7FC00000]], [[0.0, 2.5, -1.5, 0.5], [-3.25, -0.75, 1.25, 1.0e+38], [0x7F800000, 1.0, 0.0, 0xFF800000]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x2xf32> {onnx.expected = dense<[[[0.75, 1.75], [-0.5, 0.0], [0.5, 2.25]], [[0.0, 2.5], [-3.25, -0.75], [0x7F800000, 1.0]]]> : tensor<2x3x2xf32>},
        tensor<2x3x2xf32> {onnx.expected = dense<[[[3.25, 1.0], [-1.25, -0.0], [-1.0e+38, 0x7FC00000]], [[-1.5, 0.5], [1.25, 1.0e+38], [0.0, 0xFF800000]]]> : tensor<2x3x2xf32>}) {
  %0:2 = torch.aten.dsplit.int(%x, sections=2) : (tensor<2x3x4xf32>) -> (tensor<2x3x2xf32>, tensor<2x3x2xf32>)
  return %0#0, %0#1 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @dsplit_array
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 2 : i64} : {{.*}} -> (tensor<2x3x1xf32>, tensor<2x3x2xf32>, tensor<2x3x1xf32>)
func.func @dsplit_array(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.0, -2.5, -1.0e+38, -2.0], [0xFF800000, 0.25, 0.25, -0.0], [1.25, 0.0, 2.5, 1.75]], [[0.5, -0.5, -0.5, -1.5], [0x7F800000, 2.0, 1.0e+38, -0.25], [-1.0, 0x7FC00000, -3.0, -0.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x1xf32> {onnx.expected = dense<[[[0.0], [0xFF800000], [1.25]], [[0.5], [0x7F800000], [-1.0]]]> : tensor<2x3x1xf32>},
        tensor<2x3x2xf32> {onnx.expected = dense<[[[-2.5, -1.0e+38], [0.25, 0.25], [0.0, 2.5]], [[-0.5, -0.5], [2.0, 1.0e+38], [0x7FC00000, -3.0]]]> : tensor<2x3x2xf32>},
        tensor<2x3x1xf32> {onnx.expected = dense<[[[-2.0], [-0.0], [1.75]], [[-1.5], [-0.25], [-0.75]]]> : tensor<2x3x1xf32>}) {
  %0:3 = torch.aten.dsplit.array(%x, indices=[1, -1]) : (tensor<2x3x4xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x2xf32>, tensor<2x3x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x1xf32>, tensor<2x3x2xf32>, tensor<2x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @unbind
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2xf32>
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2xf32>
func.func @unbind(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0xFF800000], [-0.0, 1.75, -1.75]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0x7F800000, -0.0]> : tensor<2xf32>},
        tensor<2xf32> {onnx.expected = dense<[0x7FC00000, 1.75]> : tensor<2xf32>},
        tensor<2xf32> {onnx.expected = dense<[0xFF800000, -1.75]> : tensor<2xf32>}) {
  %0:3 = torch.aten.unbind.int(%x, dim=-1) : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @unbind_copy
// CHECK: onnx.Gather(%arg0, {{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Gather(%arg0, {{.*}}) : {{.*}} -> tensor<3xf32>
func.func @unbind_copy(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [2.0, -0.75, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0xFF800000]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[2.0, -0.75, -0.0]> : tensor<3xf32>}) {
  %0:2 = torch.aten.unbind.int(%x) : (tensor<2x3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @unbind_dynamic
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<?xf32, #sym.dims<n>>
func.func @unbind_dynamic(%x: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[-0.75, -2.0], [0x7F800000, 0x7FC00000]]> : tensor<2x2xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[-0.75, 0x7F800000]> : tensor<2xf32>},
        tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[-2.0, 0x7FC00000]> : tensor<2xf32>}) {
  %0:2 = torch.aten.unbind.int(%x, dim=1) : (tensor<?x2xf32, #sym.dims<n>>) -> (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>
}

// -----

// Sizes of parts that are symbols.
// CHECK-LABEL: func.func @chunk_dynamic
// CHECK: onnx.Split(%arg0, {{.*}})
func.func @chunk_dynamic(%x: tensor<?x2xf32, #sym.dims<2*n>> {onnx.value = dense<[[1.75, -1.0], [-0.25, 0.75], [0.75, -1.75], [-0.5, -1.5]]> : tensor<4x2xf32>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[1.75, -1.0], [-0.25, 0.75]]> : tensor<2x2xf32>},
        tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[0.75, -1.75], [-0.5, -1.5]]> : tensor<2x2xf32>}) {
  %0:2 = torch.aten.chunk.default(%x, 2) : (tensor<?x2xf32, #sym.dims<2*n>>) -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>
}
