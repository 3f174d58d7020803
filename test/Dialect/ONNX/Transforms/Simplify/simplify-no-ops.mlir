// RUN: torch-onnx-opt --onnx-simplify %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-simplify=fuse=false %s | FileCheck %s --check-prefix=EXACT

// CHECK-LABEL: func.func @identity(
// CHECK-SAME: %[[X:.*]]: tensor<2x3xf32>
// CHECK-NEXT: return %[[X]]
func.func @identity(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %s = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %z = onnx.Constant dense<0> : tensor<4xi64>
  %i = onnx.Constant dense<[0, 0]> : tensor<2xi64>
  %e = onnx.Constant dense<[2, 9]> : tensor<2xi64>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Identity(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.Transpose(%1) {perm = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = onnx.Reshape(%2, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %4 = onnx.Expand(%3, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %5 = onnx.Pad(%4, %z, %none, %none) : (tensor<2x3xf32>, tensor<4xi64>, none, none) -> tensor<2x3xf32>
  %6 = onnx.Slice(%5, %i, %e, %none, %none) : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, none, none) -> tensor<2x3xf32>
  %7 = onnx.Concat(%6) {axis = 0 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = onnx.Split(%7, %none) {num_outputs = 1 : i64} : (tensor<2x3xf32>, none) -> tensor<2x3xf32>
  %9 = onnx.Flatten(%8) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %9 : tensor<2x3xf32>
}

// Symbols prove that nothing changes; question marks do not.

// CHECK-LABEL: func.func @symbols(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32, #sym.dims<n>>, %[[Y:.*]]: tensor<?x3xf32>, %[[S:.*]]: tensor<2xi64>
// CHECK-NEXT: %[[E:.*]] = onnx.Expand(%[[Y]], %[[S]])
// CHECK-NEXT: return %[[X]], %[[E]]
func.func @symbols(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<?x3xf32>, %s: tensor<2xi64>)
    -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32>) {
  %0 = onnx.Expand(%x, %s) : (tensor<?x3xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x3xf32, #sym.dims<n>>
  %1 = onnx.Expand(%y, %s) : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32>
}

// A slice that goes backwards, and one whose step is not known.

// CHECK-LABEL: func.func @reversed
// CHECK-COUNT-2: onnx.Slice
func.func @reversed(%x: tensor<3xf32>, %step: tensor<1xi64>) -> (tensor<3xf32>, tensor<3xf32>) {
  %s = onnx.Constant dense<-1> : tensor<1xi64>
  %e = onnx.Constant dense<-4> : tensor<1xi64>
  %a = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.Slice(%x, %s, %e, %a, %s) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  %1 = onnx.Slice(%x, %s, %e, %a, %step) : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// One pad crops what the other one adds: the shape stays, the elements do not.

// CHECK-LABEL: func.func @shift
// CHECK: onnx.Pad
func.func @shift(%x: tensor<3xf32>) -> tensor<3xf32> {
  %p = onnx.Constant dense<[1, -1]> : tensor<2xi64>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Pad(%x, %p, %none, %none) : (tensor<3xf32>, tensor<2xi64>, none, none) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @neutral(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[I:.*]]: tensor<2xi32>
// CHECK-NEXT: return %[[X]], %[[I]]
func.func @neutral(%x: tensor<?xf32>, %i: tensor<2xi32>) -> (tensor<?xf32>, tensor<2xi32>) {
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %zero = onnx.Constant dense<0.0> : tensor<1xf32>
  %minus = onnx.Constant dense<-0.0> : tensor<f32>
  %izero = onnx.Constant dense<0> : tensor<2xi32>
  %0 = onnx.Mul(%one, %x) : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = onnx.Div(%0, %one) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = onnx.Sub(%1, %zero) : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  %3 = onnx.Add(%2, %minus) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %4 = onnx.Pow(%3, %one) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %5 = onnx.Add(%izero, %i) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  return %4, %5 : tensor<?xf32>, tensor<2xi32>
}

// -0.0 + 0.0 is 0.0, and -0.0 - -0.0 too: dropped only where operators may
// round in other places.

// CHECK-LABEL: func.func @any_zero(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]]
// EXACT-LABEL: func.func @any_zero(
// EXACT-COUNT-2: onnx.Add
// EXACT: onnx.Sub
func.func @any_zero(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %minus = onnx.Constant dense<-0.0> : tensor<f32>
  %0 = onnx.Add(%x, %zero) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = onnx.Add(%zero, %x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Sub(%x, %minus) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// 1 / x and 0 - x are no x; a neutral element that broadcasts, or might, is not
// neutral.

// CHECK-LABEL: func.func @not_neutral
// CHECK: onnx.Add
// CHECK: onnx.Div
// CHECK: onnx.Sub
// CHECK: onnx.Mul
// CHECK: onnx.Mul
func.func @not_neutral(%x: tensor<2xf32>, %u: tensor<?xf32>)
    -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>, tensor<?xf32>) {
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %wide = onnx.Constant dense<1.0> : tensor<3x1xf32>
  %two = onnx.Constant dense<1.0> : tensor<2xf32>
  %zeros = onnx.Constant dense<0.0> : tensor<3x1xf32>
  %0 = onnx.Add(%x, %zeros) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  %1 = onnx.Div(%one, %x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Sub(%zero, %x) : (tensor<f32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = onnx.Mul(%x, %wide) : (tensor<2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  %4 = onnx.Mul(%u, %two) : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %0, %1, %2, %3, %4 : tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @cast_cast(
// CHECK-SAME: %[[H:.*]]: tensor<2xf16>, %[[I:.*]]: tensor<2xi32>
// CHECK: %[[A:.*]] = onnx.Cast(%[[H]]) {to = f64}
// CHECK: %[[B:.*]] = onnx.Cast(%[[I]]) {to = f32}
// CHECK: return %[[A]], %[[H]], %[[B]]
func.func @cast_cast(%h: tensor<2xf16>, %i: tensor<2xi32>) -> (tensor<2xf64>, tensor<2xf16>, tensor<2xf32>) {
  %0 = onnx.Cast(%h) {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %1 = onnx.Cast(%0) {to = f64} : (tensor<2xf32>) -> tensor<2xf64>
  %2 = onnx.Cast(%0) {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %3 = onnx.Cast(%i) {to = i64} : (tensor<2xi32>) -> tensor<2xi64>
  %4 = onnx.Cast(%3) {to = f32} : (tensor<2xi64>) -> tensor<2xf32>
  return %1, %2, %4 : tensor<2xf64>, tensor<2xf16>, tensor<2xf32>
}

// What the cast in the middle loses: bits, the fraction, everything but zero.

// CHECK-LABEL: func.func @lossy_casts
// CHECK-COUNT-8: onnx.Cast
func.func @lossy_casts(%f: tensor<2xf32>, %l: tensor<2xi64>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xi64>, tensor<2xi64>) {
  %0 = onnx.Cast(%f) {to = f16} : (tensor<2xf32>) -> tensor<2xf16>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %2 = onnx.Cast(%f) {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
  %3 = onnx.Cast(%2) {to = f32} : (tensor<2xi64>) -> tensor<2xf32>
  %4 = onnx.Cast(%l) {to = i1} : (tensor<2xi64>) -> tensor<2xi1>
  %5 = onnx.Cast(%4) {to = i64} : (tensor<2xi1>) -> tensor<2xi64>
  %6 = onnx.Cast(%l) {to = f32} : (tensor<2xi64>) -> tensor<2xf32>
  %7 = onnx.Cast(%6) {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
  return %1, %3, %5, %7 : tensor<2xf32>, tensor<2xf32>, tensor<2xi64>, tensor<2xi64>
}

// CHECK-LABEL: func.func @where(
// CHECK-SAME: %[[C:.*]]: tensor<2xi1>, %[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<2xf32>, %[[W:.*]]: tensor<1xf32>
// CHECK: %[[A:.*]] = onnx.Where(%[[C]], %[[Y]], %[[X]])
// CHECK: %[[B:.*]] = onnx.Where(
// CHECK: return %[[X]], %[[A]], %[[B]]
func.func @where(%c: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf32>, %w: tensor<1xf32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %t = onnx.Constant dense<true> : tensor<1xi1>
  %0 = onnx.Where(%t, %x, %y) : (tensor<1xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %n = onnx.Not(%c) : (tensor<2xi1>) -> tensor<2xi1>
  %1 = onnx.Where(%n, %x, %y) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Where(%t, %w, %y) : (tensor<1xi1>, tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: func.func @activations(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xi1>
// CHECK: %[[R:.*]] = onnx.Relu(%[[X]])
// CHECK: %[[C:.*]] = onnx.Clip(%[[X]], %{{.*}}, %{{.*}})
// CHECK: %[[D0:.*]] = onnx.Clip(%[[X]]
// CHECK: %[[D1:.*]] = onnx.Clip(%[[D0]]
// CHECK: return %[[R]], %[[B]], %[[C]], %[[D1]]
func.func @activations(%x: tensor<2xf32>, %b: tensor<2xi1>)
    -> (tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) {
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %four = onnx.Constant dense<4.0> : tensor<f32>
  %six = onnx.Constant dense<6.0> : tensor<f32>
  %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Relu(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Not(%b) : (tensor<2xi1>) -> tensor<2xi1>
  %3 = onnx.Not(%2) : (tensor<2xi1>) -> tensor<2xi1>
  %4 = onnx.Clip(%x, %one, %four) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %5 = onnx.Clip(%4, %two, %six) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  // Ranges that do not overlap.
  %6 = onnx.Clip(%x, %one, %two) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %7 = onnx.Clip(%6, %four, %six) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return %1, %3, %5, %7 : tensor<2xf32>, tensor<2xi1>, tensor<2xf32>, tensor<2xf32>
}

// One copy, no border, no training: nothing happens.

// CHECK-LABEL: func.func @idle(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT: return %[[X]], %[[X]], %[[X]]
func.func @idle(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %false = onnx.Constant dense<false> : tensor<i1>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Tile(%x, %one) : (tensor<2xf32>, tensor<1xi64>) -> tensor<2xf32>
  %1:2 = onnx.Dropout(%x, %half, %false) : (tensor<2xf32>, tensor<f32>, tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>)
  %2:2 = onnx.Dropout(%x, %half, %none) : (tensor<2xf32>, tensor<f32>, none) -> (tensor<2xf32>, tensor<2xi1>)
  return %0, %1#0, %2#0 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// Two copies, as many as the run says, a border that the run chooses, a dropout
// that trains or may train, a mask that is read.

// CHECK-LABEL: func.func @not_idle(
// CHECK-COUNT-2: onnx.Tile
// CHECK: onnx.Pad
// CHECK-COUNT-3: onnx.Dropout
// CHECK: return
func.func @not_idle(%x: tensor<2xf32>, %n: tensor<1xi64>, %p: tensor<2xi64>, %t: tensor<i1>)
    -> (tensor<4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>) {
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %true = onnx.Constant dense<true> : tensor<i1>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Tile(%x, %two) : (tensor<2xf32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = onnx.Tile(%x, %n) : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = onnx.Pad(%x, %p, %none, %none) : (tensor<2xf32>, tensor<2xi64>, none, none) -> tensor<?xf32>
  %3:2 = onnx.Dropout(%x, %half, %true) : (tensor<2xf32>, tensor<f32>, tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>)
  %4:2 = onnx.Dropout(%x, %half, %t) : (tensor<2xf32>, tensor<f32>, tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>)
  %5:2 = onnx.Dropout(%x, %half, %none) : (tensor<2xf32>, tensor<f32>, none) -> (tensor<2xf32>, tensor<2xi1>)
  return %0, %1, %2, %3#0, %4#0, %5#1 : tensor<4xf32>, tensor<?xf32>, tensor<?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xi1>
}

// With a lower bound above zero the Relu does nothing.

// CHECK-LABEL: func.func @relu_clip(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK: onnx.Clip(%[[X]],
func.func @relu_clip(%x: tensor<2xf32>) -> tensor<2xf32> {
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %six = onnx.Constant dense<6.0> : tensor<f32>
  %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Clip(%0, %one, %six) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// A bound of zero: the zero's sign. Bounds below zero, none, and those that the
// run chooses. Two different functions.

// CHECK-LABEL: func.func @other_activations(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK: %[[R:.*]] = onnx.Relu(%[[X]])
// CHECK-COUNT-4: onnx.Clip(%[[R]],
// CHECK: %[[C:.*]] = onnx.Clip(%[[X]],
// CHECK: onnx.Clip(%[[C]],
// CHECK: %[[F:.*]] = onnx.Floor(%[[X]])
// CHECK: onnx.Ceil(%[[F]])
// CHECK: onnx.Neg(%[[F]])
func.func @other_activations(%x: tensor<2xf32>, %min: tensor<f32>)
    -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %minus = onnx.Constant dense<-1.0> : tensor<f32>
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %six = onnx.Constant dense<6.0> : tensor<f32>
  %none = onnx.NoValue() : () -> none
  %r = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = onnx.Clip(%r, %zero, %six) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %1 = onnx.Clip(%r, %minus, %six) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %2 = onnx.Clip(%r, %none, %six) : (tensor<2xf32>, none, tensor<f32>) -> tensor<2xf32>
  %3 = onnx.Clip(%r, %min, %six) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %c = onnx.Clip(%x, %zero, %six) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>
  %4 = onnx.Clip(%c, %min, %none) : (tensor<2xf32>, tensor<f32>, none) -> tensor<2xf32>
  %f = onnx.Floor(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %5 = onnx.Ceil(%f) : (tensor<2xf32>) -> tensor<2xf32>
  %6 = onnx.Neg(%f) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}

// The condition is known, but what it does not choose makes the result larger;
// both choices are the same, but the condition makes the result larger.

// CHECK-LABEL: func.func @where_broadcasts(
// CHECK-COUNT-3: onnx.Where
func.func @where_broadcasts(%x: tensor<1xf32>, %y: tensor<2xf32>, %u: tensor<?xf32>, %c: tensor<2xi1>)
    -> (tensor<2xf32>, tensor<?xf32>, tensor<2xf32>) {
  %t = onnx.Constant dense<true> : tensor<i1>
  %0 = onnx.Where(%t, %x, %y) : (tensor<i1>, tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Where(%t, %u, %y) : (tensor<i1>, tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %2 = onnx.Where(%c, %x, %x) : (tensor<2xi1>, tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<?xf32>, tensor<2xf32>
}

// States of zeros are those of a layer that is given none.

// CHECK-LABEL: func.func @initial_states(
// CHECK: onnx.LSTM{{.*}}tensor<1x16x4xf32>, none, none, none, none, none)
// CHECK: onnx.GRU{{.*}}tensor<1x12x4xf32>, none, none, none)
func.func @initial_states(%x: tensor<?x?x2xf32, #sym.dims<s, b>>, %batch: tensor<1xi64>,
                          %w: tensor<1x16x2xf32>, %r: tensor<1x16x4xf32>, %v: tensor<1x12x2xf32>, %q: tensor<1x12x4xf32>)
    -> (tensor<1x?x4xf32, #sym.dims<b>>, tensor<1x?x4xf32, #sym.dims<b>>) {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %four = onnx.Constant dense<4> : tensor<1xi64>
  %first = onnx.Constant dense<0> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %shape = onnx.Concat(%two, %batch, %four) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %all = onnx.Expand(%zero, %shape) : (tensor<f32>, tensor<3xi64>) -> tensor<2x?x4xf32, #sym.dims<b>>
  %h, %g = onnx.Split(%all, %none) {num_outputs = 2 : i64} : (tensor<2x?x4xf32, #sym.dims<b>>, none) -> (tensor<1x?x4xf32, #sym.dims<b>>, tensor<1x?x4xf32, #sym.dims<b>>)
  %plane = onnx.Concat(%batch, %four) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %c = onnx.ConstantOfShape(%plane) : (tensor<2xi64>) -> tensor<?x4xf32, #sym.dims<b>>
  %d = onnx.Unsqueeze(%c, %first) : (tensor<?x4xf32, #sym.dims<b>>, tensor<1xi64>) -> tensor<1x?x4xf32, #sym.dims<b>>
  %0:3 = onnx.LSTM(%x, %w, %r, %none, %none, %h, %d, %none) {hidden_size = 4 : i64}
      : (tensor<?x?x2xf32, #sym.dims<s, b>>, tensor<1x16x2xf32>, tensor<1x16x4xf32>, none, none, tensor<1x?x4xf32, #sym.dims<b>>, tensor<1x?x4xf32, #sym.dims<b>>, none)
      -> (none, tensor<1x?x4xf32, #sym.dims<b>>, none)
  %1:2 = onnx.GRU(%x, %v, %q, %none, %none, %g) {hidden_size = 4 : i64}
      : (tensor<?x?x2xf32, #sym.dims<s, b>>, tensor<1x12x2xf32>, tensor<1x12x4xf32>, none, none, tensor<1x?x4xf32, #sym.dims<b>>)
      -> (none, tensor<1x?x4xf32, #sym.dims<b>>)
  return %0#1, %1#1 : tensor<1x?x4xf32, #sym.dims<b>>, tensor<1x?x4xf32, #sym.dims<b>>
}

// -0.0; a batch that may be another one; the batch in front; a state of the run,
// though its cell begins at zero.

// CHECK-LABEL: func.func @other_states(
// CHECK: onnx.GRU{{.*}}none, none, tensor<1x3x4xf32>)
// CHECK: onnx.GRU{{.*}}none, none, tensor<1x?x4xf32>)
// CHECK: onnx.GRU{{.*}}none, none, tensor<3x1x4xf32>)
// CHECK: onnx.LSTM{{.*}}none, none, tensor<1x3x4xf32>, none, none)
func.func @other_states(%x: tensor<5x3x2xf32>, %y: tensor<3x5x2xf32>, %batch: tensor<1xi64>, %h: tensor<1x3x4xf32>,
                        %w: tensor<1x16x2xf32>, %r: tensor<1x16x4xf32>, %v: tensor<1x12x2xf32>, %q: tensor<1x12x4xf32>)
    -> (tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<3x1x4xf32>, tensor<1x3x4xf32>) {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %four = onnx.Constant dense<4> : tensor<1xi64>
  %shape = onnx.Concat(%one, %batch, %four) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %minus = onnx.Constant dense<-0.0> : tensor<1x3x4xf32>
  %any = onnx.Expand(%zero, %shape) : (tensor<f32>, tensor<3xi64>) -> tensor<1x?x4xf32>
  %front = onnx.Constant dense<0.0> : tensor<3x1x4xf32>
  %cell = onnx.Constant dense<0.0> : tensor<1x3x4xf32>
  %0:2 = onnx.GRU(%x, %v, %q, %none, %none, %minus) {hidden_size = 4 : i64}
      : (tensor<5x3x2xf32>, tensor<1x12x2xf32>, tensor<1x12x4xf32>, none, none, tensor<1x3x4xf32>) -> (none, tensor<1x3x4xf32>)
  %1:2 = onnx.GRU(%x, %v, %q, %none, %none, %any) {hidden_size = 4 : i64}
      : (tensor<5x3x2xf32>, tensor<1x12x2xf32>, tensor<1x12x4xf32>, none, none, tensor<1x?x4xf32>) -> (none, tensor<1x3x4xf32>)
  %2:2 = onnx.GRU(%y, %v, %q, %none, %none, %front) {hidden_size = 4 : i64, layout = 1 : i64}
      : (tensor<3x5x2xf32>, tensor<1x12x2xf32>, tensor<1x12x4xf32>, none, none, tensor<3x1x4xf32>) -> (none, tensor<3x1x4xf32>)
  %3:3 = onnx.LSTM(%x, %w, %r, %none, %none, %h, %cell, %none) {hidden_size = 4 : i64}
      : (tensor<5x3x2xf32>, tensor<1x16x2xf32>, tensor<1x16x4xf32>, none, none, tensor<1x3x4xf32>, tensor<1x3x4xf32>, none)
      -> (none, tensor<1x3x4xf32>, none)
  return %0#1, %1#1, %2#1, %3#1 : tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<3x1x4xf32>, tensor<1x3x4xf32>
}

// -----

// Of one element in each reduced dimension.
// CHECK-LABEL: func.func @single(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor
// CHECK-NEXT: return %[[X]], %[[X]]
func.func @single(%x: tensor<2x3x1x1xf32>) -> (tensor<2x3x1x1xf32>, tensor<2x3x1x1xf32>) {
  %axes = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnx.GlobalAveragePool(%x) : (tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32>
  %1 = onnx.ReduceMax(%x, %axes) : (tensor<2x3x1x1xf32>, tensor<2xi64>) -> tensor<2x3x1x1xf32>
  return %0, %1 : tensor<2x3x1x1xf32>, tensor<2x3x1x1xf32>
}

// -----

// Sizes that nobody knows, and a norm.
// CHECK-LABEL: func.func @not_single(
// CHECK: onnx.GlobalAveragePool
// CHECK: onnx.ReduceL2
func.func @not_single(%x: tensor<2x3x?x?xf32>, %y: tensor<2x1xf32>) -> (tensor<2x3x?x?xf32>, tensor<2x1xf32>) {
  %axes = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.GlobalAveragePool(%x) : (tensor<2x3x?x?xf32>) -> tensor<2x3x?x?xf32>
  %1 = onnx.ReduceL2(%y, %axes) : (tensor<2x1xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  return %0, %1 : tensor<2x3x?x?xf32>, tensor<2x1xf32>
}

// -----

// A Split into what was concatenated.
// CHECK-LABEL: func.func @split_concat(
// CHECK-NEXT: return %arg0, %arg1
func.func @split_concat(%x: tensor<?x2xf32, #sym.dims<n>>, %y: tensor<?x3xf32, #sym.dims<n>>)
    -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) {
  %s = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnx.Concat(%x, %y) {axis = -1 : i64} : (tensor<?x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x5xf32, #sym.dims<n>>
  %1:2 = onnx.Split(%0, %s) {axis = 1 : i64} : (tensor<?x5xf32, #sym.dims<n>>, tensor<2xi64>) -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>)
  return %1#0, %1#1 : tensor<?x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>
}

// -----

// Other pieces, another axis, pieces of sizes that are not known.
// CHECK-LABEL: func.func @split_otherwise(
// CHECK-COUNT-3: onnx.Split
func.func @split_otherwise(%x: tensor<2x2xf32>, %y: tensor<2x4xf32>, %z: tensor<?xf32>, %t: tensor<2xi64>)
    -> (tensor<2x4xf32>, tensor<2x2xf32>, tensor<8x1xf32>, tensor<?xf32>, tensor<?xf32>) {
  %none = onnx.NoValue() : () -> none
  %s = onnx.Constant dense<[4, 2]> : tensor<2xi64>
  %0 = onnx.Concat(%x, %y) {axis = 1 : i64} : (tensor<2x2xf32>, tensor<2x4xf32>) -> tensor<2x6xf32>
  %1:2 = onnx.Split(%0, %s) {axis = 1 : i64} : (tensor<2x6xf32>, tensor<2xi64>) -> (tensor<2x4xf32>, tensor<2x2xf32>)
  %2 = onnx.Concat(%x, %x) {axis = 0 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %3:2 = onnx.Split(%2, %none) {axis = 1 : i64, num_outputs = 2 : i64} : (tensor<4x2xf32>, none) -> (tensor<4x1xf32>, tensor<4x1xf32>)
  %4 = onnx.Concat(%3#0, %3#1) {axis = 0 : i64} : (tensor<4x1xf32>, tensor<4x1xf32>) -> tensor<8x1xf32>
  %6 = onnx.Concat(%z, %z) {axis = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %7:2 = onnx.Split(%6, %t) {axis = 0 : i64} : (tensor<?xf32>, tensor<2xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return %1#0, %1#1, %4, %7#0, %7#1 : tensor<2x4xf32>, tensor<2x2xf32>, tensor<8x1xf32>, tensor<?xf32>, tensor<?xf32>
}
