// Names of kernels: they know their groups, or have none.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

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
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 1>}
// CHECK: return %[[V0]] : tensor<1x4x3x5xf32>
func.func @slow2d_forward(%x: tensor<1x3x5x6xf32>, %y: tensor<4x3x3x2xf32>, %z: tensor<4xf32>) -> tensor<1x4x3x5xf32> {
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
