// Values of nodes of the captured program keep the names that they have there.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export --split-input-file %s | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: torch-onnx-opt --onnx-simplify --onnx-prepare-for-export --split-input-file %s | FileCheck %s --check-prefixes=CHECK,SIMPLE

// Of two values that claim a name neither has it, an input keeps its own, and a
// node of which nothing is the value has none.

// CHECK-LABEL: func.func @main(
// CHECK-SAME: {onnx.name = "relu_2"}
// CHECK: onnx.Relu({{.*}}) {onnx.node_name = "/block/Relu", onnx.value_names = ["relu"]}
// CHECK: onnx.Sin({{.*}}) {onnx.node_name = "/Sin", onnx.value_names = ["/Sin_output_0"]}
// CHECK: onnx.Exp({{.*}}) {onnx.node_name = "/Exp", onnx.value_names = ["/Exp_output_0"]}
// CHECK: onnx.Tanh({{.*}}) {onnx.node_name = "/Tanh", onnx.value_names = ["/Tanh_output_0"]}
// CHECK: onnx.Abs({{.*}}) {onnx.node_name = "/Abs", onnx.value_names = ["/Abs_output_0"]}
// CHECK: onnx.TopK({{.*}}) {{{.*}}onnx.value_names = ["getitem", "/TopK_output_1"]
// CHECK: onnx.Neg({{.*}}) {onnx.node_name = "/Neg", onnx.value_names = ["out"]}
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2xf32> {onnx.name = "relu_2"}) -> (tensor<2xf32> {onnx.name = "out"}) {
    %k = onnx.Constant {name = "k"} dense<2> : tensor<1xi64>
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["relu", "aten.relu.default", ["relu"]]>["block"("m.py":1:0)])
    %1 = onnx.Sin(%0) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["relu_2", "aten.sin.default", ["relu_2"]]>["m.py":2:0])
    %2 = onnx.Exp(%1) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["exp", "aten.exp.default", ["exp"]]>["m.py":3:0])
    %3 = onnx.Tanh(%2) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["exp", "aten.exp.default", ["exp"]]>["m.py":3:0])
    %4 = onnx.Abs(%3) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["abs", "aten.abs.default"]>["m.py":3:0])
    %5:2 = onnx.TopK(%4, %k) : (tensor<2xf32>, tensor<1xi64>) -> (tensor<2xf32>, tensor<2xi64>) loc(fused<["topk", "aten.topk.default", ["getitem", ""]]>["m.py":4:0])
    %6 = onnx.Neg(%5#0) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["neg", "aten.neg.default", ["neg"]]>["m.py":5:0])
    return %6 : tensor<2xf32>
  }
}

// -----

// A rewrite hands the name to what takes the place of the value. What it merges
// loses its own: the product has no name once it is part of a Gemm.

// CHECK-LABEL: func.func @main(
// PLAIN: onnx.MatMul{{.*}}onnx.value_names = ["matmul"]
// PLAIN: onnx.Add{{.*}}onnx.value_names = ["add"]
// PLAIN: onnx.Identity{{.*}}onnx.value_names = ["clone"]
// SIMPLE-NOT: "matmul"
// SIMPLE: onnx.Gemm{{.*}}onnx.value_names = ["add"]
// SIMPLE-NOT: clone
// CHECK: onnx.Relu{{.*}}onnx.value_names = ["relu"]
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2x3xf32> {onnx.name = "x"}) -> (tensor<2x4xf32> {onnx.name = "out"}) {
    %w = onnx.Constant {name = "w"} dense<1.0> : tensor<3x4xf32>
    %b = onnx.Constant {name = "b"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %0 = onnx.MatMul(%x, %w) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32> loc(fused<["matmul", "aten.matmul.default", ["matmul"]]>["m.py":1:0])
    %1 = onnx.Add(%0, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32> loc(fused<["add", "aten.add.Tensor", ["add"]]>["m.py":2:0])
    %2 = onnx.Identity(%1) : (tensor<2x4xf32>) -> tensor<2x4xf32> loc(fused<["clone", "aten.clone.default", ["clone"]]>["m.py":3:0])
    %3 = onnx.Relu(%2) : (tensor<2x4xf32>) -> tensor<2x4xf32> loc(fused<["relu", "aten.relu.default", ["relu"]]>["m.py":4:0])
    %4 = onnx.Exp(%3) : (tensor<2x4xf32>) -> tensor<2x4xf32>
    return %4 : tensor<2x4xf32>
  }
}

// -----

// What had no name gets it, and a constant, too.

// CHECK-LABEL: func.func @main(
// SIMPLE: onnx.Constant {onnx.value_names = ["mul"]}
// SIMPLE: onnx.Exp{{.*}}onnx.value_names = ["alias"]
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2xf32> {onnx.name = "x"}) -> (tensor<2xf32> {onnx.name = "out"}) {
    %a = onnx.Constant dense<[3.0, 4.0]> : tensor<2xf32>
    %b = onnx.Constant dense<[5.0, 6.0]> : tensor<2xf32>
    %0 = onnx.Mul(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32> loc(fused<["mul", "aten.mul.Tensor", ["mul"]]>["m.py":1:0])
    %1 = onnx.Exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %2 = onnx.Identity(%1) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["alias", "aten.alias.default", ["alias"]]>["m.py":2:0])
    %3 = onnx.Div(%2, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %3 : tensor<2xf32>
  }
}
