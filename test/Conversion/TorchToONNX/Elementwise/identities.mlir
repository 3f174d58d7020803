// What leaves real numbers as they are.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @conj
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @conj(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -1.25, 0xFF800000], [-0.0, -2.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, -1.25, 0xFF800000], [-0.0, -2.0, 0x7F800000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.conj.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @conj_physical
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @conj_physical(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0xFF800000], [3.25, 0.5, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7F800000, 0x7FC00000, 0xFF800000], [3.25, 0.5, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.conj_physical.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @positive
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @positive(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0xFF800000, -2.75], [-0.0, 0x7FC00000, 3.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7F800000, 0xFF800000, -2.75], [-0.0, 0x7FC00000, 3.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.positive.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @real
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @real(%x: tensor<2x3xf32> {onnx.value = dense<[[0.5, -2.75, 0x7F800000], [0x7FC00000, 0xFF800000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.5, -2.75, 0x7F800000], [0x7FC00000, 0xFF800000, -0.0]]> : tensor<2x3xf32>}) {
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
func.func @lazy_conj_physical(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -0.75, 0x7F800000], [0xFF800000, 2.0, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, -0.75, 0x7F800000], [0xFF800000, 2.0, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten._conj_physical.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
