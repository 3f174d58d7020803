// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Resampling, boxes, pixels.

// CHECK-LABEL: @resampling
func.func @resampling(%x: tensor<1x3x4x4xf32>, %theta: tensor<1x2x3xf32>, %size: tensor<4xi64>, %scales: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.AffineGrid(%arg1, %arg2) {align_corners = 1 : i64} : (tensor<1x2x3xf32>, tensor<4xi64>) -> tensor<1x?x?x2xf32>
  %0 = onnx.AffineGrid(%theta, %size) {align_corners = 1 : i64} : (tensor<1x2x3xf32>, tensor<4xi64>) -> tensor<1x?x?x2xf32>
  %1 = onnx.GridSample(%x, %0) {mode = "cubic", padding_mode = "border"} : (tensor<1x3x4x4xf32>, tensor<1x?x?x2xf32>) -> tensor<1x3x?x?xf32>
  // CHECK: onnx.Resize(%arg0, %{{.*}}, %arg3, %{{.*}}) {axes = array<i64: 2, 3>, mode = "linear"} : (tensor<1x3x4x4xf32>, none, tensor<2xf32>, none) -> tensor<1x3x?x?xf32>
  %2 = onnx.Resize(%x, %none, %scales, %none) {axes = array<i64: 2, 3>, mode = "linear", cubic_coeff_a = -0.75 : f32,
      coordinate_transformation_mode = "half_pixel"} : (tensor<1x3x4x4xf32>, none, tensor<2xf32>, none) -> tensor<1x3x?x?xf32>
  return
}

// CHECK-LABEL: @boxes
func.func @boxes(%x: tensor<1x3x4x4xf32>, %rois: tensor<2x5xf32>, %boxes: tensor<2x4xf32>, %batch: tensor<2xi64>,
                 %b: tensor<1x2x4xf32>, %s: tensor<1x1x2xf32>, %n: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.MaxRoiPool(%arg0, %arg1) {pooled_shape = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<2x5xf32>) -> tensor<2x3x2x2xf32>
  %0 = onnx.MaxRoiPool(%x, %rois) {pooled_shape = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<2x5xf32>) -> tensor<2x3x2x2xf32>
  %1 = onnx.NonMaxSuppression(%b, %s, %n, %none, %none) {center_point_box = 1 : i64}
      : (tensor<1x2x4xf32>, tensor<1x1x2xf32>, tensor<1xi64>, none, none) -> tensor<?x3xi64>
  %2 = onnx.RoiAlign(%x, %boxes, %batch) {output_height = 2 : i64, output_width = 2 : i64, sampling_ratio = 2 : i64}
      : (tensor<1x3x4x4xf32>, tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x3x2x2xf32>
  return
}

// CHECK-LABEL: @pixels
func.func @pixels(%x: tensor<1x12x4xf32>, %shape: tensor<2xi64>, %bytes: tensor<?xui8>) {
  // CHECK-NEXT: onnx.CenterCropPad(%arg0, %arg1) {axes = array<i64: 1, 2>} : (tensor<1x12x4xf32>, tensor<2xi64>) -> tensor<1x?x?xf32>
  %0 = onnx.CenterCropPad(%x, %shape) {axes = array<i64: 1, 2>} : (tensor<1x12x4xf32>, tensor<2xi64>) -> tensor<1x?x?xf32>
  %1 = onnx.Col2Im(%x, %shape, %shape) {strides = array<i64: 2, 2>} : (tensor<1x12x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x3x?x?xf32>
  // CHECK: onnx.ImageDecoder(%arg2) {pixel_format = "Grayscale"} : (tensor<?xui8>) -> tensor<?x?x?xui8>
  %2 = onnx.ImageDecoder(%bytes) {pixel_format = "Grayscale"} : (tensor<?xui8>) -> tensor<?x?x?xui8>
  return
}
