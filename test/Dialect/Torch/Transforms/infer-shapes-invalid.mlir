// RUN: torch-onnx-opt %s --torch-infer-shapes --split-input-file --verify-diagnostics
//
// All messages of the pass, and what it must not object to.

func.func @sizes(%a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.add.Tensor' does not fit its operands: sizes 3 and 4 do not broadcast}}
  %0 = torch.aten.add.Tensor(%a, %b) : (tensor<3xf32>, tensor<4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// All contradictions of a module at once.
func.func @declared(%a: tensor<3xf32>) -> (tensor<3xi64>, tensor<3x1xf32>) {
  // expected-error@+1 {{result 0 of 'aten.exp.default' is declared 'tensor<3xi64>', its operands give 'tensor<3xf32>'}}
  %0 = torch.aten.exp.default(%a) : (tensor<3xf32>) -> tensor<3xi64>
  // expected-error@+1 {{result 0 of 'aten.neg.default' is declared 'tensor<3x1xf32>', its operands give 'tensor<3xf32>'}}
  %1 = torch.aten.neg.default(%a) : (tensor<3xf32>) -> tensor<3x1xf32>
  return %0, %1 : tensor<3xi64>, tensor<3x1xf32>
}

func.func @second(%a: tensor<3xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{result 0 of 'aten.neg.default' is declared 'tensor<2xf32>', its operands give 'tensor<3xf32>'}}
  %0 = torch.aten.neg.default(%a) : (tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Once for each operator; what only uses such a value is not reported.
func.func @untyped(%a: tensor<3xf32>) -> !torch.untyped {
  // expected-error@+1 {{the type of 'lib.f.default' is not known (2 uses): no type rule}}
  %0 = torch.operator "lib.f.default"(x=%a) : (tensor<3xf32>) -> !torch.untyped
  %1 = torch.operator "lib.f.default"(x=%a) : (tensor<3xf32>) -> !torch.untyped
  %2 = torch.aten.add.Tensor(%0, %1) : (!torch.untyped, !torch.untyped) -> !torch.untyped
  return %2 : !torch.untyped
}

// -----

// expected-error@+1 {{argument 0 has no type}}
func.func @argument(%a: !torch.untyped) -> !torch.untyped {
  return %a : !torch.untyped
}

// -----

// An operator without a rule is believed, and so is a size that no rule can
// prove: the program may know that n is 2*m, and that m is 4.
func.func @believed(%a: tensor<?xf32, #sym.dims<n>>) -> tensor<8xf32> {
  %0 = torch.operator "lib.f.default"(x=%a) : (tensor<?xf32, #sym.dims<n>>) -> tensor<4xf32>
  %1 = torch.aten.neg.default(%a) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<2*m>>
  %2 = torch.aten.neg.default(%1) : (tensor<?xf32, #sym.dims<2*m>>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}
