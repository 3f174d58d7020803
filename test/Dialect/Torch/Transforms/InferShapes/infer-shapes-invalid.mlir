// RUN: torch-onnx-opt %s --torch-infer-shapes --split-input-file --verify-diagnostics
//
// All messages of the pass, and what it must not object to.

func.func @sizes(%a: tensor<3xf32>, %b: tensor<4xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{'aten.add.Tensor' does not fit its operands: expected sizes that broadcast, found 3 and 4}}
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

// torch.export is only wrong for negative axes.
func.func @axis(%a: tensor<3x4xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{result 0 of 'aten.unique_consecutive.default' is declared 'tensor<?xf32>', its operands give 'tensor<3x?xf32>'}}
  %0:3 = torch.aten.unique_consecutive.default(%a, dim=1) : (tensor<3x4xf32>) -> (tensor<?xf32>, tensor<4xi64>, tensor<?xi64>)
  return %0#0 : tensor<?xf32>
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

// expected-error@+1 {{the dtype and the sizes of the input 'x' are unknown, because a TorchScript archive does not contain them; give them with --input-shapes='[1,3,?,?]f32,...'}}
func.func @input(%a: !torch.untyped {onnx.name = "x"}) -> !torch.untyped {
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

// -----

// Whether the axis vanishes depends on its size.
func.func @squeeze(%a: tensor<?x3xf32, #sym.dims<s>>) -> !torch.untyped {
  // expected-error@+1 {{the type of 'aten.squeeze.default' is not known (1 use): expected a size that is known not to be 1, found s}}
  %0 = torch.aten.squeeze.default(%a) : (tensor<?x3xf32, #sym.dims<s>>) -> !torch.untyped
  return %0 : !torch.untyped
}

// -----

// Their dtype depends on the backend.
func.func @statistics(%a: tensor<2x3xf16>) -> !torch.untyped {
  // expected-error@+1 {{the type of 'aten.native_layer_norm.default' is not known (1 use): the rule does not tell the dtype}}
  %0:3 = torch.aten.native_layer_norm.default(%a, [3], none, none, 0.1) : (tensor<2x3xf16>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  return %0#0 : !torch.untyped
}

// -----

func.func @results(%a: tensor<5xf32>) {
  // expected-error@+1 {{'aten.split.Tensor' does not fit its operands: expected 3 results, found 2}}
  %0:2 = torch.aten.split.Tensor(%a, 2) : (tensor<5xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  // expected-error@+1 {{'aten.chunk.default' does not fit its operands: expected 'chunks' to be at most 2^31 in magnitude, found 9223372036854775807}}
  %2 = torch.aten.chunk.default(%a, 9223372036854775807) : (tensor<5xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @operands(%a: tensor<2x6xf32>, %b: tensor<5x2xf32>, %i: tensor<3xi64>) {
  // expected-error@+1 {{'aten.mm.default' does not fit its operands: expected equal sizes, found 6 and 5}}
  %0 = torch.aten.mm.default(%a, %b) : (tensor<2x6xf32>, tensor<5x2xf32>) -> tensor<2x2xf32>
  // expected-error@+1 {{'aten.view.default' does not fit its operands: expected a shape of 12 elements, found 13}}
  %1 = torch.aten.view.default(%a, [13]) : (tensor<2x6xf32>) -> tensor<13xf32>
  // expected-error@+1 {{'aten.sum.dim_IntList' does not fit its operands: expected a dimension in range for rank 2, found 2}}
  %2 = torch.aten.sum.dim_IntList(%a, dim=[2]) : (tensor<2x6xf32>) -> tensor<2x6xf32>
  // expected-error@+1 {{'aten.select.int' does not fit its operands: expected 'index' to be in range for size 2, found 2}}
  %3 = torch.aten.select.int(%a, dim=0, index=2) : (tensor<2x6xf32>) -> tensor<6xf32>
  // expected-error@+1 {{'aten.expand.default' does not fit its operands: expected a size that expands to 7, found 6}}
  %4 = torch.aten.expand.default(%a, [2, 7]) : (tensor<2x6xf32>) -> tensor<2x7xf32>
  // expected-error@+1 {{'aten.cat.default' does not fit its operands: expected tensors of one rank to concatenate, found 2 and 1}}
  %5 = torch.aten.cat.default([%a, %i]) : (tensor<2x6xf32>, tensor<3xi64>) -> tensor<5x6xf32>
  // expected-error@+1 {{'aten.stack.default' does not fit its operands: expected 'tensors' to be a list of tensors, found an empty list}}
  %6 = torch.aten.stack.default([]) : () -> tensor<0xf32>
  return
}

// -----

// Parts may end where the tensor does, also counted from its end.
func.func @narrow(%a: tensor<2x6xf32>) {
  %0 = torch.aten.narrow.default(%a, dim=1, start=6, length=0) : (tensor<2x6xf32>) -> tensor<2x0xf32>
  %1 = torch.aten.narrow.default(%a, dim=1, start=-6, length=6) : (tensor<2x6xf32>) -> tensor<2x6xf32>
  %2 = torch.aten.narrow.default(%a, dim=1, start=2, length=4) : (tensor<2x6xf32>) -> tensor<2x4xf32>
  // expected-error@+1 {{'aten.narrow.default' does not fit its operands: expected 'start' to be in range for size 6, found 7}}
  %3 = torch.aten.narrow.default(%a, dim=1, start=7, length=0) : (tensor<2x6xf32>) -> tensor<2x0xf32>
  // expected-error@+1 {{'aten.narrow.default' does not fit its operands: expected 'length' to be in range for size 6 and 'start' 2, found 5}}
  %4 = torch.aten.narrow.default(%a, dim=1, start=2, length=5) : (tensor<2x6xf32>) -> tensor<2x5xf32>
  // expected-error@+1 {{'aten.narrow.default' does not fit its operands: expected 'length' to be in range for size 6 and 'start' -2, found 3}}
  %5 = torch.aten.narrow.default(%a, dim=1, start=-2, length=3) : (tensor<2x6xf32>) -> tensor<2x3xf32>
  // expected-error@+1 {{'aten.narrow.default' does not fit its operands: expected 'start' to be in range for size 6, found 9223372036854775807}}
  %6 = torch.aten.narrow.default(%a, dim=1, start=9223372036854775807, length=1) : (tensor<2x6xf32>) -> tensor<2x1xf32>
  return
}

// -----

// An axis of a tensor of rank 0 is no index into its dimensions.
func.func @scalars(%s: tensor<f32>) {
  // expected-error@+1 {{'aten.select.int' does not fit its operands: expected 'self' to have 1 or more dimensions, found 0}}
  %0 = torch.aten.select.int(%s, dim=0, index=0) : (tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{'aten.split.Tensor' does not fit its operands: expected 'self' to have 1 or more dimensions, found 0}}
  %1 = torch.aten.split.Tensor(%s, 1) : (tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{'aten.glu.default' does not fit its operands: expected 'self' to have 1 or more dimensions, found 0}}
  %2 = torch.aten.glu.default(%s) : (tensor<f32>) -> tensor<f32>
  // expected-error@+1 {{'aten.conv2d.default' does not fit its operands: expected 'weight' to have 3 or more dimensions, found 0}}
  %3 = torch.aten.conv2d.default(%s, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @pack(%x: tensor<3xf32>, %lengths: tensor<3xi64>) -> tensor<?xi64, #sym.dims<u>> {
  // expected-error@+1 {{expected 'input' to have 2 or more dimensions, found 1}}
  %0:2 = torch.aten._pack_padded_sequence.default(%x, %lengths, true) : (tensor<3xf32>, tensor<3xi64>) -> (!torch.untyped, tensor<?xi64, #sym.dims<u>>)
  return %0#1 : tensor<?xi64, #sym.dims<u>>
}

// -----

// As torch.export declares them, with the number of steps of one sequence.
func.func @pack_of_export(%x: tensor<3x7x4xf32>, %lengths: tensor<3xi64>) -> tensor<7x4xf32> {
  // expected-error@+1 {{torch.export declares wrong types for packed sequences; torch_onnx_mlir.export() captures such models}}
  %0:2 = torch.aten._pack_padded_sequence.default(%x, %lengths, true) : (tensor<3x7x4xf32>, tensor<3xi64>) -> (tensor<7x4xf32>, tensor<?xf32, #sym.dims<u>>)
  return %0#0 : tensor<7x4xf32>
}

// -----

func.func @pad(%data: tensor<9x4xf32>, %sizes: tensor<3x1xi64>) {
  // expected-error@+1 {{expected 'batch_sizes' to have 1 dimension, found 2}}
  %0:2 = torch.aten._pad_packed_sequence.default(%data, %sizes, true, 0.0, -1) : (tensor<9x4xf32>, tensor<3x1xi64>) -> (!torch.untyped, !torch.untyped)
  return
}
