// Channels and blocks of pixels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @channel_shuffle
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 2, 3]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Transpose(%[[V1]]) {perm = array<i64: 0, 2, 1, 3>}
// CHECK: %[[V3:.*]] = onnx.Constant dense<[2, 6, 3]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%[[V2]], %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<2x6x3xf32>
func.func @channel_shuffle(%x: tensor<2x6x3xf32> {onnx.value = dense<[[[1.0, -0.75, 1.0], [-1.25, 0.5, -1.0], [0.75, -0.75, -0.25], [2.0, 1.75, -1.5], [-0.25, -1.25, -0.75], [1.75, -1.75, 1.5]], [[-0.75, -0.75, 0.5], [0.75, -0.5, -2.0], [0.0, 0.25, 1.75], [1.5, 1.0, -0.25], [-1.25, -1.0, -1.25], [0.5, 1.25, 1.25]]]> : tensor<2x6x3xf32>})
    -> (tensor<2x6x3xf32> {onnx.expected = dense<[[[1.0, -0.75, 1.0], [0.75, -0.75, -0.25], [-0.25, -1.25, -0.75], [-1.25, 0.5, -1.0], [2.0, 1.75, -1.5], [1.75, -1.75, 1.5]], [[-0.75, -0.75, 0.5], [0.0, 0.25, 1.75], [-1.25, -1.0, -1.25], [0.75, -0.5, -2.0], [1.5, 1.0, -0.25], [0.5, 1.25, 1.25]]]> : tensor<2x6x3xf32>}) {
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
func.func @channel_shuffle_dynamic(%x: tensor<?x6x3xf32, #sym.dims<n>> {onnx.value = dense<[[[-0.5, -1.75, 1.25], [-1.25, -0.75, 1.75], [0.0, 1.5, 1.0], [1.75, -0.5, -2.0], [-0.75, -0.25, 0.75], [-1.25, -1.25, 1.25]], [[-0.5, -1.25, -1.0], [-1.25, 2.0, 1.25], [-1.0, 0.5, 1.25], [0.25, 0.25, 2.0], [1.75, 0.0, 2.0], [1.25, -0.5, -1.75]]]> : tensor<2x6x3xf32>})
    -> (tensor<?x6x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[-0.5, -1.75, 1.25], [0.0, 1.5, 1.0], [-0.75, -0.25, 0.75], [-1.25, -0.75, 1.75], [1.75, -0.5, -2.0], [-1.25, -1.25, 1.25]], [[-0.5, -1.25, -1.0], [-1.0, 0.5, 1.25], [1.75, 0.0, 2.0], [-1.25, 2.0, 1.25], [0.25, 0.25, 2.0], [1.25, -0.5, -1.75]]]> : tensor<2x6x3xf32>}) {
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
func.func @native_channel_shuffle(%x: tensor<2x4x3x2xf32> {onnx.value = dense<[[[[-0.25, 1.75], [0.75, -0.5], [-0.25, 0.5]], [[2.0, -0.25], [1.25, 0.0], [-0.5, 1.0]], [[-0.75, -0.5], [-1.75, 1.75], [-1.0, 2.0]], [[-2.0, 0.5], [1.75, 0.0], [0.25, 0.25]]], [[[-0.75, -1.25], [0.25, 2.0], [0.75, -0.5]], [[1.5, 0.75], [1.0, 1.0], [-1.25, 1.25]], [[0.75, -1.25], [-1.5, -0.25], [-0.75, -2.0]], [[1.5, 1.5], [-1.25, -1.5], [1.0, -1.75]]]]> : tensor<2x4x3x2xf32>})
    -> (tensor<2x4x3x2xf32> {onnx.expected = dense<[[[[-0.25, 1.75], [0.75, -0.5], [-0.25, 0.5]], [[-0.75, -0.5], [-1.75, 1.75], [-1.0, 2.0]], [[2.0, -0.25], [1.25, 0.0], [-0.5, 1.0]], [[-2.0, 0.5], [1.75, 0.0], [0.25, 0.25]]], [[[-0.75, -1.25], [0.25, 2.0], [0.75, -0.5]], [[0.75, -1.25], [-1.5, -0.25], [-0.75, -2.0]], [[1.5, 0.75], [1.0, 1.0], [-1.25, 1.25]], [[1.5, 1.5], [-1.25, -1.5], [1.0, -1.75]]]]> : tensor<2x4x3x2xf32>}) {
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
func.func @pixel_unshuffle(%x: tensor<1x2x4x6xf32> {onnx.value = dense<[[[[-2.0, 2.0, -0.5, -0.75, -1.0, -1.25], [1.25, 0.25, -0.5, 1.25, 1.25, -0.5], [0.5, 1.75, -0.5, -2.0, 2.0, -0.5], [0.75, 2.0, -0.75, 1.5, -2.0, 0.0]], [[-1.5, 1.75, -2.0, -1.75, -2.0, 0.0], [-0.75, -2.0, -0.5, 1.25, -0.25, -0.75], [-1.0, -1.0, -1.0, -1.25, -2.0, 2.0], [-0.25, -1.75, -0.25, -2.0, -1.25, 1.75]]]]> : tensor<1x2x4x6xf32>})
    -> (tensor<1x8x2x3xf32> {onnx.expected = dense<[[[[-2.0, -0.5, -1.0], [0.5, -0.5, 2.0]], [[2.0, -0.75, -1.25], [1.75, -2.0, -0.5]], [[1.25, -0.5, 1.25], [0.75, -0.75, -2.0]], [[0.25, 1.25, -0.5], [2.0, 1.5, 0.0]], [[-1.5, -2.0, -2.0], [-1.0, -1.0, -2.0]], [[1.75, -1.75, 0.0], [-1.0, -1.25, 2.0]], [[-0.75, -0.5, -0.25], [-0.25, -0.25, -1.25]], [[-2.0, 1.25, -0.75], [-1.75, -2.0, 1.75]]]]> : tensor<1x8x2x3xf32>}) {
  %0 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>
  return %0 : tensor<1x8x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @pixel_unshuffle_dynamic
// CHECK: onnx.Mul
// CHECK: onnx.Div
// CHECK: onnx.SpaceToDepth({{.*}}) {blocksize = 2 : i64}
func.func @pixel_unshuffle_dynamic(%x: tensor<?x2x?x6xf32, #sym.dims<n, 2*m>> {onnx.value = dense<[[[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0], [12.0, 13.0, 14.0, 15.0, 16.0, 17.0], [18.0, 19.0, 20.0, 21.0, 22.0, 23.0]], [[24.0, 25.0, 26.0, 27.0, 28.0, 29.0], [30.0, 31.0, 32.0, 33.0, 34.0, 35.0], [36.0, 37.0, 38.0, 39.0, 40.0, 41.0], [42.0, 43.0, 44.0, 45.0, 46.0, 47.0]]]]> : tensor<1x2x4x6xf32>})
    -> (tensor<?x8x?x3xf32, #sym.dims<n, m>> {onnx.expected = dense<[[[[0.0, 2.0, 4.0], [12.0, 14.0, 16.0]], [[1.0, 3.0, 5.0], [13.0, 15.0, 17.0]], [[6.0, 8.0, 10.0], [18.0, 20.0, 22.0]], [[7.0, 9.0, 11.0], [19.0, 21.0, 23.0]], [[24.0, 26.0, 28.0], [36.0, 38.0, 40.0]], [[25.0, 27.0, 29.0], [37.0, 39.0, 41.0]], [[30.0, 32.0, 34.0], [42.0, 44.0, 46.0]], [[31.0, 33.0, 35.0], [43.0, 45.0, 47.0]]]]> : tensor<1x8x2x3xf32>}) {
  %0 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<?x2x?x6xf32, #sym.dims<n, 2*m>>) -> tensor<?x8x?x3xf32, #sym.dims<n, m>>
  return %0 : tensor<?x8x?x3xf32, #sym.dims<n, m>>
}

// -----

// There is no kernel for integers.
// CHECK-LABEL: func.func @pixel_unshuffle_integers
// CHECK-NOT: onnx.SpaceToDepth
// CHECK: onnx.Transpose
func.func @pixel_unshuffle_integers(%x: tensor<1x2x4x6xi64> {onnx.value = dense<[[[[1, 1, 1, 0, 1, 0], [0, 1, 0, 1, 1, 0], [0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 1]], [[1, 1, 1, 0, 1, 0], [0, 0, 0, 0, 0, 1], [1, 0, 0, 1, 1, 0], [0, 1, 1, 0, 0, 0]]]]> : tensor<1x2x4x6xi64>})
    -> (tensor<1x8x2x3xi64> {onnx.expected = dense<[[[[1, 1, 1], [0, 0, 0]], [[1, 0, 0], [0, 0, 1]], [[0, 0, 1], [1, 0, 0]], [[1, 1, 0], [0, 0, 1]], [[1, 1, 1], [1, 0, 1]], [[1, 0, 0], [0, 1, 0]], [[0, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 0, 0]]]]> : tensor<1x8x2x3xi64>}) {
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
func.func @pixel_unshuffle_of_any_size(%x: tensor<?x2x?x6xf32, #sym.dims<n, h>> {onnx.value = dense<[[[[-1.0, 1.75, -2.0, 0.75, 2.0, -0.75], [2.0, -1.0, 1.25, 0.25, 1.75, -2.0]], [[0.0, 1.75, -1.5, 0.5, 0.5, 2.0], [-1.75, -1.5, -0.75, -1.0, -0.75, -0.5]]], [[[0.0, -0.25, 0.0, 0.25, -2.0, 1.25], [-0.75, 0.5, 0.5, -0.75, -1.0, 2.0]], [[-2.0, 1.25, -0.5, 0.75, -0.25, -1.0], [0.0, -1.75, -1.0, 1.0, 1.5, -0.75]]]]> : tensor<2x2x2x6xf32>})
    -> (tensor<?x?x?x3xf32, #sym.dims<n, 4*(h floordiv (h floordiv 2)), h floordiv 2>> {onnx.expected = dense<[[[[-1.0, -2.0, 2.0]], [[1.75, 0.75, -0.75]], [[2.0, 1.25, 1.75]], [[-1.0, 0.25, -2.0]], [[0.0, -1.5, 0.5]], [[1.75, 0.5, 2.0]], [[-1.75, -0.75, -0.75]], [[-1.5, -1.0, -0.5]]], [[[0.0, 0.0, -2.0]], [[-0.25, 0.25, 1.25]], [[-0.75, 0.5, -1.0]], [[0.5, -0.75, 2.0]], [[-2.0, -0.5, -0.25]], [[1.25, 0.75, -1.0]], [[0.0, -1.0, 1.5]], [[-1.75, 1.0, -0.75]]]]> : tensor<2x8x1x3xf32>}) {
  %0 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<?x2x?x6xf32, #sym.dims<n, h>>) -> tensor<?x?x?x3xf32, #sym.dims<n, 4*(h floordiv (h floordiv 2)), h floordiv 2>>
  return %0 : tensor<?x?x?x3xf32, #sym.dims<n, 4*(h floordiv (h floordiv 2)), h floordiv 2>>
}

// -----

// CHECK-LABEL: func.func @col2im
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<2> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Col2Im(%arg0, %[[V0]], %[[V1]]) {dilations = array<i64: 1, 2>, pads = array<i64: 0, 1, 0, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V2]] : tensor<1x2x3x4xf32>
func.func @col2im(%x: tensor<1x8x2xf32> {onnx.value = dense<[[[-1.0, 0.25], [2.0, -1.0], [-2.0, 0.75], [1.25, -1.75], [0.5, 0.0], [-1.75, -1.25], [-1.75, 1.25], [1.0, 1.0]]]> : tensor<1x8x2xf32>})
    -> (tensor<1x2x3x4xf32> {onnx.expected = dense<[[[[0.0, 2.25, 0.0, -1.0], [0.0, 2.0, 0.0, -1.75], [0.0, 0.0, 0.0, 0.0]], [[0.0, -1.75, 0.0, -1.25], [0.0, 2.25, 0.0, 1.0], [0.0, 0.0, 0.0, 0.0]]]]> : tensor<1x2x3x4xf32>}) {
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
func.func @col2im_unbatched(%x: tensor<8x6xf32> {onnx.value = dense<[[1.75, 0.25, -0.75, -0.75, -1.75, 0.0], [2.0, -0.5, 2.0, 2.0, -1.0, 1.25], [-0.25, 0.5, 0.75, 1.0, -0.75, -2.0], [0.25, -1.5, -1.0, -0.25, -2.0, 0.25], [-1.75, -1.0, 0.25, 0.5, 1.5, 2.0], [2.0, -2.0, -0.5, -0.5, 2.0, -0.5], [1.0, 0.0, 2.0, 1.5, -1.0, 1.5], [-1.5, 1.25, 1.0, -1.75, 0.25, 0.0]]> : tensor<8x6xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.75, 2.25, -1.25, 2.0], [-1.0, 1.0, -1.75, 0.25], [1.0, -1.0, -4.0, 0.25]], [[-1.75, 1.0, -1.75, -0.5], [1.5, -0.5, 7.25, 0.5], [1.5, -2.75, 1.75, 0.0]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.col2im.default(%x, [3, 4], [2, 2], [1, 1], [0, 0], [1, 1]) : (tensor<8x6xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
