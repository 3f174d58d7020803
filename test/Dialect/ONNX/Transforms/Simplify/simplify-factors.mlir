// Factors of the operand of a convolution or a product of matrices.
//
// RUN: torch-onnx-opt --onnx-simplify --split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-simplify=fuse=false --split-input-file %s | FileCheck %s --check-prefix=EXACT

// One for each input channel, beside padding, too.

// CHECK-LABEL: func.func @conv(
// CHECK: #weight.expr<mul, [#weight.file<"m.pt2", offset = 0> : tensor<4x2x3x3xf32>, dense<{{.*}}2.000000e+00{{.*}}3.000000e+00{{.*}}> : tensor<1x2x1x1xf32>]>
// CHECK: onnx.Conv(%arg0,
// CHECK-NOT: onnx.Mul
// EXACT-LABEL: func.func @conv(
// EXACT: onnx.Mul
func.func @conv(%x: tensor<1x2x8x8xf32>) -> tensor<1x4x8x8xf32> {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<4x2x3x3xf32>
  %scale = onnx.Constant dense<[[[2.0]], [[3.0]]]> : tensor<2x1x1xf32>
  %0 = onnx.Mul(%x, %scale) : (tensor<1x2x8x8xf32>, tensor<2x1x1xf32>) -> tensor<1x2x8x8xf32>
  %1 = onnx.Conv(%0, %w, %none) {pads = array<i64: 1, 1, 1, 1>} : (tensor<1x2x8x8xf32>, tensor<4x2x3x3xf32>, none) -> tensor<1x4x8x8xf32>
  return %1 : tensor<1x4x8x8xf32>
}

// -----

// Two groups of one input channel each: outputs 0 and 1 read channel 0.

// CHECK-LABEL: func.func @grouped(
// CHECK: dense<{{.*}}2.000000e+00{{.*}}2.000000e+00{{.*}}3.000000e+00{{.*}}3.000000e+00{{.*}}> : tensor<4x1x1xf32>
// CHECK-NOT: onnx.Mul
func.func @grouped(%x: tensor<1x2x8xf32>) -> tensor<1x4x8xf32> {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<4x1x1xf32>
  %scale = onnx.Constant dense<[[2.0], [3.0]]> : tensor<2x1xf32>
  %0 = onnx.Mul(%x, %scale) : (tensor<1x2x8xf32>, tensor<2x1xf32>) -> tensor<1x2x8xf32>
  %1 = onnx.Conv(%0, %w, %none) {group = 2 : i64} : (tensor<1x2x8xf32>, tensor<4x1x1xf32>, none) -> tensor<1x4x8xf32>
  return %1 : tensor<1x4x8xf32>
}

// -----

// CHECK-LABEL: func.func @others(
// CHECK-DAG: #weight.expr<mul, [#weight.file<"m.pt2", offset = 0> : tensor<2x3x1xf32>, dense<{{.*}}> : tensor<2x1x1xf32>]>
// CHECK-DAG: #weight.expr<mul, [#weight.file<"m.pt2", offset = 64> : tensor<2x3xf32>, dense<{{.*}}> : tensor<2x1xf32>]>
// CHECK-DAG: #weight.expr<mul, [#weight.file<"m.pt2", offset = 128> : tensor<3x2xf32>, dense<{{.*}}> : tensor<1x2xf32>]>
// CHECK-NOT: onnx.Mul
func.func @others(%x: tensor<1x2x8xf32>, %y: tensor<5x2xf32>) -> (tensor<1x3x8xf32>, tensor<5x3xf32>, tensor<5x3xf32>) {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<2x3x1xf32>
  %u = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<2x3xf32>
  %v = onnx.Constant #weight.file<"m.pt2", offset = 128> : tensor<3x2xf32>
  %column = onnx.Constant dense<[[2.0], [3.0]]> : tensor<2x1xf32>
  %row = onnx.Constant dense<[4.0, 5.0]> : tensor<2xf32>
  %0 = onnx.Mul(%column, %x) : (tensor<2x1xf32>, tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %1 = onnx.ConvTranspose(%0, %w, %none) : (tensor<1x2x8xf32>, tensor<2x3x1xf32>, none) -> tensor<1x3x8xf32>
  %2 = onnx.Mul(%y, %row) : (tensor<5x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  %3 = onnx.Gemm(%2, %u, %none) : (tensor<5x2xf32>, tensor<2x3xf32>, none) -> tensor<5x3xf32>
  %4 = onnx.Mul(%y, %row) : (tensor<5x2xf32>, tensor<2xf32>) -> tensor<5x2xf32>
  %5 = onnx.Gemm(%4, %v, %none) {transB = 1 : i64} : (tensor<5x2xf32>, tensor<3x2xf32>, none) -> tensor<5x3xf32>
  return %1, %3, %5 : tensor<1x3x8xf32>, tensor<5x3xf32>, tensor<5x3xf32>
}

// -----

// A norm without a bias, which may be expanded, ends in such a product.

// CHECK-LABEL: func.func @norm(
// CHECK: %[[ONES:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2xf32>
// CHECK: %[[Y:.*]] = onnx.GroupNormalization(%arg0, %[[ONES]],
// CHECK: %[[W:.*]] = onnx.Constant #weight.expr<mul
// CHECK: onnx.Conv(%[[Y]], %[[W]],
func.func @norm(%x: tensor<1x2x8xf32>) -> tensor<1x4x8xf32> {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<4x2x1xf32>
  %scale = onnx.Constant dense<[2.0, 3.0]> : tensor<2xf32>
  %number = onnx.Constant dense<0.0> : tensor<f32>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %zero = onnx.Expand(%number, %two) : (tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
  %0 = onnx.GroupNormalization(%x, %scale, %zero) {num_groups = 1 : i64} : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %1 = onnx.Conv(%0, %w, %none) : (tensor<1x2x8xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x8xf32>
  return %1 : tensor<1x4x8xf32>
}

// -----

// A norm with a bias; one with other users.

// CHECK-LABEL: func.func @no_norm(
// CHECK-NOT: #weight.expr
func.func @no_norm(%x: tensor<1x2x8xf32>) -> (tensor<1x4x8xf32>, tensor<1x4x8xf32>, tensor<1x2x8xf32>) {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<4x2x1xf32>
  %u = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<4x2x1xf32>
  %scale = onnx.Constant dense<[2.0, 3.0]> : tensor<2xf32>
  %zero = onnx.Constant dense<0.0> : tensor<2xf32>
  %0 = onnx.GroupNormalization(%x, %scale, %scale) {num_groups = 1 : i64} : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %1 = onnx.Conv(%0, %w, %none) : (tensor<1x2x8xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x8xf32>
  %2 = onnx.GroupNormalization(%x, %scale, %zero) {num_groups = 1 : i64} : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x8xf32>
  %3 = onnx.Conv(%2, %u, %none) : (tensor<1x2x8xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x8xf32>
  return %1, %3, %2 : tensor<1x4x8xf32>, tensor<1x4x8xf32>, tensor<1x2x8xf32>
}

// -----

// One for each column of an image; a number that may overflow; zero; a product
// with other users; a weight with other users; a matrix that is transposed.

// CHECK-LABEL: func.func @no_factors(
// CHECK-COUNT-6: onnx.Mul
// CHECK-NOT: #weight.expr
func.func @no_factors(%x: tensor<1x2x2xf32>, %y: tensor<2x5xf32>) -> (tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<1x2x2xf32>, tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<5x3xf32>) {
  %none = onnx.NoValue() : () -> none
  %w0 = onnx.Constant #weight.file<"m.pt2", offset = 0> : tensor<4x2x1xf32>
  %w1 = onnx.Constant #weight.file<"m.pt2", offset = 64> : tensor<4x2x1xf32>
  %w2 = onnx.Constant #weight.file<"m.pt2", offset = 128> : tensor<4x2x1xf32>
  %w3 = onnx.Constant #weight.file<"m.pt2", offset = 192> : tensor<4x2x1xf32>
  %w4 = onnx.Constant #weight.file<"m.pt2", offset = 256> : tensor<4x2x1xf32>
  %u = onnx.Constant #weight.file<"m.pt2", offset = 320> : tensor<2x3xf32>
  %columns = onnx.Constant dense<[2.0, 3.0]> : tensor<2xf32>
  %large = onnx.Constant dense<[[2.0], [1.0e+30]]> : tensor<2x1xf32>
  %zero = onnx.Constant dense<[[2.0], [0.0]]> : tensor<2x1xf32>
  %scale = onnx.Constant dense<[[2.0], [3.0]]> : tensor<2x1xf32>
  %0 = onnx.Mul(%x, %columns) : (tensor<1x2x2xf32>, tensor<2xf32>) -> tensor<1x2x2xf32>
  %1 = onnx.Conv(%0, %w0, %none) : (tensor<1x2x2xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x2xf32>
  %2 = onnx.Mul(%x, %large) : (tensor<1x2x2xf32>, tensor<2x1xf32>) -> tensor<1x2x2xf32>
  %3 = onnx.Conv(%2, %w1, %none) : (tensor<1x2x2xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x2xf32>
  %4 = onnx.Mul(%x, %zero) : (tensor<1x2x2xf32>, tensor<2x1xf32>) -> tensor<1x2x2xf32>
  %5 = onnx.Conv(%4, %w2, %none) : (tensor<1x2x2xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x2xf32>
  %6 = onnx.Mul(%x, %scale) : (tensor<1x2x2xf32>, tensor<2x1xf32>) -> tensor<1x2x2xf32>
  %7 = onnx.Conv(%6, %w3, %none) : (tensor<1x2x2xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x2xf32>
  %8 = onnx.Mul(%0, %scale) : (tensor<1x2x2xf32>, tensor<2x1xf32>) -> tensor<1x2x2xf32>
  %9 = onnx.Conv(%8, %w4, %none) : (tensor<1x2x2xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x2xf32>
  %10 = onnx.Conv(%x, %w4, %none) : (tensor<1x2x2xf32>, tensor<4x2x1xf32>, none) -> tensor<1x4x2xf32>
  %row = onnx.Constant dense<[2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<5xf32>
  %11 = onnx.Mul(%y, %row) : (tensor<2x5xf32>, tensor<5xf32>) -> tensor<2x5xf32>
  %12 = onnx.Gemm(%11, %u, %none) {transA = 1 : i64} : (tensor<2x5xf32>, tensor<2x3xf32>, none) -> tensor<5x3xf32>
  return %1, %3, %5, %7, %6, %9, %10, %12 : tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<1x2x2xf32>, tensor<1x4x2xf32>, tensor<1x4x2xf32>, tensor<5x3xf32>
}
