// Windows: constants, periodic unless told otherwise.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @bartlett
func.func @bartlett() -> (tensor<4xf32> {onnx.expected = dense<[0.0, 0.5, 1.0, 0.5]> : tensor<4xf32>}) {
  %0 = torch.aten.bartlett_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @bartlett_symmetric
func.func @bartlett_symmetric()
    -> (tensor<5xf64> {onnx.expected = dense<[0.0, 0.5, 1.0, 0.5, 0.0]> : tensor<5xf64>}) {
  %0 = torch.aten.bartlett_window.periodic(5, false, dtype=f64) : () -> tensor<5xf64>
  return %0 : tensor<5xf64>
}

// -----

// CHECK-LABEL: func.func @blackman
// CHECK: onnx.Constant dense<[-1.38777878E-17, 3.400000e-01, 1.000000e+00, 3.400000e-01]> : tensor<4xf32>
func.func @blackman()
    -> (tensor<4xf32> {onnx.expected = dense<[-2.9802322e-08, 0.34, 1.0, 0.33999997]> : tensor<4xf32>}) {
  %0 = torch.aten.blackman_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @blackman_symmetric
// CHECK: onnx.Constant dense<[-1.38777878E-17, 3.400000e-01, 1.000000e+00, 3.400000e-01, -1.38777878E-17]> : tensor<5xf32>
func.func @blackman_symmetric()
    -> (tensor<5xf32> {onnx.expected = dense<[-2.9802322e-08, 0.34, 1.0, 0.33999997, -2.9802322e-08]> : tensor<5xf32>}) {
  %0 = torch.aten.blackman_window.periodic(5, false) : () -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @hamming
func.func @hamming() -> (tensor<4xf32> {onnx.expected = dense<[0.08000001, 0.54, 1.0, 0.54]> : tensor<4xf32>}) {
  %0 = torch.aten.hamming_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @hamming_symmetric
func.func @hamming_symmetric()
    -> (tensor<5xf32> {onnx.expected = dense<[0.08000001, 0.54, 1.0, 0.54, 0.08000001]> : tensor<5xf32>}) {
  %0 = torch.aten.hamming_window.periodic(5, false) : () -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @hamming_alpha
func.func @hamming_alpha()
    -> (tensor<4xf32> {onnx.expected = dense<[0.03999999, 0.5, 0.96000004, 0.5]> : tensor<4xf32>}) {
  %0 = torch.aten.hamming_window.periodic_alpha(4, true, 0.5) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @hamming_alpha_beta
func.func @hamming_alpha_beta() -> (tensor<4xf32> {onnx.expected = dense<[0.25, 0.5, 0.75, 0.5]> : tensor<4xf32>}) {
  %0 = torch.aten.hamming_window.periodic_alpha_beta(4, true, 0.5, 0.25) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @hann_symmetric
func.func @hann_symmetric() -> (tensor<5xf32> {onnx.expected = dense<[0.0, 0.5, 1.0, 0.5, 0.0]> : tensor<5xf32>}) {
  %0 = torch.aten.hann_window.periodic(5, false) : () -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @kaiser
func.func @kaiser()
    -> (tensor<4xf32> {onnx.expected = dense<[5.2773437e-05, 0.21567266, 1.0, 0.21567266]> : tensor<4xf32>}) {
  %0 = torch.aten.kaiser_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @kaiser_symmetric
func.func @kaiser_symmetric()
    -> (tensor<3xf32> {onnx.expected = dense<[5.2773437e-05, 1.0, 5.2773437e-05]> : tensor<3xf32>}) {
  %0 = torch.aten.kaiser_window.periodic(3, false) : () -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @kaiser_beta
func.func @kaiser_beta()
    -> (tensor<4xf32> {onnx.expected = dense<[0.4386763, 0.8347615, 1.0, 0.8347615]> : tensor<4xf32>}) {
  %0 = torch.aten.kaiser_window.beta(4, true, 2.0) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
