// Arithmetic that booleans and integers do not have is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @quotient(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.div.Tensor_mode' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.div.Tensor_mode(%x, %y, rounding_mode="floor") : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @floor_divide(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.floor_divide.default' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.floor_divide.default(%x, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @remainder(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.remainder.Tensor' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.remainder.Tensor(%x, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @fmod(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.fmod.Tensor' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.fmod.Tensor(%x, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @power(%x: tensor<3xi1>, %y: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.pow.Tensor_Tensor' (1 use): expected the result to have numeric elements, found i1}}
  %0 = torch.aten.pow.Tensor_Tensor(%x, %y) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @decimals(%x: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error @below {{unsupported operator 'aten.round.decimals' (1 use): expected 'decimals' to be 0 or more for integers, found -1}}
  %0 = torch.aten.round.decimals(%x, decimals=-1) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
