// Operators by the C functions that all versions of PyTorch have. The path of LibTorch stands for a plug-in that does not fit.
//
// REQUIRES: libtorch, torch
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=%libtorch torch-onnx-opt %s --torch-fold-constants=use-libtorch=always 2>&1 | FileCheck %s
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=%libtorch torch-onnx-opt %s --torch-fold-constants=use-libtorch=always 2>&1 | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:

// CHECK-LABEL: func.func @inverse
// CHECK: torch.constant dense<{{\[\[}}5.000000e-01, 0.000000e+00], [0.000000e+00, 2.500000e-01]]> : tensor<2x2xf32>
func.func @inverse() -> tensor<2x2xf32> {
  %0 = torch.constant dense<[[2.0, 0.0], [0.0, 4.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %1 = torch.aten.linalg_inv.default(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// Optional numbers, absent and present, a list, a text, a result that is no row.
// CHECK-LABEL: func.func @kinds_of_arguments
// CHECK-DAG: torch.constant dense<[(6.000000e+00,0.000000e+00), (-2.000000e+00,0.000000e+00)]> : tensor<2xcomplex<f32>>
// CHECK-DAG: torch.constant dense<[(3.000000e+00,0.000000e+00), (-1.000000e+00,0.000000e+00)]> : tensor<2xcomplex<f32>>
// CHECK-DAG: torch.constant dense<{{\[\[}}1.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>
func.func @kinds_of_arguments() -> (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2x1xf32>) {
  %0 = torch.constant dense<[2.0, 4.0]> : tensor<2xf32> : tensor<2xf32>
  %1 = torch.constant dense<[[1.0, 7.0], [2.0, 8.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %2 = torch.constant dense<[[0], [0]]> : tensor<2x1xi64> : tensor<2x1xi64>
  %3 = torch.aten.fft_fft.default(%0, none, -1, none) : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  %4 = torch.aten.fft_fft.default(%0, 2, -1, "forward") : (tensor<2xf32>) -> tensor<2xcomplex<f32>>
  %5 = torch.aten.gather.default(%1, 1, %2, false) : (tensor<2x2xf32>, tensor<2x1xi64>) -> tensor<2x1xf32>
  return %3, %4, %5 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<2x1xf32>
}

// CHECK-LABEL: func.func @two_results
// CHECK-DAG: torch.constant dense<[3.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-DAG: torch.constant dense<[1, 0]> : tensor<2xi64>
func.func @two_results() -> (tensor<2xf32>, tensor<2xi64>) {
  %0 = torch.constant dense<[2.0, 3.0]> : tensor<2xf32> : tensor<2xf32>
  %1:2 = torch.aten.sort.default(%0, -1, true) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  return %1#0, %1#1 : tensor<2xf32>, tensor<2xi64>
}

// Refused by the schema, and by LibTorch with its reason.
// CHECK-LABEL: func.func @refused
// CHECK: torch.aten.native_batch_norm.default
// CHECK: torch.aten.linalg_inv.default
// CHECK: torch.aten.histc.default
// REMARK: remark: not folded by LibTorch: it may draw random numbers
// REMARK: remark: not folded by LibTorch: {{.*}}
// REMARK: remark: not folded by LibTorch: the stable interface of PyTorch {{.*}} has no form for its argument 'min'
func.func @refused() -> (tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>) {
  %0 = torch.constant dense<[-2.0, 3.0]> : tensor<2xf32> : tensor<2xf32>
  %1 = torch.constant dense<0.0> : tensor<2x2xf32> : tensor<2x2xf32>
  %2 = torch.constant dense<[[-2.0, 3.0]]> : tensor<1x2xf32> : tensor<1x2xf32>
  %3:3 = torch.aten.native_batch_norm.default(%2, none, none, none, none, true, 0.1, 1.0e-5) : (tensor<1x2xf32>) -> (tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>)
  %4 = torch.aten.linalg_inv.default(%1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = torch.aten.histc.default(%0, 2, 0, 4) : (tensor<2xf32>) -> tensor<2xf32>
  return %3#0, %4, %5 : tensor<1x2xf32>, tensor<2x2xf32>, tensor<2xf32>
}
