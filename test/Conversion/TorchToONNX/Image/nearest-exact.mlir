// The neighbour at floor((i + 0.5) / scale), in which the centres of pixels are compared.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @exact1d
// CHECK: onnx.Resize(%arg0, {{.*}}) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<2x3x8xf32>
func.func @exact1d(%x: tensor<2x3x5xf32> {onnx.value = dense<[[[41.25, 40.0, -30.0, 8.75, 2.5], [-27.5, 31.25, 45.0, 11.25, 3.75], [-35.0, -27.5, 7.5, 1.25, -18.75]], [[-2.5, -22.5, 48.75, -6.25, 5.0], [-8.75, -1.25, 18.75, 27.5, 43.75], [-3.75, -50.0, 15.0, 36.25, -10.0]]]> : tensor<2x3x5xf32>})
    -> (tensor<2x3x8xf32> {onnx.expected = dense<[[[41.25, 41.25, 40.0, -30.0, -30.0, 8.75, 2.5, 2.5], [-27.5, -27.5, 31.25, 45.0, 45.0, 11.25, 3.75, 3.75], [-35.0, -35.0, -27.5, 7.5, 7.5, 1.25, -18.75, -18.75]], [[-2.5, -2.5, -22.5, 48.75, 48.75, -6.25, 5.0, 5.0], [-8.75, -8.75, -1.25, 18.75, 18.75, 27.5, 43.75, 43.75], [-3.75, -3.75, -50.0, 15.0, 15.0, 36.25, -10.0, -10.0]]]> : tensor<2x3x8xf32>}) {
  %0 = torch.aten._upsample_nearest_exact1d.default(%x, output_size=[8]) : (tensor<2x3x5xf32>) -> tensor<2x3x8xf32>
  return %0 : tensor<2x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @exact1d_vec
// CHECK: onnx.Resize(%arg0, {{.*}}) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<2x3x10xf32>
func.func @exact1d_vec(%x: tensor<2x3x5xf32> {onnx.value = dense<[[[-18.75, -50.0, 45.0, -38.75, 50.0], [35.0, -1.25, -46.25, -1.25, -42.5], [26.25, -32.5, -26.25, 26.25, 13.75]], [[-28.75, 13.75, -5.0, -22.5, -12.5], [17.5, 17.5, -30.0, -35.0, 43.75], [-15.0, 37.5, 6.25, -45.0, 28.75]]]> : tensor<2x3x5xf32>})
    -> (tensor<2x3x10xf32> {onnx.expected = dense<[[[-18.75, -18.75, -50.0, -50.0, 45.0, 45.0, -38.75, -38.75, 50.0, 50.0], [35.0, 35.0, -1.25, -1.25, -46.25, -46.25, -1.25, -1.25, -42.5, -42.5], [26.25, 26.25, -32.5, -32.5, -26.25, -26.25, 26.25, 26.25, 13.75, 13.75]], [[-28.75, -28.75, 13.75, 13.75, -5.0, -5.0, -22.5, -22.5, -12.5, -12.5], [17.5, 17.5, 17.5, 17.5, -30.0, -30.0, -35.0, -35.0, 43.75, 43.75], [-15.0, -15.0, 37.5, 37.5, 6.25, 6.25, -45.0, -45.0, 28.75, 28.75]]]> : tensor<2x3x10xf32>}) {
  %0 = torch.aten._upsample_nearest_exact1d.vec(%x, output_size=none, scale_factors=[2.0]) : (tensor<2x3x5xf32>) -> tensor<2x3x10xf32>
  return %0 : tensor<2x3x10xf32>
}

// -----

// A scale factor that is not the ratio of the sizes.
// CHECK-LABEL: func.func @exact1d_scaled
// CHECK: onnx.Resize(%arg0, {{.*}}) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<2x3x8xf32>
func.func @exact1d_scaled(%x: tensor<2x3x5xf32> {onnx.value = dense<[[[-35.0, 3.75, 40.0, -5.0, 10.0], [-31.25, -1.25, 1.25, -38.75, 50.0], [15.0, 6.25, -2.5, 35.0, 20.0]], [[-21.25, -12.5, 15.0, -2.5, 21.25], [48.75, -15.0, 22.5, 32.5, -37.5], [30.0, -23.75, 36.25, 30.0, 7.5]]]> : tensor<2x3x5xf32>})
    -> (tensor<2x3x8xf32> {onnx.expected = dense<[[[-35.0, -35.0, 3.75, 40.0, 40.0, -5.0, -5.0, 10.0], [-31.25, -31.25, -1.25, 1.25, 1.25, -38.75, -38.75, 50.0], [15.0, 15.0, 6.25, -2.5, -2.5, 35.0, 35.0, 20.0]], [[-21.25, -21.25, -12.5, 15.0, 15.0, -2.5, -2.5, 21.25], [48.75, 48.75, -15.0, 22.5, 22.5, 32.5, 32.5, -37.5], [30.0, 30.0, -23.75, 36.25, 36.25, 30.0, 30.0, 7.5]]]> : tensor<2x3x8xf32>}) {
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
// CHECK: onnx.Resize(%arg0, {{.*}}) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<1x3x2x9xf32>
func.func @exact2d_vec(%x: tensor<1x3x4x6xf32> {onnx.value = dense<[[[[23.75, -48.75, 16.25, -30.0, -11.25, -2.5], [18.75, -46.25, 30.0, 45.0, -18.75, 26.25], [31.25, 37.5, 35.0, 30.0, 16.25, -36.25], [-18.75, 11.25, 3.75, -21.25, -26.25, 38.75]], [[42.5, -11.25, -8.75, 17.5, -3.75, -12.5], [40.0, -35.0, 13.75, -40.0, -8.75, 15.0], [-22.5, 50.0, -5.0, 40.0, -31.25, -10.0], [6.25, 32.5, 47.5, 31.25, -43.75, 32.5]], [[15.0, -38.75, -16.25, 31.25, 47.5, 2.5], [3.75, -37.5, -36.25, -45.0, -8.75, -42.5], [13.75, -7.5, -37.5, -1.25, 25.0, -38.75], [50.0, -7.5, 47.5, -43.75, -25.0, -27.5]]]]> : tensor<1x3x4x6xf32>})
    -> (tensor<1x3x2x9xf32> {onnx.expected = dense<[[[[18.75, -46.25, -46.25, 30.0, 45.0, 45.0, -18.75, 26.25, 26.25], [-18.75, 11.25, 11.25, 3.75, -21.25, -21.25, -26.25, 38.75, 38.75]], [[40.0, -35.0, -35.0, 13.75, -40.0, -40.0, -8.75, 15.0, 15.0], [6.25, 32.5, 32.5, 47.5, 31.25, 31.25, -43.75, 32.5, 32.5]], [[3.75, -37.5, -37.5, -36.25, -45.0, -45.0, -8.75, -42.5, -42.5], [50.0, -7.5, -7.5, 47.5, -43.75, -43.75, -25.0, -27.5, -27.5]]]]> : tensor<1x3x2x9xf32>}) {
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
// CHECK: onnx.Resize(%arg0, {{.*}}) {nearest_mode = "round_prefer_ceil"} : {{.*}} -> tensor<1x2x2x6x5xf32>
func.func @exact3d_vec(%x: tensor<1x2x4x3x5xf32> {onnx.value = dense<[[[[[-6.25, -28.75, -50.0, 7.5, -36.25], [-21.25, 12.5, 50.0, 7.5, 11.25], [-11.25, -33.75, -3.75, -3.75, 48.75]], [[25.0, 7.5, 11.25, -28.75, -42.5], [-45.0, -28.75, -28.75, 8.75, 38.75], [41.25, 8.75, 47.5, -23.75, -41.25]], [[38.75, 10.0, 13.75, 1.25, -45.0], [10.0, 37.5, 11.25, 40.0, -1.25], [-50.0, 41.25, 11.25, -31.25, -38.75]], [[18.75, -47.5, 6.25, -11.25, 18.75], [36.25, -36.25, -3.75, -3.75, -45.0], [1.25, 12.5, -3.75, 3.75, 12.5]]], [[[-42.5, 13.75, 50.0, 8.75, 11.25], [-40.0, -18.75, -10.0, 35.0, -28.75], [15.0, 16.25, 7.5, -15.0, -28.75]], [[-15.0, -10.0, -3.75, -46.25, 5.0], [30.0, 47.5, 33.75, 32.5, 47.5], [-20.0, -50.0, 5.0, 41.25, 38.75]], [[-16.25, 11.25, -33.75, 8.75, -36.25], [8.75, -28.75, -41.25, 23.75, -12.5], [17.5, 21.25, -7.5, -3.75, -17.5]], [[-18.75, 27.5, -32.5, -17.5, 5.0], [-3.75, -22.5, -38.75, 20.0, -18.75], [-43.75, 47.5, -22.5, -21.25, 41.25]]]]]> : tensor<1x2x4x3x5xf32>})
    -> (tensor<1x2x2x6x5xf32> {onnx.expected = dense<[[[[[25.0, 7.5, 11.25, -28.75, -42.5], [25.0, 7.5, 11.25, -28.75, -42.5], [-45.0, -28.75, -28.75, 8.75, 38.75], [-45.0, -28.75, -28.75, 8.75, 38.75], [41.25, 8.75, 47.5, -23.75, -41.25], [41.25, 8.75, 47.5, -23.75, -41.25]], [[18.75, -47.5, 6.25, -11.25, 18.75], [18.75, -47.5, 6.25, -11.25, 18.75], [36.25, -36.25, -3.75, -3.75, -45.0], [36.25, -36.25, -3.75, -3.75, -45.0], [1.25, 12.5, -3.75, 3.75, 12.5], [1.25, 12.5, -3.75, 3.75, 12.5]]], [[[-15.0, -10.0, -3.75, -46.25, 5.0], [-15.0, -10.0, -3.75, -46.25, 5.0], [30.0, 47.5, 33.75, 32.5, 47.5], [30.0, 47.5, 33.75, 32.5, 47.5], [-20.0, -50.0, 5.0, 41.25, 38.75], [-20.0, -50.0, 5.0, 41.25, 38.75]], [[-18.75, 27.5, -32.5, -17.5, 5.0], [-18.75, 27.5, -32.5, -17.5, 5.0], [-3.75, -22.5, -38.75, 20.0, -18.75], [-3.75, -22.5, -38.75, 20.0, -18.75], [-43.75, 47.5, -22.5, -21.25, 41.25], [-43.75, 47.5, -22.5, -21.25, 41.25]]]]]> : tensor<1x2x2x6x5xf32>}) {
  %0 = torch.aten._upsample_nearest_exact3d.vec(%x, output_size=[2, 6, 5], scale_factors=none) : (tensor<1x2x4x3x5xf32>) -> tensor<1x2x2x6x5xf32>
  return %0 : tensor<1x2x2x6x5xf32>
}
