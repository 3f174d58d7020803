// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @order(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{unsupported operator 'aten.polygamma.default' (1 use): expected 'n' to be from 0 to 20, found 21}}
  %0 = torch.aten.polygamma.default(21, %x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @incomplete(%x: tensor<3xf64>) -> tensor<3xf64> {
  // expected-error @below {{unsupported operator 'aten.igammac.default' (1 use): expected the result to have elements narrower than f64, found f64}}
  %0 = torch.aten.igammac.default(%x, %x) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
