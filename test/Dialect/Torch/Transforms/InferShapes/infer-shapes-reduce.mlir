// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Axes that go or stay as 1, the dtype of sums, and running sums.

// CHECK-LABEL: @sums
func.func @sums(%x: tensor<?x4x?xf32, #sym.dims<m, n>>, %i: tensor<2x3xi32>, %b: tensor<2x3xi1>, %u: tensor<2x3xui8>, %s: tensor<f32>, %e: tensor<0x3xf32>) {
  // CHECK: aten.sum.default({{.*}} -> tensor<f32>{{$}}
  %0 = torch.aten.sum.default(%x) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.sum.dim_IntList({{.*}} -> tensor<?x4xf32, #sym.dims<m>>{{$}}
  %1 = torch.aten.sum.dim_IntList(%x, dim=[-1]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.sum.dim_IntList({{.*}} -> tensor<1x1x?xf32, #sym.dims<n>>{{$}}
  %2 = torch.aten.sum.dim_IntList(%x, dim=[0, -2], keepdim=true) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // No axes are all of them.
  // CHECK: aten.sum.dim_IntList({{.*}} -> tensor<1x1x1xf32>{{$}}
  %3 = torch.aten.sum.dim_IntList(%x, dim=[], keepdim=true) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.sum.dim_IntList({{.*}} -> tensor<f64>{{$}}
  %4 = torch.aten.sum.dim_IntList(%x, none, dtype=f64) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.sum.dim_IntList({{.*}} -> tensor<3xi64>{{$}}
  %5 = torch.aten.sum.dim_IntList(%i, dim=[0]) : (tensor<2x3xi32>) -> !torch.untyped
  // CHECK: aten.prod.default({{.*}} -> tensor<i64>{{$}}
  %6 = torch.aten.prod.default(%b) : (tensor<2x3xi1>) -> !torch.untyped
  // CHECK: aten.mean.dim({{.*}} -> tensor<f32>{{$}}
  %7 = torch.aten.mean.dim(%s, dim=[-1]) : (tensor<f32>) -> !torch.untyped
  // CHECK: aten.mean.dim({{.*}} -> tensor<3xf32>{{$}}
  %8 = torch.aten.mean.dim(%e, dim=[0]) : (tensor<0x3xf32>) -> !torch.untyped
  // CHECK: aten.amax.default({{.*}} -> tensor<2x1xi32>{{$}}
  %9 = torch.aten.amax.default(%i, dim=[1], keepdim=true) : (tensor<2x3xi32>) -> !torch.untyped
  // CHECK: aten.any.dim({{.*}} -> tensor<2xi1>{{$}}
  %10 = torch.aten.any.dim(%i, dim=1) : (tensor<2x3xi32>) -> !torch.untyped
  // CHECK: aten.all.default({{.*}} -> tensor<ui8>{{$}}
  %11 = torch.aten.all.default(%u) : (tensor<2x3xui8>) -> !torch.untyped
  // CHECK: aten.any.dims({{.*}} -> tensor<?x4x?xi1, #sym.dims<m, n>>{{$}}
  %12 = torch.aten.any.dims(%x, dim=[]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.count_nonzero.default({{.*}} -> tensor<i64>{{$}}
  %13 = torch.aten.count_nonzero.default(%i) : (tensor<2x3xi32>) -> !torch.untyped
  // CHECK: aten.logsumexp.default({{.*}} -> tensor<?x?xf32, #sym.dims<m, n>>{{$}}
  %14 = torch.aten.logsumexp.default(%x, dim=[1]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  return
}

// CHECK-LABEL: @moments_and_norms
func.func @moments_and_norms(%x: tensor<2x3xf32>, %c: tensor<2x3xcomplex<f32>>, %q: tensor<5xf32>) {
  // CHECK: aten.var.correction({{.*}} -> tensor<2xf32>{{$}}
  %0 = torch.aten.var.correction(%x, dim=[1]) : (tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.std_mean.correction({{.*}} -> (tensor<1x3xf32>, tensor<1x3xf32>){{$}}
  %1:2 = torch.aten.std_mean.correction(%x, dim=[0], keepdim=true) : (tensor<2x3xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.var_mean.default({{.*}} -> (tensor<f32>, tensor<complex<f32>>){{$}}
  %2:2 = torch.aten.var_mean.default(%c) : (tensor<2x3xcomplex<f32>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_vector_norm.default({{.*}} -> tensor<f32>{{$}}
  %3 = torch.aten.linalg_vector_norm.default(%c) : (tensor<2x3xcomplex<f32>>) -> !torch.untyped
  // CHECK: aten.linalg_vector_norm.default({{.*}} -> tensor<2xf64>{{$}}
  %4 = torch.aten.linalg_vector_norm.default(%x, dim=[-1], dtype=f64) : (tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.linalg_matrix_norm.default({{.*}} -> tensor<f32>{{$}}
  %5 = torch.aten.linalg_matrix_norm.default(%x, 1) : (tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.quantile.default({{.*}} -> tensor<5x2xf32>{{$}}
  %6 = torch.aten.quantile.default(%x, %q, dim=1) : (tensor<2x3xf32>, tensor<5xf32>) -> !torch.untyped
  // CHECK: aten.quantile.scalar({{.*}} -> tensor<f32>{{$}}
  %7 = torch.aten.quantile.scalar(%x, 0.5) : (tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.dist.default({{.*}} -> tensor<f32>{{$}}
  %8 = torch.aten.dist.default(%x, %x) : (tensor<2x3xf32>, tensor<2x3xf32>) -> !torch.untyped
  return
}

// CHECK-LABEL: @positions
func.func @positions(%x: tensor<?x4xf16, #sym.dims<n>>, %s: tensor<i64>) {
  // CHECK: aten.argmax.default({{.*}} -> tensor<i64>{{$}}
  %0 = torch.aten.argmax.default(%x) : (tensor<?x4xf16, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.argmin.default({{.*}} -> tensor<?x1xi64, #sym.dims<n>>{{$}}
  %1 = torch.aten.argmin.default(%x, dim=-1, keepdim=true) : (tensor<?x4xf16, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.max.dim({{.*}} -> (tensor<?xf16, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>){{$}}
  %2:2 = torch.aten.max.dim(%x, dim=1) : (tensor<?x4xf16, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.median.dim({{.*}} -> (tensor<4xf16>, tensor<4xi64>){{$}}
  %3:2 = torch.aten.median.dim(%x, dim=0) : (tensor<?x4xf16, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.min.dim({{.*}} -> (tensor<i64>, tensor<i64>){{$}}
  %4:2 = torch.aten.min.dim(%s, dim=0) : (tensor<i64>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.aminmax.default({{.*}} -> (tensor<?xf16, #sym.dims<n>>, tensor<?xf16, #sym.dims<n>>){{$}}
  %5:2 = torch.aten.aminmax.default(%x, dim=1) : (tensor<?x4xf16, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  return
}

// CHECK-LABEL: @running
func.func @running(%x: tensor<?x4xf32, #sym.dims<n>>, %i: tensor<3xi32>, %y: tensor<5xf32>) {
  // CHECK: aten.cumsum.default({{.*}} -> tensor<?x4xf32, #sym.dims<n>>{{$}}
  %0 = torch.aten.cumsum.default(%x, dim=0) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.cumsum.default({{.*}} -> tensor<3xi64>{{$}}
  %1 = torch.aten.cumsum.default(%i, dim=-1) : (tensor<3xi32>) -> !torch.untyped
  // CHECK: aten.cumprod.default({{.*}} -> tensor<3xf32>{{$}}
  %2 = torch.aten.cumprod.default(%i, dim=0, dtype=f32) : (tensor<3xi32>) -> !torch.untyped
  // CHECK: aten.cummax.default({{.*}} -> (tensor<3xi32>, tensor<3xi64>){{$}}
  %3:2 = torch.aten.cummax.default(%i, dim=0) : (tensor<3xi32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.trapezoid.dx({{.*}} -> tensor<f32>{{$}}
  %4 = torch.aten.trapezoid.dx(%y) : (tensor<5xf32>) -> !torch.untyped
  // CHECK: aten.cumulative_trapezoid.dx({{.*}} -> tensor<4xf32>{{$}}
  %5 = torch.aten.cumulative_trapezoid.dx(%y) : (tensor<5xf32>) -> !torch.untyped
  return
}
