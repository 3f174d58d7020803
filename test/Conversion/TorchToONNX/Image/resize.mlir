// Resampling by Resize, gathers and matrices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

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
// CHECK: onnx.Resize(%arg0, {{.*}}) {coordinate_transformation_mode = "align_corners", mode = "cubic"} : {{.*}} -> tensor<1x3x7x6xf32>
func.func @cubic_aligned(%x: tensor<1x3x4x6xf32> {onnx.value = dense<[[[[10.0, 15.0, 41.25, -13.75, -50.0, 31.25], [-31.25, 22.5, 37.5, 10.0, -32.5, -38.75], [5.0, 12.5, -42.5, 27.5, 47.5, -10.0], [-20.0, -32.5, -11.25, 11.25, 21.25, 28.75]], [[26.25, 45.0, 45.0, -15.0, 36.25, 12.5], [25.0, 32.5, 31.25, 41.25, -13.75, 23.75], [-38.75, 22.5, 35.0, 28.75, -47.5, 26.25], [27.5, 15.0, -5.0, -31.25, 20.0, -6.25]], [[-32.5, 6.25, -45.0, -35.0, 43.75, -5.0], [26.25, -46.25, 6.25, 32.5, 33.75, 37.5], [42.5, -41.25, -40.0, 32.5, -23.75, -40.0], [7.5, 15.0, 43.75, -2.5, 37.5, -7.5]]]]> : tensor<1x3x4x6xf32>})
    -> (tensor<1x3x7x6xf32> {onnx.expected = dense<[[[[10.0, 15.0, 41.25, -13.75, -50.0, 31.25], [-14.0234375, 19.6875, 46.875, -3.515625, -48.75, -6.4453125], [-31.25, 22.5, 37.5, 10.0, -32.5, -38.75], [-14.6484375, 22.421875, -5.78125, 22.5, 11.6015625, -34.570312], [5.0, 12.5, -42.5, 27.5, 47.5, -10.0], [-4.1015625, -10.9375, -34.375, 21.015625, 41.875, 12.0703125], [-20.0, -32.5, -11.25, 11.25, 21.25, 28.75]], [[26.25, 45.0, 45.0, -15.0, 36.25, 12.5], [31.601562, 39.6875, 37.773438, 14.296875, 14.4140625, 17.890625], [25.0, 32.5, 31.25, 41.25, -13.75, 23.75], [-13.203125, 27.03125, 35.585938, 45.898438, -41.640625, 29.101562], [-38.75, 22.5, 35.0, 28.75, -47.5, 26.25], [-11.6015625, 17.8125, 15.3515625, -2.421875, -16.914062, 10.234375], [27.5, 15.0, -5.0, -31.25, 20.0, -6.25]], [[-32.5, 6.25, -45.0, -35.0, 43.75, -5.0], [-4.6484375, -20.46875, -15.0390625, -1.25, 44.140625, 23.515625], [26.25, -46.25, 6.25, 32.5, 33.75, 37.5], [43.164062, -53.945312, -19.921875, 42.109375, -1.6796875, -0.3125], [42.5, -41.25, -40.0, 32.5, -23.75, -40.0], [26.523438, -12.65625, -2.4609375, 15.0, 1.484375, -31.015625], [7.5, 15.0, 43.75, -2.5, 37.5, -7.5]]]]> : tensor<1x3x7x6xf32>}) {
  %0 = torch.aten.upsample_bicubic2d.default(%x, output_size=[7, 6], align_corners=true) : (tensor<1x3x4x6xf32>) -> tensor<1x3x7x6xf32>
  return %0 : tensor<1x3x7x6xf32>
}

// -----

// 1.25 is the ratio of the heights, not of the widths: both are scaled by it.
// CHECK-LABEL: func.func @bilinear_default
// CHECK: onnx.Constant dense<[1.000000e+00, 1.000000e+00, 1.250000e+00, 1.250000e+00]> : tensor<4xf32>
// CHECK: onnx.Resize(%arg0, {{.*}}) {mode = "linear"} : {{.*}} -> tensor<1x3x5x7xf32>
func.func @bilinear_default(%x: tensor<1x3x4x6xf32> {onnx.value = dense<[[[[2.875, -0.125, 2.375, -1.375, 2.625, 2.5], [-0.875, -2.0, -0.25, -0.0, 0.0, 0.0], [-2.875, -0.75, -3.0, 1.125, -0.125, 1.125], [3.0, 1.5, 0.25, 1.75, -1.75, -0.125]], [[-3.125, -1.875, 2.125, 0.125, -2.875, 1.25], [1.875, 1.75, 3.125, 0.125, -0.25, 1.875], [-1.375, -1.375, 1.875, 1.0, -3.125, 1.875], [1.0, 1.625, 2.875, 2.125, 2.0, -0.5]], [[-0.75, 3.0, -3.125, 1.375, 2.25, -3.125], [2.125, 0.375, 0.5, 3.0, -0.875, 0.625], [2.0, 3.125, -2.75, 1.875, 0.0, 0.5], [-0.875, 2.5, -3.0, 1.25, 1.375, 3.125]]]]> : tensor<1x3x4x6xf32>})
    -> (tensor<1x3x5x7xf32> {onnx.expected = dense<[[[[2.875, 0.77499986, 1.125, 1.2500002, -0.9749994, 2.2250004, 2.5375], [0.24999979, -0.9312502, -0.45000014, 0.2525, -0.29249978, 0.6675, 0.7612499], [-1.875, -1.525, -1.5, -0.96875006, 0.49999988, -5.9604645e-08, 0.37500018], [-1.1125002, -0.3862501, -1.0500001, -1.0237503, 1.1199998, -0.4200001, 0.34125045], [3.0, 1.9499999, 0.875, 0.6999999, 1.3999995, -1.4000003, -0.61249954]], [[-3.125, -2.25, 0.125, 1.5250001, -0.17500043, -2.5750003, 0.01250118], [0.3750002, 0.5762502, 1.7437501, 2.015, 0.0087498445, -0.92125, 0.8700009], [0.25, 0.20625003, 1.34375, 1.91875, 0.33749968, -1.4625002, 0.806251], [-0.66250014, -0.5312502, 0.8499999, 1.92375, 1.0449995, -1.2950006, 0.3375008], [1.0, 1.4375001, 2.25, 2.65, 2.1125, 2.0124998, 0.24999931]], [[-0.75, 1.8750002, -0.0625, -1.7750002, 1.4625001, 2.1625, -1.5125016], [1.2625002, 1.1924999, 0.28750002, 0.3425, 2.2674994, 0.3074996, -0.33125007], [2.0625, 1.84375, 0.3125, -0.05625017, 2.1499996, -0.15000027, 0.2625003], [1.1375002, 2.3975, 0.056249976, -1.4712503, 1.5599998, 0.53999984, 1.0250001], [-0.875, 1.4875002, -0.25, -1.7250001, 1.2625002, 1.3625001, 2.6000006]]]]> : tensor<1x3x5x7xf32>}) {
  %0 = torch.aten.upsample_bilinear2d.default(%x, output_size=[5, 7], align_corners=false, scales_h=1.25, scales_w=1.25) : (tensor<1x3x4x6xf32>) -> tensor<1x3x5x7xf32>
  return %0 : tensor<1x3x5x7xf32>
}

// -----

// A line is an image of one row.
// CHECK-LABEL: func.func @linear1d_default
// CHECK: onnx.Resize({{.*}}) {coordinate_transformation_mode = "align_corners", mode = "linear"} : {{.*}} -> tensor<2x3x1x9xf32>
func.func @linear1d_default(%x: tensor<2x3x5xf32> {onnx.value = dense<[[[-36.25, 16.25, 3.75, -5.0, 6.25], [-25.0, -47.5, 13.75, -2.5, -27.5], [-13.75, -41.25, 6.25, 36.25, 5.0]], [[-11.25, -23.75, -36.25, 37.5, 48.75], [-33.75, -40.0, -1.25, 37.5, -12.5], [-13.75, 7.5, 13.75, -38.75, -43.75]]]> : tensor<2x3x5xf32>})
    -> (tensor<2x3x9xf32> {onnx.expected = dense<[[[-36.25, -10.0, 16.25, 10.0, 3.75, -0.625, -5.0, 0.625, 6.25], [-25.0, -36.25, -47.5, -16.875, 13.75, 5.625, -2.5, -15.0, -27.5], [-13.75, -27.5, -41.25, -17.5, 6.25, 21.25, 36.25, 20.625, 5.0]], [[-11.25, -17.5, -23.75, -30.0, -36.25, 0.625, 37.5, 43.125, 48.75], [-33.75, -36.875, -40.0, -20.625, -1.25, 18.125, 37.5, 12.5, -12.5], [-13.75, -3.125, 7.5, 10.625, 13.75, -12.5, -38.75, -41.25, -43.75]]]> : tensor<2x3x9xf32>}) {
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
// CHECK: onnx.Constant dense<[1.000000e+00, 1.000000e+00, 2.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<5xf32>
// CHECK: onnx.Resize(%arg0, {{.*}}) {mode = "linear"} : {{.*}} -> tensor<1x2x?x?x?xf32, #sym.dims<2*d, 2*h, 2*w>>
func.func @trilinear_dynamic(%x: tensor<1x2x?x?x?xf32, #sym.dims<d, h, w>> {onnx.value = dense<[[[[[36.25, 33.75], [20.0, 41.25]], [[-47.5, -21.25], [22.5, -18.75]]], [[[-46.25, 30.0], [7.5, -23.75]], [[18.75, -6.25], [-27.5, -28.75]]]]]> : tensor<1x2x2x2x2xf32>})
    -> (tensor<1x2x?x?x?xf32, #sym.dims<2*d, 2*h, 2*w>> {onnx.expected = dense<[[[[[36.25, 35.625, 34.375, 33.75], [32.1875, 33.046875, 34.765625, 35.625], [24.0625, 27.890625, 35.546875, 39.375], [20.0, 25.3125, 35.9375, 41.25]], [[15.3125, 16.484375, 18.828125, 20.0], [16.640625, 17.871094, 20.332031, 21.5625], [19.296875, 20.644531, 23.339844, 24.6875], [20.625, 22.03125, 24.84375, 26.25]], [[-26.5625, -21.796875, -12.265625, -7.5], [-14.453125, -12.480469, -8.535156, -6.5625], [9.765625, 6.1523438, -1.0742188, -4.6875], [21.875, 15.46875, 2.65625, -3.75]], [[-47.5, -40.9375, -27.8125, -21.25], [-30.0, -27.65625, -22.96875, -20.625], [5.0, -1.09375, -13.28125, -19.375], [22.5, 12.1875, -8.4375, -18.75]]], [[[-46.25, -27.1875, 10.9375, 30.0], [-32.8125, -20.46875, 4.21875, 16.5625], [-5.9375, -7.03125, -9.21875, -10.3125], [7.5, -0.3125, -15.9375, -23.75]], [[-30.0, -17.265625, 8.203125, 20.9375], [-22.8125, -14.746094, 1.3867188, 9.453125], [-8.4375, -9.707031, -12.246094, -13.515625], [-1.25, -7.1875, -19.0625, -25.0]], [[2.5, 2.578125, 2.734375, 2.8125], [-2.8125, -3.3007812, -4.2773438, -4.765625], [-13.4375, -15.058594, -18.300781, -19.921875], [-18.75, -20.9375, -25.3125, -27.5]], [[18.75, 12.5, 0.0, -6.25], [7.1875, 2.421875, -7.109375, -11.875], [-15.9375, -17.734375, -21.328125, -23.125], [-27.5, -27.8125, -28.4375, -28.75]]]]]> : tensor<1x2x4x4x4xf32>}) {
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
