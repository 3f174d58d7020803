// REQUIRES: libtorch
// RUN: torch-onnx-opt %s --torch-fold-constants | FileCheck %s --check-prefix=AUTO
// RUN: torch-onnx-opt %s --torch-fold-constants=libtorch-ops=aten.linalg_inv.default | FileCheck %s --check-prefix=NAMED
// RUN: torch-onnx-opt %s --torch-fold-constants=use-libtorch=always 2>&1 | FileCheck %s --check-prefix=ALWAYS
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-fold-constants=use-libtorch=always 2>&1 | FileCheck %s --check-prefix=MISSING

// AUTO-LABEL: func.func @inverse
// AUTO: torch.aten.linalg_inv.default
// NAMED-LABEL: func.func @inverse
// NAMED: torch.constant dense<{{\[\[}}5.000000e-01, 0.000000e+00], [0.000000e+00, 2.500000e-01]]> : tensor<2x2xf32>
// ALWAYS-LABEL: func.func @inverse
// ALWAYS: torch.constant dense<{{\[\[}}5.000000e-01, 0.000000e+00], [0.000000e+00, 2.500000e-01]]> : tensor<2x2xf32>
// MISSING: remark: not folded, as LibTorch cannot be loaded: {{.*}}/nowhere/missing.so
// MISSING-NOT: remark:
// MISSING-LABEL: func.func @inverse
// MISSING: torch.aten.linalg_inv.default
func.func @inverse() -> tensor<2x2xf32> {
  %0 = torch.constant dense<[[2.0, 0.0], [0.0, 4.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %1 = torch.aten.linalg_inv.default(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// NAMED-LABEL: func.func @not_named
// NAMED: torch.aten.exp.default
// ALWAYS-LABEL: func.func @not_named
// ALWAYS: torch.constant dense<1.000000e+00> : tensor<2xf32>
// ALWAYS: torch.aten.empty.memory_format
// ALWAYS: torch.aten.rand.default
func.func @not_named() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = torch.constant dense<0.0> : tensor<2xf32> : tensor<2xf32>
  %1 = torch.aten.exp.default(%0) : (tensor<2xf32>) -> tensor<2xf32>
  %2 = torch.aten.empty.memory_format([2]) : () -> tensor<2xf32>
  %3 = torch.aten.rand.default([2]) : () -> tensor<2xf32>
  return %1, %2, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
