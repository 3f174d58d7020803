// RUN: torch-onnx-opt --onnx-simplify --split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-simplify=fuse=false --split-input-file %s | FileCheck %s --check-prefix=EXACT

// Norms, rotations and attention as programs spell them out, and what looks
// like them.

// EXACT-LABEL: module
// EXACT-NOT: onnx.RMSNormalization
// CHECK-LABEL: func.func @rms_norm(
// CHECK-SAME: %[[X:.*]]: tensor<2x?x8xf32, #sym.dims<n>>, %[[W:.*]]: tensor<8xf32>
// CHECK-DAG: %[[A:.*]] = onnx.RMSNormalization(%[[X]], %[[W]]) {epsilon = 9.99999997E-7 : f32}
// CHECK-DAG: %[[B:.*]] = onnx.RMSNormalization(%[[X]], %[[W]]) {epsilon = 2.500000e-01 : f32}
// CHECK: return %[[A]], %[[B]]
func.func @rms_norm(%x: tensor<2x?x8xf32, #sym.dims<n>>, %w: tensor<8xf32>) -> (tensor<2x?x8xf32, #sym.dims<n>>, tensor<2x?x8xf32, #sym.dims<n>>) {
  %axes = onnx.Constant dense<-1> : tensor<1xi64>
  %eps = onnx.Constant dense<1.0e-6> : tensor<f32>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %quarter = onnx.Constant dense<0.25> : tensor<f32>
  %0 = onnx.Mul(%x, %x) : (tensor<2x?x8xf32, #sym.dims<n>>, tensor<2x?x8xf32, #sym.dims<n>>) -> tensor<2x?x8xf32, #sym.dims<n>>
  %1 = onnx.ReduceMean(%0, %axes) : (tensor<2x?x8xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<2x?x1xf32, #sym.dims<n>>
  %2 = onnx.Add(%1, %eps) : (tensor<2x?x1xf32, #sym.dims<n>>, tensor<f32>) -> tensor<2x?x1xf32, #sym.dims<n>>
  %3 = onnx.Sqrt(%2) : (tensor<2x?x1xf32, #sym.dims<n>>) -> tensor<2x?x1xf32, #sym.dims<n>>
  %4 = onnx.Reciprocal(%3) : (tensor<2x?x1xf32, #sym.dims<n>>) -> tensor<2x?x1xf32, #sym.dims<n>>
  %5 = onnx.Mul(%x, %4) : (tensor<2x?x8xf32, #sym.dims<n>>, tensor<2x?x1xf32, #sym.dims<n>>) -> tensor<2x?x8xf32, #sym.dims<n>>
  %6 = onnx.Mul(%w, %5) : (tensor<8xf32>, tensor<2x?x8xf32, #sym.dims<n>>) -> tensor<2x?x8xf32, #sym.dims<n>>
  %7 = onnx.Pow(%x, %two) : (tensor<2x?x8xf32, #sym.dims<n>>, tensor<f32>) -> tensor<2x?x8xf32, #sym.dims<n>>
  %8 = onnx.ReduceMean(%7, %axes) : (tensor<2x?x8xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<2x?x1xf32, #sym.dims<n>>
  %9 = onnx.Add(%quarter, %8) : (tensor<f32>, tensor<2x?x1xf32, #sym.dims<n>>) -> tensor<2x?x1xf32, #sym.dims<n>>
  %10 = onnx.Sqrt(%9) : (tensor<2x?x1xf32, #sym.dims<n>>) -> tensor<2x?x1xf32, #sym.dims<n>>
  %11 = onnx.Div(%x, %10) : (tensor<2x?x8xf32, #sym.dims<n>>, tensor<2x?x1xf32, #sym.dims<n>>) -> tensor<2x?x8xf32, #sym.dims<n>>
  %12 = onnx.Mul(%11, %w) : (tensor<2x?x8xf32, #sym.dims<n>>, tensor<8xf32>) -> tensor<2x?x8xf32, #sym.dims<n>>
  return %6, %12 : tensor<2x?x8xf32, #sym.dims<n>>, tensor<2x?x8xf32, #sym.dims<n>>
}

// -----

// Half precision that is normalized in f32 and rounded before it is scaled.
// CHECK-LABEL: func.func @half(
// CHECK: onnx.RMSNormalization(%arg0, %arg1) {{.*}} (tensor<2x8xf16>, tensor<8xf16>) -> tensor<2x8xf16>
// CHECK-NOT: onnx.Cast
func.func @half(%x: tensor<2x8xf16>, %w: tensor<8xf16>) -> tensor<2x8xf16> {
  %axes = onnx.Constant dense<1> : tensor<1xi64>
  %eps = onnx.Constant dense<1.0e-6> : tensor<f32>
  %wide = onnx.Cast(%x) {to = f32} : (tensor<2x8xf16>) -> tensor<2x8xf32>
  %0 = onnx.Mul(%wide, %wide) : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
  %1 = onnx.ReduceMean(%0, %axes) : (tensor<2x8xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  %2 = onnx.Add(%1, %eps) : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %3 = onnx.Sqrt(%2) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %4 = onnx.Div(%wide, %3) : (tensor<2x8xf32>, tensor<2x1xf32>) -> tensor<2x8xf32>
  %5 = onnx.Cast(%4) {to = f16} : (tensor<2x8xf32>) -> tensor<2x8xf16>
  %6 = onnx.Mul(%5, %w) : (tensor<2x8xf16>, tensor<8xf16>) -> tensor<2x8xf16>
  return %6 : tensor<2x8xf16>
}

// -----

// The square of something else, another axis, a sum, f64, a norm that is used
// before it is scaled, a scale for each row.
// CHECK-LABEL: func.func @no_rms_norm
// CHECK-NOT: onnx.RMSNormalization
// CHECK: return
func.func @no_rms_norm(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %w: tensor<8xf32>, %c: tensor<8x1xf32>, %d: tensor<8x8xf64>, %v: tensor<8xf64>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf64>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %first = onnx.Constant dense<0> : tensor<1xi64>
  %eps = onnx.Constant dense<1.0e-6> : tensor<f32>
  %deps = onnx.Constant dense<1.0e-6> : tensor<f64>
  %0 = onnx.Mul(%x, %y) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = onnx.ReduceMean(%0, %last) : (tensor<8x8xf32>, tensor<1xi64>) -> tensor<8x1xf32>
  %2 = onnx.Add(%1, %eps) : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
  %3 = onnx.Sqrt(%2) : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %4 = onnx.Div(%x, %3) : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %5 = onnx.Mul(%4, %w) : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>

  %s = onnx.Mul(%x, %x) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %6 = onnx.ReduceMean(%s, %first) : (tensor<8x8xf32>, tensor<1xi64>) -> tensor<1x8xf32>
  %7 = onnx.Add(%6, %eps) : (tensor<1x8xf32>, tensor<f32>) -> tensor<1x8xf32>
  %8 = onnx.Sqrt(%7) : (tensor<1x8xf32>) -> tensor<1x8xf32>
  %9 = onnx.Div(%x, %8) : (tensor<8x8xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>
  %10 = onnx.Mul(%9, %w) : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>

  %11 = onnx.ReduceSum(%s, %last) : (tensor<8x8xf32>, tensor<1xi64>) -> tensor<8x1xf32>
  %12 = onnx.Add(%11, %eps) : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
  %13 = onnx.Sqrt(%12) : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %14 = onnx.Div(%x, %13) : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %15 = onnx.Mul(%14, %w) : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>

  %16 = onnx.Mul(%d, %d) : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  %17 = onnx.ReduceMean(%16, %last) : (tensor<8x8xf64>, tensor<1xi64>) -> tensor<8x1xf64>
  %18 = onnx.Add(%17, %deps) : (tensor<8x1xf64>, tensor<f64>) -> tensor<8x1xf64>
  %19 = onnx.Sqrt(%18) : (tensor<8x1xf64>) -> tensor<8x1xf64>
  %20 = onnx.Div(%d, %19) : (tensor<8x8xf64>, tensor<8x1xf64>) -> tensor<8x8xf64>
  %21 = onnx.Mul(%20, %v) : (tensor<8x8xf64>, tensor<8xf64>) -> tensor<8x8xf64>

  %22 = onnx.ReduceMean(%s, %last) : (tensor<8x8xf32>, tensor<1xi64>) -> tensor<8x1xf32>
  %23 = onnx.Add(%22, %eps) : (tensor<8x1xf32>, tensor<f32>) -> tensor<8x1xf32>
  %24 = onnx.Sqrt(%23) : (tensor<8x1xf32>) -> tensor<8x1xf32>
  %25 = onnx.Div(%x, %24) : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  %26 = onnx.Mul(%25, %w) : (tensor<8x8xf32>, tensor<8xf32>) -> tensor<8x8xf32>
  %27 = onnx.Mul(%25, %c) : (tensor<8x8xf32>, tensor<8x1xf32>) -> tensor<8x8xf32>
  return %5, %10, %15, %21, %25, %26, %27 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf64>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// The tables repeat their columns, so that half of them is enough; the batch
// comes from the input that has it.
module attributes {onnx.opset = 23 : i64} {
// CHECK-LABEL: func.func @rotary(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x?x8xf32, #sym.dims<b, s>>, %[[A:.*]]: tensor<1x?x4xf32, #sym.dims<s>>
// CHECK-DAG: %[[BATCH:.*]] = onnx.Shape(%[[X]]) {end = 1 : i64}
// CHECK-DAG: %[[COS:.*]] = onnx.Cos(%[[A]])
// CHECK-DAG: %[[SIN:.*]] = onnx.Sin(%[[A]])
// CHECK-DAG: %[[C:.*]] = onnx.Expand(%[[COS]], %{{.*}}) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<b, s>>
// CHECK-DAG: %[[S:.*]] = onnx.Expand(%[[SIN]], %{{.*}}) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<b, s>>
// CHECK: %[[R:.*]] = onnx.RotaryEmbedding(%[[X]], %[[C]], %[[S]], %{{.*}}) :
// CHECK: return %[[R]]
func.func @rotary(%x: tensor<?x4x?x8xf32, #sym.dims<b, s>>, %a: tensor<1x?x4xf32, #sym.dims<s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>> {
  %axis = onnx.Constant dense<1> : tensor<1xi64>
  %parts = onnx.Constant dense<4> : tensor<2xi64>
  %0 = onnx.Concat(%a, %a) {axis = 2 : i64} : (tensor<1x?x4xf32, #sym.dims<s>>, tensor<1x?x4xf32, #sym.dims<s>>) -> tensor<1x?x8xf32, #sym.dims<s>>
  %1 = onnx.Cos(%0) : (tensor<1x?x8xf32, #sym.dims<s>>) -> tensor<1x?x8xf32, #sym.dims<s>>
  %2 = onnx.Sin(%0) : (tensor<1x?x8xf32, #sym.dims<s>>) -> tensor<1x?x8xf32, #sym.dims<s>>
  %cos = onnx.Unsqueeze(%1, %axis) : (tensor<1x?x8xf32, #sym.dims<s>>, tensor<1xi64>) -> tensor<1x1x?x8xf32, #sym.dims<s>>
  %sin = onnx.Unsqueeze(%2, %axis) : (tensor<1x?x8xf32, #sym.dims<s>>, tensor<1xi64>) -> tensor<1x1x?x8xf32, #sym.dims<s>>
  %3 = onnx.Mul(%x, %cos) : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<1x1x?x8xf32, #sym.dims<s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  %4:2 = onnx.Split(%x, %parts) {axis = 3 : i64} : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<2xi64>) -> (tensor<?x4x?x4xf32, #sym.dims<b, s>>, tensor<?x4x?x4xf32, #sym.dims<b, s>>)
  %5 = onnx.Neg(%4#1) : (tensor<?x4x?x4xf32, #sym.dims<b, s>>) -> tensor<?x4x?x4xf32, #sym.dims<b, s>>
  %6 = onnx.Concat(%5, %4#0) {axis = 3 : i64} : (tensor<?x4x?x4xf32, #sym.dims<b, s>>, tensor<?x4x?x4xf32, #sym.dims<b, s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  %7 = onnx.Mul(%6, %sin) : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<1x1x?x8xf32, #sym.dims<s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  %8 = onnx.Add(%3, %7) : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<?x4x?x8xf32, #sym.dims<b, s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  return %8 : tensor<?x4x?x8xf32, #sym.dims<b, s>>
}
}

// -----

// Tables of each row of the batch: the dimension of the heads is removed.
module attributes {onnx.opset = 23 : i64} {
// CHECK-LABEL: func.func @rotary_of_batch(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x?x8xf32, #sym.dims<b, s>>, %[[A:.*]]: tensor<?x1x?x4xf32, #sym.dims<b, s>>)
// CHECK-DAG: %[[COS:.*]] = onnx.Cos(%[[A]])
// CHECK-DAG: %[[SIN:.*]] = onnx.Sin(%[[A]])
// CHECK-DAG: %[[C:.*]] = onnx.Squeeze(%[[COS]], %{{.*}}) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<b, s>>
// CHECK-DAG: %[[S:.*]] = onnx.Squeeze(%[[SIN]], %{{.*}}) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<b, s>>
// CHECK: onnx.RotaryEmbedding(%[[X]], %[[C]], %[[S]], %{{.*}}) :
func.func @rotary_of_batch(%x: tensor<?x4x?x8xf32, #sym.dims<b, s>>, %a: tensor<?x1x?x4xf32, #sym.dims<b, s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>> {
  %parts = onnx.Constant dense<4> : tensor<2xi64>
  %0 = onnx.Concat(%a, %a) {axis = 3 : i64} : (tensor<?x1x?x4xf32, #sym.dims<b, s>>, tensor<?x1x?x4xf32, #sym.dims<b, s>>) -> tensor<?x1x?x8xf32, #sym.dims<b, s>>
  %cos = onnx.Cos(%0) : (tensor<?x1x?x8xf32, #sym.dims<b, s>>) -> tensor<?x1x?x8xf32, #sym.dims<b, s>>
  %sin = onnx.Sin(%0) : (tensor<?x1x?x8xf32, #sym.dims<b, s>>) -> tensor<?x1x?x8xf32, #sym.dims<b, s>>
  %1 = onnx.Mul(%x, %cos) : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<?x1x?x8xf32, #sym.dims<b, s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  %2:2 = onnx.Split(%x, %parts) {axis = 3 : i64} : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<2xi64>) -> (tensor<?x4x?x4xf32, #sym.dims<b, s>>, tensor<?x4x?x4xf32, #sym.dims<b, s>>)
  %3 = onnx.Neg(%2#1) : (tensor<?x4x?x4xf32, #sym.dims<b, s>>) -> tensor<?x4x?x4xf32, #sym.dims<b, s>>
  %4 = onnx.Concat(%3, %2#0) {axis = 3 : i64} : (tensor<?x4x?x4xf32, #sym.dims<b, s>>, tensor<?x4x?x4xf32, #sym.dims<b, s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  %5 = onnx.Mul(%4, %sin) : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<?x1x?x8xf32, #sym.dims<b, s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  %6 = onnx.Add(%1, %5) : (tensor<?x4x?x8xf32, #sym.dims<b, s>>, tensor<?x4x?x8xf32, #sym.dims<b, s>>) -> tensor<?x4x?x8xf32, #sym.dims<b, s>>
  return %6 : tensor<?x4x?x8xf32, #sym.dims<b, s>>
}
}

// -----

// Halves in the other order, tables whose halves differ, tables of each head.
module attributes {onnx.opset = 23 : i64} {
// CHECK-LABEL: func.func @no_rotary(
// CHECK-NOT: onnx.RotaryEmbedding
// CHECK: return
func.func @no_rotary(%x: tensor<2x4x3x8xf32>, %a: tensor<2x1x3x4xf32>, %d: tensor<2x1x3x4xf32>, %h: tensor<2x4x3x4xf32>) -> (tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>) {
  %parts = onnx.Constant dense<4> : tensor<2xi64>
  %0 = onnx.Concat(%a, %a) {axis = 3 : i64} : (tensor<2x1x3x4xf32>, tensor<2x1x3x4xf32>) -> tensor<2x1x3x8xf32>
  %cos = onnx.Cos(%0) : (tensor<2x1x3x8xf32>) -> tensor<2x1x3x8xf32>
  %sin = onnx.Sin(%0) : (tensor<2x1x3x8xf32>) -> tensor<2x1x3x8xf32>
  %1:2 = onnx.Split(%x, %parts) {axis = 3 : i64} : (tensor<2x4x3x8xf32>, tensor<2xi64>) -> (tensor<2x4x3x4xf32>, tensor<2x4x3x4xf32>)
  %2 = onnx.Neg(%1#0) : (tensor<2x4x3x4xf32>) -> tensor<2x4x3x4xf32>
  %3 = onnx.Concat(%1#1, %2) {axis = 3 : i64} : (tensor<2x4x3x4xf32>, tensor<2x4x3x4xf32>) -> tensor<2x4x3x8xf32>
  %4 = onnx.Mul(%3, %sin) : (tensor<2x4x3x8xf32>, tensor<2x1x3x8xf32>) -> tensor<2x4x3x8xf32>
  %5 = onnx.Mul(%x, %cos) : (tensor<2x4x3x8xf32>, tensor<2x1x3x8xf32>) -> tensor<2x4x3x8xf32>
  %6 = onnx.Add(%5, %4) : (tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>) -> tensor<2x4x3x8xf32>

  %7 = onnx.Concat(%a, %d) {axis = 3 : i64} : (tensor<2x1x3x4xf32>, tensor<2x1x3x4xf32>) -> tensor<2x1x3x8xf32>
  %8 = onnx.Sin(%7) : (tensor<2x1x3x8xf32>) -> tensor<2x1x3x8xf32>
  %9 = onnx.Neg(%1#1) : (tensor<2x4x3x4xf32>) -> tensor<2x4x3x4xf32>
  %10 = onnx.Concat(%9, %1#0) {axis = 3 : i64} : (tensor<2x4x3x4xf32>, tensor<2x4x3x4xf32>) -> tensor<2x4x3x8xf32>
  %11 = onnx.Mul(%10, %8) : (tensor<2x4x3x8xf32>, tensor<2x1x3x8xf32>) -> tensor<2x4x3x8xf32>
  %12 = onnx.Mul(%x, %cos) : (tensor<2x4x3x8xf32>, tensor<2x1x3x8xf32>) -> tensor<2x4x3x8xf32>
  %13 = onnx.Add(%12, %11) : (tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>) -> tensor<2x4x3x8xf32>

  %14 = onnx.Concat(%h, %h) {axis = 3 : i64} : (tensor<2x4x3x4xf32>, tensor<2x4x3x4xf32>) -> tensor<2x4x3x8xf32>
  %15 = onnx.Sin(%14) : (tensor<2x4x3x8xf32>) -> tensor<2x4x3x8xf32>
  %16 = onnx.Cos(%14) : (tensor<2x4x3x8xf32>) -> tensor<2x4x3x8xf32>
  %17 = onnx.Neg(%1#1) : (tensor<2x4x3x4xf32>) -> tensor<2x4x3x4xf32>
  %18 = onnx.Concat(%17, %1#0) {axis = 3 : i64} : (tensor<2x4x3x4xf32>, tensor<2x4x3x4xf32>) -> tensor<2x4x3x8xf32>
  %19 = onnx.Mul(%18, %15) : (tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>) -> tensor<2x4x3x8xf32>
  %20 = onnx.Mul(%x, %16) : (tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>) -> tensor<2x4x3x8xf32>
  %21 = onnx.Add(%20, %19) : (tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>) -> tensor<2x4x3x8xf32>
  return %6, %13, %21 : tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>, tensor<2x4x3x8xf32>
}
}

// -----

// Attention takes what the projections give; keys of shared heads as they are.
// CHECK-LABEL: func.func @attention(
// CHECK-SAME: %[[Q:.*]]: tensor<?x5x32xf32, #sym.dims<b>>, %[[K:.*]]: tensor<?x5x16xf32, #sym.dims<b>>, %[[V:.*]]: tensor<?x5x16xf32, #sym.dims<b>>
// CHECK: %[[R:Y[_0-9]*]], {{.*}} = onnx.Attention(%[[Q]], %[[K]], %[[V]], {{.*}}) {kv_num_heads = 2 : i64, q_num_heads = 4 : i64, scale = 5.000000e-01 : f32}
// CHECK: return %[[R]]
func.func @attention(%q: tensor<?x5x32xf32, #sym.dims<b>>, %k: tensor<?x5x16xf32, #sym.dims<b>>, %v: tensor<?x5x16xf32, #sym.dims<b>>) -> tensor<?x5x32xf32, #sym.dims<b>> {
  %none = onnx.NoValue() : () -> none
  %four = onnx.Constant dense<[-1, 5, 4, 8]> : tensor<4xi64>
  %two = onnx.Constant dense<[-1, 5, 2, 8]> : tensor<4xi64>
  %one = onnx.Constant dense<[-1, 2, 1, 5, 8]> : tensor<5xi64>
  %wide = onnx.Constant dense<[1, 1, 2, 1, 1]> : tensor<5xi64>
  %heads = onnx.Constant dense<[-1, 4, 5, 8]> : tensor<4xi64>
  %flat = onnx.Constant dense<[-1, 5, 32]> : tensor<3xi64>
  %0 = onnx.Reshape(%q, %four) : (tensor<?x5x32xf32, #sym.dims<b>>, tensor<4xi64>) -> tensor<?x5x4x8xf32, #sym.dims<b>>
  %1 = onnx.Transpose(%0) {perm = array<i64: 0, 2, 1, 3>} : (tensor<?x5x4x8xf32, #sym.dims<b>>) -> tensor<?x4x5x8xf32, #sym.dims<b>>
  %2 = onnx.Reshape(%k, %two) : (tensor<?x5x16xf32, #sym.dims<b>>, tensor<4xi64>) -> tensor<?x5x2x8xf32, #sym.dims<b>>
  %3 = onnx.Transpose(%2) {perm = array<i64: 0, 2, 1, 3>} : (tensor<?x5x2x8xf32, #sym.dims<b>>) -> tensor<?x2x5x8xf32, #sym.dims<b>>
  %4 = onnx.Reshape(%3, %one) : (tensor<?x2x5x8xf32, #sym.dims<b>>, tensor<5xi64>) -> tensor<?x2x1x5x8xf32, #sym.dims<b>>
  %5 = onnx.Expand(%4, %wide) : (tensor<?x2x1x5x8xf32, #sym.dims<b>>, tensor<5xi64>) -> tensor<?x2x2x5x8xf32, #sym.dims<b>>
  %6 = onnx.Reshape(%5, %heads) : (tensor<?x2x2x5x8xf32, #sym.dims<b>>, tensor<4xi64>) -> tensor<?x4x5x8xf32, #sym.dims<b>>
  %7 = onnx.Reshape(%v, %two) : (tensor<?x5x16xf32, #sym.dims<b>>, tensor<4xi64>) -> tensor<?x5x2x8xf32, #sym.dims<b>>
  %8 = onnx.Transpose(%7) {perm = array<i64: 0, 2, 1, 3>} : (tensor<?x5x2x8xf32, #sym.dims<b>>) -> tensor<?x2x5x8xf32, #sym.dims<b>>
  %9 = onnx.Reshape(%8, %one) : (tensor<?x2x5x8xf32, #sym.dims<b>>, tensor<5xi64>) -> tensor<?x2x1x5x8xf32, #sym.dims<b>>
  %10 = onnx.Expand(%9, %wide) : (tensor<?x2x1x5x8xf32, #sym.dims<b>>, tensor<5xi64>) -> tensor<?x2x2x5x8xf32, #sym.dims<b>>
  %11 = onnx.Reshape(%10, %heads) : (tensor<?x2x2x5x8xf32, #sym.dims<b>>, tensor<4xi64>) -> tensor<?x4x5x8xf32, #sym.dims<b>>
  %12:4 = onnx.Attention(%1, %6, %11, %none, %none, %none, %none) {scale = 0.5 : f32} : (tensor<?x4x5x8xf32, #sym.dims<b>>, tensor<?x4x5x8xf32, #sym.dims<b>>, tensor<?x4x5x8xf32, #sym.dims<b>>, none, none, none, none) -> (tensor<?x4x5x8xf32, #sym.dims<b>>, none, none, none)
  %13 = onnx.Transpose(%12#0) {perm = array<i64: 0, 2, 1, 3>} : (tensor<?x4x5x8xf32, #sym.dims<b>>) -> tensor<?x5x4x8xf32, #sym.dims<b>>
  %14 = onnx.Reshape(%13, %flat) : (tensor<?x5x4x8xf32, #sym.dims<b>>, tensor<3xi64>) -> tensor<?x5x32xf32, #sym.dims<b>>
  return %14 : tensor<?x5x32xf32, #sym.dims<b>>
}

// -----

// Heads that are repeated one after the other (not each in succession), keys
// that are shared and values that are not, a result that is used as it is.
// CHECK-LABEL: func.func @no_sharing(
// CHECK-COUNT-2: onnx.Attention({{.*}}) {scale = {{.*}} : f32} : (tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>,
// CHECK: return
func.func @no_sharing(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x5x8xf32>, %v: tensor<2x4x5x8xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>) {
  %none = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<[2, 2, 1, 5, 8]> : tensor<5xi64>
  %wide = onnx.Constant dense<[1, 1, 2, 1, 1]> : tensor<5xi64>
  %heads = onnx.Constant dense<[2, 4, 5, 8]> : tensor<4xi64>
  %before = onnx.Constant dense<[2, 1, 2, 5, 8]> : tensor<5xi64>
  %groups = onnx.Constant dense<[1, 2, 1, 1, 1]> : tensor<5xi64>
  %0 = onnx.Reshape(%k, %one) : (tensor<2x2x5x8xf32>, tensor<5xi64>) -> tensor<2x2x1x5x8xf32>
  %1 = onnx.Expand(%0, %wide) : (tensor<2x2x1x5x8xf32>, tensor<5xi64>) -> tensor<2x2x2x5x8xf32>
  %2 = onnx.Reshape(%1, %heads) : (tensor<2x2x2x5x8xf32>, tensor<4xi64>) -> tensor<2x4x5x8xf32>
  %3:4 = onnx.Attention(%q, %2, %v, %none, %none, %none, %none) {scale = 0.5 : f32} : (tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, none, none, none, none) -> (tensor<2x4x5x8xf32>, none, none, none)
  %4 = onnx.Reshape(%k, %before) : (tensor<2x2x5x8xf32>, tensor<5xi64>) -> tensor<2x1x2x5x8xf32>
  %5 = onnx.Expand(%4, %groups) : (tensor<2x1x2x5x8xf32>, tensor<5xi64>) -> tensor<2x2x2x5x8xf32>
  %6 = onnx.Reshape(%5, %heads) : (tensor<2x2x2x5x8xf32>, tensor<4xi64>) -> tensor<2x4x5x8xf32>
  %7:4 = onnx.Attention(%q, %6, %6, %none, %none, %none, %none) {scale = 0.5 : f32} : (tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, none, none, none, none) -> (tensor<2x4x5x8xf32>, none, none, none)
  return %3#0, %7#0 : tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>
}
