// The standard counts the condition of a loop, which is written as an empty name
// where nothing follows it. Other absent inputs at the end are not written.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export %s | torch-onnx-translate --to-onnx -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// REQUIRES: onnx

// CHECK: node /Loop: Loop(n, <none>) -> (output_0)
// CHECK: node /Clip: Clip(x) -> (output_1)
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2xf32> {onnx.name = "x"}, %n: tensor<i64> {onnx.name = "n"}) -> (tensor<?x2xf32>, tensor<2xf32>) {
    %none = onnx.NoValue() : () -> none
    %0 = onnx.Loop(%n, %none) : (tensor<i64>, none) -> tensor<?x2xf32> {
    ^bb0(%i: tensor<i64>, %go: tensor<i1>):
      %y = onnx.Neg(%x) : (tensor<2xf32>) -> tensor<2xf32>
      onnx.Yield(%go, %y) : (tensor<i1>, tensor<2xf32>) -> ()
    }
    %1 = onnx.Clip(%x, %none, %none) : (tensor<2xf32>, none, none) -> tensor<2xf32>
    return %0, %1 : tensor<?x2xf32>, tensor<2xf32>
  }
}
