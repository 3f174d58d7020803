// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @integers(%x: tensor<4xi64>) -> tensor<6xi64> {
  // expected-error @below {{unsupported operator 'aten.histc.default' (1 use): expected the result to have floating-point elements, found i64}}
  %0 = torch.aten.histc.default(%x, 6) : (tensor<4xi64>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}

// -----

func.func @range(%x: tensor<8x2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) {
  // expected-error @+2 {{unsupported operator 'aten.histogramdd.default' (1 use): expected 'range' to have 4 numbers, found 2}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0:3 = torch.aten.histogramdd.default(%x, [2, 3], [0.0, 2.0]) : (tensor<8x2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>
}
