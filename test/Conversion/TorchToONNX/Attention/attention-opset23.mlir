// From opset 23 on, attention is one operator.
//
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=23 --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=22 --split-input-file | FileCheck %s --check-prefix=OLD

// OLD-LABEL: module
// OLD-NOT: onnx.Attention

// CHECK-LABEL: func.func @plain
// CHECK: onnx.Attention(%arg0, %arg1, %arg2, {{.*}}) {scale = 2.500000e-01 : f32}
func.func @plain(%q: tensor<2x4x3x16xf32>, %k: tensor<2x4x5x16xf32>, %v: tensor<2x4x5x8xf32>) -> tensor<2x4x3x8xf32> {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v) : (tensor<2x4x3x16xf32>, tensor<2x4x5x16xf32>, tensor<2x4x5x8xf32>) -> tensor<2x4x3x8xf32>
  return %0 : tensor<2x4x3x8xf32>
}

// -----

// CHECK-LABEL: func.func @masks
// CHECK: onnx.Attention(%arg0, %arg1, %arg1, %arg2, {{.*}}) {scale
// CHECK: onnx.Attention({{.*}}) {is_causal = 1 : i64, scale
func.func @masks(%q: tensor<2x4x3x16xf32>, %k: tensor<2x4x5x16xf32>, %m: tensor<2x1x3x5xi1>) -> (tensor<2x4x3x16xf32>, tensor<2x4x3x16xf32>) {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %k, %m) : (tensor<2x4x3x16xf32>, tensor<2x4x5x16xf32>, tensor<2x4x5x16xf32>, tensor<2x1x3x5xi1>) -> tensor<2x4x3x16xf32>
  %1 = torch.aten.scaled_dot_product_attention.default(%q, %k, %k, none, 0.0, true) : (tensor<2x4x3x16xf32>, tensor<2x4x5x16xf32>, tensor<2x4x5x16xf32>) -> tensor<2x4x3x16xf32>
  return %0, %1 : tensor<2x4x3x16xf32>, tensor<2x4x3x16xf32>
}

// -----

// A mask for all queries at once, f64, a batch that is broadcast, three
// dimensions: the operator does not say these, or ONNX Runtime not of it.
// CHECK-LABEL: func.func @no_attention
// CHECK-NOT: onnx.Attention
// CHECK: return
func.func @no_attention(%q: tensor<2x4x3x16xf32>, %k: tensor<2x4x5x16xf32>, %m: tensor<2x1x1x5xi1>, %d: tensor<2x4x3x16xf64>, %one: tensor<1x4x5x16xf32>, %three: tensor<4x3x16xf32>)
    -> (tensor<2x4x3x16xf32>, tensor<2x4x3x16xf64>, tensor<2x4x3x16xf32>, tensor<4x3x16xf32>) {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %k, %m) : (tensor<2x4x3x16xf32>, tensor<2x4x5x16xf32>, tensor<2x4x5x16xf32>, tensor<2x1x1x5xi1>) -> tensor<2x4x3x16xf32>
  %1 = torch.aten.scaled_dot_product_attention.default(%d, %d, %d) : (tensor<2x4x3x16xf64>, tensor<2x4x3x16xf64>, tensor<2x4x3x16xf64>) -> tensor<2x4x3x16xf64>
  %2 = torch.aten.scaled_dot_product_attention.default(%q, %one, %one) : (tensor<2x4x3x16xf32>, tensor<1x4x5x16xf32>, tensor<1x4x5x16xf32>) -> tensor<2x4x3x16xf32>
  %3 = torch.aten.scaled_dot_product_attention.default(%three, %three, %three) : (tensor<4x3x16xf32>, tensor<4x3x16xf32>, tensor<4x3x16xf32>) -> tensor<4x3x16xf32>
  return %0, %1, %2, %3 : tensor<2x4x3x16xf32>, tensor<2x4x3x16xf64>, tensor<2x4x3x16xf32>, tensor<4x3x16xf32>
}

// -----

// ONNX Runtime divides by the number of heads, which may be 0 here.
// CHECK-LABEL: func.func @no_heads
// CHECK-NOT: onnx.Attention
// CHECK: onnx.Softmax
func.func @no_heads(%x: tensor<2x?x3x16xf32, #sym.dims<h>>) -> tensor<2x?x3x16xf32, #sym.dims<h>> {
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x) : (tensor<2x?x3x16xf32, #sym.dims<h>>, tensor<2x?x3x16xf32, #sym.dims<h>>, tensor<2x?x3x16xf32, #sym.dims<h>>) -> tensor<2x?x3x16xf32, #sym.dims<h>>
  return %0 : tensor<2x?x3x16xf32, #sym.dims<h>>
}

// -----

// ONNX Runtime refuses a scale that is not positive.
// CHECK-LABEL: func.func @negative_scale
// CHECK-NOT: onnx.Attention
// CHECK: onnx.Softmax
func.func @negative_scale(%x: tensor<2x4x3x16xf32>) -> tensor<2x4x3x16xf32> {
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, scale=-5.000000e-01 : f64) : (tensor<2x4x3x16xf32>, tensor<2x4x3x16xf32>, tensor<2x4x3x16xf32>) -> tensor<2x4x3x16xf32>
  return %0 : tensor<2x4x3x16xf32>
}
