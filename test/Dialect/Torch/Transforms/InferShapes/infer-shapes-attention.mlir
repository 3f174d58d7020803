// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Attention with other lengths of keys, and rows of an embedding.

// CHECK-LABEL: @attention
func.func @attention(%q: tensor<2x8x?x64xf32, #sym.dims<l>>, %k: tensor<2x8x?x64xf32, #sym.dims<s>>, %v: tensor<2x8x?x32xf32, #sym.dims<s>>, %v2: tensor<2x2x?x32xf32, #sym.dims<s>>) {
  // CHECK: aten.scaled_dot_product_attention.default({{.*}} -> tensor<2x8x?x32xf32, #sym.dims<l>>{{$}}
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v) : (tensor<2x8x?x64xf32, #sym.dims<l>>, tensor<2x8x?x64xf32, #sym.dims<s>>, tensor<2x8x?x32xf32, #sym.dims<s>>) -> !torch.untyped
  // Groups of heads share keys: the number of heads is the query's.
  // CHECK: aten.scaled_dot_product_attention.default({{.*}} -> tensor<2x8x?x32xf32, #sym.dims<l>>{{$}}
  %1 = torch.aten.scaled_dot_product_attention.default(%q, %v2, %v2, enable_gqa=true) : (tensor<2x8x?x64xf32, #sym.dims<l>>, tensor<2x2x?x32xf32, #sym.dims<s>>, tensor<2x2x?x32xf32, #sym.dims<s>>) -> !torch.untyped
  return
}

// A mask broadcasts with the scores, also for grouped heads.
// CHECK-LABEL: @attention_of_masks
func.func @attention_of_masks(%q: tensor<1x8x4x64xf32>, %k: tensor<1x2x5x64xf32>, %m: tensor<3x1x4x5xi1>, %q2: tensor<4x64xf32>, %k2: tensor<5x64xf32>, %m2: tensor<4x5xi1>) {
  // CHECK: aten.scaled_dot_product_attention.default({{.*}} -> tensor<3x8x4x64xf32>{{$}}
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %q, %q, %m) : (tensor<1x8x4x64xf32>, tensor<1x8x4x64xf32>, tensor<1x8x4x64xf32>, tensor<3x1x4x5xi1>) -> !torch.untyped
  // CHECK: aten.scaled_dot_product_attention.default({{.*}} -> tensor<3x8x4x64xf32>{{$}}
  %1 = torch.aten.scaled_dot_product_attention.default(%q, %k, %k, %m, enable_gqa=true) : (tensor<1x8x4x64xf32>, tensor<1x2x5x64xf32>, tensor<1x2x5x64xf32>, tensor<3x1x4x5xi1>) -> !torch.untyped
  // CHECK: aten.scaled_dot_product_attention.default({{.*}} -> tensor<3x1x4x64xf32>{{$}}
  %2 = torch.aten.scaled_dot_product_attention.default(%q2, %k2, %k2, %m) : (tensor<4x64xf32>, tensor<5x64xf32>, tensor<5x64xf32>, tensor<3x1x4x5xi1>) -> !torch.untyped
  // CHECK: aten.scaled_dot_product_attention.default({{.*}} -> tensor<4x64xf32>{{$}}
  %3 = torch.aten.scaled_dot_product_attention.default(%q2, %k2, %k2, %m2) : (tensor<4x64xf32>, tensor<5x64xf32>, tensor<5x64xf32>, tensor<4x5xi1>) -> !torch.untyped
  return
}

// CHECK-LABEL: @embedding
func.func @embedding(%w: tensor<100x16xf16>, %i: tensor<?x?xi64, #sym.dims<b, t>>, %one: tensor<i64>, %list: tensor<?xi64, #sym.dims<n>>, %bags: tensor<5xi64>) {
  // CHECK: aten.embedding.default({{.*}} -> tensor<?x?x16xf16, #sym.dims<b, t>>{{$}}
  %0 = torch.aten.embedding.default(%w, %i) : (tensor<100x16xf16>, tensor<?x?xi64, #sym.dims<b, t>>) -> !torch.untyped
  // CHECK: aten.embedding.default({{.*}} -> tensor<16xf16>{{$}}
  %1 = torch.aten.embedding.default(%w, %one) : (tensor<100x16xf16>, tensor<i64>) -> !torch.untyped
  return
}
