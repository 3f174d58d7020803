// Channels and blocks of pixels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @channel_shuffle
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 0, 2, 1, 3>}
func.func @channel_shuffle(%x: tensor<2x6x3xf32> {onnx.value = dense<[[[-0.5, -1.0, 1.0], [0.0, -2.75, 0x7F800000], [0x7FC00000, 0.25, 1.5], [0xFF800000, 2.25, -0.0], [-2.5, 1.0, -1.0e+38], [-2.25, -3.25, 0.5]], [[-1.5, -0.25, 0.25], [-3.0, 1.0, -0.5], [2.5, -2.5, 1.5], [2.25, 2.0, -2.0], [-0.75, 1.0e+38, -1.5], [1.5, -0.5, -1.75]]]> : tensor<2x6x3xf32>})
    -> (tensor<2x6x3xf32> {onnx.expected = dense<[[[-0.5, -1.0, 1.0], [0x7FC00000, 0.25, 1.5], [-2.5, 1.0, -1.0e+38], [0.0, -2.75, 0x7F800000], [0xFF800000, 2.25, -0.0], [-2.25, -3.25, 0.5]], [[-1.5, -0.25, 0.25], [2.5, -2.5, 1.5], [-0.75, 1.0e+38, -1.5], [-3.0, 1.0, -0.5], [2.25, 2.0, -2.0], [1.5, -0.5, -1.75]]]> : tensor<2x6x3xf32>}) {
  %0 = torch.aten.channel_shuffle.default(%x, 3) : (tensor<2x6x3xf32>) -> tensor<2x6x3xf32>
  return %0 : tensor<2x6x3xf32>
}

// -----

// A size of 0 is that of the operand.
// CHECK-LABEL: func.func @channel_shuffle_dynamic
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 0, 2, 1, 3>}
func.func @channel_shuffle_dynamic(%x: tensor<?x6x3xf32, #sym.dims<n>> {onnx.value = dense<[[[2.5, 0.0, -1.75], [1.0, 1.0, -0.5], [3.25, -1.25, 3.25], [0.25, -3.25, 3.25], [-2.75, 2.75, 1.25], [2.5, -0.0, -0.5]], [[-2.75, -1.0, -2.75], [-1.0e+38, -1.25, 1.0e+38], [-1.5, 2.5, 3.25], [0.5, -0.25, 0.0], [1.0, 0x7FC00000, -1.75], [3.0, 0xFF800000, 0x7F800000]]]> : tensor<2x6x3xf32>})
    -> (tensor<?x6x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[2.5, 0.0, -1.75], [3.25, -1.25, 3.25], [-2.75, 2.75, 1.25], [1.0, 1.0, -0.5], [0.25, -3.25, 3.25], [2.5, -0.0, -0.5]], [[-2.75, -1.0, -2.75], [-1.5, 2.5, 3.25], [1.0, 0x7FC00000, -1.75], [-1.0e+38, -1.25, 1.0e+38], [0.5, -0.25, 0.0], [3.0, 0xFF800000, 0x7F800000]]]> : tensor<2x6x3xf32>}) {
  %0 = torch.aten.channel_shuffle.default(%x, 3) : (tensor<?x6x3xf32, #sym.dims<n>>) -> tensor<?x6x3xf32, #sym.dims<n>>
  return %0 : tensor<?x6x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @native_channel_shuffle
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 0, 2, 1, 3, 4>}
func.func @native_channel_shuffle(%x: tensor<2x4x3x2xf32> {onnx.value = dense<[[[[-1.0e+38, 0.0], [0.5, -0.5], [0.5, -0.0]], [[-1.25, -3.0], [-2.5, -2.0], [3.25, 0.0]], [[-3.0, 0.75], [2.25, 2.5], [-1.5, 2.75]], [[-2.5, -2.75], [0xFF800000, 0.75], [1.0, -3.25]]], [[[3.25, -3.0], [1.0, -3.0], [-3.0, 1.25]], [[1.75, -0.5], [-1.25, -2.5], [2.75, -0.75]], [[-3.0, 3.0], [0x7F800000, -1.75], [0x7FC00000, -2.0]], [[2.0, 1.0], [2.0, 1.75], [1.0e+38, 2.75]]]]> : tensor<2x4x3x2xf32>})
    -> (tensor<2x4x3x2xf32> {onnx.expected = dense<[[[[-1.0e+38, 0.0], [0.5, -0.5], [0.5, -0.0]], [[-3.0, 0.75], [2.25, 2.5], [-1.5, 2.75]], [[-1.25, -3.0], [-2.5, -2.0], [3.25, 0.0]], [[-2.5, -2.75], [0xFF800000, 0.75], [1.0, -3.25]]], [[[3.25, -3.0], [1.0, -3.0], [-3.0, 1.25]], [[-3.0, 3.0], [0x7F800000, -1.75], [0x7FC00000, -2.0]], [[1.75, -0.5], [-1.25, -2.5], [2.75, -0.75]], [[2.0, 1.0], [2.0, 1.75], [1.0e+38, 2.75]]]]> : tensor<2x4x3x2xf32>}) {
  %0 = torch.aten.native_channel_shuffle.default(%x, 2) : (tensor<2x4x3x2xf32>) -> tensor<2x4x3x2xf32>
  return %0 : tensor<2x4x3x2xf32>
}

// -----

// SpaceToDepth has the blocks before the channels, so that each channel is a
// picture of its own.
// CHECK-LABEL: func.func @pixel_unshuffle
// CHECK: onnx.SpaceToDepth({{.*}}) {blocksize = 2 : i64}
func.func @pixel_unshuffle(%x: tensor<1x2x4x6xf32> {onnx.value = dense<[[[[-38.75, -27.5, -43.75, 7.5, -40.0, 5.0], [46.25, -31.25, -2.5, 8.75, 32.5, -36.25], [13.75, 18.75, 21.25, 43.75, -36.25, -15.0], [-26.25, -17.5, 20.0, -46.25, -11.25, -11.25]], [[36.25, 20.0, -10.0, -32.5, 11.25, 37.5], [11.25, 7.5, -3.75, -16.25, 46.25, -27.5], [-43.75, 31.25, -45.0, 15.0, -18.75, 1.25], [40.0, 10.0, -25.0, -38.75, 5.0, 22.5]]]]> : tensor<1x2x4x6xf32>})
    -> (tensor<1x8x2x3xf32> {onnx.expected = dense<[[[[-38.75, -43.75, -40.0], [13.75, 21.25, -36.25]], [[-27.5, 7.5, 5.0], [18.75, 43.75, -15.0]], [[46.25, -2.5, 32.5], [-26.25, 20.0, -11.25]], [[-31.25, 8.75, -36.25], [-17.5, -46.25, -11.25]], [[36.25, -10.0, 11.25], [-43.75, -45.0, -18.75]], [[20.0, -32.5, 37.5], [31.25, 15.0, 1.25]], [[11.25, -3.75, 46.25], [40.0, -25.0, 5.0]], [[7.5, -16.25, -27.5], [10.0, -38.75, 22.5]]]]> : tensor<1x8x2x3xf32>}) {
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
// CHECK: onnx.Col2Im(%arg0, {{.*}}) {dilations = array<i64: 1, 2>, pads = array<i64: 0, 1, 0, 1>, strides = array<i64: 2, 2>}
func.func @col2im(%x: tensor<1x8x2xf32> {onnx.value = dense<[[[-0.5, -1.5], [0x7F800000, 0.5], [-2.75, -2.5], [-0.0, 2.0], [2.5, 0.0], [0xFF800000, -0.5], [-1.0, -1.0e+38], [0x7FC00000, 1.0e+38]]]> : tensor<1x8x2xf32>})
    -> (tensor<1x2x3x4xf32> {onnx.expected = dense<[[[[0.0, 0x7F800000, 0.0, 0.5], [0.0, -2.5, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0]], [[0.0, 0xFF800000, 0.0, -0.5], [0.0, 0x7FC00000, 0.0, 1.0e+38], [0.0, 0.0, 0.0, 0.0]]]]> : tensor<1x2x3x4xf32>}) {
  %0 = torch.aten.col2im.default(%x, [3, 4], [2, 2], [1, 2], [0, 1], [2, 2]) : (tensor<1x8x2xf32>) -> tensor<1x2x3x4xf32>
  return %0 : tensor<1x2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @col2im_unbatched
// CHECK: onnx.Col2Im({{.*}}) {dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 1>}
func.func @col2im_unbatched(%x: tensor<8x6xf32> {onnx.value = dense<[[1.5, 0x7F800000, 1.0, 0.25, -1.5, 0x7FC00000], [-1.5, 1.0e+38, 1.0, 1.5, 2.75, -1.5], [2.25, -2.0, -1.75, -2.0, 0.25, 0xFF800000], [1.25, -1.75, -0.5, 1.5, 2.25, -0.5], [0.5, 0.0, -3.25, 1.75, -1.25, 0.25], [-0.5, -1.0, 0.75, 2.5, 3.25, 1.25], [-1.5, -1.0e+38, -0.0, 1.75, 3.0, 1.0], [-1.0, 0.5, 3.25, 0.0, -0.75, -1.25]]> : tensor<8x6xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.5, 0x7F800000, 1.0e+38, 1.0], [2.5, -0.75, 0x7FC00000, -2.0], [-2.0, 1.75, 0xFF800000, -0.5]], [[0.5, -0.5, -4.25, 0.75], [0.25, -1.0e+38, 4.0, 4.5], [1.75, 3.0, 0.25, -1.25]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.col2im.default(%x, [3, 4], [2, 2], [1, 1], [0, 0], [1, 1]) : (tensor<8x6xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
