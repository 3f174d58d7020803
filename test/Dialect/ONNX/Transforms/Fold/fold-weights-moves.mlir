// RUN: torch-onnx-opt --onnx-fold-weights -split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-fold-weights=fuse=false -split-input-file %s | FileCheck %s --check-prefixes=EXACT

// All pieces of a Split are computed; the operations behind it are folded, too.

// CHECK-LABEL: func.func @split(
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<{{\[}}[0], [4]]> : tensor<2x1xi64>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<{{\[}}[3, 2, 1], [7, 6, 5]]> : tensor<2x3xi64>
// CHECK: return %[[A]], %[[B]]
func.func @split() -> (tensor<2x1xi64>, tensor<2x3xi64>) {
  %x = onnx.Constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>
  %sizes = onnx.Constant dense<[1, 3]> : tensor<2xi64>
  %pick = onnx.Constant dense<[2, 1, 0]> : tensor<3xi64>
  %0, %1 = onnx.Split(%x, %sizes) {axis = 1 : i64} : (tensor<2x4xi64>, tensor<2xi64>) -> (tensor<2x1xi64>, tensor<2x3xi64>)
  %2 = onnx.Gather(%1, %pick) {axis = 1 : i64} : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  return %0, %2 : tensor<2x1xi64>, tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @moves(
// CHECK-DAG: %[[T:.*]] = onnx.Constant dense<{{\[}}[1, 2, 1, 2], [3, 4, 3, 4]]> : tensor<2x4xi64>
// CHECK-DAG: %[[U:.*]] = onnx.Constant dense<{{\[}}[0, 2], [0, 0]]> : tensor<2x2xi64>
// CHECK-DAG: %[[L:.*]] = onnx.Constant dense<{{\[}}[1, 0], [3, 4]]> : tensor<2x2xi64>
// CHECK-DAG: %[[G:.*]] = onnx.Constant dense<[4, 2]> : tensor<2xi64>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<[-1, 0, 1]> : tensor<3xi64>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<[-2, 0, 3]> : tensor<3xi64>
// CHECK: return %[[T]], %[[U]], %[[L]], %[[G]], %[[S]], %[[C]]
func.func @moves() -> (tensor<2x4xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2xi64>, tensor<3xi64>, tensor<3xi64>) {
  %x = onnx.Constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %y = onnx.Constant dense<[-7, 0, 5]> : tensor<3xi64>
  %none = onnx.NoValue() : () -> none
  %repeats = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %at = onnx.Constant dense<[[1, 1], [0, -1]]> : tensor<2x2xi64>
  %low = onnx.Constant dense<-2> : tensor<i64>
  %high = onnx.Constant dense<3> : tensor<i64>
  %0 = onnx.Tile(%x, %repeats) : (tensor<2x2xi64>, tensor<2xi64>) -> tensor<2x4xi64>
  %1 = onnx.Trilu(%x, %one) : (tensor<2x2xi64>, tensor<i64>) -> tensor<2x2xi64>
  %2 = onnx.Trilu(%x, %none) {upper = 0 : i64} : (tensor<2x2xi64>, none) -> tensor<2x2xi64>
  %3 = onnx.GatherND(%x, %at) : (tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2xi64>
  %4 = onnx.Sign(%y) : (tensor<3xi64>) -> tensor<3xi64>
  %5 = onnx.Clip(%y, %low, %high) : (tensor<3xi64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  return %0, %1, %2, %3, %4, %5 : tensor<2x4xi64>, tensor<2x2xi64>, tensor<2x2xi64>, tensor<2xi64>, tensor<3xi64>, tensor<3xi64>
}

// -----

// Nearest elements whatever a runtime rounds; linear and cubic interpolation.

// CHECK-LABEL: func.func @resize(
// CHECK-DAG: %[[N:.*]] = onnx.Constant dense<{{\[\[}}[1.000000e+00, 3.000000e+00]]]> : tensor<1x1x2xf32>
// CHECK-DAG: %[[L:.*]] = onnx.Constant dense<{{\[\[}}[1.000000e+00, 1.250000e+00, 1.750000e+00, 2.250000e+00, 2.750000e+00, 3.250000e+00, 3.750000e+00, 4.000000e+00]]]> : tensor<1x1x8xf32>
// CHECK: return %[[N]], %[[L]]
// EXACT-LABEL: func.func @resize(
// EXACT-COUNT-2: onnx.Resize
func.func @resize() -> (tensor<1x1x2xf32>, tensor<1x1x8xf32>) {
  %x = onnx.Constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %none = onnx.NoValue() : () -> none
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %scales = onnx.Constant dense<[1.0, 1.0, 2.0]> : tensor<3xf32>
  %0 = onnx.Resize(%x, %none, %none, %two) {axes = array<i64: 2>, coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x1x4xf32>, none, none, tensor<1xi64>) -> tensor<1x1x2xf32>
  %1 = onnx.Resize(%x, %none, %scales, %none) {mode = "linear"} : (tensor<1x1x4xf32>, none, tensor<3xf32>, none) -> tensor<1x1x8xf32>
  return %0, %1 : tensor<1x1x2xf32>, tensor<1x1x8xf32>
}

// -----

// Softmax and Gemm in a wider type.

// CHECK-LABEL: func.func @rounded(
// CHECK-DAG: onnx.Constant dense<{{\[}}[5.000000e-01, 5.000000e-01], [0.268941432, 0.731058597]]> : tensor<2x2xf32>
// CHECK-DAG: onnx.Constant dense<{{\[}}[1.100000e+01, 2.200000e+01], [1.700000e+01, 3.400000e+01]]> : tensor<2x2xf32>
// CHECK-NOT: onnx.Softmax
// CHECK-NOT: onnx.Gemm
// EXACT-LABEL: func.func @rounded(
// EXACT: onnx.Softmax
// EXACT: onnx.Gemm
func.func @rounded() -> (tensor<2x2xf32>, tensor<2x2xf32>) {
  %x = onnx.Constant dense<[[1.0, 1.0], [2.0, 3.0]]> : tensor<2x2xf32>
  %w = onnx.Constant dense<[[1.0, 1.0], [2.0, 2.0]]> : tensor<2x2xf32>
  %c = onnx.Constant dense<[7.0, 14.0]> : tensor<2xf32>
  %0 = onnx.Softmax(%x) {axis = -1 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = onnx.Gemm(%x, %w, %c) {alpha = 2.0 : f32, transB = 1 : i64} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// Not folded: the sign of a NaN, an index out of range, a nearest element at a
// position that is rounded, antialiasing, a number that is not finite between
// others. Indices with dimensions of a batch are folded.

// CHECK-LABEL: func.func @kept(
// CHECK: onnx.Sign
// CHECK: onnx.GatherND
// CHECK: onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK-COUNT-3: onnx.Resize
func.func @kept() -> (tensor<1xf32>, tensor<1xi64>, tensor<2xi64>, tensor<1x1x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>) {
  %nan = onnx.Constant dense<0x7FC00000> : tensor<1xf32>
  %x = onnx.Constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %far = onnx.Constant dense<[[0, 2]]> : tensor<1x2xi64>
  %rows = onnx.Constant dense<[[1], [0]]> : tensor<2x1xi64>
  %y = onnx.Constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %inf = onnx.Constant dense<[[[1.0, 0x7F800000, 3.0, 4.0]]]> : tensor<1x1x4xf32>
  %none = onnx.NoValue() : () -> none
  %two = onnx.Constant dense<[1, 1, 2]> : tensor<3xi64>
  %three = onnx.Constant dense<[1, 1, 3]> : tensor<3xi64>
  %0 = onnx.Sign(%nan) : (tensor<1xf32>) -> tensor<1xf32>
  %1 = onnx.GatherND(%x, %far) : (tensor<2x2xi64>, tensor<1x2xi64>) -> tensor<1xi64>
  %2 = onnx.GatherND(%x, %rows) {batch_dims = 1 : i64} : (tensor<2x2xi64>, tensor<2x1xi64>) -> tensor<2xi64>
  %3 = onnx.Resize(%y, %none, %none, %three) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x1x4xf32>, none, none, tensor<3xi64>) -> tensor<1x1x3xf32>
  %4 = onnx.Resize(%y, %none, %none, %two) {antialias = 1 : i64, mode = "linear"} : (tensor<1x1x4xf32>, none, none, tensor<3xi64>) -> tensor<1x1x2xf32>
  %5 = onnx.Resize(%inf, %none, %none, %two) {mode = "linear"} : (tensor<1x1x4xf32>, none, none, tensor<3xi64>) -> tensor<1x1x2xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1xf32>, tensor<1xi64>, tensor<2xi64>, tensor<1x1x3xf32>, tensor<1x1x2xf32>, tensor<1x1x2xf32>
}

// -----

// A large result of one number is an Expand, so that it does not keep the other
// results of its group; one that is an Expand already stays.

// CHECK-LABEL: func.func @broadcast(
// CHECK-DAG: %[[THREE:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK-DAG: %[[E:.*]] = onnx.Expand(%[[THREE]], %{{.*}}) : (tensor<f32>, tensor<2xi64>) -> tensor<128x64xf32>
// CHECK-DAG: %[[R:.*]] = onnx.Constant dense<2.000000e+00> : tensor<2xf32>
// CHECK: return %{{.*}}, %[[E]], %[[R]]
func.func @broadcast() -> (tensor<64x128xf32>, tensor<128x64xf32>, tensor<2xf32>) {
  %x = onnx.Constant dense<2.0> : tensor<f32>
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %shape = onnx.Constant dense<[64, 128]> : tensor<2xi64>
  %start = onnx.Constant dense<0> : tensor<2xi64>
  %end = onnx.Constant dense<[2, 1]> : tensor<2xi64>
  %two = onnx.Constant dense<[2]> : tensor<1xi64>
  %0 = onnx.Expand(%x, %shape) : (tensor<f32>, tensor<2xi64>) -> tensor<64x128xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 1, 0>} : (tensor<64x128xf32>) -> tensor<128x64xf32>
  %2 = onnx.Add(%1, %one) : (tensor<128x64xf32>, tensor<f32>) -> tensor<128x64xf32>
  %none = onnx.NoValue() : () -> none
  %3 = onnx.Slice(%0, %start, %end, %none, %none) : (tensor<64x128xf32>, tensor<2xi64>, tensor<2xi64>, none, none) -> tensor<2x1xf32>
  %4 = onnx.Reshape(%3, %two) : (tensor<2x1xf32>, tensor<1xi64>) -> tensor<2xf32>
  return %0, %2, %4 : tensor<64x128xf32>, tensor<128x64xf32>, tensor<2xf32>
}

// -----

// Runtimes have no Expand of bf16.

// CHECK-LABEL: func.func @no_broadcast(
// CHECK: onnx.Transpose
// CHECK-NOT: onnx.Expand
func.func @no_broadcast() -> (tensor<64x64xbf16>, tensor<64x64xbf16>) {
  %x = onnx.Constant dense<2.0> : tensor<64x64xbf16>
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 0>} : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %x, %0 : tensor<64x64xbf16>, tensor<64x64xbf16>
}
