// RUN: torch-onnx-opt --onnx-fold-weights %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-fold-weights=fuse=false %s | FileCheck %s --check-prefix=EXACT
// RUN: torch-onnx-opt --onnx-fold-weights=weights-mode=reference %s | FileCheck %s --check-prefix=REF

// A weight that is divided by a norm, and whose result is transposed: nothing is
// read. In reference mode the weight stays where it is.

// CHECK-LABEL: func.func @scaled(
// CHECK: %[[W:.*]] = onnx.Constant #weight.expr<div, [#weight.file<"m.pt2", offset = 0, strides = [1, 256]> : tensor<256x128xf32>, dense<3.000000e+00> : tensor<1x1xf32>]> : tensor<256x128xf32>
// CHECK: onnx.MatMul(%arg0, %[[W]])
// CHECK-NOT: onnx.Transpose
// EXACT-LABEL: func.func @scaled(
// EXACT: onnx.Constant #weight.expr<div
// REF-LABEL: func.func @scaled(
// REF: onnx.Div
// REF: onnx.Transpose
func.func @scaled(%x: tensor<2x256xf32>) -> tensor<2x128xf32> {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<128x256xf32>
  %n = onnx.Constant dense<3.0> : tensor<f32>
  %0 = onnx.Div(%w, %n) : (tensor<128x256xf32>, tensor<f32>) -> tensor<128x256xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 1, 0>} : (tensor<128x256xf32>) -> tensor<256x128xf32>
  %2 = onnx.MatMul(%x, %1) : (tensor<2x256xf32>, tensor<256x128xf32>) -> tensor<2x128xf32>
  return %2 : tensor<2x128xf32>
}

// Functions and sums of floats, rounded once.

// CHECK-LABEL: func.func @rounded(
// CHECK-DAG: %[[E:.*]] = onnx.Constant dense<[1.000000e+00, 2.71828175]> : tensor<2xf32>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<3.000000e+00> : tensor<1xf32>
// CHECK-DAG: %[[P:.*]] = onnx.Constant dense<{{.*}}5.000000e+00{{.*}}> : tensor<1x1xf32>
// CHECK: return %[[E]], %[[S]], %[[P]]
// EXACT-LABEL: func.func @rounded(
// EXACT: onnx.Exp
// EXACT: onnx.ReduceSum
// EXACT: onnx.MatMul
func.func @rounded() -> (tensor<2xf32>, tensor<1xf32>, tensor<1x1xf32>) {
  %a = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf32>
  %b = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = onnx.Constant dense<[[1.0, 2.0]]> : tensor<1x2xf32>
  %c = onnx.Constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Exp(%a) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.ReduceSum(%b, %none) {keepdims = 1 : i64} : (tensor<2xf32>, none) -> tensor<1xf32>
  %2 = onnx.MatMul(%r, %c) : (tensor<1x2xf32>, tensor<2x1xf32>) -> tensor<1x1xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<1xf32>, tensor<1x1xf32>
}

// Functions of f64 are rounded from a wider type, too.

// CHECK-LABEL: func.func @doubles(
// CHECK-DAG: onnx.Constant dense<[1.000000e+00, 2.7182818284590451]> : tensor<2xf64>
// CHECK-DAG: onnx.Constant dense<[1.000000e+00, 0.031622776601683791]> : tensor<2xf64>
// CHECK-NOT: onnx.Exp
// CHECK-NOT: onnx.Pow
func.func @doubles() -> (tensor<2xf64>, tensor<2xf64>) {
  %a = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf64>
  %b = onnx.Constant dense<1000.0> : tensor<f64>
  %c = onnx.Constant dense<[0.0, -0.5]> : tensor<2xf64>
  %0 = onnx.Exp(%a) : (tensor<2xf64>) -> tensor<2xf64>
  %1 = onnx.Pow(%b, %c) : (tensor<f64>, tensor<2xf64>) -> tensor<2xf64>
  return %0, %1 : tensor<2xf64>, tensor<2xf64>
}

// Sums of f64 have nothing wider that they are accumulated in; a random tensor
// is no constant; an integer divided by zero and an index out of range are the
// run's errors; a float that an integer cannot hold as well.

// CHECK-LABEL: func.func @not_computed(
// CHECK: onnx.ReduceSum
// CHECK: onnx.RandomNormalLike
// CHECK: onnx.Div
// CHECK: onnx.Gather
// CHECK: onnx.Cast
func.func @not_computed() -> (tensor<1xf64>, tensor<2xf32>, tensor<i64>, tensor<1xf32>, tensor<i64>) {
  %a = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf64>
  %b = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf32>
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<i64>
  %far = onnx.Constant dense<7> : tensor<1xi64>
  %inf = onnx.Constant dense<0x7F800000> : tensor<f32>
  %1 = onnx.ReduceSum(%a, %none) {keepdims = 1 : i64} : (tensor<2xf64>, none) -> tensor<1xf64>
  %2 = onnx.RandomNormalLike(%b) : (tensor<2xf32>) -> tensor<2xf32>
  %3 = onnx.Div(%zero, %zero) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %4 = onnx.Gather(%b, %far) : (tensor<2xf32>, tensor<1xi64>) -> tensor<1xf32>
  %5 = onnx.Cast(%inf) {to = i64} : (tensor<f32>) -> tensor<i64>
  return %1, %2, %3, %4, %5 : tensor<1xf64>, tensor<2xf32>, tensor<i64>, tensor<1xf32>, tensor<i64>
}

// A weight that is used as it is, too, is not written twice; neither are two
// forms of one weight; a number is not written many times.

// CHECK-LABEL: func.func @shared(
// CHECK: %[[W:.*]] = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<128x256xf32>
// CHECK: onnx.Mul(%[[W]]
// CHECK-LABEL: func.func @two_forms(
// CHECK: onnx.Transpose
// CHECK: onnx.Mul
// CHECK-LABEL: func.func @inflated(
// CHECK: onnx.Expand
func.func @shared(%x: tensor<2x128xf32>) -> (tensor<2x256xf32>, tensor<128x256xf32>) {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<128x256xf32>
  %m = onnx.Constant dense<-1.0> : tensor<f32>
  %0 = onnx.Mul(%w, %m) : (tensor<128x256xf32>, tensor<f32>) -> tensor<128x256xf32>
  %1 = onnx.MatMul(%x, %w) : (tensor<2x128xf32>, tensor<128x256xf32>) -> tensor<2x256xf32>
  return %1, %0 : tensor<2x256xf32>, tensor<128x256xf32>
}
func.func @two_forms() -> (tensor<256x128xf32>, tensor<128x256xf32>) {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<128x256xf32>
  %m = onnx.Constant dense<-1.0> : tensor<f32>
  %0 = onnx.Transpose(%w) {perm = array<i64: 1, 0>} : (tensor<128x256xf32>) -> tensor<256x128xf32>
  %1 = onnx.Mul(%w, %m) : (tensor<128x256xf32>, tensor<f32>) -> tensor<128x256xf32>
  return %0, %1 : tensor<256x128xf32>, tensor<128x256xf32>
}
func.func @inflated() -> tensor<64x64xf32> {
  %a = onnx.Constant dense<1.0> : tensor<f32>
  %s = onnx.Constant dense<64> : tensor<2xi64>
  %0 = onnx.Expand(%a, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// A table that is looked up where positions are known may make the model a
// little larger.

// CHECK-LABEL: func.func @table(
// CHECK: %[[T:.*]] = onnx.Constant {{.*}} : tensor<1x2x3xf32>
// CHECK-NEXT: onnx.Add(%arg0, %[[T]])
func.func @table(%x: tensor<1x2x3xf32>) -> tensor<1x2x3xf32> {
  %t = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = onnx.Constant dense<[0, 1, 0]> : tensor<3xi64>
  %axes = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.Gather(%t, %i) : (tensor<2x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = onnx.Unsqueeze(%1, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<1x2x3xf32>
  %3 = onnx.Sigmoid(%2) : (tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  %4 = onnx.Add(%x, %3) : (tensor<1x2x3xf32>, tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %4 : tensor<1x2x3xf32>
}

// Statistics that are given normalize a weight in double precision.

// CHECK-LABEL: func.func @standardized(
// CHECK: #weight.expr<cast, [#weight.expr<add, [#weight.expr<mul, [#weight.expr<cast, [#weight.file<"m.pt2", offset = 0> : tensor<1x64x512xf32>]> : tensor<1x64x512xf64>
// EXACT-LABEL: func.func @standardized(
// EXACT: onnx.BatchNormalization
func.func @standardized() -> tensor<1x64x512xf32> {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<1x64x512xf32>
  %s = onnx.Constant dense<2.0> : tensor<64xf32>
  %b = onnx.Constant dense<0.5> : tensor<64xf32>
  %m = onnx.Constant dense<1.0> : tensor<64xf32>
  %v = onnx.Constant dense<4.0> : tensor<64xf32>
  %y, %rm, %rv = onnx.BatchNormalization(%w, %s, %b, %m, %v) : (tensor<1x64x512xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> (tensor<1x64x512xf32>, none, none)
  return %y : tensor<1x64x512xf32>
}

// Sizes that the program reads from data are static where the data is constant. The
// types that a return, a loop or a call declares stay, and so do sizes of operands that
// are not constant.

// CHECK-LABEL: func.func @sizes_from_data(
// CHECK: %[[T:.*]] = onnx.Constant dense<[3.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK-NEXT: onnx.Add(%arg0, %[[T]])
// CHECK-LABEL: func.func @returned_size(
// CHECK: onnx.Slice(%{{.*}} -> tensor<?xf32, #sym.dims<u0 + 1>>
// CHECK-LABEL: func.func @size_of_an_input(
// CHECK: onnx.Slice(%arg0{{.*}} -> tensor<?xf32, #sym.dims<u0 + 1>>
func.func @sizes_from_data(%x: tensor<2xf32>) -> tensor<2xf32> {
  %t = onnx.Constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %start = onnx.Constant dense<0> : tensor<1xi64>
  %end = onnx.Constant dense<2> : tensor<1xi64>
  %step = onnx.Constant dense<1> : tensor<1xi64>
  %i = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnx.Concat(%t, %t) {axis = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32, #sym.dims<4*u0>>
  %1 = onnx.Gather(%0, %i) : (tensor<?xf32, #sym.dims<4*u0>>, tensor<2xi64>) -> tensor<?xf32, #sym.dims<u0>>
  %2 = onnx.Slice(%1, %start, %end, %start, %step) : (tensor<?xf32, #sym.dims<u0>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32, #sym.dims<u0>>
  %3 = onnx.Add(%x, %2) : (tensor<2xf32>, tensor<?xf32, #sym.dims<u0>>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}
func.func @returned_size() -> tensor<?xf32, #sym.dims<u0 + 1>> {
  %t = onnx.Constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %start = onnx.Constant dense<0> : tensor<1xi64>
  %end = onnx.Constant dense<2> : tensor<1xi64>
  %step = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.Slice(%t, %start, %end, %start, %step) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32, #sym.dims<u0 + 1>>
  return %0 : tensor<?xf32, #sym.dims<u0 + 1>>
}
func.func @size_of_an_input(%t: tensor<4xf32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %start = onnx.Constant dense<0> : tensor<1xi64>
  %end = onnx.Constant dense<2> : tensor<1xi64>
  %step = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.Slice(%t, %start, %end, %start, %step) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32, #sym.dims<u0 + 1>>
  %1 = onnx.Add(%x, %0) : (tensor<2xf32>, tensor<?xf32, #sym.dims<u0 + 1>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
