// Attributes of functions: every call has them, and nodes inside refer to them.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export %s | torch-onnx-translate --to-onnx -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// REQUIRES: onnx

// An optional result that nothing uses is not written, and an attribute that a reference has
// gets no default.
// CHECK: node /Outer: my::Outer(x) -> (output_0)
// CHECK-NEXT: axis = int -1
// CHECK-NEXT: mode = string 'NOTSET'
// CHECK-NEXT: shape = ints [2, 2]
// CHECK-NEXT: slope = float 0.5
// CHECK: function my::Inner(input_0) -> (output_0)
// CHECK-NEXT: attributes axis, mode, shape, slope
// CHECK: node /LeakyRelu: LeakyRelu(input_0)
// CHECK-NEXT: alpha = float of the call: slope
// CHECK-NEXT: node /MaxPool: MaxPool(/LeakyRelu_output_0) -> (/MaxPool_output_0)
// CHECK-NEXT: auto_pad = string of the call: mode
// CHECK-NEXT: kernel_shape = ints of the call: shape
// CHECK-NEXT: node /Softmax: Softmax(/MaxPool_output_0) -> (output_0)
// CHECK-NEXT: axis = int of the call: axis
// CHECK-NEXT: function my::Outer(input_0) -> (output_0)
// CHECK-NEXT: attributes axis, mode, shape, slope
// CHECK: node /Inner: my::Inner(input_0) -> (output_0)
// CHECK-NEXT: axis = int -2
// CHECK-NEXT: mode = string of the call: mode
// CHECK: canonical True
module attributes {onnx.opset = 21 : i64} {
  func.func private @Inner(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x?x?xf32>
      attributes {onnx.domain = "my", onnx.attributes = {axis = 1 : i64, mode = "VALID", shape = array<i64: 2, 2>, slope = 0.5 : f32}} {
    %0 = onnx.Custom(%x) {domain = "", op_type = "LeakyRelu", references = {alpha = "slope"}} : (tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
    %1:2 = onnx.Custom(%0) {domain = "", op_type = "MaxPool", references = {auto_pad = "mode", kernel_shape = "shape"}} : (tensor<1x1x4x4xf32>) -> (tensor<1x1x?x?xf32>, tensor<1x1x?x?xi64>)
    %2 = onnx.Custom(%1#0) {domain = "", op_type = "Softmax", references = {axis = "axis"}} : (tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32>
    return %2 : tensor<1x1x?x?xf32>
  }
  func.func private @Outer(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x?x?xf32>
      attributes {onnx.domain = "my", onnx.attributes = {axis = 1 : i64, mode = "VALID", shape = array<i64: 2, 2>, slope = 0.5 : f32}} {
    %0 = onnx.Call @Inner(%x) {node_attributes = {axis = -2 : i64}, references = {mode = "mode", shape = "shape", slope = "slope"}} : (tensor<1x1x4x4xf32>) -> tensor<1x1x?x?xf32>
    return %0 : tensor<1x1x?x?xf32>
  }
  func.func @main(%x: tensor<1x1x4x4xf32> {onnx.name = "x"}) -> tensor<1x1x3x3xf32> {
    %0 = onnx.Call @Outer(%x) {node_attributes = {axis = -1 : i64, mode = "NOTSET", shape = array<i64: 2, 2>, slope = 0.5 : f32}} : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
    return %0 : tensor<1x1x3x3xf32>
  }
}
