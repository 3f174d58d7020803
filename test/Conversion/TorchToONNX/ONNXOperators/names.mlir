// Operators of ONNX by their names.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=23 --split-input-file | FileCheck %s

// CHECK-LABEL: module attributes {onnx.opset = 23 : i64, onnx.opset_imports = {my.domain = 2 : i64}}
// CHECK: %[[N:.*]] = onnx.NoValue
// CHECK: onnx.Custom(%arg0, %[[N]], %arg1)
// CHECK-SAME: domain = "my.domain"
// CHECK-SAME: node_attributes = {alpha = 5.000000e-01 : f32, axes = array<i64: 1, 2>, name = "a"}
// CHECK-SAME: op_type = "Thing"
func.func @symbolic(%x: tensor<?x4xf32, #sym.dims<n>>, %y: tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?x4xf32, #sym.dims<n>>) -> i64
  %0 = torch.onnx_symbolic._symbolic.default([%x, none, %y], "Thing", 1, shape=[%n, 4], attr_keys=["axes", "alpha", "name"], attr_types=["is", "f", "s"], attr_pos=[[0, 2], [0, 1], [0, 1]], attr_ints=[1, 2], attr_floats=[0.5], attr_strs=["a"], metadata_props_keys=[], metadata_props_values=[], domain="my.domain", version=2) : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xf32>, i64) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @attention
// CHECK: onnx.Attention(%arg0, %arg1, %arg2, {{.*}} {is_causal = 1 : i64, kv_num_heads = 2 : i64, q_num_heads = 2 : i64} : {{.*}} -> (tensor<1x5x8xf32>, none, none, none)
func.func @attention(%q: tensor<1x5x8xf32>, %k: tensor<1x5x8xf32>, %v: tensor<1x5x8xf32>) -> tensor<1x5x8xf32> {
  %0:4 = torch.onnx.Attention.opset23(%q, %k, %v, is_causal=true, kv_num_heads=2, q_num_heads=2) : (tensor<1x5x8xf32>, tensor<1x5x8xf32>, tensor<1x5x8xf32>) -> (tensor<1x5x8xf32>, tensor<1x2x5x4xf32>, tensor<1x2x5x4xf32>, tensor<1x2x5x5xf32>)
  return %0#0 : tensor<1x5x8xf32>
}

// -----

// CHECK-LABEL: func.func @rotary
// CHECK: onnx.RotaryEmbedding(%arg0, %arg1, %arg2, %{{.*}})
func.func @rotary(%x: tensor<1x2x5x8xf32>, %c: tensor<1x5x4xf32>, %s: tensor<1x5x4xf32>) -> tensor<1x2x5x8xf32> {
  %0 = torch.onnx.RotaryEmbedding.opset23(%x, %c, %s) : (tensor<1x2x5x8xf32>, tensor<1x5x4xf32>, tensor<1x5x4xf32>) -> tensor<1x2x5x8xf32>
  return %0 : tensor<1x2x5x8xf32>
}

// -----

// CHECK-LABEL: module attributes {{.*}}my.domain = 2
// CHECK: onnx.Custom(%arg0)
// CHECK-SAME: op_type = "Halves"
// CHECK-SAME: -> (tensor<2xf32>, tensor<2xi64>)
func.func @multi_out(%x: tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi64>) {
  %0:2 = torch.onnx_symbolic._symbolic_multi_out.default([%x], "Halves", [1, 7], shapes=[[2], [2]], attr_keys=[], attr_types=[], attr_pos=[], attr_ints=[], attr_floats=[], attr_strs=[], metadata_props_keys=[], metadata_props_values=[], domain="my.domain", version=2) : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi64>
}
