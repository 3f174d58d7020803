// Derivatives.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK: %[[PRODUCT:.*]] = onnx.Mul(%arg0, %arg1)
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%[[PRODUCT]]
// CHECK: %[[SHARE:.*]] = onnx.Mul(%arg1, %[[SUM]])
// CHECK: onnx.Sub(%[[PRODUCT]], %[[SHARE]])
func.func @softmax(%g: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._softmax_backward_data.default(%g, %y, 1, input_dtype=f32) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @log_softmax
// CHECK: %[[P:.*]] = onnx.Exp(%arg1)
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%arg0
// CHECK: %[[SHARE:.*]] = onnx.Mul(%[[P]], %[[SUM]])
// CHECK: onnx.Sub(%arg0, %[[SHARE]])
func.func @log_softmax(%g: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._log_softmax_backward_data.default(%g, %y, -1, input_dtype=f32) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @dropout
// CHECK: %[[MASK:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[KEPT:.*]] = onnx.Mul(%arg0, %[[MASK]])
// CHECK: onnx.Mul(%[[KEPT]],
func.func @dropout(%g: tensor<2x3xf32>, %mask: tensor<2x3xi1>) -> tensor<2x3xf32> {
  %0 = torch.aten.native_dropout_backward.default(%g, %mask, 2.0) : (tensor<2x3xf32>, tensor<2x3xi1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
