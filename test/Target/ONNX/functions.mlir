// A func.func with a domain is a function of the model: its names are its own,
// its constants are nodes, and the version of its domain is imported.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export %s | torch-onnx-translate --to-onnx -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// REQUIRES: onnx

// CHECK: ir 10, opset ai.onnx 21, my.fns 1
// CHECK: node /twice: my.fns::twice(a) -> (/twice_output_0)
// CHECK: node /twice_1: my.fns::twice(/twice_output_0) -> (output_0)
// CHECK: function my.fns::twice(a) -> (b)
// CHECK-NEXT: value_info /Constant_output_0: float[]
// CHECK-NEXT: node /Constant: Constant() -> (/Constant_output_0)
// CHECK-NEXT:   value = tensor float[] = 2.0
// CHECK-NEXT: node /Mul: Mul(a, /Constant_output_0) -> (b)
// CHECK-NEXT: canonical True
module attributes {onnx.opset = 21 : i64} {
  func.func private @twice(%a: tensor<2xf32> {onnx.name = "a"}) -> (tensor<2xf32> {onnx.name = "b"})
      attributes {onnx.domain = "my.fns"} {
    %c = onnx.Constant dense<2.0> : tensor<f32>
    %0 = onnx.Mul(%a, %c) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32> {onnx.name = "a"}) -> tensor<2xf32> {
    %0 = call @twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}
