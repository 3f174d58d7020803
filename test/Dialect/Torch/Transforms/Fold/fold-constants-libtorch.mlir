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

// The memory behind a constant is not what LibTorch would be given: a view whose
// strides were recorded stays.
// ALWAYS-LABEL: func.func @recorded_strides
// ALWAYS: torch.aten.as_strided.default
// MISSING-LABEL: func.func @recorded_strides
// MISSING: torch.aten.as_strided.default
func.func @recorded_strides() -> tensor<2x3xi8> {
  %0 = torch.constant dense<[[[1, 2, 3]], [[4, 5, 6]], [[7, 8, 9]]]> : tensor<3x1x3xi8> : tensor<3x1x3xi8>
  %1 = torch.aten.as_strided.default(%0, [2, 3], [4, 1]) attributes {torch.strides = [12, 3, 1], torch.offset = 9} : (tensor<3x1x3xi8>) -> tensor<2x3xi8>
  return %1 : tensor<2x3xi8>
}
