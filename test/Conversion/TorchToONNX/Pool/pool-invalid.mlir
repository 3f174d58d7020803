// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @nothing(%x: tensor<1x2x0xf32>) -> tensor<1x2x3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.adaptive_avg_pool1d.default' (1 use): expected one or more elements to average, found 0 pooled to 3}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.adaptive_avg_pool1d.default(%x, [3]) : (tensor<1x2x0xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

func.func @booleans(%x: tensor<1x2x4xi1>) -> tensor<1x2x2xi1> {
  // expected-error @+2 {{unsupported operator 'aten.max_pool1d.default' (1 use): expected floating-point elements to pool, found i1}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.max_pool1d.default(%x, [2]) : (tensor<1x2x4xi1>) -> tensor<1x2x2xi1>
  return %0 : tensor<1x2x2xi1>
}

// -----

func.func @integers3d(%x: tensor<1x2x4x4x4xi32>) -> tensor<1x2x2x2x2xi32> {
  // expected-error @+1 {{unsupported operator 'aten.avg_pool3d.default' (1 use): expected floating-point elements to pool, found i32}}
  %0 = torch.aten.avg_pool3d.default(%x, [2]) : (tensor<1x2x4x4x4xi32>) -> tensor<1x2x2x2x2xi32>
  return %0 : tensor<1x2x2x2x2xi32>
}
