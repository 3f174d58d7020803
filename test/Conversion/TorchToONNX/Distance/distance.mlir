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
