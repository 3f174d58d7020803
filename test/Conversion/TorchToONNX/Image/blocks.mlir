// Channels and blocks of pixels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @channel_shuffle
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 2, 3]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Transpose(%[[V1]]) {perm = array<i64: 0, 2, 1, 3>}
// CHECK: %[[V3:.*]] = onnx.Constant dense<[2, 6, 3]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%[[V2]], %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<2x6x3xf32>
func.func @channel_shuffle(%x: tensor<2x6x3xf32>) -> tensor<2x6x3xf32> {
  %0 = torch.aten.channel_shuffle.default(%x, 3) : (tensor<2x6x3xf32>) -> tensor<2x6x3xf32>
  return %0 : tensor<2x6x3xf32>
}

// -----

// A size of 0 is that of the operand.
// CHECK-LABEL: func.func @channel_shuffle_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 3, 2, 3]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Transpose(%[[V1]]) {perm = array<i64: 0, 2, 1, 3>}
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 6, 3]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%[[V2]], %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<?x6x3xf32, #sym.dims<n>>
func.func @channel_shuffle_dynamic(%x: tensor<?x6x3xf32, #sym.dims<n>>) -> tensor<?x6x3xf32, #sym.dims<n>> {
  %0 = torch.aten.channel_shuffle.default(%x, 3) : (tensor<?x6x3xf32, #sym.dims<n>>) -> tensor<?x6x3xf32, #sym.dims<n>>
  return %0 : tensor<?x6x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @native_channel_shuffle
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 2, 2, 3, 2]> : tensor<5xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Transpose(%[[V1]]) {perm = array<i64: 0, 2, 1, 3, 4>}
// CHECK: %[[V3:.*]] = onnx.Constant dense<[2, 4, 3, 2]> : tensor<4xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%[[V2]], %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<2x4x3x2xf32>
func.func @native_channel_shuffle(%x: tensor<2x4x3x2xf32>) -> tensor<2x4x3x2xf32> {
  %0 = torch.aten.native_channel_shuffle.default(%x, 2) : (tensor<2x4x3x2xf32>) -> tensor<2x4x3x2xf32>
  return %0 : tensor<2x4x3x2xf32>
}

// -----

// SpaceToDepth has the blocks before the channels, so that each channel is a
// picture of its own.
// CHECK-LABEL: func.func @pixel_unshuffle
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 1, 4, 6]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.SpaceToDepth(%[[V1]]) {blocksize = 2 : i64}
// CHECK: %[[V3:.*]] = onnx.Constant dense<[1, 8, 2, 3]> : tensor<4xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%[[V2]], %[[V3]])
// CHECK: return %[[V4]] : tensor<1x8x2x3xf32>
func.func @pixel_unshuffle(%x: tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32> {
  %0 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>
  return %0 : tensor<1x8x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @pixel_unshuffle_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) {end = 1 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Shape(%arg0) {end = 3 : i64, start = 2 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Concat(%[[V2]], %[[V3]], %[[V8]], %[[V9]]) {axis = 0 : i64}
// CHECK: %[[V11:.*]] = onnx.Reshape(%arg0, %[[V10]]) {allowzero = 1 : i64}
// CHECK: %[[V12:.*]] = onnx.SpaceToDepth(%[[V11]]) {blocksize = 2 : i64}
// CHECK: %[[V13:.*]] = onnx.Constant dense<8> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.Concat(%[[V0]], %[[V13]], %[[V6]], %[[V14]]) {axis = 0 : i64}
// CHECK: %[[V16:.*]] = onnx.Reshape(%[[V12]], %[[V15]]) {allowzero = 1 : i64}
// CHECK: return %[[V16]] : tensor<?x8x?x3xf32, #sym.dims<n, m>>
func.func @pixel_unshuffle_dynamic(%x: tensor<?x2x?x6xf32, #sym.dims<n, 2*m>>) -> tensor<?x8x?x3xf32, #sym.dims<n, m>> {
  %0 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<?x2x?x6xf32, #sym.dims<n, 2*m>>) -> tensor<?x8x?x3xf32, #sym.dims<n, m>>
  return %0 : tensor<?x8x?x3xf32, #sym.dims<n, m>>
}

// -----

// There is no kernel for integers.
// CHECK-LABEL: func.func @pixel_unshuffle_integers
// CHECK-NOT: onnx.SpaceToDepth
// CHECK: onnx.Transpose
func.func @pixel_unshuffle_integers(%x: tensor<1x2x4x6xi64>) -> tensor<1x8x2x3xi64> {
  %0 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<1x2x4x6xi64>) -> tensor<1x8x2x3xi64>
  return %0 : tensor<1x8x2x3xi64>
}

// -----

// A quotient of sizes is one Div, as they are not negative; the number of channels
// that torch.export declares is not computed.
// CHECK-LABEL: func.func @pixel_unshuffle_of_any_size
// CHECK-NOT: onnx.Mod
// CHECK: onnx.SpaceToDepth
// CHECK: %[[C:.*]] = onnx.Constant dense<8> : tensor<1xi64>
// CHECK: %[[H:.*]] = onnx.Div(
// CHECK: %[[SHAPE:.*]] = onnx.Concat(%{{.*}}, %[[C]], %[[H]],
// CHECK: onnx.Reshape(%{{.*}}, %[[SHAPE]])
func.func @pixel_unshuffle_of_any_size(%x: tensor<?x2x?x6xf32, #sym.dims<n, h>>) -> tensor<?x?x?x3xf32, #sym.dims<n, 4*(h floordiv (h floordiv 2)), h floordiv 2>> {
  %0 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<?x2x?x6xf32, #sym.dims<n, h>>) -> tensor<?x?x?x3xf32, #sym.dims<n, 4*(h floordiv (h floordiv 2)), h floordiv 2>>
  return %0 : tensor<?x?x?x3xf32, #sym.dims<n, 4*(h floordiv (h floordiv 2)), h floordiv 2>>
}

// -----

// CHECK-LABEL: func.func @col2im
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<2> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Col2Im(%arg0, %[[V0]], %[[V1]]) {dilations = array<i64: 1, 2>, pads = array<i64: 0, 1, 0, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V2]] : tensor<1x2x3x4xf32>
func.func @col2im(%x: tensor<1x8x2xf32>) -> tensor<1x2x3x4xf32> {
  %0 = torch.aten.col2im.default(%x, [3, 4], [2, 2], [1, 2], [0, 1], [2, 2]) : (tensor<1x8x2xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @col2im_unbatched
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.Col2Im(%[[V1]], %[[V2]], %[[V3]]) {dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1>}
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Squeeze(%[[V4]], %[[V5]])
// CHECK: return %[[V6]] : tensor<2x3x4xf32>
func.func @col2im_unbatched(%x: tensor<8x6xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.col2im.default(%x, [3, 4], [2, 2], [1, 1], [0, 0], [1, 1]) : (tensor<8x6xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
