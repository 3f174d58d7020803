// Calls of modules inside of branches and loops become calls there.
//
// RUN: torch-onnx-opt --onnx-outline-functions --split-input-file --verify-diagnostics %s | FileCheck %s

// A module that is called in a branch and in the graph is one function. Its inputs are what it
// captures. The branch itself belongs to the call around it, whose function has the call inside.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @C(%arg1)
// CHECK: onnx.Call @B(%arg0, %{{.*}})
// CHECK: func.func private @C(
// CHECK: onnx.Clip
// CHECK: onnx.Relu
// CHECK: func.func private @B(%[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>)
// CHECK: onnx.If(%[[P]])
// CHECK-NEXT: onnx.Call @C(%[[X]])
// CHECK: else
// CHECK-NEXT: onnx.Neg(%[[X]])
// CHECK: onnx.Exp
module attributes {onnx.modules = {self.b = "my.B", self.b.c = "my.C", self.d = "my.C"}} {
  func.func @main(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %none = onnx.NoValue() : () -> none
    %d0 = onnx.Clip(%x, %none, %none) : (tensor<4xf32>, none, none) -> tensor<4xf32> loc("d")
    %d1 = onnx.Relu(%d0) : (tensor<4xf32>) -> tensor<4xf32> loc("d")
    %0 = onnx.If(%c) : (tensor<i1>) -> tensor<4xf32> then {
      %1 = onnx.Clip(%d1, %none, %none) : (tensor<4xf32>, none, none) -> tensor<4xf32> loc("b.c")
      %2 = onnx.Relu(%1) : (tensor<4xf32>) -> tensor<4xf32> loc("b.c")
      onnx.Yield(%2) : (tensor<4xf32>) -> ()
    } else {
      %1 = onnx.Neg(%d1) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
      onnx.Yield(%1) : (tensor<4xf32>) -> ()
    } loc("b")
    %3 = onnx.Exp(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %4 = onnx.Abs(%3) : (tensor<4xf32>) -> tensor<4xf32>
    %5 = onnx.Sin(%4) : (tensor<4xf32>) -> tensor<4xf32>
    %6 = onnx.Cos(%5) : (tensor<4xf32>) -> tensor<4xf32>
    %7 = onnx.Sqrt(%6) : (tensor<4xf32>) -> tensor<4xf32>
    %8 = onnx.Floor(%7) : (tensor<4xf32>) -> tensor<4xf32>
    return %8 : tensor<4xf32>
  }
}

// -----

// The body of a loop that is one call of a module; a node that uses a value of the call and
// is used by it leaves it apart.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Loop
// CHECK: onnx.Call @Cell(
// CHECK-NEXT: onnx.Yield
// CHECK: onnx.Loop
// CHECK-NOT: onnx.Call
// CHECK: onnx.Exp
// CHECK: onnx.Neg
// CHECK: onnx.Relu
// CHECK: onnx.Yield
// expected-remark @+1 {{calls of modules that do not become functions: 1}}
module attributes {onnx.modules = {self.cell = "my.Cell", self.cut = "my.Cut"}} {
  func.func @main(%n: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %t = onnx.Constant dense<true> : tensor<i1>
    %none = onnx.NoValue() : () -> none
    %0 = onnx.Loop(%n, %none, %x) : (tensor<i64>, none, tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<4xf32>):
      %1 = onnx.Exp(%v) : (tensor<4xf32>) -> tensor<4xf32> loc("cell")
      %2 = onnx.Relu(%1) : (tensor<4xf32>) -> tensor<4xf32> loc("cell")
      onnx.Yield(%t, %2) : (tensor<i1>, tensor<4xf32>) -> ()
    }
    %3 = onnx.Loop(%n, %none, %0) : (tensor<i64>, none, tensor<4xf32>) -> tensor<4xf32> {
    ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<4xf32>):
      %4 = onnx.Exp(%v) : (tensor<4xf32>) -> tensor<4xf32> loc("cut")
      %5 = onnx.Neg(%4) : (tensor<4xf32>) -> tensor<4xf32>
      %6 = onnx.Relu(%5) : (tensor<4xf32>) -> tensor<4xf32> loc("cut")
      onnx.Yield(%t, %6) : (tensor<i1>, tensor<4xf32>) -> ()
    }
    return %3 : tensor<4xf32>
  }
}
