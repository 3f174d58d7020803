// RUN: torch-onnx-opt %s --onnx-simplify | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-simplify="disable-patterns=make-gemm,fuse-gemm-bias" | FileCheck %s --check-prefix=NOGEMM
// RUN: torch-onnx-opt %s --onnx-simplify="fold=false" | FileCheck %s --check-prefix=NOFOLD
// RUN: torch-onnx-opt %s --onnx-simplify="enable-patterns=merge-clips" | FileCheck %s --check-prefix=NOGEMM

// Each pattern is switched off by its name, and all folds by one option.

// CHECK-LABEL: @f
// CHECK-NOT: onnx.Neg
// CHECK: onnx.Gemm
// NOGEMM-LABEL: @f
// NOGEMM-NOT: onnx.Neg
// NOGEMM: onnx.MatMul
// NOFOLD-LABEL: @f
// NOFOLD: onnx.Neg
// NOFOLD: onnx.Gemm
func.func @f(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %0 = onnx.Neg(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.Neg(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.MatMul(%1, %w) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = onnx.Add(%2, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}
