// The neighbour at floor((i + 0.5) / scale), in which the centres of pixels are compared.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @exact1d
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 3, 8]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<2x3x8xf32>
// CHECK: return %[[V2]] : tensor<2x3x8xf32>
func.func @exact1d(%x: tensor<2x3x5xf32>) -> tensor<2x3x8xf32> {
  %0 = torch.aten._upsample_nearest_exact1d.default(%x, output_size=[8]) : (tensor<2x3x5xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @exact1d_vec
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 3, 10]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<2x3x10xf32>
// CHECK: return %[[V2]] : tensor<2x3x10xf32>
func.func @exact1d_vec(%x: tensor<2x3x5xf32>) -> tensor<2x3x10xf32> {
  %0 = torch.aten._upsample_nearest_exact1d.vec(%x, output_size=none, scale_factors=[2.0]) : (tensor<2x3x5xf32>) -> tensor<2x3x10xf32>
  return %0 : tensor<2x3x10xf32>
}

// -----

// A scale factor that is not the ratio of the sizes.
// CHECK-LABEL: func.func @exact1d_scaled
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 1.700000e+00]> : tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V1]], %[[V0]]) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<2x3x8xf32>
// CHECK: return %[[V2]] : tensor<2x3x8xf32>
func.func @exact1d_scaled(%x: tensor<2x3x5xf32>) -> tensor<2x3x8xf32> {
  %0 = torch.aten._upsample_nearest_exact1d.vec(%x, output_size=none, scale_factors=[1.7]) : (tensor<2x3x5xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}

// -----

// Scale factors that are the ratio of the sizes.
// CHECK-LABEL: func.func @exact2d
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 6, 9]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<1x3x6x9xf32>
// CHECK: return %[[V2]] : tensor<1x3x6x9xf32>
func.func @exact2d(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x6x9xf32> {
  %0 = torch.aten._upsample_nearest_exact2d.default(%x, output_size=[6, 9], scales_h=1.5, scales_w=1.5) : (tensor<1x3x4x6xf32>) -> tensor<1x3x6x9xf32>
  return %0 : tensor<1x3x6x9xf32>
}

// -----

// Fewer rows, more columns.
// CHECK-LABEL: func.func @exact2d_vec
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 3, 2, 9]> : tensor<4xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<1x3x2x9xf32>
// CHECK: return %[[V2]] : tensor<1x3x2x9xf32>
func.func @exact2d_vec(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x2x9xf32> {
  %0 = torch.aten._upsample_nearest_exact2d.vec(%x, output_size=[2, 9], scale_factors=none) : (tensor<1x3x4x6xf32>) -> tensor<1x3x2x9xf32>
  return %0 : tensor<1x3x2x9xf32>
}

// -----

// CHECK-LABEL: func.func @exact3d
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 8, 6, 10]> : tensor<5xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<1x2x8x6x10xf32>
// CHECK: return %[[V2]] : tensor<1x2x8x6x10xf32>
func.func @exact3d(%x: tensor<1x2x4x3x5xf32>) -> tensor<1x2x8x6x10xf32> {
  %0 = torch.aten._upsample_nearest_exact3d.default(%x, output_size=[8, 6, 10], scales_d=2.0, scales_h=2.0, scales_w=2.0) : (tensor<1x2x4x3x5xf32>) -> tensor<1x2x8x6x10xf32>
  return %0 : tensor<1x2x8x6x10xf32>
}

// -----

// CHECK-LABEL: func.func @exact3d_vec
// CHECK: %[[V0:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, 2, 2, 6, 5]> : tensor<5xi64>
// CHECK: %[[V2:.*]] = onnx.Resize(%arg0, %[[V0]], %[[V0]], %[[V1]]) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<1x2x2x6x5xf32>
// CHECK: return %[[V2]] : tensor<1x2x2x6x5xf32>
func.func @exact3d_vec(%x: tensor<1x2x4x3x5xf32>) -> tensor<1x2x2x6x5xf32> {
  %0 = torch.aten._upsample_nearest_exact3d.vec(%x, output_size=[2, 6, 5], scale_factors=none) : (tensor<1x2x4x3x5xf32>) -> tensor<1x2x2x6x5xf32>
  return %0 : tensor<1x2x2x6x5xf32>
}
