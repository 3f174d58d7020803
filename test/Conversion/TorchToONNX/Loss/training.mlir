// What a loss gives the backward pass: integration/ops/test_training.py has the
// numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx | FileCheck %s

// The weights of the targets that count.
// CHECK-LABEL: func.func @total_weight(
// CHECK: %[[IGNORED:.*]] = onnx.Equal(%arg1,
// CHECK: %[[SAFE:.*]] = onnx.Where(%[[IGNORED]], %{{.*}}, %arg1)
// CHECK: %[[OF_TARGET:.*]] = onnx.Gather(%arg2, %[[SAFE]])
// CHECK: %[[COUNTED:.*]] = onnx.Where(%[[IGNORED]], %{{.*}}, %[[OF_TARGET]])
// CHECK: %[[TOTAL:.*]] = onnx.ReduceSum(%[[COUNTED]],
// CHECK: return %{{.*}}, %[[TOTAL]]
func.func @total_weight(%x: tensor<2x5xf32>, %y: tensor<2xi64>, %w: tensor<5xf32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = torch.aten.nll_loss_forward.default(%x, %y, %w, reduction=1, ignore_index=-100) : (tensor<2x5xf32>, tensor<2xi64>, tensor<5xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// 0 where nothing is reduced.
// CHECK-LABEL: func.func @of_each(
// CHECK-NOT: onnx.ReduceSum
// CHECK: %[[TOTAL:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %{{.*}}, %[[TOTAL]]
func.func @of_each(%x: tensor<2x5xf32>, %y: tensor<2xi64>) -> (tensor<2xf32>, tensor<f32>) {
  %0:2 = torch.aten.nll_loss_forward.default(%x, %y, none, reduction=0, ignore_index=-100) : (tensor<2x5xf32>, tensor<2xi64>) -> (tensor<2xf32>, tensor<f32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<f32>
}

// Nobody computes what nobody uses.
// CHECK-LABEL: func.func @unused(
// CHECK-NOT: onnx.Gather
// CHECK: return
func.func @unused(%x: tensor<2x5xf32>, %y: tensor<2xi64>, %w: tensor<5xf32>) -> tensor<f32> {
  %0:2 = torch.aten.nll_loss_forward.default(%x, %y, %w, reduction=1, ignore_index=-100) : (tensor<2x5xf32>, tensor<2xi64>, tensor<5xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0 : tensor<f32>
}

// CHECK-LABEL: func.func @is_target(
// CHECK: %[[IS:.*]] = onnx.Cast({{.*}}) {to = f32} : (tensor<2x1x3xi1>) -> tensor<2x1x3xf32>
// CHECK: onnx.Reshape(%[[IS]],
func.func @is_target(%x: tensor<2x3xf32>, %t: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %0:2 = torch.aten.multilabel_margin_loss_forward.default(%x, %t, reduction=1) : (tensor<2x3xf32>, tensor<2x3xi64>) -> (tensor<f32>, tensor<2x3xf32>)
  return %0#1 : tensor<2x3xf32>
}
