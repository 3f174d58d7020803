// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @unknown_argument(%x: tensor<3xf32>) {
  // expected-error@+1 {{'aten.relu.default' has no argument 'alpha'}}
  %0 = torch.aten.relu.default(%x, alpha=1) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @missing_argument(%x: tensor<3xf32>) {
  // expected-error@+1 {{'aten.add.Tensor' needs argument 'other'}}
  %0 = torch.aten.add.Tensor(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @too_many_arguments(%x: tensor<3xf32>) {
  // expected-error@+1 {{'aten.relu.default' takes 1 arguments}}
  %0 = torch.aten.relu.default(%x, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @word_in_a_list(%x: tensor<3xf32>) {
  // expected-error@+1 {{expected attribute value}}
  %0 = torch.aten.view.default(%x, [foo]) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @word_as_argument(%x: tensor<3xf32>) {
  // expected-error@+1 {{expected attribute value}}
  %0 = torch.aten.gelu.default(%x, approximate=tanh) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @operand_types(%x: tensor<3xf32>) {
  // expected-error@+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %0 = torch.aten.relu.default(%x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @operands_and_arguments(%x: tensor<3xf32>) {
  // expected-error@+1 {{'aten.relu.default' has 2 operands, expected one for each of the 1 values among its arguments}}
  %0 = "torch.operator"(%x, %x) <{target = "aten.relu.default", args = [#torch.operand]}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @schema_arguments(%x: tensor<3xf32>) {
  // expected-error@+1 {{'aten.relu.default' has 2 arguments, expected 1 as in its ATen schema}}
  %0 = "torch.operator"(%x) <{target = "aten.relu.default", args = [#torch.operand, 1]}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @argument_names(%x: tensor<3xf32>) {
  // expected-error@+1 {{'lib.op.default' has 1 argument names, expected 2}}
  %0 = "torch.operator"(%x) <{target = "lib.op.default", args = [#torch.operand, 1], arg_names = ["x"]}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}
