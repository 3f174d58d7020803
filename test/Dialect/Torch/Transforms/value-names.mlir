// The value of a node keeps its name when the node is replaced: a write in place
// by what it computes, an operator by what it is composed of, of which only the
// last one is the value.
//
// RUN: torch-onnx-opt --torch-functionalize --torch-decompose --convert-torch-to-onnx --onnx-prepare-for-export %s | FileCheck %s

// CHECK-LABEL: func.func @main(
// CHECK: onnx.Relu{{.*}}onnx.value_names = ["relu_"]
// CHECK: onnx.Mul{{.*}}onnx.value_names = ["/Mul_output_0"]
// CHECK-NOT: value_names = ["tanh_backward"]
// CHECK: onnx.Mul{{.*}}onnx.value_names = ["tanh_backward"]
// CHECK-NOT: value_names = ["tanh_backward"]
// CHECK: onnx.Neg{{.*}}onnx.value_names = ["out"]
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: tensor<2x3xf32> {onnx.name = "x"}, %g: tensor<2x3xf32> {onnx.name = "g"}) -> (tensor<2x3xf32> {onnx.name = "out"}) {
    %0 = torch.aten.clone.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %1 = torch.aten.relu_.default(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32> loc(fused<["relu_", "aten.relu_.default", ["relu_"]]>["m.py":1:0])
    %2 = torch.aten.tanh_backward.default(%g, %1) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32> loc(fused<["tanh_backward", "aten.tanh_backward.default", ["tanh_backward"]]>["m.py":2:0])
    %3 = torch.aten.neg.default(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %3 : tensor<2x3xf32>
  }
}
