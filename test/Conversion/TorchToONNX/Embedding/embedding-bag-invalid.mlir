// Results for the backward pass are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @offset(%x: tensor<5x3xf32>, %i: tensor<4xi64>, %o: tensor<2xi64>) -> (tensor<2x3xf32>, tensor<2xi64>) {
  // expected-error @below {{unsupported operator 'aten._embedding_bag.default' (1 use): expected result #2, which is for the backward pass, to be unused, found a use}}
  %0:4 = torch.aten._embedding_bag.default(%x, %i, %o) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0, %0#2 : tensor<2x3xf32>, tensor<2xi64>
}
