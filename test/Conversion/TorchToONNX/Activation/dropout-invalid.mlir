// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @training(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // expected-error @below {{unsupported operator 'aten.dropout.default' (1 use): random numbers of training}}
  %0 = torch.aten.dropout.default(%x, 0.5, true) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
