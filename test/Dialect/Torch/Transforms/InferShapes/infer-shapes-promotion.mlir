// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Operands of several dtypes, where the common one is not that of the result
// or 0-d tensors weigh as much as others.

// CHECK-LABEL: @losses
func.func @losses(%x: tensor<2x3xf32>, %h: tensor<2x3xf16>, %d: tensor<2x3xf64>, %i: tensor<2x3xi64>, %l: tensor<2xi64>) {
  // In the memory of the target.
  // CHECK: aten.binary_cross_entropy_with_logits.default({{.*}} -> tensor<f16>{{$}}
  %0 = torch.aten.binary_cross_entropy_with_logits.default(%x, %h) : (tensor<2x3xf32>, tensor<2x3xf16>) -> !torch.untyped
  // CHECK: aten.binary_cross_entropy_with_logits.default({{.*}} -> tensor<f64>{{$}}
  %1 = torch.aten.binary_cross_entropy_with_logits.default(%x, %d) : (tensor<2x3xf32>, tensor<2x3xf64>) -> !torch.untyped
  // In that of the input.
  // CHECK: aten.hinge_embedding_loss.default({{.*}} -> tensor<2x3xf16>{{$}}
  %2 = torch.aten.hinge_embedding_loss.default(%h, %x, 1.0, 0) : (tensor<2x3xf16>, tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.huber_loss.default({{.*}} -> tensor<f32>{{$}}
  %3 = torch.aten.huber_loss.default(%x, %d) : (tensor<2x3xf32>, tensor<2x3xf64>) -> !torch.untyped
  // CHECK: aten.soft_margin_loss.default({{.*}} -> tensor<f32>{{$}}
  %4 = torch.aten.soft_margin_loss.default(%x, %i) : (tensor<2x3xf32>, tensor<2x3xi64>) -> !torch.untyped
  // Probabilities are multiplied, labels are not.
  // CHECK: aten.cross_entropy_loss.default({{.*}} -> tensor<f32>{{$}}
  %5 = torch.aten.cross_entropy_loss.default(%h, %x) : (tensor<2x3xf16>, tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.cross_entropy_loss.default({{.*}} -> tensor<f16>{{$}}
  %6 = torch.aten.cross_entropy_loss.default(%h, %l) : (tensor<2x3xf16>, tensor<2xi64>) -> !torch.untyped
  // The common dtype.
  // CHECK: aten.mse_loss.default({{.*}} -> tensor<f64>{{$}}
  %7 = torch.aten.mse_loss.default(%x, %d) : (tensor<2x3xf32>, tensor<2x3xf64>) -> !torch.untyped
  return
}

// CHECK-LABEL: @others
func.func @others(%x: tensor<2x3xf32>, %h: tensor<2x1xf16>, %d: tensor<f64>, %i: tensor<2x3xi64>, %m: tensor<2x3xi1>) {
  // CHECK: aten.diff.default({{.*}} -> tensor<2x3xf32>{{$}}
  %0 = torch.aten.diff.default(%x, prepend=%h) : (tensor<2x3xf32>, tensor<2x1xf16>) -> !torch.untyped
  // CHECK: aten.diff.default({{.*}} -> tensor<2x3xf32>{{$}}
  %1 = torch.aten.diff.default(%h, append=%x) : (tensor<2x1xf16>, tensor<2x3xf32>) -> !torch.untyped
  // Nothing is appended.
  // CHECK: aten.diff.default({{.*}} -> tensor<2x1xf16>{{$}}
  %2 = torch.aten.diff.default(%h, 0, append=%x) : (tensor<2x1xf16>, tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.kron.default({{.*}} -> tensor<2x3xf64>{{$}}
  %3 = torch.aten.kron.default(%x, %d) : (tensor<2x3xf32>, tensor<f64>) -> !torch.untyped
  // CHECK: aten.native_dropout_backward.default({{.*}} -> tensor<2x3xf32>{{$}}
  %4 = torch.aten.native_dropout_backward.default(%i, %m, 2.0) : (tensor<2x3xi64>, tensor<2x3xi1>) -> !torch.untyped
  return
}
