// Largest elements of windows.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @max_pool2d
// CHECK: %[[V0:.*]], %[[V1:.*]] = onnx.MaxPool(%arg0) {kernel_shape = array<i64: 3, 3>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V0]] : tensor<1x2x4x4xf32>
func.func @max_pool2d(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32> {
  %0 = torch.aten.max_pool2d.default(%x, kernel_size=[3, 3], stride=[2, 2], padding=[1, 1]) : (tensor<1x2x8x8xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// No batch dimension.
// CHECK-LABEL: func.func @unbatched
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]], %[[V3:.*]] = onnx.MaxPool(%[[V1]]) {kernel_shape = array<i64: 2>, strides = array<i64: 2>}
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Squeeze(%[[V2]], %[[V4]])
// CHECK: return %[[V5]] : tensor<2x4xf32>
func.func @unbatched(%x: tensor<2x8xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten.max_pool1d.default(%x, kernel_size=[2]) : (tensor<2x8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A last window that is not whole.
// CHECK-LABEL: func.func @ceil
// CHECK: %[[V0:.*]], %[[V1:.*]] = onnx.MaxPool(%arg0) {kernel_shape = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V0]] : tensor<1x2x4x4xf32>
func.func @ceil(%x: tensor<1x2x8x7xf32>) -> tensor<1x2x4x4xf32> {
  %0 = torch.aten.max_pool2d.default(%x, kernel_size=[2], ceil_mode=true) : (tensor<1x2x8x7xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// Positions in the plane.
// CHECK-LABEL: func.func @indices
// CHECK: %[[V0:.*]], %[[V1:.*]] = onnx.MaxPool(%arg0) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
// CHECK: %[[V2:.*]] = onnx.Constant dense<64> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Mod(%[[V1]], %[[V2]])
// CHECK: return %[[V0]], %[[V3]] : tensor<1x2x4x4xf32>, tensor<1x2x4x4xi64>
func.func @indices(%x: tensor<1x2x8x8xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xi64>) {
  %0:2 = torch.aten.max_pool2d_with_indices.default(%x, kernel_size=[2]) : (tensor<1x2x8x8xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xi64>)
  return %0#0, %0#1 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xi64>
}

// -----

// CHECK-LABEL: func.func @unpool
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x2x4xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 2, 1]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<[1, 2, 1]> : tensor<3xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%[[V1]], %[[V3]], %[[V5]]) {axis = 2 : i64}
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 2, 2, 2]> : tensor<4xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%[[V6]], %[[V7]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V8]] : tensor<1x2x2x2xf32>
func.func @unpool(%x: tensor<1x2x1x1xf32>, %i: tensor<1x2x1x1xi64>) -> tensor<1x2x2x2xf32> {
  %0 = torch.aten.max_unpool2d.default(%x, %i, [2, 2]) : (tensor<1x2x1x1xf32>, tensor<1x2x1x1xi64>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

// Elements of a window are further apart than the input is long: one between
// them is -inf, which it is not in runtimes.
// CHECK-LABEL: func.func @beside_the_input
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.NoValue()
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V1]], %[[V0]], %[[V2]])
// CHECK: %Y, %Indices = onnx.MaxPool(%[[V3]]) {dilations = array<i64: 3, 3>, kernel_shape = array<i64: 2, 2>} : (tensor<1x1x4x7xf32>) -> (tensor<1x1x1x4xf32>, none)
// CHECK: return %Y : tensor<1x1x1x4xf32>
func.func @beside_the_input(%x: tensor<1x1x2x5xf32>) -> tensor<1x1x1x4xf32> {
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
// CHECK: %[[V0:.*]], %[[V1:.*]] = onnx.MaxPool(%arg0) {kernel_shape = array<i64: 3>, pads = array<i64: 1, 1>, strides = array<i64: 2>} : {{.*}} -> (tensor<2x3x4xf32>, tensor<2x3x4xi64>)
// CHECK: %[[V2:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Mod(%[[V1]], %[[V2]]) : {{.*}} -> tensor<2x3x4xi64>
// CHECK: return %[[V0]], %[[V3]] : tensor<2x3x4xf32>, tensor<2x3x4xi64>
func.func @indices1d(%x: tensor<2x3x8xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xi64>) {
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
