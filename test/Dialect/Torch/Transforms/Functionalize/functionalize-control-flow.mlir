// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file --verify-diagnostics | FileCheck %s

// Writes to what a branch has made itself.
// CHECK-LABEL: func.func @inside
// CHECK: then {
// CHECK: %[[Y:.*]] = torch.aten.cos.default
// CHECK: %[[Z:.*]] = torch.aten.relu.default(%[[Y]])
// CHECK: torch.yield %[[Z]]
func.func @inside(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %y = torch.aten.cos.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %z = torch.aten.relu_.default(%y) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    torch.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A branch that writes to what is outside yields the new value, the other one
// what was there; views are made again behind the branch.
// CHECK-LABEL: func.func @outside
// CHECK: %[[VIEW:.*]] = torch.aten.select.int(%arg1
// CHECK: %[[R:.*]]:2 = torch.if %arg0
// CHECK: %[[ROW:.*]] = torch.aten.select.int(%arg1
// CHECK: %[[NEW:.*]] = torch.aten.relu.default(%[[ROW]])
// CHECK: %[[WHOLE:.*]] = torch.aten.select_scatter.default(%arg1, %[[NEW]]
// CHECK: %[[AGAIN:.*]] = torch.aten.select.int(%[[WHOLE]], dim=0, index=0)
// CHECK: torch.yield %[[AGAIN]], %[[WHOLE]]
// CHECK: torch.yield %[[VIEW]], %arg1
// CHECK: %[[AFTER:.*]] = torch.aten.select.int(%[[R]]#1, dim=0, index=0)
// CHECK: return %[[R]]#0, %[[AFTER]], %[[R]]#1
func.func @outside(%c: tensor<i1>, %x: tensor<2x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %v = torch.aten.select.int(%x, dim=0, index=0) : (tensor<2x4xf32>) -> tensor<4xf32>
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %w = torch.aten.select.int(%x, dim=0, index=1) : (tensor<2x4xf32>) -> tensor<4xf32>
    %y = torch.aten.relu_.default(%w) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %v : tensor<4xf32>
  } else {
    torch.yield %v : tensor<4xf32>
  }
  return %r, %v : tensor<4xf32>, tensor<4xf32>
}

// -----

// What both branches write, and a branch in a branch.
// CHECK-LABEL: func.func @nested
// CHECK: %[[R:.*]]:2 = torch.if %arg0
// CHECK: %[[INNER:.*]]:2 = torch.if %arg0
// CHECK: %[[RELU:.*]] = torch.aten.relu.default(%arg1)
// CHECK: torch.yield %{{.*}}, %[[RELU]]
// CHECK: torch.yield %{{.*}}, %arg1
// CHECK: %[[SIN:.*]] = torch.aten.sin.default(%[[INNER]]#1)
// CHECK: torch.yield %[[INNER]]#0, %[[SIN]]
// CHECK: %[[COS:.*]] = torch.aten.cos.default(%arg1)
// CHECK: torch.yield %{{.*}}, %[[COS]]
// CHECK: return %[[R]]#0, %[[R]]#1
func.func @nested(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %q = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
      %y = torch.aten.relu_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
      %z = torch.aten.exp.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %z : tensor<4xf32>
    } else {
      %z = torch.aten.exp.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
      torch.yield %z : tensor<4xf32>
    }
    %y = torch.aten.sin_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %q : tensor<4xf32>
  } else {
    %y = torch.aten.cos_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %z = torch.aten.exp.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A branch returns the tensor that it has written: the same memory, which is
// unknown after another write.
func.func @returns_written(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %y = torch.aten.relu_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    %y = torch.aten.sin.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  }
  %z = torch.aten.cos_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error@+1 {{reads a tensor that may have been written through an alias: 'torch.if' returns a value from outside}}
  return %r : tensor<4xf32>
}

// -----

// A loop carries what it writes, in the condition, too.
// CHECK-LABEL: func.func @loop
// CHECK: %[[R:.*]]:2 = torch.while(%arg0, %arg1)
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[C:.*]]: tensor<4xf32>):
// CHECK: torch.aten.sum.default(%[[C]]
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[B:.*]]: tensor<4xf32>):
// CHECK: %[[NEW:.*]] = torch.aten.add.Tensor(%[[B]], other=1
// CHECK: torch.yield %{{.*}}, %[[NEW]]
// CHECK: %[[SIN:.*]] = torch.aten.sin.default(%[[R]]#1)
// CHECK: return %[[SIN]], %[[R]]#1
func.func @loop(%i: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.while(%i) : (tensor<i64>) -> tensor<i64> while {
  ^bb0(%a: tensor<i64>):
    %s = torch.aten.sum.default(%x) : (tensor<4xf32>) -> tensor<f32>
    %c = torch.aten.gt.Scalar(%s, other=0) : (tensor<f32>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>):
    %j = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    %y = torch.aten.add_.Tensor(%x, other=1) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %j : tensor<i64>
  }
  %z = torch.aten.sin.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// A scan carries in front of what it stacks; the write is through a view that
// was made outside.
// CHECK-LABEL: func.func @scan
// CHECK: %[[R:.*]]:2 = torch.scan(%arg1 : tensor<2x4xf32>) over (%arg0 : tensor<3x4xf32>) -> tensor<2x4xf32>, tensor<3x4xf32>
// CHECK: ^bb0(%[[C:.*]]: tensor<2x4xf32>, %[[S:.*]]: tensor<4xf32>):
// CHECK: %[[ROW:.*]] = torch.aten.select.int(%[[C]], dim=0, index=1)
// CHECK: %[[SUM:.*]] = torch.aten.add.Tensor(%[[ROW]], %[[S]]
// CHECK: %[[NEW:.*]] = torch.aten.select_scatter.default(%[[C]], %[[SUM]]
// CHECK: torch.yield %[[NEW]], %[[SUM]]
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @scan(%xs: tensor<3x4xf32>, %x: tensor<2x4xf32>) -> tensor<3x4xf32> {
  %v = torch.aten.select.int(%x, dim=0, index=1) : (tensor<2x4xf32>) -> tensor<4xf32>
  %r = torch.scan() over (%xs : tensor<3x4xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %y = torch.aten.add_.Tensor(%v, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %v : tensor<4xf32>
  }
  return %r : tensor<3x4xf32>
}

// -----

// The condition is computed once more than the body.
func.func @condition_writes(%i: tensor<i64>, %x: tensor<4xf32>) -> tensor<i64> {
  %r = torch.while(%i) : (tensor<i64>) -> tensor<i64> while {
  ^bb0(%a: tensor<i64>):
    // expected-error@+1 {{writes in a subgraph to a tensor from outside}}
    %y = torch.aten.relu_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %c = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>):
    torch.yield %a : tensor<i64>
  }
  return %r : tensor<i64>
}

// -----

func.func @argument(%i: tensor<i64>) -> tensor<i64> {
  %r = torch.while(%i) : (tensor<i64>) -> tensor<i64> while {
  ^bb0(%a: tensor<i64>):
    %c = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>):
    // expected-error@+1 {{writes to an argument of a subgraph}}
    %j = torch.aten.sub_.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    torch.yield %j : tensor<i64>
  }
  return %r : tensor<i64>
}

// -----

// What a loop goes over would change under it.
func.func @goes_over(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  // expected-error@+1 {{scans a tensor that its body writes to}}
  %r = torch.scan() over (%x : tensor<3x4xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %s = torch.aten.sin.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %y = torch.aten.add_.Tensor(%x, other=1) : (tensor<3x4xf32>) -> tensor<3x4xf32>
    torch.yield %s : tensor<4xf32>
  }
  return %r : tensor<3x4xf32>
}

// -----

// In the second iteration %b is what the first one has written.
func.func @carries_written(%i: tensor<i64>, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{passes to its next iteration a tensor that its body may write to}}
  %r:2 = torch.while(%i, %y) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) while {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %c = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %j = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    %z = torch.aten.add_.Tensor(%x, other=1) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %j, %z : tensor<i64>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

// The argument is %x at first, which the body writes before it reads it.
func.func @begins_with_written(%i: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = torch.while(%i, %x) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) while {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %c = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %j = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    %z = torch.aten.add_.Tensor(%x, other=1) : (tensor<4xf32>) -> tensor<4xf32>
    // expected-error@+1 {{reads a tensor that may have been written through an alias}}
    %n = torch.aten.sin.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %j, %n : tensor<i64>, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

// %v may be a view of %y, which the next iteration reads.
func.func @maybe_view_in_loop(%i: tensor<i64>, %x: tensor<2x2xf32>) -> tensor<f32> {
  %y = torch.aten.sin.default(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %s = torch.aten.sum.default(%y) : (tensor<2x2xf32>) -> tensor<f32>
  %r:2 = torch.while(%i, %s) : (tensor<i64>, tensor<f32>) -> (tensor<i64>, tensor<f32>) while {
  ^bb0(%a: tensor<i64>, %b: tensor<f32>):
    %c = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>, %b: tensor<f32>):
    %j = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    %n = torch.aten.sum.default(%y) : (tensor<2x2xf32>) -> tensor<f32>
    %v = torch.aten.reshape.default(%y, [4]) : (tensor<2x2xf32>) -> tensor<4xf32>
    // expected-error@+1 {{writes in a loop to a tensor that may come from outside the loop}}
    %z = torch.aten.add_.Tensor(%v, other=1) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %j, %n : tensor<i64>, tensor<f32>
  }
  return %r#1 : tensor<f32>
}

// -----

// The result may be %x, so that a write to it may be a write to the argument.
func.func @result_is_outside(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %y = torch.aten.cos.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    torch.yield %x : tensor<4xf32>
  }
  // expected-error@+1 {{writes to a tensor that may be an argument or a weight: 'torch.if' returns a value from outside its regions or a new value}}
  %z = torch.aten.relu_.default(%r) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// So it is with an argument of the body, which is an operand at first.
func.func @carried(%i: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = torch.while(%i, %x) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) while {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %c = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %j = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    torch.yield %j, %b : tensor<i64>, tensor<4xf32>
  }
  // expected-error@+1 {{writes to a tensor that may be an argument or a weight: 'torch.while' returns a value from outside}}
  %z = torch.aten.relu_.default(%r#1) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @new_result
// CHECK: %[[R:.*]] = torch.if
// CHECK: torch.aten.relu.default(%[[R]])
func.func @new_result(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %y = torch.aten.cos.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    %y = torch.aten.sin.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  }
  %z = torch.aten.relu_.default(%r) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// Slices that are read through what may be views of them; a result that is not
// one may be written.
// CHECK-LABEL: func.func @write_to_new_slices
// CHECK: %[[SLICES:.*]] = torch.scan
// CHECK: %[[NEW:.*]] = torch.aten.relu.default(%[[SLICES]])
// CHECK: return %[[NEW]], %arg0
func.func @write_to_new_slices(%x: tensor<3x2x2xf32>) -> (tensor<3x4xf32>, tensor<3x2x2xf32>) {
  %0 = torch.scan() over (%x : tensor<3x2x2xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: tensor<2x2xf32>):
    %1 = torch.aten.reshape.default(%a, [4]) : (tensor<2x2xf32>) -> tensor<4xf32>
    %2 = torch.aten.sin.default(%1) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %2 : tensor<4xf32>
  }
  %3 = torch.aten.relu_.default(%0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0, %x : tensor<3x4xf32>, tensor<3x2x2xf32>
}
