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
// CHECK: onnx.Constant dense<[1.000000e+00, 1.000000e+00, 1.300000e+00, 1.000000e+00]> : tensor<4xf32>
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
// CHECK: %[[Y:.*]] = onnx.Resize(%[[X]], {{.*}}) {mode = "linear"} : (tensor<2x3x1x4xf32>, {{.*}}) -> tensor<2x3x1x8xf32>
// CHECK: onnx.Squeeze(%[[Y]]
func.func @line(%x: tensor<2x3x4xf32>) -> tensor<2x3x8xf32> {
  %0 = torch.aten.upsample_linear1d.vec(%x, none, false, [2.0]) : (tensor<2x3x4xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @cubic_default
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 6, 9]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {mode = "cubic"} : {{.*}} -> tensor<1x3x6x9xf32>
// CHECK: return %[[V2]] : tensor<1x3x6x9xf32>
func.func @cubic_default(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x6x9xf32> {
  %0 = torch.aten.upsample_bicubic2d.default(%x, output_size=[6, 9], align_corners=false) : (tensor<1x3x4x6xf32>) -> tensor<1x3x6x9xf32>
  return %0 : tensor<1x3x6x9xf32>
}

// -----

// CHECK-LABEL: func.func @cubic_aligned
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 7, 6]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {coordinate_transformation_mode = "align_corners", mode = "cubic"} : {{.*}} -> tensor<1x3x7x6xf32>
// CHECK: return %[[V2]] : tensor<1x3x7x6xf32>
func.func @cubic_aligned(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x7x6xf32> {
  %0 = torch.aten.upsample_bicubic2d.default(%x, output_size=[7, 6], align_corners=true) : (tensor<1x3x4x6xf32>) -> tensor<1x3x7x6xf32>
  return %0 : tensor<1x3x7x6xf32>
}

// -----

// 1.25 is the ratio of the heights, not of the widths: both are scaled by it.
// CHECK-LABEL: func.func @bilinear_default
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 1.250000e+00, 1.250000e+00]> : tensor<4xf32>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V1]], %[[V0]]) {mode = "linear"} : {{.*}} -> tensor<1x3x5x7xf32>
// CHECK: return %[[V2]] : tensor<1x3x5x7xf32>
func.func @bilinear_default(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x5x7xf32> {
  %0 = torch.aten.upsample_bilinear2d.default(%x, output_size=[5, 7], align_corners=false, scales_h=1.25, scales_w=1.25) : (tensor<1x3x4x6xf32>) -> tensor<1x3x5x7xf32>
  return %0 : tensor<1x3x5x7xf32>
}

// -----

// A line is an image of one row.
// CHECK-LABEL: func.func @linear1d_default
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3x1x5xf32>
// CHECK: %[[V2:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V3:.*]] = onnx.Constant dense<[2, 3, 1, 9]> : tensor<4xi64>
// CHECK: %[[V4:.*]] = onnx.Resize(%[[V1]], %[[V2]], %[[V2]], %[[V3]]) {coordinate_transformation_mode = "align_corners", mode = "linear"} : {{.*}} -> tensor<2x3x1x9xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Squeeze(%[[V4]], %[[V5]]) : {{.*}} -> tensor<2x3x9xf32>
// CHECK: return %[[V6]] : tensor<2x3x9xf32>
func.func @linear1d_default(%x: tensor<2x3x5xf32>) -> tensor<2x3x9xf32> {
  %0 = torch.aten.upsample_linear1d.default(%x, output_size=[9], align_corners=true, scales=none) : (tensor<2x3x5xf32>) -> tensor<2x3x9xf32>
  return %0 : tensor<2x3x9xf32>
}

// -----

// CHECK-LABEL: func.func @nearest2d_default
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 8, 12]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : {{.*}} -> tensor<1x3x8x12xf32>
// CHECK: return %[[V2]] : tensor<1x3x8x12xf32>
func.func @nearest2d_default(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x8x12xf32> {
  %0 = torch.aten.upsample_nearest2d.default(%x, output_size=[8, 12], scales_h=2.0, scales_w=2.0) : (tensor<1x3x4x6xf32>) -> tensor<1x3x8x12xf32>
  return %0 : tensor<1x3x8x12xf32>
}

// -----

// CHECK-LABEL: func.func @nearest3d_default
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 8, 6, 10]> : tensor<5xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : {{.*}} -> tensor<1x2x8x6x10xf32>
// CHECK: return %[[V2]] : tensor<1x2x8x6x10xf32>
func.func @nearest3d_default(%x: tensor<1x2x4x3x5xf32>) -> tensor<1x2x8x6x10xf32> {
  %0 = torch.aten.upsample_nearest3d.default(%x, output_size=[8, 6, 10]) : (tensor<1x2x4x3x5xf32>) -> tensor<1x2x8x6x10xf32>
  return %0 : tensor<1x2x8x6x10xf32>
}

// -----

// 1.5 is the ratio of the depths, 2.5 is none: all are scales.
// CHECK-LABEL: func.func @nearest3d_vec
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 1.500000e+00, 2.500000e+00, 2.500000e+00]> : tensor<5xf32>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V1]], %[[V0]]) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : {{.*}} -> tensor<1x2x6x7x12xf32>
// CHECK: return %[[V2]] : tensor<1x2x6x7x12xf32>
func.func @nearest3d_vec(%x: tensor<1x2x4x3x5xf32>) -> tensor<1x2x6x7x12xf32> {
  %0 = torch.aten.upsample_nearest3d.vec(%x, output_size=none, scale_factors=[1.5, 2.5, 2.5]) : (tensor<1x2x4x3x5xf32>) -> tensor<1x2x6x7x12xf32>
  return %0 : tensor<1x2x6x7x12xf32>
}

// -----

// CHECK-LABEL: func.func @trilinear_default
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 8, 6, 10]> : tensor<5xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {coordinate_transformation_mode = "align_corners", mode = "linear"} : {{.*}} -> tensor<1x2x8x6x10xf32>
// CHECK: return %[[V2]] : tensor<1x2x8x6x10xf32>
func.func @trilinear_default(%x: tensor<1x2x4x3x5xf32>) -> tensor<1x2x8x6x10xf32> {
  %0 = torch.aten.upsample_trilinear3d.default(%x, output_size=[8, 6, 10], align_corners=true) : (tensor<1x2x4x3x5xf32>) -> tensor<1x2x8x6x10xf32>
  return %0 : tensor<1x2x8x6x10xf32>
}

// -----

// CHECK-LABEL: func.func @trilinear_vec
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 1.500000e+00, 1.500000e+00, 1.500000e+00]> : tensor<5xf32>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V1]], %[[V0]]) {mode = "linear"} : {{.*}} -> tensor<1x2x6x4x7xf32>
// CHECK: return %[[V2]] : tensor<1x2x6x4x7xf32>
func.func @trilinear_vec(%x: tensor<1x2x4x3x5xf32>) -> tensor<1x2x6x4x7xf32> {
  %0 = torch.aten.upsample_trilinear3d.vec(%x, output_size=none, align_corners=false, scale_factors=[1.5, 1.5, 1.5]) : (tensor<1x2x4x3x5xf32>) -> tensor<1x2x6x4x7xf32>
  return %0 : tensor<1x2x6x4x7xf32>
}

// -----

// A scale that gives other sizes in f32: a matrix for each dimension; the depth
// is moved to the rows for it.
// CHECK-LABEL: func.func @trilinear_matrices
// CHECK: %[[T0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 0, 1, 3, 2, 4>} : {{.*}} -> tensor<1x2x3x15x5xf32>
// CHECK: %[[M0:.*]] = onnx.MatMul(%{{.*}}, %[[T0]])
// CHECK: %[[T1:.*]] = onnx.Transpose(%[[M0]]) {perm = array<i64: 0, 1, 3, 2, 4>}
// CHECK: %[[M1:.*]] = onnx.MatMul(%{{.*}}, %[[T1]])
// CHECK: %[[M2:.*]] = onnx.MatMul(%[[M1]], %{{.*}})
// CHECK: return %[[M2]]
func.func @trilinear_matrices(%x: tensor<1x2x15x3x5xf32>) -> tensor<1x2x63x2x3xf32> {
  %0 = torch.aten.upsample_trilinear3d.vec(%x, output_size=none, align_corners=false, scale_factors=[4.2, 0.7, 0.7]) : (tensor<1x2x15x3x5xf32>) -> tensor<1x2x63x2x3xf32>
  return %0 : tensor<1x2x63x2x3xf32>
}

// -----

// A size that is known beside one that is not: the factor is that of both.
// CHECK-LABEL: func.func @bilinear_half_dynamic
// CHECK: %[[S:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<4xf32>
// CHECK: onnx.Resize(%arg0, %{{.*}}, %[[S]], %{{.*}}) {mode = "linear"}
func.func @bilinear_half_dynamic(%x: tensor<1x2x?x4xf32, #sym.dims<h>>) -> tensor<1x2x?x8xf32, #sym.dims<2*h>> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, output_size=none, align_corners=false, scale_factors=[2.0, 2.0]) : (tensor<1x2x?x4xf32, #sym.dims<h>>) -> tensor<1x2x?x8xf32, #sym.dims<2*h>>
  return %0 : tensor<1x2x?x8xf32, #sym.dims<2*h>>
}

// -----

// Nearest neighbours of a known size in an image that may be small or not, where
// PyTorch halves positions only in a small one: they are counted in the model.
// CHECK-LABEL: func.func @nearest_maybe_small
// CHECK-NOT: onnx.Resize
// CHECK: onnx.LessOrEqual
// CHECK: onnx.Gather
func.func @nearest_maybe_small(%x: tensor<1x2x?x2xf32, #sym.dims<h>>) -> tensor<1x2x?x4xf32, #sym.dims<(23*h) floordiv 10>> {
  %0 = torch.aten.upsample_nearest2d.vec(%x, output_size=none, scale_factors=[2.3, 2.3]) : (tensor<1x2x?x2xf32, #sym.dims<h>>) -> tensor<1x2x?x4xf32, #sym.dims<(23*h) floordiv 10>>
  return %0 : tensor<1x2x?x4xf32, #sym.dims<(23*h) floordiv 10>>
}

// -----

// Sizes that are not known are scaled by factors.
// CHECK-LABEL: func.func @trilinear_dynamic
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<5xf32>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V1]], %[[V0]]) {mode = "linear"} : {{.*}} -> tensor<1x2x?x?x?xf32, #sym.dims<2*d, 2*h, 2*w>>
// CHECK: return %[[V2]] : tensor<1x2x?x?x?xf32, #sym.dims<2*d, 2*h, 2*w>>
func.func @trilinear_dynamic(%x: tensor<1x2x?x?x?xf32, #sym.dims<d, h, w>>) -> tensor<1x2x?x?x?xf32, #sym.dims<2*d, 2*h, 2*w>> {
  %0 = torch.aten.upsample_trilinear3d.vec(%x, output_size=none, align_corners=false, scale_factors=[2.0, 2.0, 2.0]) : (tensor<1x2x?x?x?xf32, #sym.dims<d, h, w>>) -> tensor<1x2x?x?x?xf32, #sym.dims<2*d, 2*h, 2*w>>
  return %0 : tensor<1x2x?x?x?xf32, #sym.dims<2*d, 2*h, 2*w>>
}

// -----

// A size beside the scale that is the scaled one.
// CHECK-LABEL: func.func @given_size
// CHECK: onnx.Resize(%arg0, %{{.*}}, %{{.*}}, %{{.*}}) {{.*}} -> tensor<1x2x?xf32, #sym.dims<w + w floordiv 2>>
func.func @given_size(%x: tensor<1x2x?xf32, #sym.dims<w>>, %v: i64) -> tensor<1x2x?xf32, #sym.dims<(3*w) floordiv 2>> {
  %0 = torch.aten.upsample_nearest1d.default(%x, [%v], 1.5) : (tensor<1x2x?xf32, #sym.dims<w>>, i64) -> tensor<1x2x?xf32, #sym.dims<(3*w) floordiv 2>>
  return %0 : tensor<1x2x?xf32, #sym.dims<(3*w) floordiv 2>>
}

// -----

// PyTorch takes any size beside a scale, which then says only what is read. A
// runtime would compute the size from the scale.
// CHECK-LABEL: func.func @other_size
// CHECK-NOT: onnx.Resize
// CHECK: onnx.Gather{{.*}} -> tensor<1x2x3xf32>
func.func @other_size(%x: tensor<1x2x?xf32, #sym.dims<w>>) -> tensor<1x2x3xf32> {
  %0 = torch.aten.upsample_nearest1d.default(%x, [3], 0.5) : (tensor<1x2x?xf32, #sym.dims<w>>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @other_size_linear
// CHECK-NOT: onnx.Resize
// CHECK: onnx.ReduceSum{{.*}} -> tensor<1x2x3xf32>
func.func @other_size_linear(%x: tensor<1x2x?xf32, #sym.dims<w>>) -> tensor<1x2x3xf32> {
  %0 = torch.aten.upsample_linear1d.default(%x, [3], false, 0.5) : (tensor<1x2x?xf32, #sym.dims<w>>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// Scales and sizes are for all dimensions, as many tools know no `axes`. Where the
// batch is not known, a ratio that gives the sizes exactly takes no node.
// CHECK-LABEL: func.func @any_batch
// CHECK: %[[S:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 1.500000e+00, 2.000000e+00]> : tensor<4xf32>
// CHECK: onnx.Resize(%arg0, %{{.*}}, %[[S]], %{{.*}}) {mode = "linear"}
func.func @any_batch(%x: tensor<?x3x4x?xf32, #sym.dims<b, w>>) -> tensor<?x3x6x?xf32, #sym.dims<b, 2*w>> {
  %w = torch.aten.sym_size.int(%x, 3) : (tensor<?x3x4x?xf32, #sym.dims<b, w>>) -> i64
  %two = arith.constant 2 : i64
  %ww = arith.muli %w, %two : i64
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [6, %ww], false, none) : (tensor<?x3x4x?xf32, #sym.dims<b, w>>, i64) -> tensor<?x3x6x?xf32, #sym.dims<b, 2*w>>
  return %0 : tensor<?x3x6x?xf32, #sym.dims<b, 2*w>>
}

// -----

// There is no constant factor to a size v: the sizes are computed.
// CHECK-LABEL: func.func @any_batch_to_sizes
// CHECK: %[[SIZES:.*]] = onnx.Concat
// CHECK: onnx.Resize(%arg0, %[[NONE:.*]], %[[NONE]], %[[SIZES]]) {mode = "linear"}
// CHECK-NOT: axes
func.func @any_batch_to_sizes(%x: tensor<?x3x4x?xf32, #sym.dims<b, w>>, %y: tensor<?xf32, #sym.dims<v>>) -> tensor<?x3x6x?xf32, #sym.dims<b, v>> {
  %v = torch.aten.sym_size.int(%y, 0) : (tensor<?xf32, #sym.dims<v>>) -> i64
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [6, %v], false, none) : (tensor<?x3x4x?xf32, #sym.dims<b, w>>, i64) -> tensor<?x3x6x?xf32, #sym.dims<b, v>>
  return %0 : tensor<?x3x6x?xf32, #sym.dims<b, v>>
}
