// What each level of optimization does, and which one is the default.
//
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: torch-onnx %s -o 0.onnx -O0 --save-stages=s0 && cat s0/*-onnx-prepare-for-export.mlir | FileCheck %s --check-prefix=NONE
// RUN: torch-onnx %s -o 1.onnx -O1 --save-stages=s1 && cat s1/*-onnx-prepare-for-export.mlir | FileCheck %s --check-prefix=EXACT
// RUN: torch-onnx %s -o 2.onnx -O2 --save-stages=s2 && cat s2/*-onnx-prepare-for-export.mlir | FileCheck %s --check-prefix=FUSED
// RUN: torch-onnx %s -o 3.onnx --save-stages=s3 && cat s3/*-onnx-prepare-for-export.mlir | FileCheck %s --check-prefix=FUSED

// NONE: onnx.MatMul
// NONE: onnx.Add
// NONE: onnx.Sub
// NONE: return

// EXACT: onnx.MatMul
// EXACT-NEXT: onnx.Add
// EXACT-NOT: onnx.Sub
// EXACT: return

// FUSED: onnx.Gemm
// FUSED-NOT: onnx.Add
// FUSED: return
func.func @main(%x: tensor<2x3xf32>, %w: tensor<3x4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %0 = onnx.MatMul(%x, %w) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = onnx.Add(%0, %b) : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %2 = onnx.Sub(%1, %zero) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}
