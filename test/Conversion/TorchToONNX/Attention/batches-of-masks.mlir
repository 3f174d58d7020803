// Masks with a larger batch than the query, which torch.export accepts; eager mode does only where
// it computes derivatives.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// A batch of masks for one query.
// CHECK-LABEL: func.func @batch_of_masks
// CHECK: onnx.Softmax({{.*}} -> tensor<2x1x1x2xf32>
// CHECK: onnx.MatMul({{.*}} -> tensor<2x1x1x2xf32>
func.func @batch_of_masks(%q: tensor<1x1x1x2xf32>,
                          %v: tensor<1x1x2x2xf32>,
                          %m: tensor<2x1x1x2xi1>)
    -> (tensor<2x1x1x2xf32>) {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %v, %v, %m) : (tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<2x1x1x2xi1>) -> tensor<2x1x1x2xf32>
  return %0 : tensor<2x1x1x2xf32>
}

// -----

// A mask that hides nothing would be left out, but the result has its batch.
// CHECK-LABEL: func.func @batch_of_true
// CHECK: onnx.Softmax({{.*}} -> tensor<2x1x1x2xf32>
func.func @batch_of_true(%q: tensor<1x1x1x2xf32>,
                         %v: tensor<1x1x2x2xf32>)
    -> (tensor<2x1x1x2xf32>) {
  %m = torch.constant dense<true> : tensor<2x1x1x2xi1> : tensor<2x1x1x2xi1>
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %v, %v, %m) : (tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>, tensor<2x1x1x2xi1>) -> tensor<2x1x1x2xf32>
  return %0 : tensor<2x1x1x2xf32>
}
