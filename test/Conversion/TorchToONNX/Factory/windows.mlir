// Windows: constants, periodic unless told otherwise.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @bartlett
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, 5.000000e-01]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @bartlett() -> tensor<4xf32> {
  %0 = torch.aten.bartlett_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @bartlett_symmetric
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, 5.000000e-01, 0.000000e+00]> : tensor<5xf64>
// CHECK: return %[[V0]] : tensor<5xf64>
func.func @bartlett_symmetric() -> tensor<5xf64> {
  %0 = torch.aten.bartlett_window.periodic(5, false, dtype=f64) : () -> tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

// CHECK-LABEL: func.func @blackman
// CHECK: %[[V0:.*]] = onnx.Constant dense<[-1.38777878E-17, 3.400000e-01, 1.000000e+00, 3.400000e-01]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @blackman() -> tensor<4xf32> {
  %0 = torch.aten.blackman_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @blackman_symmetric
// CHECK: %[[V0:.*]] = onnx.Constant dense<[-1.38777878E-17, 3.400000e-01, 1.000000e+00, 3.400000e-01, -1.38777878E-17]> : tensor<5xf32>
// CHECK: return %[[V0]] : tensor<5xf32>
func.func @blackman_symmetric() -> tensor<5xf32> {
  %0 = torch.aten.blackman_window.periodic(5, false) : () -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @hamming
// CHECK: %[[V0:.*]] = onnx.Constant dense<[8.000000e-02, 5.400000e-01, 1.000000e+00, 5.400000e-01]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @hamming() -> tensor<4xf32> {
  %0 = torch.aten.hamming_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @hamming_symmetric
// CHECK: %[[V0:.*]] = onnx.Constant dense<[8.000000e-02, 5.400000e-01, 1.000000e+00, 5.400000e-01, 8.000000e-02]> : tensor<5xf32>
// CHECK: return %[[V0]] : tensor<5xf32>
func.func @hamming_symmetric() -> tensor<5xf32> {
  %0 = torch.aten.hamming_window.periodic(5, false) : () -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @hamming_alpha
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4.000000e-02, 5.000000e-01, 0.959999978, 5.000000e-01]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @hamming_alpha() -> tensor<4xf32> {
  %0 = torch.aten.hamming_window.periodic_alpha(4, true, 0.5) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @hamming_alpha_beta
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2.500000e-01, 5.000000e-01, 7.500000e-01, 5.000000e-01]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @hamming_alpha_beta() -> tensor<4xf32> {
  %0 = torch.aten.hamming_window.periodic_alpha_beta(4, true, 0.5, 0.25) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @hann_symmetric
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, 5.000000e-01, 0.000000e+00]> : tensor<5xf32>
// CHECK: return %[[V0]] : tensor<5xf32>
func.func @hann_symmetric() -> tensor<5xf32> {
  %0 = torch.aten.hann_window.periodic(5, false) : () -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @kaiser
// CHECK: %[[V0:.*]] = onnx.Constant dense<[5.2773441E-5, 0.215672746, 1.000000e+00, 0.215672746]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @kaiser() -> tensor<4xf32> {
  %0 = torch.aten.kaiser_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @kaiser_symmetric
// CHECK: %[[V0:.*]] = onnx.Constant dense<[5.2773441E-5, 1.000000e+00, 5.2773441E-5]> : tensor<3xf32>
// CHECK: return %[[V0]] : tensor<3xf32>
func.func @kaiser_symmetric() -> tensor<3xf32> {
  %0 = torch.aten.kaiser_window.periodic(3, false) : () -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @kaiser_beta
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0.438676268, 0.83476144, 1.000000e+00, 0.83476144]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @kaiser_beta() -> tensor<4xf32> {
  %0 = torch.aten.kaiser_window.beta(4, true, 2.0) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
