// Resampling by Resize, gathers and matrices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @nearest
// CHECK: onnx.Resize{{.*}}coordinate_transformation_mode = "asymmetric"{{.*}}nearest_mode = "floor"
func.func @nearest(%x: tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32> {
  %0 = torch.aten.upsample_nearest2d.vec(%x, none, [2.0, 2.0]) : (tensor<1x3x4x4xf32>) -> tensor<1x3x8x8xf32>
  return %0 : tensor<1x3x8x8xf32>
}

// -----

// CHECK-LABEL: func.func @aligned
// CHECK: onnx.Resize{{.*}}coordinate_transformation_mode = "align_corners"{{.*}}mode = "linear"
func.func @aligned(%x: tensor<?x3x4x4xf32>) -> tensor<?x3x9x7xf32> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [9, 7], true, none) : (tensor<?x3x4x4xf32>) -> tensor<?x3x9x7xf32>
  return %0 : tensor<?x3x9x7xf32>
}

// -----

// A scale that is not the ratio of the sizes, and not exact in f32.
// CHECK-LABEL: func.func @cubic
// CHECK: onnx.MatMul
// CHECK: onnx.MatMul
func.func @cubic(%x: tensor<1x3x4x4xf32>) -> tensor<1x3x6x6xf32> {
  %0 = torch.aten.upsample_bicubic2d.vec(%x, none, false, [1.7, 1.7]) : (tensor<1x3x4x4xf32>) -> tensor<1x3x6x6xf32>
  return %0 : tensor<1x3x6x6xf32>
}

// -----

// CHECK-LABEL: func.func @pixel_shuffle
// CHECK: onnx.DepthToSpace(%arg0) {blocksize = 2 : i64, mode = "CRD"}
func.func @pixel_shuffle(%x: tensor<1x8x4x4xf32>) -> tensor<1x2x8x8xf32> {
  %0 = torch.aten.pixel_shuffle.default(%x, 2) : (tensor<1x8x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %0 : tensor<1x2x8x8xf32>
}
