// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Heads of their own axis or side by side, with and without a cache.

// CHECK-LABEL: @f
func.func @f(%q: tensor<?x8x?x64xf32, #sym.dims<b, s>>, %k: tensor<?x2x?x64xf32, #sym.dims<b, t>>, %p: tensor<?x2x?x64xf32, #sym.dims<b, p>>, %f: tensor<?x?x512xf32, #sym.dims<b, s>>, %s: tensor<512xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Attention({{.*}} -> (tensor<?x8x?x64xf32, #sym.dims<b, s>>, tensor<?x2x?x64xf32, #sym.dims<b, p + t>>, tensor<?x2x?x64xf32, #sym.dims<b, p + t>>, none)
  %0:4 = onnx.Attention(%q, %k, %k, %none, %p, %p, %none) : (tensor<?x8x?x64xf32, #sym.dims<b, s>>, tensor<?x2x?x64xf32, #sym.dims<b, t>>, tensor<?x2x?x64xf32, #sym.dims<b, t>>, none, tensor<?x2x?x64xf32, #sym.dims<b, p>>, tensor<?x2x?x64xf32, #sym.dims<b, p>>, none) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>, none)
  // CHECK: onnx.Attention({{.*}} -> (tensor<?x?x512xf32, #sym.dims<b, s>>, none, none, tensor<?x8x?x?xf32, #sym.dims<b, s, s>>)
  %1:4 = onnx.Attention(%f, %f, %f, %none, %none, %none, %none) {q_num_heads = 8 : i64, kv_num_heads = 8 : i64} : (tensor<?x?x512xf32, #sym.dims<b, s>>, tensor<?x?x512xf32, #sym.dims<b, s>>, tensor<?x?x512xf32, #sym.dims<b, s>>, none, none, none, none) -> (tensor<?x?x?xf32>, none, none, tensor<?x?x?x?xf32>)
  // CHECK: onnx.RMSNormalization({{.*}} -> tensor<?x?x512xf32, #sym.dims<b, s>>
  %2 = onnx.RMSNormalization(%f, %s) : (tensor<?x?x512xf32, #sym.dims<b, s>>, tensor<512xf32>) -> tensor<?x?x?xf32>
  return
}
