// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// A branch reads what is outside; a boolean number is a tensor in ONNX.
// CHECK-LABEL: func.func @if
// CHECK: %[[C:.*]] = onnx.Greater
// CHECK: %[[R:.*]] = onnx.If(%[[C]]) : (tensor<i1>) -> tensor<?x2xf32, #sym.dims<s>> then {
// CHECK-NEXT: %[[A:.*]] = onnx.Cos(%arg0)
// CHECK-NEXT: onnx.Yield(%[[A]])
// CHECK: } else {
// CHECK-NEXT: onnx.Yield(%arg0)
// CHECK: return %[[R]]
func.func @if(%x: tensor<?x2xf32, #sym.dims<s>>) -> tensor<?x2xf32, #sym.dims<s>> {
  %n = torch.aten.sym_size.int(%x, dim=0) : (tensor<?x2xf32, #sym.dims<s>>) -> i64
  %four = arith.constant 4 : i64
  %c = arith.cmpi sgt, %n, %four : i64
  %r = torch.if %c : (i1) -> tensor<?x2xf32, #sym.dims<s>> then {
    %a = torch.aten.cos.default(%x) : (tensor<?x2xf32, #sym.dims<s>>) -> tensor<?x2xf32, #sym.dims<s>>
    torch.yield %a : tensor<?x2xf32, #sym.dims<s>>
  } else {
    torch.yield %x : tensor<?x2xf32, #sym.dims<s>>
  }
  return %r : tensor<?x2xf32, #sym.dims<s>>
}

// -----

// A size that is first needed in a branch is computed again behind it.
// CHECK-LABEL: func.func @sizes
// CHECK: onnx.If
// CHECK: onnx.Shape(%arg1)
// CHECK: onnx.Expand
// CHECK: } else {
// CHECK: onnx.Shape(%arg1)
// CHECK: onnx.Expand
// CHECK: }
// CHECK: onnx.Shape(%arg1)
// CHECK: onnx.Expand
func.func @sizes(%c: tensor<i1>, %x: tensor<?xf32, #sym.dims<s>>) -> (tensor<?xf32, #sym.dims<s>>, tensor<?xf32, #sym.dims<s>>) {
  %n = torch.aten.sym_size.int(%x, dim=0) : (tensor<?xf32, #sym.dims<s>>) -> i64
  %r = torch.if %c : (tensor<i1>) -> tensor<?xf32, #sym.dims<s>> then {
    %a = torch.aten.full.default([%n], 1.0) : (i64) -> tensor<?xf32, #sym.dims<s>>
    torch.yield %a : tensor<?xf32, #sym.dims<s>>
  } else {
    %a = torch.aten.full.default([%n], 2.0) : (i64) -> tensor<?xf32, #sym.dims<s>>
    torch.yield %a : tensor<?xf32, #sym.dims<s>>
  }
  %b = torch.aten.full.default([%n], 3.0) : (i64) -> tensor<?xf32, #sym.dims<s>>
  return %r, %b : tensor<?xf32, #sym.dims<s>>, tensor<?xf32, #sym.dims<s>>
}

// -----

// The condition is computed in front of the loop and at the end of its body; a
// number that is carried is a tensor.
// CHECK-LABEL: func.func @while
// CHECK: %[[FIRST:.*]] = onnx.Greater(%arg1,
// CHECK: %[[NONE:.*]] = onnx.NoValue
// CHECK: onnx.Loop(%[[NONE]], %[[FIRST]], %arg0, %arg1) : (none, tensor<i1>, tensor<4xf32>, tensor<i64>) -> (tensor<4xf32>, tensor<i64>) {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %[[A:.*]]: tensor<4xf32>, %[[I:.*]]: tensor<i64>):
// CHECK: %[[B:.*]] = onnx.Cos(%[[A]])
// CHECK: %[[J:.*]] = onnx.Sub(%[[I]],
// CHECK: %[[NEXT:.*]] = onnx.Greater(%[[J]],
// CHECK: onnx.Yield(%[[NEXT]], %[[B]], %[[J]])
func.func @while(%x: tensor<4xf32>, %n: i64) -> (tensor<4xf32>, i64) {
  %r:2 = torch.while(%x, %n) : (tensor<4xf32>, i64) -> (tensor<4xf32>, i64) while {
  ^bb0(%a: tensor<4xf32>, %i: i64):
    %zero = arith.constant 0 : i64
    %c = arith.cmpi sgt, %i, %zero : i64
    torch.yield %c : i1
  } do {
  ^bb0(%a: tensor<4xf32>, %i: i64):
    %b = torch.aten.cos.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %one = arith.constant 1 : i64
    %j = arith.subi %i, %one : i64
    torch.yield %b, %j : tensor<4xf32>, i64
  }
  return %r#0, %r#1 : tensor<4xf32>, i64
}

// -----

// Stacked results; the initial value where there is no iteration.
// CHECK-LABEL: func.func @stack
// CHECK: %[[L:.*]]:2 = onnx.Loop(
// CHECK: onnx.Yield(%{{.*}}, %[[J:.*]], %[[J]])
// CHECK: %[[INIT:.*]] = onnx.Unsqueeze(%arg0,
// CHECK: %[[ALL:.*]] = onnx.Concat(%[[INIT]], %[[L]]#1)
// CHECK: %[[N:.*]] = onnx.Shape(%[[L]]#1)
// CHECK: %[[START:.*]] = onnx.Min(%[[N]],
// CHECK: onnx.Slice(%[[ALL]], %[[START]],
func.func @stack(%x: tensor<i64>) -> tensor<?xi64> {
  %r = torch.while stacked (%x) : (tensor<i64>) -> tensor<?xi64> while {
  ^bb0(%i: tensor<i64>):
    %c = torch.aten.gt.Scalar(%i, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>):
    %j = torch.aten.sub.Tensor(%i, other=1) : (tensor<i64>) -> tensor<i64>
    torch.yield %j : tensor<i64>
  }
  return %r : tensor<?xi64>
}

// -----

// CHECK-LABEL: func.func @scan
// CHECK: onnx.Scan(%arg0, %arg1) {num_scan_inputs = 1 : i64} : (tensor<4xf32>, tensor<9x4xf32>) -> (tensor<4xf32>, tensor<9x4xf32>) {
// CHECK-NEXT: ^bb0(%[[C:.*]]: tensor<4xf32>, %[[X:.*]]: tensor<4xf32>):
// CHECK-NEXT: %[[N:.*]] = onnx.Add(%[[C]], %[[X]])
// CHECK-NEXT: onnx.Yield(%[[N]], %[[C]])
func.func @scan(%i: tensor<4xf32>, %xs: tensor<9x4xf32>) -> (tensor<4xf32>, tensor<9x4xf32>) {
  %c, %ys = torch.scan(%i : tensor<4xf32>) over (%xs : tensor<9x4xf32>) -> tensor<4xf32>, tensor<9x4xf32> {
  ^bb0(%a: tensor<4xf32>, %x: tensor<4xf32>):
    %n = torch.aten.add.Tensor(%a, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %n, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %c, %ys : tensor<4xf32>, tensor<9x4xf32>
}

// -----

// ONNX Runtime refuses to scan what is empty: a Loop reads the slices itself.
// CHECK-LABEL: func.func @maybe_empty
// CHECK: %[[N:.*]] = onnx.Squeeze
// CHECK: onnx.Loop(%[[N]], %{{.*}}) : (tensor<i64>, none) -> tensor<?x4xf32, #sym.dims<s>> {
// CHECK-NEXT: ^bb0(%[[I:.*]]: tensor<i64>, %[[GO:.*]]: tensor<i1>):
// CHECK-NEXT: %[[X:.*]] = onnx.Gather(%arg0, %[[I]])
// CHECK-NEXT: %[[Y:.*]] = onnx.Cos(%[[X]])
// CHECK-NEXT: onnx.Yield(%[[GO]], %[[Y]])
func.func @maybe_empty(%xs: tensor<?x4xf32, #sym.dims<s>>) -> tensor<?x4xf32, #sym.dims<s>> {
  %ys = torch.scan() over (%xs : tensor<?x4xf32, #sym.dims<s>>) -> tensor<?x4xf32, #sym.dims<s>> {
  ^bb0(%x: tensor<4xf32>):
    %y = torch.aten.cos.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  }
  return %ys : tensor<?x4xf32, #sym.dims<s>>
}

// -----

// A loop without an iteration has seen no tensor: the sizes that are not constant are those of the program.
// CHECK-LABEL: func.func @stack_of_any
// CHECK: %[[S:.*]] = onnx.Loop({{.*}} -> tensor<?x?xf32> {
// CHECK: %[[N:.*]] = onnx.Shape(%[[S]]) {end = 1 : i64}
// CHECK: %[[M:.*]] = onnx.Shape(%arg0) {start = 1 : i64}
// CHECK: %[[SHAPE:.*]] = onnx.Concat(%[[N]], %[[M]])
// CHECK: %[[R:.*]] = onnx.Reshape(%[[S]], %[[SHAPE]]) {allowzero = 1 : i64}
// CHECK: return %[[R]]
func.func @stack_of_any(%x: tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?x?xf32, #sym.dims<n, m>> {
  %0 = torch.scan() over (%x : tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?x?xf32, #sym.dims<n, m>> {
  ^bb0(%row: tensor<?xf32, #sym.dims<m>>):
    %1 = torch.aten.cos.default(%row) : (tensor<?xf32, #sym.dims<m>>) -> tensor<?xf32, #sym.dims<m>>
    torch.yield %1 : tensor<?xf32, #sym.dims<m>>
  }
  return %0 : tensor<?x?xf32, #sym.dims<n, m>>
}

// -----

// Constant ones need nothing, and neither does a loop that has an iteration.
// CHECK-LABEL: func.func @stack_of_constant
// CHECK: onnx.Loop(
// CHECK-NOT: onnx.Reshape
// CHECK-LABEL: func.func @stack_of_three
// CHECK: onnx.Scan(
// CHECK-NOT: onnx.Reshape
// CHECK: return
func.func @stack_of_constant(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.scan() over (%x : tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  ^bb0(%row: tensor<4xf32>):
    %1 = torch.aten.cos.default(%row) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}
func.func @stack_of_three(%x: tensor<3x?xf32, #sym.dims<m>>) -> tensor<3x?xf32, #sym.dims<m>> {
  %0 = torch.scan() over (%x : tensor<3x?xf32, #sym.dims<m>>) -> tensor<3x?xf32, #sym.dims<m>> {
  ^bb0(%row: tensor<?xf32, #sym.dims<m>>):
    %1 = torch.aten.cos.default(%row) : (tensor<?xf32, #sym.dims<m>>) -> tensor<?xf32, #sym.dims<m>>
    torch.yield %1 : tensor<?xf32, #sym.dims<m>>
  }
  return %0 : tensor<3x?xf32, #sym.dims<m>>
}

// -----

// A number that is not 0 is true; a boolean is taken as it is.
// CHECK-LABEL: func.func @number_as_condition
// CHECK-SAME: %[[N:[^:]*]]: tensor<f32>, %[[P:[^:]*]]: tensor<i1>
// CHECK: %[[C:.*]] = onnx.Cast(%[[N]]) {to = i1}
// CHECK: onnx.If(%[[C]])
// CHECK-NOT: onnx.Cast
// CHECK: onnx.If(%[[P]])
func.func @number_as_condition(%n: tensor<f32>, %p: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = torch.if %n : (tensor<f32>) -> tensor<2xf32> then {
    %a = torch.aten.neg.default(%x) : (tensor<2xf32>) -> tensor<2xf32>
    torch.yield %a : tensor<2xf32>
  } else {
    torch.yield %x : tensor<2xf32>
  }
  %1 = torch.if %p : (tensor<i1>) -> tensor<2xf32> then {
    %a = torch.aten.neg.default(%x) : (tensor<2xf32>) -> tensor<2xf32>
    torch.yield %a : tensor<2xf32>
  } else {
    torch.yield %x : tensor<2xf32>
  }
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
