// RUN: torch-onnx-opt %s --onnx-simplify --split-input-file | FileCheck %s

// A condition that is known.
// CHECK-LABEL: func.func @taken
// CHECK-NOT: onnx.If
// CHECK: %[[R:.*]] = onnx.Sin(%arg0)
// CHECK: return %[[R]]
func.func @taken(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = onnx.Constant dense<false> : tensor<i1>
  %r = onnx.If(%c) : (tensor<i1>) -> tensor<4xf32> then {
    %a = onnx.Cos(%x) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%a) : (tensor<4xf32>) -> ()
  } else {
    %b = onnx.Sin(%x) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%b) : (tensor<4xf32>) -> ()
  }
  return %r : tensor<4xf32>
}

// -----

// The types that users know stay.
// CHECK-LABEL: func.func @types
// CHECK-NOT: onnx.If
// CHECK: onnx.Identity({{.*}}) : (tensor<4xf32>) -> tensor<?xf32>
func.func @types(%x: tensor<4xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %c = onnx.Constant dense<true> : tensor<i1>
  %r = onnx.If(%c) : (tensor<i1>) -> tensor<?xf32> then {
    %a = onnx.Cos(%x) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%a) : (tensor<4xf32>) -> ()
  } else {
    onnx.Yield(%y) : (tensor<3xf32>) -> ()
  }
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @unknown
// CHECK: onnx.If
func.func @unknown(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = onnx.If(%c) : (tensor<i1>) -> tensor<4xf32> then {
    %a = onnx.Cos(%x) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%a) : (tensor<4xf32>) -> ()
  } else {
    onnx.Yield(%x) : (tensor<4xf32>) -> ()
  }
  return %r : tensor<4xf32>
}

// -----

// Results that nobody reads.
// CHECK-LABEL: func.func @unread
// CHECK: onnx.If(%arg0) : (tensor<i1>) -> tensor<4xf32> then
// CHECK-NOT: onnx.Cos
// CHECK: onnx.Yield(%arg1) : (tensor<4xf32>) -> ()
func.func @unread(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = onnx.If(%c) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>) then {
    %a = onnx.Cos(%x) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%a, %x) : (tensor<4xf32>, tensor<4xf32>) -> ()
  } else {
    %b = onnx.Sin(%x) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%x, %b) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }
  return %r#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @once
// CHECK-NOT: onnx.Loop
// CHECK: %[[C:.*]] = onnx.Cos(%arg0)
// CHECK: %[[S:.*]] = onnx.{{Unsqueeze|Reshape}}(%[[C]]
// CHECK: return %[[C]], %[[S]]
func.func @once(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<1x4xf32>) {
  %m = onnx.Constant dense<1> : tensor<i64>
  %n = onnx.NoValue() : () -> none
  %r:2 = onnx.Loop(%m, %n, %x) : (tensor<i64>, none, tensor<4xf32>) -> (tensor<4xf32>, tensor<1x4xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %a: tensor<4xf32>):
    %b = onnx.Cos(%a) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%c, %b, %b) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> ()
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<1x4xf32>
}

// -----

// CHECK-LABEL: func.func @never
// CHECK-NOT: onnx.Loop
// CHECK: return %arg0
func.func @never(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = onnx.NoValue() : () -> none
  %f = onnx.Constant dense<false> : tensor<i1>
  %r = onnx.Loop(%n, %f, %x) : (none, tensor<i1>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %a: tensor<4xf32>):
    %b = onnx.Cos(%a) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%c, %b) : (tensor<i1>, tensor<4xf32>) -> ()
  }
  return %r : tensor<4xf32>
}

// -----

// Once, or never: the first condition is not known.
// CHECK-LABEL: func.func @at_most_once
// CHECK: onnx.Loop
func.func @at_most_once(%f: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %m = onnx.Constant dense<1> : tensor<i64>
  %r = onnx.Loop(%m, %f, %x) : (tensor<i64>, tensor<i1>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %a: tensor<4xf32>):
    %b = onnx.Cos(%a) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%c, %b) : (tensor<i1>, tensor<4xf32>) -> ()
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @scan_of_one
// CHECK-NOT: onnx.Scan
// CHECK: onnx.Add
func.func @scan_of_one(%x: tensor<1x4xf32>, %s: tensor<4xf32>) -> (tensor<4xf32>, tensor<1x4xf32>) {
  %r:2 = onnx.Scan(%s, %x) {num_scan_inputs = 1 : i64} : (tensor<4xf32>, tensor<1x4xf32>) -> (tensor<4xf32>, tensor<1x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %c = onnx.Add(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%c, %a) : (tensor<4xf32>, tensor<4xf32>) -> ()
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<1x4xf32>
}

// -----

// What is carried without being changed, or without being read, is not carried;
// of what is the same in each iteration nothing is computed in the loop.
// CHECK-LABEL: func.func @carried
// CHECK-SAME: %[[M:.*]]: tensor<i64>, %[[X:[^:]*]]: tensor<4xf32>, %[[W:[^:]*]]: tensor<4xf32>
// CHECK: %[[C:.*]] = onnx.Cos(%[[W]])
// CHECK: onnx.Loop(%[[M]], %{{[^,]*}}, %[[X]]) : (tensor<i64>, none, tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %[[T:.*]]: tensor<i1>, %[[A:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[R:.*]] = onnx.Mul(%[[A]], %[[C]])
// CHECK-NEXT: onnx.Yield(%[[T]], %[[R]])
func.func @carried(%m: tensor<i64>, %x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %n = onnx.NoValue() : () -> none
  %r:4 = onnx.Loop(%m, %n, %x, %w, %x) : (tensor<i64>, none, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?x4xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>, %d: tensor<4xf32>):
    %e = onnx.Cos(%b) : (tensor<4xf32>) -> tensor<4xf32>
    %f = onnx.Mul(%a, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %g = onnx.Sin(%d) : (tensor<4xf32>) -> tensor<4xf32>
    onnx.Yield(%c, %f, %b, %g, %g) : (tensor<i1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> ()
  }
  return %r#0 : tensor<4xf32>
}

// -----

// A loop may have no iteration: what can fail stays in it. What the condition
// needs is carried on.
// CHECK-LABEL: func.func @may_fail
// CHECK: onnx.Loop({{.*}}, %arg2, %arg3)
// CHECK: onnx.Gather
// CHECK: onnx.Less
func.func @may_fail(%x: tensor<4xf32>, %p: tensor<i64>, %f: tensor<i1>, %k: tensor<i64>) -> tensor<?x?xf32> {
  %n = onnx.NoValue() : () -> none
  %r:2 = onnx.Loop(%n, %f, %k) : (none, tensor<i1>, tensor<i64>) -> (tensor<i64>, tensor<?x?xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %a: tensor<i64>):
    %g = onnx.Gather(%x, %p) {axis = 0 : i64} : (tensor<4xf32>, tensor<i64>) -> tensor<f32>
    %one = onnx.Constant dense<1> : tensor<i64>
    %b = onnx.Add(%a, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %d = onnx.Less(%b, %p) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %axes = onnx.Constant dense<0> : tensor<1xi64>
    %u = onnx.Unsqueeze(%g, %axes) : (tensor<f32>, tensor<1xi64>) -> tensor<1xf32>
    onnx.Yield(%d, %b, %u) : (tensor<i1>, tensor<i64>, tensor<1xf32>) -> ()
  }
  return %r#1 : tensor<?x?xf32>
}
