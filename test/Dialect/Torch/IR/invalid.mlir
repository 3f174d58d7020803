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
  %0 = "torch.operator"(%x, %x) <{target = #torch.target<"aten.relu.default">, args = [#torch.operand]}> : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @schema_arguments(%x: tensor<3xf32>) {
  // expected-error@+1 {{'aten.relu.default' has 2 arguments, expected 1 as in its ATen schema}}
  %0 = "torch.operator"(%x) <{target = #torch.target<"aten.relu.default">, args = [#torch.operand, 1]}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @argument_names(%x: tensor<3xf32>) {
  // expected-error@+1 {{'lib.op.default' has 1 argument names, expected 2}}
  %0 = "torch.operator"(%x) <{target = #torch.target<"lib.op.default">, args = [#torch.operand, 1], arg_names = ["x"]}> : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @literal_of_another_kind(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.softmax.int': argument 'dim' is "rows", expected int as in its ATen schema}}
  %0 = torch.aten.softmax.int(%x, "rows") : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @none(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.permute.default': argument 'dims' is None, expected int[] as in its ATen schema}}
  %0 = torch.aten.permute.default(%x, none) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @value_of_another_kind(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.view.default': argument 'size' is [a value of type tensor<3xf32>, 3], expected SymInt[] as in its ATen schema}}
  %0 = torch.aten.view.default(%x, [%x, 3]) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @list(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.cat.default': argument 'tensors' is a value of type tensor<3xf32>, expected Tensor[] as in its ATen schema}}
  %0 = torch.aten.cat.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @written_number() -> tensor<f32> {
  // expected-error@+1 {{'aten.detach_.default': argument 'self' is 0.000000e+00, expected Tensor as in its ATen schema}}
  %0 = torch.aten.detach_.default(0.0) : () -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @number_of_results(%x: tensor<3xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.sort.default' has 1 results, expected 2 as in its ATen schema}}
  %0 = torch.aten.sort.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @kind_of_result(%x: tensor<3xf32>) -> tensor<i64> {
  // expected-error@+1 {{'aten.sym_size.int': result 0 is 'tensor<i64>', expected SymInt as in its ATen schema}}
  %0 = torch.aten.sym_size.int(%x, 0) : (tensor<3xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

func.func @first_of_a_list(%x: tensor<3x1xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.histogramdd.default' has 0 results, expected at least 1 as in its ATen schema}}
  torch.aten.histogramdd.default(%x, [3]) : (tensor<3x1xf32>) -> ()
  %0 = torch.aten.squeeze.dim(%x, 1) : (tensor<3x1xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// A number stands for a tensor and for the elements of a list, an int for a
// float, and a value for any number.
func.func @valid(%x: tensor<1x1x3xf32>, %n: i64) -> (tensor<1x1x3xf32>, tensor<1x1x1xf32>) {
  %0 = torch.aten.add.Tensor(%x, 1) : (tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  %1 = torch.aten.max_pool1d.default(%0, 3, %n) : (tensor<1x1x3xf32>, i64) -> tensor<1x1x1xf32>
  %2 = torch.aten.elu.default(%0, 1) : (tensor<1x1x3xf32>) -> tensor<1x1x3xf32>
  return %2, %1 : tensor<1x1x3xf32>, tensor<1x1x1xf32>
}
