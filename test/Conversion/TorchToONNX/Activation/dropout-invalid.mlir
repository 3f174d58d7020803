// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @channels(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.feature_dropout.default' (1 use): expected 'input' to have 2 or more dimensions, found 1}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.feature_dropout.default(%x, 0.5, true) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @buffer(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
  // expected-error @below {{unsupported operator 'aten.log_sigmoid_forward.default' (1 use): expected result #1, which is for the backward pass, to be unused, found a use}}
  %0:2 = torch.aten.log_sigmoid_forward.default(%x) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<2xf32>
}
