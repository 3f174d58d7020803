// Arguments out of range are refused, whatever would be computed from them.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @reduction(%x: tensor<2x3xf32>, %y: tensor<2xi64>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.nll_loss.default' (1 use): expected 'reduction' to be 0 (none), 1 (mean) or 2 (sum), found 7}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.nll_loss.default(%x, %y, none, 7) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @terms(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.mvlgamma.default' (1 use): expected 'p' to be from 1 to 256, found 16777216}}
  %0 = torch.aten.mvlgamma.default(%x, 16777216) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @index(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  // expected-error @+1 {{unsupported operator 'aten.select_scatter.default' (1 use): expected 'index' to be in a dimension of size 2, found 2}}
  %0 = torch.aten.select_scatter.default(%x, %y, 0, 2) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @step(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unsupported operator 'aten.slice_scatter.default' (1 use): expected 'step' to be positive, found 0}}
  %0 = torch.aten.slice_scatter.default(%x, %y, 0, 0, 4, 0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A step that is known to be negative.
module attributes {sym.ranges = {u0 = array<i64: -8, -1>}} {
func.func @step_of_input(%x: tensor<4xf32>, %y: tensor<?xf32>, %n: i64 {torch.exprs = #sym.dims<u0>}) -> (tensor<?xf32>, tensor<4xf32>) {
  // expected-error @+1 {{unsupported operator 'aten.slice.Tensor' (1 use): expected 'step' to be positive, found}}
  %0 = torch.aten.slice.Tensor(%x, step=%n) : (tensor<4xf32>, i64) -> tensor<?xf32>
  // expected-error @+1 {{unsupported operator 'aten.slice_scatter.default' (1 use): expected 'step' to be positive, found}}
  %1 = torch.aten.slice_scatter.default(%x, %y, step=%n) : (tensor<4xf32>, tensor<?xf32>, i64) -> tensor<4xf32>
  return %0, %1 : tensor<?xf32>, tensor<4xf32>
}
}

// -----

func.func @position(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{unsupported operator 'aten.as_strided_scatter.default' (1 use): expected a strided view inside its tensor, found one that begins 7 before it}}
  %0 = torch.aten.as_strided_scatter.default(%x, %y, [2], [1], -7) : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @nothing(%x: tensor<1x2x0xf32>) -> (tensor<1x2x3xf32>, tensor<1x2x3xi64>) {
  // expected-error @+2 {{unsupported operator 'aten.adaptive_max_pool1d.default' (1 use): expected planes with elements, found tensor<1x2x0xf32>}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0:2 = torch.aten.adaptive_max_pool1d.default(%x, [3]) : (tensor<1x2x0xf32>) -> (tensor<1x2x3xf32>, tensor<1x2x3xi64>)
  return %0#0, %0#1 : tensor<1x2x3xf32>, tensor<1x2x3xi64>
}

// -----

func.func @negativeLength() -> tensor<?xf32> {
  // expected-error @+1 {{unsupported operator 'aten.hann_window.default' (1 use): it does not fit its operands: expected the sizes of the result to be 0 or more, found -3}}
  %0 = torch.aten.hann_window.default(-3) : () -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @tooMany() -> tensor<?x?xf32> {
  // expected-error @+1 {{unsupported operator 'aten.zeros.default' (1 use): it does not fit its operands: expected the result to have fewer than 2^63 elements, found more}}
  %0 = torch.aten.zeros.default([9223372036854775807, 2]) : () -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @complexRange() -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{unsupported operator 'aten.arange.default' (1 use): expected the result to have real elements, found complex<f32>}}
  %0 = torch.aten.arange.default(4, dtype=complex<f32>) : () -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @integers(%x: tensor<2x4xi64>) -> tensor<2x4xi64> {
  // expected-error @+2 {{unsupported operator 'aten.rms_norm.default' (1 use): expected 'input' to have floating-point elements, found i64}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.rms_norm.default(%x, [4]) : (tensor<2x4xi64>) -> tensor<2x4xi64>
  return %0 : tensor<2x4xi64>
}

// -----

func.func @blocks(%x: tensor<1x2x6x6xf32>) -> tensor<?x?x?xf32> {
  // expected-error @+1 {{unsupported operator 'aten.im2col.default' (1 use): it does not fit its operands: expected blocks that fit into the padded image, found larger ones}}
  %0 = torch.aten.im2col.default(%x, [100, 100], [1, 1], [0, 0], [1, 1]) : (tensor<1x2x6x6xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

func.func @constant() -> tensor<0xcomplex<f16>> {
  // expected-error @+1 {{unsupported operator 'torch.constant' (1 use): ONNX has no elements of type complex<f16>}}
  %0 = torch.constant dense<> : tensor<0xcomplex<f16>> : tensor<0xcomplex<f16>>
  return %0 : tensor<0xcomplex<f16>>
}
