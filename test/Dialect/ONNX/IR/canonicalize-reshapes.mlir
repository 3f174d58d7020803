// Chains of operators that keep the order of the elements, and arithmetic on one
// number between two of them.
// RUN: torch-onnx-opt --canonicalize --split-input-file %s | FileCheck %s

// One head: a Transpose of it moves a dimension of size 1.
// CHECK-LABEL: func.func @one_head
// CHECK-SAME: (%[[X:.*]]: tensor
// CHECK: %[[SHAPE:.*]] = onnx.Constant dense<[0, 1, -1, 8]>
// CHECK: %[[HEADS:.*]] = onnx.Reshape(%[[X]], %[[SHAPE]])
// CHECK-NOT: onnx.Transpose
// CHECK: return %[[HEADS]]
module attributes {sym.ranges = {b = array<i64: 1, 8>, s = array<i64: 1, 8>}} {
func.func @one_head(%x: tensor<?x?x8xf32, #sym.dims<b, s>>) -> tensor<?x1x?x8xf32, #sym.dims<b, s>> {
  %shape = onnx.Constant dense<[0, 0, 1, 8]> : tensor<4xi64>
  %0 = onnx.Reshape(%x, %shape) : (tensor<?x?x8xf32, #sym.dims<b, s>>, tensor<4xi64>) -> tensor<?x?x1x8xf32, #sym.dims<b, s>>
  %1 = onnx.Transpose(%0) {perm = array<i64: 0, 2, 1, 3>} : (tensor<?x?x1x8xf32, #sym.dims<b, s>>) -> tensor<?x1x?x8xf32, #sym.dims<b, s>>
  return %1 : tensor<?x1x?x8xf32, #sym.dims<b, s>>
}
}

// -----

// Before a Reshape, which is then the only one.
// CHECK-LABEL: func.func @merged_head
// CHECK-SAME: (%[[X:.*]]: tensor
// CHECK: %[[MERGED:.*]] = onnx.Reshape(%[[X]]
// CHECK-NOT: onnx.Transpose
// CHECK: return %[[MERGED]]
func.func @merged_head(%x: tensor<2x1x3x8xf32>) -> tensor<6x8xf32> {
  %shape = onnx.Constant dense<[6, 8]> : tensor<2xi64>
  %0 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 1, 3>} : (tensor<2x1x3x8xf32>) -> tensor<2x3x1x8xf32>
  %1 = onnx.Reshape(%0, %shape) : (tensor<2x3x1x8xf32>, tensor<2xi64>) -> tensor<6x8xf32>
  return %1 : tensor<6x8xf32>
}

// -----

// Two heads, and a size that may be 1 or not.
// CHECK-LABEL: func.func @more_heads
// CHECK-COUNT-2: onnx.Transpose
func.func @more_heads(%x: tensor<2x3x16xf32>, %y: tensor<2x3x?xf32, #sym.dims<n>>) -> (tensor<2x2x3x8xf32>, tensor<2x?x3x1xf32, #sym.dims<n>>) {
  %shape = onnx.Constant dense<[2, 3, 2, 8]> : tensor<4xi64>
  %0 = onnx.Reshape(%x, %shape) : (tensor<2x3x16xf32>, tensor<4xi64>) -> tensor<2x3x2x8xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 0, 2, 1, 3>} : (tensor<2x3x2x8xf32>) -> tensor<2x2x3x8xf32>
  %axis = onnx.Constant dense<3> : tensor<1xi64>
  %2 = onnx.Unsqueeze(%y, %axis) : (tensor<2x3x?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<2x3x?x1xf32, #sym.dims<n>>
  %3 = onnx.Transpose(%2) {perm = array<i64: 0, 2, 1, 3>} : (tensor<2x3x?x1xf32, #sym.dims<n>>) -> tensor<2x?x3x1xf32, #sym.dims<n>>
  return %1, %3 : tensor<2x2x3x8xf32>, tensor<2x?x3x1xf32, #sym.dims<n>>
}

// -----

// One channel, whose dimension is dropped and put back.
// CHECK-LABEL: func.func @one_channel
// CHECK-SAME: (%[[X:.*]]: tensor
// CHECK: %[[INDEX:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[PART:.*]] = onnx.Gather(%[[X]], %[[INDEX]]) {axis = 1 : i64} : {{.*}} -> tensor<?x1x4xf32, #sym.dims<b>>
// CHECK: return %[[PART]]
func.func @one_channel(%x: tensor<?x2x4xf32, #sym.dims<b>>) -> tensor<?x1x4xf32, #sym.dims<b>> {
  %index = onnx.Constant dense<-1> : tensor<i64>
  %axis = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.Gather(%x, %index) {axis = 1 : i64} : (tensor<?x2x4xf32, #sym.dims<b>>, tensor<i64>) -> tensor<?x4xf32, #sym.dims<b>>
  %1 = onnx.Unsqueeze(%0, %axis) : (tensor<?x4xf32, #sym.dims<b>>, tensor<1xi64>) -> tensor<?x1x4xf32, #sym.dims<b>>
  return %1 : tensor<?x1x4xf32, #sym.dims<b>>
}

// -----

// Another place, a second reader, an index that only the run knows.
// CHECK-LABEL: func.func @other_channels
// CHECK-COUNT-3: onnx.Unsqueeze
func.func @other_channels(%x: tensor<3x2x4xf32>, %i: tensor<i64>) -> (tensor<3x4x1xf32>, tensor<3x1x4xf32>, tensor<3x4xf32>, tensor<3x1x4xf32>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %0 = onnx.Gather(%x, %zero) {axis = 1 : i64} : (tensor<3x2x4xf32>, tensor<i64>) -> tensor<3x4xf32>
  %1 = onnx.Unsqueeze(%0, %two) : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<3x4x1xf32>
  %last = onnx.Constant dense<1> : tensor<i64>
  %2 = onnx.Gather(%x, %last) {axis = 1 : i64} : (tensor<3x2x4xf32>, tensor<i64>) -> tensor<3x4xf32>
  %3 = onnx.Unsqueeze(%2, %one) : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<3x1x4xf32>
  %4 = onnx.Gather(%x, %i) {axis = 1 : i64} : (tensor<3x2x4xf32>, tensor<i64>) -> tensor<3x4xf32>
  %5 = onnx.Unsqueeze(%4, %one) : (tensor<3x4xf32>, tensor<1xi64>) -> tensor<3x1x4xf32>
  return %1, %3, %2, %5 : tensor<3x4x1xf32>, tensor<3x1x4xf32>, tensor<3x4xf32>, tensor<3x1x4xf32>
}

// -----

// CHECK-LABEL: func.func @number
// CHECK-SAME: (%[[N:.*]]: tensor<i64>)
// CHECK: %[[ONE:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[SUM:.*]] = onnx.Add(%[[N]], %[[ONE]]) : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK-NEXT: return %[[SUM]]
func.func @number(%n: tensor<i64>) -> tensor<i64> {
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.Unsqueeze(%n, %axis) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %1 = onnx.Add(%0, %one) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %2 = onnx.Squeeze(%1, %axis) : (tensor<1xi64>, tensor<1xi64>) -> tensor<i64>
  return %2 : tensor<i64>
}

// -----

// A list that was one before, beside a constant or a number; a sum that is read
// as a list.
// CHECK-LABEL: func.func @list
// CHECK-COUNT-3: onnx.Squeeze
func.func @list(%n: tensor<i64>, %m: tensor<1xi64>) -> (tensor<i64>, tensor<i64>, tensor<1xi64>, tensor<i64>) {
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.Unsqueeze(%n, %axis) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %1 = onnx.Add(%0, %m) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %2 = onnx.Squeeze(%1, %axis) : (tensor<1xi64>, tensor<1xi64>) -> tensor<i64>
  %3 = onnx.Mul(%0, %0) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %4 = onnx.Squeeze(%3, %axis) : (tensor<1xi64>, tensor<1xi64>) -> tensor<i64>
  %four = onnx.Constant dense<4> : tensor<1xi64>
  %5 = onnx.Max(%four, %m) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %6 = onnx.Squeeze(%5, %axis) : (tensor<1xi64>, tensor<1xi64>) -> tensor<i64>
  return %2, %4, %3, %6 : tensor<i64>, tensor<i64>, tensor<1xi64>, tensor<i64>
}

// -----

// What is computed from constants is folded as a whole, which a Split is not.
// CHECK-LABEL: func.func @parts_of_constants
// CHECK-NOT: onnx.Split
// CHECK: onnx.Split(%arg0
// CHECK-NOT: onnx.Split
func.func @parts_of_constants(%x: tensor<5xf32>) -> (tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>) {
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %five = onnx.Constant dense<5> : tensor<1xi64>
  %none = onnx.NoValue() : () -> none
  %table = onnx.Constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %sum = onnx.Add(%table, %table) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %0 = onnx.Slice(%sum, %zero, %two, %none, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<2xf32>
  %1 = onnx.Slice(%sum, %two, %five, %none, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<3xf32>
  %2 = onnx.Slice(%x, %zero, %two, %none, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<2xf32>
  %3 = onnx.Slice(%x, %two, %five, %none, %none) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<3xf32>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<3xf32>, tensor<2xf32>, tensor<3xf32>
}

// -----

// Inserted dimensions become part of the reshape before the Transpose, and the
// Transposes before and after them become one.
// CHECK-LABEL: func.func @insert_before_transpose
// CHECK: %[[A:.*]] = onnx.Reshape(%arg0, %{{.*}}) : {{.*}} -> tensor<2x1x3x20xf32>
// CHECK-NEXT: %[[B:.*]] = onnx.Transpose(%[[A]]) {perm = array<i64: 0, 1, 3, 2>}
// CHECK-NEXT: %[[C:.*]] = onnx.Unsqueeze(%arg1, %{{.*}}) : {{.*}} -> tensor<2x1x3x20xf32>
// CHECK-NEXT: return %[[B]], %[[C]]
func.func @insert_before_transpose(%x: tensor<2x3x4x5xf32>, %y: tensor<2x3x20xf32>) -> (tensor<2x1x20x3xf32>, tensor<2x1x3x20xf32>) {
  %flat = onnx.Constant dense<[2, 3, 20]> : tensor<3xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.Reshape(%x, %flat) : (tensor<2x3x4x5xf32>, tensor<3xi64>) -> tensor<2x3x20xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 0, 2, 1>} : (tensor<2x3x20xf32>) -> tensor<2x20x3xf32>
  %2 = onnx.Unsqueeze(%1, %one) : (tensor<2x20x3xf32>, tensor<1xi64>) -> tensor<2x1x20x3xf32>
  %3 = onnx.Transpose(%y) {perm = array<i64: 0, 2, 1>} : (tensor<2x3x20xf32>) -> tensor<2x20x3xf32>
  %4 = onnx.Unsqueeze(%3, %one) : (tensor<2x20x3xf32>, tensor<1xi64>) -> tensor<2x1x20x3xf32>
  %5 = onnx.Transpose(%4) {perm = array<i64: 0, 1, 3, 2>} : (tensor<2x1x20x3xf32>) -> tensor<2x1x3x20xf32>
  return %2, %5 : tensor<2x1x20x3xf32>, tensor<2x1x3x20xf32>
}

// -----

// Nothing is gained: the Transpose is between other operations, has another
// use, or the reshape after it also merges dimensions. An Unsqueeze before an
// Expand is what matchers look for. A Transpose of ones merges anyway.
// CHECK-LABEL: func.func @repeat
// CHECK: onnx.Transpose
// CHECK-NEXT: onnx.Unsqueeze
// CHECK-NEXT: onnx.Expand
func.func @repeat(%x: tensor<2x3x4x5xf32>) -> tensor<2x20x4x3xf32> {
  %flat = onnx.Constant dense<[2, 3, 20]> : tensor<3xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %shape = onnx.Constant dense<[1, 1, 4, 1]> : tensor<4xi64>
  %0 = onnx.Reshape(%x, %flat) : (tensor<2x3x4x5xf32>, tensor<3xi64>) -> tensor<2x3x20xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 0, 2, 1>} : (tensor<2x3x20xf32>) -> tensor<2x20x3xf32>
  %2 = onnx.Unsqueeze(%1, %two) : (tensor<2x20x3xf32>, tensor<1xi64>) -> tensor<2x20x1x3xf32>
  %3 = onnx.Expand(%2, %shape) : (tensor<2x20x1x3xf32>, tensor<4xi64>) -> tensor<2x20x4x3xf32>
  return %3 : tensor<2x20x4x3xf32>
}

// CHECK-LABEL: func.func @ones
// CHECK: onnx.Transpose
// CHECK-NEXT: onnx.Reshape
// CHECK-NEXT: return
func.func @ones(%x: tensor<2x3x20xf32>) -> tensor<2x20x1x3xf32> {
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 1>} : (tensor<2x3x20xf32>) -> tensor<2x20x3xf32>
  %1 = onnx.Unsqueeze(%0, %one) : (tensor<2x20x3xf32>, tensor<1xi64>) -> tensor<2x1x20x3xf32>
  %2 = onnx.Transpose(%1) {perm = array<i64: 0, 2, 1, 3>} : (tensor<2x1x20x3xf32>) -> tensor<2x20x1x3xf32>
  return %2 : tensor<2x20x1x3xf32>
}

// CHECK-LABEL: func.func @insert_after_transpose
// CHECK: %[[A:.*]] = onnx.Transpose(%arg0)
// CHECK-NEXT: onnx.Unsqueeze(%[[A]]
// CHECK: %[[C:.*]] = onnx.Transpose
// CHECK-NEXT: onnx.Unsqueeze(%[[C]]
// CHECK: %[[D:.*]] = onnx.Transpose
// CHECK-NEXT: onnx.Reshape(%[[D]]
func.func @insert_after_transpose(%x: tensor<2x3x20xf32>, %y: tensor<2x3x4x5xf32>) -> (tensor<2x1x20x3xf32>, tensor<2x1x20x3xf32>, tensor<2x20x3xf32>, tensor<2x1x60xf32>) {
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %flat = onnx.Constant dense<[2, 3, 20]> : tensor<3xi64>
  %merged = onnx.Constant dense<[2, 1, 60]> : tensor<3xi64>
  %0 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 1>} : (tensor<2x3x20xf32>) -> tensor<2x20x3xf32>
  %1 = onnx.Unsqueeze(%0, %one) : (tensor<2x20x3xf32>, tensor<1xi64>) -> tensor<2x1x20x3xf32>
  %2 = onnx.Reshape(%y, %flat) : (tensor<2x3x4x5xf32>, tensor<3xi64>) -> tensor<2x3x20xf32>
  %3 = onnx.Transpose(%2) {perm = array<i64: 0, 2, 1>} : (tensor<2x3x20xf32>) -> tensor<2x20x3xf32>
  %4 = onnx.Unsqueeze(%3, %one) : (tensor<2x20x3xf32>, tensor<1xi64>) -> tensor<2x1x20x3xf32>
  %5 = onnx.Reshape(%y, %flat) : (tensor<2x3x4x5xf32>, tensor<3xi64>) -> tensor<2x3x20xf32>
  %6 = onnx.Transpose(%5) {perm = array<i64: 0, 2, 1>} : (tensor<2x3x20xf32>) -> tensor<2x20x3xf32>
  %7 = onnx.Reshape(%6, %merged) : (tensor<2x20x3xf32>, tensor<3xi64>) -> tensor<2x1x60xf32>
  return %1, %4, %3, %7 : tensor<2x1x20x3xf32>, tensor<2x1x20x3xf32>, tensor<2x20x3xf32>, tensor<2x1x60xf32>
}
