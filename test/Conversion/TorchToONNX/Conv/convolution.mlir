// Operators that say whether they are transposed, and all arguments.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @convolution
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {dilations = array<i64: 1, 2>, group = 2 : i64, pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 1>}
// CHECK: return %[[V0]] : tensor<1x6x4x5xf32>
func.func @convolution(%x: tensor<1x4x8x9xf32>, %y: tensor<6x2x3x3xf32>, %z: tensor<6xf32>) -> tensor<1x6x4x5xf32> {
  %0 = torch.aten.convolution.default(%x, %y, %z, [2, 1], [1, 0], [1, 2], false, [0, 0], 2) : (tensor<1x4x8x9xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x4x5xf32>
  return %0 : tensor<1x6x4x5xf32>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK: %[[V0:.*]] = onnx.ConvTranspose(%arg0, %arg1, %arg2) {dilations = array<i64: 1, 2>, group = 2 : i64, output_padding = array<i64: 1, 0>, pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 3>}
// CHECK: return %[[V0]] : tensor<1x6x10x18xf32>
func.func @transposed(%x: tensor<1x4x5x6xf32>, %y: tensor<4x3x3x2xf32>, %z: tensor<6xf32>) -> tensor<1x6x10x18xf32> {
  %0 = torch.aten.convolution.default(%x, %y, %z, [2, 3], [1, 0], [1, 2], true, [1, 0], 2) : (tensor<1x4x5x6xf32>, tensor<4x3x3x2xf32>, tensor<6xf32>) -> tensor<1x6x10x18xf32>
  return %0 : tensor<1x6x10x18xf32>
}

// -----

// Settings of a backend change nothing.
// CHECK-LABEL: func.func @arguments_of_a_backend
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {group = 2 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V1]] : tensor<1x6x4x5xf32>
func.func @arguments_of_a_backend(%x: tensor<1x4x8x9xf32>, %y: tensor<6x2x3x3xf32>) -> tensor<1x6x4x5xf32> {
  %0 = torch.aten._convolution.default(%x, %y, none, [2, 2], [1, 1], [1, 1], false, [0, 0], 2, true, false, true, true) : (tensor<1x4x8x9xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x4x5xf32>
  return %0 : tensor<1x6x4x5xf32>
}

// -----

// CHECK-LABEL: func.func @deprecated
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {group = 2 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V1]] : tensor<1x6x4x5xf32>
func.func @deprecated(%x: tensor<1x4x8x9xf32>, %y: tensor<6x2x3x3xf32>) -> tensor<1x6x4x5xf32> {
  %0 = torch.aten._convolution.deprecated(%x, %y, none, [2, 2], [1, 1], [1, 1], false, [0, 0], 2, true, false, true) : (tensor<1x4x8x9xf32>, tensor<6x2x3x3xf32>) -> tensor<1x6x4x5xf32>
  return %0 : tensor<1x6x4x5xf32>
}

// -----

// CHECK-LABEL: func.func @overrideable
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {group = 2 : i64, pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 1>}
// CHECK: return %[[V0]] : tensor<1x6x4x7xf32>
func.func @overrideable(%x: tensor<1x4x8x9xf32>, %y: tensor<6x2x3x3xf32>, %z: tensor<6xf32>) -> tensor<1x6x4x7xf32> {
  %0 = torch.aten.convolution_overrideable.default(%x, %y, %z, [2, 1], [1, 0], [1, 1], false, [0, 0], 2) : (tensor<1x4x8x9xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x4x7xf32>
  return %0 : tensor<1x6x4x7xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]]) {group = 2 : i64, pads = array<i64: 1, 1, 1, 1>}
// CHECK: return %[[V1]] : tensor<?x6x8x9xf32, #sym.dims<n>>
func.func @dynamic(%x: tensor<?x4x8x9xf32, #sym.dims<n>>, %y: tensor<6x2x3x3xf32>) -> tensor<?x6x8x9xf32, #sym.dims<n>> {
  %0 = torch.aten.convolution.default(%x, %y, none, [1, 1], [1, 1], [1, 1], false, [0, 0], 2) : (tensor<?x4x8x9xf32, #sym.dims<n>>, tensor<6x2x3x3xf32>) -> tensor<?x6x8x9xf32, #sym.dims<n>>
  return %0 : tensor<?x6x8x9xf32, #sym.dims<n>>
}
