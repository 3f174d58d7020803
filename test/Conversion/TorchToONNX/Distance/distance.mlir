// Distances and cross products.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @cdist
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceL2(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: return %[[V6]] : tensor<2x4xf32>
func.func @cdist(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten.cdist.default(%x, %y) : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @pdist
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 1]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 2, 2]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Gather(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceL1(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: return %[[V6]] : tensor<3xf32>
func.func @pdist(%x: tensor<3x2xf32>) -> tensor<3xf32> {
  %0 = torch.aten.pdist.default(%x, 1.0) : (tensor<3x2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @cosine
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceL2(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<9.99999993E-9> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Max(%[[V2]], %[[V0]])
// CHECK: %[[V4:.*]] = onnx.Div(%arg0, %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceL2(%arg1, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Max(%[[V6]], %[[V0]])
// CHECK: %[[V8:.*]] = onnx.Div(%arg1, %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V4]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.ReduceSum(%[[V9]], %[[V10]]) {keepdims = 0 : i64}
// CHECK: return %[[V11]] : tensor<2xf32>
func.func @cosine(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = torch.aten.cosine_similarity.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @cross
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2, 0]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 0, 1]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Gather(%arg1, %[[V2]]) {axis = 1 : i64}
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<[2, 0, 1]> : tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Gather(%arg0, %[[V5]]) {axis = 1 : i64}
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 2, 0]> : tensor<3xi64>
// CHECK: %[[V8:.*]] = onnx.Gather(%arg1, %[[V7]]) {axis = 1 : i64}
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V6]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V4]], %[[V9]])
// CHECK: return %[[V10]] : tensor<2x3xf32>
func.func @cross(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.linalg_cross.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cdist_kernel
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceL1(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: return %[[V6]] : tensor<2x4xf32>
func.func @cdist_kernel(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten._cdist_forward.default(%x, %y, 1.0, none) : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Of batches.
// CHECK-LABEL: func.func @euclidean
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceL2(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: return %[[V6]] : tensor<5x2x4xf32>
func.func @euclidean(%x: tensor<5x2x3xf32>, %y: tensor<5x4x3xf32>) -> tensor<5x2x4xf32> {
  %0 = torch.aten._euclidean_dist.default(%x, %y) : (tensor<5x2x3xf32>, tensor<5x4x3xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @pdist_kernel
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 1]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Gather(%arg0, %[[V0]]) : (
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 2]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Gather(%arg0, %[[V1]]) : (
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceL2(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: return %[[V6]] : tensor<3xf32>
func.func @pdist_kernel(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %0 = torch.aten._pdist_forward.default(%x, 2.0) : (tensor<3x4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The pairs are counted when the model runs.
// CHECK-LABEL: func.func @pdist_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) {end = 1 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Squeeze(%[[V0]], %[[V1]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V6:.*]] = onnx.Range(%[[V4]], %[[V2]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V6]], %[[V7]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V9:.*]] = onnx.Min(%{{.*}}, %[[V2]])
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V2]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.CumSum(%[[V10]], %{{.*}}) : (
// CHECK: %[[V12:.*]] = onnx.ScatterElements(%{{.*}}, %[[V11]], %{{.*}}) {reduction = "add"}
// CHECK: %[[V13:.*]] = onnx.CumSum(%[[V12]], %{{.*}}) : (
// CHECK: %[[V14:.*]] = onnx.Slice(%[[V13]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V17:.*]] = onnx.Gather(%arg0, %[[V14]]) : (
// CHECK: %[[V15:.*]] = onnx.Gather(%{{.*}}, %[[V14]]) : (
// CHECK: %[[V16:.*]] = onnx.Sub(%{{.*}}, %[[V15]])
// CHECK: %[[V18:.*]] = onnx.Gather(%arg0, %[[V16]]) : (
// CHECK: %[[V19:.*]] = onnx.Sub(%[[V17]], %[[V18]])
// CHECK: %[[V20:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.ReduceL1(%[[V19]], %[[V20]]) {keepdims = 0 : i64}
// CHECK: return %[[V21]] : tensor<?xf32>
func.func @pdist_dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32> {
  %0 = torch.aten._pdist_forward.default(%x, 1.0) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @pairwise
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceL1(%[[V2]], %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<2x1xf32>
func.func @pairwise(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x1xf32> {
  %0 = torch.aten.pairwise_distance.default(%x, %y, 1.0, 0.5, true) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// Along the first dimension of size 3.
// CHECK-LABEL: func.func @cross_first
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2, 0]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 0, 1]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Gather(%arg1, %[[V2]]) {axis = 1 : i64}
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<[2, 0, 1]> : tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Gather(%arg0, %[[V5]]) {axis = 1 : i64}
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 2, 0]> : tensor<3xi64>
// CHECK: %[[V8:.*]] = onnx.Gather(%arg1, %[[V7]]) {axis = 1 : i64}
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V6]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V4]], %[[V9]])
// CHECK: return %[[V10]] : tensor<2x3x3xf32>
func.func @cross_first(%x: tensor<2x3x3xf32>, %y: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
  %0 = torch.aten.cross.default(%x, %y) : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// The differences of all pairs would have 72,000,000 elements: PyTorch multiplies
// matrices above 25 vectors.
// CHECK-LABEL: func.func @cdist_of_many
// CHECK-NOT: onnx.Sub
// CHECK: %[[RIGHT:.*]] = onnx.Transpose(%{{.*}}) {perm = array<i64: 1, 0>} : (tensor<3000x10xf32>) -> tensor<10x3000xf32>
// CHECK: %[[SQUARES:.*]] = onnx.MatMul(%{{.*}}, %[[RIGHT]]) : (tensor<3000x10xf32>, tensor<10x3000xf32>) -> tensor<3000x3000xf32>
// CHECK: %[[POSITIVE:.*]] = onnx.Max(%[[SQUARES]], %{{.*}})
// CHECK: %[[ROOT:.*]] = onnx.Sqrt(%[[POSITIVE]])
// CHECK: return %[[ROOT]]
func.func @cdist_of_many(%x: tensor<3000x8xf32>, %y: tensor<3000x8xf32>) -> tensor<3000x3000xf32> {
  %0 = torch.aten.cdist.default(%x, %y) : (tensor<3000x8xf32>, tensor<3000x8xf32>) -> tensor<3000x3000xf32>
  return %0 : tensor<3000x3000xf32>
}

// -----

// Not by another norm, nor where the program asks for differences.
// CHECK-LABEL: func.func @cdist_of_differences
// CHECK: onnx.Sub
// CHECK: onnx.Sub
// CHECK-NOT: onnx.MatMul
// CHECK: return
func.func @cdist_of_differences(%x: tensor<3000x8xf32>, %y: tensor<3000x8xf32>) -> (tensor<3000x3000xf32>, tensor<3000x3000xf32>) {
  %0 = torch.aten.cdist.default(%x, %y, p=1.0) : (tensor<3000x8xf32>, tensor<3000x8xf32>) -> tensor<3000x3000xf32>
  %1 = torch.aten.cdist.default(%x, %y, compute_mode=2) : (tensor<3000x8xf32>, tensor<3000x8xf32>) -> tensor<3000x3000xf32>
  return %0, %1 : tensor<3000x3000xf32>, tensor<3000x3000xf32>
}
