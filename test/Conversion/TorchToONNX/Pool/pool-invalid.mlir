// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @nothing(%x: tensor<1x2x0xf32>) -> tensor<1x2x3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.adaptive_avg_pool1d.default' (1 use): expected one or more elements to average, found 0 pooled to 3}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.adaptive_avg_pool1d.default(%x, [3]) : (tensor<1x2x0xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

func.func @integers(%x: tensor<1x2x4xi64>) -> tensor<1x2x2xi64> {
  // expected-error @+2 {{unsupported operator 'aten.max_pool1d.default' (1 use): expected floating-point elements to pool, found i64}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.max_pool1d.default(%x, [2]) : (tensor<1x2x4xi64>) -> tensor<1x2x2xi64>
  return %0 : tensor<1x2x2xi64>
}

// -----

func.func @integers3d(%x: tensor<1x2x4x4x4xi64>) -> tensor<1x2x2x2x2xi64> {
  // expected-error @+1 {{unsupported operator 'aten.avg_pool3d.default' (1 use): expected floating-point elements to pool, found i64}}
  %0 = torch.aten.avg_pool3d.default(%x, [2]) : (tensor<1x2x4x4x4xi64>) -> tensor<1x2x2x2x2xi64>
  return %0 : tensor<1x2x2x2x2xi64>
}

// -----

// The first window along the depth lies in the padding, which is less than all integers in PyTorch.
func.func @beside_the_input(%x: tensor<1x1x2x2x5xi32>) -> (tensor<1x1x1x1x4xi32>, tensor<1x1x1x1x4xi64>) {
  // expected-error @+1 {{unsupported operator 'aten.max_pool3d_with_indices.default' (1 use): expected 'self' to have floating-point elements where a window may lie in the padding, found i32}}
  %0:2 = torch.aten.max_pool3d_with_indices.default(%x, [2], [1], [1], [3]) : (tensor<1x1x2x2x5xi32>) -> (tensor<1x1x1x1x4xi32>, tensor<1x1x1x1x4xi64>)
  return %0#0, %0#1 : tensor<1x1x1x1x4xi32>, tensor<1x1x1x1x4xi64>
}
