// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @order(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{unsupported operator 'aten.polygamma.default' (1 use): expected 'n' to be from 0 to 20, found 21}}
  %0 = torch.aten.polygamma.default(21, %x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
