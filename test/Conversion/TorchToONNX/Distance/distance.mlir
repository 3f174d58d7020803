// Distances and cross products.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @cdist
// CHECK: onnx.Sub(
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64}
func.func @cdist(%x: tensor<2x3xf32> {onnx.value = dense<[[16.25, 45.0, 16.25], [41.25, -8.75, -25.0]]> : tensor<2x3xf32>},
                 %y: tensor<4x3xf32> {onnx.value = dense<[[-16.25, 21.25, -8.75], [2.5, -1.25, -17.5], [-22.5, -6.25, -31.25], [21.25, -32.5, -28.75]]> : tensor<4x3xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[47.384727, 58.882828, 79.90228, 89.756615], [66.8604, 40.175396, 64.10441, 31.27499]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.cdist.default(%x, %y) : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @pdist
// CHECK: onnx.Sub(
// CHECK: onnx.ReduceL1({{.*}}) {keepdims = 0 : i64}
func.func @pdist(%x: tensor<3x2xf32> {onnx.value = dense<[[26.25, 48.75], [-13.75, -22.5], [-40.0, -37.5]]> : tensor<3x2xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[111.25, 152.5, 41.25]> : tensor<3xf32>}) {
  %0 = torch.aten.pdist.default(%x, 1.0) : (tensor<3x2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @cdist_kernel
// CHECK: onnx.Sub(
// CHECK: onnx.ReduceL1({{.*}}) {keepdims = 0 : i64}
func.func @cdist_kernel(%x: tensor<2x3xf32> {onnx.value = dense<[[12.5, 42.5, -17.5], [-17.5, 48.75, -32.5]]> : tensor<2x3xf32>},
                        %y: tensor<4x3xf32> {onnx.value = dense<[[-12.5, 47.5, -48.75], [-40.0, -13.75, -38.75], [-21.25, -2.5, 25.0], [-23.75, -32.5, -36.25]]> : tensor<4x3xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[61.25, 130.0, 121.25, 130.0], [22.5, 91.25, 112.5, 91.25]]> : tensor<2x4xf32>}) {
  %0 = torch.aten._cdist_forward.default(%x, %y, 1.0, none) : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Of batches.
// CHECK-LABEL: func.func @euclidean
// CHECK: onnx.Sub(
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64}
func.func @euclidean(%x: tensor<5x2x3xf32> {onnx.value = dense<[[[27.5, 36.25, 37.5], [37.5, -37.5, -27.5]], [[25.0, -31.25, -45.0], [12.5, 10.0, 27.5]], [[-17.5, -25.0, -32.5], [-16.25, 21.25, 23.75]], [[-36.25, 3.75, -12.5], [-15.0, -27.5, 30.0]], [[-21.25, -16.25, 26.25], [47.5, -22.5, 40.0]]]> : tensor<5x2x3xf32>},
                     %y: tensor<5x4x3xf32> {onnx.value = dense<[[[13.75, 37.5, 7.5], [33.75, -35.0, 15.0], [2.5, -13.75, -26.25], [15.0, -22.5, -17.5]], [[-1.25, 16.25, 15.0], [33.75, -23.75, 18.75], [18.75, -28.75, 25.0], [-40.0, -50.0, 26.25]], [[-32.5, -30.0, -38.75], [50.0, 1.25, 45.0], [-17.5, -6.25, -18.75], [36.25, -15.0, 2.5]], [[35.0, -33.75, 42.5], [30.0, -27.5, -21.25], [15.0, 18.75, -2.5], [-6.25, 32.5, 32.5]], [[-41.25, -16.25, 27.5], [-45.0, -31.25, -50.0], [11.25, -7.5, 31.25], [-47.5, 31.25, 36.25]]]> : tensor<5x4x3xf32>})
    -> (tensor<5x2x4xf32> {onnx.expected = dense<[[[33.024612, 74.979164, 84.78834, 81.44208], [86.10495, 42.738304, 42.315777, 28.831406]], [[80.90311, 64.783295, 70.322914, 98.25032], [19.605484, 40.831207, 39.33033, 79.73589]], [[17.001839, 106.07338, 23.251345, 64.91581], [82.44316, 72.39216, 50.636574, 67.24489]], [[97.50801, 73.77119, 54.328285, 61.25], [51.9164, 68.20236, 63.99463, 60.68618]], [[20.039024, 81.25961, 34.026646, 55.18435], [89.84361, 129.35538, 40.19484, 109.21596]]]> : tensor<5x2x4xf32>}) {
  %0 = torch.aten._euclidean_dist.default(%x, %y) : (tensor<5x2x3xf32>, tensor<5x4x3xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @pdist_kernel
// CHECK: onnx.Sub(
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64}
func.func @pdist_kernel(%x: tensor<3x4xf32> {onnx.value = dense<[[21.25, 32.5, 10.0, 35.0], [16.25, 42.5, -42.5, 11.25], [10.0, 32.5, -50.0, 22.5]]> : tensor<3x4xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[58.696785, 62.312218, 17.940876]> : tensor<3xf32>}) {
  %0 = torch.aten._pdist_forward.default(%x, 2.0) : (tensor<3x4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @pairwise
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.Add(
// CHECK: onnx.ReduceL1({{.*}}) : (
func.func @pairwise(%x: tensor<2x3xf32> {onnx.value = dense<[[-11.25, -43.75, 20.0], [-12.5, -48.75, 36.25]]> : tensor<2x3xf32>},
                    %y: tensor<3xf32> {onnx.value = dense<[-11.25, 48.75, 40.0]> : tensor<3xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[112.0], [101.0]]> : tensor<2x1xf32>}) {
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

// -----

// CHECK-LABEL: func.func @cosine
// CHECK: onnx.ReduceL2(%arg0, {{.*}})
// CHECK: onnx.Max
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @cosine(%x: tensor<2x3xf32> {onnx.value = dense<[[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>},
                  %y: tensor<2x3xf32> {onnx.value = dense<[[3.0, -1.0, 2.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0.49999997, 0.0]> : tensor<2xf32>}) {
  %0 = torch.aten.cosine_similarity.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @cross
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Mul
// CHECK: onnx.Sub
func.func @cross(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.5, 1.25, 0.0], [-0.75, 1.0, 1.75]]> : tensor<2x3xf32>},
                 %y: tensor<2x3xf32> {onnx.value = dense<[[1.75, 0.75, -2.0], [-1.5, -1.25, -2.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-2.5, -1.0, -2.5625], [0.1875, -4.125, 2.4375]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.linalg_cross.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The pairs are counted when the model runs.
// CHECK-LABEL: func.func @pdist_dynamic
// CHECK: onnx.Min
// CHECK: onnx.CumSum
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
// CHECK: onnx.Slice
// CHECK: onnx.Gather(%arg0, {{.*}})
// CHECK: onnx.ReduceL1({{.*}}) {keepdims = 0 : i64}
func.func @pdist_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[1.0, 2.0, 0.5, -1.0], [0.0, 3.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0]]> : tensor<3x4xf32>})
    -> (tensor<?xf32> {onnx.expected = dense<[4.5, 5.5, 5.0]> : tensor<3xf32>}) {
  %0 = torch.aten._pdist_forward.default(%x, 1.0) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Along the first dimension of size 3.
// CHECK-LABEL: func.func @cross_first
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Mul
// CHECK: onnx.Sub
func.func @cross_first(%x: tensor<2x3x3xf32> {onnx.value = dense<[[[0.0, 2.0, 1.5], [0.5, -1.75, 2.0], [0.25, 1.5, 0.25]], [[0.25, 1.5, -1.0], [1.5, -0.5, 0.0], [1.75, -1.25, -1.5]]]> : tensor<2x3x3xf32>},
                       %y: tensor<2x3x3xf32> {onnx.value = dense<[[[-0.75, 1.5, 0.25], [1.75, 2.0, -0.25], [0.25, -1.5, -0.5]], [[-2.0, -1.0, 0.25], [0.25, 0.5, -1.5], [1.25, -0.5, 0.5]]]> : tensor<2x3x3xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[-0.3125, -0.375, -0.9375], [-0.1875, 5.25, 0.8125], [0.375, 6.625, -0.875]], [[1.4375, 0.875, -2.25], [-3.8125, 2.0, 0.125], [3.0625, 0.25, 1.5]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.cross.default(%x, %y) : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// Absolute values below the epsilon are divided by it.
func.func @cosine_similarity_of_numbers(%x: tensor<f32> {onnx.value = dense<-2.5> : tensor<f32>},
                                        %y: tensor<f32> {onnx.value = dense<0.125> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<-0.25> : tensor<f32>},
        tensor<f32> {onnx.expected = dense<-0.034722224> : tensor<f32>}) {
  %0 = torch.aten.cosine_similarity.default(%x, %y, 0, 0.5) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %1 = torch.aten.cosine_similarity.default(%y, %x, -1, 3.0) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// -----

func.func @cosine_similarity_broadcast(%x: tensor<2x1xf32> {onnx.value = dense<[[0.5], [-300.0]]> : tensor<2x1xf32>},
                                       %y: tensor<2x3xf32> {onnx.value = dense<[[1.0, -2.0, 0.25], [0.0, 0.0, 4.0]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[-0.19245008, -0.57735026]> : tensor<2xf32>}) {
  %0 = torch.aten.cosine_similarity.default(%x, %y) : (tensor<2x1xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
