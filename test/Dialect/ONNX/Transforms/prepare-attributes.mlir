// RUN: torch-onnx-opt --onnx-prepare-for-export --mlir-print-op-generic %s | FileCheck %s

// Nodes state `axis` and `keepdims`, also in the form of an older opset; a
// value that is there stays, and operators without these attributes get none.

// CHECK: "onnx.ReduceMean"({{.*}}keepdims = 1 : i64
// CHECK: "onnx.ReduceMean"({{.*}}keepdims = 0 : i64
// CHECK: "onnx.Custom"({{.*}}node_attributes = {axes = array<i64: 1>, keepdims = 1 : i64}
// CHECK: "onnx.Softmax"({{.*}}axis = -1 : i64
// CHECK: "onnx.Softmax"({{.*}}axis = 0 : i64
// CHECK: "onnx.Gather"({{.*}}axis = 0 : i64
// CHECK: "onnx.Relu"(%{{.*}}) {onnx.node_name
// CHECK: "onnx.Custom"(%{{.*}}) <{domain = "other", op_type = "Softmax"}>
module attributes {onnx.opset = 17 : i64} {
  func.func @explicit_defaults(%x: tensor<2x3xf32>, %axes: tensor<1xi64>, %i: tensor<2xi64>)
      -> (tensor<2x1xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
    %one = onnx.Constant dense<1> : tensor<1xi64>
    %0 = onnx.ReduceMean(%x, %one) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x1xf32>
    %1 = onnx.ReduceMean(%x, %one) {keepdims = 0 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2xf32>
    %2 = onnx.Custom(%x) {domain = "", op_type = "ReduceMean", node_attributes = {axes = array<i64: 1>}} : (tensor<2x3xf32>) -> tensor<2x1xf32>
    %3 = onnx.Softmax(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %4 = onnx.Softmax(%x) {axis = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %5 = onnx.Gather(%x, %i) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    %6 = onnx.Relu(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %7 = onnx.Custom(%x) {domain = "other", op_type = "Softmax"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<2x1xf32>, tensor<2xf32>, tensor<2x1xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
  }
}
