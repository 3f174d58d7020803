// Programs that cannot be made functional, each with its reason.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file --verify-diagnostics

func.func @storage(%x: tensor<4xf32>) -> tensor<8xf32> {
  // expected-error@+1 {{'aten.resize_.default' changes the memory of a tensor, not its elements}}
  %0 = torch.aten.resize_.default(%x, [8]) : (tensor<4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @set(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'aten.set_.source_Tensor' changes the memory of a tensor, not its elements}}
  %0 = torch.aten.set_.source_Tensor(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @no_twin(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error@+1 {{'aten.fill_diagonal_.default' writes to an argument and has no functional twin}}
  %0 = torch.aten.fill_diagonal_.default(%x, fill_value=1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @expand(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<1x4xf32>) -> tensor<1x4xf32>
  %e = torch.aten.expand.default(%b, [3, 4]) : (tensor<1x4xf32>) -> tensor<3x4xf32>
  // expected-error@+1 {{'aten.relu_.default' writes through the view 'aten.expand.default', which cannot be undone: several of its elements may be the same memory}}
  %0 = torch.aten.relu_.default(%e) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %b : tensor<1x4xf32>
}

// -----

func.func @as_strided_of_view(%x: tensor<8xf32>) -> tensor<8xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %s = torch.aten.slice.Tensor(%b, start=4) : (tensor<8xf32>) -> tensor<4xf32>
  %a = torch.aten.as_strided.default(%s, [2], [2]) : (tensor<4xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'aten.relu_.default' writes through the view 'aten.as_strided.default', which cannot be undone: it is a view of another view}}
  %0 = torch.aten.relu_.default(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %b : tensor<8xf32>
}

// -----

func.func @unknown_parts(%x: tensor<?xf32>) -> tensor<?xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %c:2 = torch.aten.chunk.default(%b, chunks=2) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  // expected-error@+1 {{writes through the view 'aten.chunk.default', which cannot be undone: the size of its parts is not known}}
  %0 = torch.aten.relu_.default(%c#1) : (tensor<?xf32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
}

// -----

// The write goes through the reshape, the tensor below is read.
func.func @undecided_base(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %f = torch.aten.reshape.default(%b, [12]) : (tensor<4x3xf32>) -> tensor<12xf32>
  %s = torch.aten.slice.Tensor(%f, end=2) : (tensor<12xf32>) -> tensor<2xf32>
  %r = torch.aten.relu_.default(%s) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{reads a tensor that may have been written through another one: 'aten.reshape.default' returns a view or a copy, depending on strides}}
  %0 = torch.aten.cos.default(%b) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// The other way round.
func.func @undecided_result(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c = torch.aten.contiguous.default(%b) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %r = torch.aten.relu_.default(%b) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // expected-error@+1 {{'aten.contiguous.default' returns a view or a copy}}
  return %c : tensor<4x3xf32>
}

// -----

func.func @undecided_argument(%x: tensor<4x3xf32>) -> tensor<12xf32> {
  %f = torch.aten.reshape.default(%x, [12]) : (tensor<4x3xf32>) -> tensor<12xf32>
  // expected-error@+1 {{writes to what may be an argument or a weight: 'aten.reshape.default' returns a view or a copy}}
  %r = torch.aten.relu_.default(%f) : (tensor<12xf32>) -> tensor<12xf32>
  return %f : tensor<12xf32>
}

// -----

func.func @outer_write(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %r = torch.higher_order.cond(pred=%p) {
    // expected-error@+1 {{'aten.relu_.default' writes to a tensor from outside of the subgraph it is in}}
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

func.func @argument_shape(%x: tensor<4xf32>) -> tensor<1x4xf32> {
  // expected-error@+1 {{'aten.unsqueeze_.default' changes the shape of an argument or a weight}}
  %0 = torch.aten.unsqueeze_.default(%x, dim=0) : (tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}

// -----

func.func private @called(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{writes to an argument or a weight in a function that is called by another one}}
  %0 = torch.aten.relu_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @caller(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @called(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
