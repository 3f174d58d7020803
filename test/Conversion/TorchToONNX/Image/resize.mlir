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

// -----

// PyTorch halves positions when a small image doubles, whatever the scale is.
// CHECK-LABEL: func.func @nearest_doubled
// CHECK: onnx.Constant dense<[0, 0, 1, 1]>
// CHECK: onnx.Gather
// CHECK-NOT: onnx.Resize
func.func @nearest_doubled(%x: tensor<1x3x2x2xf32>) -> tensor<1x3x4x4xf32> {
  %0 = torch.aten.upsample_nearest2d.vec(%x, none, [2.3, 2.3]) : (tensor<1x3x2x2xf32>) -> tensor<1x3x4x4xf32>
  return %0 : tensor<1x3x4x4xf32>
}

// -----

// Not in one dimension.
// CHECK-LABEL: func.func @nearest_line
// CHECK: onnx.Resize
func.func @nearest_line(%x: tensor<1x3x2xf32>) -> tensor<1x3x4xf32> {
  %0 = torch.aten.upsample_nearest1d.vec(%x, none, [2.3]) : (tensor<1x3x2xf32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}

// -----

// At any size the same as by Resize.
// CHECK-LABEL: func.func @nearest_dynamic
// CHECK: onnx.Resize
func.func @nearest_dynamic(%x: tensor<1x3x?x?xf32, #sym.dims<h, w>>) -> tensor<1x3x?x?xf32, #sym.dims<3*h, 3*w>> {
  %0 = torch.aten.upsample_nearest2d.vec(%x, none, [3.0, 3.0]) : (tensor<1x3x?x?xf32, #sym.dims<h, w>>) -> tensor<1x3x?x?xf32, #sym.dims<3*h, 3*w>>
  return %0 : tensor<1x3x?x?xf32, #sym.dims<3*h, 3*w>>
}

// -----

// Not the same: 41 / 41 is 0.99999994 by a product with the reciprocal.
// CHECK-LABEL: func.func @nearest_far
// CHECK: onnx.Range
// CHECK: onnx.Mul
// CHECK: onnx.Floor
// CHECK: onnx.Gather
// CHECK-NOT: onnx.Resize
func.func @nearest_far(%x: tensor<1x3x?xf32, #sym.dims<w>>) -> tensor<1x3x?xf32, #sym.dims<41*w>> {
  %0 = torch.aten.upsample_nearest1d.vec(%x, none, [41.0]) : (tensor<1x3x?xf32, #sym.dims<w>>) -> tensor<1x3x?xf32, #sym.dims<41*w>>
  return %0 : tensor<1x3x?xf32, #sym.dims<41*w>>
}

// -----

// A size of its own: the ratio is known when the program runs.
// CHECK-LABEL: func.func @nearest_to_size
// CHECK: %[[RATIO:.*]] = onnx.Div
// CHECK: onnx.Gather
// CHECK-NOT: onnx.Resize
func.func @nearest_to_size(%x: tensor<1x3x?xf32, #sym.dims<w>>, %y: tensor<?xf32, #sym.dims<v>>) -> tensor<1x3x?xf32, #sym.dims<v>> {
  %v = torch.aten.sym_size.int(%y, 0) : (tensor<?xf32, #sym.dims<v>>) -> i64
  %0 = torch.aten.upsample_nearest1d.default(%x, [%v]) : (tensor<1x3x?xf32, #sym.dims<w>>, i64) -> tensor<1x3x?xf32, #sym.dims<v>>
  return %0 : tensor<1x3x?xf32, #sym.dims<v>>
}

// -----

// An axis that keeps its size is copied.
// CHECK-LABEL: func.func @linear_kept
// CHECK: onnx.Constant dense<[1.300000e+00, 1.000000e+00]> : tensor<2xf32>
// CHECK: onnx.Resize
func.func @linear_kept(%x: tensor<1x3x4x2xf32>) -> tensor<1x3x5x2xf32> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, none, false, [1.3, 1.3]) : (tensor<1x3x4x2xf32>) -> tensor<1x3x5x2xf32>
  return %0 : tensor<1x3x5x2xf32>
}

// -----

// Weights are not rounded to half precision.
// CHECK-LABEL: func.func @cubic_half
// CHECK: onnx.Cast(%arg0) {to = f32}
// CHECK: %[[RESULT:.*]] = onnx.MatMul{{.*}} -> tensor<1x3x6x6xf32>
// CHECK: onnx.Cast(%[[RESULT]]) {to = f16}
func.func @cubic_half(%x: tensor<1x3x4x4xf16>) -> tensor<1x3x6x6xf16> {
  %0 = torch.aten.upsample_bicubic2d.vec(%x, none, false, [1.7, 1.7]) : (tensor<1x3x4x4xf16>) -> tensor<1x3x6x6xf16>
  return %0 : tensor<1x3x6x6xf16>
}

// -----

// One plane for each channel: the kernel for three dimensions mixes channels.
// CHECK-LABEL: func.func @line
// CHECK: %[[X:.*]] = onnx.Unsqueeze(%arg0
// CHECK: %[[Y:.*]] = onnx.Resize(%[[X]], {{.*}}) {axes = array<i64: 3>, mode = "linear"} : (tensor<2x3x1x4xf32>, {{.*}}) -> tensor<2x3x1x8xf32>
// CHECK: onnx.Squeeze(%[[Y]]
func.func @line(%x: tensor<2x3x4xf32>) -> tensor<2x3x8xf32> {
  %0 = torch.aten.upsample_linear1d.vec(%x, none, false, [2.0]) : (tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}
