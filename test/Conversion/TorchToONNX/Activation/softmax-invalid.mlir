// What has no softmax is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @number(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{unsupported operator 'aten._safe_softmax.default' (1 use): expected 'self' to have 1 or more dimensions, found 0}}
  %0 = torch.aten._safe_softmax.default(%x, 0) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
