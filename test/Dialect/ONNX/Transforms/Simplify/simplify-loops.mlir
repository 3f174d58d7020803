// RUN: torch-onnx-opt %s --onnx-simplify --split-input-file | FileCheck %s

// A counter against a bound from outside: a trip count, and the number of the
// iteration for the counter.
// CHECK-LABEL: func.func @counted
// CHECK: %[[NONE:.*]] = onnx.NoValue
// CHECK: %[[R:.*]] = onnx.Loop(%arg1, %[[NONE]], %arg0)
// CHECK-NEXT: ^bb0(%[[I:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<4xf32>):
// CHECK: %[[F:.*]] = onnx.Cast(%[[I]])
// CHECK: %[[Y:.*]] = onnx.Mul(%[[X]], %[[F]])
// CHECK: onnx.Yield(%[[C]], %[[Y]])
// CHECK: return %[[R]]
func.func @counted(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %first = onnx.Less(%zero, %n) : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %r:2 = onnx.Loop(%none, %first, %zero, %x) : (none, tensor<i1>, tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %i: tensor<i64>, %v: tensor<4xf32>):
    %f = onnx.Cast(%i) {to = f32} : (tensor<i64>) -> tensor<f32>
    %w = onnx.Mul(%v, %f) : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
    %next = onnx.Add(%i, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %more = onnx.Less(%next, %n) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    onnx.Yield(%more, %next, %w) : (tensor<i1>, tensor<i64>, tensor<4xf32>) -> ()
  }
  return %r#1 : tensor<4xf32>
}

// -----

// From another number on; the counter is read after the loop.
// CHECK-LABEL: func.func @from_two
// CHECK-DAG: %[[TWO:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK-DAG: %[[M:.*]] = onnx.Max(%arg1, %[[TWO]])
// CHECK-DAG: %[[COUNT:.*]] = onnx.Sub(%[[M]], %[[TWO]])
// CHECK: %[[TIMES:.*]] = onnx.Max(%[[COUNT]],
// CHECK: %[[LAST:.*]] = onnx.Add(%[[TIMES]],
// CHECK: %[[R:.*]] = onnx.Loop(%[[COUNT]], %{{[^,]*}}, %arg0)
// CHECK: return %[[R]], %[[LAST]]
func.func @from_two(%x: tensor<4xf32>, %n: tensor<i64>) -> (tensor<4xf32>, tensor<i64>) {
  %none = onnx.NoValue() : () -> none
  %two = onnx.Constant dense<2> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %first = onnx.Greater(%n, %two) : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %r:2 = onnx.Loop(%none, %first, %two, %x) : (none, tensor<i1>, tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %i: tensor<i64>, %v: tensor<4xf32>):
    %w = onnx.Sin(%v) : (tensor<4xf32>) -> tensor<4xf32>
    %next = onnx.Add(%one, %i) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %more = onnx.Greater(%n, %next) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    onnx.Yield(%more, %next, %w) : (tensor<i1>, tensor<i64>, tensor<4xf32>) -> ()
  }
  return %r#1, %r#0 : tensor<4xf32>, tensor<i64>
}

// -----

// The first iteration runs whatever the bound is; a bound that changes; steps
// of two: no trip count.
// CHECK-LABEL: func.func @do_while
// CHECK: %[[NONE:.*]] = onnx.NoValue
// CHECK: onnx.Loop(%[[NONE]], %{{[^,]*}}, %arg0
func.func @do_while(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %first = onnx.Constant dense<true> : tensor<i1>
  %r:2 = onnx.Loop(%none, %first, %zero, %x) : (none, tensor<i1>, tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %i: tensor<i64>, %v: tensor<4xf32>):
    %w = onnx.Sin(%v) : (tensor<4xf32>) -> tensor<4xf32>
    %next = onnx.Add(%i, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %more = onnx.Less(%next, %n) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    onnx.Yield(%more, %next, %w) : (tensor<i1>, tensor<i64>, tensor<4xf32>) -> ()
  }
  return %r#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @moving_bound
// CHECK: %[[NONE:.*]] = onnx.NoValue
// CHECK: onnx.Loop(%[[NONE]],
func.func @moving_bound(%n: tensor<i64>) -> tensor<i64> {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %first = onnx.Less(%zero, %n) : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %r:2 = onnx.Loop(%none, %first, %zero, %n) : (none, tensor<i1>, tensor<i64>, tensor<i64>) -> (tensor<i64>, tensor<i64>) {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %i: tensor<i64>, %m: tensor<i64>):
    %less = onnx.Sub(%m, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %next = onnx.Add(%i, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %more = onnx.Less(%next, %less) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    onnx.Yield(%more, %next, %less) : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
  }
  return %r#1 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @by_two
// CHECK: %[[NONE:.*]] = onnx.NoValue
// CHECK: onnx.Loop(%[[NONE]],
func.func @by_two(%x: tensor<4xf32>, %n: tensor<i64>) -> tensor<4xf32> {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<i64>
  %two = onnx.Constant dense<2> : tensor<i64>
  %first = onnx.Less(%zero, %n) : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %r:2 = onnx.Loop(%none, %first, %zero, %x) : (none, tensor<i1>, tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %i: tensor<i64>, %v: tensor<4xf32>):
    %w = onnx.Sin(%v) : (tensor<4xf32>) -> tensor<4xf32>
    %next = onnx.Add(%i, %two) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %more = onnx.Less(%next, %n) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    onnx.Yield(%more, %next, %w) : (tensor<i1>, tensor<i64>, tensor<4xf32>) -> ()
  }
  return %r#1 : tensor<4xf32>
}

// -----

// Rows that are appended: a scan output, with its sizes when there is no row.
// CHECK-LABEL: func.func @appended
// CHECK: %[[R:.*]]:2 = onnx.Loop(%arg1, %{{[^,]*}}, %arg0) :
// CHECK: onnx.Yield(%{{.*}}, %[[V:.*]], %[[V]])
// CHECK: %[[S:.*]] = onnx.Reshape(%[[R]]#1, %{{.*}}) {allowzero = 1 : i64}
// CHECK: return %[[S]]
func.func @appended(%x: tensor<?xf32>, %n: tensor<i64>, %empty: tensor<0x?xf32>) -> tensor<?x?xf32> {
  %none = onnx.NoValue() : () -> none
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %r:2 = onnx.Loop(%n, %none, %x, %empty) : (tensor<i64>, none, tensor<?xf32>, tensor<0x?xf32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %v: tensor<?xf32>, %rows: tensor<?x?xf32>):
    %w = onnx.Sin(%v) : (tensor<?xf32>) -> tensor<?xf32>
    %row = onnx.Unsqueeze(%w, %axis) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1x?xf32>
    %more = onnx.Concat(%rows, %row) {axis = 0 : i64} : (tensor<?x?xf32>, tensor<1x?xf32>) -> tensor<?x?xf32>
    onnx.Yield(%c, %w, %more) : (tensor<i1>, tensor<?xf32>, tensor<?x?xf32>) -> ()
  }
  return %r#1 : tensor<?x?xf32>
}

// -----

// After the rows that are there; static sizes need no Reshape.
// CHECK-LABEL: func.func @continued
// CHECK: %[[R:.*]]:2 = onnx.Loop(
// CHECK-NOT: onnx.Reshape
// CHECK: %[[S:.*]] = onnx.Concat(%arg2, %[[R]]#1) {axis = 0 : i64}
// CHECK: return %[[S]]
func.func @continued(%x: tensor<4xf32>, %n: tensor<i64>, %begin: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %none = onnx.NoValue() : () -> none
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %r:2 = onnx.Loop(%n, %none, %x, %begin) : (tensor<i64>, none, tensor<4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<?x4xf32>) {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %v: tensor<4xf32>, %rows: tensor<?x4xf32>):
    %w = onnx.Sin(%v) : (tensor<4xf32>) -> tensor<4xf32>
    %row = onnx.Unsqueeze(%w, %axis) : (tensor<4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
    %more = onnx.Concat(%rows, %row) {axis = 0 : i64} : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
    onnx.Yield(%c, %w, %more) : (tensor<i1>, tensor<4xf32>, tensor<?x4xf32>) -> ()
  }
  return %r#1 : tensor<?x4xf32>
}

// -----

// The rows are read in the loop, or two are appended: they stay carried.
// CHECK-LABEL: func.func @read
// CHECK: onnx.Loop
// CHECK: onnx.Concat
// CHECK: onnx.Yield
func.func @read(%n: tensor<i64>, %begin: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %none = onnx.NoValue() : () -> none
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %r = onnx.Loop(%n, %none, %begin) : (tensor<i64>, none, tensor<2x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %rows: tensor<?x4xf32>):
    %row = onnx.ReduceSum(%rows, %axis) {keepdims = 1 : i64} : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<1x4xf32>
    %more = onnx.Concat(%rows, %row) {axis = 0 : i64} : (tensor<?x4xf32>, tensor<1x4xf32>) -> tensor<?x4xf32>
    onnx.Yield(%c, %more) : (tensor<i1>, tensor<?x4xf32>) -> ()
  }
  return %r : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @two_rows
// CHECK: onnx.Loop
// CHECK: onnx.Concat
// CHECK: onnx.Yield
func.func @two_rows(%n: tensor<i64>, %begin: tensor<2x4xf32>, %rows: tensor<2x4xf32>) -> tensor<?x4xf32> {
  %none = onnx.NoValue() : () -> none
  %r = onnx.Loop(%n, %none, %begin) : (tensor<i64>, none, tensor<2x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%it: tensor<i64>, %c: tensor<i1>, %all: tensor<?x4xf32>):
    %more = onnx.Concat(%all, %rows) {axis = 0 : i64} : (tensor<?x4xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
    onnx.Yield(%c, %more) : (tensor<i1>, tensor<?x4xf32>) -> ()
  }
  return %r : tensor<?x4xf32>
}
