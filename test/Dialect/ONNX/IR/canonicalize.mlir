// RUN: torch-onnx-opt %s --canonicalize --split-input-file | FileCheck %s

// What `fold` and the canonicalization patterns of the operations do, and where
// they must not.

// CHECK-LABEL: @identities
// CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0
func.func @identities(%x: tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) {
  %none = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<1.0> : tensor<3xf32>
  %zero = onnx.Constant dense<-0.0> : tensor<f32>
  %pads = onnx.Constant dense<0> : tensor<4xi64>
  %0 = onnx.Identity(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %1 = onnx.Mul(%x, %one) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>) -> tensor<?x3xf32, #sym.dims<n>>
  %2 = onnx.Add(%zero, %x) : (tensor<f32>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %3 = onnx.Pad(%x, %pads, %none, %none) : (tensor<?x3xf32, #sym.dims<n>>, tensor<4xi64>, none, none) -> tensor<?x3xf32, #sym.dims<n>>
  %4 = onnx.Concat(%x) {axis = 0 : i64} : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %5 = onnx.Cast(%x) {to = f32} : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>
}

// -----

// 0.0 makes 0.0 of -0.0, and a size that is not known may be broadcast.
// CHECK-LABEL: @none
// CHECK: onnx.Add
// CHECK: onnx.Mul
// CHECK: onnx.Sub
func.func @none(%x: tensor<3xf32>, %y: tensor<?xf32>) -> (tensor<3xf32>, tensor<?xf32>, tensor<3xf32>) {
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %minus = onnx.Constant dense<0.0> : tensor<3xf32>
  %one = onnx.Constant dense<1.0> : tensor<4xf32>
  %0 = onnx.Add(%x, %zero) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = onnx.Mul(%y, %one) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %2 = onnx.Sub(%minus, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<?xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: @transposes
// CHECK-NEXT: %[[T:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: return %[[T]], %arg0
func.func @transposes(%x: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>, tensor<2x3x4xf32>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 1, 2, 0>} : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
  %2 = onnx.Transpose(%1) {perm = array<i64: 1, 2, 0>} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %1, %2 : tensor<4x2x3xf32>, tensor<2x3x4xf32>
}

// -----

// Only the last shape matters, if a constant says it.
// CHECK-LABEL: @reshapes
// CHECK: onnx.Reshape(%arg0, %{{.*}}) : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?xf32, #sym.dims<4*n>>
// CHECK: onnx.Reshape(%arg2, %{{.*}}) : (tensor<2x?x4xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<2x?xf32>
// CHECK: return %{{.*}}, %{{.*}}, %arg1
func.func @reshapes(%x: tensor<?x4xf32, #sym.dims<n>>, %y: tensor<?xf32>, %z: tensor<2x?x4xf32, #sym.dims<n>>) -> (tensor<?xf32, #sym.dims<4*n>>, tensor<2x?xf32>, tensor<?xf32>) {
  %all = onnx.Constant dense<-1> : tensor<1xi64>
  %copy = onnx.Constant dense<[0, -1]> : tensor<2xi64>
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.Unsqueeze(%x, %axis) : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<1x?x4xf32, #sym.dims<n>>
  %1 = onnx.Reshape(%0, %all) : (tensor<1x?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?xf32, #sym.dims<4*n>>
  %2 = onnx.Flatten(%z) : (tensor<2x?x4xf32, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<4*n>>
  %3 = onnx.Reshape(%2, %copy) : (tensor<2x?xf32, #sym.dims<4*n>>, tensor<2xi64>) -> tensor<2x?xf32>
  %4 = onnx.Unsqueeze(%y, %axis) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1x?xf32>
  %5 = onnx.Squeeze(%4, %axis) : (tensor<1x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1, %3, %5 : tensor<?xf32, #sym.dims<4*n>>, tensor<2x?xf32>, tensor<?xf32>
}

// -----

// The last one copies a dimension of the one before, which nothing else names;
// and a shape that two sizes have to be inferred of is no constant.
// CHECK-LABEL: @relative_reshapes
// CHECK: onnx.Flatten
// CHECK: onnx.Reshape
// CHECK: onnx.Shape
// CHECK: onnx.Reshape
func.func @relative_reshapes(%x: tensor<?x?x4xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %copy = onnx.Constant dense<[0, -1]> : tensor<2xi64>
  %0 = onnx.Flatten(%x) : (tensor<?x?x4xf32>) -> tensor<?x?xf32>
  %1 = onnx.Reshape(%0, %copy) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = onnx.Shape(%y) : (tensor<?x?xf32>) -> tensor<2xi64>
  %3 = onnx.Reshape(%x, %2) : (tensor<?x?x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %1, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: @axes
// CHECK: %[[AXES:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: onnx.Unsqueeze(%arg0, %[[AXES]]) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<1x?x1x?xf32>
// CHECK: onnx.ReduceSum(%arg0, %{{.*}}) : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?x1xf32>
// CHECK: onnx.ReduceSum(%arg0, %{{.*}}) {keepdims = 0 : i64} : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
// CHECK: onnx.Unsqueeze
func.func @axes(%x: tensor<?x?xf32>) -> (tensor<1x?x1x?xf32>, tensor<?x1xf32>, tensor<1x?xf32>) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Constant dense<0> : tensor<1xi64>
  %1 = onnx.Constant dense<1> : tensor<1xi64>
  %a = onnx.Unsqueeze(%x, %1) : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?x1x?xf32>
  %b = onnx.Unsqueeze(%a, %0) : (tensor<?x1x?xf32>, tensor<1xi64>) -> tensor<1x?x1x?xf32>
  %c = onnx.ReduceSum(%x, %1) {keepdims = 0 : i64} : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %d = onnx.Unsqueeze(%c, %1) : (tensor<?xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %e = onnx.ReduceSum(%x, %1) {keepdims = 0 : i64} : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %f = onnx.Unsqueeze(%e, %0) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1x?xf32>
  return %b, %d, %f : tensor<1x?x1x?xf32>, tensor<?x1xf32>, tensor<1x?xf32>
}

// -----

// Sizes that are known after all, and one that is not.
// CHECK-LABEL: @sizes
// CHECK-DAG: %[[CONSTANT:.*]] = onnx.Constant dense<[12, 4]> : tensor<2xi64>
// CHECK-DAG: %[[TRUE:.*]] = onnx.Constant dense<true> : tensor<1xi1>
// CHECK: %[[SIZE:.*]] = onnx.Shape(%arg0) {end = 1 : i64} : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<1xi64>
// CHECK: return %[[CONSTANT]], %[[TRUE]], %[[SIZE]]
func.func @sizes(%x: tensor<?x3x4xf32, #sym.dims<n>>) -> (tensor<2xi64>, tensor<1xi1>, tensor<1xi64>) {
  %i0 = onnx.Constant dense<0> : tensor<1xi64>
  %i1 = onnx.Constant dense<1> : tensor<1xi64>
  %i2 = onnx.Constant dense<2> : tensor<1xi64>
  %shape = onnx.Shape(%x) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3xi64>
  %n = onnx.Gather(%shape, %i0) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %a = onnx.Gather(%shape, %i1) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %b = onnx.Gather(%shape, %i2) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %ab = onnx.Mul(%a, %b) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %all = onnx.Concat(%ab, %b) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %same = onnx.Equal(%n, %n) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  return %all, %same, %n : tensor<2xi64>, tensor<1xi1>, tensor<1xi64>
}

// -----

// Slices of two axes are one, and all pieces of an axis are a Split; slices of
// one axis, and pieces with a gap, stay.
// CHECK-LABEL: @slices
// CHECK: onnx.Slice(%arg0, {{.*}}) : (tensor<6x8xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, none) -> tensor<2x4xf32>
// CHECK: onnx.Slice
// CHECK: onnx.Slice
// CHECK: onnx.Split(%arg1, %{{.*}}) : (tensor<5xf32>, tensor<2xi64>) -> (tensor<2xf32>, tensor<3xf32>)
// CHECK: onnx.Slice(%arg2
// CHECK: onnx.Slice(%arg2
func.func @slices(%x: tensor<6x8xf32>, %y: tensor<5xf32>, %z: tensor<5xf32>) -> (tensor<2x4xf32>, tensor<1x8xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  %i0 = onnx.Constant dense<0> : tensor<1xi64>
  %i1 = onnx.Constant dense<1> : tensor<1xi64>
  %i2 = onnx.Constant dense<2> : tensor<1xi64>
  %i3 = onnx.Constant dense<3> : tensor<1xi64>
  %i4 = onnx.Constant dense<4> : tensor<1xi64>
  %i5 = onnx.Constant dense<5> : tensor<1xi64>
  %0 = onnx.Slice(%x, %i0, %i2, %i0, %none) : (tensor<6x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x8xf32>
  %1 = onnx.Slice(%0, %i0, %i4, %i1, %none) : (tensor<2x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x4xf32>
  %2 = onnx.Slice(%x, %i1, %i3, %i0, %none) : (tensor<6x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x8xf32>
  %3 = onnx.Slice(%2, %i1, %i2, %i0, %none) : (tensor<2x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<1x8xf32>
  %4 = onnx.Slice(%y, %i0, %i2, %i0, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2xf32>
  %5 = onnx.Slice(%y, %i2, %i5, %i0, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<3xf32>
  %6 = onnx.Slice(%z, %i0, %i2, %i0, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2xf32>
  %7 = onnx.Slice(%z, %i3, %i5, %i0, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2xf32>
  return %1, %3, %4, %5, %6, %7 : tensor<2x4xf32>, tensor<1x8xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<2xf32>
}

// -----

// A Slice whose users are all Slices of another axis becomes part of each, but
// not if they are the pieces of that axis, or if another operation reads it.
// CHECK-LABEL: @shared_slices
// CHECK-COUNT-2: onnx.Slice(%arg0, {{.*}}) : (tensor<?x8xf32, {{.*}}>, tensor<2xi64>
// CHECK: %[[ROWS:.*]] = onnx.Slice(%arg1, {{.*}} -> tensor<2x8xf32>
// CHECK: onnx.Split(%[[ROWS]],
// CHECK: %[[READ:.*]] = onnx.Slice(%arg2, {{.*}} -> tensor<2x8xf32>
// CHECK: onnx.Slice(%[[READ]], {{.*}} -> tensor<2x4xf32>
func.func @shared_slices(%x: tensor<?x8xf32, #sym.dims<n>>, %y: tensor<6x8xf32>, %z: tensor<6x8xf32>)
    -> (tensor<?x4xf32>, tensor<?x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>) {
  %none = onnx.NoValue() : () -> none
  %i0 = onnx.Constant dense<0> : tensor<1xi64>
  %i1 = onnx.Constant dense<1> : tensor<1xi64>
  %i2 = onnx.Constant dense<2> : tensor<1xi64>
  %i4 = onnx.Constant dense<4> : tensor<1xi64>
  %i8 = onnx.Constant dense<8> : tensor<1xi64>
  %0 = onnx.Slice(%x, %i1, %i8, %i0, %i2) : (tensor<?x8xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x8xf32>
  %1 = onnx.Slice(%0, %i0, %i8, %i1, %i2) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %2 = onnx.Slice(%0, %i1, %i8, %i1, %i2) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  %3 = onnx.Slice(%y, %i0, %i2, %i0, %none) : (tensor<6x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x8xf32>
  %4 = onnx.Slice(%3, %i0, %i4, %i1, %none) : (tensor<2x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x4xf32>
  %5 = onnx.Slice(%3, %i4, %i8, %i1, %none) : (tensor<2x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x4xf32>
  %6 = onnx.Slice(%z, %i0, %i2, %i0, %none) : (tensor<6x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<2x8xf32>
  %7 = onnx.Slice(%6, %i0, %i8, %i1, %i2) : (tensor<2x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x4xf32>
  return %1, %2, %4, %5, %6, %7 : tensor<?x4xf32>, tensor<?x4xf32>, tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x8xf32>, tensor<2x4xf32>
}

// -----

// Bounds of bounds. Which zero comes out of a bound of zero is not known.
// CHECK-LABEL: @clips
// CHECK-DAG: %[[TWO:.*]] = onnx.Constant dense<2.000000e+00>
// CHECK-DAG: %[[THREE:.*]] = onnx.Constant dense<3.000000e+00>
// CHECK: onnx.Clip(%arg0, %[[TWO]], %[[THREE]])
// CHECK: onnx.Clip
// CHECK: onnx.Clip
func.func @clips(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %three = onnx.Constant dense<3.0> : tensor<f32>
  %0 = onnx.Clip(%x, %two, %none) : (tensor<3xf32>, tensor<f32>, none) -> tensor<3xf32>
  %1 = onnx.Clip(%0, %zero, %three) : (tensor<3xf32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  %2 = onnx.Clip(%x, %zero, %none) : (tensor<3xf32>, tensor<f32>, none) -> tensor<3xf32>
  %3 = onnx.Clip(%2, %none, %three) : (tensor<3xf32>, none, tensor<f32>) -> tensor<3xf32>
  return %1, %3 : tensor<3xf32>, tensor<3xf32>
}

// -----

// Integers wrap around alike; floats round after each step.
// CHECK-LABEL: @reassociate
// CHECK: %[[SUM:.*]] = onnx.Constant dense<5> : tensor<i64>
// CHECK: onnx.Add(%arg0, %[[SUM]])
// CHECK: %[[F:.*]] = onnx.Add(%arg1
// CHECK: onnx.Add(%[[F]]
func.func @reassociate(%x: tensor<3xi64>, %y: tensor<3xf32>) -> (tensor<3xi64>, tensor<3xf32>) {
  %two = onnx.Constant dense<2> : tensor<i64>
  %three = onnx.Constant dense<3> : tensor<i64>
  %f = onnx.Constant dense<2.0> : tensor<f32>
  %0 = onnx.Add(%x, %two) : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  %1 = onnx.Add(%0, %three) : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  %2 = onnx.Add(%y, %f) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %3 = onnx.Add(%2, %f) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %1, %3 : tensor<3xi64>, tensor<3xf32>
}

// -----

// An Expand before what broadcasts, unless the result has a size of it.
// CHECK-LABEL: @expands
// CHECK: onnx.Add(%arg0, %arg1)
// CHECK: %[[E:.*]] = onnx.Expand
// CHECK: onnx.Mul(%[[E]], %arg1)
func.func @expands(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<4x3xf32>) {
  %s = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %t = onnx.Constant dense<[4, 3]> : tensor<2xi64>
  %0 = onnx.Expand(%y, %s) : (tensor<3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1 = onnx.Add(%x, %0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.Expand(%y, %t) : (tensor<3xf32>, tensor<2xi64>) -> tensor<4x3xf32>
  %3 = onnx.Mul(%2, %y) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<4x3xf32>
}

// -----

// A Cast that nobody else reads does not stand between two Transposes.
// CHECK-LABEL: @casts_between
// CHECK: onnx.Cast(%arg0)
// CHECK-NEXT: %[[C:.*]] = onnx.Transpose(%arg1)
// CHECK-NEXT: %[[D:.*]] = onnx.Cast(%[[C]])
// CHECK-NEXT: onnx.Transpose(%[[D]])
func.func @casts_between(%x: tensor<2x3xf16>, %y: tensor<2x3xf16>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 0>} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<3x2xf16>) -> tensor<3x2xf32>
  %2 = onnx.Transpose(%1) {perm = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %3 = onnx.Transpose(%y) {perm = array<i64: 1, 0>} : (tensor<2x3xf16>) -> tensor<3x2xf16>
  %4 = onnx.Cast(%3) {to = f32} : (tensor<3x2xf16>) -> tensor<3x2xf32>
  %5 = onnx.Transpose(%4) {perm = array<i64: 1, 0>} : (tensor<3x2xf32>) -> tensor<2x3xf32>
  return %2, %5, %4 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<3x2xf32>
}

// -----

// CHECK-LABEL: @chains
// CHECK: %[[R:.*]] = onnx.Relu(%arg0)
// CHECK: %[[W:.*]] = onnx.Where(%arg1, %arg2, %arg0)
// CHECK: return %[[R]], %arg0, %[[W]]
func.func @chains(%x: tensor<3xf32>, %c: tensor<3xi1>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = onnx.Relu(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = onnx.Relu(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = onnx.Neg(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %3 = onnx.Neg(%2) : (tensor<3xf32>) -> tensor<3xf32>
  %4 = onnx.Not(%c) : (tensor<3xi1>) -> tensor<3xi1>
  %5 = onnx.Where(%4, %x, %y) : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1, %3, %5 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// f16 to f32 loses nothing; f32 to f16 does, and what follows sees it.
// CHECK-LABEL: @casts
// CHECK: %[[A:.*]] = onnx.Cast(%arg1) {to = f16}
// CHECK: %[[B:.*]] = onnx.Cast(%[[A]]) {to = f32}
// CHECK: return %arg0, %[[B]]
func.func @casts(%x: tensor<3xf16>, %y: tensor<3xf32>) -> (tensor<3xf16>, tensor<3xf32>) {
  %0 = onnx.Cast(%x) {to = f32} : (tensor<3xf16>) -> tensor<3xf32>
  %1 = onnx.Cast(%0) {to = f16} : (tensor<3xf32>) -> tensor<3xf16>
  %2 = onnx.Cast(%y) {to = f16} : (tensor<3xf32>) -> tensor<3xf16>
  %3 = onnx.Cast(%2) {to = f32} : (tensor<3xf16>) -> tensor<3xf32>
  return %1, %3 : tensor<3xf16>, tensor<3xf32>
}

// -----

// The values of a OneHot are cast before it. OneHot takes no bf16, and a OneHot
// with another use would be computed twice.
// CHECK-LABEL: @one_hot
// CHECK: %[[F:.*]] = onnx.Cast(%arg1) {to = f32} : (tensor<2xi64>) -> tensor<2xf32>
// CHECK-NEXT: %[[H:.*]] = onnx.OneHot(%arg0, %{{.*}}, %[[F]]) {axis = 0 : i64} : {{.*}} -> tensor<5x3xf32>
// CHECK-NEXT: %[[I:.*]] = onnx.OneHot(%arg0, %{{.*}}, %arg1) : {{.*}} -> tensor<3x5xi64>
// CHECK-NEXT: %[[B:.*]] = onnx.Cast(%[[I]]) {to = bf16}
// CHECK-NEXT: %[[I2:.*]] = onnx.OneHot
// CHECK-NEXT: %[[F2:.*]] = onnx.Cast(%[[I2]]) {to = f32}
// CHECK-NEXT: return %[[H]], %[[B]], %[[I2]], %[[F2]]
func.func @one_hot(%x: tensor<3xi64>, %v: tensor<2xi64>, %w: tensor<2xi64>) -> (tensor<5x3xf32>, tensor<3x5xbf16>, tensor<3x5xi64>, tensor<3x5xf32>) {
  %five = onnx.Constant dense<5> : tensor<i64>
  %0 = onnx.OneHot(%x, %five, %v) {axis = 0 : i64} : (tensor<3xi64>, tensor<i64>, tensor<2xi64>) -> tensor<5x3xi64>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<5x3xi64>) -> tensor<5x3xf32>
  %2 = onnx.OneHot(%x, %five, %v) : (tensor<3xi64>, tensor<i64>, tensor<2xi64>) -> tensor<3x5xi64>
  %3 = onnx.Cast(%2) {to = bf16} : (tensor<3x5xi64>) -> tensor<3x5xbf16>
  %4 = onnx.OneHot(%x, %five, %w) : (tensor<3xi64>, tensor<i64>, tensor<2xi64>) -> tensor<3x5xi64>
  %5 = onnx.Cast(%4) {to = f32} : (tensor<3x5xi64>) -> tensor<3x5xf32>
  return %1, %3, %4, %5 : tensor<5x3xf32>, tensor<3x5xbf16>, tensor<3x5xi64>, tensor<3x5xf32>
}

// -----

// CHECK-LABEL: @pieces
// CHECK: %[[C:.*]] = onnx.Concat(%arg0, %arg0, %arg0) {axis = 0 : i64}
// CHECK: return %[[C]], %arg0
func.func @pieces(%x: tensor<2xf32>, %e: tensor<0xf32>) -> (tensor<6xf32>, tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Concat(%x, %x) {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = onnx.Concat(%e, %0, %x) {axis = 0 : i64} : (tensor<0xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  %2:2 = onnx.Dropout(%x, %none, %none) : (tensor<2xf32>, none, none) -> (tensor<2xf32>, none)
  return %1, %2#0 : tensor<6xf32>, tensor<2xf32>
}
