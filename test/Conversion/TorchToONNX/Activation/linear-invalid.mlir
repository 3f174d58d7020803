// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @training(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error @below {{unsupported operator 'aten.rrelu.default' (1 use): random slopes of training}}
  %0 = torch.aten.rrelu.default(%x, training=true) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
