// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Views and copies: dimensions move, appear and vanish.

module attributes {sym.ranges = {n = array<i64: 0, 9223372036854775807>}} {
// CHECK-LABEL: @reshapes
func.func @reshapes(%x: tensor<?x4x?xf32, #sym.dims<m, n>>, %s: tensor<f32>, %e: tensor<0x3xf32>) {
  // CHECK: aten.view.default({{.*}} -> tensor<?x4xf32, #sym.dims<m*n>>{{$}}
  %0 = torch.aten.view.default(%x, [-1, 4]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.reshape.default({{.*}} -> tensor<2x?xf32, #sym.dims<2*m*n>>{{$}}
  %1 = torch.aten.reshape.default(%x, [2, -1]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.view.default({{.*}} -> tensor<1x1xf32>{{$}}
  %2 = torch.aten.view.default(%s, [1, -1]) : (tensor<f32>) -> !torch.untyped
  // CHECK: aten.view.default({{.*}} -> tensor<3x0xf32>{{$}}
  %3 = torch.aten.view.default(%e, [3, -1]) : (tensor<0x3xf32>) -> !torch.untyped
  // CHECK: aten.flatten.using_ints({{.*}} -> tensor<?x?xf32, #sym.dims<m, 4*n>>{{$}}
  %4 = torch.aten.flatten.using_ints(%x, start_dim=1) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.flatten.using_ints({{.*}} -> tensor<1xf32>{{$}}
  %5 = torch.aten.flatten.using_ints(%s) : (tensor<f32>) -> !torch.untyped
  // CHECK: aten.unflatten.int({{.*}} -> tensor<?x2x2x?xf32, #sym.dims<m, n>>{{$}}
  %6 = torch.aten.unflatten.int(%x, dim=1, sizes=[2, -1]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.unsqueeze.default({{.*}} -> tensor<?x4x?x1xf32, #sym.dims<m, n>>{{$}}
  %7 = torch.aten.unsqueeze.default(%x, dim=-1) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.unsqueeze.default({{.*}} -> tensor<1xf32>{{$}}
  %8 = torch.aten.unsqueeze.default(%s, dim=0) : (tensor<f32>) -> !torch.untyped
  // CHECK: aten.expand.default({{.*}} -> tensor<2x?x4x?xf32, #sym.dims<m, n>>{{$}}
  %9 = torch.aten.expand.default(%x, [2, -1, 4, -1]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.repeat.default({{.*}} -> tensor<3x?x8x?xf32, #sym.dims<m, n>>{{$}}
  %10 = torch.aten.repeat.default(%x, [3, 1, 2, 1]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.expand_as.default({{.*}} -> tensor<0x3xf32>{{$}}
  %11 = torch.aten.expand_as.default(%s, %e) : (tensor<f32>, tensor<0x3xf32>) -> !torch.untyped
  return
}

// CHECK-LABEL: @squeezes
func.func @squeezes(%x: tensor<1x?x1x3xf32, #sym.dims<n>>, %s: tensor<1x4xf32>) {
  // Not an axis that is not 1, as in PyTorch.
  // CHECK: aten.squeeze.dim({{.*}} -> tensor<1x4xf32>{{$}}
  %0 = torch.aten.squeeze.dim(%s, dim=1) : (tensor<1x4xf32>) -> !torch.untyped
  // CHECK: aten.squeeze.default({{.*}} -> tensor<4xf32>{{$}}
  %1 = torch.aten.squeeze.default(%s) : (tensor<1x4xf32>) -> !torch.untyped
  // CHECK: aten.squeeze.dims({{.*}} -> tensor<?x3xf32, #sym.dims<n>>{{$}}
  %2 = torch.aten.squeeze.dims(%x, dim=[0, -2]) : (tensor<1x?x1x3xf32, #sym.dims<n>>) -> !torch.untyped
  return
}

// CHECK-LABEL: @order
func.func @order(%x: tensor<?x4x?xf32, #sym.dims<m, n>>, %v: tensor<3xf32>) {
  // CHECK: aten.permute.default({{.*}} -> tensor<?x?x4xf32, #sym.dims<n, m>>{{$}}
  %0 = torch.aten.permute.default(%x, dims=[2, 0, -2]) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.transpose.int({{.*}} -> tensor<?x4x?xf32, #sym.dims<n, m>>{{$}}
  %1 = torch.aten.transpose.int(%x, dim0=0, dim1=-1) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.t.default({{.*}} -> tensor<3xf32>{{$}}
  %2 = torch.aten.t.default(%v) : (tensor<3xf32>) -> !torch.untyped
  // CHECK: aten.movedim.int({{.*}} -> tensor<4x?x?xf32, #sym.dims<n, m>>{{$}}
  %3 = torch.aten.movedim.int(%x, 0, 2) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  // CHECK: aten.rot90.default({{.*}} -> tensor<4x?x?xf32, #sym.dims<m, n>>{{$}}
  %4 = torch.aten.rot90.default(%x) : (tensor<?x4x?xf32, #sym.dims<m, n>>) -> !torch.untyped
  return
}

// A step that is a size, and one that may be negative.
// CHECK-LABEL: @steps
func.func @steps(%x: tensor<10xf32>, %y: tensor<?xf32, #sym.dims<n + 1>>, %k: i64 {torch.exprs = #sym.dims<u0>}) {
  %n = torch.aten.sym_size.int(%y, 0) : (tensor<?xf32, #sym.dims<n + 1>>) -> i64
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?xf32, #sym.dims<(n + 9) floordiv (n + 1)>>{{$}}
  %0 = torch.aten.slice.Tensor(%x, start=1, step=%n) : (tensor<10xf32>, i64) -> !torch.untyped
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?xf32>{{$}}
  %1 = torch.aten.slice.Tensor(%x, start=1, step=%k) : (tensor<10xf32>, i64) -> !torch.untyped
  return
}

// CHECK-LABEL: @parts
func.func @parts(%x: tensor<?x10xf32, #sym.dims<n + 3>>, %s: tensor<?xf32, #sym.dims<s>>) {
  // CHECK: aten.select.int({{.*}} -> tensor<10xf32>{{$}}
  %0 = torch.aten.select.int(%x, dim=0, index=-1) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?x4xf32, #sym.dims<n + 3>>{{$}}
  %1 = torch.aten.slice.Tensor(%x, dim=1, start=2, end=-1, step=2) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?x0xf32, #sym.dims<n + 3>>{{$}}
  %2 = torch.aten.slice.Tensor(%x, dim=1, start=20) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?x3xf32, #sym.dims<n + 3>>{{$}}
  %3 = torch.aten.slice.Tensor(%x, dim=1, start=-30, end=3) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // n is not negative, so three can be cut off; s may be shorter.
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?x10xf32, #sym.dims<n>>{{$}}
  %4 = torch.aten.slice.Tensor(%x, dim=0, end=-3) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?x10xf32, #sym.dims<n + 2>>{{$}}
  %5 = torch.aten.slice.Tensor(%x, dim=0, start=1) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // CHECK: aten.slice.Tensor({{.*}} -> tensor<?xf32>{{$}}
  %6 = torch.aten.slice.Tensor(%s, dim=0, start=1) : (tensor<?xf32, #sym.dims<s>>) -> !torch.untyped
  // CHECK: aten.narrow.default({{.*}} -> tensor<?x4xf32, #sym.dims<n + 3>>{{$}}
  %7 = torch.aten.narrow.default(%x, dim=1, start=1, length=4) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // CHECK: aten.unfold.default({{.*}} -> tensor<?x3x4xf32, #sym.dims<n + 3>>{{$}}
  %8 = torch.aten.unfold.default(%x, 1, 4, 3) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // There are at least three rows.
  // CHECK: aten.diagonal.default({{.*}} -> tensor<2xf32>{{$}}
  %9 = torch.aten.diagonal.default(%x, offset=8) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  // CHECK: aten.diagonal.default({{.*}} -> tensor<?xf32>{{$}}
  %10 = torch.aten.diagonal.default(%x, offset=-1) : (tensor<?x10xf32, #sym.dims<n + 3>>) -> !torch.untyped
  return
}

// CHECK-LABEL: @dtypes
func.func @dtypes(%x: tensor<2x4xf32>, %i: tensor<2xi32>, %b: tensor<i1>) {
  // CHECK: aten._to_copy.default({{.*}} -> tensor<2x4xf16>{{$}}
  %0 = torch.aten._to_copy.default(%x, dtype=f16) : (tensor<2x4xf32>) -> !torch.untyped
  // CHECK: aten.to.dtype({{.*}} -> tensor<2xf32>{{$}}
  %1 = torch.aten.to.dtype(%i, dtype=f32) : (tensor<2xi32>) -> !torch.untyped
  // CHECK: aten.type_as.default({{.*}} -> tensor<2x4xi32>{{$}}
  %2 = torch.aten.type_as.default(%x, %i) : (tensor<2x4xf32>, tensor<2xi32>) -> !torch.untyped
  // CHECK: aten.view.dtype({{.*}} -> tensor<2x8xi16>{{$}}
  %3 = torch.aten.view.dtype(%x, dtype=i16) : (tensor<2x4xf32>) -> !torch.untyped
  // CHECK: aten.item.default({{.*}} -> i1{{$}}
  %4 = torch.aten.item.default(%b) : (tensor<i1>) -> !torch.untyped
  return
}

}
