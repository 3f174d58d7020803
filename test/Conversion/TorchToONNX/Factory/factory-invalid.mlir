// Sequences that cannot be made exactly are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

// A start beyond the integers.
func.func @far() -> tensor<3xi64> {
  // expected-error @below {{unsupported operator 'aten.arange.start_step' (1 use): expected 'start' to be an integer of 64 bits, found 1.000000e+19}}
  %0 = torch.aten.arange.start_step(1.0e+19, 2.0e+19, 4.0e+18, dtype=i64) : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Versions of eager disagree on the number of integers up to a float.
func.func @integers_to_float(%n: f64) -> tensor<?xi64, #sym.dims<u0>> {
  // expected-error @below {{unsupported operator 'aten.arange.default' (1 use): expected a size that can be computed from the inputs, found u0}}
  %0 = torch.aten.arange.default(%n, dtype=i64) : (f64) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// Half precision rounds every number.
func.func @steps(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf16, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  // expected-error @below {{unsupported operator 'aten.linspace.default' (1 use): expected a constant number of steps, found n}}
  %0 = torch.aten.linspace.default(0, 1, %n, dtype=f16) : (i64) -> tensor<?xf16, #sym.dims<n>>
  return %0 : tensor<?xf16, #sym.dims<n>>
}

// -----

func.func @steps_between_tensors(%x: tensor<?xf32, #sym.dims<n>>, %y: tensor<f32>) -> tensor<?xf16, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  // expected-error @below {{unsupported operator 'aten.linspace.Tensor_Tensor' (1 use): expected a constant number of steps, found n}}
  %0 = torch.aten.linspace.Tensor_Tensor(%y, %y, %n, dtype=f16) : (tensor<f32>, tensor<f32>, i64) -> tensor<?xf16, #sym.dims<n>>
  return %0 : tensor<?xf16, #sym.dims<n>>
}

// -----

func.func @window() -> tensor<4xi64> {
  // expected-error @below {{unsupported operator 'aten.hann_window.default' (1 use): expected the result to have floating-point elements, found i64}}
  %0 = torch.aten.hann_window.default(4, dtype=i64) : () -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
