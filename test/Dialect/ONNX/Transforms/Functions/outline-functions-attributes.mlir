// What calls differ in only by attributes is an attribute of their function; inlined, the
// nodes are those that they were.
//
// RUN: torch-onnx-opt --onnx-outline-functions --split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-outline-functions --verify-roundtrip --split-input-file %s
// RUN: torch-onnx-opt --onnx-outline-functions --onnx-inline-functions --split-input-file %s 2> %t \
// RUN:   | FileCheck %s --check-prefix=BACK

// An attribute that is equal in all calls is inside. Two attributes with the same values in
// each call are one attribute of the function, others get a number.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @Act(%{{.*}}) {node_attributes = {alpha = 1.000000e-01 : f32, alpha_1 = 3.000000e-01 : f32}}
// CHECK: onnx.Call @Act(%{{.*}}) {node_attributes = {alpha = 2.000000e-01 : f32, alpha_1 = 4.000000e-01 : f32}}
// CHECK-NOT: onnx.Call
// CHECK: func.func private @Act(
// CHECK-SAME: attributes {onnx.attributes = {alpha = 1.000000e-01 : f32, alpha_1 = 3.000000e-01 : f32}, onnx.domain = "pkg.torch.my"}
// CHECK: onnx.Custom(%{{.*}}) {domain = "", op_type = "LeakyRelu", references = {alpha = "alpha"}}
// CHECK: onnx.Custom(%{{.*}}) {domain = "", op_type = "LeakyRelu", references = {alpha = "alpha_1"}}
// CHECK: onnx.Custom(%{{.*}}) {domain = "", op_type = "LeakyRelu", references = {alpha = "alpha"}}
// CHECK: onnx.LeakyRelu(%{{.*}}) {alpha = 5.000000e-01 : f32}
// BACK-LABEL: func.func @main
// BACK: onnx.LeakyRelu({{.*}}) {alpha = 1.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 3.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 1.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 5.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 2.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 4.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 2.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 5.000000e-01 : f32}
// BACK-NOT: func.func
module attributes {onnx.modules = {self.a = "my.Act", self.b = "my.Act"}} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.LeakyRelu(%x) {alpha = 0.1 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("a")
    %1 = onnx.LeakyRelu(%0) {alpha = 0.3 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("a")
    %2 = onnx.LeakyRelu(%1) {alpha = 0.1 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("a")
    %3 = onnx.LeakyRelu(%2) {alpha = 0.5 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("a")
    %4 = onnx.LeakyRelu(%3) {alpha = 0.2 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("b")
    %5 = onnx.LeakyRelu(%4) {alpha = 0.4 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("b")
    %6 = onnx.LeakyRelu(%5) {alpha = 0.2 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("b")
    %7 = onnx.LeakyRelu(%6) {alpha = 0.5 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("b")
    return %7 : tensor<2xf32>
  }
}

// -----

// A function around passes an attribute on, by a name of its own.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @Block(%{{.*}}) {node_attributes = {alpha = 1.000000e-01 : f32}}
// CHECK: onnx.Call @Block(%{{.*}}) {node_attributes = {alpha = 2.000000e-01 : f32}}
// CHECK: func.func private @Act({{.*}}onnx.attributes = {alpha = 1.000000e-01 : f32}
// CHECK: func.func private @Block({{.*}}onnx.attributes = {alpha = 1.000000e-01 : f32}
// CHECK: onnx.Call @Act(%{{.*}}) {references = {alpha = "alpha"}}
// CHECK: onnx.Call @Act(%{{.*}}) {node_attributes = {alpha = 0.699999988 : f32}}
// BACK-LABEL: func.func @main
// BACK: onnx.LeakyRelu({{.*}}) {alpha = 1.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 0.699999988 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 2.000000e-01 : f32}
// BACK-NEXT: onnx.LeakyRelu({{.*}}) {alpha = 0.699999988 : f32}
module attributes {onnx.modules = {self.b = "my.Block", self.c = "my.Block", self.b.a = "my.Act", self.b.d = "my.Act", self.c.a = "my.Act", self.c.d = "my.Act"}} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.LeakyRelu(%x) {alpha = 0.1 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("b.a")
    %1 = onnx.LeakyRelu(%0) {alpha = 0.7 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("b.d")
    %2 = onnx.LeakyRelu(%1) {alpha = 0.2 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("c.a")
    %3 = onnx.LeakyRelu(%2) {alpha = 0.7 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("c.d")
    return %3 : tensor<2xf32>
  }
}

// -----

// Not attributes of a function: one that a call leaves at its default, one that is a type, the
// axis of a node whose rank differs, and what is inside of a branch.
// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @Act(
// CHECK-NEXT: onnx.Call @Act_1(
// CHECK-NEXT: onnx.Call @ToA(
// CHECK-NEXT: onnx.Call @ToA_1(
// CHECK-NEXT: onnx.Call @ToB(
// CHECK-NEXT: onnx.Call @ToB_1(
// CHECK-NOT: onnx.attributes
module attributes {onnx.modules = {self.a = "my.Act", self.b = "my.Act", self.c = "my.ToA", self.d = "my.ToA", self.e = "my.ToB", self.f = "my.ToB"}} {
  func.func @main(%x: tensor<2xf32>, %c: tensor<i1>) -> (tensor<2xf16>, tensor<2xf64>, tensor<2xf32>) {
    %0 = onnx.LeakyRelu(%x) {alpha = 0.1 : f32} : (tensor<2xf32>) -> tensor<2xf32> loc("a")
    %1 = onnx.LeakyRelu(%0) : (tensor<2xf32>) -> tensor<2xf32> loc("b")
    %2 = onnx.Cast(%1) {to = f16} : (tensor<2xf32>) -> tensor<2xf16> loc("c")
    %3 = onnx.Cast(%1) {to = f64} : (tensor<2xf32>) -> tensor<2xf64> loc("d")
    %4 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
      %5 = onnx.LeakyRelu(%1) {alpha = 0.1 : f32} : (tensor<2xf32>) -> tensor<2xf32>
      onnx.Yield(%5) : (tensor<2xf32>) -> ()
    } else {
      %5 = onnx.Neg(%1) : (tensor<2xf32>) -> tensor<2xf32>
      onnx.Yield(%5) : (tensor<2xf32>) -> ()
    } loc("e")
    %6 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
      %7 = onnx.LeakyRelu(%4) {alpha = 0.2 : f32} : (tensor<2xf32>) -> tensor<2xf32>
      onnx.Yield(%7) : (tensor<2xf32>) -> ()
    } else {
      %7 = onnx.Neg(%4) : (tensor<2xf32>) -> tensor<2xf32>
      onnx.Yield(%7) : (tensor<2xf32>) -> ()
    } loc("f")
    return %2, %3, %6 : tensor<2xf16>, tensor<2xf64>, tensor<2xf32>
  }
}
