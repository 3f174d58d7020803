// What a lowering cannot use is an error, never a crash; and what it had built
// by then is gone.
//
// RUN: torch-onnx-opt %s --split-input-file --convert-torch-to-onnx --verify-diagnostics

// The end is a number that was refused itself: one message.
func.func @arange(%x: tensor<2xf32>) -> tensor<?xi64, #sym.dims<u0>> {
  // expected-error @+1 {{unsupported operator 'my.number.default' (1 use): no lowering to ONNX}}
  %n = torch.my.number.default(x=%x) : (tensor<2xf32>) -> i64
  %0 = torch.aten.arange.default(%n) : (i64) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// The operator does not take its operands: the lowering is not asked.
func.func @axis(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.softmax.int' (1 use): it does not fit its operands: expected a dimension in range for rank 1, found 3}}
  %0 = torch.aten.softmax.int(%x, dim=3) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Sizes are compared like dtype and rank.
func.func @size(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error @+1 {{unsupported operator 'aten.add.Tensor' (1 use): its lowering gives tensor<2xf32>, expected tensor<3xf32>}}
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// More windows than elements.
func.func @upwards(%x: tensor<1x1x1x1xf32>) -> tensor<1x1x1x3xf32> {
  %0 = torch.aten._adaptive_avg_pool2d.default(%x, [1, 3]) : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x3xf32>
  return %0 : tensor<1x1x1x3xf32>
}

// -----

// expected-error @+1 {{a tensor of unknown type; run torch-infer-shapes before convert-torch-to-onnx}}
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  %0 = torch.aten.relu.default(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// PyTorch has complex numbers of half precision, ONNX does not.
func.func @complex_half(%x: tensor<2xf32>) -> tensor<1xcomplex<f16>> {
  // expected-error @+1 {{unsupported operator 'torch.constant' (1 use): ONNX has no elements of type complex<f16>}}
  %0 = torch.constant dense<(1.0, 2.0)> : tensor<1xcomplex<f16>> : tensor<1xcomplex<f16>>
  return %0 : tensor<1xcomplex<f16>>
}

// -----

func.func @complex_linspace() -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{unsupported operator 'aten.linspace.default' (1 use): expected the result to have real elements, found complex<f32>}}
  %0 = torch.aten.linspace.default(0, 1, 4, dtype=complex<f32>) : () -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @complex_logspace() -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{unsupported operator 'aten.logspace.default' (1 use): expected the result to have real elements, found complex<f32>}}
  %0 = torch.aten.logspace.default(0, 1, 4, 2.0, dtype=complex<f32>) : () -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @conv_groups(%x: tensor<2x?x5xf32, #sym.dims<2*c>>, %w: tensor<4x?x3xf32, #sym.dims<c>>) -> tensor<2x4x3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.conv1d.default' (1 use): expected one group where there may be no channels, found 2}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save}}
  %0 = torch.aten.conv1d.default(%x, %w, none, 1, 0, 1, 2) : (tensor<2x?x5xf32, #sym.dims<2*c>>, tensor<4x?x3xf32, #sym.dims<c>>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// An attribute of the operator that draws with replacement.
func.func @multinomial_count(%x: tensor<2x5xf32>, %n: i64) -> tensor<2x?xi64, #sym.dims<u0>> {
  // expected-error @+1 {{expected 'num_samples' to be a constant integer, found a number known only at run time}}
  %0 = torch.aten.multinomial.default(%x, num_samples=%n, replacement=true) : (tensor<2x5xf32>, i64) -> tensor<2x?xi64, #sym.dims<u0>>
  return %0 : tensor<2x?xi64, #sym.dims<u0>>
}

// -----

func.func @pad_sequence_side(%x: tensor<2x3xf32>) -> tensor<2x1x3xf32> {
  // expected-note @+2 {{replaces it by other operators}}
  // expected-error @+1 {{expected 'padding_side' to be left or right, found 'middle'}}
  %0 = torch.aten.pad_sequence.default([%x], padding_side="middle") : (tensor<2x3xf32>) -> tensor<2x1x3xf32>
  return %0 : tensor<2x1x3xf32>
}

// -----

func.func @pad_sequence_infinity(%x: tensor<2x3xi32>, %y: tensor<4x3xi32>) -> tensor<4x2x3xi32> {
  // expected-note @+2 {{replaces it by other operators}}
  // expected-error @+1 {{expected 'padding_value' to be finite, found}}
  %0 = torch.aten.pad_sequence.default([%x, %y], padding_value=0x7FF0000000000000 : f64) : (tensor<2x3xi32>, tensor<4x3xi32>) -> tensor<4x2x3xi32>
  return %0 : tensor<4x2x3xi32>
}

// -----

func.func @pad_sequence_ranks(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> tensor<2x2x3xf32> {
  // expected-error @+1 {{expected each of 'sequences' to have 1 or more dimensions, as many as the first, found 1}}
  %0 = torch.aten.pad_sequence.default([%x, %y]) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x2x3xf32>
  return %0 : tensor<2x2x3xf32>
}
