// Calls of modules become functions; equal ones share one.
//
// RUN: torch-onnx-opt --onnx-outline-functions --split-input-file --verify-diagnostics %s | FileCheck %s

// Two layers that differ in a size share a function, in which it is unknown. Weights
// are inputs under the names that they have in the module, after the values; a small
// constant without a name is inside.
// CHECK-LABEL: func.func @main
// CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>)
// CHECK-DAG: %[[W0:.*]] = onnx.Constant {name = "fc1.weight"}
// CHECK-DAG: %[[W1:.*]] = onnx.Constant {name = "fc2.weight"}
// CHECK: %[[H:.*]] = onnx.Call @Linear(%[[X]], %[[W0]]) : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
// CHECK: %[[R:.*]] = onnx.Relu(%[[H]])
// CHECK: %[[Y:.*]] = onnx.Call @Linear(%[[R]], %[[W1]]) : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x4xf32>
// CHECK: return %[[Y]]
// CHECK: func.func private @Linear(%[[A:.*]]: tensor<2x?xf32>, %[[B:.*]]: tensor<?x?xf32> {onnx.name = "weight"}) -> tensor<2x?xf32> attributes {onnx.domain = "pkg.torch.nn.modules.linear"}
// CHECK: %[[C:.*]] = onnx.Constant dense<2.0
// CHECK: %[[M:.*]] = onnx.MatMul(%[[A]], %[[B]]) : (tensor<2x?xf32>, tensor<?x?xf32>) -> tensor<2x?xf32>
// CHECK: onnx.Mul(%[[M]], %[[C]])
module attributes {onnx.modules = {self = "my.Net", self.fc1 = "torch.nn.modules.linear.Linear", self.fc2 = "torch.nn.modules.linear.Linear"}} {
  func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %w0 = onnx.Constant {name = "fc1.weight"} dense<1.0> : tensor<4x8xf32>
    %w1 = onnx.Constant {name = "fc2.weight"} dense<1.0> : tensor<8x4xf32>
    %c = onnx.Constant dense<2.0> : tensor<f32>
    %0 = onnx.MatMul(%x, %w0) : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32> loc("fc1")
    %1 = onnx.Mul(%0, %c) : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32> loc("fc1")
    %2 = onnx.Relu(%1) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %3 = onnx.MatMul(%2, %w1) : (tensor<2x8xf32>, tensor<8x4xf32>) -> tensor<2x4xf32> loc("fc2")
    %4 = onnx.Mul(%3, %c) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32> loc("fc2")
    return %4 : tensor<2x4xf32>
  }
}

// -----

// A constant in which calls differ is an input; an attribute in which they differ makes
// another function; so does another class.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @Act(%{{.*}}, %{{.*}}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK: onnx.Call @Act(%{{.*}}, %{{.*}}) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
// CHECK: onnx.Call @Act_1
// CHECK: onnx.Call @Act_2
// CHECK: func.func private @Act(%{{.*}}: tensor<2x4xf32>, %{{.*}}: tensor<f32>)
// CHECK-SAME: onnx.domain = "pkg.torch.my"
// CHECK: func.func private @Act_1({{.*}}onnx.domain = "pkg.torch.my"
// CHECK: func.func private @Act_2({{.*}}onnx.domain = "pkg.torch.your"
module attributes {onnx.modules = {self.a = "my.Act", self.b = "my.Act", self.c = "my.Act", self.d = "your.Act"}} {
  func.func @main(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
    %c = onnx.Constant dense<2.0> : tensor<f32>
    %d = onnx.Constant dense<3.0> : tensor<f32>
    %0 = onnx.Mul(%x, %c) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32> loc("a")
    %1 = onnx.Mul(%0, %d) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32> loc("b")
    %2 = onnx.LeakyRelu(%1) {alpha = 0.5 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32> loc("c")
    %3 = onnx.LeakyRelu(%2) {alpha = 0.5 : f32} : (tensor<2x4xf32>) -> tensor<2x4xf32> loc("d")
    return %3 : tensor<2x4xf32>
  }
}

// -----

// Functions nest as modules do. `layers` is a container, which has no class.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: onnx.Call @Block(
// CHECK: func.func private @Relu(
// CHECK: func.func private @Block(
// CHECK: onnx.Call @Relu(
// CHECK: onnx.Neg(
module attributes {onnx.modules = {self.layers.0 = "my.Block", self.layers.1 = "my.Block", self.layers.0.act = "my.Relu", self.layers.1.act = "my.Relu"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.0.act")
    %1 = onnx.Neg(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.0")
    %2 = onnx.Relu(%1) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.1.act")
    %3 = onnx.Neg(%2) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.1")
    return %3 : tensor<4xf32>
  }
}

// -----

// Without classes a function has the name of the attribute, that of the list for its
// elements.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: onnx.Call @layers(
// CHECK: func.func private @layers({{.*}}onnx.domain = "pkg.torch"
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.0")
    %1 = onnx.Neg(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.0")
    %2 = onnx.Relu(%1) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.1")
    %3 = onnx.Neg(%2) : (tensor<4xf32>) -> tensor<4xf32> loc("layers.1")
    %4 = onnx.Relu(%3) : (tensor<4xf32>) -> tensor<4xf32>
    return %4 : tensor<4xf32>
  }
}

// -----

// A module that is called again: the second name of a location tells the calls apart.
// CHECK-LABEL: func.func @main
// CHECK-COUNT-2: onnx.Call @B(
// CHECK-NOT: onnx.Call
// CHECK: return
module attributes {onnx.modules = {self.b = "my.B"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %1 = onnx.Relu(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("b"("b@1"("f.py":1:0)))
    %2 = onnx.Neg(%1) : (tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}

// -----

// What the first of two calls computes for both is computed by their caller.
// CHECK-LABEL: func.func @main
// CHECK: %[[S:.*]] = onnx.Exp(
// CHECK: onnx.Call @B(%{{.*}}, %[[S]])
// CHECK: onnx.Call @B(%{{.*}}, %[[S]])
module attributes {onnx.modules = {self.b = "my.B", self.c = "my.B"}} {
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    %s = onnx.Exp(%y) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %0 = onnx.Mul(%x, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("b")
    %1 = onnx.Mul(%0, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("c")
    return %1 : tensor<4xf32>
  }
}

// -----

// But a result of a call that the next one takes is a result, also if it is used inside.
// CHECK-LABEL: func.func @main
// CHECK: %[[A:.*]]:2 = onnx.Call @B(%arg0)
// CHECK: onnx.Call @C(%[[A]]#0, %[[A]]#1)
module attributes {onnx.modules = {self.b = "my.B", self.c = "my.C"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %s = onnx.Exp(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %0 = onnx.Neg(%s) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %1 = onnx.Mul(%s, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("c")
    return %1 : tensor<4xf32>
  }
}

// -----

// Nodes of a call are moved next to each other, past those that need none of them.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @B(%arg0)
// CHECK: onnx.Neg
// CHECK: onnx.Add
module attributes {onnx.modules = {self.b = "my.B"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Exp(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %1 = onnx.Neg(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = onnx.Relu(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %3 = onnx.Add(%1, %2) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// Not where a node between them needs one and is needed by another.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: onnx.Exp
// CHECK-NEXT: onnx.Neg
// CHECK-NEXT: onnx.Relu
// CHECK-NEXT: onnx.Call @C
// CHECK-NEXT: return
// expected-remark @+1 {{calls of modules that do not become functions: 1}}
module attributes {onnx.modules = {self.b = "my.B", self.c = "my.C"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Exp(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %1 = onnx.Neg(%0) : (tensor<4xf32>) -> tensor<4xf32>
    %2 = onnx.Relu(%1) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %3 = onnx.Relu(%2) : (tensor<4xf32>) -> tensor<4xf32> loc("c")
    return %3 : tensor<4xf32>
  }
}

// -----

// A branch belongs to a call as a whole, and what it captures is an input. What is absent
// is absent inside of the function.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @B(%arg0, %arg1)
// CHECK: func.func private @B(%[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>)
// CHECK: onnx.NoValue
// CHECK: onnx.If(%[[C]])
// CHECK: onnx.Clip(%[[X]]
// CHECK: onnx.Neg(%[[X]])
module attributes {onnx.modules = {self.b = "my.B"}} {
  func.func @main(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
    %none = onnx.NoValue() : () -> none
    %0 = onnx.If(%c) : (tensor<i1>) -> tensor<4xf32> then {
      %1 = onnx.Clip(%x, %none, %none) : (tensor<4xf32>, none, none) -> tensor<4xf32> loc("b")
      onnx.Yield(%1) : (tensor<4xf32>) -> ()
    } else {
      %2 = onnx.Neg(%x) : (tensor<4xf32>) -> tensor<4xf32>
      onnx.Yield(%2) : (tensor<4xf32>) -> ()
    } loc("b")
    %3 = onnx.Abs(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

// -----

// Names that ONNX does not have are changed, and a domain that foreign nodes have is not
// taken.
// CHECK-LABEL: func.func @main
// CHECK: func.func private @_2d({{.*}}onnx.domain = "pkg.torch.f._locals__"
module attributes {onnx.modules = {self.b = "f.<locals>.2d"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %1 = onnx.Custom(%0) {domain = "pkg.torch.f._locals_", op_type = "_2d"} : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}

// -----

// A module with others inside that is most of the graph is the graph; so is one that is
// all of it (below).
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @C(
// CHECK-NEXT: onnx.Neg
// CHECK-NEXT: onnx.Exp
module attributes {onnx.modules = {self.b = "my.B", self.b.c = "my.C"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b.c")
    %1 = onnx.Neg(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %2 = onnx.Exp(%1) : (tensor<4xf32>) -> tensor<4xf32>
    return %2 : tensor<4xf32>
  }
}

// -----

// CHECK-LABEL: func.func @main
// CHECK-NOT: onnx.Call
module attributes {onnx.modules = {self.b = "my.B"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    return %0 : tensor<4xf32>
  }
}

// -----

// CHECK-LABEL: func.func @main
// CHECK-NOT: onnx.Call
// expected-warning @+1 {{opset 14 has no functions, so the modules are inlined; use --opset=15 or newer to keep them}}
module attributes {onnx.opset = 14 : i64, onnx.modules = {self.b = "my.B"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %1 = onnx.Relu(%0) : (tensor<4xf32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
