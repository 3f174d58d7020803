// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @booleans(%x: tensor<?x3xi1>, %y: tensor<?x3xi1>) -> tensor<?x3xi1> {
  // expected-error @below {{unsupported operator 'aten.sub.Tensor' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.sub.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

func.func @complex(%x: tensor<3xcomplex<f32>>, %y: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  // expected-error @below {{unsupported operator 'aten.add.Tensor' (1 use): expected real operands and results, found tensor<3xcomplex<f32>>}}
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}
