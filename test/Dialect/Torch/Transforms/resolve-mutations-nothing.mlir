// A program that returns nothing is refused: runtimes load no such model.
// RUN: torch-onnx-opt %s --torch-resolve-mutations --split-input-file --verify-diagnostics
// RUN: not torch-onnx-opt %s --torch-resolve-mutations=mutations=outputs --split-input-file 2>/dev/null | FileCheck %s

// expected-error@below {{expected at least one output, found none: the program returns no tensor and no number; return what the model is to compute}}
func.func @main(%x: tensor<4xf32>) {
  return
}

// -----

// With the new values as outputs there is something to compute.
// CHECK-LABEL: func.func @main({{.*}}) -> (tensor<4xf32> {onnx.name = "a.updated"}, tensor<4xf32> {onnx.name = "b.updated"})
// expected-error@below {{expected at least one output, found none: the program only updates 'a', 'b'; --mutations=outputs gives the new values as outputs}}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32> {torch.mutates = "a"}, tensor<4xf32> {torch.mutates = "b"}) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// One output is enough.
// expected-warning@below {{the program updates 'a', the model does not}}
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32> {torch.mutates = "a"}) {
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// Other functions may return nothing.
func.func @other(%x: tensor<4xf32>) {
  return
}
