// Sizes and strides as numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @numel
// CHECK: %[[N:.*]] = onnx.Size(%arg0)
// CHECK: return %[[N]]
func.func @numel(%x: tensor<?x3xf32>) -> i64 {
  %0 = torch.aten.sym_numel.default(%x) : (tensor<?x3xf32>) -> i64
  return %0 : i64
}

// -----

// The program says what the stride is.
// CHECK-LABEL: func.func @stride
// CHECK: onnx.Shape(%arg0)
func.func @stride(%x: tensor<2x?xf32, #sym.dims<s>>) -> i64 {
  %0 = torch.aten.sym_stride.int(%x, dim=0) attributes {torch.exprs = #sym.dims<s>} : (tensor<2x?xf32, #sym.dims<s>>) -> i64
  return %0 : i64
}
