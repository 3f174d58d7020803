// Weights that are quantized in blocks: 4 bits where all numbers fit, and in the
// order in which a product takes them.
// RUN: torch-onnx-opt --onnx-pack-weights %s --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @gemm(
// CHECK-DAG: %[[W:.*]] = onnx.Constant {name = "w"} #weight.expr<cast, [dense<{{\[\[}}-8, 1], [7, 2]]> : tensor<2x2xi8>]> : tensor<2x2xi4>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<{{\[\[}}5.000000e-01, 2.500000e-01]]> : tensor<1x2xf32>
// CHECK-DAG: %[[Z:.*]] = onnx.Constant #weight.expr<cast, [dense<{{\[\[}}1, -2]]> : tensor<1x2xi8>]> : tensor<1x2xi4>
// CHECK: %[[Y:.*]] = onnx.DequantizeLinear(%[[W]], %[[S]], %[[Z]]) {axis = 0 : i64, block_size = 2 : i64}
// CHECK: onnx.Gemm(%arg0, %[[Y]], %arg1) : (
func.func @gemm(%x: tensor<3x2xf32>, %b: tensor<2xf32>) -> tensor<3x2xf32> {
  %w = onnx.Constant {name = "w"} dense<[[-8, 7], [1, 2]]> : tensor<2x2xi8>
  %s = onnx.Constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %z = onnx.Constant dense<[[1], [-2]]> : tensor<2x1xi8>
  %0 = onnx.DequantizeLinear(%w, %s, %z) {block_size = 2 : i64} : (tensor<2x2xi8>, tensor<2x1xf32>, tensor<2x1xi8>) -> tensor<2x2xf32>
  %1 = onnx.Gemm(%x, %0, %b) {transB = 1 : i64} : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %1 : tensor<3x2xf32>
}

// -----

// A Transpose before a MatMul goes, zero points of 0 go, and a number that 4 bits
// do not hold keeps 8.

// CHECK-LABEL: func.func @matmul(
// CHECK-DAG: %[[W:.*]] = onnx.Constant dense<{{\[\[}}-9, 1], [7, 2]]> : tensor<2x2xi8>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<{{\[\[}}5.000000e-01, 2.500000e-01]]> : tensor<1x2xf32>
// CHECK: %[[Y:.*]] = onnx.DequantizeLinear(%[[W]], %[[S]], %{{.*}}) {axis = 0 : i64, block_size = 2 : i64} : (tensor<2x2xi8>, tensor<1x2xf32>, none)
// CHECK-NOT: onnx.Transpose
// CHECK: onnx.MatMul(%arg0, %[[Y]])
func.func @matmul(%x: tensor<1x3x2xf32>) -> tensor<1x3x2xf32> {
  %w = onnx.Constant dense<[[-9, 7], [1, 2]]> : tensor<2x2xi8>
  %s = onnx.Constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %z = onnx.Constant dense<0> : tensor<2x1xi8>
  %0 = onnx.DequantizeLinear(%w, %s, %z) {block_size = 2 : i64} : (tensor<2x2xi8>, tensor<2x1xf32>, tensor<2x1xi8>) -> tensor<2x2xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = onnx.MatMul(%x, %1) : (tensor<1x3x2xf32>, tensor<2x2xf32>) -> tensor<1x3x2xf32>
  return %2 : tensor<1x3x2xf32>
}

// -----

// Numbers of 0 to 15 in i8 are ui4. What nothing transposes keeps its order.

// CHECK-LABEL: func.func @unsigned(
// CHECK: onnx.Constant #weight.expr<cast, [dense<{{\[\[}}0, 15], [1, 2]]> : tensor<2x2xi8>]> : tensor<2x2xui4>
// CHECK: onnx.DequantizeLinear({{.*}}) {block_size = 2 : i64} : (tensor<2x2xui4>, tensor<2x1xf32>, tensor<2x1xui4>)
func.func @unsigned() -> tensor<2x2xf32> {
  %w = onnx.Constant dense<[[0, 15], [1, 2]]> : tensor<2x2xi8>
  %s = onnx.Constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %z = onnx.Constant dense<[[8], [7]]> : tensor<2x1xi8>
  %0 = onnx.DequantizeLinear(%w, %s, %z) {block_size = 2 : i64} : (tensor<2x2xi8>, tensor<2x1xf32>, tensor<2x1xi8>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// A weight that is used as it is, one without blocks, one whose scale the run
// gives, and one whose file is not there.

// CHECK-LABEL: func.func @kept(
// CHECK-DAG: %[[W:.*]] = onnx.Constant dense<{{.*}}> : tensor<2x2xi8>
// CHECK-DAG: %[[V:.*]] = onnx.Constant dense<{{.*}}> : tensor<2x2xi8>
// CHECK-DAG: %[[F:.*]] = onnx.Constant #weight.file<"missing.pt2", offset = 0> : tensor<2x2xi8>
// CHECK: onnx.DequantizeLinear(%[[W]], {{.*}} {block_size = 2 : i64}
// CHECK: onnx.DequantizeLinear(%[[V]], {{.*}} {axis = 0 : i64} : (tensor<2x2xi8>, tensor<2xf32>, none)
// CHECK: onnx.DequantizeLinear(%[[V]], %arg0
// CHECK: onnx.DequantizeLinear(%[[F]], {{.*}} (tensor<2x2xi8>, tensor<2x1xf32>, none)
func.func @kept(%scale: tensor<2x1xf32>) -> (tensor<2x2xf32>, tensor<2x2xi8>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant dense<[[0, 7], [1, 2]]> : tensor<2x2xi8>
  %v = onnx.Constant dense<[[0, 6], [1, 2]]> : tensor<2x2xi8>
  %f = onnx.Constant #weight.file<"missing.pt2", offset = 0> : tensor<2x2xi8>
  %s = onnx.Constant dense<[[0.5], [0.25]]> : tensor<2x1xf32>
  %c = onnx.Constant dense<[0.5, 0.25]> : tensor<2xf32>
  %0 = onnx.DequantizeLinear(%w, %s, %none) {block_size = 2 : i64} : (tensor<2x2xi8>, tensor<2x1xf32>, none) -> tensor<2x2xf32>
  %1 = onnx.Add(%w, %w) : (tensor<2x2xi8>, tensor<2x2xi8>) -> tensor<2x2xi8>
  %2 = onnx.DequantizeLinear(%v, %c, %none) {axis = 0 : i64} : (tensor<2x2xi8>, tensor<2xf32>, none) -> tensor<2x2xf32>
  %3 = onnx.DequantizeLinear(%v, %scale, %none) {block_size = 2 : i64} : (tensor<2x2xi8>, tensor<2x1xf32>, none) -> tensor<2x2xf32>
  %4 = onnx.DequantizeLinear(%f, %s, %none) {block_size = 2 : i64} : (tensor<2x2xi8>, tensor<2x1xf32>, none) -> tensor<2x2xf32>
  return %0, %1, %2, %3, %4 : tensor<2x2xf32>, tensor<2x2xi8>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}
