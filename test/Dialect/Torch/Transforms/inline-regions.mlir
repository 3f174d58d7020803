// RUN: torch-onnx-opt %s --torch-inline-regions --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @no_grad
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
func.func @no_grad(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[R:.*]] = torch.aten.sub.Tensor(%[[X]], %[[Y]])
  %r:2 = torch.operator "higher_order.wrap_with_set_grad_enabled" (a=false, b=%x, c=%y) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %0 = torch.aten.sub.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %0, %b : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK-NEXT: return %[[R]], %[[Y]]
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Nested wrappers, the operands in a list.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[R:.*]] = torch.aten.relu.default(%[[X]])
  // CHECK-NEXT: return %[[R]]
  %r = torch.higher_order.strict_mode(operands=[%x]) {
  ^bb0(%a: tensor<4xf32>):
    %s = torch.higher_order.invoke_subgraph(identifier="subgraph_0", b=%a) {
    ^bb0(%b: tensor<4xf32>):
      %0 = torch.aten.relu.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %0 : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %s : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Autocast that is off, and one whose operators have one type each.
// CHECK-LABEL: func.func @autocast_without_effect
// CHECK-NOT: wrap_with_autocast
func.func @autocast_without_effect(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %r = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=false, d=none, e=%x) {
  ^bb0(%a: tensor<4xf32>):
    %0 = torch.aten.relu.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %0 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %s = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4xf32>):
    %0 = torch.aten.to.dtype(%a, dtype=bf16) : (tensor<4xf32>) -> tensor<4xbf16>
    %1 = torch.aten.relu.default(%0) : (tensor<4xbf16>) -> tensor<4xbf16>
    torch.yield %1 : tensor<4xbf16>
  } : (tensor<4xf32>) -> tensor<4xbf16>
  return %r, %s : tensor<4xf32>, tensor<4xbf16>
}

// -----

// The casts of autocast come into the body: to the dtype of the region, to
// float32 on the device that does so, to the widest type.
// CHECK-LABEL: func.func @autocast
func.func @autocast(%x: tensor<4x4xf32>) -> (tensor<4x4xbf16>, tensor<4x4xf32>, tensor<4xf32>) {
  // CHECK-NOT: wrap_with_autocast
  // CHECK: %[[A:.*]] = torch.aten._to_copy.default(%arg0, dtype=bf16)
  // CHECK: %[[M:.*]] = torch.aten.mm.default(%{{.*}}, %{{.*}}) : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  // CHECK: %[[E:.*]] = torch.aten.exp.default(%[[M]]) : (tensor<4x4xbf16>)
  // CHECK: %[[C:.*]] = torch.aten._to_copy.default(%[[E]], dtype=f32)
  // CHECK: torch.aten.cat.default([%[[C]], %arg0]
  %r:2 = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4x4xf32>):
    %0 = torch.aten.mm.default(%a, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xbf16>
    %1 = torch.aten.exp.default(%0) : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
    %2 = torch.aten.cat.default([%1, %a]) : (tensor<4x4xbf16>, tensor<4x4xf32>) -> tensor<8x4xf32>
    %3 = torch.aten.slice.Tensor(%2, end=4) : (tensor<8x4xf32>) -> tensor<4x4xf32>
    torch.yield %1, %3 : tensor<4x4xbf16>, tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> (tensor<4x4xbf16>, tensor<4x4xf32>)
  // CHECK: %[[F:.*]] = torch.aten._to_copy.default({{.*}}, dtype=f32)
  // CHECK: torch.aten.exp.default(%[[F]]) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: torch.aten.sum.dim_IntList({{.*}}, [0], dtype=f32)
  %s = torch.higher_order.wrap_with_autocast(a="cuda", b=none, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4x4xf32>):
    %0 = torch.aten.mm.default(%a, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf16>
    %1 = torch.aten.exp.default(%0) : (tensor<4x4xf16>) -> tensor<4x4xf32>
    %2 = torch.aten.sum.dim_IntList(%1, [0]) : (tensor<4x4xf32>) -> tensor<4xf32>
    torch.yield %2 : tensor<4xf32>
  } : (tensor<4x4xf32>) -> tensor<4xf32>
  return %r#0, %r#1, %s : tensor<4x4xbf16>, tensor<4x4xf32>, tensor<4xf32>
}

// -----

// A region that is off within one that is on: neither has the other's casts.
// CHECK-LABEL: func.func @nested_autocast
func.func @nested_autocast(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>) {
  // CHECK-NOT: _to_copy
  // CHECK: torch.aten.mm.default(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %r = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=true, d=none, e=%x) {
  ^bb0(%a: tensor<4x4xf32>):
    %s = torch.higher_order.wrap_with_autocast(a="cpu", b=bf16, c=false, d=none, e=%a) {
    ^bb0(%c: tensor<4x4xf32>):
      %0 = torch.aten.mm.default(%c, %c) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      torch.yield %0 : tensor<4x4xf32>
    } : (tensor<4x4xf32>) -> tensor<4x4xf32>
    torch.yield %s : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// Autocast around the export of a program: no region, types after the casts. The
// region inside is off.
// CHECK-LABEL: func.func @outer_autocast
func.func @outer_autocast(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // CHECK: %[[A:.*]] = torch.aten._to_copy.default(%arg0, dtype=f16)
  // CHECK: %[[M:.*]] = torch.aten.mm.default(%[[A]], %{{.*}}) : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf16>
  // CHECK: torch.aten.exp.default(%[[M]]) : (tensor<4x4xf16>) -> tensor<4x4xf16>
  %0 = torch.aten.mm.default(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf16>
  %1 = torch.aten.exp.default(%0) : (tensor<4x4xf16>) -> tensor<4x4xf16>
  // CHECK: %[[W:.*]] = torch.aten._to_copy.default(%{{.*}}, dtype=f32)
  // CHECK: torch.aten.mse_loss.default(%[[W]], %{{.*}}, reduction=0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = torch.aten.mse_loss.default(%1, %0, reduction=0) : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  // CHECK: torch.aten.mm.default(%arg0, %arg0) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = torch.higher_order.wrap_with_autocast(a="cpu", b=f16, c=false, d=none, e=%x) {
  ^bb0(%a: tensor<4x4xf32>):
    %4 = torch.aten.mm.default(%a, %a) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    torch.yield %4 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Autocast on CUDA, which also casts exp.
// CHECK-LABEL: func.func @outer_autocast_cuda
func.func @outer_autocast_cuda(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: torch.aten.mm.default{{.*}} -> tensor<4x4xf16>
  // CHECK: torch.aten.exp.default{{.*}} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = torch.aten.mm.default(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf16>
  %1 = torch.aten.exp.default(%0) : (tensor<4x4xf16>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// Types that no autocast explains: two dtypes, an integer, an operator that
// autocast does not know.
// CHECK-LABEL: func.func @no_autocast
// CHECK-NOT: _to_copy
func.func @no_autocast(%x: tensor<4x4xf32>) -> (tensor<4x4xf16>, tensor<4x4xbf16>, tensor<4x4xf16>) {
  %0 = torch.aten.mm.default(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf16>
  %1 = torch.aten.mm.default(%x, %x) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xbf16>
  %2 = torch.aten.relu.default(%x) : (tensor<4x4xf32>) -> tensor<4x4xf16>
  return %0, %1, %2 : tensor<4x4xf16>, tensor<4x4xbf16>, tensor<4x4xf16>
}

// -----

// Control flow stays, and so does a body that does not fit its operation.
// CHECK-LABEL: func.func @stays
func.func @stays(%p: tensor<i1>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: torch.higher_order.cond
  %r = torch.higher_order.cond(a=%p, b=[%x]) {
  ^bb0(%a: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  } {
  ^bb0(%a: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  } : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: torch.higher_order.wrap
  %s = torch.higher_order.wrap(a=%x, b=%x) {
  ^bb0(%a: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r, %s : tensor<4xf32>, tensor<4xf32>
}

// -----

// A subgraph that is called twice has the same symbols for sizes that depend on
// data: inside they become different ones, and what the results are called.
// CHECK-LABEL: module attributes {sym.ranges = {u0 = array<i64: 0, 5>, u0_1 = array<i64: 0, 5>, u1 = array<i64: 0, 5>, u2 = array<i64: 0, 5>}}
// CHECK: torch.aten.nonzero.default(%arg0) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u0>>
// CHECK: torch.aten.nonzero.default(%{{.*}}) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u1>>
// CHECK: torch.aten.nonzero.default(%arg0) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u0_1>>
// CHECK: torch.aten.sym_size.int(%{{.*}}, dim=0) attributes {torch.exprs = #sym.dims<u0_1>}
// CHECK: torch.aten.nonzero.default(%{{.*}}) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u2>>
module attributes {sym.ranges = {u0 = array<i64: 0, 5>, u1 = array<i64: 0, 5>, u2 = array<i64: 0, 5>}} {
  func.func @main(%x: tensor<5xf32>) -> (tensor<?x1xi64, #sym.dims<u1>>, tensor<?x1xi64, #sym.dims<u2>>) {
    %a = torch.higher_order.invoke_subgraph(identifier="f", x=%x) {
    ^bb0(%y: tensor<5xf32>):
      %0 = torch.aten.nonzero.default(%y) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u0>>
      %1 = torch.aten.sym_size.int(%0, dim=0) attributes {torch.exprs = #sym.dims<u0>} : (tensor<?x1xi64, #sym.dims<u0>>) -> i64
      %2 = torch.aten.mul.Tensor(%y, other=2) : (tensor<5xf32>) -> tensor<5xf32>
      %3 = torch.aten.nonzero.default(%2) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u1>>
      torch.yield %3 : tensor<?x1xi64, #sym.dims<u1>>
    } : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u1>>
    %b = torch.higher_order.invoke_subgraph(identifier="f", x=%x) {
    ^bb0(%y: tensor<5xf32>):
      %0 = torch.aten.nonzero.default(%y) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u0>>
      %1 = torch.aten.sym_size.int(%0, dim=0) attributes {torch.exprs = #sym.dims<u0>} : (tensor<?x1xi64, #sym.dims<u0>>) -> i64
      %2 = torch.aten.mul.Tensor(%y, other=2) : (tensor<5xf32>) -> tensor<5xf32>
      %3 = torch.aten.nonzero.default(%2) : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u1>>
      torch.yield %3 : tensor<?x1xi64, #sym.dims<u1>>
    } : (tensor<5xf32>) -> tensor<?x1xi64, #sym.dims<u2>>
    return %a, %b : tensor<?x1xi64, #sym.dims<u1>>, tensor<?x1xi64, #sym.dims<u2>>
  }
}

// -----

// A part that torch.compile has split off, its operands in a tuple.
// CHECK-LABEL: func.func @constant_part
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
func.func @constant_part(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %[[R:.*]] = torch.aten.sub.Tensor(%[[X]], %[[Y]])
  // CHECK-NEXT: return %[[R]]
  %r = torch.higher_order.run_const_graph(args=[%x, %y]) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %0 = torch.aten.sub.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %0 : tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
