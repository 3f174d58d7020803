// Results for the backward pass that eager does not compute are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @sizes(%x: tensor<5x3xf32>, %i: tensor<4xi64>, %o: tensor<2xi64>) -> (tensor<2x3xf32>, tensor<2xi64>) {
  // expected-error @below {{unsupported operator 'aten._embedding_bag_forward_only.default' (1 use): expected result #2, which is for the backward pass, to be unused, found a use}}
  %0:4 = torch.aten._embedding_bag_forward_only.default(%x, %i, %o) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0, %0#2 : tensor<2x3xf32>, tensor<2xi64>
}

// -----

func.func @largest(%x: tensor<5x3xf32>, %i: tensor<4xi64>, %o: tensor<2xi64>) -> tensor<2xi64> {
  // expected-error @below {{unsupported operator 'aten._embedding_bag.default' (1 use): expected result #3, which is for the backward pass, to be unused, found a use}}
  %0:4 = torch.aten._embedding_bag.default(%x, %i, %o) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<0xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#3 : tensor<2xi64>
}

// -----

func.func @bags(%x: tensor<5x3xf32>, %i: tensor<4xi64>, %o: tensor<2xi64>) -> tensor<3xi64> {
  // expected-error @below {{unsupported operator 'aten._embedding_bag.default' (1 use): expected result #1, which is for the backward pass, to be unused, found a use}}
  %0:4 = torch.aten._embedding_bag.default(%x, %i, %o) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<3xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#1 : tensor<3xi64>
}
