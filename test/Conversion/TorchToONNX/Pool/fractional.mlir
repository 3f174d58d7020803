// Windows at places that samples tell.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The sample of the columns comes first.
// CHECK-LABEL: func.func @fractional
// CHECK: %[[ONE:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: onnx.Gather(%arg1, %[[ONE]]) {axis = 2
// CHECK: onnx.Concat({{.*}} -> tensor<2x3x4xi64>
// CHECK: %[[ZERO:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: onnx.Gather(%arg1, %[[ZERO]]) {axis = 2
// CHECK: onnx.Concat({{.*}} -> tensor<2x3x5xi64>
// CHECK: %[[PLACES:.*]] = onnx.Add({{.*}} -> tensor<2x3x4x5x2x3xi64>
// CHECK: %[[FLAT:.*]] = onnx.Reshape(%[[PLACES]], {{.*}} -> tensor<2x3x120xi64>
// CHECK: %[[VALUES:.*]] = onnx.GatherElements(%{{.*}}, %[[FLAT]])
// CHECK: %[[MEMBERS:.*]] = onnx.Reshape(%[[VALUES]], {{.*}} -> tensor<2x3x20x6xf32>
// CHECK: %[[ISNAN:.*]] = onnx.IsNaN(%[[MEMBERS]])
// The last NaN, if there is one.
// CHECK: %[[NUMBER:.*]] = onnx.Cast(%[[ISNAN]]) {to = i32}
// CHECK: %[[HASNAN:.*]] = onnx.Cast(%{{.*}}) {to = i1}
// CHECK: %[[LAST:.*]] = onnx.ArgMax(%[[NUMBER]]) {axis = 3 : i64, select_last_index = 1 : i64}
// CHECK: %[[LARGEST:.*]] = onnx.ArgMax(%[[MEMBERS]])
// CHECK: %[[BEST:.*]] = onnx.Where(%[[HASNAN]], %[[LAST]], %[[LARGEST]])
// CHECK: onnx.GatherElements(%[[MEMBERS]], %[[BEST]])
// CHECK: onnx.GatherElements(%{{.*}}, %[[BEST]])
func.func @fractional(%x: tensor<2x3x8x9xf32>, %s: tensor<2x3x2xf32>) -> (tensor<2x3x4x5xf32>, tensor<2x3x4x5xi64>) {
  %0:2 = torch.aten.fractional_max_pool2d.default(%x, [2, 3], [4, 5], %s) : (tensor<2x3x8x9xf32>, tensor<2x3x2xf32>) -> (tensor<2x3x4x5xf32>, tensor<2x3x4x5xi64>)
  return %0#0, %0#1 : tensor<2x3x4x5xf32>, tensor<2x3x4x5xi64>
}

// -----

// An image by itself reads the first of more samples.
// CHECK-LABEL: func.func @more_samples
// CHECK: onnx.Slice(%arg1, {{.*}} -> tensor<1x3x2xf32>
// CHECK: return
func.func @more_samples(%x: tensor<3x8x9xf32>, %s: tensor<4x3x2xf32>) -> tensor<3x4x5xf32> {
  %0:2 = torch.aten.fractional_max_pool2d.default(%x, [2, 3], [4, 5], %s) : (tensor<3x8x9xf32>, tensor<4x3x2xf32>) -> (tensor<3x4x5xf32>, tensor<3x4x5xi64>)
  return %0#0 : tensor<3x4x5xf32>
}
