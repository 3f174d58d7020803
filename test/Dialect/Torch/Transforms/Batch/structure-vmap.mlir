// RUN: torch-onnx-opt %s --torch-structure-control-flow --split-input-file | FileCheck %s

// What does not depend on the batch stays in front of the loop; the dimension
// that is mapped over goes to the front and back.
// CHECK-LABEL: func.func @vmap
// CHECK-SAME: %[[X:.*]]: tensor<4x9xf32>, %[[Y:.*]]: tensor<4xf32>
// CHECK: %[[COS:.*]] = torch.aten.cos.default(%[[Y]])
// CHECK: %[[XS:.*]] = torch.aten.movedim.int(%[[X]], source=1, destination=0) : (tensor<4x9xf32>) -> tensor<9x4xf32>
// CHECK: %[[YS:.*]] = torch.scan() over (%[[XS]] : tensor<9x4xf32>) attributes {torch.vmap} -> tensor<9x4xf32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[B:.*]] = torch.aten.mul.Tensor(%[[A]], %[[COS]])
// CHECK-NEXT: torch.yield %[[B]]
// CHECK: %[[R:.*]] = torch.aten.movedim.int(%[[YS]], source=0, destination=1)
// CHECK: return %[[R]]
func.func @vmap(%x: tensor<4x9xf32>, %y: tensor<4xf32>) -> tensor<4x9xf32> {
  %n = torch.operator "torch._functorch.predispatch._vmap_increment_nesting" (a=9, b="error") : () -> none
  %a = torch.operator "torch._functorch.predispatch._add_batch_dim" (a=%x, b=1, c=1) : (tensor<4x9xf32>) -> tensor<4xf32>
  %c = torch.aten.cos.default(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %b = torch.aten.mul.Tensor(%a, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %r = torch.operator "torch._functorch.predispatch._remove_batch_dim" (a=%b, b=1, c=9, d=-1) : (tensor<4xf32>) -> tensor<4x9xf32>
  %m = torch.operator "torch._functorch.predispatch._vmap_decrement_nesting" () : () -> none
  return %r : tensor<4x9xf32>
}

// -----

// A value that is yielded without being touched.
// CHECK-LABEL: func.func @identity
// CHECK: torch.scan() over (%arg0 : tensor<9x4xf32>) attributes {torch.vmap} -> tensor<9x4xf32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT: torch.yield %[[A]]
func.func @identity(%x: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %n = torch.operator "torch._functorch.predispatch._vmap_increment_nesting" (a=9, b="error") : () -> none
  %a = torch.operator "torch._functorch.predispatch._add_batch_dim" (a=%x, b=0, c=1) : (tensor<9x4xf32>) -> tensor<4xf32>
  %r = torch.operator "torch._functorch.predispatch._remove_batch_dim" (a=%a, b=1, c=9, d=0) : (tensor<4xf32>) -> tensor<9x4xf32>
  %m = torch.operator "torch._functorch.predispatch._vmap_decrement_nesting" () : () -> none
  return %r : tensor<9x4xf32>
}

// -----

// Random numbers that are the same for all elements cannot be drawn in a loop.
// CHECK-LABEL: func.func @same_random
// CHECK-NOT: torch.scan
// CHECK: _add_batch_dim
func.func @same_random(%x: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %n = torch.operator "torch._functorch.predispatch._vmap_increment_nesting" (a=9, b="same") : () -> none
  %a = torch.operator "torch._functorch.predispatch._add_batch_dim" (a=%x, b=0, c=1) : (tensor<9x4xf32>) -> tensor<4xf32>
  %b = torch.aten.rand_like.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %r = torch.operator "torch._functorch.predispatch._remove_batch_dim" (a=%b, b=1, c=9, d=0) : (tensor<4xf32>) -> tensor<9x4xf32>
  %m = torch.operator "torch._functorch.predispatch._vmap_decrement_nesting" () : () -> none
  return %r : tensor<9x4xf32>
}

// -----

// In a branch the levels tell where a vmap begins and ends: two of them, the
// first with another one in it.
// CHECK-LABEL: func.func @without_bounds
// CHECK: torch.if
// CHECK: %[[YS:.*]] = torch.scan() over (%arg1 : tensor<9x4xf32>) attributes {torch.vmap} -> tensor<9x4xf32> {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[INNER:.*]] = torch.scan() over (%[[A]] : tensor<4xf32>) attributes {torch.vmap} -> tensor<4xf32> {
// CHECK: torch.aten.cos.default
// CHECK: torch.yield %[[INNER]]
// CHECK: %[[ZS:.*]] = torch.scan() over (%[[YS]] : tensor<9x4xf32>) attributes {torch.vmap} -> tensor<9x4xf32> {
// CHECK: torch.aten.sin.default
// CHECK: torch.yield %[[ZS]]
// CHECK-NOT: predispatch
func.func @without_bounds(%p: tensor<i1>, %x: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %0 = torch.higher_order.cond(a=%p, b=[%x]) {
  ^bb0(%y: tensor<9x4xf32>):
    %a = torch.operator "torch._functorch.predispatch._add_batch_dim" (a=%y, b=0, c=1) : (tensor<9x4xf32>) -> tensor<4xf32>
    %b = torch.operator "torch._functorch.predispatch._add_batch_dim" (a=%a, b=0, c=2) : (tensor<4xf32>) -> tensor<f32>
    %c = torch.aten.cos.default(%b) : (tensor<f32>) -> tensor<f32>
    %d = torch.operator "torch._functorch.predispatch._remove_batch_dim" (a=%c, b=2, c=4, d=0) : (tensor<f32>) -> tensor<4xf32>
    %e = torch.operator "torch._functorch.predispatch._remove_batch_dim" (a=%d, b=1, c=9, d=0) : (tensor<4xf32>) -> tensor<9x4xf32>
    %f = torch.operator "torch._functorch.predispatch._add_batch_dim" (a=%e, b=0, c=1) : (tensor<9x4xf32>) -> tensor<4xf32>
    %g = torch.aten.sin.default(%f) : (tensor<4xf32>) -> tensor<4xf32>
    %h = torch.operator "torch._functorch.predispatch._remove_batch_dim" (a=%g, b=1, c=9, d=0) : (tensor<4xf32>) -> tensor<9x4xf32>
    torch.yield %h : tensor<9x4xf32>
  } {
  ^bb0(%y: tensor<9x4xf32>):
    torch.yield %y : tensor<9x4xf32>
  } : (tensor<i1>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return %0 : tensor<9x4xf32>
}

// -----

// How random numbers are to be drawn is not known there.
// CHECK-LABEL: func.func @random_without_bounds
// CHECK-NOT: torch.scan
// CHECK-NOT: nesting
// CHECK: _add_batch_dim
func.func @random_without_bounds(%p: tensor<i1>, %x: tensor<9x4xf32>) -> tensor<9x4xf32> {
  %0 = torch.higher_order.cond(a=%p, b=[%x]) {
  ^bb0(%y: tensor<9x4xf32>):
    %f = torch.operator "torch._functorch.predispatch._add_batch_dim" (a=%y, b=0, c=1) : (tensor<9x4xf32>) -> tensor<4xf32>
    %g = torch.aten.rand_like.default(%f) : (tensor<4xf32>) -> tensor<4xf32>
    %h = torch.operator "torch._functorch.predispatch._remove_batch_dim" (a=%g, b=1, c=9, d=0) : (tensor<4xf32>) -> tensor<9x4xf32>
    torch.yield %h : tensor<9x4xf32>
  } {
  ^bb0(%y: tensor<9x4xf32>):
    torch.yield %y : tensor<9x4xf32>
  } : (tensor<i1>, tensor<9x4xf32>) -> tensor<9x4xf32>
  return %0 : tensor<9x4xf32>
}
