// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @classes(%x: tensor<2x?xf32>, %y: tensor<2xi64>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.cross_entropy_loss.default' (1 use): expected a constant size of dimension 1, found a size that only the run knows}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, label_smoothing=0.1) : (tensor<2x?xf32>, tensor<2xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
