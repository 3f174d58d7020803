// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Normalizations, their statistics, and losses by kind of reduction.

// CHECK-LABEL: @norms
func.func @norms(%x: tensor<?x4x5xf32, #sym.dims<n>>, %h: tensor<2x4x5xf16>, %c: tensor<4xf32>, %v: tensor<4x3xf32>) {
  // CHECK: aten.layer_norm.default({{.*}} -> tensor<?x4x5xf32, #sym.dims<n>>{{$}}
  %0 = torch.aten.layer_norm.default(%x, [5]) : (tensor<?x4x5xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.native_layer_norm.default({{.*}} -> (tensor<?x4x5xf32, #sym.dims<n>>, tensor<?x1x1xf32, #sym.dims<n>>, tensor<?x1x1xf32, #sym.dims<n>>){{$}}
  %1:3 = torch.aten.native_layer_norm.default(%x, [4, 5], none, none, 0.1) : (tensor<?x4x5xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.batch_norm.default({{.*}} -> tensor<?x4x5xf32, #sym.dims<n>>{{$}}
  %2 = torch.aten.batch_norm.default(%x, none, none, %c, %c, false, 0.1, 0.1, false) : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> !torch.untyped
  // Empty where they were not computed, on some backends.
  // CHECK: aten.native_batch_norm.default({{.*}} -> (tensor<?x4x5xf32, #sym.dims<n>>, tensor<?xf32>, tensor<?xf32>){{$}}
  %3:3 = torch.aten.native_batch_norm.default(%x, none, none, %c, %c, false, 0.1, 0.1) : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.native_group_norm.default({{.*}} -> (tensor<?x4x5xf32, #sym.dims<n>>, tensor<2x2xf32>, tensor<2x2xf32>){{$}}
  %4:3 = torch.aten.native_group_norm.default(%x, none, none, 2, 4, 5, 2, 0.1) : (tensor<?x4x5xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.norm_except_dim.default({{.*}} -> tensor<1x3xf32>{{$}}
  %5 = torch.aten.norm_except_dim.default(%v, 2, 1) : (tensor<4x3xf32>) -> !torch.untyped
  return
}

// CHECK-LABEL: @losses
func.func @losses(%x: tensor<?x10xf32, #sym.dims<n>>, %y: tensor<?xi64, #sym.dims<n>>, %z: tensor<?x10xf32, #sym.dims<n>>) {
  // CHECK: aten.mse_loss.default({{.*}} -> tensor<f32>{{$}}
  %0 = torch.aten.mse_loss.default(%x, %z) : (tensor<?x10xf32, #sym.dims<n>>, tensor<?x10xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.mse_loss.default({{.*}} -> tensor<?x10xf32, #sym.dims<n>>{{$}}
  %1 = torch.aten.mse_loss.default(%x, %z, 0) : (tensor<?x10xf32, #sym.dims<n>>, tensor<?x10xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.cross_entropy_loss.default({{.*}} -> tensor<f32>{{$}}
  %2 = torch.aten.cross_entropy_loss.default(%x, %y) : (tensor<?x10xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.cross_entropy_loss.default({{.*}} -> tensor<?xf32, #sym.dims<n>>{{$}}
  %3 = torch.aten.cross_entropy_loss.default(%x, %y, reduction=0) : (tensor<?x10xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.nll_loss_forward.default({{.*}} -> (tensor<?xf32, #sym.dims<n>>, tensor<f32>){{$}}
  %4:2 = torch.aten.nll_loss_forward.default(%x, %y, none, 0, -100) : (tensor<?x10xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.triplet_margin_loss.default({{.*}} -> tensor<?xf32, #sym.dims<n>>{{$}}
  %5 = torch.aten.triplet_margin_loss.default(%x, %x, %z, reduction=0) : (tensor<?x10xf32, #sym.dims<n>>, tensor<?x10xf32, #sym.dims<n>>, tensor<?x10xf32, #sym.dims<n>>) -> !torch.untyped
  return
}
