// RUN: torch-onnx-opt %s --name-interface='inputs=ids outputs=logits' --split-input-file --verify-diagnostics | FileCheck %s

// The second input keeps its name.

// CHECK-LABEL: func @main
// CHECK-SAME: (%{{.*}}: tensor<4xi64> {onnx.name = "ids"}, %{{.*}}: tensor<4xf32> {onnx.name = "mask"})
// CHECK-SAME: -> (tensor<4xf32> {onnx.name = "logits"})
func.func @main(%x: tensor<4xi64> {onnx.name = "x"}, %m: tensor<4xf32> {onnx.name = "mask"}) -> (tensor<4xf32> {onnx.name = "out"}) {
  %0 = onnx.Relu(%m) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{the model has 0 outputs, but 1 names were given}}
func.func @main(%x: tensor<4xi64>) {
  return
}

// -----

// A weight with this name gets another one at the end.

// CHECK-LABEL: func @main
// CHECK-SAME: (%{{.*}}: tensor<4xf32> {onnx.name = "ids"}) -> (tensor<4xf32> {onnx.name = "logits"})
// CHECK: torch.constant "ids"
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = torch.constant "ids" dense<1.0> : tensor<4xf32> : tensor<4xf32>
  %0 = torch.aten.add.Tensor(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{the model has no function '@main'}}
module {
  func.func @other() {
    return
  }
}
