// Regions become GRAPH attributes: names over all of them are unique, constants
// are initializers of the model, and a subgraph returns what its own nodes make.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export %s | torch-onnx-translate --to-onnx -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// REQUIRES: onnx

// CHECK:      graph main
// CHECK-NEXT: input x: float[2]
// CHECK-NEXT: input c: bool[]
// CHECK-NEXT: input n: int64[]
// CHECK-NEXT: output output_0: float[2]
// CHECK-NEXT: output output_1: float[2]
// CHECK-NEXT: initializer /constant: float[2] = [3.0, 4.0]
// CHECK-NEXT: node /If: If(c) -> (output_0)
// CHECK-NEXT:   then_branch = graph /If_then_branch
// CHECK-NEXT:     graph /If_then_branch
// CHECK-NEXT:     output /Identity_output_0: float[2]
// CHECK-NEXT:     node /Identity: Identity(x) -> (/Identity_output_0)
// CHECK-NEXT:   else_branch = graph /If_else_branch
// CHECK-NEXT:     graph /If_else_branch
// CHECK-NEXT:     output /Identity_1_output_0: float[2]
// CHECK-NEXT:     node /Identity_1: Identity(/constant) -> (/Identity_1_output_0)
// CHECK-NEXT: node /Loop: Loop(n, <none>, x) -> (output_1)
// CHECK-NEXT:   body = graph /Loop_body
// CHECK-NEXT:     graph /Loop_body
// CHECK-NEXT:     input /Loop_body_input_0: int64[]
// CHECK-NEXT:     input /Loop_body_input_1: bool[]
// CHECK-NEXT:     input /Loop_body_input_2: float[2]
// CHECK-NEXT:     output /Identity_2_output_0: bool[]
// CHECK-NEXT:     output /Add_1_output_0: float[2]
// CHECK-NEXT:     value_info /Add_output_0: float[2]
// CHECK-NEXT:     node /Add: Add(/Loop_body_input_2, output_0) -> (/Add_output_0)
// CHECK-NEXT:     node /Add_1: Add(/Add_output_0, x) -> (/Add_1_output_0)
// CHECK-NEXT:     node /Identity_2: Identity(/Loop_body_input_1) -> (/Identity_2_output_0)
// CHECK-NEXT: canonical True
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2xf32> {onnx.name = "x"}, %c: tensor<i1> {onnx.name = "c"},
                  %n: tensor<i64> {onnx.name = "n"}) -> (tensor<2xf32>, tensor<2xf32>) {
    %0 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
      onnx.Yield(%x) : (tensor<2xf32>) -> ()
    } else {
      %k = onnx.Constant dense<[3.0, 4.0]> : tensor<2xf32>
      onnx.Yield(%k) : (tensor<2xf32>) -> ()
    }
    %none = onnx.NoValue() : () -> none
    %1 = onnx.Loop(%n, %none, %x) : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32> {
    ^bb0(%i: tensor<i64>, %cc: tensor<i1>, %v: tensor<2xf32>):
      %s = onnx.Add(%v, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      %t = onnx.Add(%s, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      onnx.Yield(%cc, %t) : (tensor<i1>, tensor<2xf32>) -> ()
    }
    return %0, %1 : tensor<2xf32>, tensor<2xf32>
  }
}
