// What leaves real numbers as they are.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @conj
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @conj(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.conj.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @conj_physical
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @conj_physical(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.conj_physical.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @positive
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @positive(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.positive.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @real
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @real(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.real.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @lazy_conj
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @lazy_conj(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._conj.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @lazy_conj_copy
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @lazy_conj_copy(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._conj.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @lazy_conj_physical
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @lazy_conj_physical(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._conj_physical.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
