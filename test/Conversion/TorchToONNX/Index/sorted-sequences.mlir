// Places in sorted sequences: few elements are all compared and the results
// counted, unless one may be NaN.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Elements that are not greater than the value count.
// CHECK-LABEL: func.func @bucketize_scalar
// CHECK: %[[SEQUENCE:.*]] = onnx.Constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.500000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V3:.*]] = onnx.Greater(%[[SEQUENCE]], %[[V2]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<4xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i32} : {{.*}} -> tensor<i32>
// CHECK: return %[[V8]] : tensor<i32>
func.func @bucketize_scalar() -> tensor<i32> {
  %x = torch.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32> : tensor<4xf32>
  %0 = torch.aten.bucketize.Scalar(self=3.5, boundaries=%x, right=true, out_int32=true) : (tensor<4xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A value that is equal to an element stays before it.
// CHECK-LABEL: func.func @bucketize_integers
// CHECK: %[[SEQUENCE:.*]] = onnx.Constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V3:.*]] = onnx.GreaterOrEqual(%[[SEQUENCE]], %[[V2]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<4xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: return %[[V7]] : tensor<i64>
func.func @bucketize_integers() -> tensor<i64> {
  %x = torch.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32> : tensor<4xf32>
  %0 = torch.aten.bucketize.Scalar(self=3, boundaries=%x) : (tensor<4xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @searchsorted_scalar
// CHECK: %[[SEQUENCE:.*]] = onnx.Constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V3:.*]] = onnx.Greater(%[[SEQUENCE]], %[[V2]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i64} : {{.*}} -> tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: return %[[V7]] : tensor<i64>
func.func @searchsorted_scalar() -> tensor<i64> {
  %x = torch.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32> : tensor<3xf32>
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
func.func @searchsorted_scalar_int(%x: tensor<3xi64> {onnx.value = dense<[1, 2, 3]> : tensor<3xi64>})
    -> (tensor<i32> {onnx.expected = dense<1> : tensor<i32>}) {
  %0 = torch.aten.searchsorted.Scalar(%x, self=2, out_int32=true) : (tensor<3xi64>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A NaN in the sequence is less than all numbers, in the steps of eager's
// search.
// CHECK-LABEL: func.func @argument
// CHECK: onnx.Loop
// CHECK: onnx.GreaterOrEqual
func.func @argument(%s: tensor<6xf32> {onnx.value = dense<[1.0, 2.0, 2.0, 5.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>},
                    %x: tensor<4xf32> {onnx.value = dense<[0x7FC00000, 2.0, 6.0, 1.0]> : tensor<4xf32>})
    -> (tensor<4xi64> {onnx.expected = dense<[6, 1, 6, 0]> : tensor<4xi64>}) {
  %0 = torch.aten.searchsorted.Tensor(%s, %x) : (tensor<6xf32>, tensor<4xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// CHECK-LABEL: func.func @constant_with_nan
// CHECK: onnx.Loop
func.func @constant_with_nan(%x: tensor<4xf32> {onnx.value = dense<[0x7FC00000, 2.0, 6.0, 1.0]> : tensor<4xf32>})
    -> (tensor<4xi64> {onnx.expected = dense<[3, 3, 3, 1]> : tensor<4xi64>}) {
  %s = torch.constant dense<[1.0, 2.0, 0x7FC00000]> : tensor<3xf32> : tensor<3xf32>
  %0 = torch.aten.searchsorted.Tensor(%s, %x, right=true) : (tensor<3xf32>, tensor<4xf32>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
