// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Sizes that are computed: what has an exact expression becomes a dimension.

module attributes {sym.ranges = {n = array<i64: 0, 9223372036854775807>,
                                 m = array<i64: 10, 20>}} {

// CHECK-LABEL: @numbers
func.func @numbers(%x: tensor<?x?x?xf32, #sym.dims<n, m, s>>, %d: tensor<i64>) {
  %n = torch.aten.sym_size.int(%x, dim=0) : (tensor<?x?x?xf32, #sym.dims<n, m, s>>) -> i64
  %m = torch.aten.sym_size.int(%x, dim=-2) : (tensor<?x?x?xf32, #sym.dims<n, m, s>>) -> i64
  %s = torch.aten.sym_size.int(%x, dim=2) : (tensor<?x?x?xf32, #sym.dims<n, m, s>>) -> i64
  %all = torch.aten.sym_numel.default(%x) : (tensor<?x?x?xf32, #sym.dims<n, m, s>>) -> i64
  %2 = arith.constant 2 : i64
  %7 = arith.constant 7 : i64
  %30 = arith.constant 30 : i64
  %sum = arith.addi %n, %m : i64
  %difference = arith.subi %sum, %2 : i64
  %half = arith.floordivsi %difference, %2 : i64
  %product = arith.muli %n, %m : i64
  // CHECK: aten.zeros.default({{.*}} -> tensor<?x?x?xf32, #sym.dims<(m + n) floordiv 2 - 1, m*n, m*n*s>>{{$}}
  %a = torch.aten.zeros.default([%half, %product, %all]) : (i64, i64, i64) -> !torch.untyped

  // Remainders and divisions of what is not negative; s may be.
  %rest = arith.remsi %n, %7 : i64
  %quotient = arith.divsi %n, %7 : i64
  %signed = arith.remsi %s, %7 : i64
  // CHECK: aten.zeros.default({{.*}} -> tensor<?x?x?xf32, #sym.dims<n mod 7, n floordiv 7, ?>>{{$}}
  %b = torch.aten.zeros.default([%rest, %quotient, %signed]) : (i64, i64, i64) -> !torch.untyped

  // The larger one, where the ranges tell which it is.
  %atLeast7 = arith.maxsi %m, %7 : i64
  %atMost30 = arith.minsi %m, %30 : i64
  %capped = arith.minsi %m, %7 : i64
  %either = arith.maxsi %n, %m : i64
  // CHECK: aten.zeros.default({{.*}} -> tensor<?x?x7x?xf32, #sym.dims<m, m, ?>>{{$}}
  %c = torch.aten.zeros.default([%atLeast7, %atMost30, %capped, %either]) : (i64, i64, i64, i64) -> !torch.untyped

  // Magnitudes, where the ranges tell the sign.
  %zero = arith.constant 0 : i64
  %negative = arith.subi %zero, %m : i64
  %own = math.absi %m : i64
  %other = math.absi %negative : i64
  %open = math.absi %s : i64
  // CHECK: aten.zeros.default({{.*}} -> tensor<?x?x?xf32, #sym.dims<m, m, ?>>{{$}}
  %f = torch.aten.zeros.default([%own, %other, %open]) : (i64, i64, i64) -> !torch.untyped

  // A number that is a symbol of its own.
  %read = torch.aten.item.default(%d) attributes {torch.exprs = #sym.dims<u0>} : (tensor<i64>) -> i64
  // CHECK: aten.full.default({{.*}} -> tensor<?xi64, #sym.dims<u0>>{{$}}
  %e = torch.aten.full.default([%read], 1) : (i64) -> !torch.untyped
  return
}

// Sizes that broadcast: m is never 1, so it is the size of the result. Of n and
// s, the one that is not 1 is.
// CHECK-LABEL: @broadcast
// CHECK-SAME: -> (tensor<?xf32, #sym.dims<m>>, tensor<?xf32, #sym.dims<Where(Eq(1, n), s, n)>>)
func.func @broadcast(%m: tensor<?xf32, #sym.dims<m>>, %n: tensor<?xf32, #sym.dims<n>>,
                     %s: tensor<?xf32, #sym.dims<s>>) -> (!torch.untyped, !torch.untyped) {
  %0 = torch.aten.add.Tensor(%n, %m) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<m>>) -> !torch.untyped
  %1 = torch.aten.add.Tensor(%n, %s) : (tensor<?xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<s>>) -> !torch.untyped
  return %0, %1 : !torch.untyped, !torch.untyped
}

}
