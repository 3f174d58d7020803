// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Joining and splitting.

// CHECK-LABEL: @joins
func.func @joins(%x: tensor<?x4xf32, #sym.dims<m>>, %y: tensor<?x4xf16, #sym.dims<n>>, %z: tensor<3x4xi64>, %e: tensor<0xf32>, %v: tensor<4xf32>, %s: tensor<f32>) {
  // CHECK: aten.cat.default({{.*}} -> tensor<?x4xf32, #sym.dims<m + n + 3>>{{$}}
  %0 = torch.aten.cat.default([%x, %y, %z]) : (tensor<?x4xf32, #sym.dims<m>>, tensor<?x4xf16, #sym.dims<n>>, tensor<3x4xi64>) -> !torch.untyped
  // Empty vectors do not count.
  // CHECK: aten.cat.default({{.*}} -> tensor<?x4xf32, #sym.dims<m>>{{$}}
  %1 = torch.aten.cat.default([%e, %x], dim=-2) : (tensor<0xf32>, tensor<?x4xf32, #sym.dims<m>>) -> !torch.untyped
  // CHECK: aten.stack.default({{.*}} -> tensor<4x3xf32>{{$}}
  %2 = torch.aten.stack.default([%v, %v, %v], dim=-1) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> !torch.untyped
  // CHECK: aten.stack.default({{.*}} -> tensor<2xf32>{{$}}
  %3 = torch.aten.stack.default([%s, %s]) : (tensor<f32>, tensor<f32>) -> !torch.untyped
  // CHECK: aten.hstack.default({{.*}} -> tensor<8xf32>{{$}}
  %4 = torch.aten.hstack.default([%v, %v]) : (tensor<4xf32>, tensor<4xf32>) -> !torch.untyped
  // CHECK: aten.vstack.default({{.*}} -> tensor<?x4xf32, #sym.dims<m + 1>>{{$}}
  %5 = torch.aten.vstack.default([%v, %x]) : (tensor<4xf32>, tensor<?x4xf32, #sym.dims<m>>) -> !torch.untyped
  // CHECK: aten.dstack.default({{.*}} -> tensor<1x4x2xf32>{{$}}
  %6 = torch.aten.dstack.default([%v, %v]) : (tensor<4xf32>, tensor<4xf32>) -> !torch.untyped
  // CHECK: aten.column_stack.default({{.*}} -> tensor<4x2xf32>{{$}}
  %7 = torch.aten.column_stack.default([%v, %v]) : (tensor<4xf32>, tensor<4xf32>) -> !torch.untyped
  // CHECK: aten.block_diag.default({{.*}} -> tensor<?x5xf32, #sym.dims<m + 1>>{{$}}
  %8 = torch.aten.block_diag.default([%x, %s]) : (tensor<?x4xf32, #sym.dims<m>>, tensor<f32>) -> !torch.untyped
  // CHECK: aten.cartesian_prod.default({{.*}} -> tensor<16x2xf32>{{$}}
  %9 = torch.aten.cartesian_prod.default([%v, %v]) : (tensor<4xf32>, tensor<4xf32>) -> !torch.untyped
  // CHECK: aten.combinations.default({{.*}} -> tensor<6x2xf32>{{$}}
  %10 = torch.aten.combinations.default(%v) : (tensor<4xf32>) -> !torch.untyped
  // CHECK: aten.meshgrid.indexing({{.*}} -> (tensor<0x4xf32>, tensor<0x4xf32>){{$}}
  %11:2 = torch.aten.meshgrid.indexing([%v, %e], indexing="xy") : (tensor<4xf32>, tensor<0xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.broadcast_tensors.default({{.*}} -> (tensor<?x4xf32, #sym.dims<m>>, tensor<?x4xf32, #sym.dims<m>>){{$}}
  %12:2 = torch.aten.broadcast_tensors.default([%x, %v]) : (tensor<?x4xf32, #sym.dims<m>>, tensor<4xf32>) -> (!torch.untyped, !torch.untyped)
  return
}

// CHECK-LABEL: @splits
func.func @splits(%x: tensor<?x10xf32, #sym.dims<m>>) {
  // CHECK: aten.split.Tensor({{.*}} -> (tensor<?x4xf32, #sym.dims<m>>, tensor<?x4xf32, #sym.dims<m>>, tensor<?x2xf32, #sym.dims<m>>){{$}}
  %0:3 = torch.aten.split.Tensor(%x, 4, dim=-1) : (tensor<?x10xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // As many as the program has.
  // CHECK: aten.split.Tensor({{.*}} -> (tensor<3x10xf32>, tensor<?x10xf32, #sym.dims<m - 3>>){{$}}
  %1:2 = torch.aten.split.Tensor(%x, 3) : (tensor<?x10xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.split_with_sizes.default({{.*}} -> (tensor<?x7xf32, #sym.dims<m>>, tensor<?x3xf32, #sym.dims<m>>){{$}}
  %2:2 = torch.aten.split_with_sizes.default(%x, [7, 3], dim=1) : (tensor<?x10xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.chunk.default({{.*}} -> (tensor<?x3xf32, #sym.dims<m>>, tensor<?x3xf32, #sym.dims<m>>, tensor<?x3xf32, #sym.dims<m>>, tensor<?x1xf32, #sym.dims<m>>){{$}}
  %3:4 = torch.aten.chunk.default(%x, 4, dim=1) : (tensor<?x10xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.tensor_split.sections({{.*}} -> (tensor<?x4xf32, #sym.dims<m>>, tensor<?x3xf32, #sym.dims<m>>, tensor<?x3xf32, #sym.dims<m>>){{$}}
  %4:3 = torch.aten.tensor_split.sections(%x, 3, dim=1) : (tensor<?x10xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.tensor_split.indices({{.*}} -> (tensor<?x2xf32, #sym.dims<m>>, tensor<?x8xf32, #sym.dims<m>>, tensor<?x0xf32, #sym.dims<m>>){{$}}
  %5:3 = torch.aten.tensor_split.indices(%x, [2, 20], dim=1) : (tensor<?x10xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.unbind.int({{.*}} -> (tensor<10xf32>, tensor<10xf32>){{$}}
  %6:2 = torch.aten.unbind.int(%x) : (tensor<?x10xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped)
  return
}

// The longest sequence is known where all sizes are, or are one.
// CHECK-LABEL: func.func @pad_sequence
// CHECK: aten.pad_sequence.default({{.*}} -> tensor<4x2x?xf32, #sym.dims<k>>
// CHECK: aten.pad_sequence.default({{.*}} -> tensor<2x?x?xf32, #sym.dims<n, k>>
// CHECK: aten.pad_sequence.default({{.*}} -> tensor<?x2x?xf32, #sym.dims<?, k>>
func.func @pad_sequence(%x: tensor<3x?xf32, #sym.dims<k>>, %y: tensor<4x?xf32, #sym.dims<k>>, %z: tensor<?x?xf32, #sym.dims<n, k>>) {
  %0 = torch.aten.pad_sequence.default([%x, %y]) : (tensor<3x?xf32, #sym.dims<k>>, tensor<4x?xf32, #sym.dims<k>>) -> !torch.untyped
  %1 = torch.aten.pad_sequence.default([%z, %z], true) : (tensor<?x?xf32, #sym.dims<n, k>>, tensor<?x?xf32, #sym.dims<n, k>>) -> !torch.untyped
  %2 = torch.aten.pad_sequence.default([%x, %z]) : (tensor<3x?xf32, #sym.dims<k>>, tensor<?x?xf32, #sym.dims<n, k>>) -> !torch.untyped
  return
}
