// Samples at the points of a grid.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @affine
// CHECK: onnx.AffineGrid(%arg0, {{.*}}) {align_corners = 1 : i64}
func.func @affine(%x: tensor<2x2x3xf32> {onnx.value = dense<[[[-1.25, -31.25, 25.0], [36.25, 17.5, 37.5]], [[-26.25, -11.25, -17.5], [-17.5, 25.0, -33.75]]]> : tensor<2x2x3xf32>})
    -> (tensor<2x4x5x2xf32> {onnx.expected = dense<[[[[57.5, -16.25], [56.875, 1.875], [56.25, 20.0], [55.625, 38.125], [55.0, 56.25]], [[36.666664, -4.583332], [36.041664, 13.541668], [35.416664, 31.666668], [34.791664, 49.791668], [34.166664, 67.91667]], [[15.833334, 7.083332], [15.208334, 25.208332], [14.583334, 43.333332], [13.958334, 61.458332], [13.333334, 79.58333]], [[-5.0, 18.75], [-5.625, 36.875], [-6.25, 55.0], [-6.875, 73.125], [-7.5, 91.25]]], [[[20.0, -41.25], [6.875, -50.0], [-6.25, -58.75], [-19.375, -67.5], [-32.5, -76.25]], [[12.5, -24.583332], [-0.625, -33.333332], [-13.75, -42.083332], [-26.875, -50.833332], [-40.0, -59.583332]], [[5.0, -7.916668], [-8.125, -16.666668], [-21.25, -25.416668], [-34.375, -34.166668], [-47.5, -42.916668]], [[-2.5, 8.75], [-15.625, 0.0], [-28.75, -8.75], [-41.875, -17.5], [-55.0, -26.25]]]]> : tensor<2x4x5x2xf32>}) {
  %0 = torch.aten.affine_grid_generator.default(%x, [2, 3, 4, 5], true) : (tensor<2x2x3xf32>) -> tensor<2x4x5x2xf32>
  return %0 : tensor<2x4x5x2xf32>
}

// -----

// The corners are half a point further out.
// CHECK-LABEL: func.func @affine_volume
// CHECK: onnx.AffineGrid(%arg0, {{.*}}) : (
func.func @affine_volume(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[2.25, -1.75, -1.5, -1.5], [-0.75, 0x7F800000, 2.25, 2.5], [0x7FC00000, -0.25, 3.0, 2.5]], [[-2.75, 1.0, 2.25, 2.5], [-1.0, 2.75, -1.75, 1.25], [-1.75, 3.0, 1.0, 0.0]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x2x3x4x3xf32> {onnx.expected = dense<[[[[[-1.2708333, 0xFF800000, 0x7FC00000], [-0.14583325, 0xFF800000, 0x7FC00000], [0.97916675, 0xFF800000, 0x7FC00000], [2.1041667, 0xFF800000, 0x7FC00000]], [[-2.4375, 0x7FC00000, 0x7FC00000], [-1.3125, 0x7FC00000, 0x7FC00000], [-0.1875, 0x7FC00000, 0x7FC00000], [0.9375, 0x7FC00000, 0x7FC00000]], [[-3.6041667, 0x7F800000, 0x7FC00000], [-2.4791667, 0x7F800000, 0x7FC00000], [-1.3541667, 0x7F800000, 0x7FC00000], [-0.22916675, 0x7F800000, 0x7FC00000]]], [[[-2.7708333, 0xFF800000, 0x7FC00000], [-1.6458333, 0xFF800000, 0x7FC00000], [-0.52083325, 0xFF800000, 0x7FC00000], [0.60416675, 0xFF800000, 0x7FC00000]], [[-3.9375, 0x7FC00000, 0x7FC00000], [-2.8125, 0x7FC00000, 0x7FC00000], [-1.6875, 0x7FC00000, 0x7FC00000], [-0.5625, 0x7FC00000, 0x7FC00000]], [[-5.104167, 0x7F800000, 0x7FC00000], [-3.9791667, 0x7F800000, 0x7FC00000], [-2.8541667, 0x7F800000, 0x7FC00000], [-1.7291667, 0x7F800000, 0x7FC00000]]]], [[[[2.7708333, 1.0416666, -1.1875], [1.3958333, 0.5416666, -2.0625], [0.020833492, 0.041666746, -2.9375], [-1.3541667, -0.4583335, -3.8125]], [[3.4375, 2.875, 0.8125], [2.0625, 2.375, -0.06250003], [0.6875, 1.875, -0.9375], [-0.6875, 1.375, -1.8125]], [[4.104167, 4.7083335, 2.8125], [2.7291665, 4.208333, 1.9375], [1.3541667, 3.7083335, 1.0625], [-0.020833254, 3.2083335, 0.1875]]], [[[5.020833, -0.7083334, -0.1875], [3.6458333, -1.2083335, -1.0625], [2.2708335, -1.7083333, -1.9375], [0.89583325, -2.2083335, -2.8125]], [[5.6875, 1.125, 1.8125], [4.3125, 0.625, 0.9375], [2.9375, 0.125, 0.06250003], [1.5625, -0.375, -0.8125]], [[6.354167, 2.9583335, 3.8125], [4.9791665, 2.4583333, 2.9375], [3.6041667, 1.9583334, 2.0625], [2.2291667, 1.4583334, 1.1875]]]]]> : tensor<2x2x3x4x3xf32>}) {
  %0 = torch.aten.affine_grid_generator.default(%x, [2, 1, 2, 3, 4], false) : (tensor<2x3x4xf32>) -> tensor<2x2x3x4x3xf32>
  return %0 : tensor<2x2x3x4x3xf32>
}

// -----

// CHECK-LABEL: func.func @sampler
// CHECK: onnx.GridSample(%arg0, %arg1) : (
func.func @sampler(%x: tensor<1x2x3x4xf32> {onnx.value = dense<[[[[0.625, 0.3125, 0.25, 0.0625], [0.125, 0.375, 0.25, 0.75], [0.5, 0.6875, 0.625, 0.5625]], [[0.75, 0.5, 0.4375, 0.3125], [0.9375, 0.625, 0.0625, 0.6875], [0.375, 0.25, 0.8125, 0.6875]]]]> : tensor<1x2x3x4xf32>},
                   %y: tensor<1x2x2x2xf32> {onnx.value = dense<[[[[0.5625, 0.125], [0.6875, 0.875]], [[0.6875, 0.0625], [0.1875, 0.5625]]]]> : tensor<1x2x2x2xf32>})
    -> (tensor<1x2x2x2xf32> {onnx.expected = dense<[[[[0.56689453, 0.39208984], [0.6765137, 0.57543945]], [[0.5058594, 0.48339844], [0.61816406, 0.64697266]]]]> : tensor<1x2x2x2xf32>}) {
  %0 = torch.aten.grid_sampler.default(%x, %y, 0, 0, false) : (tensor<1x2x3x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

// CHECK-LABEL: func.func @sampler_2d
// CHECK: onnx.Constant dense<-8.000000e+00> : tensor<f32>
// CHECK: onnx.Constant dense<8.000000e+00> : tensor<f32>
// CHECK: onnx.GridSample(%arg0, {{.*}}) {align_corners = 1 : i64, mode = "cubic", padding_mode = "border"}
func.func @sampler_2d(%x: tensor<1x2x3x4xf32> {onnx.value = dense<[[[[-2.75, 0.5, 0.875, -1.0], [2.875, 3.125, -3.125, 1.0], [-1.125, -1.875, 2.875, -2.25]], [[1.25, -0.75, 2.125, -1.75], [-2.125, -2.0, -2.375, -0.5], [-2.5, 0.5, 2.625, -0.0]]]]> : tensor<1x2x3x4xf32>},
                      %y: tensor<1x2x2x2xf32> {onnx.value = dense<[[[[-1.75, -1.125], [2.625, -1.875]], [[0.5, 1.625], [-2.75, 2.125]]]]> : tensor<1x2x2x2xf32>})
    -> (tensor<1x2x2x2xf32> {onnx.expected = dense<[[[[-3.1537476, -1.0205078], [2.5486822, -1.125]], [[1.4922485, -1.7628174], [2.5341597, -2.5]]]]> : tensor<1x2x2x2xf32>}) {
  %0 = torch.aten.grid_sampler_2d.default(%x, %y, 2, 1, true) : (tensor<1x2x3x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

// The grid holds whole positions, so that nothing is rounded before the
// reflection.
// CHECK-LABEL: func.func @sampler_3d
// CHECK: onnx.Constant dense<3> : tensor<1xi64>
// CHECK: onnx.Floor
// CHECK: onnx.Round
// CHECK: onnx.GridSample(%arg0, %{{.*}}) {mode = "nearest"}
func.func @sampler_3d(%x: tensor<1x2x3x4x5xf32> {onnx.value = dense<[[[[[10.0, -40.0, 42.5, -50.0, 25.0], [1.25, -22.5, -41.25, -22.5, -13.75], [27.5, -13.75, 47.5, -26.25, 35.0], [23.75, 7.5, 33.75, -43.75, -3.75]], [[25.0, 37.5, -7.5, -15.0, 7.5], [-42.5, 6.25, -2.5, 36.25, 1.25], [26.25, 32.5, -25.0, -33.75, -3.75], [16.25, -36.25, -30.0, -50.0, 16.25]], [[-45.0, 17.5, 1.25, -41.25, 18.75], [36.25, -32.5, -1.25, 43.75, -6.25], [-2.5, 17.5, 5.0, -46.25, 50.0], [12.5, 30.0, 47.5, 35.0, -23.75]]], [[[-40.0, 28.75, -47.5, 32.5, 28.75], [-35.0, 45.0, 33.75, -2.5, 16.25], [-47.5, -30.0, -10.0, -45.0, -18.75], [25.0, -48.75, -1.25, -28.75, 33.75]], [[-47.5, 13.75, 8.75, 45.0, -42.5], [33.75, 26.25, 43.75, 25.0, -25.0], [-23.75, 13.75, 20.0, 10.0, -1.25], [-1.25, -1.25, -23.75, 21.25, -22.5]], [[15.0, -33.75, -37.5, 36.25, 5.0], [-12.5, -26.25, -30.0, 25.0, -31.25], [-12.5, -25.0, 46.25, 7.5, -37.5], [-11.25, 18.75, -32.5, 1.25, -6.25]]]]]> : tensor<1x2x3x4x5xf32>},
                      %y: tensor<1x2x2x2x3xf32> {onnx.value = dense<[[[[[-26.25, -48.75, -40.0], [17.5, -3.75, 15.0]], [[-18.75, -36.25, -25.0], [22.5, 31.25, 11.25]]], [[[6.25, -35.0, -15.0], [47.5, -37.5, -23.75]], [[27.5, 12.5, 22.5], [-17.5, 3.75, -3.75]]]]]> : tensor<1x2x2x2x3xf32>})
    -> (tensor<1x2x2x2x2xf32> {onnx.expected = dense<[[[[[-15.0, -26.25], [-13.75, -40.0]], [[30.0, 37.5], [-13.75, 6.25]]], [[[45.0, -45.0], [16.25, 28.75]], [[18.75, 13.75], [-30.0, 26.25]]]]]> : tensor<1x2x2x2x2xf32>}) {
  %0 = torch.aten.grid_sampler_3d.default(%x, %y, 1, 2, false) : (tensor<1x2x3x4x5xf32>, tensor<1x2x2x2x3xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

// -----

// Halves are rounded to even after the reflection.
// CHECK-LABEL: func.func @halves
func.func @halves(%x: tensor<1x1x2x3xf32> {onnx.value = dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]]> : tensor<1x1x2x3xf32>},
                  %y: tensor<1x1x4x2xf32> {onnx.value = dense<[[[[-1.6666667, -1.0], [-1.3333334, 0.0], [1.0, 1.0], [1.6666667, -2.5]]]]> : tensor<1x1x4x2xf32>})
    -> (tensor<1x1x1x4xf32> {onnx.expected = dense<[[[[2.0, 1.0, 6.0, 6.0]]]]> : tensor<1x1x1x4xf32>}) {
  %0 = torch.aten.grid_sampler_2d.default(%x, %y, 1, 2, false) : (tensor<1x1x2x3xf32>, tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}

// -----

// With aligned corners both orders give the same pixel.
// CHECK-LABEL: func.func @aligned
// CHECK-NEXT: onnx.GridSample(%arg0, %arg1) {align_corners = 1 : i64, mode = "nearest", padding_mode = "reflection"}
func.func @aligned(%x: tensor<1x1x2x3xf32>, %y: tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32> {
  %0 = torch.aten.grid_sampler_2d.default(%x, %y, 1, 2, true) : (tensor<1x1x2x3xf32>, tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}
