// RUN: torch-onnx-opt %s --torch-resolve-mutations=mutations=state --split-input-file | FileCheck %s

// A buffer that is updated is an input and an output, one that is not stays.
// CHECK: module attributes {onnx.metadata = {torch_onnx.state = "{\22cache\22:\22cache.updated\22,\22x\22:\22x.updated\22}"}}
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32> {onnx.name = "x"}, %[[C:.*]]: tensor<4xf32> {onnx.name = "cache"})
// CHECK-SAME: -> (tensor<4xf32>, tensor<4xf32> {onnx.name = "cache.updated"}, tensor<4xf32> {onnx.name = "x.updated"})
// CHECK: %[[W:.*]] = torch.constant "scale"
// CHECK: %[[N:.*]] = torch.aten.add.Tensor(%[[X]], %[[C]])
// CHECK: torch.aten.mul.Tensor(%[[N]], %[[W]])
func.func @main(%x: tensor<4xf32> {onnx.name = "x"})
    -> (tensor<4xf32>, tensor<4xf32> {torch.mutates = "cache"}, tensor<4xf32> {torch.mutates = "x"}) {
  %c = torch.constant "cache" dense<0.0> : tensor<4xf32> : tensor<4xf32>
  %w = torch.constant "scale" dense<2.0> : tensor<4xf32> : tensor<4xf32>
  %n = torch.aten.add.Tensor(%x, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = torch.aten.mul.Tensor(%n, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y, %n, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// Tied buffers are one input.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32> {onnx.name = "x"}, %[[C:.*]]: tensor<4xf32> {onnx.name = "b"})
// CHECK: torch.aten.add.Tensor(%[[C]], %[[C]])
func.func @main(%x: tensor<4xf32> {onnx.name = "x"})
    -> (tensor<4xf32>, tensor<4xf32> {torch.mutates = "b"}) {
  %a = torch.constant "a" #weight.file<"m.pt2", offset = 64> : tensor<4xf32> : tensor<4xf32>
  %b = torch.constant "b" #weight.file<"m.pt2", offset = 64> : tensor<4xf32> : tensor<4xf32>
  %y = torch.aten.add.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// An update that is returned under a name is one output; one that is returned
// without a name, or another value, stays.
// CHECK: module attributes {onnx.metadata = {torch_onnx.state = "{\22k\22:\22cache.k\22,\22v\22:\22v.updated\22}"}}
// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<4xf32> {onnx.name = "cache.k"}, tensor<4xf32>, tensor<4xf32> {onnx.name = "v.updated"})
func.func @main(%k: tensor<4xf32> {onnx.name = "k"}, %v: tensor<4xf32> {onnx.name = "v"})
    -> (tensor<4xf32> {onnx.name = "cache.k"}, tensor<4xf32>,
        tensor<4xf32> {torch.mutates = "k"}, tensor<4xf32> {torch.mutates = "v"}) {
  %0 = torch.aten.neg.default(%k) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = torch.aten.neg.default(%v) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
