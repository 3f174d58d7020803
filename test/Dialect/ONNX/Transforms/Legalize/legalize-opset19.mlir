// RUN: torch-onnx-opt --onnx-legalize-opset="opset=19 target=onnx" %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=26 target=onnx" %s | FileCheck %s --check-prefix=NEW

// Operators that came between 19 and 26; with a formula, and with an older name
// of the same.

// CHECK-LABEL: @gelu
// CHECK-NOT: onnx.Gelu
// CHECK: onnx.Div(%arg0
// CHECK: onnx.Erf
// CHECK: onnx.Pow(%arg0
// CHECK: onnx.Tanh
// Halves round once.
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Erf(%{{.*}}) : (tensor<2xf32>)
// CHECK: onnx.Cast({{.*}}) {to = f16}
// NEW-LABEL: @gelu
// NEW-COUNT-3: onnx.Gelu
func.func @gelu(%x: tensor<2xf32>, %h: tensor<2xf16>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf16>) {
  %0 = onnx.Gelu(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Gelu(%x) {approximate = "tanh"} : (tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Gelu(%h) : (tensor<2xf16>) -> tensor<2xf16>
  return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf16>
}

// CHECK-LABEL: @norms
// CHECK: onnx.LayerNormalization
// CHECK: %[[G:.*]] = onnx.Reshape(%arg0, %{{.*}}) : {{.*}} -> tensor<?x2x?xf32, #sym.dims<b, 2*s>>
// CHECK: onnx.InstanceNormalization(%[[G]]
// CHECK: onnx.Reshape
// CHECK: onnx.Unsqueeze(%arg1, {{.*}} -> tensor<4x1xf32>
// CHECK-NOT: onnx.RMSNormalization
// CHECK: onnx.ReduceMean{{.*}} -> tensor<?x4x1xf32, #sym.dims<b>>
// CHECK: onnx.Sqrt
// CHECK: onnx.Div(%arg0
// NEW-LABEL: @norms
// NEW: onnx.GroupNormalization
// NEW: onnx.RMSNormalization
func.func @norms(%x: tensor<?x4x?xf32, #sym.dims<b, s>>, %c: tensor<4xf32>, %w: tensor<?xf32, #sym.dims<s>>)
    -> (tensor<?x4x?xf32, #sym.dims<b, s>>, tensor<?x4x?xf32, #sym.dims<b, s>>, tensor<?x4x?xf32, #sym.dims<b, s>>) {
  %n = onnx.NoValue() : () -> none
  %0:3 = onnx.LayerNormalization(%x, %w, %n) : (tensor<?x4x?xf32, #sym.dims<b, s>>, tensor<?xf32, #sym.dims<s>>, none) -> (tensor<?x4x?xf32, #sym.dims<b, s>>, none, none)
  %1 = onnx.GroupNormalization(%x, %c, %c) {num_groups = 2 : i64, stash_type = f32} : (tensor<?x4x?xf32, #sym.dims<b, s>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x?xf32, #sym.dims<b, s>>
  %2 = onnx.RMSNormalization(%x, %w) : (tensor<?x4x?xf32, #sym.dims<b, s>>, tensor<?xf32, #sym.dims<s>>) -> tensor<?x4x?xf32, #sym.dims<b, s>>
  return %0#0, %1, %2 : tensor<?x4x?xf32, #sym.dims<b, s>>, tensor<?x4x?xf32, #sym.dims<b, s>>, tensor<?x4x?xf32, #sym.dims<b, s>>
}

// CHECK-LABEL: @attention
// CHECK-NOT: onnx.Attention
// CHECK: onnx.MatMul{{.*}} -> tensor<2x4x5x6xf32>
// CHECK: onnx.Where
// CHECK: onnx.Softmax(%{{.*}}) {axis = 3 : i64}
// CHECK: onnx.MatMul
// CHECK: onnx.Softmax
// CHECK-NOT: onnx.IsNaN
// NEW-LABEL: @attention
// NEW-COUNT-2: onnx.Attention
func.func @attention(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x6x8xf32>, %m: tensor<5x6xi1>, %f: tensor<2x5x32xf32>) -> (tensor<2x4x5x8xf32>, tensor<2x5x32xf32>) {
  %n = onnx.NoValue() : () -> none
  %0:4 = onnx.Attention(%q, %k, %k, %m, %n, %n, %n) : (tensor<2x4x5x8xf32>, tensor<2x2x6x8xf32>, tensor<2x2x6x8xf32>, tensor<5x6xi1>, none, none, none) -> (tensor<2x4x5x8xf32>, none, none, none)
  %1:4 = onnx.Attention(%f, %f, %f, %n, %n, %n, %n) {q_num_heads = 4 : i64, kv_num_heads = 4 : i64, is_causal = 1 : i64} : (tensor<2x5x32xf32>, tensor<2x5x32xf32>, tensor<2x5x32xf32>, none, none, none, none) -> (tensor<2x5x32xf32>, none, none, none)
  return %0#0, %1#0 : tensor<2x4x5x8xf32>, tensor<2x5x32xf32>
}

// CHECK-LABEL: @rotary
// CHECK: onnx.Gather(%arg1, %arg2)
// CHECK: onnx.Sub
// CHECK: onnx.Add
// CHECK: %[[R:.*]] = onnx.Concat({{.*}} -> tensor<2x4x5x6xf32>
// CHECK: %[[REST:.*]] = onnx.Slice(%arg0, {{.*}} -> tensor<2x4x5x2xf32>
// CHECK: onnx.Concat(%[[R]], %[[REST]]) {axis = 3 : i64}
// NEW-LABEL: @rotary
// NEW: onnx.RotaryEmbedding
func.func @rotary(%x: tensor<2x4x5x8xf32>, %c: tensor<10x3xf32>, %p: tensor<2x5xi64>) -> tensor<2x4x5x8xf32> {
  %0 = onnx.RotaryEmbedding(%x, %c, %c, %p) {rotary_embedding_dim = 6 : i64} : (tensor<2x4x5x8xf32>, tensor<10x3xf32>, tensor<10x3xf32>, tensor<2x5xi64>) -> tensor<2x4x5x8xf32>
  return %0 : tensor<2x4x5x8xf32>
}

// CHECK-LABEL: @sampling
// CHECK: onnx.Custom(%arg0, %arg1) {domain = "", node_attributes = {mode = "bilinear"}, op_type = "GridSample"}
// CHECK: onnx.Custom(%arg0, %arg1) {domain = "", node_attributes = {align_corners = 1 : i64, mode = "bicubic"}, op_type = "GridSample"}
// CHECK: onnx.Custom(%arg2) {domain = "", node_attributes = {axis = 1 : i64, inverse = 1 : i64}, op_type = "DFT"}
// CHECK: onnx.MatMul({{.*}} -> tensor<1x2x20xf32>
// CHECK: onnx.Reshape{{.*}} -> tensor<1x4x5x2xf32>
func.func @sampling(%x: tensor<1x3x4x5xf32>, %g: tensor<1x4x5x2xf32>, %s: tensor<2x8x2xf32>, %theta: tensor<1x2x3xf32>)
    -> (tensor<1x3x4x5xf32>, tensor<1x3x4x5xf32>, tensor<2x8x2xf32>, tensor<1x4x5x2xf32>) {
  %n = onnx.NoValue() : () -> none
  %0 = onnx.GridSample(%x, %g) : (tensor<1x3x4x5xf32>, tensor<1x4x5x2xf32>) -> tensor<1x3x4x5xf32>
  %1 = onnx.GridSample(%x, %g) {mode = "cubic", align_corners = 1 : i64} : (tensor<1x3x4x5xf32>, tensor<1x4x5x2xf32>) -> tensor<1x3x4x5xf32>
  %2 = onnx.DFT(%s, %n, %n) {inverse = 1 : i64} : (tensor<2x8x2xf32>, none, none) -> tensor<2x8x2xf32>
  %size = onnx.Constant dense<[1, 3, 4, 5]> : tensor<4xi64>
  %3 = onnx.AffineGrid(%theta, %size) : (tensor<1x2x3xf32>, tensor<4xi64>) -> tensor<1x4x5x2xf32>
  return %0, %1, %2, %3 : tensor<1x3x4x5xf32>, tensor<1x3x4x5xf32>, tensor<2x8x2xf32>, tensor<1x4x5x2xf32>
}

// Log2 of the size: 3 products for 5 elements.
// CHECK-LABEL: @cumprod
// CHECK-COUNT-3: onnx.Mul
// CHECK-NOT: onnx.Mul
// CHECK: return
func.func @cumprod(%x: tensor<2x5xf32>) -> tensor<2x5xf32> {
  %axis = onnx.Constant dense<1> : tensor<i64>
  %0 = onnx.CumProd(%x, %axis) : (tensor<2x5xf32>, tensor<i64>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// Element types that came later: computed in a wider one.
// CHECK-LABEL: @types
// CHECK: %[[W:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[S:.*]] = onnx.Softplus(%[[W]]) : (tensor<2xf32>) -> tensor<2xf32>
// CHECK: onnx.Cast(%[[S]]) {to = bf16}
// CHECK: %[[B:.*]] = onnx.Cast(%arg1) {to = ui8}
// CHECK: %[[M:.*]] = onnx.ReduceMax(%[[B]], %{{.*}}) : (tensor<2xui8>, none) -> tensor<1xui8>
// CHECK: onnx.Cast(%[[M]]) {to = i1}
// CHECK: onnx.IsInf(%{{.*}}) : (tensor<2xf32>) -> tensor<2xi1>
// NEW-LABEL: @types
// NEW-NOT: onnx.Cast
func.func @types(%x: tensor<2xbf16>, %b: tensor<2xi1>) -> (tensor<2xbf16>, tensor<1xi1>, tensor<2xi1>) {
  %n = onnx.NoValue() : () -> none
  %0 = onnx.Softplus(%x) : (tensor<2xbf16>) -> tensor<2xbf16>
  %1 = onnx.ReduceMax(%b, %n) : (tensor<2xi1>, none) -> tensor<1xi1>
  %2 = onnx.IsInf(%x) : (tensor<2xbf16>) -> tensor<2xi1>
  return %0, %1, %2 : tensor<2xbf16>, tensor<1xi1>, tensor<2xi1>
}

// In subgraphs too.
// CHECK-LABEL: @subgraph
// CHECK: onnx.If
// CHECK: onnx.Sigmoid
// CHECK: onnx.Mul
func.func @subgraph(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
    %1 = onnx.Swish(%x) : (tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%1) : (tensor<2xf32>) -> ()
  } else {
    onnx.Yield(%x) : (tensor<2xf32>) -> ()
  }
  return %0 : tensor<2xf32>
}
