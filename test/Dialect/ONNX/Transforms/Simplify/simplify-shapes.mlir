// RUN: torch-onnx-opt --onnx-simplify %s | FileCheck %s

// CHECK-LABEL: func.func @transposes(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>
// CHECK: %[[T:.*]] = onnx.Transpose(%[[X]]) {perm = array<i64: 2, 1, 0>}
// CHECK: return %[[X]], %[[T]]
func.func @transposes(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4x3x2xf32>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 2, 0, 1>} : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
  %2 = onnx.Transpose(%0) {perm = array<i64: 1, 0, 2>} : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  return %1, %2 : tensor<2x3x4xf32>, tensor<4x3x2xf32>
}

// A cast between two permutations goes before them. One that others read as well
// stays: it would be there twice.

// CHECK-LABEL: func.func @transpose_cast(
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf16>, %[[Y:.*]]: tensor<2x3x4xf16>
// CHECK: %[[C:.*]] = onnx.Cast(%[[X]]) {to = f32} : (tensor<2x3x4xf16>) -> tensor<2x3x4xf32>
// CHECK: %[[T:.*]] = onnx.Transpose(%[[C]]) {perm = array<i64: 2, 1, 0>}
// CHECK: %[[C1:.*]] = onnx.Cast(%[[Y]]) {to = f32} : (tensor<2x3x4xf16>) -> tensor<2x3x4xf32>
// CHECK: return %[[T]], %[[C1]]
func.func @transpose_cast(%x: tensor<2x3x4xf16>, %y: tensor<2x3x4xf16>) -> (tensor<4x3x2xf32>, tensor<2x3x4xf32>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf16>) -> tensor<3x4x2xf16>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<3x4x2xf16>) -> tensor<3x4x2xf32>
  %2 = onnx.Transpose(%1) {perm = array<i64: 1, 0, 2>} : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  %3 = onnx.Transpose(%y) {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf16>) -> tensor<3x4x2xf16>
  %4 = onnx.Cast(%3) {to = f32} : (tensor<3x4x2xf16>) -> tensor<3x4x2xf32>
  %5 = onnx.Transpose(%4) {perm = array<i64: 2, 0, 1>} : (tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
  return %2, %5 : tensor<4x3x2xf32>, tensor<2x3x4xf32>
}

// CHECK-LABEL: func.func @transpose_shared_cast(
// CHECK: %[[T:.*]] = onnx.Transpose(%arg0)
// CHECK: %[[C:.*]] = onnx.Cast(%[[T]])
// CHECK: %[[U:.*]] = onnx.Transpose(%[[C]]) {perm = array<i64: 1, 0, 2>}
// CHECK: return %[[C]], %[[U]]
func.func @transpose_shared_cast(%x: tensor<2x3x4xf16>) -> (tensor<3x4x2xf32>, tensor<4x3x2xf32>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf16>) -> tensor<3x4x2xf16>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<3x4x2xf16>) -> tensor<3x4x2xf32>
  %2 = onnx.Transpose(%1) {perm = array<i64: 1, 0, 2>} : (tensor<3x4x2xf32>) -> tensor<4x3x2xf32>
  return %1, %2 : tensor<3x4x2xf32>, tensor<4x3x2xf32>
}

// A square matrix and its transpose have one type.

// CHECK-LABEL: func.func @square
// CHECK: onnx.Transpose
func.func @square(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = onnx.Transpose(%x) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @axes(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[0, 2, 4]> : tensor<3xi64>
// CHECK: %[[U:.*]] = onnx.Unsqueeze(%[[X]], %[[A]])
// CHECK: return %[[U]], %[[X]]
func.func @axes(%x: tensor<?x?xf32>) -> (tensor<1x?x1x?x1xf32>, tensor<?x?xf32>) {
  %inner = onnx.Constant dense<[1, -1]> : tensor<2xi64>
  %outer = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.Unsqueeze(%x, %inner) : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x1x?x1xf32>
  %1 = onnx.Unsqueeze(%0, %outer) : (tensor<?x1x?x1xf32>, tensor<1xi64>) -> tensor<1x?x1x?x1xf32>
  %2 = onnx.Squeeze(%0, %inner) : (tensor<?x1x?x1xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %1, %2 : tensor<1x?x1x?x1xf32>, tensor<?x?xf32>
}

// Squeeze of other axes than those that were inserted; of unknown axes.

// CHECK-LABEL: func.func @other_axes
// CHECK: onnx.Unsqueeze
// CHECK: onnx.Squeeze
// CHECK: onnx.Squeeze
func.func @other_axes(%x: tensor<?x?xf32>, %axes: tensor<1xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.Unsqueeze(%x, %zero) : (tensor<?x?xf32>, tensor<1xi64>) -> tensor<1x?x?xf32>
  %1 = onnx.Squeeze(%0, %one) : (tensor<1x?x?xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  %2 = onnx.Squeeze(%0, %axes) : (tensor<1x?x?xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}

// The first reshape has users of its own, and stays for them.

// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32, #sym.dims<n>>
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[-1, 2]> : tensor<2xi64>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[0, 2, 2]> : tensor<3xi64>
// CHECK: %[[R:.*]] = onnx.Reshape(%[[X]], %[[A]])
// CHECK: %[[S:.*]] = onnx.Reshape(%[[X]], %[[B]])
// CHECK: return %[[R]], %[[S]], %[[X]]
func.func @reshapes(%x: tensor<?x4xf32, #sym.dims<n>>)
    -> (tensor<?x2xf32, #sym.dims<2*n>>, tensor<?x2x2xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>) {
  %a = onnx.Constant dense<[-1, 2]> : tensor<2xi64>
  %b = onnx.Constant dense<[-1, 2, 2]> : tensor<3xi64>
  %c = onnx.Constant dense<[-1, 4]> : tensor<2xi64>
  %z = onnx.Constant dense<[0, 2, 2]> : tensor<3xi64>
  %0 = onnx.Reshape(%x, %a) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<2*n>>
  %1 = onnx.Reshape(%x, %b) : (tensor<?x4xf32, #sym.dims<n>>, tensor<3xi64>) -> tensor<?x2x2xf32, #sym.dims<n>>
  %2 = onnx.Reshape(%1, %z) : (tensor<?x2x2xf32, #sym.dims<n>>, tensor<3xi64>) -> tensor<?x2x2xf32, #sym.dims<n>>
  %4 = onnx.Reshape(%0, %c) : (tensor<?x2xf32, #sym.dims<2*n>>, tensor<2xi64>) -> tensor<?x4xf32, #sym.dims<n>>
  %3 = onnx.Identity(%z) : (tensor<3xi64>) -> tensor<3xi64>
  %5 = onnx.Reshape(%4, %3) : (tensor<?x4xf32, #sym.dims<n>>, tensor<3xi64>) -> tensor<?x2x2xf32, #sym.dims<n>>
  return %0, %5, %4 : tensor<?x2xf32, #sym.dims<2*n>>, tensor<?x2x2xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>
}

// The 0 copies a dimension of the first result, which is not known to be that
// of the operand. With allowzero it means zero, and nothing is copied.

// CHECK-LABEL: func.func @zeros(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK: %[[R:.*]] = onnx.Reshape(%[[X]],
// CHECK: onnx.Reshape(%[[R]], %{{.*}}) :
// CHECK: onnx.Reshape(%[[X]], %{{.*}}) {allowzero = 1 : i64}
func.func @zeros(%x: tensor<?x4xf32>) -> (tensor<?x?xf32>, tensor<0x4xf32>) {
  %a = onnx.Constant dense<[-1, 2]> : tensor<2xi64>
  %z = onnx.Constant dense<[0, -1]> : tensor<2xi64>
  %e = onnx.Constant dense<[0, 4]> : tensor<2xi64>
  %0 = onnx.Reshape(%x, %a) : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  %1 = onnx.Reshape(%0, %z) : (tensor<?x2xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = onnx.Reshape(%0, %e) {allowzero = 1 : i64} : (tensor<?x2xf32>, tensor<2xi64>) -> tensor<0x4xf32>
  return %1, %2 : tensor<?x?xf32>, tensor<0x4xf32>
}

// A shape that is computed may hold zeros.

// CHECK-LABEL: func.func @computed_zeros
// CHECK: %[[R:.*]] = onnx.Reshape
// CHECK: onnx.Reshape(%[[R]]
func.func @computed_zeros(%x: tensor<?x4xf32>, %s: tensor<2xi64>) -> tensor<?x?xf32> {
  %a = onnx.Constant dense<[-1, 2]> : tensor<2xi64>
  %0 = onnx.Reshape(%x, %a) : (tensor<?x4xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  %1 = onnx.Reshape(%0, %s) : (tensor<?x2xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @shape_arithmetic(
// CHECK-SAME: %[[X:.*]]: tensor<?x3x4xf32, #sym.dims<n>>
// CHECK: %[[S:.*]] = onnx.Constant dense<[0, 12]> : tensor<2xi64>
// CHECK-NEXT: %[[R:.*]] = onnx.Reshape(%[[X]], %[[S]])
// CHECK-NEXT: return %[[R]]
func.func @shape_arithmetic(%x: tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<?x12xf32, #sym.dims<n>> {
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %two = onnx.Constant dense<2> : tensor<i64>
  %s = onnx.Shape(%x) : (tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<3xi64>
  %d1 = onnx.Gather(%s, %one) : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  %d2 = onnx.Gather(%s, %two) : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  %m = onnx.Mul(%d1, %d2) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %mu = onnx.Unsqueeze(%m, %zero) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %d0 = onnx.Gather(%s, %zero) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %t = onnx.Concat(%d0, %mu) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %r = onnx.Reshape(%x, %t) : (tensor<?x3x4xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x12xf32, #sym.dims<n>>
  return %r : tensor<?x12xf32, #sym.dims<n>>
}

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[X:.*]]: tensor<?x3x?xf32>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK-DAG: %[[S:.*]] = onnx.Shape(%[[X]]) {end = 2 : i64}
// CHECK-DAG: %[[D:.*]] = onnx.Shape(%[[X]]) {start = 2 : i64}
// CHECK: return %[[C]], %[[S]], %[[D]]
func.func @sizes(%x: tensor<?x3x?xf32>) -> (tensor<1xi64>, tensor<2xi64>, tensor<1xi64>) {
  %two = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = onnx.Shape(%x) {start = 1 : i64, end = 2 : i64} : (tensor<?x3x?xf32>) -> tensor<1xi64>
  %1 = onnx.Shape(%x) {end = 1 : i64} : (tensor<?x3x?xf32>) -> tensor<1xi64>
  %2 = onnx.Shape(%x) {start = 1 : i64, end = -1 : i64} : (tensor<?x3x?xf32>) -> tensor<1xi64>
  %s = onnx.Shape(%x) : (tensor<?x3x?xf32>) -> tensor<3xi64>
  %3 = onnx.Gather(%s, %two) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %u = onnx.Shape(%x) {end = 2 : i64} : (tensor<?x3x?xf32>) -> tensor<2xi64>
  return %0, %u, %3 : tensor<1xi64>, tensor<2xi64>, tensor<1xi64>
}

// CHECK-LABEL: func.func @slices(
// CHECK-SAME: %[[X:.*]]: tensor<8x8xf32>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK-DAG: %[[E:.*]] = onnx.Constant dense<[7, 6]> : tensor<2xi64>
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[R:.*]] = onnx.Slice(%[[X]], %[[S]], %[[E]], %[[A]], %{{.*}})
// CHECK: %[[F:.*]] = onnx.Slice(%[[X]]
// CHECK: %[[G:.*]] = onnx.Slice(%[[F]]
func.func @slices(%x: tensor<8x8xf32>) -> (tensor<6x4xf32>, tensor<4x8xf32>) {
  %s0 = onnx.Constant dense<1> : tensor<1xi64>
  %e0 = onnx.Constant dense<7> : tensor<1xi64>
  %s1 = onnx.Constant dense<2> : tensor<1xi64>
  %e1 = onnx.Constant dense<6> : tensor<1xi64>
  %a1 = onnx.Constant dense<-1> : tensor<1xi64>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Slice(%x, %s0, %e0, %none, %none) : (tensor<8x8xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<6x8xf32>
  %1 = onnx.Slice(%0, %s1, %e1, %a1, %none) : (tensor<6x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<6x4xf32>
  // The same axis twice.
  %2 = onnx.Slice(%x, %s0, %e0, %none, %none) : (tensor<8x8xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<6x8xf32>
  %3 = onnx.Slice(%2, %s1, %e1, %none, %none) : (tensor<6x8xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<4x8xf32>
  return %1, %3 : tensor<6x4xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func.func @concats(
// CHECK-SAME: %[[X:.*]]: tensor<2x2xf32>, %[[Y:.*]]: tensor<2x2xf32>, %[[Z:.*]]: tensor<2x0xf32>
// CHECK: %[[R:.*]] = onnx.Concat(%[[X]], %[[Y]], %[[X]]) {axis = 1 : i64}
// CHECK: %[[A:.*]] = onnx.Concat(%[[X]], %[[Y]]) {axis = 0 : i64}
// CHECK: %[[B:.*]] = onnx.Concat(%[[A]], %[[A]]) {axis = 1 : i64}
func.func @concats(%x: tensor<2x2xf32>, %y: tensor<2x2xf32>, %z: tensor<2x0xf32>) -> (tensor<2x6xf32>, tensor<4x4xf32>) {
  %0 = onnx.Concat(%x, %z, %y) {axis = -1 : i64} : (tensor<2x2xf32>, tensor<2x0xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %1 = onnx.Concat(%0, %x) {axis = 1 : i64} : (tensor<2x4xf32>, tensor<2x2xf32>) -> tensor<2x6xf32>
  %2 = onnx.Concat(%x, %y) {axis = 0 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %3 = onnx.Concat(%2, %2) {axis = 1 : i64} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  return %1, %3 : tensor<2x6xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: func.func @expand(
// CHECK-SAME: %[[X:.*]]: tensor<1x3xf32>, %[[Y:.*]]: tensor<2x3xf32>, %[[S:.*]]: tensor<3xf32>
// CHECK: %[[E:.*]] = onnx.Expand(%[[X]]
// CHECK: %[[A:.*]] = onnx.Add(%[[X]], %[[Y]])
// CHECK: %[[B:.*]] = onnx.Add(%[[E]], %[[S]])
func.func @expand(%x: tensor<1x3xf32>, %y: tensor<2x3xf32>, %s: tensor<3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %c = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnx.Expand(%x, %c) : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1 = onnx.Add(%0, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.Add(%0, %s) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK: %[[A:.*]] = onnx.ReduceMean(%[[X]], %{{.*}}) : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?x1xf32>
// CHECK: %[[B:.*]] = onnx.ReduceMax(%[[X]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[C:.*]] = onnx.Unsqueeze(%[[B]]
func.func @reduce(%x: tensor<?x4xf32>) -> (tensor<?x1xf32>, tensor<1x?xf32>) {
  %axis = onnx.Constant dense<1> : tensor<1xi64>
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.ReduceMean(%x, %axis) {keepdims = 0 : i64} : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = onnx.Unsqueeze(%0, %axis) : (tensor<?xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %2 = onnx.ReduceMax(%x, %axis) {keepdims = 0 : i64} : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %3 = onnx.Unsqueeze(%2, %zero) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1x?xf32>
  return %1, %3 : tensor<?x1xf32>, tensor<1x?xf32>
}

// All positions in order: the tensor itself, with ones between its dimensions. A
// Reshape would not do when b may be 0. The same positions the other way round are
// a Transpose, some of them, or an unknown number of them, are not all.

// CHECK-LABEL: func.func @gather_all(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xi1, #sym.dims<b, s>>
// CHECK: %[[A:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[R:.*]] = onnx.Unsqueeze(%[[X]], %[[A]])
// CHECK: return %[[R]]
func.func @gather_all(%x: tensor<?x?xi1, #sym.dims<b, s>>, %nb: tensor<i64>, %ns: tensor<i64>, %shape: tensor<4xi64>)
    -> tensor<?x1x1x?xi1, #sym.dims<b, s>> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %to_b = onnx.Constant dense<[-1, 1, 1, 1]> : tensor<4xi64>
  %to_s = onnx.Constant dense<[1, 1, 1, -1]> : tensor<4xi64>
  %i = onnx.Range(%zero, %nb, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<b>>
  %j = onnx.Range(%zero, %ns, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<s>>
  %ri = onnx.Reshape(%i, %to_b) : (tensor<?xi64, #sym.dims<b>>, tensor<4xi64>) -> tensor<?x1x1x1xi64, #sym.dims<b>>
  %rj = onnx.Reshape(%j, %to_s) : (tensor<?xi64, #sym.dims<s>>, tensor<4xi64>) -> tensor<1x1x1x?xi64, #sym.dims<s>>
  %ei = onnx.Expand(%ri, %shape) : (tensor<?x1x1x1xi64, #sym.dims<b>>, tensor<4xi64>) -> tensor<?x1x1x?xi64, #sym.dims<b, s>>
  %ej = onnx.Expand(%rj, %shape) : (tensor<1x1x1x?xi64, #sym.dims<s>>, tensor<4xi64>) -> tensor<?x1x1x?xi64, #sym.dims<b, s>>
  %ui = onnx.Unsqueeze(%ei, %last) : (tensor<?x1x1x?xi64, #sym.dims<b, s>>, tensor<1xi64>) -> tensor<?x1x1x?x1xi64, #sym.dims<b, s>>
  %uj = onnx.Unsqueeze(%ej, %last) : (tensor<?x1x1x?xi64, #sym.dims<b, s>>, tensor<1xi64>) -> tensor<?x1x1x?x1xi64, #sym.dims<b, s>>
  %ij = onnx.Concat(%ui, %uj) {axis = -1 : i64} : (tensor<?x1x1x?x1xi64, #sym.dims<b, s>>, tensor<?x1x1x?x1xi64, #sym.dims<b, s>>) -> tensor<?x1x1x?x2xi64, #sym.dims<b, s>>
  %r = onnx.GatherND(%x, %ij) : (tensor<?x?xi1, #sym.dims<b, s>>, tensor<?x1x1x?x2xi64, #sym.dims<b, s>>) -> tensor<?x1x1x?xi1, #sym.dims<b, s>>
  return %r : tensor<?x1x1x?xi1, #sym.dims<b, s>>
}

// CHECK-LABEL: func.func @gather_swapped(
// CHECK: onnx.GatherND
func.func @gather_swapped(%x: tensor<3x3xi1>) -> tensor<3x3xi1> {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %three = onnx.Constant dense<3> : tensor<i64>
  %a0 = onnx.Constant dense<0> : tensor<1xi64>
  %a1 = onnx.Constant dense<1> : tensor<1xi64>
  %last = onnx.Constant dense<2> : tensor<1xi64>
  %shape = onnx.Constant dense<3> : tensor<2xi64>
  %i = onnx.Range(%zero, %three, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  %ri = onnx.Unsqueeze(%i, %a0) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1x3xi64>
  %rj = onnx.Unsqueeze(%i, %a1) : (tensor<3xi64>, tensor<1xi64>) -> tensor<3x1xi64>
  %ei = onnx.Expand(%ri, %shape) : (tensor<1x3xi64>, tensor<2xi64>) -> tensor<3x3xi64>
  %ej = onnx.Expand(%rj, %shape) : (tensor<3x1xi64>, tensor<2xi64>) -> tensor<3x3xi64>
  %ui = onnx.Unsqueeze(%ei, %last) : (tensor<3x3xi64>, tensor<1xi64>) -> tensor<3x3x1xi64>
  %uj = onnx.Unsqueeze(%ej, %last) : (tensor<3x3xi64>, tensor<1xi64>) -> tensor<3x3x1xi64>
  %ij = onnx.Concat(%ui, %uj) {axis = 2 : i64} : (tensor<3x3x1xi64>, tensor<3x3x1xi64>) -> tensor<3x3x2xi64>
  %r = onnx.GatherND(%x, %ij) : (tensor<3x3xi1>, tensor<3x3x2xi64>) -> tensor<3x3xi1>
  return %r : tensor<3x3xi1>
}

// CHECK-LABEL: func.func @gather_some(
// CHECK: onnx.GatherND
// CHECK: onnx.GatherND
func.func @gather_some(%x: tensor<?xi1, #sym.dims<b>>, %n: tensor<i64>) -> (tensor<?xi1, #sym.dims<c>>, tensor<?xi1>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<1> : tensor<1xi64>
  %i = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<c>>
  %ui = onnx.Unsqueeze(%i, %last) : (tensor<?xi64, #sym.dims<c>>, tensor<1xi64>) -> tensor<?x1xi64, #sym.dims<c>>
  %r = onnx.GatherND(%x, %ui) : (tensor<?xi1, #sym.dims<b>>, tensor<?x1xi64, #sym.dims<c>>) -> tensor<?xi1, #sym.dims<c>>
  %j = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %uj = onnx.Unsqueeze(%j, %last) : (tensor<?xi64>, tensor<1xi64>) -> tensor<?x1xi64>
  %s = onnx.GatherND(%x, %uj) : (tensor<?xi1, #sym.dims<b>>, tensor<?x1xi64>) -> tensor<?xi1>
  return %r, %s : tensor<?xi1, #sym.dims<c>>, tensor<?xi1>
}

// CHECK-LABEL: func.func @split(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf32>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<[3, 5]> : tensor<2xi64>
// CHECK: %[[R:.*]]:2 = onnx.Split(%[[X]], %[[S]]) {axis = 1 : i64}
// CHECK: return %[[R]]#1, %[[R]]#0
func.func @split(%x: tensor<?x8xf32>) -> (tensor<?x5xf32>, tensor<?x3xf32>) {
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %end = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
  %0 = onnx.Slice(%x, %three, %end, %one, %one) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x5xf32>
  %1 = onnx.Slice(%x, %zero, %three, %one, %one) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x5xf32>, tensor<?x3xf32>
}

// An overlap, a gap, an axis of unknown size.

// CHECK-LABEL: func.func @no_split(
// CHECK-NOT: onnx.Split
// CHECK: return
func.func @no_split(%x: tensor<?x8xf32>, %y: tensor<8xf32>)
    -> (tensor<?x3xf32>, tensor<?x6xf32>, tensor<3xf32>, tensor<4xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %four = onnx.Constant dense<4> : tensor<1xi64>
  %end = onnx.Constant dense<8> : tensor<1xi64>
  %0 = onnx.Slice(%x, %zero, %three, %one, %one) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3xf32>
  %1 = onnx.Slice(%x, %two, %end, %one, %one) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x6xf32>
  %2 = onnx.Slice(%y, %zero, %three, %zero, %one) : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  %3 = onnx.Slice(%y, %four, %end, %zero, %one) : (tensor<8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  %4 = onnx.Slice(%x, %zero, %three, %zero, %one) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x8xf32>
  %5 = onnx.Slice(%x, %three, %end, %zero, %one) : (tensor<?x8xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x6xf32>, tensor<3xf32>, tensor<4xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}

// CHECK-LABEL: func.func @gather_expand(
// CHECK-SAME: %[[T:.*]]: tensor<9x4xf32>, %[[I:.*]]: tensor<1x3xi64>, %[[Y:.*]]: tensor<2x3x4xf32>, %[[Z:.*]]: tensor<4xf32>
// CHECK: %[[G:.*]] = onnx.Gather(%[[T]], %[[I]])
// CHECK: %[[A:.*]] = onnx.Add(%[[G]], %[[Y]])
// CHECK: %[[H:.*]] = onnx.Gather(%[[T]], %{{.*}}) : (tensor<9x4xf32>, tensor<2x3xi64>)
// CHECK: %[[B:.*]] = onnx.Add(%[[H]], %[[Z]])
func.func @gather_expand(%t: tensor<9x4xf32>, %i: tensor<1x3xi64>, %y: tensor<2x3x4xf32>, %z: tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  %c = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnx.Expand(%i, %c) : (tensor<1x3xi64>, tensor<2xi64>) -> tensor<2x3xi64>
  %1 = onnx.Gather(%t, %0) : (tensor<9x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  %2 = onnx.Add(%1, %y) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %3 = onnx.Gather(%t, %0) : (tensor<9x4xf32>, tensor<2x3xi64>) -> tensor<2x3x4xf32>
  %4 = onnx.Add(%3, %z) : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return %2, %4 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// Others read the reduction, other axes, axes that the run chooses, no axes.

// CHECK-LABEL: func.func @no_keepdims(
// CHECK: onnx.ReduceSum(%{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Unsqueeze
// CHECK: onnx.ReduceMax(%{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Unsqueeze
// CHECK: onnx.ReduceMin(%{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Unsqueeze
func.func @no_keepdims(%x: tensor<?x4xf32>, %y: tensor<4xf32>, %axes: tensor<1xi64>)
    -> (tensor<?xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<1xf32>) {
  %axis = onnx.Constant dense<1> : tensor<1xi64>
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.ReduceSum(%x, %axis) {keepdims = 0 : i64} : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = onnx.Unsqueeze(%0, %axis) : (tensor<?xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %2 = onnx.ReduceMax(%x, %axes) {keepdims = 0 : i64} : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<?xf32>
  %3 = onnx.Unsqueeze(%2, %axis) : (tensor<?xf32>, tensor<1xi64>) -> tensor<?x1xf32>
  %4 = onnx.ReduceMin(%y, %none) {keepdims = 0 : i64} : (tensor<4xf32>, none) -> tensor<f32>
  %5 = onnx.Unsqueeze(%4, %zero) : (tensor<f32>, tensor<1xi64>) -> tensor<1xf32>
  return %0, %1, %3, %5 : tensor<?xf32>, tensor<?x1xf32>, tensor<?x1xf32>, tensor<1xf32>
}

// Constants side by side are one, and so are sizes of neighbouring dimensions.

// CHECK-LABEL: func.func @concat_pieces(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?xf32>, %[[N:.*]]: tensor<1xi64>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK-DAG: %[[S:.*]] = onnx.Shape(%[[X]]) {end = 2 : i64}
// CHECK: onnx.Concat(%[[N]], %[[C]], %[[S]])
func.func @concat_pieces(%x: tensor<?x?x?xf32>, %n: tensor<1xi64>) -> tensor<5xi64> {
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %0 = onnx.Shape(%x) {start = 0 : i64, end = 1 : i64} : (tensor<?x?x?xf32>) -> tensor<1xi64>
  %1 = onnx.Shape(%x) {start = 1 : i64, end = 2 : i64} : (tensor<?x?x?xf32>) -> tensor<1xi64>
  %2 = onnx.Concat(%n, %two, %three, %0, %1) {axis = 0 : i64}
      : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xi64>
  return %2 : tensor<5xi64>
}

// Something in between; sizes with a gap, the other way round, of two tensors.

// CHECK-LABEL: func.func @concat_no_pieces(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?xf32>, %[[Y:.*]]: tensor<?x?x?xf32>, %[[N:.*]]: tensor<1xi64>
// CHECK-DAG: %[[C2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK-DAG: %[[C3:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK-DAG: %[[X0:.*]] = onnx.Shape(%[[X]]) {end = 1 : i64}
// CHECK-DAG: %[[X1:.*]] = onnx.Shape(%[[X]]) {end = 2 : i64, start = 1 : i64}
// CHECK-DAG: %[[X2:.*]] = onnx.Shape(%[[X]]) {start = 2 : i64}
// CHECK-DAG: %[[Y1:.*]] = onnx.Shape(%[[Y]]) {end = 2 : i64, start = 1 : i64}
// CHECK: onnx.Concat(%[[C2]], %[[N]], %[[C3]])
// CHECK: onnx.Concat(%[[X0]], %[[X2]], %[[X1]])
// CHECK: onnx.Concat(%[[X0]], %[[Y1]])
func.func @concat_no_pieces(%x: tensor<?x?x?xf32>, %y: tensor<?x?x?xf32>, %n: tensor<1xi64>)
    -> (tensor<3xi64>, tensor<3xi64>, tensor<2xi64>) {
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %x0 = onnx.Shape(%x) {end = 1 : i64} : (tensor<?x?x?xf32>) -> tensor<1xi64>
  %x1 = onnx.Shape(%x) {start = 1 : i64, end = 2 : i64} : (tensor<?x?x?xf32>) -> tensor<1xi64>
  %x2 = onnx.Shape(%x) {start = 2 : i64} : (tensor<?x?x?xf32>) -> tensor<1xi64>
  %y1 = onnx.Shape(%y) {start = 1 : i64, end = 2 : i64} : (tensor<?x?x?xf32>) -> tensor<1xi64>
  %0 = onnx.Concat(%two, %n, %three) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %1 = onnx.Concat(%x0, %x2, %x1) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
  %2 = onnx.Concat(%x0, %y1) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  return %0, %1, %2 : tensor<3xi64>, tensor<3xi64>, tensor<2xi64>
}

// An Expand whose sizes nobody else brings, or that others bring but are not
// known to.

// CHECK-LABEL: func.func @expand_stays(
// CHECK-COUNT-2: onnx.Expand
func.func @expand_stays(%x: tensor<1x3xf32>, %y: tensor<1x3xf32>, %u: tensor<?x3xf32>, %s: tensor<2xi64>)
    -> (tensor<2x3xf32>, tensor<?x3xf32>) {
  %c = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnx.Expand(%x, %c) : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %1 = onnx.Add(%0, %y) : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.Expand(%x, %s) : (tensor<1x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %3 = onnx.Mul(%2, %u) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<?x3xf32>
}

// The positions size - 1, size - 2, .. 0 of an axis are a Slice backwards; those
// that begin elsewhere, or end before 0, are not.

// CHECK-LABEL: func.func @gather_backwards(
// CHECK-SAME: %[[X:.*]]: tensor<2x?xf32, #sym.dims<n>>
// CHECK: %[[Y:.*]] = onnx.Slice(%[[X]], %{{.*}}) : {{.*}} -> tensor<2x?xf32, #sym.dims<n>>
// CHECK: %[[Z:.*]] = onnx.Gather(%[[X]], %{{.*}})
// CHECK: %[[W:.*]] = onnx.Gather(%[[X]], %{{.*}})
// CHECK: return %[[Y]], %[[Z]], %[[W]]
func.func @gather_backwards(%x: tensor<2x?xf32, #sym.dims<n>>) -> (tensor<2x?xf32, #sym.dims<n>>, tensor<2x?xf32>, tensor<2x?xf32>) {
  %minus = onnx.Constant dense<-1> : tensor<i64>
  %minusTwo = onnx.Constant dense<-2> : tensor<i64>
  %zero = onnx.Constant dense<0> : tensor<i64>
  %axes = onnx.Constant dense<0> : tensor<1xi64>
  %shape = onnx.Shape(%x) {end = 2 : i64, start = 1 : i64} : (tensor<2x?xf32, #sym.dims<n>>) -> tensor<1xi64>
  %size = onnx.Squeeze(%shape, %axes) : (tensor<1xi64>, tensor<1xi64>) -> tensor<i64>
  %last = onnx.Add(%size, %minus) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %all = onnx.Range(%last, %minus, %minus) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<n>>
  %0 = onnx.Gather(%x, %all) {axis = 1 : i64} : (tensor<2x?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<n>>
  %second = onnx.Add(%size, %minusTwo) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %others = onnx.Range(%second, %minus, %minus) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %1 = onnx.Gather(%x, %others) {axis = 1 : i64} : (tensor<2x?xf32, #sym.dims<n>>, tensor<?xi64>) -> tensor<2x?xf32>
  %some = onnx.Range(%last, %zero, %minus) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %2 = onnx.Gather(%x, %some) {axis = 1 : i64} : (tensor<2x?xf32, #sym.dims<n>>, tensor<?xi64>) -> tensor<2x?xf32>
  return %0, %1, %2 : tensor<2x?xf32, #sym.dims<n>>, tensor<2x?xf32>, tensor<2x?xf32>
}
