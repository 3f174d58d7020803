// Integers, which no Conv takes: products of windows that are gathered.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @conv1d
// CHECK: onnx.Pad(
// CHECK: onnx.Gather({{.*}} -> tensor<2x4x3x6xi64>
// CHECK: onnx.MatMul({{.*}} : (tensor<12x12xi64>, tensor<12x5xi64>) -> tensor<12x5xi64>
// CHECK: onnx.Add({{.*}} -> tensor<2x5x6xi64>
// CHECK-NOT: onnx.Conv
func.func @conv1d(%x: tensor<2x4x6xi64>, %w: tensor<5x4x3xi64>, %c: tensor<5xi64>) -> tensor<2x5x6xi64> {
  %0 = torch.aten.conv1d.default(%x, %w, %c, [1], [1]) : (tensor<2x4x6xi64>, tensor<5x4x3xi64>, tensor<5xi64>) -> tensor<2x5x6xi64>
  return %0 : tensor<2x5x6xi64>
}

// -----

// Modulo 2^8: the upper bits of the sums are dropped. Without a batch.
// CHECK-LABEL: func.func @narrow
// CHECK: onnx.MatMul({{.*}} -> tensor<9x2xi32>
// CHECK: onnx.Cast({{.*}} -> tensor<1x2x3x3xi8>
// CHECK: onnx.Squeeze({{.*}} -> tensor<2x3x3xi8>
func.func @narrow(%x: tensor<1x4x4xi8>, %w: tensor<2x1x2x2xi8>) -> tensor<2x3x3xi8> {
  %0 = torch.aten.conv2d.default(%x, %w) : (tensor<1x4x4xi8>, tensor<2x1x2x2xi8>) -> tensor<2x3x3xi8>
  return %0 : tensor<2x3x3xi8>
}

// -----

// The two terms of each element are summed by a product, which is exact.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[TABLE:.*]] = onnx.Constant dense<{{\[\[}}3, 1, 4, 2, 5], [9, 6, 9, 7, 9]]>
// CHECK: onnx.Gather({{.*}}, %[[TABLE]]) {axis = 2 : i64}
// CHECK: onnx.MatMul({{.*}} -> tensor<2x5x5x1xi64>
// CHECK-NOT: onnx.ReduceSum
func.func @transposed(%x: tensor<2x4x3xi64>, %w: tensor<4x5x3xi64>) -> tensor<2x5x5xi64> {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, none, [2], [1]) : (tensor<2x4x3xi64>, tensor<4x5x3xi64>) -> tensor<2x5x5xi64>
  return %0 : tensor<2x5x5xi64>
}

// -----

// CHECK-LABEL: func.func @floats
// CHECK: onnx.Conv(
// CHECK: onnx.ConvTranspose(
// CHECK-NOT: onnx.MatMul
func.func @floats(%x: tensor<2x4x3xf64>, %w: tensor<4x4x3xf32>, %y: tensor<2x4x3xf32>, %v: tensor<4x4x3xf64>) -> (tensor<2x4x1xf64>, tensor<2x4x5xf32>) {
  %0 = torch.aten.conv1d.default(%x, %v) : (tensor<2x4x3xf64>, tensor<4x4x3xf64>) -> tensor<2x4x1xf64>
  %1 = torch.aten.conv_transpose1d.default(%y, %w) : (tensor<2x4x3xf32>, tensor<4x4x3xf32>) -> tensor<2x4x5xf32>
  return %0, %1 : tensor<2x4x1xf64>, tensor<2x4x5xf32>
}
