// Largest elements of windows.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @max_pool2d
// CHECK: onnx.MaxPool(%arg0) {kernel_shape = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
func.func @max_pool2d(%x: tensor<1x2x8x8xf32> {onnx.value = dense<[[[[-17.5, 47.5, -18.75, -48.75, 48.75, 25.0, 2.5, 41.25], [32.5, 28.75, -40.0, 3.75, -1.25, 45.0, -30.0, 43.75], [-7.5, 18.75, 6.25, -16.25, -45.0, -41.25, -27.5, 18.75], [-25.0, 41.25, 7.5, -7.5, -30.0, 26.25, -13.75, 42.5], [18.75, -21.25, -13.75, -16.25, -2.5, -33.75, 6.25, -2.5], [31.25, -38.75, -1.25, -17.5, 20.0, -13.75, 5.0, -1.25], [45.0, 12.5, 32.5, -20.0, 7.5, 32.5, 18.75, -47.5], [25.0, 22.5, -23.75, 5.0, -47.5, -3.75, 5.0, 2.5]], [[28.75, 1.25, -11.25, 30.0, -20.0, -27.5, -6.25, 23.75], [12.5, -7.5, 15.0, -8.75, -11.25, 30.0, -41.25, -38.75], [7.5, -50.0, -32.5, 50.0, -20.0, 36.25, -48.75, -13.75], [25.0, -37.5, -33.75, -35.0, -41.25, 42.5, -11.25, -37.5], [-47.5, -20.0, 40.0, 13.75, -37.5, -27.5, 2.5, 33.75], [27.5, -13.75, 6.25, 20.0, -47.5, 21.25, -37.5, -42.5], [33.75, -8.75, -10.0, -43.75, 22.5, -50.0, 16.25, 41.25], [30.0, -18.75, 38.75, -48.75, 30.0, -35.0, -25.0, 43.75]]]]> : tensor<1x2x8x8xf32>})
    -> (tensor<1x2x4x4xf32> {onnx.expected = dense<[[[[47.5, 47.5, 48.75, 45.0], [41.25, 41.25, 45.0, 45.0], [41.25, 41.25, 26.25, 42.5], [45.0, 32.5, 32.5, 32.5]], [[28.75, 30.0, 30.0, 30.0], [25.0, 50.0, 50.0, 42.5], [27.5, 40.0, 42.5, 42.5], [33.75, 38.75, 30.0, 43.75]]]]> : tensor<1x2x4x4xf32>}) {
  %0 = torch.aten.max_pool2d.default(%x, kernel_size=[3, 3], stride=[2, 2], padding=[1, 1]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// No batch dimension.
// CHECK-LABEL: func.func @unbatched
// CHECK: onnx.MaxPool({{.*}}) {kernel_shape = array<i64: 2>, strides = array<i64: 2>}
func.func @unbatched(%x: tensor<2x8xf32> {onnx.value = dense<[[-3.0, 0.5, -0.0, -3.0, -0.5, 2.5, -1.0e+38, 0x7F800000], [2.25, 0x7FC00000, 0.0, 1.25, 0.25, 1.0e+38, 3.0, 0xFF800000]]> : tensor<2x8xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0.5, -0.0, 2.5, 0x7F800000], [0x7FC00000, 1.25, 1.0e+38, 3.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.max_pool1d.default(%x, kernel_size=[2]) : (tensor<2x8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A last window that is not whole.
// CHECK-LABEL: func.func @ceil
// CHECK: onnx.MaxPool(%arg0) {kernel_shape = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 1>, strides = array<i64: 2, 2>}
func.func @ceil(%x: tensor<1x2x8x7xf32> {onnx.value = dense<[[[[-1.75, 1.5, 2.0, -1.5, -1.5, -2.0, 2.0], [-1.25, -0.25, 0.5, -0.5, 2.75, -0.5, -1.0], [0x7FC00000, 1.5, 0.75, -3.0, -0.75, -3.0, 0.0], [0.0, -1.75, 2.5, -0.5, -1.75, 0.25, -1.75], [1.0, 2.5, 1.5, -1.75, -1.5, 1.0, -1.25], [3.25, -1.0e+38, 1.0, 0.5, 1.25, 2.25, -0.75], [0.5, 0.25, 0xFF800000, 2.75, -2.25, 1.0, 0.0], [1.75, 2.5, 0.0, -2.0, -2.25, 3.25, -0.0]], [[-1.75, -0.75, -0.25, -2.25, 1.0, -2.5, 1.25], [-1.0, 0.25, 1.0, 2.25, 2.5, 3.25, -0.25], [-2.25, -1.0, 3.25, -1.25, 0x7F800000, 2.0, -2.5], [-3.25, -3.0, -2.25, 3.0, -1.75, -1.75, -1.75], [3.0, 1.25, -3.25, 0.5, 3.25, -2.5, -1.0], [3.0, -0.25, 1.0e+38, 3.0, -2.0, 3.0, 0.75], [-2.25, 1.5, 2.5, -1.0, -0.75, -1.25, -2.5], [2.25, -0.25, -0.25, -1.25, 1.0, -0.75, -3.0]]]]> : tensor<1x2x8x7xf32>})
    -> (tensor<1x2x4x4xf32> {onnx.expected = dense<[[[[1.5, 2.0, 2.75, 2.0], [0x7FC00000, 2.5, 0.25, 0.0], [3.25, 1.5, 2.25, -0.75], [2.5, 2.75, 3.25, 0.0]], [[0.25, 2.25, 3.25, 1.25], [-1.0, 3.25, 0x7F800000, -1.75], [3.0, 1.0e+38, 3.25, 0.75], [2.25, 2.5, 1.0, -2.5]]]]> : tensor<1x2x4x4xf32>}) {
  %0 = torch.aten.max_pool2d.default(%x, kernel_size=[2], ceil_mode=true) : (tensor<1x2x8x7xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// Positions in the plane.
// CHECK-LABEL: func.func @indices
// CHECK: onnx.MaxPool(%arg0) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
// CHECK: onnx.Mod(
func.func @indices(%x: tensor<1x2x8x8xf32> {onnx.value = dense<[[[[25.0, -48.75, -47.5, 43.75, -1.25, 17.5, -12.5, 10.0], [20.0, -15.0, -18.75, 48.75, 1.25, -13.75, 6.25, 42.5], [32.5, -21.25, 17.5, 7.5, 17.5, 6.25, 12.5, -38.75], [41.25, 1.25, -26.25, -31.25, 45.0, 23.75, 17.5, 36.25], [-43.75, 37.5, -30.0, -6.25, -10.0, -12.5, 16.25, -23.75], [-6.25, 22.5, -17.5, -23.75, -1.25, -50.0, -22.5, 10.0], [-16.25, 32.5, -41.25, 25.0, -16.25, 17.5, -20.0, -31.25], [23.75, 20.0, 45.0, 28.75, 15.0, 33.75, 22.5, -27.5]], [[15.0, -20.0, 37.5, -30.0, 10.0, 5.0, -21.25, 3.75], [46.25, 15.0, 13.75, -43.75, 36.25, -43.75, -47.5, 28.75], [-16.25, -37.5, -48.75, 32.5, 31.25, 17.5, 28.75, 50.0], [-20.0, -2.5, -33.75, -16.25, -27.5, 10.0, 16.25, 11.25], [1.25, 46.25, -17.5, -32.5, 26.25, 1.25, 1.25, -48.75], [-5.0, -50.0, 25.0, 11.25, 17.5, -25.0, 50.0, -36.25], [30.0, -11.25, 41.25, -27.5, -36.25, -11.25, 20.0, 45.0], [-15.0, -25.0, -30.0, -26.25, 15.0, 8.75, 32.5, 2.5]]]]> : tensor<1x2x8x8xf32>})
    -> (tensor<1x2x4x4xf32> {onnx.expected = dense<[[[[25.0, 48.75, 17.5, 42.5], [41.25, 17.5, 45.0, 36.25], [37.5, -6.25, -1.25, 16.25], [32.5, 45.0, 33.75, 22.5]], [[46.25, 37.5, 36.25, 28.75], [-2.5, 32.5, 31.25, 50.0], [46.25, 25.0, 26.25, 50.0], [30.0, 41.25, 15.0, 45.0]]]]> : tensor<1x2x4x4xf32>},
        tensor<1x2x4x4xi64> {onnx.expected = dense<[[[[0, 11, 5, 15], [24, 18, 28, 31], [33, 35, 44, 38], [49, 58, 61, 62]], [[8, 2, 12, 15], [25, 19, 20, 23], [33, 42, 36, 46], [48, 50, 60, 55]]]]> : tensor<1x2x4x4xi64>}) {
  %0:2 = torch.aten.max_pool2d_with_indices.default(%x, kernel_size=[2]) : (tensor<1x2x8x8xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xi64>)
  return %0#0, %0#1 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xi64>
}

// -----

// CHECK-LABEL: func.func @unpool
// CHECK: onnx.ScatterElements({{.*}}) {axis = 2 : i64}
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
func.func @unpool(%x: tensor<1x2x1x1xf32> {onnx.value = dense<[[[[0x7FC00000]], [[3.25]]]]> : tensor<1x2x1x1xf32>},
                  %i: tensor<1x2x1x1xi64> {onnx.value = dense<[[[[0]], [[1]]]]> : tensor<1x2x1x1xi64>})
    -> (tensor<1x2x2x2xf32> {onnx.expected = dense<[[[[0x7FC00000, 0.0], [0.0, 0.0]], [[0.0, 3.25], [0.0, 0.0]]]]> : tensor<1x2x2x2xf32>}) {
  %0 = torch.aten.max_unpool2d.default(%x, %i, [2, 2]) : (tensor<1x2x1x1xf32>, tensor<1x2x1x1xi64>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

// Elements of a window are further apart than the input is long: one between
// them is -inf, which it is not in runtimes.
// CHECK-LABEL: func.func @beside_the_input
// CHECK: onnx.Pad(%arg0, {{.*}})
// CHECK: %Y, %Indices = onnx.MaxPool({{.*}}) {dilations = array<i64: 3, 3>, kernel_shape = array<i64: 2, 2>} : (tensor<1x1x4x7xf32>) -> (tensor<1x1x1x4xf32>, none)
// CHECK: return %Y : tensor<1x1x1x4xf32>
func.func @beside_the_input(%x: tensor<1x1x2x5xf32> {onnx.value = dense<[[[[-0.25, -3.0, 1.0, 0x7FC00000, 0x7F800000], [-0.0, 1.0e+38, 0.0, -1.75, 0xFF800000]]]]> : tensor<1x1x2x5xf32>})
    -> (tensor<1x1x1x4xf32> {onnx.expected = dense<0xFF800000> : tensor<1x1x1x4xf32>}) {
  %0 = torch.aten.max_pool2d.default(%x, [2, 2], [1, 1], [1, 1], [3, 3]) : (tensor<1x1x2x5xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}

// -----

// Not so when the input is longer.
// CHECK-LABEL: func.func @across_the_input
// CHECK: %Y, %Indices = onnx.MaxPool(%arg0) {dilations = array<i64: 3, 3>, kernel_shape = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>} : (tensor<1x1x3x5xf32>) -> (tensor<1x1x2x4xf32>, none)
// CHECK: return %Y : tensor<1x1x2x4xf32>
func.func @across_the_input(%x: tensor<1x1x3x5xf32>) -> tensor<1x1x2x4xf32> {
  %0 = torch.aten.max_pool2d.default(%x, [2, 2], [1, 1], [1, 1], [3, 3]) : (tensor<1x1x3x5xf32>) -> tensor<1x1x2x4xf32>
  return %0 : tensor<1x1x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool3d
// CHECK: %[[V0:.*]], %[[V1:.*]] = onnx.MaxPool(%arg0) {dilations = array<i64: 1, 2, 1>, kernel_shape = array<i64: 2, 3, 2>, pads = array<i64: 1, 1, 0, 1, 1, 0>, strides = array<i64: 1, 2, 2>} : {{.*}} -> (tensor<1x2x5x2x2xf32>, none)
// CHECK: return %[[V0]] : tensor<1x2x5x2x2xf32>
func.func @max_pool3d(%x: tensor<1x2x4x6x5xf32>) -> tensor<1x2x5x2x2xf32> {
  %0 = torch.aten.max_pool3d.default(%x, kernel_size=[2, 3, 2], stride=[1, 2, 2], padding=[1, 1, 0], dilation=[1, 2, 1]) : (tensor<1x2x4x6x5xf32>) -> tensor<1x2x5x2x2xf32>
  return %0 : tensor<1x2x5x2x2xf32>
}

// -----

// No batch dimension, strides as long as the windows, and a last window that is not whole.
// CHECK-LABEL: func.func @max_pool3d_unbatched
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1x2x4x6x5xf32>
// CHECK: %[[V2:.*]], %[[V3:.*]] = onnx.MaxPool(%[[V1]]) {kernel_shape = array<i64: 2, 2, 2>, pads = array<i64: 0, 0, 0, 0, 0, 1>, strides = array<i64: 2, 2, 2>} : {{.*}} -> (tensor<1x2x2x3x3xf32>, none)
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Squeeze(%[[V2]], %[[V4]]) : {{.*}} -> tensor<2x2x3x3xf32>
// CHECK: return %[[V5]] : tensor<2x2x3x3xf32>
func.func @max_pool3d_unbatched(%x: tensor<2x4x6x5xf32>) -> tensor<2x2x3x3xf32> {
  %0 = torch.aten.max_pool3d.default(%x, kernel_size=[2], ceil_mode=true) : (tensor<2x4x6x5xf32>) -> tensor<2x2x3x3xf32>
  return %0 : tensor<2x2x3x3xf32>
}

// -----

// Positions in the line of a channel.
// CHECK-LABEL: func.func @indices1d
// CHECK: onnx.MaxPool(%arg0) {kernel_shape = array<i64: 3>, pads = array<i64: 1, 1>, strides = array<i64: 2>} : {{.*}} -> (tensor<2x3x4xf32>, tensor<2x3x4xi64>)
// CHECK: onnx.Mod({{.*}}) : {{.*}} -> tensor<2x3x4xi64>
func.func @indices1d(%x: tensor<2x3x8xf32> {onnx.value = dense<[[[-0.25, -1.5, -3.0, -3.25, -2.5, 0.0, -0.5, -1.75], [2.75, -0.75, 2.75, 0.0, 0xFF800000, -2.75, -2.75, -2.75], [3.0, 0.5, -1.25, -0.25, 1.25, 3.0, -0.5, -0.75]], [[-1.0e+38, 0x7F800000, -0.0, -1.0, 2.0, 0.5, -1.25, 1.25], [-1.0, 2.5, 1.0, -1.5, 3.0, 0.25, 0x7FC00000, 2.75], [1.75, 0.5, -1.5, 1.0e+38, 2.0, 0.75, -0.75, -0.5]]]> : tensor<2x3x8xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-0.25, -1.5, 0.0, 0.0], [2.75, 2.75, 0.0, -2.75], [3.0, 0.5, 3.0, 3.0]], [[0x7F800000, 0x7F800000, 2.0, 1.25], [2.5, 2.5, 3.0, 0x7FC00000], [1.75, 1.0e+38, 1.0e+38, 0.75]]]> : tensor<2x3x4xf32>},
        tensor<2x3x4xi64> {onnx.expected = dense<[[[0, 1, 5, 5], [0, 2, 3, 5], [0, 1, 5, 5]], [[1, 1, 4, 7], [1, 1, 4, 6], [0, 3, 3, 5]]]> : tensor<2x3x4xi64>}) {
  %0:2 = torch.aten.max_pool1d_with_indices.default(%x, kernel_size=[3], stride=[2], padding=[1], dilation=[1]) : (tensor<2x3x8xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xi64>)
  return %0#0, %0#1 : tensor<2x3x4xf32>, tensor<2x3x4xi64>
}

// -----

// Positions in the volume of a channel.
// CHECK-LABEL: func.func @indices3d
// CHECK: %[[V0:.*]], %[[V1:.*]] = onnx.MaxPool(%arg0) {kernel_shape = array<i64: 2, 3, 2>, strides = array<i64: 2, 3, 1>} : {{.*}} -> (tensor<1x2x2x2x4xf32>, tensor<1x2x2x2x4xi64>)
// CHECK: %[[V2:.*]] = onnx.Constant dense<120> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Mod(%[[V1]], %[[V2]]) : {{.*}} -> tensor<1x2x2x2x4xi64>
// CHECK: return %[[V0]], %[[V3]] : tensor<1x2x2x2x4xf32>, tensor<1x2x2x2x4xi64>
func.func @indices3d(%x: tensor<1x2x4x6x5xf32>) -> (tensor<1x2x2x2x4xf32>, tensor<1x2x2x2x4xi64>) {
  %0:2 = torch.aten.max_pool3d_with_indices.default(%x, kernel_size=[2, 3, 2], stride=[2, 3, 1]) : (tensor<1x2x4x6x5xf32>) -> (tensor<1x2x2x2x4xf32>, tensor<1x2x2x2x4xi64>)
  return %0#0, %0#1 : tensor<1x2x2x2x4xf32>, tensor<1x2x2x2x4xi64>
}

// -----

// Windows of one size are those of plain pooling.
// CHECK-LABEL: func.func @adaptive3d
// CHECK: %[[V0:.*]], %[[V1:.*]] = onnx.MaxPool(%arg0) {kernel_shape = array<i64: 2, 2, 5>, strides = array<i64: 2, 2, 5>} : {{.*}} -> (tensor<1x2x2x3x1xf32>, tensor<1x2x2x3x1xi64>)
// CHECK: %[[V2:.*]] = onnx.Constant dense<120> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Mod(%[[V1]], %[[V2]]) : {{.*}} -> tensor<1x2x2x3x1xi64>
// CHECK: return %[[V0]], %[[V3]] : tensor<1x2x2x3x1xf32>, tensor<1x2x2x3x1xi64>
func.func @adaptive3d(%x: tensor<1x2x4x6x5xf32>) -> (tensor<1x2x2x3x1xf32>, tensor<1x2x2x3x1xi64>) {
  %0:2 = torch.aten.adaptive_max_pool3d.default(%x, output_size=[2, 3, 1]) : (tensor<1x2x4x6x5xf32>) -> (tensor<1x2x2x3x1xf32>, tensor<1x2x2x3x1xi64>)
  return %0#0, %0#1 : tensor<1x2x2x3x1xf32>, tensor<1x2x2x3x1xi64>
}

// -----

// Windows of different sizes are gathered; the first NaN is the largest.
// CHECK-LABEL: func.func @adaptive
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.IsNaN
// CHECK: onnx.ArgMax({{.*}}) {axis = 2 : i64, keepdims = 0 : i64}
func.func @adaptive(%x: tensor<2x5xf32> {onnx.value = dense<[[1.0, 0x7FC00000, 0.5, 2.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 3.0, 1.0]]> : tensor<2x5xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 2.0], [0xFF800000, 3.0, 3.0]]> : tensor<2x3xf32>},
        tensor<2x3xi64> {onnx.expected = dense<[[1, 1, 3], [0, 3, 3]]> : tensor<2x3xi64>}) {
  %0:2 = torch.aten.adaptive_max_pool1d.default(%x, [3]) : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi64>
}

// -----

// The size of the volume is computed.
// CHECK-LABEL: func.func @indices3d_dynamic
// CHECK: onnx.MaxPool({{.*}}) {kernel_shape = array<i64: 2, 2, 2>, strides = array<i64: 2, 2, 2>}
// CHECK: onnx.Div
// CHECK: onnx.Mul
// CHECK: onnx.Mod
module attributes {sym.ranges = {w = array<i64: 1, 100>}} {
func.func @indices3d_dynamic(%x: tensor<1x2x4x?xf32, #sym.dims<2*w>> {onnx.value = dense<[[[[0.0, 13.0, 26.0, 7.0], [20.0, 1.0, 14.0, 27.0], [8.0, 21.0, 2.0, 15.0], [28.0, 9.0, 22.0, 3.0]], [[16.0, 29.0, 10.0, 23.0], [4.0, 17.0, 30.0, 11.0], [24.0, 5.0, 18.0, 31.0], [12.0, 25.0, 6.0, 19.0]]]]> : tensor<1x2x4x4xf32>})
    -> (tensor<1x1x2x?xf32, #sym.dims<w>> {onnx.expected = dense<[[[[29.0, 30.0], [28.0, 31.0]]]]> : tensor<1x1x2x2xf32>},
        tensor<1x1x2x?xi64, #sym.dims<w>> {onnx.expected = dense<[[[[17, 22], [12, 27]]]]> : tensor<1x1x2x2xi64>}) {
  %0:2 = torch.aten.max_pool3d_with_indices.default(%x, kernel_size=[2], stride=[2]) : (tensor<1x2x4x?xf32, #sym.dims<2*w>>) -> (tensor<1x1x2x?xf32, #sym.dims<w>>, tensor<1x1x2x?xi64, #sym.dims<w>>)
  return %0#0, %0#1 : tensor<1x1x2x?xf32, #sym.dims<w>>, tensor<1x1x2x?xi64, #sym.dims<w>>
}
}

// -----

// Windows of different sizes repeat their last member.
// CHECK-LABEL: func.func @adaptive3d_uneven
// CHECK: onnx.Gather({{.*}}) {axis = 2 : i64}
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.IsNaN
// CHECK: onnx.ArgMax({{.*}}) {axis = 3 : i64, keepdims = 0 : i64}
func.func @adaptive3d_uneven(%x: tensor<1x1x1x2x5xf32> {onnx.value = dense<[[[[[1.0, 0x7FC00000, 0.5, 2.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 3.0, 1.0]]]]]> : tensor<1x1x1x2x5xf32>})
    -> (tensor<1x1x1x2x3xf32> {onnx.expected = dense<[[[[[0x7FC00000, 0x7FC00000, 2.0], [0xFF800000, 3.0, 3.0]]]]]> : tensor<1x1x1x2x3xf32>},
        tensor<1x1x1x2x3xi64> {onnx.expected = dense<[[[[[1, 1, 3], [5, 8, 8]]]]]> : tensor<1x1x1x2x3xi64>}) {
  %0:2 = torch.aten.adaptive_max_pool3d.default(%x, output_size=[1, 2, 3]) : (tensor<1x1x1x2x5xf32>) -> (tensor<1x1x1x2x3xf32>, tensor<1x1x1x2x3xi64>)
  return %0#0, %0#1 : tensor<1x1x1x2x3xf32>, tensor<1x1x1x2x3xi64>
}
