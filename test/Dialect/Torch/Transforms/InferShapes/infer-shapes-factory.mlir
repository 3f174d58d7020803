// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Sizes and dtypes from arguments, ranges, matrices and random numbers.

// CHECK-LABEL: @given
func.func @given(%x: tensor<?x4xf16, #sym.dims<n>>) {
  // CHECK: aten.zeros.default({{.*}} -> tensor<2x0xf32>{{$}}
  %0 = torch.aten.zeros.default([2, 0]) : () -> !torch.untyped
  // CHECK: aten.ones.default({{.*}} -> tensor<i64>{{$}}
  %1 = torch.aten.ones.default([], dtype=i64) : () -> !torch.untyped
  // CHECK: aten.full.default({{.*}} -> tensor<3xi64>{{$}}
  %2 = torch.aten.full.default([3], 7) : () -> !torch.untyped
  // CHECK: aten.full.default({{.*}} -> tensor<3xi1>{{$}}
  %3 = torch.aten.full.default([3], true) : () -> !torch.untyped
  // CHECK: aten.full.default({{.*}} -> tensor<3xf32>{{$}}
  %4 = torch.aten.full.default([3], 0.5) : () -> !torch.untyped
  // CHECK: aten.zeros_like.default({{.*}} -> tensor<?x4xf16, #sym.dims<n>>{{$}}
  %5 = torch.aten.zeros_like.default(%x) : (tensor<?x4xf16, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.rand_like.default({{.*}} -> tensor<?x4xf64, #sym.dims<n>>{{$}}
  %6 = torch.aten.rand_like.default(%x, dtype=f64) : (tensor<?x4xf16, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.new_zeros.default({{.*}} -> tensor<5xf16>{{$}}
  %7 = torch.aten.new_zeros.default(%x, [5]) : (tensor<?x4xf16, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.scalar_tensor.default({{.*}} -> tensor<f32>{{$}}
  %8 = torch.aten.scalar_tensor.default(3) : () -> !torch.untyped
  // CHECK: aten.randint.low({{.*}} -> tensor<4xi64>{{$}}
  %9 = torch.aten.randint.low(0, 9, [4]) : () -> !torch.untyped
  // CHECK: aten.randperm.default({{.*}} -> tensor<6xi64>{{$}}
  %10 = torch.aten.randperm.default(6) : () -> !torch.untyped
  // CHECK: aten.multinomial.default({{.*}} -> tensor<?x3xi64, #sym.dims<n>>{{$}}
  %11 = torch.aten.multinomial.default(%x, 3) : (tensor<?x4xf16, #sym.dims<n>>) -> !torch.untyped
  return
}

// CHECK-LABEL: @ranges
func.func @ranges() {
  // CHECK: aten.arange.default({{.*}} -> tensor<5xi64>{{$}}
  %0 = torch.aten.arange.default(5) : () -> !torch.untyped
  // CHECK: aten.arange.start_step({{.*}} -> tensor<4xi64>{{$}}
  %1 = torch.aten.arange.start_step(10, 0, -3) : () -> !torch.untyped
  // CHECK: aten.arange.start_step({{.*}} -> tensor<4xf32>{{$}}
  %2 = torch.aten.arange.start_step(0.0, 1.0, 0.3) : () -> !torch.untyped
  // CHECK: aten.linspace.default({{.*}} -> tensor<11xf32>{{$}}
  %3 = torch.aten.linspace.default(0, 1, 11) : () -> !torch.untyped
  // CHECK: aten.hann_window.default({{.*}} -> tensor<8xf32>{{$}}
  %4 = torch.aten.hann_window.default(8) : () -> !torch.untyped
  return
}

// CHECK-LABEL: @positions
func.func @positions(%x: tensor<?x4xf16, #sym.dims<n>>) {
  // CHECK: aten._dim_arange.default({{.*}} -> tensor<?xi64, #sym.dims<n>>{{$}}
  %0 = torch.aten._dim_arange.default(%x, -2) : (tensor<?x4xf16, #sym.dims<n>>) -> !torch.untyped
  return
}

// CHECK-LABEL: @matrices
func.func @matrices(%v: tensor<?xf32, #sym.dims<n>>, %m: tensor<3x5xf32>) {
  // CHECK: aten.eye.m({{.*}} -> tensor<3x4xf32>{{$}}
  %0 = torch.aten.eye.m(3, 4) : () -> !torch.untyped
  // CHECK: aten.diag.default({{.*}} -> tensor<?x?xf32, #sym.dims<n + 1, n + 1>>{{$}}
  %1 = torch.aten.diag.default(%v, 1) : (tensor<?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.diag.default({{.*}} -> tensor<2xf32>{{$}}
  %2 = torch.aten.diag.default(%m, -1) : (tensor<3x5xf32>) -> !torch.untyped
  // CHECK: aten.diag_embed.default({{.*}} -> tensor<?x?xf32, #sym.dims<n, n>>{{$}}
  %3 = torch.aten.diag_embed.default(%v) : (tensor<?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.tril_indices.default({{.*}} -> tensor<2x6xi64>{{$}}
  %4 = torch.aten.tril_indices.default(3, 3) : () -> !torch.untyped
  // CHECK: aten.triu_indices.default({{.*}} -> tensor<2x6xi64>{{$}}
  %5 = torch.aten.triu_indices.default(3, 4, 1) : () -> !torch.untyped
  return
}
