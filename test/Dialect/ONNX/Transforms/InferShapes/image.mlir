// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Resampling and boxes.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x3x8x?xf32, #sym.dims<n, w>>, %grid: tensor<?x5x6x2xf32, #sym.dims<n>>, %rois: tensor<?x4xf32, #sym.dims<r>>, %b: tensor<?xi64, #sym.dims<r>>, %theta: tensor<?x2x3xf32, #sym.dims<n>>) {
  %none = onnx.NoValue() : () -> none
  %scales = onnx.Constant dense<[1.0, 1.0, 1.5, 2.0]> : tensor<4xf32>
  // CHECK: onnx.Resize({{.*}} -> tensor<?x3x12x?xf32, #sym.dims<n, 2*w>>
  %0 = onnx.Resize(%x, %none, %scales, %none) : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, none, tensor<4xf32>, none) -> tensor<?x?x?x?xf32>
  %sizes = onnx.Constant dense<[20, 30]> : tensor<2xi64>
  // CHECK: onnx.Resize({{.*}} -> tensor<?x3x20x30xf32, #sym.dims<n>>
  %1 = onnx.Resize(%x, %none, %none, %sizes) {axes = array<i64: -2, -1>} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, none, none, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.GridSample({{.*}} -> tensor<?x3x5x6xf32, #sym.dims<n>>
  %2 = onnx.GridSample(%x, %grid) : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<?x5x6x2xf32, #sym.dims<n>>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.RoiAlign({{.*}} -> tensor<?x3x7x6xf32, #sym.dims<r>>
  %3 = onnx.RoiAlign(%x, %rois, %b) {output_height = 7 : i64, output_width = 6 : i64} : (tensor<?x3x8x?xf32, #sym.dims<n, w>>, tensor<?x4xf32, #sym.dims<r>>, tensor<?xi64, #sym.dims<r>>) -> tensor<?x?x?x?xf32>
  %shape = onnx.Shape(%x) : (tensor<?x3x8x?xf32, #sym.dims<n, w>>) -> tensor<4xi64>
  // CHECK: onnx.AffineGrid({{.*}} -> tensor<?x8x?x2xf32, #sym.dims<n, w>>
  %4 = onnx.AffineGrid(%theta, %shape) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  return
}
