// Rows of a table.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The padding is of use to the derivative only.
// CHECK-LABEL: func.func @embedding
// CHECK: %[[V0:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: return %[[V0]] : tensor<2x4x3xf32>
func.func @embedding(%x: tensor<5x3xf32>, %y: tensor<2x4xi64>) -> tensor<2x4x3xf32> {
  %0 = torch.aten.embedding.default(%x, %y, 1) : (tensor<5x3xf32>, tensor<2x4xi64>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// CHECK-LABEL: func.func @embedding_dynamic
// CHECK: %[[V0:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: return %[[V0]] : tensor<?x3xf32, #sym.dims<n>>
func.func @embedding_dynamic(%x: tensor<5x3xf32>, %y: tensor<?xi32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.embedding.default(%x, %y) : (tensor<5x3xf32>, tensor<?xi32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}
