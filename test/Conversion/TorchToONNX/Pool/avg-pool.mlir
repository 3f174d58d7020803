// Averages of windows.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @avg_pool2d
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {count_include_pad = 1 : i64, kernel_shape = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V0]] : tensor<1x2x4x4xf32>
func.func @avg_pool2d(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32> {
  %0 = torch.aten.avg_pool2d.default(%x, kernel_size=[3, 3], stride=[2, 2], padding=[1, 1]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// Padding counts, what is beyond it does not.
// CHECK-LABEL: func.func @ceil
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 1, 0, 0, 1]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.NoValue
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.AveragePool(%[[V3]]) {kernel_shape = array<i64: 3>, pads = array<i64: 0, 1>, strides = array<i64: 2>}
// CHECK: return %[[V4]] : tensor<1x2x5xf32>
func.func @ceil(%x: tensor<1x2x8xf32>) -> tensor<1x2x5xf32> {
  %0 = torch.aten.avg_pool1d.default(%x, kernel_size=[3], stride=[2], padding=[1], ceil_mode=true) : (tensor<1x2x8xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// -----

// CHECK-LABEL: func.func @divisor
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.33333337> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<1x2x4x4xf32>
func.func @divisor(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32> {
  %0 = torch.aten.avg_pool2d.default(%x, kernel_size=[2], divisor_override=3) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @global
// CHECK: %[[V0:.*]] = onnx.GlobalAveragePool(%arg0)
// CHECK: return %[[V0]] : tensor<1x2x1x1xf32>
func.func @global(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x1x1xf32> {
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
// CHECK: %[[AXES:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V0:.*]] = onnx.ReduceMean(%arg0, %[[AXES]])
// CHECK: return %[[V0]] : tensor<1x2x1xf32>
module attributes {sym.ranges = {n = array<i64: 1, 100>}} {
func.func @dynamic(%x: tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x1xf32> {
  %0 = torch.aten.adaptive_avg_pool1d.default(%x, [1]) : (tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x1xf32>
  return %0 : tensor<1x2x1xf32>
}
}

// -----

// Sizes that divide are plain windows.
// CHECK-LABEL: func.func @divides
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 4>, strides = array<i64: 2, 4>}
// CHECK: return %[[V0]] : tensor<1x2x4x2xf32>
func.func @divides(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x4x2xf32> {
  %0 = torch.aten.adaptive_avg_pool2d.default(%x, [4, 2]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x2xf32>
  return %0 : tensor<1x2x4x2xf32>
}

// -----

// CHECK-LABEL: func.func @gathered
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 0, 0, 0, 1]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.NoValue
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<{{\[\[}}0, 1, 5], [1, 2, 3], [3, 4, 5]]> : tensor<3x3xi64>
// CHECK: %[[V5:.*]] = onnx.Gather(%[[V3]], %[[V4]]) {axis = 2 : i64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64}
// CHECK: %[[V8:.*]] = onnx.Constant dense<[2.000000e+00, 3.000000e+00, 2.000000e+00]> : tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Div(%[[V7]], %[[V8]])
// CHECK: return %[[V9]] : tensor<1x2x3xf32>
func.func @gathered(%x: tensor<1x2x5xf32>) -> tensor<1x2x3xf32> {
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
