// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @complex(%x: tensor<3xcomplex<f32>>, %y: tensor<3xcomplex<f32>>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.eq.Tensor' (1 use): expected real operands and results, found tensor<3xcomplex<f32>>}}
  %0 = torch.aten.eq.Tensor(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// Sizes tell the answer where they differ, and may differ when the model runs.
func.func @sizes(%x: tensor<?xf32, #sym.dims<n>>, %y: tensor<?xf32, #sym.dims<m>>) -> i1 {
  // expected-error @below {{unsupported operator 'aten.equal.default' (1 use): expected 'self' and 'other' to be known to have equal sizes, found n and m}}
  %0 = torch.aten.equal.default(%x, %y) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<m>>) -> i1
  return %0 : i1
}
