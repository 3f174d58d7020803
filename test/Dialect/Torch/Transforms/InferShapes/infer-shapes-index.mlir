// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Reading by index, writing, order, and sizes that depend on data.

// CHECK-LABEL: @reads
func.func @reads(%x: tensor<?x4x5xf32, #sym.dims<n>>, %i: tensor<?x1xi64, #sym.dims<k>>, %j: tensor<6xi64>, %mask: tensor<?x4xi1, #sym.dims<n>>, %s: tensor<f32>, %zero: tensor<i64>) {
  // Neighbours stay in place, others go in front.
  // CHECK: aten.index.Tensor({{.*}} -> tensor<?x?x6xf32, #sym.dims<n, k>>{{$}}
  %0 = torch.aten.index.Tensor(%x, [none, %i, %j]) : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<?x1xi64, #sym.dims<k>>, tensor<6xi64>) -> !torch.untyped
  // CHECK: aten.index.Tensor({{.*}} -> tensor<?x6x4xf32, #sym.dims<k>>{{$}}
  %1 = torch.aten.index.Tensor(%x, [%i, none, %j]) : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<?x1xi64, #sym.dims<k>>, tensor<6xi64>) -> !torch.untyped
  // A mask stands for two indices.
  // CHECK: aten.index.Tensor({{.*}} -> tensor<?x5xf32>{{$}}
  %2 = torch.aten.index.Tensor(%x, [%mask]) : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<?x4xi1, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.gather.default({{.*}} -> tensor<?x1xf32, #sym.dims<k>>{{$}}
  %3 = torch.aten.gather.default(%x, dim=-1, index=%i) : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<?x1xi64, #sym.dims<k>>) -> !torch.untyped
  // CHECK: aten.index_select.default({{.*}} -> tensor<?x4x6xf32, #sym.dims<n>>{{$}}
  %4 = torch.aten.index_select.default(%x, dim=-1, index=%j) : (tensor<?x4x5xf32, #sym.dims<n>>, tensor<6xi64>) -> !torch.untyped
  // CHECK: aten.index_select.default({{.*}} -> tensor<f32>{{$}}
  %5 = torch.aten.index_select.default(%s, dim=0, index=%zero) : (tensor<f32>, tensor<i64>) -> !torch.untyped
  // CHECK: aten.one_hot.default({{.*}} -> tensor<?x1x10xi64, #sym.dims<k>>{{$}}
  %6 = torch.aten.one_hot.default(%i, 10) : (tensor<?x1xi64, #sym.dims<k>>) -> !torch.untyped
  // CHECK: aten.one_hot.default({{.*}} -> tensor<6x?xi64>{{$}}
  %7 = torch.aten.one_hot.default(%j) : (tensor<6xi64>) -> !torch.untyped
  // CHECK: aten.masked_fill.Scalar({{.*}} -> tensor<?x4xf32, #sym.dims<n>>{{$}}
  %8 = torch.aten.masked_fill.Scalar(%s, %mask, 0) : (tensor<f32>, tensor<?x4xi1, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.masked_select.default({{.*}} -> tensor<?xf32>{{$}}
  %9 = torch.aten.masked_select.default(%s, %mask) : (tensor<f32>, tensor<?x4xi1, #sym.dims<n>>) -> !torch.untyped
  return
}

// CHECK-LABEL: @writes
func.func @writes(%x: tensor<?x4xf32, #sym.dims<n>>, %j: tensor<6xi64>, %src: tensor<6x4xf32>) {
  // CHECK: aten.index_put.default({{.*}} -> tensor<?x4xf32, #sym.dims<n>>{{$}}
  %0 = torch.aten.index_put.default(%x, [%j], %src) : (tensor<?x4xf32, #sym.dims<n>>, tensor<6xi64>, tensor<6x4xf32>) -> !torch.untyped
  // CHECK: aten.index_add.default({{.*}} -> tensor<?x4xf32, #sym.dims<n>>{{$}}
  %1 = torch.aten.index_add.default(%x, 0, %j, %src) : (tensor<?x4xf32, #sym.dims<n>>, tensor<6xi64>, tensor<6x4xf32>) -> !torch.untyped
  // CHECK: aten.slice_scatter.default({{.*}} -> tensor<?x4xf32, #sym.dims<n>>{{$}}
  %2 = torch.aten.slice_scatter.default(%x, %src, end=6) : (tensor<?x4xf32, #sym.dims<n>>, tensor<6x4xf32>) -> !torch.untyped
  return
}

// CHECK-LABEL: @order
func.func @order(%x: tensor<?x4xf32, #sym.dims<n>>, %s: tensor<f32>, %edges: tensor<9xf32>) {
  // CHECK: aten.topk.default({{.*}} -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xi64, #sym.dims<n>>){{$}}
  %0:2 = torch.aten.topk.default(%x, 2, dim=-1) : (tensor<?x4xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.topk.default({{.*}} -> (tensor<f32>, tensor<i64>){{$}}
  %1:2 = torch.aten.topk.default(%s, 1) : (tensor<f32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.sort.default({{.*}} -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xi64, #sym.dims<n>>){{$}}
  %2:2 = torch.aten.sort.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.argsort.default({{.*}} -> tensor<?x4xi64, #sym.dims<n>>{{$}}
  %3 = torch.aten.argsort.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.bucketize.Tensor({{.*}} -> tensor<?x4xi32, #sym.dims<n>>{{$}}
  %4 = torch.aten.bucketize.Tensor(%x, %edges, out_int32=true) : (tensor<?x4xf32, #sym.dims<n>>, tensor<9xf32>) -> !torch.untyped
  return
}

// CHECK-LABEL: @data
func.func @data(%x: tensor<?x4xf32, #sym.dims<n>>, %s: tensor<f32>, %i: tensor<3xi64>, %w: tensor<3xf32>) {
  // CHECK: aten.nonzero.default({{.*}} -> tensor<?x2xi64>{{$}}
  %0 = torch.aten.nonzero.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.nonzero.default({{.*}} -> tensor<?x0xi64>{{$}}
  %1 = torch.aten.nonzero.default(%s) : (tensor<f32>) -> !torch.untyped
  // CHECK: aten.nonzero_static.default({{.*}} -> tensor<7x2xi64>{{$}}
  %2 = torch.aten.nonzero_static.default(%x, size=7) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.nonzero_numpy.default({{.*}} -> (tensor<?xi64>, tensor<?xi64>){{$}}
  %3:2 = torch.aten.nonzero_numpy.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.bincount.default({{.*}} -> tensor<?xi64>{{$}}
  %4 = torch.aten.bincount.default(%i) : (tensor<3xi64>) -> !torch.untyped
  // CHECK: aten.bincount.default({{.*}} -> tensor<?xf32>{{$}}
  %5 = torch.aten.bincount.default(%i, %w) : (tensor<3xi64>, tensor<3xf32>) -> !torch.untyped
  // CHECK: aten.histc.default({{.*}} -> tensor<20xf32>{{$}}
  %6 = torch.aten.histc.default(%w, bins=20) : (tensor<3xf32>) -> !torch.untyped
  return
}
