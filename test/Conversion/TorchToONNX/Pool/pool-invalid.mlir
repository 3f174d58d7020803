// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @nothing(%x: tensor<1x2x0xf32>) -> tensor<1x2x3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.adaptive_avg_pool1d.default' (1 use): windows over nothing}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.adaptive_avg_pool1d.default(%x, [3]) : (tensor<1x2x0xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

func.func @integers(%x: tensor<1x2x4xi64>) -> tensor<1x2x2xi64> {
  // expected-error @+2 {{unsupported operator 'aten.max_pool1d.default' (1 use): pooling of numbers that are not real}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.max_pool1d.default(%x, [2]) : (tensor<1x2x4xi64>) -> tensor<1x2x2xi64>
  return %0 : tensor<1x2x2xi64>
}
