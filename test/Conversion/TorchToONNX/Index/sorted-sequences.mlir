// Places in sorted sequences: few elements are all compared
// and the results counted.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Elements that are not greater than the value count.
// CHECK-LABEL: func.func @bucketize_scalar
// CHECK: onnx.Constant dense<3.500000e+00> : tensor<f32>
// CHECK: onnx.Greater(%arg0, {{.*}}) : {{.*}} -> tensor<4xi1>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
func.func @bucketize_scalar(%x: tensor<4xf32> {onnx.value = dense<[0x7FC00000, -0.75, 2.5, 0x7F800000]> : tensor<4xf32>})
    -> (tensor<i32> {onnx.expected = dense<3> : tensor<i32>}) {
  %0 = torch.aten.bucketize.Scalar(self=3.5, boundaries=%x, right=true, out_int32=true) : (tensor<4xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// -----

// A value that is equal to an element stays before it.
// CHECK-LABEL: func.func @bucketize_integers
// CHECK: onnx.GreaterOrEqual(%arg0, {{.*}}) : {{.*}} -> tensor<4xi1>
// CHECK: onnx.Not({{.*}}) : {{.*}} -> tensor<4xi1>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
func.func @bucketize_integers(%x: tensor<4xf32> {onnx.value = dense<[0.5, 2.375, 1.375, 3.0]> : tensor<4xf32>})
    -> (tensor<i64> {onnx.expected = dense<3> : tensor<i64>}) {
  %0 = torch.aten.bucketize.Scalar(self=3, boundaries=%x) : (tensor<4xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @searchsorted_scalar
// CHECK: onnx.Greater(%arg0, {{.*}}) : {{.*}} -> tensor<3xi1>
// CHECK: onnx.Not({{.*}}) : {{.*}} -> tensor<3xi1>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
func.func @searchsorted_scalar(%x: tensor<3xf32> {onnx.value = dense<[0.875, 1.375, 2.875]> : tensor<3xf32>})
    -> (tensor<i64> {onnx.expected = dense<2> : tensor<i64>}) {
  %0 = torch.aten.searchsorted.Scalar(%x, self=2.0, side="right") : (tensor<3xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @searchsorted_scalar_int
// CHECK: onnx.GreaterOrEqual(%arg0, {{.*}}) : {{.*}} -> tensor<3xi1>
// CHECK: onnx.Not({{.*}}) : {{.*}} -> tensor<3xi1>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
func.func @searchsorted_scalar_int(%x: tensor<3xi64> {onnx.value = dense<[1, 2, 2]> : tensor<3xi64>})
    -> (tensor<i32> {onnx.expected = dense<1> : tensor<i32>}) {
  %0 = torch.aten.searchsorted.Scalar(%x, self=2, out_int32=true) : (tensor<3xi64>) -> tensor<i32>
  return %0 : tensor<i32>
}
