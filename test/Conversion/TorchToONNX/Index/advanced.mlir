// Advanced indexing: one index is a Gather, several are stacked for GatherND and ScatterND.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @one
// CHECK: %[[V0:.*]] = onnx.Gather(%arg0, %arg1) {axis = 1 : i64}
// CHECK: return %[[V0]] : tensor<2x5x4xf32>
func.func @one(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.25, -1.0, -0.75, -2.0], [0.5, 1.75, -0.5, -0.75], [0.25, 1.25, 0.25, -2.0]], [[0.5, 0.5, -1.5, -1.25], [-2.0, -2.0, 2.0, 0.5], [1.0, 0.5, -0.25, 1.0]]]> : tensor<2x3x4xf32>},
               %y: tensor<5xi64> {onnx.value = dense<[0, 0, 1, 1, 1]> : tensor<5xi64>})
    -> (tensor<2x5x4xf32> {onnx.expected = dense<[[[-1.25, -1.0, -0.75, -2.0], [-1.25, -1.0, -0.75, -2.0], [0.5, 1.75, -0.5, -0.75], [0.5, 1.75, -0.5, -0.75], [0.5, 1.75, -0.5, -0.75]], [[0.5, 0.5, -1.5, -1.25], [0.5, 0.5, -1.5, -1.25], [-2.0, -2.0, 2.0, 0.5], [-2.0, -2.0, 2.0, 0.5], [-2.0, -2.0, 2.0, 0.5]]]> : tensor<2x5x4xf32>}) {
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
// CHECK: %[[V6:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>}
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg1, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Cast(%arg2) {to = i64}
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Concat(%[[V2]], %[[V4]]) {axis = 1 : i64}
// CHECK: %[[V7:.*]] = onnx.GatherND(%[[V6]], %[[V5]]) : (
// CHECK: return %[[V7]] : tensor<5x3xf32>
func.func @apart(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.0, 1.75, -0.25, -0.75], [-0.75, 0.0, -1.75, -1.25], [1.25, -0.5, 1.5, -1.75]], [[0.5, -0.75, -0.25, -1.5], [-1.5, -0.75, -2.0, 0.0], [0.5, -1.5, 0.75, -1.75]]]> : tensor<2x3x4xf32>},
                 %y: tensor<5xi64> {onnx.value = dense<[1, 0, 0, 0, 0]> : tensor<5xi64>},
                 %z: tensor<5xi32> {onnx.value = dense<[0, 1, 0, 1, 0]> : tensor<5xi32>})
    -> (tensor<5x3xf32> {onnx.expected = dense<[[0.5, -1.5, 0.5], [1.75, 0.0, -0.5], [0.0, -0.75, 1.25], [1.75, 0.0, -0.5], [0.0, -0.75, 1.25]]> : tensor<5x3xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%y, none, %z]) : (tensor<2x3x4xf32>, tensor<5xi64>, tensor<5xi32>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// CHECK-LABEL: func.func @mask
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg1, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Compress(%arg0, %[[V1]]) : (
// CHECK: return %[[V2]] : tensor<?xf32>
func.func @mask(%x: tensor<2x3xf32> {onnx.value = dense<[[0.75, -1.0, 1.25], [-0.75, 0.25, 1.25]]> : tensor<2x3xf32>},
                %y: tensor<2x3xi1> {onnx.value = dense<[[true, true, true], [false, false, false]]> : tensor<2x3xi1>})
    -> (tensor<?xf32> {onnx.expected = dense<[0.75, -1.0, 1.25]> : tensor<3xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%y]) : (tensor<2x3xf32>, tensor<2x3xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @mask_of_rows
// CHECK: %[[V0:.*]] = onnx.NonZero(%arg1)
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Squeeze(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Gather(%arg0, %[[V2]]) : (
// CHECK: return %[[V3]] : tensor<?x3xf32>
func.func @mask_of_rows(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.5, -0.25, -1.75], [-1.25, -0.5, -2.0]]> : tensor<2x3xf32>},
                        %y: tensor<2xi1> {onnx.value = dense<[false, true]> : tensor<2xi1>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-1.25, -0.5, -2.0]]> : tensor<1x3xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<2> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.Expand(%arg2, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Concat(%[[V3]], %[[V7]]) {axis = 2 : i64}
// CHECK: %[[V9:.*]] = onnx.GatherND(%arg0, %[[V8]]) : (
// CHECK: return %[[V9]] : tensor<2x2xf32>
func.func @unsafe(%x: tensor<3x4xf32> {onnx.value = dense<[[0.5, -1.25, -0.75, -0.75], [0.75, -2.0, 0.5, -0.5], [0.5, -1.5, 0.5, 1.25]]> : tensor<3x4xf32>},
                  %y: tensor<2x1xi64> {onnx.value = dense<0> : tensor<2x1xi64>},
                  %z: tensor<2xi64> {onnx.value = dense<[1, 0]> : tensor<2xi64>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[-1.25, 0.5], [-1.25, 0.5]]> : tensor<2x2xf32>}) {
  %0 = torch.aten._unsafe_index.Tensor(%x, [%y, %z]) : (tensor<3x4xf32>, tensor<2x1xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @put
// CHECK: %[[V2:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>}
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Transpose(%arg2) {perm = array<i64: 1, 0, 2>}
// CHECK: %[[V4:.*]] = onnx.ScatterND(%[[V2]], %[[V1]], %[[V3]]) : (
// CHECK: %[[V5:.*]] = onnx.Transpose(%[[V4]]) {perm = array<i64: 1, 0, 2>}
// CHECK: return %[[V5]] : tensor<2x3x4xf32>
func.func @put(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.5, -0.75, 2.0, 0.75], [-1.25, -1.0, -0.25, -2.0], [-0.75, 0.75, -1.25, 0.75]], [[-0.5, 1.0, -2.0, 0.5], [1.25, 2.0, 0.75, 1.0], [-1.0, -0.25, 0.25, 1.0]]]> : tensor<2x3x4xf32>},
               %y: tensor<2xi64> {onnx.value = dense<0> : tensor<2xi64>},
               %z: tensor<2x2x4xf32> {onnx.value = dense<[[[0.5, -1.75, 2.0, 1.25], [1.75, -0.5, -1.5, 1.5]], [[-1.0, 1.0, 0.75, -1.25], [1.5, 0.0, -0.5, 0.75]]]> : tensor<2x2x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.75, -0.5, -1.5, 1.5], [-1.25, -1.0, -0.25, -2.0], [-0.75, 0.75, -1.25, 0.75]], [[1.5, 0.0, -0.5, 0.75], [1.25, 2.0, 0.75, 1.0], [-1.0, -0.25, 0.25, 1.0]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.index_put.default(%x, [none, %y], %z) : (tensor<2x3x4xf32>, tensor<2xi64>, tensor<2x2x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @put_accumulate
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg2, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Concat(%[[V1]], %[[V3]]) {axis = 1 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%arg3, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.ScatterND(%arg0, %[[V4]], %[[V6]]) {reduction = "add"}
// CHECK: return %[[V7]] : tensor<3x4xf32>
func.func @put_accumulate(%x: tensor<3x4xf32> {onnx.value = dense<[[2.0, -0.25, 0.0, -0.75], [0.25, 0.0, -0.25, 0.0], [-1.25, 1.25, -1.25, -1.0]]> : tensor<3x4xf32>},
                          %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                          %z: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                          %w: tensor<f32> {onnx.value = dense<1.25> : tensor<f32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[3.25, -0.25, 0.0, -0.75], [0.25, 1.25, -0.25, 0.0], [-1.25, 1.25, -1.25, -1.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten.index_put.default(%x, [%y, %z], %w, true) : (tensor<3x4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<f32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// One number for all of them.
// CHECK-LABEL: func.func @put_dynamic
// CHECK: %[[V2:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>}
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Shape(%arg0) {end = 1 : i64}
// CHECK: %[[V4:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Concat(%[[V3]], %[[V4]]) {axis = 0 : i64}
// CHECK: %[[V6:.*]] = onnx.Expand(%arg2, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Transpose(%[[V6]]) {perm = array<i64: 1, 0>}
// CHECK: %[[V8:.*]] = onnx.ScatterND(%[[V2]], %[[V1]], %[[V7]]) : (
// CHECK: %[[V9:.*]] = onnx.Transpose(%[[V8]]) {perm = array<i64: 1, 0>}
// CHECK: return %[[V9]] : tensor<?x4xf32, #sym.dims<n>>
func.func @put_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[-1.25, 1.25, 0.25, 1.25], [-0.5, 1.0, 1.0, 0.25]]> : tensor<2x4xf32>},
                       %y: tensor<2xi64> {onnx.value = dense<[1, 0]> : tensor<2xi64>},
                       %z: tensor<f32> {onnx.value = dense<-0.5> : tensor<f32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.5, -0.5, 0.25, 1.25], [-0.5, -0.5, 1.0, 0.25]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.index_put.default(%x, [none, %y], %z) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>, tensor<f32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @put_by_mask
// CHECK: %[[V0:.*]] = onnx.NonZero(%arg1)
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Squeeze(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Shape(%[[V4]]) {end = 1 : i64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Concat(%[[V5]], %[[V6]]) {axis = 0 : i64}
// CHECK: %[[V8:.*]] = onnx.Expand(%arg2, %[[V7]])
// CHECK: %[[V9:.*]] = onnx.ScatterND(%arg0, %[[V4]], %[[V8]]) : (
// CHECK: return %[[V9]] : tensor<?x4xf32, #sym.dims<n>>
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Where(%[[V1]], %arg2, %arg0)
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @put_number_by_mask(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.75, -1.25, -0.75], [-1.5, -1.5, -0.5]]> : tensor<2x3xf32>},
                              %y: tensor<2xi1> {onnx.value = dense<false> : tensor<2xi1>},
                              %z: tensor<f32> {onnx.value = dense<-1.5> : tensor<f32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.75, -1.25, -0.75], [-1.5, -1.5, -0.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.index_put.default(%x, [%y], %z) : (tensor<2x3xf32>, tensor<2xi1>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @unsafe_put
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.ScatterND(%arg0, %[[V1]], %arg2) : (
// CHECK: return %[[V2]] : tensor<3x4xf32>
func.func @unsafe_put(%x: tensor<3x4xf32> {onnx.value = dense<[[1.0, 1.5, -2.0, 1.0], [1.5, 1.25, 1.75, -1.75], [-1.5, 0.0, 1.25, -0.75]]> : tensor<3x4xf32>},
                      %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>},
                      %z: tensor<2x4xf32> {onnx.value = dense<[[-0.25, -1.25, -2.0, 0.75], [1.25, 1.75, -1.0, -2.0]]> : tensor<2x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[1.0, 1.5, -2.0, 1.0], [1.25, 1.75, -1.0, -2.0], [-1.5, 0.0, 1.25, -0.75]]> : tensor<3x4xf32>}) {
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
// CHECK: %[[V2:.*]] = onnx.Clip(%arg2, %{{.*}}, %{{.*}})
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%[[V2]], %{{.*}})
// CHECK: %[[V3:.*]] = onnx.Clip(%arg3, %{{.*}}, %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Unsqueeze(%[[V3]], %{{.*}})
// CHECK: %[[V6:.*]] = onnx.Concat(%[[V4]], %[[V5]]) {axis = 1 : i64}
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Where(%arg1, %arg4, %[[V0]])
// CHECK: %[[V7:.*]] = onnx.ScatterND(%arg0, %[[V6]], %[[V1]]) {reduction = "add"}
// CHECK: return %[[V7]] : tensor<3x4xf32>
func.func @masked_put(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.0, 1.5, -1.5, -1.0], [1.0, -1.75, 0.5, 1.25], [-2.0, -1.75, -0.75, -1.5]]> : tensor<3x4xf32>},
                      %y: tensor<2xi1> {onnx.value = dense<[false, true]> : tensor<2xi1>},
                      %z: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                      %w: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                      %v: tensor<2xf32> {onnx.value = dense<[-2.0, 1.75]> : tensor<2xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-1.0, 1.5, -1.5, -1.0], [1.0, 0.0, 0.5, 1.25], [-2.0, -1.75, -0.75, -1.5]]> : tensor<3x4xf32>}) {
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
