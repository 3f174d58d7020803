// Writes by index.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @add
// CHECK: onnx.ScatterElements(%arg0, %arg1, %arg2) {axis = 1 : i64, reduction = "add"}
func.func @add(%x: tensor<3x4xf32>, %i: tensor<3x2xi64>, %s: tensor<3x2xf32>) -> tensor<3x4xf32> {
  %0 = torch.aten.scatter_add.default(%x, 1, %i, %s) : (tensor<3x4xf32>, tensor<3x2xi64>, tensor<3x2xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// A source larger than its index.
// CHECK-LABEL: func.func @corner
// CHECK: onnx.Slice
// CHECK: onnx.ScatterElements
func.func @corner(%x: tensor<3x4xf32>, %i: tensor<3x2xi64>, %s: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = torch.aten.scatter.src(%x, 1, %i, %s) : (tensor<3x4xf32>, tensor<3x2xi64>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// CHECK-LABEL: func.func @slice
// CHECK: onnx.Slice
// CHECK: onnx.Slice
// CHECK: onnx.Concat{{.*}} {axis = 1 : i64}
func.func @slice(%x: tensor<3x8xf32>, %s: tensor<3x2xf32>) -> tensor<3x8xf32> {
  %0 = torch.aten.slice_scatter.default(%x, %s, 1, 2, 4) : (tensor<3x8xf32>, tensor<3x2xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// CHECK-LABEL: func.func @select
// CHECK: onnx.Constant dense<{{.*}}[false], [true], [false]{{.*}}> : tensor<3x1xi1>
// CHECK: onnx.Where
func.func @select(%x: tensor<3x8xf32>, %s: tensor<8xf32>) -> tensor<3x8xf32> {
  %0 = torch.aten.select_scatter.default(%x, %s, 0, -2) : (tensor<3x8xf32>, tensor<8xf32>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}
