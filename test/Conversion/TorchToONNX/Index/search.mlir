// Sorting and searching.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @topk
// CHECK: onnx.TopK(%arg0, %{{.*}}) {axis = 1 : i64
func.func @topk(%x: tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>) {
  %0:2 = torch.aten.topk.default(%x, 2) : (tensor<3x8xf32>) -> (tensor<3x2xf32>, tensor<3x2xi64>)
  return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi64>
}

// -----

// NaN is behind everything, so the comparison is negated.
// CHECK-LABEL: func.func @bucketize
// CHECK: onnx.GreaterOrEqual
// CHECK: onnx.Not
// CHECK: onnx.ReduceSum
func.func @bucketize(%x: tensor<3xf32>, %e: tensor<5xf32>) -> tensor<3xi64> {
  %0 = torch.aten.bucketize.Tensor(%x, %e) : (tensor<3xf32>, tensor<5xf32>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @nonzero
// CHECK: onnx.NonZero
// CHECK: onnx.Transpose
func.func @nonzero(%x: tensor<3x4xf32>) -> tensor<?x2xi64, #sym.dims<u0>> {
  %0 = torch.aten.nonzero.default(%x) : (tensor<3x4xf32>) -> tensor<?x2xi64, #sym.dims<u0>>
  return %0 : tensor<?x2xi64, #sym.dims<u0>>
}
