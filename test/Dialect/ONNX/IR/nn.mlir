// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Convolutions, pools, norms, losses.

// CHECK-LABEL: @convolutions
func.func @convolutions(%x: tensor<?x3x8x8xf32>, %w: tensor<6x3x3x3xf32>, %b: tensor<6xf32>, %offset: tensor<?x18x6x6xf32>,
                        %q: tensor<1x3x8x8xui8>, %k: tensor<6x3x3x3xi8>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Conv(%arg0, %arg1, %{{.*}}) {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<?x3x8x8xf32>, tensor<6x3x3x3xf32>, none) -> tensor<?x6x4x4xf32>
  %0 = onnx.Conv(%x, %w, %none) {auto_pad = "NOTSET", group = 1 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
      : (tensor<?x3x8x8xf32>, tensor<6x3x3x3xf32>, none) -> tensor<?x6x4x4xf32>
  %1 = onnx.ConvInteger(%q, %k, %none, %none) {kernel_shape = array<i64: 3, 3>} : (tensor<1x3x8x8xui8>, tensor<6x3x3x3xi8>, none, none) -> tensor<1x6x6x6xi32>
  %2 = onnx.ConvTranspose(%0, %w, %none) {output_padding = array<i64: 1, 1>} : (tensor<?x6x4x4xf32>, tensor<6x3x3x3xf32>, none) -> tensor<?x3x7x7xf32>
  // CHECK: onnx.DeformConv(%arg0, %arg1, %arg3, %arg2, %{{.*}}) : (tensor<?x3x8x8xf32>, tensor<6x3x3x3xf32>, tensor<?x18x6x6xf32>, tensor<6xf32>, none) -> tensor<?x6x6x6xf32>
  %3 = onnx.DeformConv(%x, %w, %offset, %b, %none) : (tensor<?x3x8x8xf32>, tensor<6x3x3x3xf32>, tensor<?x18x6x6xf32>, tensor<6xf32>, none) -> tensor<?x6x6x6xf32>
  return
}

// CHECK-LABEL: @pools
func.func @pools(%x: tensor<1x3x8x8xf32>, %i: tensor<1x3x4x4xi64>, %y: tensor<1x3x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.AveragePool(%arg0) {count_include_pad = 1 : i64, kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  %0 = onnx.AveragePool(%x) {count_include_pad = 1 : i64, kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  %1 = onnx.GlobalAveragePool(%x) : (tensor<1x3x8x8xf32>) -> tensor<1x3x1x1xf32>
  %2 = onnx.GlobalLpPool(%x) {p = 1 : i64} : (tensor<1x3x8x8xf32>) -> tensor<1x3x1x1xf32>
  %3 = onnx.GlobalMaxPool(%x) : (tensor<1x3x8x8xf32>) -> tensor<1x3x1x1xf32>
  %4 = onnx.LpPool(%x) {kernel_shape = array<i64: 2, 2>, p = 3 : i64} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  // CHECK: onnx.MaxPool(%arg0) {ceil_mode = 1 : i64, kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x7x7xf32>, tensor<1x3x7x7xi64>)
  %5:2 = onnx.MaxPool(%x) {ceil_mode = 1 : i64, kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x7x7xf32>, tensor<1x3x7x7xi64>)
  // CHECK-NEXT: onnx.MaxPool(%arg0) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x7x7xf32>, none)
  %6:2 = onnx.MaxPool(%x) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x7x7xf32>, none)
  %7 = onnx.MaxUnpool(%y, %i, %none) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
      : (tensor<1x3x4x4xf32>, tensor<1x3x4x4xi64>, none) -> tensor<1x3x8x8xf32>
  return
}

// CHECK-LABEL: @norms
func.func @norms(%x: tensor<2x4x3xf32>, %c: tensor<4xf32>, %n: tensor<3xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.BatchNormalization(%arg0, %arg1, %arg1, %arg1, %arg1) {epsilon = 1.000000e-03 : f32} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4x3xf32>, none, none)
  %0:3 = onnx.BatchNormalization(%x, %c, %c, %c, %c) {epsilon = 1.0e-3 : f32, momentum = 0.9 : f32}
      : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4x3xf32>, none, none)
  %1 = onnx.GroupNormalization(%x, %c, %c) {num_groups = 2 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  %2 = onnx.InstanceNormalization(%x, %c, %c) : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  // CHECK: onnx.LayerNormalization(%arg0, %arg2, %{{.*}}) {stash_type = bf16} : (tensor<2x4x3xf32>, tensor<3xf32>, none) -> (tensor<2x4x3xf32>, tensor<2x4x1xbf16>, none)
  %3:3 = onnx.LayerNormalization(%x, %n, %none) {axis = -1 : i64, epsilon = 1.0e-5 : f32, stash_type = bf16}
      : (tensor<2x4x3xf32>, tensor<3xf32>, none) -> (tensor<2x4x3xf32>, tensor<2x4x1xbf16>, none)
  %4 = onnx.LpNormalization(%x) {p = 1 : i64} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %5 = onnx.LRN(%x) {size = 5 : i64} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // CHECK: onnx.MeanVarianceNormalization(%arg0) : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  %6 = onnx.MeanVarianceNormalization(%x) {axes = array<i64: 0, 2, 3>} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  return
}

// CHECK-LABEL: @losses
func.func @losses(%x: tensor<2x4xf32>, %t: tensor<2xi64>, %w: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = -100 : i64} : (tensor<2x4xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<f32>
  %0 = onnx.NegativeLogLikelihoodLoss(%x, %t, %w) {ignore_index = -100 : i64} : (tensor<2x4xf32>, tensor<2xi64>, tensor<4xf32>) -> tensor<f32>
  %1:2 = onnx.SoftmaxCrossEntropyLoss(%x, %t, %none) {reduction = "none"} : (tensor<2x4xf32>, tensor<2xi64>, none) -> (tensor<2xf32>, tensor<2x4xf32>)
  return
}
