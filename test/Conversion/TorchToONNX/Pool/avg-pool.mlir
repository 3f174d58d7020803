// Averages of windows.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @avg_pool2d
// CHECK: onnx.AveragePool(%arg0) {count_include_pad = 1 : i64, kernel_shape = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
func.func @avg_pool2d(%x: tensor<1x2x8x8xf32> {onnx.value = dense<[[[[-0.75, 0.0, 1.0, -1.5, -0.25, -1.25, -0.75, -0.75], [0.75, 2.75, 2.25, -1.0, -1.75, 2.5, 1.0, 2.5], [0.0, -3.0, -3.0, -2.5, -2.0, 2.5, 1.25, 3.25], [2.0, -2.75, -2.75, 2.0, 1.25, 2.75, -1.25, -3.0], [-2.5, 1.5, -2.0, 0.75, -0.5, 2.75, 0.75, 0.25], [-0.25, -0.75, -3.25, 0.0, 2.75, 0.75, -0.0, -2.25], [0.0, 1.75, -1.0, -2.0, -1.25, 3.25, -1.25, -0.5], [2.5, 1.5, 3.0, 0.0, 2.25, 0.5, 0.75, 1.75]], [[0.25, -0.25, 2.75, -0.5, -3.0, 0.0, 0.5, 2.75], [2.25, 3.0, 0.75, -1.75, -1.25, -0.75, 0x7FC00000, 0xFF800000], [1.75, 1.75, 0.25, 1.0e+38, 1.25, 1.5, -1.0, -2.75], [1.5, -3.25, 0.0, 1.0, -1.25, 0.5, -1.5, -3.25], [1.5, 3.0, 1.25, 1.0, -1.0, 1.25, 1.0, -1.25], [1.5, 3.0, 1.75, -1.0e+38, 1.0, -3.0, 0x7F800000, 1.0], [-0.25, 1.0, 0.25, -1.25, -1.75, 0.25, 2.5, -2.25], [-1.0, 0.0, -0.25, 0.0, 3.0, -0.5, -0.25, -3.25]]]]> : tensor<1x2x8x8xf32>})
    -> (tensor<1x2x4x4xf32> {onnx.expected = dense<[[[[0.30555555, 0.3888889, -0.3611111, 0.3611111], [-0.027777778, -0.8888889, 0.41666666, 1.2777778], [-0.30555555, -0.8055556, 1.3888888, 0.083333336], [0.5277778, -0.083333336, 0.6944444, 0.33333334]], [[0.5833333, 0.44444445, -0.8055556, 0x7FC00000], [0.7777778, 1.1111111e+37, 1.1111111e+37, 0x7FC00000], [0.8055556, -1.1111111e+37, -1.1111111e+37, 0x7F800000], [0.4722222, -1.1111111e+37, -1.1111111e+37, 0x7F800000]]]]> : tensor<1x2x4x4xf32>}) {
  %0 = torch.aten.avg_pool2d.default(%x, kernel_size=[3, 3], stride=[2, 2], padding=[1, 1]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// Padding counts, what is beyond it does not.
// CHECK-LABEL: func.func @ceil
// CHECK: onnx.Pad(%arg0, {{.*}})
// CHECK: onnx.AveragePool({{.*}}) {kernel_shape = array<i64: 3>, pads = array<i64: 0, 1>, strides = array<i64: 2>}
func.func @ceil(%x: tensor<1x2x8xf32> {onnx.value = dense<[[[0xFF800000, 0x7FC00000, 2.0, 1.0e+38, -1.5, 0x7F800000, -0.0, -0.5], [-0.25, 0.5, 0.5, 2.75, 0.0, -1.0, -1.0e+38, 2.5]]]> : tensor<1x2x8xf32>})
    -> (tensor<1x2x5xf32> {onnx.expected = dense<[[[0x7FC00000, 0x7FC00000, 0x7F800000, 0x7F800000, -0.25], [0.083333336, 1.25, 0.5833333, -3.3333331e+37, 1.25]]]> : tensor<1x2x5xf32>}) {
  %0 = torch.aten.avg_pool1d.default(%x, kernel_size=[3], stride=[2], padding=[1], ceil_mode=true) : (tensor<1x2x8xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// -----

// CHECK-LABEL: func.func @divisor
// CHECK: onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
// CHECK: onnx.Mul(
func.func @divisor(%x: tensor<1x2x8x8xf32> {onnx.value = dense<[[[[0.75, 1.5, -1.0, -1.0, -1.25, 2.25, -2.25, -2.5], [3.25, -0.5, 2.75, 0.75, -0.25, -0.75, -2.25, 0.25], [1.25, 1.25, 0.0, 1.75, -0.25, -2.75, 1.0, 0.0], [1.0, 2.5, -2.25, -0.0, 0x7F800000, 0.75, 0.75, -0.25], [3.25, 0xFF800000, 2.5, -2.5, -2.0, -2.0, -0.5, -2.75], [1.0e+38, 1.0, 0.0, 3.25, 0.5, 1.25, -0.5, 3.25], [1.0, 3.0, 3.25, 1.75, 0.25, 2.75, 0.5, 1.25], [3.0, 3.0, 1.75, 1.75, 1.0, -1.0, 0.25, -1.75]], [[-1.5, -2.75, -0.75, -1.0, -1.5, -3.0, 1.25, 2.75], [-0.25, -1.75, 0x7FC00000, -3.0, 2.75, -1.0, -2.25, 1.75], [-2.25, 3.0, 1.25, -2.25, -0.75, -2.75, 3.0, -1.75], [0.25, 2.5, 2.5, -0.25, -0.75, 3.25, -0.5, 2.25], [0.5, 1.25, 1.5, 1.5, -3.25, -0.5, 0.5, 2.0], [0.0, 1.5, -0.75, -0.25, -3.25, 0.0, -1.5, -0.5], [1.5, 0.0, 1.75, -2.75, -2.0, 2.0, -1.25, -0.5], [1.0, -2.75, -1.0e+38, 0.5, 0.75, -1.5, -0.5, -1.5]]]]> : tensor<1x2x8x8xf32>})
    -> (tensor<1x2x4x4xf32> {onnx.expected = dense<[[[[1.6666666, 0.5, 0.0, -2.25], [2.0, -0.16666667, 0x7F800000, 0.5], [0xFF800000, 1.0833334, -0.75, -0.16666667], [3.3333333, 2.8333333, 1.0, 0.083333336]], [[-2.0833333, 0x7FC00000, -0.9166667, 1.1666666], [1.1666666, 0.41666666, -0.33333334, 1.0], [1.0833334, 0.6666667, -2.3333333, 0.16666667], [-0.083333336, -3.3333331e+37, -0.25, -1.25]]]]> : tensor<1x2x4x4xf32>}) {
  %0 = torch.aten.avg_pool2d.default(%x, kernel_size=[2], divisor_override=3) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @global
// CHECK: onnx.GlobalAveragePool(%arg0)
func.func @global(%x: tensor<1x2x8x8xf32> {onnx.value = dense<[[[[3.25, 1.75, -1.75, 0.25, 0.75, 3.25, 1.5, 1.75], [0.25, 2.75, -0.75, 3.25, -3.25, -3.25, -1.75, -1.75], [0.75, 1.5, 0.25, -2.25, 2.0, -1.5, 0.5, -1.75], [-2.25, 3.0, 2.5, 1.5, 3.0, -0.5, -2.0, 2.0], [3.25, -2.75, -2.25, -1.5, -2.0, -1.25, -2.25, 2.25], [-2.75, -2.75, 3.25, -2.25, 1.75, 3.25, -0.75, 0.0], [-2.75, 1.0, 3.25, -1.75, 3.0, -1.5, 0.0, 2.25], [0.5, -1.75, 0.25, 3.0, -0.25, -2.75, -2.75, -0.25]], [[2.5, 2.25, 0.25, 0.75, -0.25, -1.75, -1.0, -2.75], [0.0, 0x7FC00000, -2.5, -1.75, -3.0, -1.25, 3.0, -1.25], [-2.25, -3.25, 1.5, 2.75, 0.5, -1.75, -0.5, 0.75], [-2.75, -1.25, -2.0, -1.25, 2.75, -2.0, 0.25, -0.25], [0x7F800000, 1.25, 2.25, -1.0, 2.0, 1.5, 1.75, -1.25], [1.0, 3.25, -1.25, 0.0, -0.25, -2.75, 0.75, -3.25], [3.0, 3.0, 0.0, 2.5, 2.25, -2.25, 1.75, -2.25], [1.75, 3.25, 2.5, 0.75, -1.75, -1.5, 2.0, -0.75]]]]> : tensor<1x2x8x8xf32>})
    -> (tensor<1x2x1x1xf32> {onnx.expected = dense<[[[[0.08984375]], [[0x7FC00000]]]]> : tensor<1x2x1x1xf32>}) {
  %0 = torch.aten.adaptive_avg_pool2d.default(%x, [1, 1]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}

// -----

// Of a large plane or one of unknown size ReduceMean loses less.
// CHECK-LABEL: func.func @global_large
// CHECK: %[[AXES:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V0:.*]] = onnx.ReduceMean(%arg0, %[[AXES]])
// CHECK: onnx.GlobalAveragePool(%arg1) : {{.*}} -> tensor<1x2x1x1xf32>
// CHECK: onnx.GlobalAveragePool(%arg2) : {{.*}} -> tensor<1x2x1x1xf16>
// CHECK: return %[[V0]]
func.func @global_large(%x: tensor<1x2x32x33xf32>, %y: tensor<1x2x32x32xf32>, %z: tensor<1x2x32x33xf16>) -> (tensor<1x2x1x1xf32>, tensor<1x2x1x1xf32>, tensor<1x2x1x1xf16>) {
  %0 = torch.aten.adaptive_avg_pool2d.default(%x, [1, 1]) : (tensor<1x2x32x33xf32>) -> tensor<1x2x1x1xf32>
  %1 = torch.aten.adaptive_avg_pool2d.default(%y, [1, 1]) : (tensor<1x2x32x32xf32>) -> tensor<1x2x1x1xf32>
  %2 = torch.aten.adaptive_avg_pool2d.default(%z, [1, 1]) : (tensor<1x2x32x33xf16>) -> tensor<1x2x1x1xf16>
  return %0, %1, %2 : tensor<1x2x1x1xf32>, tensor<1x2x1x1xf32>, tensor<1x2x1x1xf16>
}

// -----

// Any size will do for one window.
// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
module attributes {sym.ranges = {n = array<i64: 1, 100>}} {
func.func @dynamic(%x: tensor<1x2x?xf32, #sym.dims<n>> {onnx.value = dense<[[[0x7F800000, 0x7FC00000], [2.0, -1.25]]]> : tensor<1x2x2xf32>})
    -> (tensor<1x2x1xf32> {onnx.expected = dense<[[[0x7FC00000], [0.375]]]> : tensor<1x2x1xf32>}) {
  %0 = torch.aten.adaptive_avg_pool1d.default(%x, [1]) : (tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x1xf32>
  return %0 : tensor<1x2x1xf32>
}
}

// -----

// Sizes that divide are plain windows.
// CHECK-LABEL: func.func @divides
// CHECK: onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 4>, strides = array<i64: 2, 4>}
func.func @divides(%x: tensor<1x2x8x8xf32> {onnx.value = dense<[[[[1.25, -0.5, 3.25, -1.25, 1.75, 1.5, -1.75, 0.25], [0.25, -3.0, 0.0, 1.75, 2.75, -1.5, -1.0, 3.0], [0.0, -1.5, 1.25, -3.25, -1.25, -1.0, 3.25, 2.25], [-2.0, -1.0, -0.5, 1.25, 2.0, -1.0, -0.75, -1.75], [0.5, 3.25, 2.0, -0.0, -0.25, -3.0, -1.25, 2.25], [-1.0, -2.5, -1.0, -0.75, -2.0, -1.5, 1.25, 1.0], [-3.0, 1.0e+38, 0xFF800000, 0.75, -1.5, 2.0, -1.0e+38, 2.75], [2.25, 2.0, -0.75, -3.25, 0.25, -0.25, 1.0, -1.5]], [[-1.0, 0.25, 2.75, -0.25, 1.5, -2.25, 3.0, 3.25], [-0.5, 1.0, 2.25, 2.5, 3.25, -2.25, 0.5, 0x7F800000], [-3.25, 0.0, 1.25, -0.5, 3.0, 3.25, -0.25, 0.0], [-0.75, -0.25, -1.5, -1.75, -0.5, 2.5, 2.25, 3.25], [3.25, 2.0, 1.75, 2.75, -2.25, -0.5, 0.5, 2.75], [0.0, 0.0, -0.25, -0.25, -2.0, 2.5, -3.25, -2.25], [2.0, -2.0, -1.5, 2.0, -1.5, 0x7FC00000, -0.5, -2.25], [2.25, 0.5, 2.0, -1.5, 1.75, -2.0, 1.25, -3.0]]]]> : tensor<1x2x8x8xf32>})
    -> (tensor<1x2x4x2xf32> {onnx.expected = dense<[[[[0.21875, 0.625], [-0.71875, 0.21875], [0.0625, -0.4375], [0xFF800000, -1.25e+37]], [[0.875, 0x7F800000], [-0.84375, 1.6875], [1.15625, -0.5625], [0.46875, 0x7FC00000]]]]> : tensor<1x2x4x2xf32>}) {
  %0 = torch.aten.adaptive_avg_pool2d.default(%x, [4, 2]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x2xf32>
  return %0 : tensor<1x2x4x2xf32>
}

// -----

// CHECK-LABEL: func.func @gathered
// CHECK: onnx.Pad(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Div(
func.func @gathered(%x: tensor<1x2x5xf32> {onnx.value = dense<[[[-0.0, -2.5, 2.0, 1.0e+38, 2.5], [0.0, 0xFF800000, -1.75, 0x7FC00000, 0x7F800000]]]> : tensor<1x2x5xf32>})
    -> (tensor<1x2x3xf32> {onnx.expected = dense<[[[-1.25, 3.3333331e+37, 5.0e+37], [0xFF800000, 0x7FC00000, 0x7FC00000]]]> : tensor<1x2x3xf32>}) {
  %0 = torch.aten.adaptive_avg_pool1d.default(%x, [3]) : (tensor<1x2x5xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @same_size
// CHECK: return %arg0 : tensor<1x2x8x8xf32>
func.func @same_size(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32> {
  %0 = torch.aten.adaptive_avg_pool2d.default(%x, [8, 8]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32>
  return %0 : tensor<1x2x8x8xf32>
}

// -----

// CHECK-LABEL: func.func @avg_pool3d
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {count_include_pad = 1 : i64, kernel_shape = array<i64: 2, 3, 2>, pads = array<i64: 1, 1, 0, 1, 1, 0>, strides = array<i64: 2, 1, 2>} : {{.*}} -> tensor<1x2x3x6x2xf32>
// CHECK: return %[[V0]] : tensor<1x2x3x6x2xf32>
func.func @avg_pool3d(%x: tensor<1x2x4x6x5xf32>) -> tensor<1x2x3x6x2xf32> {
  %0 = torch.aten.avg_pool3d.default(%x, kernel_size=[2, 3, 2], stride=[2, 1, 2], padding=[1, 1, 0]) : (tensor<1x2x4x6x5xf32>) -> tensor<1x2x3x6x2xf32>
  return %0 : tensor<1x2x3x6x2xf32>
}

// -----

// The padding does not count.
// CHECK-LABEL: func.func @avg_pool3d_of_elements
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 2, 2>, pads = array<i64: 1, 1, 1, 1, 1, 1>, strides = array<i64: 2, 2, 2>} : {{.*}} -> tensor<1x2x3x4x3xf32>
// CHECK: return %[[V0]] : tensor<1x2x3x4x3xf32>
func.func @avg_pool3d_of_elements(%x: tensor<1x2x4x6x5xf32>) -> tensor<1x2x3x4x3xf32> {
  %0 = torch.aten.avg_pool3d.default(%x, kernel_size=[2], stride=[], padding=[1], ceil_mode=false, count_include_pad=false) : (tensor<1x2x4x6x5xf32>) -> tensor<1x2x3x4x3xf32>
  return %0 : tensor<1x2x3x4x3xf32>
}

// -----

// Sums over 3 in place of the 8 elements of a window: the padding counts whatever
// count_include_pad is.
// CHECK-LABEL: func.func @avg_pool3d_divisor
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1x2x4x6x4xf32>
// CHECK: %[[V2:.*]] = onnx.AveragePool(%[[V1]]) {count_include_pad = 1 : i64, kernel_shape = array<i64: 2, 2, 2>, pads = array<i64: 1, 1, 1, 1, 1, 1>, strides = array<i64: 2, 2, 2>} : {{.*}} -> tensor<1x2x3x4x3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.66666675> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1x2x3x4x3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Squeeze(%[[V4]], %[[V5]]) : {{.*}} -> tensor<2x3x4x3xf32>
// CHECK: return %[[V6]] : tensor<2x3x4x3xf32>
func.func @avg_pool3d_divisor(%x: tensor<2x4x6x4xf32>) -> tensor<2x3x4x3xf32> {
  %0 = torch.aten.avg_pool3d.default(%x, kernel_size=[2], padding=[1], count_include_pad=false, divisor_override=3) : (tensor<2x4x6x4xf32>) -> tensor<2x3x4x3xf32>
  return %0 : tensor<2x3x4x3xf32>
}

// -----

// The last window along the width has one element of the input.
// CHECK-LABEL: func.func @avg_pool3d_ceil
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 2, 2>, pads = array<i64: 0, 0, 0, 0, 0, 1>, strides = array<i64: 2, 2, 2>} : {{.*}} -> tensor<1x2x2x3x3xf32>
// CHECK: return %[[V0]] : tensor<1x2x2x3x3xf32>
func.func @avg_pool3d_ceil(%x: tensor<1x2x4x6x5xf32>) -> tensor<1x2x2x3x3xf32> {
  %0 = torch.aten.avg_pool3d.default(%x, kernel_size=[2, 2, 2], stride=[2, 2, 2], ceil_mode=true) : (tensor<1x2x4x6x5xf32>) -> tensor<1x2x2x3x3xf32>
  return %0 : tensor<1x2x2x3x3xf32>
}

// -----

// The padding counts, what is beyond it does not.
// CHECK-LABEL: func.func @avg_pool3d_ceil_padded
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 0, 0, 1, 0, 0, 0, 0, 1]> : tensor<10xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V2:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) : {{.*}} -> tensor<1x2x4x6x7xf32>
// CHECK: %[[V4:.*]] = onnx.AveragePool(%[[V3]]) {kernel_shape = array<i64: 2, 2, 3>, pads = array<i64: 0, 0, 0, 0, 0, 2>, strides = array<i64: 2, 2, 3>} : {{.*}} -> tensor<1x2x2x3x3xf32>
// CHECK: return %[[V4]] : tensor<1x2x2x3x3xf32>
func.func @avg_pool3d_ceil_padded(%x: tensor<1x2x4x6x5xf32>) -> tensor<1x2x2x3x3xf32> {
  %0 = torch.aten.avg_pool3d.default(%x, kernel_size=[2, 2, 3], stride=[2, 2, 3], padding=[0, 0, 1], ceil_mode=true) : (tensor<1x2x4x6x5xf32>) -> tensor<1x2x2x3x3xf32>
  return %0 : tensor<1x2x2x3x3xf32>
}
