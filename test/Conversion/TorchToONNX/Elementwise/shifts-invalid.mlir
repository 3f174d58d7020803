// Numbers that have no bits to shift are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @left(%x: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.bitwise_left_shift.Tensor_Scalar' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.bitwise_left_shift.Tensor_Scalar(%x, 1) : (tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @right(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.bitwise_right_shift.Tensor' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.bitwise_right_shift.Tensor(%x, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}
