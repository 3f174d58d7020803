// RUN: torch-onnx-opt --onnx-legalize-opset="opset=9 target=onnx" --split-input-file %s | FileCheck %s --check-prefixes=CHECK,NINE
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=10 target=onnx" --split-input-file %s | FileCheck %s --check-prefixes=CHECK,TEN
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=11 target=onnx" --split-input-file %s | FileCheck %s --check-prefix=NEW

// What opset 11 made operands, and what it brought. At 11 all of it stays.

// CHECK-LABEL: @clip
// NEW-LABEL: @clip
func.func @clip(%x: tensor<4xf32>, %d: tensor<4xf64>, %i: tensor<4xi64>, %m: tensor<f32>) -> (tensor<4xf32>, tensor<4xf64>, tensor<4xi64>, tensor<4xf32>) {
  %n = onnx.NoValue() : () -> none
  %low = onnx.Constant dense<-1.5> : tensor<f32>
  %low64 = onnx.Constant dense<-1.5> : tensor<f64>
  %zero = onnx.Constant dense<0> : tensor<i64>
  // CHECK: onnx.Custom(%arg0) {domain = "", node_attributes = {max = 3.40282347E+38 : f32, min = -1.500000e+00 : f32}, op_type = "Clip"}
  // NEW: onnx.Clip(%arg0
  %0 = onnx.Clip(%x, %low, %n) : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xf32>
  // An attribute of f32 does not hold every f64.
  // CHECK: %[[L:.*]] = onnx.Less(%arg1, %[[LOW:.*]]) : (tensor<4xf64>, tensor<f64>)
  // CHECK: onnx.Where(%[[L]], %[[LOW]], %arg1)
  // NEW: onnx.Clip(%arg1
  %1 = onnx.Clip(%d, %low64, %n) : (tensor<4xf64>, tensor<f64>, none) -> tensor<4xf64>
  // CHECK: %[[H:.*]] = onnx.Less(%[[HIGH:.*]], %arg2) : (tensor<i64>, tensor<4xi64>)
  // CHECK: onnx.Where(%[[H]], %[[HIGH]], %arg2)
  // Integers came with 12.
  // NEW: onnx.Less(%{{.*}}, %arg2)
  %2 = onnx.Clip(%i, %n, %zero) : (tensor<4xi64>, none, tensor<i64>) -> tensor<4xi64>
  // A bound that is computed.
  // CHECK: onnx.Less(%arg0, %arg3)
  // CHECK-NOT: op_type = "Clip"
  // CHECK: return
  // NEW: onnx.Clip(%arg0, %arg3
  %3 = onnx.Clip(%x, %m, %n) : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf64>, tensor<4xi64>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @pad
// NEW-LABEL: @pad
func.func @pad(%x: tensor<2x4xf32>, %i: tensor<?x4xi64, #sym.dims<n>>, %j: tensor<2x4xi32>, %v: tensor<f32>) -> (tensor<3x6xf32>, tensor<?x5xi64, #sym.dims<n>>, tensor<2x6xi32>, tensor<2x5xf32>) {
  %n = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %pads = onnx.Constant dense<[0, 1, 1, 1]> : tensor<4xi64>
  // CHECK: onnx.Custom(%arg0) {domain = "", node_attributes = {mode = "constant", pads = array<i64: 0, 1, 1, 1>, value = 1.000000e+00 : f32}, op_type = "Pad"}
  // NEW: onnx.Pad(%arg0
  %0 = onnx.Pad(%x, %pads, %one, %n) : (tensor<2x4xf32>, tensor<4xi64>, tensor<f32>, none) -> tensor<3x6xf32>
  // Of floats only: a block of zeros, of which only one size is known.
  %last = onnx.Constant dense<[0, 0, 0, 1]> : tensor<4xi64>
  // CHECK: %[[SHAPE:.*]] = onnx.Concat(%{{.*}}, %{{.*}}) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK: %[[BLOCK:.*]] = onnx.Expand(%{{.*}}, %[[SHAPE]]) : (tensor<i64>, tensor<2xi64>) -> tensor<?x1xi64, #sym.dims<n>>
  // CHECK: onnx.Concat(%arg1, %[[BLOCK]]) {axis = 1 : i64}
  // NEW: onnx.Pad(%arg1
  %1 = onnx.Pad(%i, %last, %n, %n) : (tensor<?x4xi64, #sym.dims<n>>, tensor<4xi64>, none, none) -> tensor<?x5xi64, #sym.dims<n>>
  %sides = onnx.Constant dense<[0, 1, 0, 1]> : tensor<4xi64>
  // CHECK: %[[P:.*]] = onnx.Constant dense<[1, 0, 1, 2, 3, 2]> : tensor<6xi64>
  // CHECK: onnx.Gather(%arg2, %[[P]]) {axis = 1 : i64}
  // NEW: onnx.Pad(%arg2
  %2 = onnx.Pad(%j, %sides, %n, %n) {mode = "reflect"} : (tensor<2x4xi32>, tensor<4xi64>, none, none) -> tensor<2x6xi32>
  // A value that is computed.
  // CHECK: %[[V:.*]] = onnx.Expand(%arg3
  // CHECK: onnx.Concat(%arg0, %[[V]]) {axis = 1 : i64}
  // NEW: onnx.Pad(%arg0
  %3 = onnx.Pad(%x, %last, %v, %n) : (tensor<2x4xf32>, tensor<4xi64>, tensor<f32>, none) -> tensor<2x5xf32>
  return %0, %1, %2, %3 : tensor<3x6xf32>, tensor<?x5xi64, #sym.dims<n>>, tensor<2x6xi32>, tensor<2x5xf32>
}

// -----

// CHECK-LABEL: @slice
// NEW-LABEL: @slice
func.func @slice(%x: tensor<?x8xf32, #sym.dims<n>>, %end: tensor<1xi64>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x8xf32>, tensor<?x8xf32, #sym.dims<n>>) {
  %n = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %four = onnx.Constant dense<4> : tensor<1xi64>
  %eight = onnx.Constant dense<8> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %min = onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
  // NINE: onnx.Custom(%arg0) {domain = "", node_attributes = {axes = array<i64: 1>, ends = array<i64: 4>, starts = array<i64: 1>}, op_type = "Slice"}
  // TEN: onnx.Constant dense<-9223372036854775808>
  // TEN: %[[A:.*]] = onnx.Constant dense<1> : tensor<1xi64>
  // TEN: onnx.Slice(%arg0, %{{.*}}, %{{.*}}, %[[A]], %{{.*}})
  // NEW: %[[LAST:.*]] = onnx.Constant dense<-1>
  // NEW: onnx.Slice(%arg0, %{{.*}}, %{{.*}}, %[[LAST]], %{{.*}})
  %0 = onnx.Slice(%x, %one, %four, %last, %n) : (tensor<?x8xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x3xf32, #sym.dims<n>>
  // Steps are positions.
  // NINE: %[[S:.*]] = onnx.Constant dense<[0, 2, 4, 6]>
  // NINE: onnx.Custom(%arg0, %[[S]]) {domain = "", node_attributes = {axis = 1 : i64}, op_type = "Gather"}
  // TEN: onnx.Slice(%arg0
  %1 = onnx.Slice(%x, %zero, %eight, %one, %two) : (tensor<?x8xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32, #sym.dims<n>>
  // An end that is computed may count from the end.
  // NINE: %[[E:.*]] = onnx.Custom(%arg1) {{.*}}op_type = "Squeeze"
  // NINE: %[[NEGATIVE:.*]] = onnx.Less(%[[E]], %{{.*}}) : (tensor<i64>, tensor<i64>)
  // NINE: %[[FROM_END:.*]] = onnx.Add(%[[E]], %{{.*}})
  // NINE: onnx.Where(%[[NEGATIVE]], %[[FROM_END]], %[[E]])
  // NINE: onnx.ConstantOfShape
  // NINE: onnx.NonZero
  // NINE: op_type = "Gather"
  // TEN: onnx.Slice(%arg0
  %2 = onnx.Slice(%x, %zero, %end, %zero, %n) : (tensor<?x8xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x8xf32>
  // Everything backwards.
  // NINE: onnx.NonZero
  // NINE: op_type = "Gather"
  // TEN: onnx.Slice(%arg0
  %3 = onnx.Slice(%x, %last, %min, %zero, %last) : (tensor<?x8xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x8xf32, #sym.dims<n>>
  return %0, %1, %2, %3 : tensor<?x3xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>, tensor<?x8xf32>, tensor<?x8xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: @topk
// NEW-LABEL: @topk
func.func @topk(%x: tensor<2x4xf32>, %i: tensor<4xi32>) -> (tensor<2x3xf32>, tensor<2x3xi64>, tensor<3xi32>, tensor<3xi64>, tensor<2x0xf32>) {
  %k = onnx.Constant dense<3> : tensor<1xi64>
  %none = onnx.Constant dense<0> : tensor<1xi64>
  // NINE: onnx.Custom(%arg0) {domain = "", node_attributes = {axis = 1 : i64, k = 3 : i64}, op_type = "TopK"}
  // TEN: onnx.Custom(%arg0, %{{.*}}) {domain = "", node_attributes = {axis = 1 : i64}, op_type = "TopK"}
  // NEW: onnx.TopK(%arg0
  %0:2 = onnx.TopK(%x, %k) {axis = -1 : i64, sorted = 0 : i64} : (tensor<2x4xf32>, tensor<1xi64>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  // The smallest are the largest of the negated; 32 bits fit in f64.
  // CHECK: %[[C:.*]] = onnx.Cast(%arg1) {to = f64}
  // CHECK: %[[N:.*]] = onnx.Neg(%[[C]])
  // CHECK: %[[T:.*]]:2 = onnx.Custom(%[[N]]
  // CHECK: %[[V:.*]] = onnx.Neg(%[[T]]#0)
  // CHECK: onnx.Cast(%[[V]]) {to = i32}
  // NEW: onnx.TopK(%arg1
  %1:2 = onnx.TopK(%i, %k) {largest = 0 : i64} : (tensor<4xi32>, tensor<1xi64>) -> (tensor<3xi32>, tensor<3xi64>)
  // CHECK-NOT: op_type = "TopK"
  // CHECK: return
  %2:2 = onnx.TopK(%x, %none) : (tensor<2x4xf32>, tensor<1xi64>) -> (tensor<2x0xf32>, tensor<2x0xi64>)
  return %0#0, %0#1, %1#0, %1#1, %2#0 : tensor<2x3xf32>, tensor<2x3xi64>, tensor<3xi32>, tensor<3xi64>, tensor<2x0xf32>
}

// -----

// CHECK-LABEL: @images
// NEW-LABEL: @images
func.func @images(%x: tensor<1x8x?x5xf32, #sym.dims<h>>, %y: tensor<1x1x6x6xf32>) -> (tensor<1x8x?x10xf32, #sym.dims<2*h>>, tensor<1x8x?x15xf32, #sym.dims<3*h>>, tensor<1x2x?x10xf32, #sym.dims<2*h>>, tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>) {
  %n = onnx.NoValue() : () -> none
  %scales = onnx.Constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
  // NINE: onnx.Custom(%arg0, %{{.*}}) {domain = "", node_attributes = {mode = "nearest"}, op_type = "Upsample"}
  // TEN: onnx.Custom(%arg0, %{{.*}}) {domain = "", node_attributes = {mode = "nearest"}, op_type = "Resize"}
  // NEW: op_type = "Resize"
  %0 = onnx.Resize(%x, %n, %scales, %n) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x8x?x5xf32, #sym.dims<h>>, none, tensor<4xf32>, none) -> tensor<1x8x?x10xf32, #sym.dims<2*h>>
  // Sizes that are multiples; a centre is nearest to the element that it is in.
  %shape = onnx.Shape(%x) : (tensor<1x8x?x5xf32, #sym.dims<h>>) -> tensor<4xi64>
  %three = onnx.Constant dense<[1, 1, 3, 3]> : tensor<4xi64>
  %sizes = onnx.Mul(%shape, %three) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // CHECK: %[[THREE:.*]] = onnx.Constant dense<[1.000000e+00, 1.000000e+00, 3.000000e+00, 3.000000e+00]>
  // CHECK: onnx.Custom(%arg0, %[[THREE]])
  %1 = onnx.Resize(%x, %n, %n, %sizes) : (tensor<1x8x?x5xf32, #sym.dims<h>>, none, none, tensor<4xi64>) -> tensor<1x8x?x15xf32, #sym.dims<3*h>>
  // CHECK: onnx.Reshape({{.*}} -> tensor<1x2x2x2x?x5xf32, #sym.dims<h>>
  // CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 0, 1, 4, 2, 5, 3>}
  // CHECK: onnx.Reshape({{.*}} -> tensor<1x2x?x10xf32, #sym.dims<2*h>>
  // NEW: onnx.DepthToSpace
  %2 = onnx.DepthToSpace(%x) {blocksize = 2 : i64, mode = "CRD"} : (tensor<1x8x?x5xf32, #sym.dims<h>>) -> tensor<1x2x?x10xf32, #sym.dims<2*h>>
  // A window over the edge is one over pads, of which no maximum and no mean
  // knows.
  // NINE: onnx.MaxPool(%arg1) {kernel_shape = array<i64: 3, 3>, pads = array<i64: 0, 0, 1, 1>, strides = array<i64: 2, 2>}
  // TEN: onnx.MaxPool(%arg1) {ceil_mode = 1
  %3, %4 = onnx.MaxPool(%y) {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, ceil_mode = 1 : i64} : (tensor<1x1x6x6xf32>) -> (tensor<1x1x3x3xf32>, none)
  // NINE: onnx.AveragePool(%arg1) {kernel_shape = array<i64: 3, 3>, pads = array<i64: 0, 0, 1, 1>, strides = array<i64: 2, 2>}
  // TEN: onnx.AveragePool(%arg1) {ceil_mode = 1
  %5 = onnx.AveragePool(%y) {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, ceil_mode = 1 : i64} : (tensor<1x1x6x6xf32>) -> tensor<1x1x3x3xf32>
  // Windows that fit.
  // NINE: onnx.AveragePool(%arg1) {count_include_pad = 1 : i64, kernel_shape = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 2, 2>}
  %6 = onnx.AveragePool(%y) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, ceil_mode = 1 : i64, count_include_pad = 1 : i64} : (tensor<1x1x6x6xf32>) -> tensor<1x1x3x3xf32>
  return %0, %1, %2, %3, %5, %6 : tensor<1x8x?x10xf32, #sym.dims<2*h>>, tensor<1x8x?x15xf32, #sym.dims<3*h>>, tensor<1x2x?x10xf32, #sym.dims<2*h>>, tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>
}

// -----

// CHECK-LABEL: @compare
// NEW-LABEL: @compare
func.func @compare(%x: tensor<4xf32>, %i: tensor<4xi64>, %b: tensor<4xi8>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi64>) {
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  // NaN is not equal; a constant is no NaN.
  // CHECK: %[[L:.*]] = onnx.Less(%arg0, %[[Z:.*]]) :
  // CHECK: %[[G:.*]] = onnx.Greater(%arg0, %[[Z]])
  // CHECK: %[[D:.*]] = onnx.Or(%[[L]], %[[G]])
  // CHECK: %[[NAN:.*]] = onnx.IsNaN(%arg0)
  // CHECK: %[[DN:.*]] = onnx.Or(%[[D]], %[[NAN]])
  // CHECK: onnx.Not(%[[DN]])
  // NEW: onnx.Equal(%arg0
  %0 = onnx.Equal(%x, %zero) : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: onnx.Equal(%arg1, %arg1)
  // NEW: onnx.Equal(%arg1
  %1 = onnx.Equal(%i, %i) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  // CHECK: onnx.Equal({{.*}}) : (tensor<4xi32>, tensor<4xi32>)
  // NEW: onnx.Equal(%arg2
  %2 = onnx.Equal(%b, %b) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  // CHECK: %[[LE:.*]] = onnx.Less(%arg0, %{{.*}})
  // CHECK: %[[LN:.*]] = onnx.IsNaN(%arg0)
  // CHECK: %[[NG:.*]] = onnx.Or(%[[LE]], %[[LN]])
  // CHECK: onnx.Not(%[[NG]])
  // NEW: onnx.Greater(%arg0
  // NEW: onnx.Equal(%arg0
  // NEW: onnx.Or
  %3 = onnx.GreaterOrEqual(%x, %zero) : (tensor<4xf32>, tensor<f32>) -> tensor<4xi1>
  // CHECK: %[[GI:.*]] = onnx.Greater(%arg1, %arg1)
  // CHECK-NEXT: onnx.Not(%[[GI]])
  // NEW: onnx.Greater(%arg1, %arg1)
  %4 = onnx.LessOrEqual(%i, %i) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi1>
  // CHECK: %[[M:.*]] = onnx.Less(%arg1, %arg1)
  // CHECK-NEXT: onnx.Where(%[[M]], %arg1, %arg1)
  // NEW: onnx.Where
  %5 = onnx.Max(%i, %i) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi64>
}

// -----

// CHECK-LABEL: @numbers
// NEW-LABEL: @numbers
func.func @numbers(%x: tensor<4xf32>, %h: tensor<4xf16>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi64>, tensor<4xi64>, tensor<4xf32>) {
  // The part below the point of the magnitude, which is exact.
  // CHECK: %[[A:.*]] = onnx.Abs(%arg0)
  // CHECK: %[[F:.*]] = onnx.Floor(%[[A]])
  // CHECK: onnx.Sub(%[[A]], %[[F]])
  // CHECK: %[[TWICE:.*]] = onnx.Mul(%arg0,
  // CHECK: %[[CUT:.*]] = onnx.Min(%[[TWICE]],
  // CHECK: %[[SIGN:.*]] = onnx.Max(%[[CUT]],
  // CHECK: onnx.Mul(%{{.*}}, %[[SIGN]])
  // NEW: onnx.Round
  %0 = onnx.Round(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // NINE: %[[LARGEST:.*]] = onnx.Constant dense<3.40282347E+38> : tensor<f32>
  // NINE: onnx.Greater(%{{.*}}, %[[LARGEST]])
  // TEN: onnx.IsInf
  %1 = onnx.IsInf(%h) : (tensor<4xf16>) -> tensor<4xi1>
  // NINE: %[[LOWEST:.*]] = onnx.Constant dense<-3.40282347E+38> : tensor<f32>
  // NINE: onnx.Less(%arg0, %[[LOWEST]])
  // TEN: onnx.IsInf
  %2 = onnx.IsInf(%x) {detect_positive = 0 : i64} : (tensor<4xf32>) -> tensor<4xi1>
  // NINE: onnx.Div(%arg2, %arg2)
  // NINE: onnx.Sign
  // NINE: onnx.Where
  // TEN: onnx.Mod(%arg2
  %3 = onnx.Mod(%i, %i) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // NINE: onnx.Div(%arg2, %arg2)
  // NINE-NEXT: onnx.Mul
  // NINE-NEXT: onnx.Sub
  // NINE-NOT: onnx.Sign
  // TEN: onnx.Mod(%arg2
  %4 = onnx.Mod(%i, %i) {fmod = 1 : i64} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  // NINE: onnx.Greater(%arg0
  // NINE: onnx.Where
  // TEN: onnx.ThresholdedRelu
  %5 = onnx.ThresholdedRelu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<4xf32>, tensor<4xi1>, tensor<4xi1>, tensor<4xi64>, tensor<4xi64>, tensor<4xf32>
}

// -----

// CHECK-LABEL: @lists
// NEW-LABEL: @lists
func.func @lists(%n: tensor<i64>, %x: tensor<2x3xf32>, %d: tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?xi64, #sym.dims<n>>, tensor<3xi64>, tensor<2x3xf32>, tensor<?x3xf32, #sym.dims<n>>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %seven = onnx.Constant dense<7> : tensor<i64>
  %two = onnx.Constant dense<2> : tensor<i64>
  // Fewer than 0 elements are none.
  // CHECK: %[[NEGATIVE:.*]] = onnx.Less(%arg0
  // CHECK: %[[COUNT:.*]] = onnx.Where(%[[NEGATIVE]]
  // CHECK: %[[LIST:.*]] = onnx.Custom(%[[COUNT]]) {domain = "", node_attributes = {axes = array<i64: 0>}, op_type = "Unsqueeze"}
  // CHECK: %[[YES:.*]] = onnx.ConstantOfShape(%[[LIST]]) {value = dense<true> : tensor<1xi1>}
  // CHECK: %[[POSITIONS:.*]] = onnx.NonZero(%[[YES]]) : (tensor<?xi1, #sym.dims<n>>) -> tensor<1x?xi64, #sym.dims<n>>
  // CHECK: onnx.Custom(%[[POSITIONS]]) {domain = "", node_attributes = {axes = array<i64: 0>}, op_type = "Squeeze"}
  // NEW: onnx.Range
  %0 = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<n>>
  // CHECK: onnx.Constant dense<[2, 4, 6]> : tensor<3xi64>
  // NEW: onnx.Range
  %1 = onnx.Range(%two, %seven, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  // Neighbours at distances 1 and 2.
  // CHECK: %[[S1:.*]] = onnx.Custom(%arg1) {domain = "", node_attributes = {mode = "constant", pads = array<i64: 0, 1, 0, -1>
  // CHECK: %[[A1:.*]] = onnx.Add(%arg1, %[[S1]])
  // CHECK: %[[S2:.*]] = onnx.Custom(%[[A1]]) {domain = "", node_attributes = {mode = "constant", pads = array<i64: 0, 2, 0, -2>
  // CHECK: onnx.Add(%[[A1]], %[[S2]])
  // NEW: onnx.CumSum
  %2 = onnx.CumSum(%x, %one) : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  // An unknown number: all pairs.
  // CHECK: onnx.Where({{.*}} -> tensor<?x?x3xf32, #sym.dims<n, n>>
  // CHECK: onnx.Custom({{.*}}) {domain = "", node_attributes = {axes = array<i64: 1>, keepdims = 0 : i64}, op_type = "ReduceSum"}
  // NEW: onnx.CumSum
  %3 = onnx.CumSum(%d, %zero) : (tensor<?x3xf32, #sym.dims<n>>, tensor<i64>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0, %1, %2, %3 : tensor<?xi64, #sym.dims<n>>, tensor<3xi64>, tensor<2x3xf32>, tensor<?x3xf32, #sym.dims<n>>
}

// -----

// Axes from the end, three operands of Gemm.

// CHECK-LABEL: @others
// NEW-LABEL: @others
func.func @others(%x: tensor<2x3xf32>, %i: tensor<3xi64>) -> (tensor<2x6xf32>, tensor<2xf32>, tensor<2x3x1xf32>, tensor<2x2xf32>, tensor<3x4xf32>) {
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %n = onnx.NoValue() : () -> none
  // CHECK: onnx.Concat(%arg0, %arg0) {axis = 1 : i64}
  // NEW: onnx.Concat(%arg0, %arg0) {axis = -1 : i64}
  %0 = onnx.Concat(%x, %x) {axis = -1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  // CHECK: node_attributes = {axes = array<i64: 1>, keepdims = 0 : i64}, op_type = "ReduceMean"
  // NEW: node_attributes = {axes = array<i64: -1>, keepdims = 0 : i64}, op_type = "ReduceMean"
  %1 = onnx.ReduceMean(%x, %last) {keepdims = 0 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2xf32>
  // An axis of the result.
  // CHECK: node_attributes = {axes = array<i64: 2>}, op_type = "Unsqueeze"
  %2 = onnx.Unsqueeze(%x, %last) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x3x1xf32>
  // CHECK: %[[ZERO:.*]] = onnx.Constant dense<-0.000000e+00>
  // CHECK: onnx.Gemm(%arg0, %arg0, %[[ZERO]]) {transB = 1 : i64}
  // NEW: onnx.Gemm(%arg0, %arg0, %{{.*}}) {transB = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, none)
  %3 = onnx.Gemm(%x, %x, %n) {transB = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, none) -> tensor<2x2xf32>
  %depth = onnx.Constant dense<4> : tensor<i64>
  %values = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf32>
  // CHECK: onnx.Less(%arg1
  // CHECK: %[[I:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %arg1)
  // CHECK: onnx.Custom(%[[I]], %{{.*}}, %{{.*}}) {domain = "", op_type = "OneHot"}
  // NEW: onnx.OneHot(%arg1
  %4 = onnx.OneHot(%i, %depth, %values) : (tensor<3xi64>, tensor<i64>, tensor<2xf32>) -> tensor<3x4xf32>
  return %0, %1, %2, %3, %4 : tensor<2x6xf32>, tensor<2xf32>, tensor<2x3x1xf32>, tensor<2x2xf32>, tensor<3x4xf32>
}

// -----

// Elements are dropped by uniform numbers, because no runtime for inference drops
// them at opset 11.

// CHECK-LABEL: @dropout
// NEW-LABEL: @dropout
func.func @dropout(%x: tensor<2x3xf32>, %h: tensor<2x?xf16>) -> (tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x?xf16>, tensor<2x3xf32>) {
  %n = onnx.NoValue() : () -> none
  %p = onnx.Constant dense<0.25> : tensor<f32>
  %on = onnx.Constant dense<true> : tensor<i1>
  // NEW-NOT: onnx.Dropout
  // CHECK: %[[U:.*]] = onnx.RandomUniformLike(%arg0) {dtype = f32, seed = 7.000000e+00 : f32}
  // CHECK: %[[L:.*]] = onnx.Less(%[[U]], %[[P:.*]]) : (tensor<2x3xf32>, tensor<f32>)
  // CHECK: %[[M:.*]] = onnx.Not(%[[L]])
  // CHECK: %[[C:.*]] = onnx.Cast(%[[M]]) {to = f32}
  // CHECK: %[[Q:.*]] = onnx.Sub(%{{.*}}, %[[P]])
  // CHECK: %[[S:.*]] = onnx.Div(%{{.*}}, %[[Q]])
  // CHECK: %[[W:.*]] = onnx.Mul(%[[C]], %[[S]])
  // CHECK: %[[Y:.*]] = onnx.Mul(%arg0, %[[W]])
  %0:2 = onnx.Dropout(%x, %p, %on) {seed = 7 : i64} : (tensor<2x3xf32>, tensor<f32>, tensor<i1>) -> (tensor<2x3xf32>, tensor<2x3xi1>)
  // CHECK: onnx.RandomUniformLike(%arg1) {dtype = f32} : (tensor<2x?xf16>) -> tensor<2x?xf32>
  // CHECK: %[[H:.*]] = onnx.Mul(%arg1, %{{.*}}) : (tensor<2x?xf16>, tensor<2x?xf16>)
  %1:2 = onnx.Dropout(%h, %n, %on) : (tensor<2x?xf16>, none, tensor<i1>) -> (tensor<2x?xf16>, none)
  // CHECK: return %[[Y]], %[[M]], %[[H]], %arg0
  %2:2 = onnx.Dropout(%x, %p, %n) : (tensor<2x3xf32>, tensor<f32>, none) -> (tensor<2x3xf32>, none)
  return %0#0, %0#1, %1#0, %2#0 : tensor<2x3xf32>, tensor<2x3xi1>, tensor<2x?xf16>, tensor<2x3xf32>
}
