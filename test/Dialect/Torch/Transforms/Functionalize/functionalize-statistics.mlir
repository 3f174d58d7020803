// Running statistics that normalizations update without saying so.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @batch
// CHECK-SAME: (%[[X:.*]]: tensor<2x3x4xf32>, %[[MEAN:.*]]: tensor<3xf32> {onnx.name = "mean"}, %[[VAR:.*]]: tensor<3xf32>
// CHECK-SAME: -> (tensor<2x3x4xf32>, tensor<3xf32> {torch.mutates = "mean"}, tensor<3xf32> {torch.mutates = "arg2"})
func.func @batch(%x: tensor<2x3x4xf32>, %mean: tensor<3xf32> {onnx.name = "mean"}, %var: tensor<3xf32>) -> tensor<2x3x4xf32> {
  // CHECK: %[[Y:.*]]:5 = torch.aten._native_batch_norm_legit_functional.default(%[[X]], weight=none, bias=none, running_mean=%[[MEAN]], running_var=%[[VAR]], training=true
  %0 = torch.aten.batch_norm.default(%x, weight=none, bias=none, running_mean=%mean, running_var=%var, training=true, momentum=0.1, eps=1.0e-5, cudnn_enabled=false) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // CHECK: return %[[Y]]#0, %[[Y]]#3, %[[Y]]#4
  return %0 : tensor<2x3x4xf32>
}

// -----

// The mean of what each instance would write.
// CHECK-LABEL: func.func @instance
// CHECK-SAME: (%[[X:.*]]: tensor<?x3x4x5xf32, #sym.dims<n>>, %[[MEAN:.*]]: tensor<3xf32>, %[[VAR:.*]]: tensor<3xf32>)
func.func @instance(%x: tensor<?x3x4x5xf32, #sym.dims<n>>, %mean: tensor<3xf32>, %var: tensor<3xf32>) -> tensor<?x3x4x5xf32, #sym.dims<n>> {
  // CHECK: %[[Y:.*]] = torch.aten.instance_norm.default
  // CHECK: %[[BATCHMEAN:.*]] = torch.aten.mean.dim(%[[X]], [0, 2, 3])
  // CHECK: %[[NEWMEAN:.*]] = torch.aten.lerp.Scalar(%[[MEAN]], %[[BATCHMEAN]], weight=1.000000e-01)
  // CHECK: %[[VARS:.*]] = torch.aten.var.correction(%[[X]], [2, 3], correction=1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
  // CHECK: %[[BATCHVAR:.*]] = torch.aten.mean.dim(%[[VARS]], [0])
  // CHECK: %[[NEWVAR:.*]] = torch.aten.lerp.Scalar(%[[VAR]], %[[BATCHVAR]], weight=1.000000e-01)
  %0 = torch.aten.instance_norm.default(%x, weight=none, bias=none, running_mean=%mean, running_var=%var, use_input_stats=true, momentum=0.1, eps=1.0e-5, cudnn_enabled=false) : (tensor<?x3x4x5xf32, #sym.dims<n>>, tensor<3xf32>, tensor<3xf32>) -> tensor<?x3x4x5xf32, #sym.dims<n>>
  // CHECK: return %[[Y]], %[[NEWMEAN]], %[[NEWVAR]]
  return %0 : tensor<?x3x4x5xf32, #sym.dims<n>>
}

// -----

// Nothing is written in evaluation, nor where there is nothing to write to.
// CHECK-LABEL: func.func @evaluation
// CHECK-SAME: -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
func.func @evaluation(%x: tensor<2x3x4xf32>, %mean: tensor<3xf32>, %var: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  // CHECK-NEXT: torch.aten.batch_norm.default
  %0 = torch.aten.batch_norm.default(%x, weight=none, bias=none, running_mean=%mean, running_var=%var, training=false, momentum=0.1, eps=1.0e-5, cudnn_enabled=false) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  // CHECK-NEXT: torch.aten.instance_norm.default
  %1 = torch.aten.instance_norm.default(%0, weight=none, bias=none, running_mean=none, running_var=none, use_input_stats=true, momentum=0.1, eps=1.0e-5, cudnn_enabled=false) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK-NEXT: return
  return %0, %1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @lost
// CHECK-SAME: -> tensor<0x3x4xf32> {
func.func @lost(%x: tensor<0x3x4xf32>, %mean: tensor<3xf32>, %var: tensor<3xf32>) -> tensor<0x3x4xf32> {
  // expected-warning @+1 {{'aten.batch_norm.default' updates its running statistics; the update is lost}}
  %0 = torch.aten.batch_norm.default(%x, weight=none, bias=none, running_mean=%mean, running_var=%var, training=true, momentum=0.1, eps=1.0e-5, cudnn_enabled=false) : (tensor<0x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<0x3x4xf32>
  return %0 : tensor<0x3x4xf32>
}
