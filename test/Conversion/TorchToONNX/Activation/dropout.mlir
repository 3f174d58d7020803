// Dropout at inference.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @inference
// CHECK: return %arg0 : tensor<?x3xf32>
func.func @inference(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.dropout.default(%x, 0.5, false) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @nothing
// CHECK: return %arg0 : tensor<?x3xf32>
func.func @nothing(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.feature_dropout.default(%x, 0.0, true) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
