// RUN: torch-onnx-opt --onnx-simplify %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-simplify=weights-mode=reference %s | FileCheck %s --check-prefix=REF

// CHECK-LABEL: func.func @gemm(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32, #sym.dims<n>>, %[[W:.*]]: tensor<3x4xf32>, %[[V:.*]]: tensor<4x3xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK: %[[A:.*]] = onnx.Gemm(%[[X]], %[[W]], %[[B]]) :
// CHECK: %[[C:.*]] = onnx.Gemm(%[[X]], %[[V]], %[[B]]) {transB = 1 : i64}
// CHECK: return %[[A]], %[[C]]
func.func @gemm(%x: tensor<?x3xf32, #sym.dims<n>>, %w: tensor<3x4xf32>, %v: tensor<4x3xf32>, %b: tensor<4xf32>)
    -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>) {
  %0 = onnx.MatMul(%x, %w) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3x4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  %1 = onnx.Add(%b, %0) : (tensor<4xf32>, tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  %t = onnx.Transpose(%v) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %2 = onnx.MatMul(%x, %t) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3x4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  %3 = onnx.Add(%2, %b) : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %1, %3 : tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<n>>
}

// A product of nothing: kernels of Gemm forget the bias then. And statistics that
// somebody reads stay.

// CHECK-LABEL: func.func @nothing_to_sum
// CHECK-NOT: onnx.Gemm
// CHECK: return
// REF-LABEL: func.func @nothing_to_sum
func.func @nothing_to_sum(%x: tensor<2x0xf32>, %w: tensor<0x4xf32>, %y: tensor<2x?xf32, #sym.dims<maybe_zero>>, %z: tensor<?x4xf32, #sym.dims<maybe_zero>>, %b: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %0 = onnx.MatMul(%x, %w) : (tensor<2x0xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
  %1 = onnx.Add(%0, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = onnx.MatMul(%y, %z) : (tensor<2x?xf32, #sym.dims<maybe_zero>>, tensor<?x4xf32, #sym.dims<maybe_zero>>) -> tensor<2x4xf32>
  %3 = onnx.Add(%2, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %1, %3 : tensor<2x4xf32>, tensor<2x4xf32>
}

// CHECK-LABEL: func.func @statistics
// CHECK: onnx.BatchNormalization
func.func @statistics(%x: tensor<1x3x8x8xf32>) -> (tensor<1x2x8x8xf32>, tensor<2xf32>) {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<2x3x1x1xf32>
  %s = onnx.Constant dense<[4.0, 1.0]> : tensor<2xf32>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Conv(%x, %w, %none) {kernel_shape = array<i64: 1, 1>} : (tensor<1x3x8x8xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x8x8xf32>
  %1:3 = onnx.BatchNormalization(%0, %s, %s, %s, %s) {training_mode = 1 : i64} : (tensor<1x2x8x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8x8xf32>, tensor<2xf32>, none)
  return %1#0, %1#1 : tensor<1x2x8x8xf32>, tensor<2xf32>
}

// A product with other users, a batch, integers, a bias that may broadcast the
// product.

// CHECK-LABEL: func.func @no_gemm
// CHECK-NOT: onnx.Gemm
// CHECK: return
func.func @no_gemm(%x: tensor<1x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>, %y: tensor<2x1x3xf32>,
                   %i: tensor<3x3xi32>, %c: tensor<2x4xf32>, %u: tensor<?x4xf32>)
    -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<2x1x4xf32>, tensor<3x3xi32>, tensor<2x4xf32>, tensor<?x4xf32>) {
  %0 = onnx.MatMul(%x, %w) : (tensor<1x3xf32>, tensor<3x4xf32>) -> tensor<1x4xf32>
  %1 = onnx.Add(%0, %b) : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %2 = onnx.MatMul(%y, %w) : (tensor<2x1x3xf32>, tensor<3x4xf32>) -> tensor<2x1x4xf32>
  %3 = onnx.Add(%2, %b) : (tensor<2x1x4xf32>, tensor<4xf32>) -> tensor<2x1x4xf32>
  %4 = onnx.MatMul(%i, %i) : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32>
  %5 = onnx.Add(%4, %i) : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi32>
  %6 = onnx.MatMul(%x, %w) : (tensor<1x3xf32>, tensor<3x4xf32>) -> tensor<1x4xf32>
  %7 = onnx.Add(%6, %c) : (tensor<1x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %8 = onnx.MatMul(%x, %w) : (tensor<1x3xf32>, tensor<3x4xf32>) -> tensor<1x4xf32>
  %9 = onnx.Add(%8, %u) : (tensor<1x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0, %1, %3, %5, %7, %9 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<2x1x4xf32>, tensor<3x3xi32>, tensor<2x4xf32>, tensor<?x4xf32>
}

// scale / sqrt(var + 0) = [1, 2]; b' = beta - mean * s = [9, 16].

// CHECK-LABEL: func.func @batch_norm(
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8x8xf32>
// CHECK-DAG: %[[W:.*]] = onnx.Constant {name = "w"} #weight.expr<mul, [#weight.file<"m.pt2", offset = 0> : tensor<2x3x1x1xf32>, dense<{{.*}}1.000000e+00{{.*}}2.000000e+00{{.*}}> : tensor<2x1x1x1xf32>]> : tensor<2x3x1x1xf32>
// CHECK-DAG: %[[B:.*]] = onnx.Constant {name = "beta"} dense<[9.000000e+00, 1.600000e+01]> : tensor<2xf32>
// CHECK: %[[R:.*]] = onnx.Conv(%[[X]], %[[W]], %[[B]]) {kernel_shape = array<i64: 1, 1>}
// CHECK: return %[[R]]
// REF-LABEL: func.func @batch_norm(
// REF: onnx.Conv
// REF: onnx.BatchNormalization
func.func @batch_norm(%x: tensor<1x3x8x8xf32>) -> tensor<1x2x8x8xf32> {
  %w = onnx.Constant {name = "w"} #weight.file<"m.pt2", offset = 0> : tensor<2x3x1x1xf32>
  %scale = onnx.Constant dense<[2.0, 2.0]> : tensor<2xf32>
  %beta = onnx.Constant {name = "beta"} dense<[10.0, 20.0]> : tensor<2xf32>
  %mean = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32>
  %var = onnx.Constant dense<[4.0, 1.0]> : tensor<2xf32>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Conv(%x, %w, %none) {kernel_shape = array<i64: 1, 1>} : (tensor<1x3x8x8xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x8x8xf32>
  %1:3 = onnx.BatchNormalization(%0, %scale, %beta, %mean, %var) {epsilon = 0.0 : f32}
      : (tensor<1x2x8x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8x8xf32>, none, none)
  return %1#0 : tensor<1x2x8x8xf32>
}

// Two groups of one output channel each: the factor follows the input channel.

// CHECK-LABEL: func.func @transposed(
// CHECK: #weight.expr<mul, [#weight.file<"m.pt2", offset = 0> : tensor<4x1x1xf32>, dense<{{.*}}1.000000e+00{{.*}}1.000000e+00{{.*}}2.000000e+00{{.*}}2.000000e+00{{.*}}> : tensor<4x1x1xf32>]>
// CHECK-NOT: BatchNormalization
func.func @transposed(%x: tensor<1x4x8xf32>) -> tensor<1x2x8xf32> {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<4x1x1xf32>
  %b = onnx.Constant dense<[1.0, 1.0]> : tensor<2xf32>
  %scale = onnx.Constant dense<[2.0, 2.0]> : tensor<2xf32>
  %var = onnx.Constant dense<[4.0, 1.0]> : tensor<2xf32>
  %0 = onnx.ConvTranspose(%x, %w, %b) {group = 2 : i64} : (tensor<1x4x8xf32>, tensor<4x1x1xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %1:3 = onnx.BatchNormalization(%0, %scale, %b, %b, %var) {epsilon = 0.0 : f32}
      : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  return %1#0 : tensor<1x2x8xf32>
}

// A result with other users, a shared weight, training, a variance of zero,
// statistics that are computed.

// CHECK-LABEL: func.func @no_batch_norm(
// CHECK-COUNT-5: onnx.BatchNormalization
func.func @no_batch_norm(%x: tensor<1x2x8xf32>, %v: tensor<2xf32>)
    -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>) {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<2x2x1xf32>
  %shared = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<2x2x1xf32>
  %w2 = onnx.Constant #weight.file<"m.pt2", offset = 128> : tensor<2x2x1xf32>
  %w3 = onnx.Constant #weight.file<"m.pt2", offset = 192> : tensor<2x2x1xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32>
  %zero = onnx.Constant dense<0.0> : tensor<2xf32>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %1:3 = onnx.BatchNormalization(%0, %one, %zero, %zero, %one) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  %2 = onnx.Conv(%x, %shared, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %3:3 = onnx.BatchNormalization(%2, %one, %zero, %zero, %one) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  %4 = onnx.Conv(%1#0, %shared, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %5:3 = onnx.BatchNormalization(%4, %one, %zero, %zero, %one) {training_mode = 1 : i64} : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>)
  %6 = onnx.Conv(%x, %w2, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %7:3 = onnx.BatchNormalization(%6, %one, %zero, %zero, %zero) {epsilon = 0.0 : f32} : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  %8 = onnx.Conv(%x, %w3, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %9:3 = onnx.BatchNormalization(%8, %one, %zero, %zero, %v) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  return %0, %1#0, %3#0, %5#0, %7#0, %9#0 : tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>
}

// CHECK-LABEL: func.func @conv_add(
// CHECK: %[[B:.*]] = onnx.Constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK: onnx.Conv(%{{.*}}, %{{.*}}, %[[B]])
// CHECK: onnx.Conv
// CHECK-NEXT: onnx.Add
func.func @conv_add(%x: tensor<1x2x8xf32>, %w: tensor<2x2x1xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>) {
  %none = onnx.NoValue() : () -> none
  %c = onnx.Constant dense<[[[1.0], [2.0]]]> : tensor<1x2x1xf32>
  %d = onnx.Constant dense<0.5> : tensor<8xf32>
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %1 = onnx.Add(%c, %0) : (tensor<1x2x1xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  // For each position, not for each channel.
  %2 = onnx.Conv(%x, %w, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %3 = onnx.Add(%2, %d) : (tensor<1x2x8xf32>, tensor<8xf32>) -> tensor<1x2x8xf32>
  return %1, %3 : tensor<1x2x8xf32>, tensor<1x2x8xf32>
}

// The summand becomes part of a bias: 1.5 + 2 and -0.5 + 2.

// CHECK-LABEL: func.func @bias_add(
// CHECK: %[[C:.*]] = onnx.Constant dense<[3.500000e+00, 1.500000e+00]> : tensor<2xf32>
// CHECK: onnx.Conv(%{{.*}}, %{{.*}}, %[[C]])
// CHECK: %[[D:.*]] = onnx.Constant dense<2.000000e+00> : tensor<2xf32>
// CHECK: onnx.ConvTranspose(%{{.*}}, %{{.*}}, %[[D]])
// CHECK: %[[E:.*]] = onnx.Constant dense<[3.500000e+00, 1.500000e+00]> : tensor<2xf32>
// CHECK: onnx.Gemm(%{{.*}}, %{{.*}}, %[[E]])
// CHECK-NOT: onnx.Add
// REF-LABEL: func.func @bias_add(
// REF-COUNT-3: onnx.Add
func.func @bias_add(%x: tensor<1x2x8xf32>, %w: tensor<2x2x1xf32>, %m: tensor<3x2xf32>, %n: tensor<2x2xf32>) -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<3x2xf32>) {
  %none = onnx.NoValue() : () -> none
  %b = onnx.Constant dense<[1.5, -0.5]> : tensor<2xf32>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %c = onnx.Constant dense<2.0> : tensor<1x2x1xf32>
  %0 = onnx.Conv(%x, %w, %b) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %1 = onnx.Add(%0, %c) : (tensor<1x2x8xf32>, tensor<1x2x1xf32>) -> tensor<1x2x8xf32>
  %2 = onnx.ConvTranspose(%x, %w, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %3 = onnx.Add(%two, %2) : (tensor<f32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %4 = onnx.Gemm(%m, %n, %b) : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %5 = onnx.Add(%4, %two) : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  return %1, %3, %5 : tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<3x2xf32>
}

// A bias that is no constant, a sum that overflows, a result that others read, a
// bias for each row, integers.

// CHECK-LABEL: func.func @no_bias_add(
// CHECK-COUNT-5: onnx.Add
func.func @no_bias_add(%x: tensor<1x2x8xf32>, %w: tensor<2x2x1xf32>, %b: tensor<2xf32>, %m: tensor<2x2xf32>, %i: tensor<2x2xi32>)
    -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<2x2xf32>, tensor<2x2xi32>) {
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %large = onnx.Constant dense<3.0e+38> : tensor<2xf32>
  %more = onnx.Constant dense<3.0e+38> : tensor<f32>
  %rows = onnx.Constant dense<[[1.5], [-0.5]]> : tensor<2x1xf32>
  %j = onnx.Constant dense<2147483647> : tensor<2xi32>
  %one = onnx.Constant dense<1> : tensor<i32>
  %0 = onnx.Conv(%x, %w, %b) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %1 = onnx.Add(%0, %two) : (tensor<1x2x8xf32>, tensor<f32>) -> tensor<1x2x8xf32>
  %2 = onnx.Conv(%x, %w, %large) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %3 = onnx.Add(%2, %more) : (tensor<1x2x8xf32>, tensor<f32>) -> tensor<1x2x8xf32>
  %4 = onnx.ConvTranspose(%x, %w, %large) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %5 = onnx.Add(%4, %two) : (tensor<1x2x8xf32>, tensor<f32>) -> tensor<1x2x8xf32>
  %6 = onnx.Gemm(%m, %m, %rows) : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %7 = onnx.Add(%6, %two) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = onnx.Gemm(%i, %i, %j) : (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2xi32>) -> tensor<2x2xi32>
  %9 = onnx.Add(%8, %one) : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  return %1, %3, %4, %5, %7, %9 : tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<2x2xf32>, tensor<2x2xi32>
}

// CHECK-LABEL: func.func @pads(
// CHECK-SAME: %[[X:.*]]: tensor<1x2x8xf32>
// CHECK: onnx.Conv(%[[X]], {{.*}}) {pads = array<i64: 2, 3>}
// CHECK: onnx.AveragePool(%[[X]]) {count_include_pad = 1 : i64, kernel_shape = array<i64: 3>, pads = array<i64: 1, 2>}
// CHECK: onnx.MaxPool(%[[X]]) {kernel_shape = array<i64: 3>, pads = array<i64: 1, 2>}
func.func @pads(%x: tensor<1x2x8xf32>, %w: tensor<2x2x1xf32>) -> (tensor<1x2x13xf32>, tensor<1x2x9xf32>, tensor<1x2x9xf32>) {
  %none = onnx.NoValue() : () -> none
  %p = onnx.Constant dense<[0, 0, 1, 0, 0, 2]> : tensor<6xi64>
  %inf = onnx.Constant dense<0xFF800000> : tensor<f32>
  %0 = onnx.Pad(%x, %p, %none, %none) : (tensor<1x2x8xf32>, tensor<6xi64>, none, none) -> tensor<1x2x11xf32>
  %1 = onnx.Conv(%0, %w, %none) {pads = array<i64: 1, 1>} : (tensor<1x2x11xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x13xf32>
  %2 = onnx.Pad(%x, %p, %none, %none) : (tensor<1x2x8xf32>, tensor<6xi64>, none, none) -> tensor<1x2x11xf32>
  %3 = onnx.AveragePool(%2) {kernel_shape = array<i64: 3>} : (tensor<1x2x11xf32>) -> tensor<1x2x9xf32>
  %4 = onnx.Pad(%x, %p, %inf, %none) : (tensor<1x2x8xf32>, tensor<6xi64>, tensor<f32>, none) -> tensor<1x2x11xf32>
  %5:2 = onnx.MaxPool(%4) {kernel_shape = array<i64: 3>} : (tensor<1x2x11xf32>) -> (tensor<1x2x9xf32>, none)
  return %1, %3, %5#0 : tensor<1x2x13xf32>, tensor<1x2x9xf32>, tensor<1x2x9xf32>
}

// Crops, channels, other fillers and modes, other users, windows of padding.

// CHECK-LABEL: func.func @no_pads(
// CHECK: onnx.Pad
// CHECK-NEXT: onnx.Conv
// CHECK: onnx.Pad
// CHECK-NEXT: onnx.Conv
// CHECK: onnx.Pad
// CHECK-NEXT: onnx.Conv
// CHECK: onnx.Pad
// CHECK-NEXT: onnx.Conv
// CHECK: onnx.Pad
// CHECK-NEXT: onnx.MaxPool
// CHECK-NEXT: onnx.AveragePool
func.func @no_pads(%x: tensor<1x2x8xf32>, %w: tensor<2x2x1xf32>, %v: tensor<2x4x1xf32>)
    -> (tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x9xf32>, tensor<1x2x9xf32>, tensor<1x2x7xf32>, tensor<1x2x7xf32>) {
  %none = onnx.NoValue() : () -> none
  %crop = onnx.Constant dense<[0, 0, 1, 0, 0, -1]> : tensor<6xi64>
  %channel = onnx.Constant dense<[0, 1, 0, 0, 1, 0]> : tensor<6xi64>
  %p = onnx.Constant dense<[0, 0, 1, 0, 0, 0]> : tensor<6xi64>
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %0 = onnx.Pad(%x, %crop, %none, %none) : (tensor<1x2x8xf32>, tensor<6xi64>, none, none) -> tensor<1x2x8xf32>
  %1 = onnx.Conv(%0, %w, %none) : (tensor<1x2x8xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x8xf32>
  %2 = onnx.Pad(%x, %channel, %none, %none) : (tensor<1x2x8xf32>, tensor<6xi64>, none, none) -> tensor<1x4x8xf32>
  %3 = onnx.Conv(%2, %v, %none) : (tensor<1x4x8xf32>, tensor<2x4x1xf32>, none) -> tensor<1x2x8xf32>
  %4 = onnx.Pad(%x, %p, %one, %none) : (tensor<1x2x8xf32>, tensor<6xi64>, tensor<f32>, none) -> tensor<1x2x9xf32>
  %5 = onnx.Conv(%4, %w, %none) : (tensor<1x2x9xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x9xf32>
  %6 = onnx.Pad(%x, %p, %none, %none) {mode = "reflect"} : (tensor<1x2x8xf32>, tensor<6xi64>, none, none) -> tensor<1x2x9xf32>
  %7 = onnx.Conv(%6, %w, %none) : (tensor<1x2x9xf32>, tensor<2x2x1xf32>, none) -> tensor<1x2x9xf32>
  %8 = onnx.Pad(%x, %p, %none, %none) : (tensor<1x2x8xf32>, tensor<6xi64>, none, none) -> tensor<1x2x9xf32>
  %9:2 = onnx.MaxPool(%8) {kernel_shape = array<i64: 3>} : (tensor<1x2x9xf32>) -> (tensor<1x2x7xf32>, none)
  %10 = onnx.AveragePool(%8) {kernel_shape = array<i64: 3>} : (tensor<1x2x9xf32>) -> tensor<1x2x7xf32>
  return %1, %3, %5, %7, %9#0, %10 : tensor<1x2x8xf32>, tensor<1x2x8xf32>, tensor<1x2x9xf32>, tensor<1x2x9xf32>, tensor<1x2x7xf32>, tensor<1x2x7xf32>
}

// CHECK-LABEL: func.func @flat_gemm(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x3xf32, #sym.dims<b, s>>, %[[W:.*]]: tensor<3x4xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK: %[[P:.*]] = onnx.MatMul(%[[X]], %[[W]])
// CHECK: %[[R:.*]] = onnx.Add(%[[P]], %[[B]])
// CHECK: return %[[R]]
func.func @flat_gemm(%x: tensor<?x?x3xf32, #sym.dims<b, s>>, %w: tensor<3x4xf32>, %c: tensor<4xf32>, %back: tensor<3xi64>) -> tensor<?x?x4xf32, #sym.dims<b, s>> {
  %flat = onnx.Constant dense<[-1, 3]> : tensor<2xi64>
  %0 = onnx.Reshape(%x, %flat) : (tensor<?x?x3xf32, #sym.dims<b, s>>, tensor<2xi64>) -> tensor<?x3xf32, #sym.dims<b*s>>
  %1 = onnx.Gemm(%0, %w, %c) : (tensor<?x3xf32, #sym.dims<b*s>>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<b*s>>
  %2 = onnx.Reshape(%1, %back) {allowzero = 1 : i64} : (tensor<?x4xf32, #sym.dims<b*s>>, tensor<3xi64>) -> tensor<?x?x4xf32, #sym.dims<b, s>>
  return %2 : tensor<?x?x4xf32, #sym.dims<b, s>>
}

// Rows in another order; a factor; a bias for each row; other users; not known.

// CHECK-LABEL: func.func @no_flat_gemm(
// CHECK-NOT: onnx.MatMul
// CHECK: return
func.func @no_flat_gemm(%x: tensor<2x6x3xf32>, %w: tensor<3x4xf32>, %c: tensor<4xf32>, %rows: tensor<12x1xf32>, %u: tensor<?x?x3xf32>)
    -> (tensor<6x2x4xf32>, tensor<2x6x4xf32>, tensor<2x6x4xf32>, tensor<12x4xf32>, tensor<2x6x4xf32>, tensor<?x?x4xf32>) {
  %flat = onnx.Constant dense<[-1, 3]> : tensor<2xi64>
  %swapped = onnx.Constant dense<[6, 2, 4]> : tensor<3xi64>
  %back = onnx.Constant dense<[2, 6, 4]> : tensor<3xi64>
  %some = onnx.Constant dense<[2, -1, 4]> : tensor<3xi64>
  %0 = onnx.Reshape(%x, %flat) : (tensor<2x6x3xf32>, tensor<2xi64>) -> tensor<12x3xf32>
  %1 = onnx.Gemm(%0, %w, %c) : (tensor<12x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<12x4xf32>
  %2 = onnx.Reshape(%1, %swapped) : (tensor<12x4xf32>, tensor<3xi64>) -> tensor<6x2x4xf32>
  %3 = onnx.Gemm(%0, %w, %c) {alpha = 2.0 : f32} : (tensor<12x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<12x4xf32>
  %4 = onnx.Reshape(%3, %back) : (tensor<12x4xf32>, tensor<3xi64>) -> tensor<2x6x4xf32>
  %5 = onnx.Gemm(%0, %w, %rows) : (tensor<12x3xf32>, tensor<3x4xf32>, tensor<12x1xf32>) -> tensor<12x4xf32>
  %6 = onnx.Reshape(%5, %back) : (tensor<12x4xf32>, tensor<3xi64>) -> tensor<2x6x4xf32>
  %7 = onnx.Gemm(%0, %w, %c) : (tensor<12x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<12x4xf32>
  %8 = onnx.Reshape(%7, %back) : (tensor<12x4xf32>, tensor<3xi64>) -> tensor<2x6x4xf32>
  %9 = onnx.Reshape(%u, %flat) : (tensor<?x?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %10 = onnx.Gemm(%9, %w, %c) : (tensor<?x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  %11 = onnx.Reshape(%10, %some) : (tensor<?x4xf32>, tensor<3xi64>) -> tensor<?x?x4xf32>
  return %2, %4, %6, %7, %8, %11 : tensor<6x2x4xf32>, tensor<2x6x4xf32>, tensor<2x6x4xf32>, tensor<12x4xf32>, tensor<2x6x4xf32>, tensor<?x?x4xf32>
}

// CHECK-LABEL: func.func @gemm_norm(
// CHECK: onnx.Gemm({{.*}}) {transB = 1 : i64}
// CHECK-NOT: onnx.BatchNormalization
// CHECK: return
func.func @gemm_norm(%x: tensor<2x3xf32>) -> tensor<2x2xf32> {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<2x3xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32>
  %0 = onnx.Gemm(%x, %w, %one) {transB = 1 : i64} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %1:3 = onnx.BatchNormalization(%0, %one, %one, %one, %one) : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, none, none)
  return %1#0 : tensor<2x2xf32>
}

// A bias for each row; a factor.

// CHECK-LABEL: func.func @no_gemm_norm(
// CHECK-COUNT-2: onnx.BatchNormalization
func.func @no_gemm_norm(%x: tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<3x2xf32>
  %v = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<3x2xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32>
  %column = onnx.Constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %0 = onnx.Gemm(%x, %w, %column) : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
  %1:3 = onnx.BatchNormalization(%0, %one, %one, %one, %one) : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, none, none)
  %2 = onnx.Gemm(%x, %v, %one) {beta = 2.0 : f32} : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %3:3 = onnx.BatchNormalization(%2, %one, %one, %one, %one) : (tensor<2x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x2xf32>, none, none)
  return %1#0, %3#0 : tensor<2x2xf32>, tensor<2x2xf32>
}

// A factor for each channel, or for all of them, of an operator with a bias and
// of one without.

// CHECK-LABEL: func.func @scales(
// CHECK-DAG: %[[BIAS:.*]] = onnx.Constant dense<[2.000000e+00, 3.000000e+00]>
// CHECK-DAG: onnx.Constant #weight.expr<{{.*}}mul
// CHECK: onnx.Conv(%{{.*}}, %{{.*}}, %[[BIAS]])
// CHECK: onnx.Conv(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none)
// CHECK: onnx.Gemm
// CHECK-NOT: onnx.Mul
// REF-LABEL: func.func @scales(
// REF-COUNT-3: onnx.Mul
func.func @scales(%x: tensor<1x3x4x4xf32>, %y: tensor<5x3xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<5x2xf32>) {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<2x3x1x1xf32>
  %v = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<2x3x1x1xf32>
  %u = onnx.Constant #weight.file<"m.pt2", offset = 128> : tensor<3x2xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32>
  %scale = onnx.Constant dense<[[[2.0]], [[3.0]]]> : tensor<2x1x1xf32>
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %row = onnx.Constant dense<[[2.0, 3.0]]> : tensor<1x2xf32>
  %0 = onnx.Conv(%x, %w, %one) : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %1 = onnx.Mul(%scale, %0) : (tensor<2x1x1xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %2 = onnx.Conv(%x, %v, %none) : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %3 = onnx.Mul(%2, %half) : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %4 = onnx.Gemm(%y, %u, %one) : (tensor<5x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  %5 = onnx.Mul(%4, %row) : (tensor<5x2xf32>, tensor<1x2xf32>) -> tensor<5x2xf32>
  return %1, %3, %5 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<5x2xf32>
}

// A factor for each column of an image, one known only at run time, one of NaN;
// a product that others read; a weight that others read.

// CHECK-LABEL: func.func @no_scales(
// CHECK-COUNT-5: onnx.Mul
func.func @no_scales(%x: tensor<1x3x4x2xf32>, %s: tensor<2x1x1xf32>) -> (tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>) {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<2x3x1x1xf32>
  %v = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<2x3x1x1xf32>
  %u = onnx.Constant #weight.file<"m.pt2", offset = 128> : tensor<2x3x1x1xf32>
  %t = onnx.Constant #weight.file<"m.pt2", offset = 192> : tensor<2x3x1x1xf32>
  %columns = onnx.Constant dense<[2.0, 3.0]> : tensor<2xf32>
  %scale = onnx.Constant dense<[[[2.0]], [[3.0]]]> : tensor<2x1x1xf32>
  %nan = onnx.Constant dense<0x7FC00000> : tensor<f32>
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x3x4x2xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x2xf32>
  %1 = onnx.Mul(%0, %columns) : (tensor<1x2x4x2xf32>, tensor<2xf32>) -> tensor<1x2x4x2xf32>
  %2 = onnx.Conv(%x, %v, %none) : (tensor<1x3x4x2xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x2xf32>
  %3 = onnx.Mul(%2, %s) : (tensor<1x2x4x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x2xf32>
  %4 = onnx.Conv(%x, %u, %none) : (tensor<1x3x4x2xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x2xf32>
  %5 = onnx.Mul(%4, %nan) : (tensor<1x2x4x2xf32>, tensor<f32>) -> tensor<1x2x4x2xf32>
  %6 = onnx.Conv(%x, %t, %none) {strides = array<i64: 1, 1>} : (tensor<1x3x4x2xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x2xf32>
  %7 = onnx.Mul(%6, %scale) : (tensor<1x2x4x2xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x2xf32>
  %8 = onnx.Mul(%1, %3) : (tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>) -> tensor<1x2x4x2xf32>
  return %1, %3, %5, %6, %7, %8, %0 : tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>, tensor<1x2x4x2xf32>
}

// Factors one after the other. Not where the first product
// could overflow, where both roundings are those of half precision, where others
// read the first product, and without `fuse`.

// CHECK-LABEL: func.func @factors(
// CHECK: onnx.Constant dense<4.000000e-01> : tensor<f32>
// CHECK-COUNT-1: onnx.Mul
// CHECK-NOT: onnx.Mul
// CHECK-LABEL: func.func @no_factors(
// CHECK-COUNT-6: onnx.Mul
func.func @factors(%x: tensor<?xf32>) -> tensor<?xf32> {
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %fifth = onnx.Constant dense<0.2> : tensor<1xf32>
  %0 = onnx.Mul(%two, %x) : (tensor<f32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = onnx.Mul(%0, %fifth) : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @no_factors(%x: tensor<?xf32>, %y: tensor<3xf16>) -> (tensor<?xf32>, tensor<3xf16>, tensor<?xf32>, tensor<?xf32>) {
  %large = onnx.Constant dense<1.0e+05> : tensor<f32>
  %fifth = onnx.Constant dense<0.2> : tensor<f32>
  %half = onnx.Constant dense<0.3> : tensor<f16>
  %third = onnx.Constant dense<0.6> : tensor<f16>
  %0 = onnx.Mul(%x, %large) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %1 = onnx.Mul(%0, %fifth) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = onnx.Mul(%y, %half) : (tensor<3xf16>, tensor<f16>) -> tensor<3xf16>
  %3 = onnx.Mul(%2, %third) : (tensor<3xf16>, tensor<f16>) -> tensor<3xf16>
  %4 = onnx.Mul(%x, %fifth) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %5 = onnx.Mul(%4, %fifth) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %1, %3, %4, %5 : tensor<?xf32>, tensor<3xf16>, tensor<?xf32>, tensor<?xf32>
}

// A number before a convolution is part of its weight (simplify-factors.mlir has
// others). A product that others read and a large number are not.

// CHECK-LABEL: func.func @factor_before(
// CHECK: onnx.Constant #weight.expr<mul, [#weight.file<"m.pt2", offset = 0> : tensor<2x3x3x3xf32>, dense<2.000000e+00>
// CHECK-NOT: onnx.Mul
// CHECK: onnx.Conv(%arg0
// CHECK-LABEL: func.func @no_factor_before(
// CHECK-COUNT-2: onnx.Mul
func.func @factor_before(%x: tensor<1x3x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %none = onnx.NoValue() : () -> none
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<2x3x3x3xf32>
  %0 = onnx.Mul(%two, %x) : (tensor<f32>, tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %1 = onnx.Conv(%0, %w, %none) {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x4xf32>, tensor<2x3x3x3xf32>, none) -> tensor<1x2x4x4xf32>
  return %1 : tensor<1x2x4x4xf32>
}
func.func @no_factor_before(%x: tensor<1x3x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x3x4x4xf32>) {
  %none = onnx.NoValue() : () -> none
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %large = onnx.Constant dense<1.0e+30> : tensor<f32>
  %v = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<2x3x1x1xf32>
  %u = onnx.Constant #weight.file<"m.pt2", offset = 128> : tensor<2x3x1x1xf32>
  %2 = onnx.Mul(%x, %two) : (tensor<1x3x4x4xf32>, tensor<f32>) -> tensor<1x3x4x4xf32>
  %3 = onnx.Conv(%2, %v, %none) : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %4 = onnx.Mul(%x, %large) : (tensor<1x3x4x4xf32>, tensor<f32>) -> tensor<1x3x4x4xf32>
  %5 = onnx.Conv(%4, %u, %none) : (tensor<1x3x4x4xf32>, tensor<2x3x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  return %3, %5, %2 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>, tensor<1x3x4x4xf32>
}
