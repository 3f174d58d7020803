// Padding that is called by a name.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Two columns on either side; the odd row is at the end.
// CHECK-LABEL: func.func @same
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {dilations = array<i64: 1, 2>, pads = array<i64: 0, 2, 1, 2>}
// CHECK: return %[[V1]] : tensor<1x2x5x6xf32>
func.func @same(%x: tensor<1x1x5x6xf32>, %y: tensor<2x1x2x3xf32>) -> tensor<1x2x5x6xf32> {
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
