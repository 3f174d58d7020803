// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Products: contracted dimensions go, batch dimensions broadcast.

// CHECK-LABEL: @products
func.func @products(%a: tensor<?x3xf32, #sym.dims<m>>, %b: tensor<3x?xf32, #sym.dims<n>>, %v: tensor<3xf32>, %batch: tensor<?x1x5x3xf32, #sym.dims<b>>, %other: tensor<7x3x2xf32>, %w: tensor<10x3xf32>, %x3: tensor<2x5x3xf32>, %y3: tensor<2x3x?xf32, #sym.dims<n>>) {
  // CHECK: aten.mm.default({{.*}} -> tensor<?x?xf32, #sym.dims<m, n>>{{$}}
  %0 = torch.aten.mm.default(%a, %b) : (tensor<?x3xf32, #sym.dims<m>>, tensor<3x?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.matmul.default({{.*}} -> tensor<?x7x5x2xf32, #sym.dims<b>>{{$}}
  %1 = torch.aten.matmul.default(%batch, %other) : (tensor<?x1x5x3xf32, #sym.dims<b>>, tensor<7x3x2xf32>) -> !torch.untyped
  // CHECK: aten.matmul.default({{.*}} -> tensor<f32>{{$}}
  %2 = torch.aten.matmul.default(%v, %v) : (tensor<3xf32>, tensor<3xf32>) -> !torch.untyped
  // CHECK: aten.matmul.default({{.*}} -> tensor<?xf32, #sym.dims<n>>{{$}}
  %3 = torch.aten.matmul.default(%v, %b) : (tensor<3xf32>, tensor<3x?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.matmul.default({{.*}} -> tensor<?x1x5xf32, #sym.dims<b>>{{$}}
  %4 = torch.aten.matmul.default(%batch, %v) : (tensor<?x1x5x3xf32, #sym.dims<b>>, tensor<3xf32>) -> !torch.untyped
  // CHECK: aten.bmm.default({{.*}} -> tensor<2x5x?xf32, #sym.dims<n>>{{$}}
  %5 = torch.aten.bmm.default(%x3, %y3) : (tensor<2x5x3xf32>, tensor<2x3x?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.addmm.default({{.*}} -> tensor<?x?xf32, #sym.dims<m, n>>{{$}}
  %6 = torch.aten.addmm.default(%v, %a, %b) : (tensor<3xf32>, tensor<?x3xf32, #sym.dims<m>>, tensor<3x?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.baddbmm.default({{.*}} -> tensor<2x5x?xf32, #sym.dims<n>>{{$}}
  %7 = torch.aten.baddbmm.default(%x3, %x3, %y3) : (tensor<2x5x3xf32>, tensor<2x5x3xf32>, tensor<2x3x?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.addbmm.default({{.*}} -> tensor<5x?xf32, #sym.dims<n>>{{$}}
  %8 = torch.aten.addbmm.default(%v, %x3, %y3) : (tensor<3xf32>, tensor<2x5x3xf32>, tensor<2x3x?xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.dot.default({{.*}} -> tensor<f32>{{$}}
  %9 = torch.aten.dot.default(%v, %v) : (tensor<3xf32>, tensor<3xf32>) -> !torch.untyped
  // CHECK: aten.linear.default({{.*}} -> tensor<?x1x5x10xf32, #sym.dims<b>>{{$}}
  %10 = torch.aten.linear.default(%batch, %w) : (tensor<?x1x5x3xf32, #sym.dims<b>>, tensor<10x3xf32>) -> !torch.untyped
  // CHECK: aten.linear.default({{.*}} -> tensor<10xf32>{{$}}
  %11 = torch.aten.linear.default(%v, %w) : (tensor<3xf32>, tensor<10x3xf32>) -> !torch.untyped
  // CHECK: aten.outer.default({{.*}} -> tensor<3x3xf32>{{$}}
  %12 = torch.aten.outer.default(%v, %v) : (tensor<3xf32>, tensor<3xf32>) -> !torch.untyped
  // CHECK: aten.tensordot.default({{.*}} -> tensor<2x5x7x2xf32>{{$}}
  %13 = torch.aten.tensordot.default(%x3, %other, [2], [1]) : (tensor<2x5x3xf32>, tensor<7x3x2xf32>) -> !torch.untyped
  // CHECK: aten.kron.default({{.*}} -> tensor<?x9xf32, #sym.dims<10*m>>{{$}}
  %14 = torch.aten.kron.default(%a, %w) : (tensor<?x3xf32, #sym.dims<m>>, tensor<10x3xf32>) -> !torch.untyped
  // CHECK: aten.linalg_det.default({{.*}} -> tensor<2xf32>{{$}}
  %15 = torch.aten.linalg_det.default(%x3) : (tensor<2x5x3xf32>) -> !torch.untyped
  return
}

// What is in one operand alone is summed up, and sums of integers are int64.
// CHECK-LABEL: @einsum_integers
func.func @einsum_integers(%x: tensor<2x3x4xi8>, %y: tensor<2x4xi8>, %z: tensor<2x4x5xi1>) {
  // CHECK: aten.einsum.default(equation="bij->ij"{{.*}} -> tensor<3x4xi64>{{$}}
  %0 = torch.aten.einsum.default("bij->ij", [%x]) : (tensor<2x3x4xi8>) -> !torch.untyped
  // CHECK: aten.einsum.default(equation="bij,bj->bj"{{.*}} -> tensor<2x4xi64>{{$}}
  %1 = torch.aten.einsum.default("bij,bj->bj", [%x, %y]) : (tensor<2x3x4xi8>, tensor<2x4xi8>) -> !torch.untyped
  // CHECK: aten.einsum.default(equation="bij,bj->i"{{.*}} -> tensor<3xi8>{{$}}
  %2 = torch.aten.einsum.default("bij,bj->i", [%x, %y]) : (tensor<2x3x4xi8>, tensor<2x4xi8>) -> !torch.untyped
  // CHECK: aten.einsum.default(equation="...j->...j"{{.*}} -> tensor<2x3x4xi8>{{$}}
  %3 = torch.aten.einsum.default("...j->...j", [%x]) : (tensor<2x3x4xi8>) -> !torch.untyped
  // CHECK: aten.einsum.default(equation="...j->j"{{.*}} -> tensor<5xi64>{{$}}
  %4 = torch.aten.einsum.default("...j->j", [%z]) : (tensor<2x4x5xi1>) -> !torch.untyped
  return
}

// CHECK-LABEL: @einsum
func.func @einsum(%x: tensor<?x3x4xf32, #sym.dims<b>>, %y: tensor<?x4x5xf32, #sym.dims<b>>) {
  // CHECK: aten.einsum.default({{.*}} -> tensor<?x3x5xf32, #sym.dims<b>>{{$}}
  %0 = torch.aten.einsum.default("bij,bjk->bik", [%x, %y]) : (tensor<?x3x4xf32, #sym.dims<b>>, tensor<?x4x5xf32, #sym.dims<b>>) -> !torch.untyped
  // Letters that occur once, in alphabetical order.
  // CHECK: aten.einsum.default({{.*}} -> tensor<3x5xf32>{{$}}
  %1 = torch.aten.einsum.default("zij,zjk", [%x, %y]) : (tensor<?x3x4xf32, #sym.dims<b>>, tensor<?x4x5xf32, #sym.dims<b>>) -> !torch.untyped
  // CHECK: aten.einsum.default({{.*}} -> tensor<?x4x3xf32, #sym.dims<b>>{{$}}
  %2 = torch.aten.einsum.default("...ij->...ji", [%x]) : (tensor<?x3x4xf32, #sym.dims<b>>) -> !torch.untyped
  // CHECK: aten.einsum.default({{.*}} -> tensor<f32>{{$}}
  %3 = torch.aten.einsum.default("ijk->", [%x]) : (tensor<?x3x4xf32, #sym.dims<b>>) -> !torch.untyped
  return
}

// CHECK-LABEL: @distances
func.func @distances(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<5x3xf32>) {
  // CHECK: aten.cdist.default({{.*}} -> tensor<?x5xf32, #sym.dims<n>>{{$}}
  %0 = torch.aten.cdist.default(%x, %y) : (tensor<?x3xf32, #sym.dims<n>>, tensor<5x3xf32>) -> !torch.untyped
  // CHECK: aten.pdist.default({{.*}} -> tensor<10xf32>{{$}}
  %1 = torch.aten.pdist.default(%y) : (tensor<5x3xf32>) -> !torch.untyped
  // CHECK: aten.cosine_similarity.default({{.*}} -> tensor<?xf32, #sym.dims<n>>{{$}}
  %2 = torch.aten.cosine_similarity.default(%x, %x) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.pairwise_distance.default({{.*}} -> tensor<5x1xf32>{{$}}
  %3 = torch.aten.pairwise_distance.default(%y, %y, keepdim=true) : (tensor<5x3xf32>, tensor<5x3xf32>) -> !torch.untyped
  return
}
