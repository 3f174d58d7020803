// Padding that is called by a name.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Two columns on either side; the odd row is at the end.
// CHECK-LABEL: func.func @same
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {dilations = array<i64: 1, 2>, pads = array<i64: 0, 2, 1, 2>}
// CHECK: return %[[V1]] : tensor<1x2x5x6xf32>
func.func @same(%x: tensor<1x1x5x6xf32> {onnx.value = dense<[[[[-42.5, 28.75, 20.0, -40.0, 7.5, -42.5], [43.75, -18.75, 13.75, 3.75, -20.0, -45.0], [-43.75, 25.0, -27.5, 5.0, 41.25, 42.5], [-30.0, -26.25, 36.25, -7.5, -23.75, 36.25], [3.75, -45.0, 33.75, -10.0, -23.75, 37.5]]]]> : tensor<1x1x5x6xf32>},
                %y: tensor<2x1x2x3xf32> {onnx.value = dense<[[[[-10.0, 26.25, 32.5], [-3.75, 22.5, -48.75]]], [[[-48.75, -46.25, 43.75], [37.5, -12.5, 1.25]]]]> : tensor<2x1x2x3xf32>})
    -> (tensor<1x2x5x6xf32> {onnx.expected = dense<[[[[-151.5625, -1150.0, 2314.0625, -370.3125, -504.6875, -1742.1875], [1951.5625, -51.5625, -3192.1875, -3229.6875, 368.75, -281.25], [-4484.375, 593.75, 3142.1875, -575.0, 687.5, 1909.375], [-1170.3125, -1457.8125, 2382.8125, -640.625, -1646.875, 1907.8125], [1195.3125, -1506.25, 76.5625, 1406.25, -960.9375, 1084.375]], [[2310.9375, -2840.625, 2918.75, -2217.1875, -556.25, 4618.75], [-909.375, 725.0, -4889.0625, -300.0, -1292.1875, 1554.6875], [1240.625, -618.75, 3601.5625, -435.9375, 1089.0625, -2943.75], [2968.75, 1435.9375, -1564.0625, 1696.875, 893.75, -2154.6875], [1303.125, 1643.75, -2782.8125, 4296.875, -546.875, -1246.875]]]]> : tensor<1x2x5x6xf32>}) {
  %0 = torch.aten.conv2d.padding(%x, %y, padding="same", dilation=[1, 2]) : (tensor<1x1x5x6xf32>, tensor<2x1x2x3xf32>) -> tensor<1x2x5x6xf32>
  return %0 : tensor<1x2x5x6xf32>
}

// -----

// CHECK-LABEL: func.func @valid
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {group = 2 : i64, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V0]] : tensor<1x2x4x2x5xf32>
func.func @valid(%x: tensor<1x2x5x6x7xf32>, %y: tensor<2x1x2x3x3xf32>, %z: tensor<2xf32>) -> tensor<1x2x4x2x5xf32> {
  %0 = torch.aten.conv3d.padding(%x, %y, %z, [1, 2, 1], padding="valid", groups=2) : (tensor<1x2x5x6x7xf32>, tensor<2x1x2x3x3xf32>, tensor<2xf32>) -> tensor<1x2x4x2x5xf32>
  return %0 : tensor<1x2x4x2x5xf32>
}

// -----

// CHECK-LABEL: func.func @mode
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {group = 2 : i64, pads = array<i64: 1, 1, 1, 1>}
// CHECK: return %[[V1]] : tensor<1x6x8x9xf32>
func.func @mode(%x: tensor<1x4x8x9xf32>, %y: tensor<6x2x3x3xf32>) -> tensor<1x6x8x9xf32> {
  %0 = torch.aten._convolution_mode.default(%x, %y, none, [1, 1], "same", [1, 1], 2) : (tensor<1x4x8x9xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x8x9xf32>
  return %0 : tensor<1x6x8x9xf32>
}
