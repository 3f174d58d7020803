// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Activations: the type of the input, except where a dtype is given.

// CHECK-LABEL: @activations
func.func @activations(%x: tensor<?x8xf32, #sym.dims<n>>, %h: tensor<2x8xf16>, %b: tensor<4xi64>, %s: tensor<f32>) {
  // CHECK: aten.relu.default({{.*}} -> tensor<?x8xf32, #sym.dims<n>>{{$}}
  %0 = torch.aten.relu.default(%x) : (tensor<?x8xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.gelu.default({{.*}} -> tensor<2x8xf16>{{$}}
  %1 = torch.aten.gelu.default(%h) : (tensor<2x8xf16>) -> !torch.untyped
  // CHECK: aten.hardtanh.default({{.*}} -> tensor<4xi64>{{$}}
  %2 = torch.aten.hardtanh.default(%b) : (tensor<4xi64>) -> !torch.untyped
  // CHECK: aten.silu.default({{.*}} -> tensor<f32>{{$}}
  %3 = torch.aten.silu.default(%s) : (tensor<f32>) -> !torch.untyped
  // CHECK: aten.glu.default({{.*}} -> tensor<?x4xf32, #sym.dims<n>>{{$}}
  %4 = torch.aten.glu.default(%x, dim=-1) : (tensor<?x8xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.glu.default({{.*}} -> tensor<?x8xf32, #sym.dims<n floordiv 2>>{{$}}
  %5 = torch.aten.glu.default(%x, dim=0) : (tensor<?x8xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.softmax.int({{.*}} -> tensor<2x8xf16>{{$}}
  %6 = torch.aten.softmax.int(%h, dim=-1) : (tensor<2x8xf16>) -> !torch.untyped
  // CHECK: aten.softmax.int({{.*}} -> tensor<2x8xf32>{{$}}
  %7 = torch.aten.softmax.int(%h, dim=-1, dtype=f32) : (tensor<2x8xf16>) -> !torch.untyped
  // CHECK: aten._softmax.default({{.*}} -> tensor<2x8xf32>{{$}}
  %8 = torch.aten._softmax.default(%h, -1, true) : (tensor<2x8xf16>) -> !torch.untyped
  // CHECK: aten.log_softmax.int({{.*}} -> tensor<f32>{{$}}
  %9 = torch.aten.log_softmax.int(%s, dim=0) : (tensor<f32>) -> !torch.untyped
  // CHECK: aten.native_dropout.default({{.*}} -> (tensor<?x8xf32, #sym.dims<n>>, tensor<?x8xi1, #sym.dims<n>>){{$}}
  %10:2 = torch.aten.native_dropout.default(%x, 0.5, false) : (tensor<?x8xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  return
}
