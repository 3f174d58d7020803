// Norms of vectors and matrices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Without an order the norm of all elements.
// CHECK-LABEL: func.func @linalg_norm
// CHECK: onnx.ReduceL2(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @linalg_norm(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.5, 0.375, 0.25], [-0.625, 1.625, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.9324532> : tensor<f32>}) {
  %0 = torch.aten.linalg_norm.default(%x) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The largest sum of a column.
// CHECK-LABEL: func.func @linalg_norm_matrix
// CHECK: onnx.ReduceL1(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
func.func @linalg_norm_matrix(%x: tensor<2x3xf32> {onnx.value = dense<[[-37.5, 47.5, -30.0], [43.75, 16.25, -27.5]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<81.25> : tensor<f32>}) {
  %0 = torch.aten.linalg_norm.default(%x, ord=1) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The least sum along dimension 0 of matrices of which dimension 2 are the
// rows.
// CHECK-LABEL: func.func @linalg_norm_rows
// CHECK: onnx.ReduceL1(%arg0, %{{.*}})
// CHECK: onnx.Max(
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}})
func.func @linalg_norm_rows(%x: tensor<4x2x3xf32> {onnx.value = dense<[[[1.75, -2.75, 0.5], [-0.5, 0x7F800000, -1.5]], [[0.0, 0.5, 0x7FC00000], [0.75, -0.0, -1.0e+38]], [[-1.5, -3.25, 1.25], [0xFF800000, 3.25, -3.25]], [[-2.5, 2.5, -0.5], [1.0e+38, -0.25, 2.75]]]> : tensor<4x2x3xf32>})
    -> (tensor<1x2x1xf32> {onnx.expected = dense<[[[0x7FC00000], [1.0e+38]]]> : tensor<1x2x1xf32>}) {
  %0 = torch.aten.linalg_norm.default(%x, ord=0xFFF0000000000000 : f64, dim=[-1, 0], keepdim=true) : (tensor<4x2x3xf32>) -> tensor<1x2x1xf32>
  return %0 : tensor<1x2x1xf32>
}

// -----

// The order of vectors.
// CHECK-LABEL: func.func @linalg_norm_vectors
// CHECK: onnx.Abs(%arg0) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: onnx.Pow({{.*}}) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<?xf32, #sym.dims<n>>
func.func @linalg_norm_vectors(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[2.75, -3.25, 2.5], [0x7F800000, -1.0, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[4.135952, 0x7FC00000]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_norm.default(%x, ord=3, dim=[1]) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linalg_norm_str
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf64>
func.func @linalg_norm_str(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.5, -1.0e+38, 1.75, 3.0], [-0.5, 0x7FC00000, 2.5, -0.0], [-0.25, -1.25, 1.0e+38, -0.5]], [[0.5, 1.5, 1.0, 3.0], [0x7F800000, -1.5, 1.0, 0.0], [0xFF800000, 0.25, -0.25, 2.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<3xf64> {onnx.expected = dense<[9.999999680285692e+37, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<3xf64>}) {
  %0 = torch.aten.linalg_norm.ord_str(%x, ord="fro", dim=[0, -1], dtype=f64) : (tensor<2x3x4xf32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// CHECK-LABEL: func.func @frobenius_norm
// CHECK: onnx.ReduceL2(%arg0, {{.*}}) : {{.*}} -> tensor<1x3x1xf32>
func.func @frobenius_norm(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[3.25, -3.25, -1.5, 0.5], [1.75, 1.0, -1.0e+38, -1.5], [0xFF800000, -0.0, 0.0, 3.25]], [[-2.75, 0.25, -0.5, -0.75], [-3.25, 1.0e+38, 3.0, 0x7F800000], [0.5, 2.5, 0.0, 0x7FC00000]]]> : tensor<2x3x4xf32>})
    -> (tensor<1x3x1xf32> {onnx.expected = dense<[[[5.662376], [0x7F800000], [0x7FC00000]]]> : tensor<1x3x1xf32>}) {
  %0 = torch.aten.frobenius_norm.dim(%x, dim=[0, -1], keepdim=true) : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @norm_scalar
// CHECK: onnx.ReduceL1(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @norm_scalar(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 1.75, 2.75], [1.375, -3.0, -0.375]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<9.25> : tensor<f32>}) {
  %0 = torch.aten.norm.Scalar(%x, p=1) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The number of elements that are not 0.
// CHECK-LABEL: func.func @norm_zero
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @norm_zero(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, -0.25, 2.25], [0xFF800000, 0x7FC00000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<5.0> : tensor<f32>}) {
  %0 = torch.aten.norm.Scalar(%x, p=0) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Computed in the dtype of the result, with order 2.
// CHECK-LABEL: func.func @norm_dtype
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f64>
func.func @norm_dtype(%x: tensor<2x3xf32> {onnx.value = dense<[[0.25, -1.0, -2.625], [-2.375, -1.5, 2.25]]> : tensor<2x3xf32>})
    -> (tensor<f64> {onnx.expected = dense<4.572335289542971> : tensor<f64>}) {
  %0 = torch.aten.norm.ScalarOpt_dtype(%x, none, dtype=f64) : (tensor<2x3xf32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// Even powers need no absolute value.
// CHECK-LABEL: func.func @norm_dim_dtype
// CHECK: onnx.Pow({{.*}}) : {{.*}} -> tensor<2x3xf64>
// CHECK: onnx.ReduceSum({{.*}}) : {{.*}} -> tensor<2x1xf64>
func.func @norm_dim_dtype(%x: tensor<2x3xf32> {onnx.value = dense<[[25.0, -5.0, -31.25], [21.25, 21.25, 47.5]]> : tensor<2x3xf32>})
    -> (tensor<2x1xf64> {onnx.expected = dense<[[34.05449633309938], [48.424003351788635]]> : tensor<2x1xf64>}) {
  %0 = torch.aten.norm.ScalarOpt_dim_dtype(%x, p=4, dim=[-1], keepdim=true, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x1xf64>
  return %0 : tensor<2x1xf64>
}

// -----

// CHECK-LABEL: func.func @norm_dim_dtype_dynamic
// CHECK: onnx.Abs(%arg0) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: onnx.Pow({{.*}}) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf32>
func.func @norm_dim_dtype_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0x7F800000, 3.25, 2.0], [0.25, -0.5, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7F800000, 3.3794632, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.norm.ScalarOpt_dim_dtype(%x, p=1.5, dim=[0], keepdim=false, dtype=f32) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @dist
// CHECK: onnx.Sub(%arg0, %arg1) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @dist(%x: tensor<2x3xf32> {onnx.value = dense<[[-18.75, 5.0, -23.75], [50.0, 3.75, 12.5]]> : tensor<2x3xf32>},
                %y: tensor<3xf32> {onnx.value = dense<[-15.0, -48.75, -11.25]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<102.979065> : tensor<f32>}) {
  %0 = torch.aten.dist.default(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @dist_dynamic
// CHECK: onnx.Sub(%arg0, %arg1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: onnx.ReduceL1({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @dist_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[12.5, -1.25, 36.25], [-11.25, 5.0, -45.0]]> : tensor<2x3xf32>},
                        %y: tensor<3xf32> {onnx.value = dense<[20.0, -43.75, -17.5]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<211.25> : tensor<f32>}) {
  %0 = torch.aten.dist.default(%x, %y, p=1) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The largest distance, NaN before all others.
// CHECK-LABEL: func.func @dist_inf
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: onnx.Greater(
func.func @dist_inf(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-1.5, -1.75]> : tensor<2xf32>},
                    %y: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[0.5, -1.75]> : tensor<2xf32>})
    -> (tensor<f32> {onnx.expected = dense<2.0> : tensor<f32>}) {
  %0 = torch.aten.dist.default(%x, %y, p=0x7FF0000000000000 : f64) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Slices with a norm above the limit are scaled down to it.
// CHECK-LABEL: func.func @renorm
// CHECK: onnx.Greater({{.*}}) : {{.*}} -> tensor<1x3x1xi1>
// CHECK: onnx.Constant dense<1.000000e-07> : tensor<f32>
// CHECK: onnx.Add({{.*}}) : {{.*}} -> tensor<1x3x1xf32>
func.func @renorm(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0xFF800000, 2.25, -2.0, -1.75], [-1.5, -2.5, 1.0e+38, -1.0e+38], [-1.25, -2.75, -1.25, 0.5]], [[-0.5, 0x7F800000, -2.75, -0.0], [0.75, 0x7FC00000, -1.0, 1.0], [2.5, 0.0, 2.25, -3.0]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0x7FC00000, 0.0, -0.0, -0.0], [-1.5, -2.5, 1.0e+38, -1.0e+38], [-0.23148148, -0.5092592, -0.23148148, 0.09259259]], [[-0.0, 0x7FC00000, -0.0, -0.0], [0.75, 0x7FC00000, -1.0, 1.0], [0.46296296, 0.0, 0.41666666, -0.5555555]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.renorm.default(%x, p=1, dim=-2, maxnorm=2.5) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Of one element without its square, which may underflow. Not of a size that
// may be another one.
// CHECK-LABEL: func.func @norm_of_one
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<4xf32>
// CHECK: onnx.Sqrt(
func.func @norm_of_one(%x: tensor<4x1xf32> {onnx.value = dense<[[0x7FC00000], [-3.0], [0x7F800000], [1.25]]> : tensor<4x1xf32>},
                       %y: tensor<4x?xf32, #sym.dims<n>> {onnx.value = dense<[[-3.0, 0x7F800000], [-3.0, 2.25], [-0.75, -0.75], [-0.5, 0x7FC00000]]> : tensor<4x2xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0x7FC00000, 3.0, 0x7F800000, 1.25]> : tensor<4xf32>},
        tensor<4x1xf32> {onnx.expected = dense<[[0x7FC00000], [3.0], [0x7F800000], [1.25]]> : tensor<4x1xf32>},
        tensor<4xf32> {onnx.expected = dense<[0x7F800000, 3.75, 1.0606601, 0x7FC00000]> : tensor<4xf32>}) {
  %0 = torch.aten.linalg_vector_norm.default(%x, dim=[1]) : (tensor<4x1xf32>) -> tensor<4xf32>
  %1 = torch.aten.linalg_vector_norm.default(%x, ord=3, dim=[1], keepdim=true) : (tensor<4x1xf32>) -> tensor<4x1xf32>
  %2 = torch.aten.linalg_vector_norm.default(%y, dim=[1]) : (tensor<4x?xf32, #sym.dims<n>>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4x1xf32>, tensor<4xf32>
}

// -----

// The squares of many elements, or of an unknown number of them, are added by ReduceSum, whose
// kernel in ONNX Runtime loses less than that of ReduceL2; not those of few, and not of other
// precisions.
// CHECK-LABEL: func.func @norm_of_many
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%arg0, %arg0) : {{.*}} -> tensor<4x65xf32>
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%[[SQUARES]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<4xf32>
// CHECK: %[[ROOT:.*]] = onnx.Sqrt(%[[SUM]])
// CHECK: onnx.ReduceL2(%arg1, %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<4xf32>
// CHECK: onnx.ReduceL2(%arg2, %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<4xf64>
// CHECK: return %[[ROOT]]
func.func @norm_of_many(%x: tensor<4x65xf32>, %few: tensor<4x8x8xf32>, %wide: tensor<4x65xf64>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) {
  %0 = torch.aten.linalg_vector_norm.default(%x, ord=2, dim=[1]) : (tensor<4x65xf32>) -> tensor<4xf32>
  %1 = torch.aten.linalg_vector_norm.default(%few, ord=2, dim=[1, 2]) : (tensor<4x8x8xf32>) -> tensor<4xf32>
  %2 = torch.aten.linalg_vector_norm.default(%wide, ord=2, dim=[1]) : (tensor<4x65xf64>) -> tensor<4xf64>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf64>
}
