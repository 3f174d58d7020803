// RUN: torch-onnx-opt --onnx-simplify %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-simplify=weights-mode=reference %s | FileCheck %s --check-prefix=REF
// RUN: torch-onnx-opt --onnx-simplify=fuse=false %s | FileCheck %s --check-prefix=EXACT

// CHECK-LABEL: func.func @floats
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[4.000000e+00, 6.000000e+00]> : tensor<2xf32>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[false, true]> : tensor<2xi1>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<[1.000000e+00, 5.000000e+00]> : tensor<2xf32>
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @floats() -> (tensor<2xf32>, tensor<2xi1>, tensor<2xf32>) {
  %a = onnx.Constant dense<[1.0, 3.0]> : tensor<2xf32>
  %three = onnx.Constant dense<3.0> : tensor<f32>
  %five = onnx.Constant dense<5.0> : tensor<1xf32>
  %0 = onnx.Add(%a, %three) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %1 = onnx.Equal(%a, %three) : (tensor<2xf32>, tensor<f32>) -> tensor<2xi1>
  %2 = onnx.Where(%1, %five, %a) : (tensor<2xi1>, tensor<1xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xi1>, tensor<2xf32>
}

// 1 + 2^-11 is 1 in f16 (half to even), and what f32 would say is not asked.
// The sum of i8 wraps, unsigned numbers compare as such, division truncates.

// CHECK-LABEL: func.func @element_types
// CHECK-DAG: %[[H:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f16>
// CHECK-DAG: %[[I:.*]] = onnx.Constant dense<-56> : tensor<i8>
// CHECK-DAG: %[[U:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK-DAG: %[[D:.*]] = onnx.Constant dense<-3> : tensor<i64>
// CHECK-DAG: %[[T:.*]] = onnx.Constant dense<-2> : tensor<i64>
// CHECK: return %[[H]], %[[I]], %[[U]], %[[D]], %[[T]]
func.func @element_types() -> (tensor<f16>, tensor<i8>, tensor<i1>, tensor<i64>, tensor<i64>) {
  %h = onnx.Constant dense<1.0> : tensor<f16>
  %e = onnx.Constant dense<0.00048828125> : tensor<f16>
  %i = onnx.Constant dense<100> : tensor<i8>
  %u = onnx.Constant dense<200> : tensor<ui8>
  %v = onnx.Constant dense<100> : tensor<ui8>
  %m = onnx.Constant dense<-7> : tensor<i64>
  %two = onnx.Constant dense<2> : tensor<i64>
  %f = onnx.Constant dense<-2.75> : tensor<f64>
  %0 = onnx.Add(%h, %e) : (tensor<f16>, tensor<f16>) -> tensor<f16>
  %1 = onnx.Add(%i, %i) : (tensor<i8>, tensor<i8>) -> tensor<i8>
  %2 = onnx.Greater(%u, %v) : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
  %3 = onnx.Div(%m, %two) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %4 = onnx.Cast(%f) {to = i64} : (tensor<f64>) -> tensor<i64>
  return %0, %1, %2, %3, %4 : tensor<f16>, tensor<i8>, tensor<i1>, tensor<i64>, tensor<i64>
}

// What is not defined, or differs between runtimes. Integers that are cast wrap,
// and every NaN is the same.

// CHECK-LABEL: func.func @run_time
// CHECK-DAG: onnx.Div
// CHECK-DAG: onnx.Cast({{.*}}) {to = i64}
// CHECK-DAG: %[[I:.*]] = onnx.Constant dense<44> : tensor<i8>
// CHECK-DAG: %[[N:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: return %{{.*}}, %[[I]], %{{.*}}, %{{.*}}, %[[N]]
// EXACT-LABEL: func.func @run_time
// EXACT: onnx.Exp
func.func @run_time() -> (tensor<i64>, tensor<i8>, tensor<i64>, tensor<f32>, tensor<f32>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %big = onnx.Constant dense<300> : tensor<i64>
  %inf = onnx.Constant dense<0x7F800000> : tensor<f32>
  %fz = onnx.Constant dense<0.0> : tensor<f32>
  %0 = onnx.Div(%big, %zero) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %1 = onnx.Cast(%big) {to = i8} : (tensor<i64>) -> tensor<i8>
  %2 = onnx.Cast(%inf) {to = i64} : (tensor<f32>) -> tensor<i64>
  %3 = onnx.Exp(%fz) : (tensor<f32>) -> tensor<f32>
  %4 = onnx.Div(%fz, %fz) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3, %4 : tensor<i64>, tensor<i8>, tensor<i64>, tensor<f32>, tensor<f32>
}

// Chains of integers wrap; floats round at each step.

// CHECK-LABEL: func.func @chains(
// CHECK-SAME: %[[I:.*]]: tensor<2xi64>
// CHECK: %[[C:.*]] = onnx.Constant dense<5> : tensor<i64>
// CHECK: onnx.Add(%[[I]], %[[C]])
// CHECK: onnx.Add
// CHECK: onnx.Add
func.func @chains(%i: tensor<2xi64>, %f: tensor<2xf32>) -> (tensor<2xi64>, tensor<2xf32>) {
  %two = onnx.Constant dense<2> : tensor<i64>
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %a = onnx.Constant dense<0.1> : tensor<f32>
  %0 = onnx.Add(%i, %two) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %1 = onnx.Add(%three, %0) : (tensor<1xi64>, tensor<2xi64>) -> tensor<2xi64>
  %2 = onnx.Add(%f, %a) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %3 = onnx.Add(%2, %a) : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return %1, %3 : tensor<2xi64>, tensor<2xf32>
}

// CHECK-LABEL: func.func @views
// CHECK-DAG: %[[T:.*]] = onnx.Constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi32>
// CHECK-DAG: %[[R:.*]] = onnx.Constant dense<{{\[\[}}1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
// CHECK-DAG: %[[G:.*]] = onnx.Constant dense<{{\[\[}}3, 1], [6, 4]]> : tensor<2x2xi32>
// CHECK: return %[[T]], %[[R]], %[[G]]
func.func @views() -> (tensor<3x2xi32>, tensor<3x2xi32>, tensor<2x2xi32>) {
  %a = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %s = onnx.Constant dense<[-1, 2]> : tensor<2xi64>
  %i = onnx.Constant dense<[-1, 0]> : tensor<2xi64>
  %0 = onnx.Transpose(%a) : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %1 = onnx.Reshape(%a, %s) : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<3x2xi32>
  %2 = onnx.Gather(%a, %i) {axis = 1 : i64} : (tensor<2x3xi32>, tensor<2xi64>) -> tensor<2x2xi32>
  return %0, %1, %2 : tensor<3x2xi32>, tensor<3x2xi32>, tensor<2x2xi32>
}

// CHECK-LABEL: func.func @weight
// CHECK: %[[W:.*]] = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64, strides = [1, 64]> : tensor<64x96xf32>
// CHECK-NEXT: return %[[W]]
// REF-LABEL: func.func @weight
// REF: onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64> : tensor<96x64xf32>
// REF: onnx.Transpose
func.func @weight() -> tensor<64x96xf32> {
  %w = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64> : tensor<96x64xf32>
  %0 = onnx.Transpose(%w) {perm = array<i64: 1, 0>} : (tensor<96x64xf32>) -> tensor<64x96xf32>
  return %0 : tensor<64x96xf32>
}

// A tied weight is written once; Gemm reads it transposed.

// CHECK-LABEL: func.func @tied(
// CHECK: %[[W:.*]] = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64> : tensor<96x64xf32>
// CHECK: %[[E:.*]] = onnx.Gather(%[[W]]
// CHECK: %[[T:.*]] = onnx.Transpose(%[[W]])
// CHECK: onnx.MatMul(%{{.*}}, %[[T]])
// CHECK: onnx.Gemm(%[[E]], %[[W]], %{{.*}}) {transB = 1 : i64}
func.func @tied(%i: tensor<5xi64>, %x: tensor<2x5x64xf32>) -> (tensor<2x5x96xf32>, tensor<5x96xf32>) {
  %w = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64> : tensor<96x64xf32>
  %e = onnx.Gather(%w, %i) : (tensor<96x64xf32>, tensor<5xi64>) -> tensor<5x64xf32>
  %t = onnx.Transpose(%w) {perm = array<i64: 1, 0>} : (tensor<96x64xf32>) -> tensor<64x96xf32>
  %0 = onnx.MatMul(%x, %t) : (tensor<2x5x64xf32>, tensor<64x96xf32>) -> tensor<2x5x96xf32>
  %1 = onnx.MatMul(%e, %t) : (tensor<5x64xf32>, tensor<64x96xf32>) -> tensor<5x96xf32>
  return %0, %1 : tensor<2x5x96xf32>, tensor<5x96xf32>
}

// Nothing grows: a big Expand stays one.

// CHECK-LABEL: func.func @inflated
// CHECK: onnx.Expand
// CHECK: onnx.ConstantOfShape
func.func @inflated() -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %a = onnx.Constant dense<1.0> : tensor<f32>
  %s = onnx.Constant dense<64> : tensor<2xi64>
  %0 = onnx.Expand(%a, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<64x64xf32>
  %1 = onnx.ConstantOfShape(%s) {value = dense<1.0> : tensor<1xf32>} : (tensor<2xi64>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// A Range of no end, of a step that is not known, of floats; the smallest integer
// by -1; constants of which one is the run's.

// CHECK-LABEL: func.func @not_computed(
// CHECK-COUNT-2: onnx.Range
// CHECK: onnx.Div
// CHECK: onnx.Where
// CHECK: onnx.Concat
func.func @not_computed(%step: tensor<i64>, %c: tensor<2xi1>)
    -> (tensor<?xi64>, tensor<3xf32>, tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xi1>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %three = onnx.Constant dense<3> : tensor<i64>
  %f0 = onnx.Constant dense<0.0> : tensor<f32>
  %f1 = onnx.Constant dense<0.1> : tensor<f32>
  %f3 = onnx.Constant dense<0.3> : tensor<f32>
  %m = onnx.Constant dense<-1.0> : tensor<f32>
  %min = onnx.Constant dense<-9223372036854775808> : tensor<i64>
  %minus = onnx.Constant dense<-1> : tensor<i64>
  %two = onnx.Constant dense<2.0> : tensor<2xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32>
  %0 = onnx.Range(%zero, %three, %step) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %1 = onnx.Range(%f0, %f3, %f1) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  %2 = onnx.Sqrt(%m) : (tensor<f32>) -> tensor<f32>
  %3 = onnx.Div(%min, %minus) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %4 = onnx.Where(%c, %one, %two) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %s = onnx.Constant dense<0> : tensor<1xi64>
  %e = onnx.Constant dense<1> : tensor<1xi64>
  %none = onnx.NoValue() : () -> none
  %n = onnx.Constant dense<true> : tensor<1xi1>
  %u = onnx.Slice(%c, %s, %e, %none, %none) : (tensor<2xi1>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<1xi1>
  %5 = onnx.Concat(%n, %u) {axis = 0 : i64} : (tensor<1xi1>, tensor<1xi1>) -> tensor<2xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<?xi64>, tensor<3xf32>, tensor<f32>, tensor<i64>, tensor<2xf32>, tensor<2xi1>
}

// The gates of a recurrent layer in another order: pieces of a weight that is
// used for nothing else, put together while they are written. Where weights stay
// in their file, so do the pieces that are one run of bytes.

// CHECK-LABEL: func.func @gates
// CHECK: %[[W:.*]] = onnx.Constant #weight.expr<concat<1>, [#weight.file<"m.pt2", offset = 4160> : tensor<1x16x64xf32>, #weight.file<"m.pt2", offset = 64> : tensor<1x16x64xf32>]> : tensor<1x32x64xf32>
// CHECK-NEXT: return %[[W]]
// REF-LABEL: func.func @gates
// REF-DAG: %[[A:.*]] = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<16x64xf32>
// REF-DAG: %[[B:.*]] = onnx.Constant #weight.file<"m.pt2", offset = 4160> : tensor<16x64xf32>
// REF: %[[C:.*]] = onnx.Concat(%[[B]], %[[A]])
// REF: onnx.Unsqueeze(%[[C]]
func.func @gates() -> tensor<1x32x64xf32> {
  %w = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64> : tensor<32x64xf32>
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %none = onnx.NoValue() : () -> none
  %0:2 = onnx.Split(%w, %none) {num_outputs = 2 : i64} : (tensor<32x64xf32>, none) -> (tensor<16x64xf32>, tensor<16x64xf32>)
  %1 = onnx.Concat(%0#1, %0#0) {axis = 0 : i64} : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %2 = onnx.Unsqueeze(%1, %zero) : (tensor<32x64xf32>, tensor<1xi64>) -> tensor<1x32x64xf32>
  return %2 : tensor<1x32x64xf32>
}

// CHECK-LABEL: func.func @columns
// CHECK-DAG: %[[A:.*]] = onnx.Constant #weight.file<"m.pt2", offset = 64, strides = [64, 1]> : tensor<32x24xf32>
// CHECK-DAG: %[[B:.*]] = onnx.Constant #weight.file<"m.pt2", offset = 160, strides = [64, 1]> : tensor<32x40xf32>
// CHECK: return %[[A]], %[[B]]
// REF-LABEL: func.func @columns
// REF: onnx.Split
func.func @columns() -> (tensor<32x24xf32>, tensor<32x40xf32>) {
  %w = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64> : tensor<32x64xf32>
  %sizes = onnx.Constant dense<[24, 40]> : tensor<2xi64>
  %0:2 = onnx.Split(%w, %sizes) {axis = -1 : i64} : (tensor<32x64xf32>, tensor<2xi64>) -> (tensor<32x24xf32>, tensor<32x40xf32>)
  return %0#0, %0#1 : tensor<32x24xf32>, tensor<32x40xf32>
}

// No weight is written twice: one that is used as a whole too, one that two
// results contain, one that a result contains twice. A tiny one may be.

// CHECK-LABEL: func.func @written_once
// CHECK: onnx.Split
// CHECK: onnx.Concat
// CHECK: onnx.Concat
// CHECK: return
func.func @written_once() -> (tensor<32x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<2x4xf32>) {
  %w = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 64> : tensor<32x64xf32>
  %v = onnx.Constant {name = "v"} #weight.file<"m.pt2", offset = 8256> : tensor<16x64xf32>
  %u = onnx.Constant {name = "u"} #weight.file<"m.pt2", offset = 12352> : tensor<16x64xf32>
  %t = onnx.Constant {name = "t"} #weight.file<"tiny.pt2", offset = 0> : tensor<1x4xf32>
  %none = onnx.NoValue() : () -> none
  %0:2 = onnx.Split(%w, %none) {num_outputs = 2 : i64} : (tensor<32x64xf32>, none) -> (tensor<16x64xf32>, tensor<16x64xf32>)
  %1 = onnx.Concat(%u, %v) {axis = 0 : i64} : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %2 = onnx.Concat(%v, %v) {axis = 0 : i64} : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %3 = onnx.Concat(%t, %t) {axis = 0 : i64} : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %w, %0#0, %0#1, %1, %2, %3 : tensor<32x64xf32>, tensor<16x64xf32>, tensor<16x64xf32>, tensor<32x64xf32>, tensor<32x64xf32>, tensor<2x4xf32>
}

// An operand of the run. A shape in which the pieces are no longer runs along
// one dimension is an expression.

// CHECK-LABEL: func.func @not_put_together(
// CHECK-DAG: onnx.Concat(%{{.*}}, %arg0)
// CHECK-DAG: onnx.Constant #weight.expr<reshape, [#weight.expr<concat<1>, [{{.*}}]> : tensor<16x128xf32>]> : tensor<2048xf32>
func.func @not_put_together(%x: tensor<16x64xf32>) -> (tensor<32x64xf32>, tensor<2048xf32>) {
  %v = onnx.Constant #weight.file<"m.pt2", offset = 8256> : tensor<16x64xf32>
  %a = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<16x64xf32>
  %b = onnx.Constant #weight.file<"m.pt2", offset = 12352> : tensor<16x64xf32>
  %flat = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = onnx.Concat(%v, %x) {axis = 0 : i64} : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<32x64xf32>
  %1 = onnx.Concat(%a, %b) {axis = 1 : i64} : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x128xf32>
  %2 = onnx.Reshape(%1, %flat) : (tensor<16x128xf32>, tensor<1xi64>) -> tensor<2048xf32>
  return %0, %2 : tensor<32x64xf32>, tensor<2048xf32>
}

// Ranges of integers are exact; those of floats add or multiply.
// CHECK-LABEL: func.func @ranges
// CHECK-DAG: %[[UP:.*]] = onnx.Constant dense<[1152921504606846976, 1152921504606846978]> : tensor<2xi64>
// CHECK-DAG: %[[DOWN:.*]] = onnx.Constant dense<[5, 3, 1]> : tensor<3xi32>
// CHECK: %[[FLOAT:.*]] = onnx.Range
// CHECK: return %[[UP]], %[[DOWN]], %[[FLOAT]]
func.func @ranges() -> (tensor<2xi64>, tensor<3xi32>, tensor<3xf32>) {
  %a = onnx.Constant dense<1152921504606846976> : tensor<i64>
  %b = onnx.Constant dense<1152921504606846979> : tensor<i64>
  %two = onnx.Constant dense<2> : tensor<i64>
  %0 = onnx.Range(%a, %b, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2xi64>
  %five = onnx.Constant dense<5> : tensor<i32>
  %zero = onnx.Constant dense<0> : tensor<i32>
  %down = onnx.Constant dense<-2> : tensor<i32>
  %1 = onnx.Range(%five, %zero, %down) : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3xi32>
  %low = onnx.Constant dense<0.0> : tensor<f32>
  %high = onnx.Constant dense<0.25> : tensor<f32>
  %step = onnx.Constant dense<0.1> : tensor<f32>
  %2 = onnx.Range(%low, %high, %step) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<2xi64>, tensor<3xi32>, tensor<3xf32>
}
