// Every kind of attribute; what is not set is not written.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export %s | torch-onnx-translate --to-onnx -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// REQUIRES: onnx

module attributes {onnx.opset = 21 : i64} {
  // CHECK: ir 10, opset ai.onnx 21, my.domain 1
  func.func @main(%x: tensor<1x2x4x4xf32> {onnx.name = "x"}) -> tensor<?xf32> {
    %none = onnx.NoValue() : () -> none
    // CHECK: node /LeakyRelu: LeakyRelu(x) -> (/LeakyRelu_output_0)
    // CHECK-NEXT: alpha = float 0.25
    %0 = onnx.LeakyRelu(%x) {alpha = 0.25 : f32} : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
    // CHECK-NEXT: node /LeakyRelu_1: LeakyRelu(/LeakyRelu_output_0) -> (/LeakyRelu_1_output_0)
    // CHECK-NEXT: node
    %1 = onnx.LeakyRelu(%0) : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
    // CHECK-SAME: /MaxPool: MaxPool(/LeakyRelu_1_output_0) -> (/MaxPool_output_0)
    // CHECK-NEXT: auto_pad = string 'SAME_UPPER'
    // CHECK-NEXT: kernel_shape = ints [2, 2]
    // CHECK-NEXT: storage_order = int 1
    %2, %indices = onnx.MaxPool(%1) {auto_pad = "SAME_UPPER", kernel_shape = array<i64: 2, 2>, storage_order = 1 : i64} : (tensor<1x2x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xi64>)
    // CHECK-NEXT: node /Cast: Cast
    // CHECK-NEXT: to = int 11
    %3 = onnx.Cast(%2) {to = f64} : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf64>
    // CHECK-NEXT: node /Shape: Shape
    %4 = onnx.Shape(%3) : (tensor<1x2x4x4xf64>) -> tensor<4xi64>
    // CHECK-NEXT: node /ConstantOfShape: ConstantOfShape
    // CHECK-NEXT: value = tensor int64[1] = [7]
    %5 = onnx.ConstantOfShape(%4) {value = dense<7> : tensor<1xi64>} : (tensor<4xi64>) -> tensor<1x2x4x4xi64>
    // CHECK-NEXT: node /lists: my.domain::lists(x, <none>, /ConstantOfShape_output_0) -> (output_0)
    // CHECK-NEXT: flag = int 1
    // CHECK-NEXT: floats = floats [0.5, -1.0]
    // CHECK-NEXT: ints = ints [-1, 9223372036854775807]
    // CHECK-NEXT: strings = strings ['a', 'b c']
    // CHECK-NEXT: type = type float[2]
    // CHECK-NEXT: vector = tensor bool[3] = [True, False, True]
    %6 = onnx.Custom(%x, %none, %5, %none) {domain = "my.domain", op_type = "lists",
      node_attributes = {floats = array<f32: 0.5, -1.0>, flag = true,
        ints = array<i64: -1, 9223372036854775807>, strings = ["a", "b c"],
        type = tensor<2xf32>, vector = dense<[true, false, true]> : tensor<3xi1>}}
      : (tensor<1x2x4x4xf32>, none, tensor<1x2x4x4xi64>, none) -> tensor<?xf32>
    return %6 : tensor<?xf32>
  }
}
// CHECK: canonical True
