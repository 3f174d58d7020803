// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Windows over spatial axes, normalizations and losses.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x3x8x?xf32, #sym.dims<n, w>>, %k: tensor<4x3x3x3xf32>, %kt: tensor<3x4x3x3xf32>, %c: tensor<3xf32>, %t: tensor<?x8x?xi64, #sym.dims<n, w>>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Conv({{.*}} -> tensor<?x4x6x?xf32, #sym.dims<n, w - 2>>
  %0 = onnx.Conv(%x, %k, %none) : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<4x3x3x3xf32>, none) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.Conv({{.*}} -> tensor<?x4x4x?xf32, #sym.dims<n, (w + 1) floordiv 2>>
  %1 = onnx.Conv(%x, %k, %none) {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<4x3x3x3xf32>, none) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.Conv({{.*}} -> tensor<?x4x4x?xf32, #sym.dims<n, (w + 1) floordiv 2>>
  %2 = onnx.Conv(%x, %k, %none) {auto_pad = "SAME_UPPER", strides = array<i64: 2, 2>} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<4x3x3x3xf32>, none) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.ConvTranspose({{.*}} -> tensor<?x4x16x?xf32, #sym.dims<n, 2*w>>
  %3 = onnx.ConvTranspose(%x, %kt, %none) {strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, output_padding = array<i64: 1, 1>} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<3x4x3x3xf32>, none) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.MaxPool({{.*}} -> (tensor<?x3x4x?xf32, #sym.dims<n, w floordiv 2>>, tensor<?x3x4x?xi64, #sym.dims<n, w floordiv 2>>)
  %4:2 = onnx.MaxPool(%x) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xi64>)
  // The window at the end starts inside, as there are no pads.
  // CHECK: onnx.AveragePool({{.*}} -> tensor<?x3x4x?xf32, #sym.dims<n, (w + 1) floordiv 2>>
  %5 = onnx.AveragePool(%x) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, ceil_mode = 1 : i64} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>) -> tensor<?x?x?x?xf32>
  // It may start in the pads, where it does not count.
  // CHECK: onnx.AveragePool({{.*}} -> tensor<?x3x3x?xf32, #sym.dims<n, ?>>
  %6 = onnx.AveragePool(%x) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 3, 3>, ceil_mode = 1 : i64, pads = array<i64: 1, 1, 1, 1>} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.GlobalAveragePool({{.*}} -> tensor<?x3x1x1xf32, #sym.dims<n>>
  %7 = onnx.GlobalAveragePool(%x) : (tensor<?x3x8x?xf32, #sym.dims<n, w>>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.BatchNormalization({{.*}} -> (tensor<?x3x8x?xf32, #sym.dims<n, w>>, none, none)
  %8:3 = onnx.BatchNormalization(%x, %c, %c, %c, %c) : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x?x?x?xf32>, none, none)
  // CHECK: onnx.LayerNormalization({{.*}} -> (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<?x3x1x1xf32, #sym.dims<n>>, none)
  %9:3 = onnx.LayerNormalization(%x, %c, %none) {axis = 2 : i64} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<3xf32>, none) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, none)
  // CHECK: onnx.NegativeLogLikelihoodLoss({{.*}} -> tensor<?x8x?xf32, #sym.dims<n, w>>
  %10 = onnx.NegativeLogLikelihoodLoss(%x, %t, %none) {reduction = "none"} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<?x8x?xi64, #sym.dims<n, w>>, none) -> tensor<?x?x?xf32>
  return
}
