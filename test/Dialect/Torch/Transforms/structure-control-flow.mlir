// RUN: torch-onnx-opt %s --torch-structure-control-flow --split-input-file | FileCheck %s

// What the branches share comes from outside.
// CHECK-LABEL: func.func @cond
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf32>
// CHECK: %[[R:.*]] = torch.if %[[C]] : (tensor<i1>) -> tensor<4xf32> then {
// CHECK-NEXT: torch.aten.mul.Tensor(%[[X]], %[[W]])
// CHECK: } else {
// CHECK-NEXT: torch.yield %[[X]]
// CHECK: return %[[R]]
func.func @cond(%c: tensor<i1>, %x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.higher_order.cond(a=%c, b=[%x, %w]) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %0 = torch.aten.mul.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %0 : tensor<4xf32>
  } {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  } : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Only what is carried stays an argument.
// CHECK-LABEL: func.func @while_loop
// CHECK-SAME: %[[I:.*]]: tensor<i64>, %[[X:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf32>
// CHECK: torch.while(%[[I]], %[[X]]) {{.*}} while {
// CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<i64>, %{{.*}}: tensor<4xf32>):
// CHECK-NEXT: torch.aten.gt.Scalar(%[[A]], other=0)
// CHECK: } do {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %[[B:.*]]: tensor<4xf32>):
// CHECK: torch.aten.add.Tensor(%[[B]], %[[W]])
func.func @while_loop(%i: tensor<i64>, %x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = torch.higher_order.while_loop(a=[%i, %x], b=[%w]) {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>, %c: tensor<4xf32>):
    %0 = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %0 : tensor<i1>
  } {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>, %c: tensor<4xf32>):
    %0 = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    %1 = torch.aten.add.Tensor(%b, %c) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %0, %1 : tensor<i64>, tensor<4xf32>
  } : (tensor<i64>, tensor<4xf32>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @stack
// CHECK: torch.while stacked(%arg0) : (tensor<i64>) -> tensor<?xi64>
func.func @stack(%i: tensor<i64>) -> tensor<?xi64> {
  %r = torch.higher_order.while_loop_stack_output(a=[%i], b=[]) {
  ^bb0(%a: tensor<i64>):
    %0 = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %0 : tensor<i1>
  } {
  ^bb0(%a: tensor<i64>):
    %0 = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    torch.yield %0 : tensor<i64>
  } : (tensor<i64>) -> tensor<?xi64>
  return %r : tensor<?xi64>
}

// -----

// Nested, a map in a scan: the inner body reads what the outer one carries.
// CHECK-LABEL: func.func @scan
// CHECK: torch.scan(%arg0 : tensor<2xf32>) over (%arg1 : tensor<5x3x2xf32>) -> tensor<2xf32>, tensor<5x3x2xf32> {
// CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<2xf32>, %[[X:.*]]: tensor<3x2xf32>):
// CHECK-NEXT: torch.scan() over (%[[X]] : tensor<3x2xf32>) -> tensor<3x2xf32> {
// CHECK-NEXT: ^bb0(%[[Y:.*]]: tensor<2xf32>):
// CHECK-NEXT: torch.aten.add.Tensor(%[[Y]], %[[C]])
func.func @scan(%c: tensor<2xf32>, %x: tensor<5x3x2xf32>) -> tensor<5x3x2xf32> {
  %r:2 = torch.higher_order.scan(a=[%c], b=[%x], c=[]) {
  ^bb0(%a: tensor<2xf32>, %b: tensor<3x2xf32>):
    %0 = torch.higher_order.map_impl(a=[%b], b=[%a]) {
    ^bb1(%d: tensor<2xf32>, %e: tensor<2xf32>):
      %1 = torch.aten.add.Tensor(%d, %e) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      torch.yield %1 : tensor<2xf32>
    } : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
    torch.yield %a, %0 : tensor<2xf32>, tensor<3x2xf32>
  } : (tensor<2xf32>, tensor<5x3x2xf32>) -> (tensor<2xf32>, tensor<5x3x2xf32>)
  return %r#1 : tensor<5x3x2xf32>
}

// -----

// A subgraph with one argument too few.
// CHECK-LABEL: func.func @does_not_fit
// CHECK: torch.higher_order.cond
func.func @does_not_fit(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.higher_order.cond(a=%c, b=[%x]) {
  ^bb0(%a: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  } {
    torch.yield %x : tensor<4xf32>
  } : (tensor<i1>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A number that the loop begins with.
// CHECK-LABEL: func.func @number
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i64
// CHECK: torch.while(%[[ZERO]], %arg0) : (i64, tensor<4xf32>) -> (i64, tensor<4xf32>) while {
func.func @number(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = torch.higher_order.while_loop(a=[0, %x], b=[]) {
  ^bb0(%i: i64, %a: tensor<4xf32>):
    %four = arith.constant 4 : i64
    %c = arith.cmpi slt, %i, %four : i64
    torch.yield %c : i1
  } {
  ^bb0(%i: i64, %a: tensor<4xf32>):
    %one = arith.constant 1 : i64
    %j = arith.addi %i, %one : i64
    %b = torch.aten.cos.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %j, %b : i64, tensor<4xf32>
  } : (tensor<4xf32>) -> (i64, tensor<4xf32>)
  return %r#1 : tensor<4xf32>
}

// -----

// What a subgraph gives as None is no result.
// CHECK-LABEL: func.func @map_of_none
// CHECK: %[[R:.*]] = torch.scan
// CHECK-SAME: -> tensor<3x2xf32>
// CHECK: return %[[R]]
func.func @map_of_none(%x: tensor<3x2xf32>, %w: tensor<2xf32>) -> tensor<3x2xf32> {
  %r:2 = torch.higher_order.map_impl([%x], [%w]) {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %0 = torch.aten.mul.Tensor(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    torch.yield %0 : tensor<2xf32>
  } : (tensor<3x2xf32>, tensor<2xf32>) -> (none, tensor<3x2xf32>)
  return %r#1 : tensor<3x2xf32>
}

// -----

// None that is used stays.
// CHECK-LABEL: func.func @used_none
// CHECK: torch.higher_order.map_impl
func.func @used_none(%x: tensor<3x2xf32>, %w: tensor<2xf32>) -> none {
  %r:2 = torch.higher_order.map_impl([%x], [%w]) {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %0 = torch.aten.mul.Tensor(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    torch.yield %0 : tensor<2xf32>
  } : (tensor<3x2xf32>, tensor<2xf32>) -> (none, tensor<3x2xf32>)
  return %r#0 : none
}
