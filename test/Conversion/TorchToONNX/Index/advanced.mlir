// Advanced indexing: one index is a Gather, several are stacked for GatherND and ScatterND.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @one
// CHECK: onnx.Gather(%arg0, %arg1) {axis = 1 : i64}
func.func @one(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-0.0, 1.5, -2.125, -3.125], [-1.875, -2.875, 2.375, 1.0], [2.125, 1.25, -2.75, -0.125]], [[-0.625, -1.625, -1.375, -1.25], [-1.75, -3.125, 0.25, 2.625], [2.125, -1.0, -0.375, -2.75]]]> : tensor<2x3x4xf32>},
               %y: tensor<5xi64> {onnx.value = dense<[1, 0, 0, 1, 1]> : tensor<5xi64>})
    -> (tensor<2x5x4xf32> {onnx.expected = dense<[[[-1.875, -2.875, 2.375, 1.0], [-0.0, 1.5, -2.125, -3.125], [-0.0, 1.5, -2.125, -3.125], [-1.875, -2.875, 2.375, 1.0], [-1.875, -2.875, 2.375, 1.0]], [[-1.75, -3.125, 0.25, 2.625], [-0.625, -1.625, -1.375, -1.25], [-0.625, -1.625, -1.375, -1.25], [-1.75, -3.125, 0.25, 2.625], [-1.75, -3.125, 0.25, 2.625]]]> : tensor<2x5x4xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [none, %y]) : (tensor<2x3x4xf32>, tensor<5xi64>) -> tensor<2x5x4xf32>
  return %0 : tensor<2x5x4xf32>
}

// -----

// Neighbours stay in their place.
// CHECK-LABEL: func.func @neighbours
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>}
// CHECK: onnx.GatherND
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 2, 0, 1>}
func.func @neighbours(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.25, 1.25, -1.0, 1.0], [-1.0, 2.0, 1.75, 1.75], [1.5, -1.5, 2.0, 1.0]], [[2.0, -1.5, 2.0, -0.25], [-1.25, 2.0, -0.75, -2.0], [0.25, -0.25, 1.5, -0.75]]]> : tensor<2x3x4xf32>},
                      %y: tensor<5x1xi64> {onnx.value = dense<[[2], [0], [-1], [-3], [1]]> : tensor<5x1xi64>},
                      %z: tensor<2xi64> {onnx.value = dense<[3, -4]> : tensor<2xi64>})
    -> (tensor<2x5x2xf32> {onnx.expected = dense<[[[1.0, 1.5], [1.0, 1.25], [1.0, 1.5], [1.0, 1.25], [1.75, -1.0]], [[-0.75, 0.25], [-0.25, 2.0], [-0.75, 0.25], [-0.25, 2.0], [-2.0, -1.25]]]> : tensor<2x5x2xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [none, %y, %z]) : (tensor<2x3x4xf32>, tensor<5x1xi64>, tensor<2xi64>) -> tensor<2x5x2xf32>
  return %0 : tensor<2x5x2xf32>
}

// -----

// Others are moved to the front.
// CHECK-LABEL: func.func @apart
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>}
// CHECK: onnx.GatherND({{.*}}) : (
func.func @apart(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.0, 1.0, 0x7FC00000, 0.75], [1.5, -2.0, 0.0, -3.25], [0.25, 1.0e+38, 3.0, -3.25]], [[0x7F800000, 0.5, -0.0, 0.5], [-1.25, 1.75, -0.5, -1.0e+38], [2.5, -1.5, -0.5, 0xFF800000]]]> : tensor<2x3x4xf32>},
                 %y: tensor<5xi64> {onnx.value = dense<[1, 1, 0, 0, 1]> : tensor<5xi64>},
                 %z: tensor<5xi32> {onnx.value = dense<[1, 1, 1, 1, 0]> : tensor<5xi32>})
    -> (tensor<5x3xf32> {onnx.expected = dense<[[0.5, 1.75, -1.5], [0.5, 1.75, -1.5], [1.0, -2.0, 1.0e+38], [1.0, -2.0, 1.0e+38], [0x7F800000, -1.25, 2.5]]> : tensor<5x3xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%y, none, %z]) : (tensor<2x3x4xf32>, tensor<5xi64>, tensor<5xi32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// CHECK-LABEL: func.func @mask
// CHECK: onnx.Compress(%arg0, {{.*}}) : (
func.func @mask(%x: tensor<2x3xf32> {onnx.value = dense<[[0.25, 0.75, 0.375], [0.25, 0.6875, 0.6875]]> : tensor<2x3xf32>},
                %y: tensor<2x3xi1> {onnx.value = dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1>})
    -> (tensor<?xf32> {onnx.expected = dense<[0.25, 0.75, 0.375, 0.25, 0.6875]> : tensor<5xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%y]) : (tensor<2x3xf32>, tensor<2x3xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @mask_of_rows
// CHECK: onnx.NonZero(%arg1)
// CHECK: onnx.Constant dense<0> : tensor<1xi64>
func.func @mask_of_rows(%x: tensor<2x3xf32> {onnx.value = dense<[[2.0, -1.5, 0xFF800000], [-0.0, 0x7FC00000, 0x7F800000]]> : tensor<2x3xf32>},
                        %y: tensor<2xi1> {onnx.value = dense<[true, false]> : tensor<2xi1>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[2.0, -1.5, 0xFF800000]]> : tensor<1x3xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%y]) : (tensor<2x3xf32>, tensor<2xi1>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// One index for each dimension of the mask.
// CHECK-LABEL: func.func @mask_of_matrices
// CHECK: onnx.NonZero(%arg1)
// CHECK: onnx.Gather
// CHECK: onnx.GatherND(%arg0, {{.*}})
func.func @mask_of_matrices(%x: tensor<3x4x2xf32> {onnx.value = dense<[[[-1.75, 0.5], [2.0, -1.0], [-0.25, 1.75], [2.0, 0.5]], [[1.25, -1.75], [-0.5, 1.75], [-0.5, -1.75], [0.5, 0.0]], [[-1.25, 0.5], [0.25, 1.0], [1.75, 0.75], [0.75, -1.5]]]> : tensor<3x4x2xf32>},
                            %y: tensor<3x4xi1> {onnx.value = dense<[[true, false, false, true], [false, false, false, false], [false, true, false, false]]> : tensor<3x4xi1>})
    -> (tensor<?x2xf32> {onnx.expected = dense<[[-1.75, 0.5], [2.0, 0.5], [0.25, 1.0]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%y]) : (tensor<3x4x2xf32>, tensor<3x4xi1>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// CHECK-LABEL: func.func @unsafe
// CHECK: onnx.GatherND(%arg0, {{.*}}) : (
func.func @unsafe(%x: tensor<3x4xf32> {onnx.value = dense<[[1.0e+38, -0.0, -0.75, 2.5], [0xFF800000, -1.5, 0x7F800000, 0.0], [0x7FC00000, 0.5, -1.0e+38, 2.75]]> : tensor<3x4xf32>},
                  %y: tensor<2x1xi64> {onnx.value = dense<0> : tensor<2x1xi64>},
                  %z: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[1.0e+38, -0.0], [1.0e+38, -0.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten._unsafe_index.Tensor(%x, [%y, %z]) : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @put
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>}
// CHECK: onnx.Transpose(%arg2) {perm = array<i64: 1, 0, 2>}
// CHECK: onnx.ScatterND({{.*}}) : (
func.func @put(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-2.75, 0.25, -1.75, 0.0], [1.0, -1.25, 1.5, -2.75], [-0.25, -0.0, -1.0e+38, 2.0]], [[0.5, 1.75, -0.5, -1.5], [0xFF800000, 0x7F800000, 0.5, 3.25], [1.0e+38, 2.5, 1.25, 0x7FC00000]]]> : tensor<2x3x4xf32>},
               %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
               %z: tensor<2x2x4xf32> {onnx.value = dense<[[[0.5, 2.25, 0xFF800000, 1.0e+38], [2.75, -1.0e+38, 0x7F800000, -0.0]], [[-1.25, 0.25, -0.75, 0.0], [-0.5, 2.5, 0x7FC00000, -2.0]]]> : tensor<2x2x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0.5, 2.25, 0xFF800000, 1.0e+38], [2.75, -1.0e+38, 0x7F800000, -0.0], [-0.25, -0.0, -1.0e+38, 2.0]], [[-1.25, 0.25, -0.75, 0.0], [-0.5, 2.5, 0x7FC00000, -2.0], [1.0e+38, 2.5, 1.25, 0x7FC00000]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.index_put.default(%x, [none, %y], %z) : (tensor<2x3x4xf32>, tensor<2xi64>, tensor<2x2x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @put_accumulate
// CHECK: onnx.ScatterND(%arg0, {{.*}}) {reduction = "add"}
func.func @put_accumulate(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, 0xFF800000, -0.75, 0x7F800000], [-1.0e+38, 0.0, -0.0, -2.5], [0x7FC00000, 0.5, 1.0e+38, 1.75]]> : tensor<3x4xf32>},
                          %y: tensor<2xi64> {onnx.value = dense<0> : tensor<2xi64>},
                          %z: tensor<2xi64> {onnx.value = dense<0> : tensor<2xi64>},
                          %w: tensor<f32> {onnx.value = dense<0x7FC00000> : tensor<f32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0x7FC00000, 0xFF800000, -0.75, 0x7F800000], [-1.0e+38, 0.0, -0.0, -2.5], [0x7FC00000, 0.5, 1.0e+38, 1.75]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_put.default(%x, [%y, %z], %w, true) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// One number for all of them.
// CHECK-LABEL: func.func @put_dynamic
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 0>}
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 1, 0>}
// CHECK: onnx.ScatterND({{.*}}) : (
func.func @put_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[-2.25, -2.75, 0x7F800000, -0.5], [0x7FC00000, -2.5, 1.75, 0.0]]> : tensor<2x4xf32>},
                       %y: tensor<2xi64> {onnx.value = dense<[2, 3]> : tensor<2xi64>},
                       %z: tensor<f32> {onnx.value = dense<3.0> : tensor<f32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[-2.25, -2.75, 3.0, 3.0], [0x7FC00000, -2.5, 3.0, 3.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.index_put.default(%x, [none, %y], %z) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>, tensor<f32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @put_by_mask
// CHECK: onnx.NonZero(%arg1)
// CHECK: onnx.ScatterND(%arg0, {{.*}}) : (
func.func @put_by_mask(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[1.75, 2.0, 0.25, 0.25], [0.0, 0.0, -0.25, -0.5]]> : tensor<2x4xf32>},
                       %y: tensor<?xi1, #sym.dims<n>> {onnx.value = dense<false> : tensor<2xi1>},
                       %z: tensor<4xf32> {onnx.value = dense<[-0.25, 1.5, -0.5, -0.5]> : tensor<4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[1.75, 2.0, 0.25, 0.25], [0.0, 0.0, -0.25, -0.5]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.index_put.default(%x, [%y], %z) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?xi1, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// One number by a mask is a choice.
// CHECK-LABEL: func.func @put_number_by_mask
// CHECK: onnx.Where({{.*}}, %arg2, %arg0)
func.func @put_number_by_mask(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.25, -0.5, 0x7F800000], [-0.5, 0x7FC00000, -1.25]]> : tensor<2x3xf32>},
                              %y: tensor<2xi1> {onnx.value = dense<[false, true]> : tensor<2xi1>},
                              %z: tensor<f32> {onnx.value = dense<1.5> : tensor<f32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-1.25, -0.5, 0x7F800000], [1.5, 1.5, 1.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.index_put.default(%x, [%y], %z) : (tensor<2x3xf32>, tensor<2xi1>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @unsafe_put
// CHECK: onnx.ScatterND(%arg0, {{.*}}, %arg2) : (
func.func @unsafe_put(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.0e+38, 1.0e+38, 0x7F800000, -0.0], [0.5, 2.75, 1.0, 0.0], [-0.25, 0.5, 0xFF800000, 0x7FC00000]]> : tensor<3x4xf32>},
                      %y: tensor<2xi64> {onnx.value = dense<0> : tensor<2xi64>},
                      %z: tensor<2x4xf32> {onnx.value = dense<[[0.0, 0x7FC00000, 0x7F800000, -0.0], [-0.5, 0.25, 1.75, 0xFF800000]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-0.5, 0.25, 1.75, 0xFF800000], [0.5, 2.75, 1.0, 0.0], [-0.25, 0.5, 0xFF800000, 0x7FC00000]]> : tensor<3x4xf32>}) {
  %0 = torch.aten._unsafe_index_put.default(%x, [%y], %z) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Indices are brought into range; the mask tells what is read.
// CHECK-LABEL: func.func @masked
// CHECK: onnx.Sub
// CHECK: onnx.Clip
// CHECK: onnx.GatherND(%arg0, {{.*}})
// CHECK: onnx.Where(%arg1, {{.*}})
func.func @masked(%x: tensor<3x4xf32> {onnx.value = dense<[[-2.0, 1.75, 1.75, 1.25], [1.25, -0.75, 1.75, 1.0], [-0.75, 0.0, -0.25, -1.75]]> : tensor<3x4xf32>},
                  %y: tensor<2xi1> {onnx.value = dense<[true, false]> : tensor<2xi1>},
                  %z: tensor<2xi64> {onnx.value = dense<[2, 7]> : tensor<2xi64>},
                  %w: tensor<2xi64> {onnx.value = dense<[1, 9]> : tensor<2xi64>})
    -> (tensor<2xf32> {onnx.expected = dense<[0.0, -1.0]> : tensor<2xf32>}) {
  %0 = torch.aten._unsafe_masked_index.default(%x, %y, [%z, %w], -1) : (tensor<3x4xf32>, tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @masked_put
// CHECK: onnx.Clip(%arg2, %{{.*}}, %{{.*}})
// CHECK: onnx.Clip(%arg3, %{{.*}}, %{{.*}})
// CHECK: onnx.ScatterND(%arg0, {{.*}}) {reduction = "add"}
func.func @masked_put(%x: tensor<3x4xf32> {onnx.value = dense<[[0.5, 2.125, -3.125, 0.625], [-1.5, -0.125, -1.5, 2.0], [0.25, -0.625, -1.125, -1.125]]> : tensor<3x4xf32>},
                      %y: tensor<2xi1> {onnx.value = dense<[true, false]> : tensor<2xi1>},
                      %z: tensor<2xi64> {onnx.value = dense<[5, 3]> : tensor<2xi64>},
                      %w: tensor<2xi64> {onnx.value = dense<[8, -6]> : tensor<2xi64>},
                      %v: tensor<2xf32> {onnx.value = dense<[0.875, 1.0]> : tensor<2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.5, 2.125, -3.125, 0.625], [-1.5, -0.125, -1.5, 2.0], [0.25, -0.625, -1.125, -0.25]]> : tensor<3x4xf32>}) {
  %0 = torch.aten._unsafe_masked_index_put_accumulate.default(%x, %y, [%z, %w], %v) : (tensor<3x4xf32>, tensor<2xi1>, tensor<2xi64>, tensor<2xi64>, tensor<2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// An index of one element before a mask, whose size is that of the result.
// CHECK-LABEL: func.func @one_and_mask
// CHECK-NOT: onnx.Add
// CHECK: onnx.GatherND
func.func @one_and_mask(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>},
                        %y: tensor<1xi64> {onnx.value = dense<[1]> : tensor<1xi64>},
                        %z: tensor<4xi1> {onnx.value = dense<[true, false, true, true]> : tensor<4xi1>})
    -> (tensor<?xf32> {onnx.expected = dense<[4.0, 6.0, 7.0]> : tensor<3xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%y, %z]) : (tensor<3x4xf32>, tensor<1xi64>, tensor<4xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A column and a mask: neither has the shape of the result.
// CHECK-LABEL: func.func @column_and_mask
// CHECK: %[[ALL:.*]] = onnx.Add(
// CHECK: onnx.Shape(%[[ALL]])
// CHECK: onnx.ScatterND
func.func @column_and_mask(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]]> : tensor<3x4xf32>},
                           %y: tensor<2x1xi64> {onnx.value = dense<[[1], [-1]]> : tensor<2x1xi64>},
                           %z: tensor<4xi1> {onnx.value = dense<[true, false, true, true]> : tensor<4xi1>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0.0, 1.0, 2.0, 3.0], [-1.0, 5.0, -1.0, -1.0], [-1.0, 9.0, -1.0, -1.0]]> : tensor<3x4xf32>}) {
  %v = torch.constant dense<-1.0> : tensor<f32> : tensor<f32>
  %0 = torch.aten.index_put.default(%x, [%y, %z], %v) : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<4xi1>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
