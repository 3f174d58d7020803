// Names of kernels: they know their groups, or have none.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// A group for each channel.
// CHECK-LABEL: func.func @depthwise2d
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {dilations = array<i64: 1, 2>, group = 3 : i64, pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 1>}
// CHECK: return %[[V0]] : tensor<1x6x3x4xf32>
func.func @depthwise2d(%x: tensor<1x3x5x6xf32>, %y: tensor<6x1x3x2xf32>, %z: tensor<6xf32>) -> tensor<1x6x3x4xf32> {
  %0 = torch.aten._conv_depthwise2d.default(%x, %y, [3, 2], %z, [2, 1], [1, 0], [1, 2]) : (tensor<1x3x5x6xf32>, tensor<6x1x3x2xf32>, tensor<6xf32>) -> tensor<1x6x3x4xf32>
  return %0 : tensor<1x6x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @depthwise3d
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {group = 2 : i64, pads = array<i64: 0, 1, 1, 0, 1, 1>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V1]] : tensor<1x2x3x3x7xf32>
func.func @depthwise3d(%x: tensor<1x2x4x5x6xf32>, %y: tensor<2x1x2x3x2xf32>) -> tensor<1x2x3x3x7xf32> {
  %0 = torch.aten.conv_depthwise3d.default(%x, %y, [2, 3, 2], none, [1, 2, 1], [0, 1, 1], [1, 1, 1]) : (tensor<1x2x4x5x6xf32>, tensor<2x1x2x3x2xf32>) -> tensor<1x2x3x3x7xf32>
  return %0 : tensor<1x2x3x3x7xf32>
}

// -----

// CHECK-LABEL: func.func @slow2d_forward
// CHECK: onnx.Conv(%arg0, %arg1, %arg2) {pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 1>}
func.func @slow2d_forward(%x: tensor<1x3x5x6xf32> {onnx.value = dense<[[[[22.5, 6.25, 25.0, -48.75, 32.5, -8.75], [-43.75, -26.25, -27.5, 17.5, 46.25, -32.5], [-26.25, 11.25, 12.5, 1.25, 17.5, 25.0], [7.5, 22.5, 37.5, -20.0, -26.25, -6.25], [-6.25, -48.75, 20.0, -38.75, -31.25, -2.5]], [[-12.5, -36.25, -38.75, -33.75, -12.5, -30.0], [-42.5, -10.0, 42.5, -31.25, -32.5, -5.0], [-7.5, -41.25, 11.25, 13.75, -17.5, -35.0], [12.5, 45.0, -41.25, 32.5, 21.25, 16.25], [-2.5, 28.75, 3.75, -31.25, 47.5, -42.5]], [[-45.0, -47.5, -41.25, 11.25, 8.75, 43.75], [11.25, -32.5, 40.0, -28.75, -10.0, -45.0], [-31.25, 30.0, 21.25, 27.5, -33.75, -26.25], [-48.75, -23.75, 13.75, -22.5, -27.5, -37.5], [25.0, 28.75, -11.25, -46.25, 3.75, 7.5]]]]> : tensor<1x3x5x6xf32>},
                          %y: tensor<4x3x3x2xf32> {onnx.value = dense<[[[[16.25, 41.25], [38.75, 6.25], [-46.25, 43.75]], [[-31.25, 2.5], [-20.0, -20.0], [-2.5, 22.5]], [[-45.0, -15.0], [27.5, 32.5], [-30.0, -7.5]]], [[[31.25, 50.0], [-31.25, 18.75], [50.0, 42.5]], [[47.5, 22.5], [-50.0, 25.0], [-37.5, 1.25]], [[26.25, -38.75], [21.25, -2.5], [-26.25, 16.25]]], [[[-3.75, -2.5], [-13.75, -12.5], [-11.25, 45.0]], [[-7.5, 5.0], [21.25, -40.0], [-41.25, -38.75]], [[-40.0, -33.75], [-31.25, -27.5], [-23.75, 3.75]]], [[[-28.75, 10.0], [28.75, -6.25], [-16.25, -38.75]], [[37.5, -13.75], [-27.5, -30.0], [-10.0, -17.5]], [[-12.5, 45.0], [-6.25, 15.0], [-6.25, 46.25]]]]> : tensor<4x3x3x2xf32>},
                          %z: tensor<4xf32> {onnx.value = dense<[-20.0, 37.5, 38.75, 6.25]> : tensor<4xf32>})
    -> (tensor<1x4x3x5xf32> {onnx.expected = dense<[[[[-252.8125, 898.75, 1569.0625, 1311.25, 742.5], [2873.75, 2498.75, -3068.4375, 5458.125, 3981.5625], [3851.875, -743.4375, 123.75, -4137.1875, -507.5]], [[-4212.5, -301.5625, -5250.0, 8326.5625, 484.375], [-1882.8125, 557.8125, 5215.625, -3017.1875, -3289.0625], [3228.125, 3862.5, -2229.6875, 2979.6875, -1435.9375]], [[4610.625, 1784.0625, 1307.5, 4571.5625, -1220.625], [2784.0625, -923.75, -4215.9375, -447.1875, 3355.9375], [757.5, 95.0, 3791.875, 1571.5625, 5287.1875]], [[2368.75, 4768.75, 1845.3125, -1712.5, 1742.1875], [-3493.75, 2143.75, -6.25, -1940.625, -4393.75], [-987.5, 126.5625, -3421.875, -850.0, -896.875]]]]> : tensor<1x4x3x5xf32>}) {
  %0 = torch.aten._slow_conv2d_forward.default(%x, %y, [3, 2], %z, [2, 1], [1, 0]) : (tensor<1x3x5x6xf32>, tensor<4x3x3x2xf32>, tensor<4xf32>) -> tensor<1x4x3x5xf32>
  return %0 : tensor<1x4x3x5xf32>
}

// -----

// CHECK-LABEL: func.func @slow3d
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {pads = array<i64: 0, 1, 1, 0, 1, 1>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V1]] : tensor<1x3x3x3x7xf32>
func.func @slow3d(%x: tensor<1x2x4x5x6xf32>, %y: tensor<3x2x2x3x2xf32>) -> tensor<1x3x3x3x7xf32> {
  %0 = torch.aten.slow_conv3d.default(%x, %y, [2, 3, 2], none, [1, 2, 1], [0, 1, 1]) : (tensor<1x2x4x5x6xf32>, tensor<3x2x2x3x2xf32>) -> tensor<1x3x3x3x7xf32>
  return %0 : tensor<1x3x3x3x7xf32>
}

// -----

// CHECK-LABEL: func.func @slow3d_forward
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {pads = array<i64: 0, 1, 1, 0, 1, 1>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V0]] : tensor<1x3x3x3x7xf32>
func.func @slow3d_forward(%x: tensor<1x2x4x5x6xf32>, %y: tensor<3x2x2x3x2xf32>, %z: tensor<3xf32>) -> tensor<1x3x3x3x7xf32> {
  %0 = torch.aten.slow_conv3d_forward.default(%x, %y, [2, 3, 2], %z, [1, 2, 1], [0, 1, 1]) : (tensor<1x2x4x5x6xf32>, tensor<3x2x2x3x2xf32>, tensor<3xf32>) -> tensor<1x3x3x3x7xf32>
  return %0 : tensor<1x3x3x3x7xf32>
}

// -----

// CHECK-LABEL: func.func @slow_dilated3d
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {dilations = array<i64: 2, 1, 2>, pads = array<i64: 0, 1, 1, 0, 1, 1>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V0]] : tensor<1x3x2x3x6xf32>
func.func @slow_dilated3d(%x: tensor<1x2x4x5x6xf32>, %y: tensor<3x2x2x3x2xf32>, %z: tensor<3xf32>) -> tensor<1x3x2x3x6xf32> {
  %0 = torch.aten.slow_conv_dilated3d.default(%x, %y, [2, 3, 2], %z, [1, 2, 1], [0, 1, 1], [2, 1, 2]) : (tensor<1x2x4x5x6xf32>, tensor<3x2x2x3x2xf32>, tensor<3xf32>) -> tensor<1x3x2x3x6xf32>
  return %0 : tensor<1x3x2x3x6xf32>
}

// -----

// CHECK-LABEL: func.func @slow_transposed3d
// CHECK: %[[V0:.*]] = onnx.ConvTranspose(%arg0, %arg1, %arg2) {dilations = array<i64: 1, 1, 2>, output_padding = array<i64: 0, 1, 0>, pads = array<i64: 0, 1, 0, 0, 1, 0>, strides = array<i64: 1, 2, 2>}
// CHECK: return %[[V0]] : tensor<1x3x3x5x9xf32>
func.func @slow_transposed3d(%x: tensor<1x2x2x3x4xf32>, %y: tensor<2x3x2x2x2xf32>, %z: tensor<3xf32>) -> tensor<1x3x3x5x9xf32> {
  %0 = torch.aten.slow_conv_transpose3d.default(%x, %y, [2, 2, 2], %z, [1, 2, 2], [0, 1, 0], [0, 1, 0], [1, 1, 2]) : (tensor<1x2x2x3x4xf32>, tensor<2x3x2x2x2xf32>, tensor<3xf32>) -> tensor<1x3x3x5x9xf32>
  return %0 : tensor<1x3x3x5x9xf32>
}
