// RUN: torch-onnx-opt %s --unify-dims --split-input-file | FileCheck %s

// Attention has as many values as keys: s1 + s2 and s1 + s3 are equal, and so
// are s2 and s3, within the bounds of both.

!new = tensor<?x4xf32, #sym.dims<s1>>
!k = tensor<?x4xf32, #sym.dims<s2>>
!v = tensor<?x4xf32, #sym.dims<s3>>
!keys = tensor<?x4xf32, #sym.dims<s1 + s2>>
!values = tensor<?x4xf32, #sym.dims<s1 + s3>>
// CHECK: sym.ranges = {s1 = array<i64: 0, 64>, s2 = array<i64: 3, 9>}
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<?x4xf32, #sym.dims<s2>>, %{{.*}}: tensor<?x4xf32, #sym.dims<s2>>
// CHECK: torch.aten.scaled_dot_product_attention.default{{.*}}#sym.dims<s1 + s2>>, tensor<?x4xf32, #sym.dims<s1 + s2>>
module attributes {sym.ranges = {s1 = array<i64: 0, 64>, s2 = array<i64: 0, 9>, s3 = array<i64: 3, 20>}} {
  func.func @main(%x: !new, %k: !k, %v: !v) -> !new {
    %keys = torch.aten.cat.default([%k, %x], 0) : (!k, !new) -> !keys
    %values = torch.aten.cat.default([%v, %x], 0) : (!v, !new) -> !values
    %0 = torch.aten.scaled_dot_product_attention.default(%x, %keys, %values) : (!new, !keys, !values) -> !new
    return %0 : !new
  }
}

// -----

// The name of a user stays, also where it comes second.

!x = tensor<4x?xf32, #sym.dims<s1>>
!y = tensor<?x4xf32, #sym.dims<rows>>
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<4x?xf32, #sym.dims<rows>>, %{{.*}}: tensor<?x4xf32, #sym.dims<rows>>
func.func @main(%x: !x, %y: !y) -> tensor<4x4xf32> {
  %0 = torch.aten.matmul.default(%x, %y) : (!x, !y) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// Two names of users stay. Sizes that broadcast need not be equal, nor those of
// a branch, which may not run, nor 2*s1 and s2, which are no symbols of a kind.

!a = tensor<4x?xf32, #sym.dims<columns>>
!b = tensor<?x4xf32, #sym.dims<rows>>
!x = tensor<?xf32, #sym.dims<s1>>
!y = tensor<?xf32, #sym.dims<s2>>
!z = tensor<?xf32, #sym.dims<s3>>
!xx = tensor<?xf32, #sym.dims<2 * s1>>
// CHECK-LABEL: func.func @main(
// CHECK-SAME: #sym.dims<columns>>, %{{.*}}: tensor<?x4xf32, #sym.dims<rows>>
// CHECK-SAME: #sym.dims<s1>>, %{{.*}}: tensor<?xf32, #sym.dims<s2>>, %{{.*}}: tensor<?xf32, #sym.dims<s3>>
func.func @main(%a: !a, %b: !b, %x: !x, %y: !y, %z: !z, %p: tensor<i1>) -> (tensor<4x4xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) {
  %0 = torch.aten.matmul.default(%a, %b) : (!a, !b) -> tensor<4x4xf32>
  %1 = torch.aten.add.Tensor(%x, %y) : (!x, !y) -> tensor<?xf32>
  %2 = torch.if %p : (tensor<i1>) -> tensor<f32> then {
    %4 = torch.aten.dot.default(%x, %z) : (!x, !z) -> tensor<f32>
    torch.yield %4 : tensor<f32>
  } else {
    %4 = torch.aten.sum.default(%x) : (!x) -> tensor<f32>
    torch.yield %4 : tensor<f32>
  }
  %xx = torch.aten.cat.default([%x, %x], 0) : (!x, !x) -> !xx
  %3 = torch.aten.dot.default(%xx, %y) : (!xx, !y) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<4x4xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>
}

// -----

// Kernels fit into their padded inputs: s1 + 4 >= 6, and (s2 - 1) floordiv 2 >= 4. The
// window of ceil mode may be cut, and a pool in a branch may not run. The range of a
// symbol that is no size of an input stays.

// CHECK: sym.ranges = {s1 = array<i64: 2, 64>, s2 = array<i64: 9, 9223372036854775807>, s3 = array<i64: 0, 9>, u0 = array<i64: 0, 9>}
// CHECK-LABEL: func.func @main(
module attributes {sym.ranges = {s1 = array<i64: 0, 64>, s2 = array<i64: 3, 9223372036854775807>, s3 = array<i64: 0, 9>, u0 = array<i64: 0, 9>}} {
  func.func @main(%x: tensor<1x2x?x?xf32, #sym.dims<s1, s2>>, %y: tensor<1x2x?xf32, #sym.dims<s3>>, %w: tensor<4x2x6x3xf32>, %v: tensor<4x4x1x4xf32>, %p: tensor<1xi1>) -> (tensor<1x4x?x?xf32, #sym.dims<(s1) floordiv 2, (s2 - 1) floordiv 2 - 3>>, tensor<1x2x?xf32>, tensor<1x2x?xf32>) {
    %0 = torch.aten.conv2d.default(%x, %w, stride=[2, 2], padding=[2, 0]) : (tensor<1x2x?x?xf32, #sym.dims<s1, s2>>, tensor<4x2x6x3xf32>) -> tensor<1x4x?x?xf32, #sym.dims<(s1) floordiv 2, (s2 - 1) floordiv 2>>
    %1 = torch.aten.conv2d.default(%0, %v) : (tensor<1x4x?x?xf32, #sym.dims<(s1) floordiv 2, (s2 - 1) floordiv 2>>, tensor<4x4x1x4xf32>) -> tensor<1x4x?x?xf32, #sym.dims<(s1) floordiv 2, (s2 - 1) floordiv 2 - 3>>
    %2 = torch.aten.max_pool1d.default(%y, [4], ceil_mode=true) : (tensor<1x2x?xf32, #sym.dims<s3>>) -> tensor<1x2x?xf32>
    %3 = torch.if %p : (tensor<1xi1>) -> tensor<1x2x?xf32> then {
      %4 = torch.aten.max_pool1d.default(%y, [4]) : (tensor<1x2x?xf32, #sym.dims<s3>>) -> tensor<1x2x?xf32>
      torch.yield %4 : tensor<1x2x?xf32>
    } else {
      torch.yield %2 : tensor<1x2x?xf32>
    }
    return %1, %2, %3 : tensor<1x4x?x?xf32, #sym.dims<(s1) floordiv 2, (s2 - 1) floordiv 2 - 3>>, tensor<1x2x?xf32>, tensor<1x2x?xf32>
  }
}
