// Means, products and sums of exponents.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @mean
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMean(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f64>
// CHECK: return %[[V2]] : tensor<f64>
func.func @mean(%x: tensor<2x3xf32>) -> tensor<f64> {
  %0 = torch.aten.mean.default(%x, dtype=f64) : (tensor<2x3xf32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// A dimension that may be empty: 0 / 0 is NaN, which ONNX does not say of the
// mean of nothing.
// CHECK-LABEL: func.func @mean_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Shape(%arg0) {end = 1 : i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Squeeze(%[[V4]], %[[V5]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Cast(%[[V6]]) {to = f32} : {{.*}} -> tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Div(%[[V1]], %[[V7]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V8]] : tensor<f32>
func.func @mean_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32> {
  %0 = torch.aten.mean.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The sum of the numbers by their number.
// CHECK-LABEL: func.func @nanmean
// CHECK: %[[V0:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Where(%[[V0]], %[[V1]], %arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V5:.*]] = onnx.Not(%[[V0]]) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = f32} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.ReduceSum(%[[V6]], %[[V7]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V9:.*]] = onnx.Div(%[[V4]], %[[V8]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: return %[[V9]] : tensor<2x1xf32>
func.func @nanmean(%x: tensor<2x3xf32>) -> tensor<2x1xf32> {
  %0 = torch.aten.nanmean.default(%x, dim=[-1], keepdim=true) : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// Integers are multiplied in int64.
// CHECK-LABEL: func.func @prod
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceProd(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: return %[[V2]] : tensor<i64>
func.func @prod(%x: tensor<2x3xi32>) -> tensor<i64> {
  %0 = torch.aten.prod.default(%x) : (tensor<2x3xi32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @prod_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceProd(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f64>
// CHECK: return %[[V2]] : tensor<f64>
func.func @prod_dtype(%x: tensor<2x3xf32>) -> tensor<f64> {
  %0 = torch.aten.prod.default(%x, dtype=f64) : (tensor<2x3xf32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// CHECK-LABEL: func.func @logsumexp
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceLogSumExp(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: return %[[V1]] : tensor<1x1xf32>
func.func @logsumexp(%x: tensor<2x3xf32>) -> tensor<1x1xf32> {
  %0 = torch.aten.logsumexp.default(%x, dim=[0, -1], keepdim=true) : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// -----

// Dimensions that are missing or have become 1 are summed up.
// CHECK-LABEL: func.func @sum_to_size
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]]) : {{.*}} -> tensor<1x2x1xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%[[V1]], %[[V2]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: return %[[V3]] : tensor<2x1xf32>
func.func @sum_to_size(%x: tensor<4x2x3xf32>) -> tensor<2x1xf32> {
  %0 = torch.aten.sum_to_size.default(%x, size=[2, 1]) : (tensor<4x2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @sum_to_size_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3xf32>
// CHECK: return %[[V1]] : tensor<1x3xf32>
func.func @sum_to_size_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<1x3xf32> {
  %0 = torch.aten.sum_to_size.default(%x, size=[1, 3]) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
