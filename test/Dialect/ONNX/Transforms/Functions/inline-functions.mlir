// Functions become nodes of the graph, with the paths of their calls.
//
// RUN: torch-onnx-opt --onnx-inline-functions --split-input-file --verify-diagnostics --mlir-print-debuginfo --mlir-use-nameloc-as-prefix=false %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: onnx.Relu({{.*}}) : (tensor<2xf32>{{.*}}) -> tensor<2xf32> loc(#[[INNER:.*]])
// CHECK: onnx.Neg({{.*}} -> tensor<2xf32> loc(#[[OUTER:.*]])
// CHECK-NOT: func.func
// CHECK-DAG: #[[INNER]] = loc("block.act"
// CHECK-DAG: #[[OUTER]] = loc("block"
// expected-warning @+1 {{2 functions are inlined, because the opset has no functions}}
module {
  func.func private @Act(%x: tensor<?xf32>) -> tensor<?xf32> attributes {onnx.domain = "my"} {
    %0 = onnx.Relu(%x) : (tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func private @Block(%x: tensor<?xf32>) -> tensor<?xf32> attributes {onnx.domain = "my"} {
    %0 = onnx.Call @Act(%x) : (tensor<?xf32>) -> tensor<2xf32> loc("act")
    %1 = onnx.Neg(%0) : (tensor<2xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Call @Block(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("block")
    return %0 : tensor<2xf32>
  }
}

// -----

module {
  // expected-error @+1 {{calls itself, directly or through other functions; ONNX has no recursive functions}}
  func.func private @A(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my"} {
    %0 = onnx.Call @B(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @B(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my"} {
    %0 = onnx.Call @A(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Call @A(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
