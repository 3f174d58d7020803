// Convolutions.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @conv2d
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {group = 2 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V0]] : tensor<1x6x4x4xf32>
func.func @conv2d(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) -> tensor<1x6x4x4xf32> {
  %0 = torch.aten.conv2d.default(%x, %w, %b, stride=[2, 2], padding=[1, 1], groups=2) : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x4x4xf32>
  return %0 : tensor<1x6x4x4xf32>
}

// -----

// The odd one is at the end.
// CHECK-LABEL: func.func @same
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {pads = array<i64: 1, 2>}
// CHECK: return %[[V1]] : tensor<1x1x8xf32>
func.func @same(%x: tensor<1x1x8xf32>, %w: tensor<1x1x4xf32>) -> tensor<1x1x8xf32> {
  %0 = torch.aten.conv1d.padding(%x, %w, none, padding="same") : (tensor<1x1x8xf32>, tensor<1x1x4xf32>) -> tensor<1x1x8xf32>
  return %0 : tensor<1x1x8xf32>
}

// -----

// No batch dimension.
// CHECK-LABEL: func.func @unbatched
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.NoValue
// CHECK: %[[V3:.*]] = onnx.Conv(%[[V1]], %arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Squeeze(%[[V3]], %[[V4]])
// CHECK: return %[[V5]] : tensor<1x6xf32>
func.func @unbatched(%x: tensor<1x8xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x6xf32> {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<1x8xf32>, tensor<1x1x3xf32>) -> tensor<1x6xf32>
  return %0 : tensor<1x6xf32>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.ConvTranspose(%arg0, %arg1, %[[V0]]) {output_padding = array<i64: 1>, pads = array<i64: 1, 1>, strides = array<i64: 2>}
// CHECK: return %[[V1]] : tensor<1x1x8xf32>
func.func @transposed(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x8xf32> {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, none, stride=[2], padding=[1], output_padding=[1]) : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x8xf32>
  return %0 : tensor<1x1x8xf32>
}

// -----

// More than the stride: less is cut off.
// CHECK-LABEL: func.func @large_output_padding
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.ConvTranspose(%arg0, %arg1, %[[V0]]) {dilations = array<i64: 4>, output_padding = array<i64: 1>, pads = array<i64: 2, 0>, strides = array<i64: 2>}
// CHECK: return %[[V1]] : tensor<1x1x14xf32>
func.func @large_output_padding(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>) -> tensor<1x1x14xf32> {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, none, stride=[2], padding=[2], output_padding=[3], dilation=[4]) : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x14xf32>
  return %0 : tensor<1x1x14xf32>
}

// -----

// Names of kernels, without dilation and groups.
// CHECK-LABEL: func.func @slow
// CHECK: onnx.Conv(%arg0, %arg1, %{{.*}}) {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: onnx.ConvTranspose(
func.func @slow(%x: tensor<2x3x8x9xf32>, %w: tensor<4x3x3x3xf32>) -> (tensor<2x4x4x5xf32>, tensor<2x3x10x11xf32>) {
  %0 = torch.aten.thnn_conv2d.default(%x, %w, [3, 3], none, [2, 2], [1, 1]) : (tensor<2x3x8x9xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x4x5xf32>
  %y = torch.aten.slow_conv_dilated2d.default(%x, %w, [3, 3], none, [1, 1], [1, 1], [1, 1]) : (tensor<2x3x8x9xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x8x9xf32>
  %1 = torch.aten.slow_conv_transpose2d.default(%y, %w, [3, 3]) : (tensor<2x4x8x9xf32>, tensor<4x3x3x3xf32>) -> tensor<2x3x10x11xf32>
  return %0, %1 : tensor<2x4x4x5xf32>, tensor<2x3x10x11xf32>
}

// -----

// Nothing is cut off: elements that no product reaches are zeros and the bias.
// CHECK-LABEL: func.func @output_padding_behind
// CHECK: %[[V0:.*]] = onnx.ConvTranspose(%arg0, %arg1, %{{.*}}) {dilations = array<i64: 4>, output_padding = array<i64: 1>, strides = array<i64: 2>} : {{.*}} -> tensor<1x1x16xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 0, 0, 0, 0, 2]> : tensor<6xi64>
// CHECK: %[[V2:.*]] = onnx.Pad(%[[V0]], %[[V1]], {{.*}} -> tensor<1x1x18xf32>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg2, %{{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]])
// CHECK: return %[[V4]] : tensor<1x1x18xf32>
func.func @output_padding_behind(%x: tensor<1x1x4xf32>, %w: tensor<1x1x3xf32>, %c: tensor<1xf32>) -> tensor<1x1x18xf32> {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, %c, stride=[2], output_padding=[3], dilation=[4]) : (tensor<1x1x4xf32>, tensor<1x1x3xf32>, tensor<1xf32>) -> tensor<1x1x18xf32>
  return %0 : tensor<1x1x18xf32>
}

// -----

// CHECK-LABEL: func.func @conv3d
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {dilations = array<i64: 2, 1, 1>, group = 2 : i64, pads = array<i64: 0, 1, 1, 0, 1, 1>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V0]] : tensor<1x2x3x3x7xf32>
func.func @conv3d(%x: tensor<1x2x5x6x7xf32>, %y: tensor<2x1x2x3x3xf32>, %z: tensor<2xf32>) -> tensor<1x2x3x3x7xf32> {
  %0 = torch.aten.conv3d.default(%x, %y, %z, [1, 2, 1], [0, 1, 1], [2, 1, 1], 2) : (tensor<1x2x5x6x7xf32>, tensor<2x1x2x3x3xf32>, tensor<2xf32>) -> tensor<1x2x3x3x7xf32>
  return %0 : tensor<1x2x3x3x7xf32>
}

// -----

// CHECK-LABEL: func.func @transposed2d
// CHECK: %[[V0:.*]] = onnx.ConvTranspose(%arg0, %arg1, %arg2) {dilations = array<i64: 1, 2>, group = 2 : i64, output_padding = array<i64: 1, 0>, pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 1>}
// CHECK: return %[[V0]] : tensor<1x6x10x8xf32>
func.func @transposed2d(%x: tensor<1x4x5x6xf32>, %y: tensor<4x3x3x2xf32>, %z: tensor<6xf32>) -> tensor<1x6x10x8xf32> {
  %0 = torch.aten.conv_transpose2d.input(%x, %y, %z, [2, 1], [1, 0], [1, 0], 2, [1, 2]) : (tensor<1x4x5x6xf32>, tensor<4x3x3x2xf32>, tensor<6xf32>) -> tensor<1x6x10x8xf32>
  return %0 : tensor<1x6x10x8xf32>
}

// -----

// CHECK-LABEL: func.func @transposed3d
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.ConvTranspose(%arg0, %arg1, %[[V0]]) {dilations = array<i64: 2, 1, 1>, output_padding = array<i64: 0, 1, 0>, pads = array<i64: 0, 1, 0, 0, 1, 0>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V1]] : tensor<1x2x4x5x5xf32>
func.func @transposed3d(%x: tensor<1x1x2x3x4xf32>, %y: tensor<1x2x2x2x2xf32>) -> tensor<1x2x4x5x5xf32> {
  %0 = torch.aten.conv_transpose3d.input(%x, %y, none, [1, 2, 1], [0, 1, 0], [0, 1, 0], 1, [2, 1, 1]) : (tensor<1x1x2x3x4xf32>, tensor<1x2x2x2x2xf32>) -> tensor<1x2x4x5x5xf32>
  return %0 : tensor<1x2x4x5x5xf32>
}

// -----

// Time, batch, channels; the weight is kernel, input, output.
// CHECK-LABEL: func.func @conv_tbc
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>}
// CHECK: %[[V1:.*]] = onnx.Transpose(%arg1) {perm = array<i64: 2, 1, 0>}
// CHECK: %[[V2:.*]] = onnx.Conv(%[[V0]], %[[V1]], %arg2) {pads = array<i64: 1, 1>}
// CHECK: %[[V3:.*]] = onnx.Transpose(%[[V2]]) {perm = array<i64: 2, 0, 1>}
// CHECK: return %[[V3]] : tensor<5x2x4xf32>
func.func @conv_tbc(%x: tensor<5x2x3xf32>, %y: tensor<3x3x4xf32>, %z: tensor<4xf32>) -> tensor<5x2x4xf32> {
  %0 = torch.aten.conv_tbc.default(%x, %y, %z, 1) : (tensor<5x2x3xf32>, tensor<3x3x4xf32>, tensor<4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// Of no channels PyTorch makes none, whatever the weight says.
// CHECK-LABEL: func.func @no_channels
// CHECK-NOT: onnx.Conv
// CHECK: return %{{.*}} : tensor<?x0x3xf32, #sym.dims<n>>
func.func @no_channels(%x: tensor<?x0x4xf32, #sym.dims<n>>, %w: tensor<3x0x2xf32>) -> tensor<?x0x3xf32, #sym.dims<n>> {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<?x0x4xf32, #sym.dims<n>>, tensor<3x0x2xf32>) -> tensor<?x0x3xf32, #sym.dims<n>>
  return %0 : tensor<?x0x3xf32, #sym.dims<n>>
}
