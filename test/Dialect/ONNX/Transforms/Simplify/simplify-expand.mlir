// RUN: torch-onnx-opt --onnx-simplify %s | FileCheck %s

// Sizes that the operand has are 1 in the shape of an Expand. A dimension of size
// 1 that becomes a dynamic one needs the computed shape.

// CHECK-LABEL: func.func @constant_shape(
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<[1, 3]> : tensor<2xi64>
// CHECK: onnx.Expand(%arg0, %[[S]])
// CHECK-NOT: onnx.Expand(%arg0, %arg1)
func.func @constant_shape(%x: tensor<?x1xf32, #sym.dims<n>>, %s: tensor<2xi64>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = onnx.Expand(%x, %s) : (tensor<?x1xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// CHECK-LABEL: func.func @computed_shape(
// CHECK: onnx.Expand(%arg0, %arg2)
// CHECK: onnx.Expand(%arg1, %arg2)
func.func @computed_shape(%x: tensor<1x1xf32>, %y: tensor<?x1xf32>, %s: tensor<2xi64>)
    -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32>) {
  %0 = onnx.Expand(%x, %s) : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<?x3xf32, #sym.dims<n>>
  %1 = onnx.Expand(%y, %s) : (tensor<?x1xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32>
}

// log1p of expanded zeros, and a mask made of an expanded table.

// CHECK-LABEL: func.func @constants(
// CHECK: %[[Z:.*]] = onnx.Constant dense<2.000000e+00> : tensor<1xf32>
// CHECK: %[[A:.*]] = onnx.Expand(%[[Z]], %arg0)
// CHECK: %[[M:.*]] = onnx.Constant dense<{{.*}}0.000000e+00, -1.000000e+00{{.*}}> : tensor<1x2xf32>
// CHECK: %[[B:.*]] = onnx.Expand(%[[M]], %arg0)
// CHECK: return %[[A]], %[[B]]
func.func @constants(%s: tensor<2xi64>) -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>) {
  %minus = onnx.Constant dense<-1.0> : tensor<f32>
  %one = onnx.Constant dense<1.0> : tensor<1xf32>
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %table = onnx.Constant dense<[[true, false]]> : tensor<1x2xi1>
  %0 = onnx.Expand(%minus, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>>
  %1 = onnx.Abs(%0) : (tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  %2 = onnx.Add(%1, %one) : (tensor<?x2xf32, #sym.dims<n>>, tensor<1xf32>) -> tensor<?x2xf32, #sym.dims<n>>
  %3 = onnx.Sub(%2, %1) : (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  %4 = onnx.Add(%3, %1) : (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  %5 = onnx.Expand(%table, %s) : (tensor<1x2xi1>, tensor<2xi64>) -> tensor<?x2xi1, #sym.dims<n>>
  %6 = onnx.Where(%5, %zero, %minus) : (tensor<?x2xi1, #sym.dims<n>>, tensor<f32>, tensor<f32>) -> tensor<?x2xf32, #sym.dims<n>>
  return %4, %6 : tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>
}

// An operand that is not constant, one that adds a dimension, another shape, and a
// result of which nothing is known.

// CHECK-LABEL: func.func @not_constant(
// CHECK: %[[A:.*]] = onnx.Expand
// CHECK: onnx.Abs(%[[A]])
// CHECK: onnx.Sub
// CHECK: onnx.Add
// CHECK: onnx.Neg
func.func @not_constant(%x: tensor<1x2xf32>, %s: tensor<2xi64>, %t: tensor<2xi64>)
    -> (tensor<?x2xf32, #sym.dims<n>>, tensor<4x?x2xf32, #sym.dims<n>>, tensor<?x2xf32>, tensor<?x2xf32>) {
  %three = onnx.Constant dense<3.0> : tensor<f32>
  %table = onnx.Constant dense<[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]> : tensor<4x1x1xf32>
  %0 = onnx.Expand(%x, %s) : (tensor<1x2xf32>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>>
  %1 = onnx.Abs(%0) : (tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  %2 = onnx.Expand(%three, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>>
  %3 = onnx.Sub(%2, %table) : (tensor<?x2xf32, #sym.dims<n>>, tensor<4x1x1xf32>) -> tensor<4x?x2xf32, #sym.dims<n>>
  %4 = onnx.Expand(%three, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<?x2xf32>
  %5 = onnx.Expand(%three, %t) : (tensor<f32>, tensor<2xi64>) -> tensor<?x2xf32>
  %6 = onnx.Add(%4, %5) : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>
  %7 = onnx.Neg(%4) : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %1, %3, %6, %7 : tensor<?x2xf32, #sym.dims<n>>, tensor<4x?x2xf32, #sym.dims<n>>, tensor<?x2xf32>, tensor<?x2xf32>
}

// One row of a table for all tokens broadcasts, unless no other operand has the
// sizes.

// CHECK-LABEL: func.func @one_row(
// CHECK: %[[G:.*]] = onnx.Gather(%arg0, %{{.*}}) : (tensor<9x4xf32>, tensor<i64>) -> tensor<4xf32>
// CHECK: onnx.Add(%arg1, %[[G]])
// CHECK: %[[H:.*]] = onnx.Gather(%arg0, %{{.*}}) : (tensor<9x4xf32>, tensor<?xi64, #sym.dims<n>>)
// CHECK: onnx.Add(%[[H]], %arg2)
func.func @one_row(%w: tensor<9x4xf32>, %x: tensor<?x4xf32, #sym.dims<n>>, %y: tensor<4xf32>, %s: tensor<1xi64>)
    -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %0 = onnx.Expand(%zero, %s) : (tensor<i64>, tensor<1xi64>) -> tensor<?xi64, #sym.dims<n>>
  %1 = onnx.Gather(%w, %0) : (tensor<9x4xf32>, tensor<?xi64, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  %2 = onnx.Add(%x, %1) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  %3 = onnx.Gather(%w, %0) : (tensor<9x4xf32>, tensor<?xi64, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  %4 = onnx.Add(%3, %y) : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %2, %4 : tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>
}

// All positions in order, of which those of one axis are constants; constants in
// another order are not.

// CHECK-LABEL: func.func @gather_constants(
// CHECK: %[[A:.*]] = onnx.Reshape(%arg0
// CHECK: %[[B:.*]] = onnx.GatherND
// CHECK: return %[[A]], %[[B]]
func.func @gather_constants(%x: tensor<?x3xi1, #sym.dims<b>>, %n: tensor<i64>, %shape: tensor<3xi64>)
    -> (tensor<?x1x3xi1, #sym.dims<b>>, tensor<?x1x3xi1, #sym.dims<b>>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<3> : tensor<1xi64>
  %front = onnx.Constant dense<[-1, 1, 1]> : tensor<3xi64>
  %j = onnx.Constant dense<[[[0, 1, 2]]]> : tensor<1x1x3xi64>
  %k = onnx.Constant dense<[[[0, 2, 1]]]> : tensor<1x1x3xi64>
  %i = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<b>>
  %ri = onnx.Reshape(%i, %front) : (tensor<?xi64, #sym.dims<b>>, tensor<3xi64>) -> tensor<?x1x1xi64, #sym.dims<b>>
  %ei = onnx.Expand(%ri, %shape) : (tensor<?x1x1xi64, #sym.dims<b>>, tensor<3xi64>) -> tensor<?x1x3xi64, #sym.dims<b>>
  %ej = onnx.Expand(%j, %shape) : (tensor<1x1x3xi64>, tensor<3xi64>) -> tensor<?x1x3xi64, #sym.dims<b>>
  %ek = onnx.Expand(%k, %shape) : (tensor<1x1x3xi64>, tensor<3xi64>) -> tensor<?x1x3xi64, #sym.dims<b>>
  %ui = onnx.Unsqueeze(%ei, %last) : (tensor<?x1x3xi64, #sym.dims<b>>, tensor<1xi64>) -> tensor<?x1x3x1xi64, #sym.dims<b>>
  %uj = onnx.Unsqueeze(%ej, %last) : (tensor<?x1x3xi64, #sym.dims<b>>, tensor<1xi64>) -> tensor<?x1x3x1xi64, #sym.dims<b>>
  %uk = onnx.Unsqueeze(%ek, %last) : (tensor<?x1x3xi64, #sym.dims<b>>, tensor<1xi64>) -> tensor<?x1x3x1xi64, #sym.dims<b>>
  %ij = onnx.Concat(%ui, %uj) {axis = 3 : i64} : (tensor<?x1x3x1xi64, #sym.dims<b>>, tensor<?x1x3x1xi64, #sym.dims<b>>) -> tensor<?x1x3x2xi64, #sym.dims<b>>
  %ik = onnx.Concat(%ui, %uk) {axis = 3 : i64} : (tensor<?x1x3x1xi64, #sym.dims<b>>, tensor<?x1x3x1xi64, #sym.dims<b>>) -> tensor<?x1x3x2xi64, #sym.dims<b>>
  %0 = onnx.GatherND(%x, %ij) : (tensor<?x3xi1, #sym.dims<b>>, tensor<?x1x3x2xi64, #sym.dims<b>>) -> tensor<?x1x3xi1, #sym.dims<b>>
  %1 = onnx.GatherND(%x, %ik) : (tensor<?x3xi1, #sym.dims<b>>, tensor<?x1x3x2xi64, #sym.dims<b>>) -> tensor<?x1x3xi1, #sym.dims<b>>
  return %0, %1 : tensor<?x1x3xi1, #sym.dims<b>>, tensor<?x1x3xi1, #sym.dims<b>>
}

// All elements along an axis, stacked again: as they are, or each transposed.

// CHECK-LABEL: func.func @restacked(
// CHECK-NEXT: %[[T:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>}
// CHECK-NEXT: return %arg0, %[[T]]
func.func @restacked(%x: tensor<3x?x2xf32, #sym.dims<n>>) -> (tensor<3x?x2xf32, #sym.dims<n>>, tensor<?x3x2xf32, #sym.dims<n>>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<2> : tensor<1xi64>
  %a = onnx.Gather(%x, %zero) {axis = 2 : i64} : (tensor<3x?x2xf32, #sym.dims<n>>, tensor<i64>) -> tensor<3x?xf32, #sym.dims<n>>
  %b = onnx.Gather(%x, %one) {axis = -1 : i64} : (tensor<3x?x2xf32, #sym.dims<n>>, tensor<i64>) -> tensor<3x?xf32, #sym.dims<n>>
  %ua = onnx.Unsqueeze(%a, %last) : (tensor<3x?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<3x?x1xf32, #sym.dims<n>>
  %ub = onnx.Unsqueeze(%b, %last) : (tensor<3x?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<3x?x1xf32, #sym.dims<n>>
  %0 = onnx.Concat(%ua, %ub) {axis = -1 : i64} : (tensor<3x?x1xf32, #sym.dims<n>>, tensor<3x?x1xf32, #sym.dims<n>>) -> tensor<3x?x2xf32, #sym.dims<n>>
  %ta = onnx.Transpose(%a) : (tensor<3x?xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %tb = onnx.Transpose(%b) : (tensor<3x?xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %va = onnx.Unsqueeze(%ta, %last) : (tensor<?x3xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x3x1xf32, #sym.dims<n>>
  %vb = onnx.Unsqueeze(%tb, %last) : (tensor<?x3xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x3x1xf32, #sym.dims<n>>
  %1 = onnx.Concat(%va, %vb) {axis = 2 : i64} : (tensor<?x3x1xf32, #sym.dims<n>>, tensor<?x3x1xf32, #sym.dims<n>>) -> tensor<?x3x2xf32, #sym.dims<n>>
  return %0, %1 : tensor<3x?x2xf32, #sym.dims<n>>, tensor<?x3x2xf32, #sym.dims<n>>
}

// In another order, some of them, and one of them transposed.

// CHECK-LABEL: func.func @not_restacked(
// CHECK-COUNT-3: onnx.Concat
func.func @not_restacked(%x: tensor<3x3x2xf32>, %y: tensor<3x3x3xf32>) -> (tensor<3x3x2xf32>, tensor<3x3x2xf32>, tensor<3x3x2xf32>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %last = onnx.Constant dense<2> : tensor<1xi64>
  %a = onnx.Gather(%x, %zero) {axis = 2 : i64} : (tensor<3x3x2xf32>, tensor<i64>) -> tensor<3x3xf32>
  %b = onnx.Gather(%x, %one) {axis = 2 : i64} : (tensor<3x3x2xf32>, tensor<i64>) -> tensor<3x3xf32>
  %c = onnx.Gather(%y, %zero) {axis = 2 : i64} : (tensor<3x3x3xf32>, tensor<i64>) -> tensor<3x3xf32>
  %d = onnx.Gather(%y, %one) {axis = 2 : i64} : (tensor<3x3x3xf32>, tensor<i64>) -> tensor<3x3xf32>
  %t = onnx.Transpose(%b) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %ua = onnx.Unsqueeze(%a, %last) : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3x3x1xf32>
  %ub = onnx.Unsqueeze(%b, %last) : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3x3x1xf32>
  %uc = onnx.Unsqueeze(%c, %last) : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3x3x1xf32>
  %ud = onnx.Unsqueeze(%d, %last) : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3x3x1xf32>
  %ut = onnx.Unsqueeze(%t, %last) : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3x3x1xf32>
  %0 = onnx.Concat(%ub, %ua) {axis = 2 : i64} : (tensor<3x3x1xf32>, tensor<3x3x1xf32>) -> tensor<3x3x2xf32>
  %1 = onnx.Concat(%uc, %ud) {axis = 2 : i64} : (tensor<3x3x1xf32>, tensor<3x3x1xf32>) -> tensor<3x3x2xf32>
  %2 = onnx.Concat(%ua, %ut) {axis = 2 : i64} : (tensor<3x3x1xf32>, tensor<3x3x1xf32>) -> tensor<3x3x2xf32>
  return %0, %1, %2 : tensor<3x3x2xf32>, tensor<3x3x2xf32>, tensor<3x3x2xf32>
}
