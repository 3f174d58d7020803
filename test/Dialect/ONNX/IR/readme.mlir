// RUN: torch-onnx-opt %s --canonicalize --cse --onnx-infer-shapes | FileCheck %s

// The text of docs/Rationale/ONNXDialect.md.

// CHECK-LABEL: @head
// CHECK-NOT: onnx.Transpose
// CHECK: onnx.MaxPool(%arg0)
// CHECK: onnx.Shape
// CHECK-NOT: onnx.Shape
// CHECK: onnx.Reshape{{.*}} -> tensor<?x?xf32, #sym.dims<batch, 64*(h floordiv 2)*(w floordiv 2)>>
func.func @head(%x: tensor<?x64x?x?xf32, #sym.dims<batch, h, w>>) -> tensor<?x?xf32> {
  %none = onnx.NoValue() : () -> none
  %first = onnx.Constant dense<0> : tensor<1xi64>
  %rest = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 3, 1>} : (tensor<?x64x?x?xf32, #sym.dims<batch, h, w>>) -> tensor<?x?x?x64xf32, #sym.dims<batch, h, w>>
  %1 = onnx.Transpose(%0) {perm = array<i64: 0, 3, 1, 2>} : (tensor<?x?x?x64xf32, #sym.dims<batch, h, w>>) -> tensor<?x64x?x?xf32, #sym.dims<batch, h, w>>
  %2:2 = onnx.MaxPool(%1) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<?x64x?x?xf32, #sym.dims<batch, h, w>>) -> (tensor<?x?x?x?xf32>, none)
  %3 = onnx.Shape(%2#0) : (tensor<?x?x?x?xf32>) -> tensor<4xi64>
  %4 = onnx.Shape(%2#0) : (tensor<?x?x?x?xf32>) -> tensor<4xi64>
  %5 = onnx.Gather(%3, %first) : (tensor<4xi64>, tensor<1xi64>) -> tensor<1xi64>
  %6 = onnx.Gather(%4, %first) : (tensor<4xi64>, tensor<1xi64>) -> tensor<1xi64>
  %7 = onnx.Concat(%5, %rest) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %8 = onnx.Reshape(%2#0, %7) {allowzero = 1 : i64} : (tensor<?x?x?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %8 : tensor<?x?xf32>
}
