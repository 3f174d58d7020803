// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @booleans(%x: tensor<3x3xi1>, %y: tensor<3x3xi1>) -> tensor<3x3xi1> {
  // expected-error @below {{unsupported operator 'aten.mm.default' (1 use): matrices of booleans}}
  %0 = torch.aten.mm.default(%x, %y) : (tensor<3x3xi1>, tensor<3x3xi1>) -> tensor<3x3xi1>
  return %0 : tensor<3x3xi1>
}

// -----

func.func @inverse(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @below {{unsupported operator 'aten.matrix_power.default' (1 use): inverse of a matrix}}
  %0 = torch.aten.matrix_power.default(%x, -1) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
