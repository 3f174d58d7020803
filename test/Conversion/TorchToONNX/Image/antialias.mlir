// Resampling with a filter that is as wide as the pixels of the result.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// A coefficient of -0.5, and no weight for what is outside the image, as in Pillow.
// CHECK-LABEL: func.func @bicubic_aa
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 2, 3]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {antialias = 1 : i64, cubic_coeff_a = -5.000000e-01 : f32, exclude_outside = 1 : i64, mode = "cubic"} : {{.*}} -> tensor<1x3x2x3xf32>
// CHECK: return %[[V2]] : tensor<1x3x2x3xf32>
func.func @bicubic_aa(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x2x3xf32> {
  %0 = torch.aten._upsample_bicubic2d_aa.default(%x, output_size=[2, 3], align_corners=false) : (tensor<1x3x4x6xf32>) -> tensor<1x3x2x3xf32>
  return %0 : tensor<1x3x2x3xf32>
}

// -----

// Scale factors that are the ratio of the sizes.
// CHECK-LABEL: func.func @bicubic_aa_vec
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 2, 3]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {antialias = 1 : i64, cubic_coeff_a = -5.000000e-01 : f32, exclude_outside = 1 : i64, mode = "cubic"} : {{.*}} -> tensor<1x3x2x3xf32>
// CHECK: return %[[V2]] : tensor<1x3x2x3xf32>
func.func @bicubic_aa_vec(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x2x3xf32> {
  %0 = torch.aten._upsample_bicubic2d_aa.vec(%x, output_size=none, align_corners=false, scale_factors=[0.5, 0.5]) : (tensor<1x3x4x6xf32>) -> tensor<1x3x2x3xf32>
  return %0 : tensor<1x3x2x3xf32>
}

// -----

// The filter of an aligned image is not centred in PyTorch, which Resize cannot express:
// each dimension that changes is a matrix.
// CHECK-LABEL: func.func @bicubic_aa_aligned
// CHECK: %[[V0:.*]] = onnx.Constant dense<{{\[\[}}0.351811916, -0.0278514605, 0.000000e+00], [0.421268344, 0.0259567909, -0.00451128045], [0.242666095, 0.213148922, -0.062656641], [0.0295513254, 0.370026529, -0.0406015106], [-0.0317083709, 0.309018552, 0.290225595], [-0.0135892984, 0.10970065, 0.817543864]]> : tensor<6x3xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3x4x3xf32>
// CHECK: return %[[V1]] : tensor<1x3x4x3xf32>
func.func @bicubic_aa_aligned(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x4x3xf32> {
  %0 = torch.aten._upsample_bicubic2d_aa.vec(%x, output_size=[4, 3], align_corners=true, scale_factors=none) : (tensor<1x3x4x6xf32>) -> tensor<1x3x4x3xf32>
  return %0 : tensor<1x3x4x3xf32>
}

// -----

// A scale factor that is not exact in f32.
// CHECK-LABEL: func.func @bilinear_aa
// CHECK: %[[V0:.*]] = onnx.Constant dense<{{\[\[}}0.699999988, 3.000000e-01, 0.000000e+00, 0.000000e+00], [0.000000e+00, 5.000000e-01, 5.000000e-01, 0.000000e+00], [0.000000e+00, 0.000000e+00, 0.299999893, 0.700000107]]> : tensor<3x4xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%[[V0]], %arg0) : {{.*}} -> tensor<1x3x3x6xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<{{\[\[}}0.318181813, 0.000000e+00], [0.409090906, 0.0399999879], [0.227272734, 2.000000e-01], [0.0454545319, 3.600000e-01], [0.000000e+00, 2.800000e-01], [0.000000e+00, 0.120000005]]> : tensor<6x2xf32>
// CHECK: %[[V3:.*]] = onnx.MatMul(%[[V1]], %[[V2]]) : {{.*}} -> tensor<1x3x3x2xf32>
// CHECK: return %[[V3]] : tensor<1x3x3x2xf32>
func.func @bilinear_aa(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x3x2xf32> {
  %0 = torch.aten._upsample_bilinear2d_aa.default(%x, output_size=[3, 2], align_corners=false, scales_h=0.75, scales_w=0.4) : (tensor<1x3x4x6xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @bilinear_aa_sizes
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 3, 2]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {antialias = 1 : i64, exclude_outside = 1 : i64, mode = "linear"} : {{.*}} -> tensor<1x3x3x2xf32>
// CHECK: return %[[V2]] : tensor<1x3x3x2xf32>
func.func @bilinear_aa_sizes(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x3x2xf32> {
  %0 = torch.aten._upsample_bilinear2d_aa.default(%x, output_size=[3, 2], align_corners=false) : (tensor<1x3x4x6xf32>) -> tensor<1x3x3x2xf32>
  return %0 : tensor<1x3x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @bilinear_aa_vec
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 2, 6]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {antialias = 1 : i64, exclude_outside = 1 : i64, mode = "linear"} : {{.*}} -> tensor<1x3x2x6xf32>
// CHECK: return %[[V2]] : tensor<1x3x2x6xf32>
func.func @bilinear_aa_vec(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x2x6xf32> {
  %0 = torch.aten._upsample_bilinear2d_aa.vec(%x, output_size=[2, 6], align_corners=false, scale_factors=none) : (tensor<1x3x4x6xf32>) -> tensor<1x3x2x6xf32>
  return %0 : tensor<1x3x2x6xf32>
}

// -----

// Resize has no Lanczos filter. The width, which is kept, is not filtered.
// CHECK-LABEL: func.func @lanczos_aa
// CHECK: %[[V0:.*]] = onnx.Constant dense<{{\[\[}}0.46419239, 0.46419239, 0.140910804, -0.0692955852], [-0.0692955852, 0.140910804, 0.46419239, 0.46419239]]> : tensor<2x4xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%[[V0]], %arg0) : {{.*}} -> tensor<1x3x2x6xf32>
// CHECK: return %[[V1]] : tensor<1x3x2x6xf32>
func.func @lanczos_aa(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x2x6xf32> {
  %0 = torch.aten._upsample_lanczos2d_aa.vec(%x, output_size=[2, 6], align_corners=false, scale_factors=none) : (tensor<1x3x4x6xf32>) -> tensor<1x3x2x6xf32>
  return %0 : tensor<1x3x2x6xf32>
}
