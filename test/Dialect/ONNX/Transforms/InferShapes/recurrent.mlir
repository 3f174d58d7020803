// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Recurrent layers; an output that nobody wants stays none.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x?x3xf32, #sym.dims<t, b>>, %w: tensor<2x16x3xf32>, %r: tensor<2x16x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.LSTM({{.*}} -> (tensor<?x2x?x4xf32, #sym.dims<t, b>>, tensor<2x?x4xf32, #sym.dims<b>>, none)
  %0:3 = onnx.LSTM(%x, %w, %r, %none, %none, %none, %none, %none) {direction = "bidirectional", hidden_size = 4 : i64} : (tensor<?x?x3xf32, #sym.dims<t, b>>, tensor<2x16x3xf32>, tensor<2x16x4xf32>, none, none, none, none, none) -> (tensor<?x?x?x?xf32>, tensor<?x?x?xf32>, none)
  return
}
