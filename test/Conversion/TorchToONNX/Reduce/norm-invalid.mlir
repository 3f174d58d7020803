// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @nuclear(%x: tensor<3x3xf32>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.linalg_matrix_norm.str_ord' (1 use): expected 'ord' to be a number or 'fro', found 'nuc'}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.linalg_matrix_norm.str_ord(%x, ord="nuc") : (tensor<3x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @complex(%x: tensor<3xcomplex<f32>>) -> tensor<complex<f32>> {
  // expected-error @below {{unsupported operator 'aten.sum.default' (1 use): expected the result to have real elements, found complex<f32>}}
  %0 = torch.aten.sum.default(%x) : (tensor<3xcomplex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}
