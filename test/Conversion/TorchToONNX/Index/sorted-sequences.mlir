// Places in sorted sequences: few elements are all compared
// and the results counted.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Elements that are not greater than the value count.
// CHECK-LABEL: func.func @bucketize_scalar
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.500000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V3:.*]] = onnx.Greater(%arg0, %[[V2]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<4xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i32} : {{.*}} -> tensor<i32>
// CHECK: return %[[V8]] : tensor<i32>
func.func @bucketize_scalar(%x: tensor<4xf32>) -> tensor<i32> {
  %0 = torch.aten.bucketize.Scalar(self=3.5, boundaries=%x, right=true, out_int32=true) : (tensor<4xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A value that is equal to an element stays before it.
// CHECK-LABEL: func.func @bucketize_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V3:.*]] = onnx.GreaterOrEqual(%arg0, %[[V2]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<4xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: return %[[V7]] : tensor<i64>
func.func @bucketize_integers(%x: tensor<4xf32>) -> tensor<i64> {
  %0 = torch.aten.bucketize.Scalar(self=3, boundaries=%x) : (tensor<4xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @searchsorted_scalar
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V3:.*]] = onnx.Greater(%arg0, %[[V2]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: return %[[V7]] : tensor<i64>
func.func @searchsorted_scalar(%x: tensor<3xf32>) -> tensor<i64> {
  %0 = torch.aten.searchsorted.Scalar(%x, self=2.0, side="right") : (tensor<3xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @searchsorted_scalar_int
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.GreaterOrEqual(%arg0, %[[V2]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i32} : {{.*}} -> tensor<i32>
// CHECK: return %[[V8]] : tensor<i32>
func.func @searchsorted_scalar_int(%x: tensor<3xi64>) -> tensor<i32> {
  %0 = torch.aten.searchsorted.Scalar(%x, self=2, out_int32=true) : (tensor<3xi64>) -> tensor<i32>
  return %0 : tensor<i32>
}
