// Norms of vectors and matrices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Without an order the norm of all elements.
// CHECK-LABEL: func.func @linalg_norm
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V1]] : tensor<f32>
func.func @linalg_norm(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.linalg_norm.default(%x) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The largest sum of a column.
// CHECK-LABEL: func.func @linalg_norm_matrix
// CHECK: %[[V0:.*]] = onnx.ReduceL1(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%[[V0]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Max(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<f32>
func.func @linalg_norm_matrix(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.linalg_norm.default(%x, ord=1) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The least sum along dimension 0 of matrices of which dimension 2 are the
// rows.
// CHECK-LABEL: func.func @linalg_norm_rows
// CHECK: %[[V0:.*]] = onnx.ReduceL1(%arg0, %{{.*}})
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%[[V0]], %{{.*}})
// CHECK: %[[V2:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Max(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Min(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<1x2x1xf32>
func.func @linalg_norm_rows(%x: tensor<4x2x3xf32>) -> tensor<1x2x1xf32> {
  %0 = torch.aten.linalg_norm.default(%x, ord=0xFFF0000000000000 : f64, dim=[-1, 0], keepdim=true) : (tensor<4x2x3xf32>) -> tensor<1x2x1xf32>
  return %0 : tensor<1x2x1xf32>
}

// -----

// The order of vectors.
// CHECK-LABEL: func.func @linalg_norm_vectors
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V2]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.333333343> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Pow(%[[V4]], %[[V5]]) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: return %[[V6]] : tensor<?xf32, #sym.dims<n>>
func.func @linalg_norm_vectors(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.linalg_norm.default(%x, ord=3, dim=[1]) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linalg_norm_str
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3x4xf64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceL2(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf64>
// CHECK: return %[[V2]] : tensor<3xf64>
func.func @linalg_norm_str(%x: tensor<2x3x4xf32>) -> tensor<3xf64> {
  %0 = torch.aten.linalg_norm.ord_str(%x, ord="fro", dim=[0, -1], dtype=f64) : (tensor<2x3x4xf32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// CHECK-LABEL: func.func @frobenius_norm
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: return %[[V1]] : tensor<1x3x1xf32>
func.func @frobenius_norm(%x: tensor<2x3x4xf32>) -> tensor<1x3x1xf32> {
  %0 = torch.aten.frobenius_norm.dim(%x, dim=[0, -1], keepdim=true) : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

// -----

// CHECK-LABEL: func.func @norm_scalar
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL1(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V1]] : tensor<f32>
func.func @norm_scalar(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.norm.Scalar(%x, p=1) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The number of elements that are not 0.
// CHECK-LABEL: func.func @norm_zero
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = f32} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V1]], %[[V2]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V3]] : tensor<f32>
func.func @norm_zero(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.norm.Scalar(%x, p=0) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Computed in the dtype of the result, with order 2.
// CHECK-LABEL: func.func @norm_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceL2(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f64>
// CHECK: return %[[V2]] : tensor<f64>
func.func @norm_dtype(%x: tensor<2x3xf32>) -> tensor<f64> {
  %0 = torch.aten.norm.ScalarOpt_dtype(%x, none, dtype=f64) : (tensor<2x3xf32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// Even powers need no absolute value.
// CHECK-LABEL: func.func @norm_dim_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x1xf64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f64>
// CHECK: %[[V6:.*]] = onnx.Pow(%[[V4]], %[[V5]]) : {{.*}} -> tensor<2x1xf64>
// CHECK: return %[[V6]] : tensor<2x1xf64>
func.func @norm_dim_dtype(%x: tensor<2x3xf32>) -> tensor<2x1xf64> {
  %0 = torch.aten.norm.ScalarOpt_dim_dtype(%x, p=4, dim=[-1], keepdim=true, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x1xf64>
  return %0 : tensor<2x1xf64>
}

// -----

// CHECK-LABEL: func.func @norm_dim_dtype_dynamic
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.500000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V2]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.666666686> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Pow(%[[V4]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V6]] : tensor<3xf32>
func.func @norm_dim_dtype_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<3xf32> {
  %0 = torch.aten.norm.ScalarOpt_dim_dtype(%x, p=1.5, dim=[0], keepdim=false, dtype=f32) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @dist
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceL2(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V2]] : tensor<f32>
func.func @dist(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.dist.default(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @dist_dynamic
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceL1(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V2]] : tensor<f32>
func.func @dist_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.dist.default(%x, %y, p=1) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The largest distance, NaN before all others.
// CHECK-LABEL: func.func @dist_inf
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.IsNaN(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = f32}
// CHECK: %[[V4:.*]] = onnx.ReduceMax(%[[V3]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Greater(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.ReduceMax(%[[V1]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V9:.*]] = onnx.Where(%[[V6]], %[[V7]], %[[V8]])
// CHECK: return %[[V9]] : tensor<f32>
func.func @dist_inf(%x: tensor<?xf32, #sym.dims<n>>, %y: tensor<?xf32, #sym.dims<n>>) -> tensor<f32> {
  %0 = torch.aten.dist.default(%x, %y, p=0x7FF0000000000000 : f64) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Slices with a norm above the limit are scaled down to it.
// CHECK-LABEL: func.func @renorm
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL1(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2.500000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Greater(%[[V1]], %[[V2]]) : {{.*}} -> tensor<1x3x1xi1>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e-07> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V1]], %[[V3]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V5:.*]] = onnx.Div(%[[V2]], %[[V4]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Where(%[[V6]], %[[V5]], %[[V7]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V9:.*]] = onnx.Mul(%arg0, %[[V8]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: return %[[V9]] : tensor<2x3x4xf32>
func.func @renorm(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.renorm.default(%x, p=1, dim=-2, maxnorm=2.5) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Of one element without its square, which may underflow. Not of a size that
// may be another one.
// CHECK-LABEL: func.func @norm_of_one
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V1:.*]] = onnx.Squeeze(%[[V0]], %{{.*}}) : {{.*}} -> tensor<4xf32>
// CHECK: %[[V2:.*]] = onnx.Abs(%arg0)
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%arg1, %arg1)
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%[[SQUARES]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<4xf32>
// CHECK: %[[V3:.*]] = onnx.Sqrt(%[[SUM]])
// CHECK: return %[[V1]], %[[V2]], %[[V3]] : tensor<4xf32>, tensor<4x1xf32>, tensor<4xf32>
func.func @norm_of_one(%x: tensor<4x1xf32>, %y: tensor<4x?xf32, #sym.dims<n>>) -> (tensor<4xf32>, tensor<4x1xf32>, tensor<4xf32>) {
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
