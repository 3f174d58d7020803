// Programs that cannot be made functional, each with its reason.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file --verify-diagnostics

func.func @storage(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'aten.resize_.default' changes the shape of an argument or a weight}}
  %0 = torch.aten.resize_.default(%x, [8]) : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @larger_with_a_view(%x: tensor<4xf32>) -> (tensor<8xf32>, tensor<2xf32>) {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %v = torch.aten.slice.Tensor(%b, end=2) : (tensor<4xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'aten.resize_.default' enlarges a tensor from 'tensor<4xf32>' to 'tensor<8xf32>' that has views}}
  %0 = torch.aten.resize_.default(%b, [8]) : (tensor<4xf32>) -> tensor<8xf32>
  return %0, %v : tensor<8xf32>, tensor<2xf32>
}

// -----

func.func @format(%x: tensor<1x2x2x2xf32>) -> tensor<1x2x2x1xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  // expected-error@+1 {{'aten.resize_.default' lays out memory as channels_last, expected contiguous_format}}
  %0 = torch.aten.resize_.default(%b, [1, 2, 2, 1], memory_format="channels_last") : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x1xf32>
  return %0 : tensor<1x2x2x1xf32>
}

// -----

func.func @set_argument(%x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error@+1 {{'aten.set_.source_Tensor' gives an argument or a weight of type 'tensor<4xf32>' the memory of a tensor of type 'tensor<2xf32>', expected the same type, or a clone() of the argument or weight}}
  %0 = torch.aten.set_.source_Tensor(%x, %y) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @set_dtype(%x: tensor<4xf32>, %y: tensor<4xi64>) -> tensor<4xf32> {
  // expected-error@+1 {{'aten.set_.source_Tensor' gives a tensor of type 'tensor<4xf32>' the memory of one of type 'tensor<4xi64>', expected the same element type}}
  %0 = torch.aten.set_.source_Tensor(%x, %y) : (tensor<4xf32>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @set_tied(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = torch.constant "a" #weight.file<"m", offset = 0> : tensor<4xf32> : tensor<4xf32>
  %b = torch.constant "b" #weight.file<"m", offset = 0> : tensor<4xf32> : tensor<4xf32>
  // expected-error@+1 {{'aten.set_.source_Tensor' changes the memory of a weight that shares it with another one}}
  %0 = torch.aten.set_.source_Tensor(%a, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

func.func @set_in_branch(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %z = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    // expected-error@+1 {{'aten.set_.source_Tensor' changes the memory of a tensor from outside the subgraph}}
    %0 = torch.aten.set_.source_Tensor(%z, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    torch.yield %x : tensor<4xf32>
  }
  return %z : tensor<4xf32>
}

// -----

// Assigns `tensor.data`.
func.func @data(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'aten.shallow_copy_data_.default' changes the memory of a tensor, not its elements}}
  %0 = torch.aten.shallow_copy_data_.default(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_variant(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'aten._cummax_helper.default' writes to an argument and has no functional variant}}
  torch.aten._cummax_helper.default(%x, %x, %x, dim=0) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> ()
  %0 = torch.aten.neg.default(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @expand(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %e = torch.aten.expand.default(%b, [3, 4]) : (tensor<1x4xf32>) -> tensor<3x4xf32>
  // expected-error@+2 {{'aten.relu_.default' writes through the view 'aten.expand.default', which cannot be undone: several of its elements may be the same memory}}
  // expected-note@below {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  %0 = torch.aten.relu_.default(%e) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %b : tensor<1x4xf32>
}

// -----

func.func @overlapping_windows(%x: tensor<8xf32>) -> tensor<8xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %w = torch.aten.unfold.default(%b, dimension=0, size=3, step=2) : (tensor<8xf32>) -> tensor<3x3xf32>
  // expected-error@+2 {{'aten.relu_.default' writes through the view 'aten.unfold.default', which cannot be undone: its windows overlap}}
  // expected-note@below {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  %0 = torch.aten.relu_.default(%w) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %b : tensor<8xf32>
}

// -----

func.func @dynamic_windows(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %b = torch.aten.neg.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  %w = torch.aten.unfold.default(%b, dimension=0, size=2, step=2) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?x2xf32>
  // expected-error@+2 {{'aten.unfold.default', which cannot be undone: the size of its dimension is known only when the model runs}}
  // expected-note@below {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  %0 = torch.aten.relu_.default(%w) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %b : tensor<?xf32, #sym.dims<n>>
}

// -----

// What such an operator computes may depend on the type that it writes to.
func.func @out_of_another_type(%x: tensor<4xf32>) -> tensor<f64> {
  %b = torch.aten.zeros.default([], dtype=f64) : () -> tensor<f64>
  // expected-error@+1 {{'aten.amax.out' computes elements of type 'f32' and writes them to a tensor of 'f64', expected one of the same type}}
  %0 = torch.aten.amax.out(%x, [0], out=%b) : (tensor<4xf32>, tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

func.func @out_resizes(%x: tensor<4xf32>) -> tensor<4xf32> {
  %b = torch.aten.zeros.default([2]) : () -> tensor<2xf32>
  %view = torch.aten.select.int(%b, 0, 0) : (tensor<2xf32>) -> tensor<f32>
  // expected-error@+1 {{'aten.neg.out' changes the shape of a tensor from 'tensor<2xf32>' to 'tensor<4xf32>' that has views}}
  %0 = torch.aten.neg.out(%x, out=%b) : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @out_resizes_argument(%x: tensor<4xf32>, %y: tensor<0xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'aten.neg.out' changes the shape of an argument or a weight}}
  %0 = torch.aten.neg.out(%x, out=%y) : (tensor<4xf32>, tensor<0xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @out_may_resize_argument(%x: tensor<?xf32, #sym.dims<a>>, %y: tensor<?xf32, #sym.dims<b>>) -> tensor<?xf32, #sym.dims<a>> {
  // expected-error@+1 {{'aten.neg.out' may change the shape of an argument or a weight: it writes 'tensor<?xf32, #sym.dims<a>>' to 'tensor<?xf32, #sym.dims<b>>'; expected sizes that are known to be equal}}
  %0 = torch.aten.neg.out(%x, out=%y) : (tensor<?xf32, #sym.dims<a>>, tensor<?xf32, #sym.dims<b>>) -> tensor<?xf32, #sym.dims<a>>
  return %0 : tensor<?xf32, #sym.dims<a>>
}

// -----

func.func @out_twice(%x: tensor<2x4xf32>) -> tensor<2xf32> {
  %b = torch.aten.zeros.default([2]) : () -> tensor<2xf32>
  // expected-error@+1 {{'aten.max.dim_max' writes to two arguments that may be the same memory}}
  %0:2 = torch.aten.max.dim_max(%x, dim=1, max=%b, max_values=%b) : (tensor<2x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %b : tensor<2xf32>
}

// -----

// There is no addcmul with a tensor as its factor.
func.func @list(%x: tensor<4xf32>, %s: tensor<1xf32>) -> tensor<4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'aten._foreach_addcmul_.Tensor' writes to a list of tensors}}
  torch.aten._foreach_addcmul_.Tensor([%b], [%x], [%x], %s) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<1xf32>) -> ()
  return %b : tensor<4xf32>
}

// -----

// Lists of different lengths.
func.func @lengths(%x: tensor<4xf32>) -> tensor<4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{'aten._foreach_mul_.List' writes to a list of tensors}}
  torch.aten._foreach_mul_.List([%b], [%x, %x]) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  return %b : tensor<4xf32>
}

// -----

// Each of the results is its operand, or a view of it.
func.func @each(%x: tensor<4xf32>, %y: tensor<2x2xf32>) -> tensor<4xf32> {
  %a = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %0:2 = torch.aten.atleast_2d.Sequence([%a, %y]) : (tensor<4xf32>, tensor<2x2xf32>) -> (tensor<1x4xf32>, tensor<2x2xf32>)
  %1 = torch.aten.relu_.default(%0#0) : (tensor<1x4xf32>) -> tensor<1x4xf32>
  // expected-error@+2 {{reads a tensor that may have been written through an alias: 'aten.atleast_2d.Sequence' returns a view or a copy}}
  // expected-note@+1 {{run_decompositions}}
  return %a : tensor<4xf32>
}

// -----

// An operator of which nothing is known, and that is there for no result.
func.func @unknown(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'my.acc_.default' has no schema and no results, so it is assumed to write to its arguments; declare it with --op-schema='my::acc_(Tensor(a!) y, Tensor x) -> ...'}}
  torch.my.acc_.default(y=%y, x=%x) : (tensor<4xf32>, tensor<4xf32>) -> ()
  // expected-error@+1 {{'my.acc.Tensor' has no schema and only unused results}}
  %0 = torch.my.acc.Tensor(y=%y, x=%x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// expected-error@+1 {{'my::acc(Tensor x)' is not a schema: expected ' -> ' at ''}}
module attributes {torch.op_schemas = ["my::acc(Tensor x)"]} {
}

// -----

// expected-error@+1 {{'aten.neg_.default' is an operator of PyTorch, whose schema is known}}
module attributes {torch.op_schemas = ["aten::neg_(Tensor x) -> ()"]} {
}

// -----

// expected-error@+1 {{'my.f.default' is given two schemas}}
module attributes {torch.op_schemas = ["my::f(Tensor x) -> ()", "my::f.default(Tensor x) -> ()"]} {
}

// -----

// expected-error@+1 {{attribute 'torch.op_schemas' is not a list of strings}}
module attributes {torch.op_schemas = [1]} {
}

// -----

module attributes {torch.op_schemas = ["my::sum_(Tensor(a!)[] y) -> ()"]} {
  func.func @written_list(%y: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error@+1 {{'my.sum_.default' writes to a list of tensors}}
    torch.my.sum_.default(y=[%y]) : (tensor<4xf32>) -> ()
    return %y : tensor<4xf32>
  }
}

// -----

// A view of an operator of the user's: how to write through it is not known.
module attributes {torch.op_schemas = ["my::head(Tensor(a) x) -> Tensor(a)"]} {
  func.func @custom_view(%x: tensor<4xf32>) -> tensor<4xf32> {
    %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %h = torch.my.head.default(x=%b) : (tensor<4xf32>) -> tensor<2xf32>
    %0 = torch.aten.relu_.default(%h) : (tensor<2xf32>) -> tensor<2xf32>
    // expected-error@+2 {{reads a tensor that may have been written through an alias: 'my.head.default' returns a view or a copy}}
    // expected-note@below {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
    return %b : tensor<4xf32>
  }
}

// -----

// The write goes through the reshape, the tensor below is read.
func.func @undecided_base(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %f = torch.aten.reshape.default(%b, [12]) : (tensor<4x3xf32>) -> tensor<12xf32>
  %s = torch.aten.slice.Tensor(%f, end=2) : (tensor<12xf32>) -> tensor<2xf32>
  %r = torch.aten.relu_.default(%s) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+2 {{reads a tensor that may have been written through an alias: 'aten.reshape.default' returns a view or a copy, depending on strides}}
  // expected-note@below {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  %0 = torch.aten.cos.default(%b) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// The other way round.
func.func @undecided_result(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c = torch.aten.contiguous.default(%b) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %r = torch.aten.relu_.default(%b) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // expected-error@+2 {{'aten.contiguous.default' returns a view or a copy}}
  // expected-note@below {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  return %c : tensor<4x3xf32>
}

// -----

func.func @undecided_argument(%x: tensor<4x3xf32>) -> tensor<12xf32> {
  %f = torch.aten.reshape.default(%x, [12]) : (tensor<4x3xf32>) -> tensor<12xf32>
  // expected-error@+2 {{writes to a tensor that may be an argument or a weight: 'aten.reshape.default' returns a view or a copy}}
  // expected-note@below {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  %r = torch.aten.relu_.default(%f) : (tensor<12xf32>) -> tensor<12xf32>
  return %f : tensor<12xf32>
}

// -----

func.func @outer_write(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %r = torch.higher_order.cond(pred=%p) {
    // expected-error@+1 {{'aten.relu_.default' writes in a subgraph to a tensor from outside}}
    %0 = torch.aten.relu_.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %0 : tensor<4xf32>
  } {
    torch.yield %b : tensor<4xf32>
  } : (tensor<i1>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @inner_argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.higher_order.map_impl(xs=%x) {
  ^bb0(%a: tensor<4xf32>):
    // expected-error@+1 {{'aten.relu_.default' writes to an argument of a subgraph}}
    %0 = torch.aten.relu_.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %0 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @weight_shape() -> tensor<1x4xf32> {
  %x = torch.constant "x" dense<0.0> : tensor<4xf32> : tensor<4xf32>
  // expected-error@+1 {{'aten.unsqueeze_.default' changes the shape of a weight}}
  %0 = torch.aten.unsqueeze_.default(%x, dim=0) : (tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func private @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{writes to an argument or a weight in a function that another function calls}}
  %0 = torch.aten.relu_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// No slice ends there.
func.func @end_of_numbers(%x: tensor<?xf32>) -> tensor<?xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %n = torch.aten.narrow.default(%b, dim=0, start=9223372036854775807, length=1) : (tensor<?xf32>) -> tensor<1xf32>
  // expected-error@+2 {{'aten.relu_.default' writes through the view 'aten.narrow.default', which cannot be undone: its end does not fit in 64 bits}}
  // expected-note@+1 {{run_decompositions}}
  %0 = torch.aten.relu_.default(%n) : (tensor<1xf32>) -> tensor<1xf32>
  return %b : tensor<?xf32>
}

// -----

func.func @overlapping_strides(%x: tensor<8xf32>) -> tensor<8xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %s = torch.aten.as_strided.default(%b, [2, 2], [3, 3]) : (tensor<8xf32>) -> tensor<2x2xf32>
  %p = torch.aten.select.int(%s, 1, 1) : (tensor<2x2xf32>) -> tensor<2xf32>
  // expected-error@+2 {{'aten.relu_.default' writes through the view 'aten.as_strided.default', which cannot be undone: its elements may overlap}}
  // expected-note@+1 {{run_decompositions}}
  %0 = torch.aten.relu_.default(%p) : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<8xf32>
}

// -----

func.func @unknown_rank(%x: tensor<*xf32>) -> tensor<*xf32> {
  // expected-error@+1 {{'aten.fill_diagonal_.default' writes to argument 'self', which is not a tensor of known rank}}
  %0 = torch.aten.fill_diagonal_.default(%x, 1) : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @copied_number(%x: tensor<2xf32>, %n: i64) -> tensor<2xf32> {
  // expected-error@+1 {{'aten.copy_.default' copies from a source that is not a tensor of known rank}}
  %0 = torch.aten.copy_.default(%x, %n) : (tensor<2xf32>, i64) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @axis(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c = torch.aten.clone.default(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %0:2 = torch.aten.split.Tensor(%c, 2, -100) : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>)
  // expected-error@+2 {{'aten.mul_.Scalar' writes through the view 'aten.split.Tensor', which cannot be undone: it does not fit its operands: expected a dimension in range for rank 2, found -100}}
  // expected-note@+1 {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  %1 = torch.aten.mul_.Scalar(%0#0, 2) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %c : tensor<2x4xf32>
}

// -----

func.func @no_parts(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = torch.aten.clone.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = torch.aten.imag.default(%c) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+2 {{'aten.mul_.Scalar' writes through the view 'aten.imag.default', which cannot be undone: it does not fit its operands: expected 'self' to have complex elements, found f32}}
  // expected-note@+1 {{'program.run_decompositions({})' before torch.export.save replaces writes by other operators}}
  %1 = torch.aten.mul_.Scalar(%0, 2) : (tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// PyTorch's own functionalization would believe the strides: no advice.
func.func @uncertain_read(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %v = torch.aten.reshape.default(%b, [12]) attributes {torch.is_view = "aten.xlogy.Tensor"} : (tensor<4x3xf32>) -> tensor<12xf32>
  %0 = torch.aten.relu_.default(%v) : (tensor<12xf32>) -> tensor<12xf32>
  // expected-error@+1 {{reads a tensor that may have been written through an alias: 'aten.reshape.default' returns a view or a copy, depending on strides, and the recorded strides of the result of 'aten.xlogy.Tensor' may differ from those of eager}}
  return %b : tensor<4x3xf32>
}

// -----

func.func @uncertain_write(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %v = torch.aten.contiguous.default(%b) attributes {torch.is_view = "aten.xlogy.Tensor"} : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %0 = torch.aten.relu_.default(%v) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // expected-error@+2 {{reads a tensor that may have been written through an alias}}
  // expected-error@+1 {{'aten.sin_.default' writes to a tensor that may have been written through an alias: 'aten.contiguous.default' returns a view or a copy, depending on strides, and the recorded strides of the result of 'aten.xlogy.Tensor' may differ from those of eager}}
  %1 = torch.aten.sin_.default(%b) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %x : tensor<4x3xf32>
}

// -----

// A loop over slices may give back the memory that it goes over: what it yields
// is a view or a copy of it.
func.func @write_through_slices(%x: tensor<3x2x2xf32>) -> tensor<3x2x2xf32> {
  %0 = torch.scan() over (%x : tensor<3x2x2xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: tensor<2x2xf32>):
    %1 = torch.aten.reshape.default(%a, [4]) : (tensor<2x2xf32>) -> tensor<4xf32>
    torch.yield %1 : tensor<4xf32>
  }
  // expected-error @+1 {{writes to a tensor that may be an argument or a weight}}
  %2 = torch.aten.relu_.default(%0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %3 = torch.aten.cos.default(%x) : (tensor<3x2x2xf32>) -> tensor<3x2x2xf32>
  return %3 : tensor<3x2x2xf32>
}

// -----

// A forward-mode derivative, which torch.export has not expressed by operators.
func.func @forward_mode(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'torch._functorch.predispatch._enter_dual_level' is a part of a transform of torch.func; 'program.run_decompositions({})' before torch.export.save replaces it}}
  %0 = torch.torch._functorch.predispatch._enter_dual_level() : () -> i64
  return %x : tensor<4xf32>
}
