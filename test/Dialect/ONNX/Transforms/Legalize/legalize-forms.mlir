// RUN: torch-onnx-opt --onnx-legalize-opset="opset=17 target=onnx" --split-input-file %s | FileCheck %s --check-prefixes=CHECK,OLD
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=12 target=onnx" --split-input-file %s | FileCheck %s --check-prefixes=CHECK,OLDER
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=26 target=onnx" --split-input-file %s | FileCheck %s --check-prefix=NEW

// Axes that were attributes.

// OLD: module attributes {onnx.opset = 17 : i64}
// OLDER: module attributes {onnx.opset = 12 : i64}
// NEW: module attributes {onnx.opset = 26 : i64}
// CHECK-LABEL: @axes
// NEW-LABEL: @axes
func.func @axes(%x: tensor<2x1x4xf32>) -> (tensor<2x4xf32>, tensor<2x1x1xf32>, tensor<2x4xf32>, tensor<2x1x4xf32>) {
  %a = onnx.Constant dense<1> : tensor<1xi64>
  %last = onnx.Constant dense<-1> : tensor<1xi32>
  %empty = onnx.Constant dense<> : tensor<0xi64>
  // NEW: onnx.ReduceMax(%{{.*}}, %{{.*}}) {keepdims = 0 : i64}
  // CHECK: onnx.Custom(%arg0) {domain = "", node_attributes = {axes = array<i64: 1>, keepdims = 0 : i64}, op_type = "ReduceMax"}
  %0 = onnx.ReduceMax(%x, %a) {keepdims = 0 : i64} : (tensor<2x1x4xf32>, tensor<1xi64>) -> tensor<2x4xf32>
  // OLD: onnx.ReduceSum(%arg0, %{{.*}})
  // OLDER: onnx.Custom(%arg0) {domain = "", node_attributes = {axes = array<i64: 1>}, op_type = "ReduceSum"}
  %1 = onnx.ReduceSum(%x, %a) : (tensor<2x1x4xf32>, tensor<1xi64>) -> tensor<2x1x1xf32>
  // OLD: onnx.Squeeze(%arg0, %{{.*}})
  // OLDER: onnx.Custom(%arg0) {domain = "", node_attributes = {axes = array<i64: 1>}, op_type = "Squeeze"}
  %2 = onnx.Squeeze(%x, %a) : (tensor<2x1x4xf32>, tensor<1xi64>) -> tensor<2x4xf32>
  // Nothing is reduced.
  // CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %arg0
  // NEW: onnx.ReduceMean
  %3 = onnx.ReduceMean(%x, %empty) {noop_with_empty_axes = 1 : i64} : (tensor<2x1x4xf32>, tensor<0xi64>) -> tensor<2x1x4xf32>
  return %0, %1, %2, %3 : tensor<2x4xf32>, tensor<2x1x1xf32>, tensor<2x4xf32>, tensor<2x1x4xf32>
}

// -----

// CHECK-LABEL: @split
// NEW-LABEL: @split
func.func @split(%x: tensor<5x2xf32>, %s: tensor<?xf32, #sym.dims<2*s>>) -> (tensor<3x2xf32>, tensor<2x2xf32>, tensor<?xf32, #sym.dims<s>>, tensor<?xf32, #sym.dims<s>>) {
  %n = onnx.NoValue() : () -> none
  // NEW: onnx.Split{{.*}}num_outputs = 2
  // OLD: %[[S:.*]] = onnx.Constant dense<[3, 2]>
  // OLD: onnx.Split(%arg0, %[[S]])
  // OLDER: onnx.Custom(%arg0) {domain = "", node_attributes = {split = array<i64: 3, 2>}, op_type = "Split"}
  %0:2 = onnx.Split(%x, %n) {num_outputs = 2 : i64} : (tensor<5x2xf32>, none) -> (tensor<3x2xf32>, tensor<2x2xf32>)
  // CHECK: onnx.Custom(%arg1) {domain = "", op_type = "Split"}
  %1:2 = onnx.Split(%s, %n) {num_outputs = 2 : i64} : (tensor<?xf32, #sym.dims<2*s>>, none) -> (tensor<?xf32, #sym.dims<s>>, tensor<?xf32, #sym.dims<s>>)
  return %0#0, %0#1, %1#0, %1#1 : tensor<3x2xf32>, tensor<2x2xf32>, tensor<?xf32, #sym.dims<s>>, tensor<?xf32, #sym.dims<s>>
}

// -----

// Sizes that are computed.

// CHECK-LABEL: @split_at_run_time
// NEW-LABEL: @split_at_run_time
func.func @split_at_run_time(%x: tensor<2x?xf32, #sym.dims<a + b>>, %s: tensor<2xi64>) -> (tensor<2x?xf32, #sym.dims<a>>, tensor<2x?xf32, #sym.dims<b>>) {
  // OLDER: %[[FIRST:.*]] = onnx.Slice(%arg1, {{.*}}) {{.*}} -> tensor<1xi64>
  // OLDER: %[[END:.*]] = onnx.Add(%{{.*}}, %[[FIRST]])
  // OLDER: onnx.Slice(%arg0, %{{.*}}, %[[END]], {{.*}} -> tensor<2x?xf32, #sym.dims<a>>
  // OLDER: %[[SECOND:.*]] = onnx.Slice(%arg1, {{.*}}) {{.*}} -> tensor<1xi64>
  // OLDER: %[[LAST:.*]] = onnx.Add(%[[END]], %[[SECOND]])
  // OLDER: onnx.Slice(%arg0, %[[END]], %[[LAST]], {{.*}} -> tensor<2x?xf32, #sym.dims<b>>
  // OLD: onnx.Split(%arg0, %arg1)
  // NEW: onnx.Split(%arg0, %arg1)
  %1:2 = onnx.Split(%x, %s) {axis = 1 : i64} : (tensor<2x?xf32, #sym.dims<a + b>>, tensor<2xi64>) -> (tensor<2x?xf32, #sym.dims<a>>, tensor<2x?xf32, #sym.dims<b>>)
  return %1#0, %1#1 : tensor<2x?xf32, #sym.dims<a>>, tensor<2x?xf32, #sym.dims<b>>
}

// -----

// Softmax before 13 was over all dimensions from the axis on.

// CHECK-LABEL: @softmax
// NEW-LABEL: @softmax
func.func @softmax(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x3x4xf32>) {
  // OLD: onnx.Softmax(%arg0) {axis = 1 : i64}
  // OLDER: %[[T:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>}
  // OLDER: %[[S:.*]] = onnx.Custom(%[[T]]) {domain = "", node_attributes = {axis = 2 : i64}, op_type = "Softmax"} : (tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
  // OLDER: onnx.Transpose(%[[S]]) {perm = array<i64: 0, 2, 1>}
  %0 = onnx.Softmax(%x) {axis = 1 : i64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // OLDER: onnx.Custom(%arg0) {domain = "", node_attributes = {axis = 2 : i64}, op_type = "LogSoftmax"}
  %1 = onnx.LogSoftmax(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0, %1 : tensor<2x3x4xf32>, tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: @pad_resize
// NEW-LABEL: @pad_resize
func.func @pad_resize(%x: tensor<1x2x3x4xf32>, %d: tensor<?x4xf32, #sym.dims<n>>) -> (tensor<1x2x3x7xf32>, tensor<1x2x3x7xf32>, tensor<1x2x6x8xf32>, tensor<?x8xf32, #sym.dims<n>>) {
  %n = onnx.NoValue() : () -> none
  %pads = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %axes = onnx.Constant dense<-1> : tensor<1xi64>
  // NEW: onnx.Pad(%arg0, %{{.*}}, %{{.*}}, %{{.*}}) {mode = "reflect"}
  // CHECK: %[[P:.*]] = onnx.Constant dense<[0, 0, 0, 1, 0, 0, 0, 2]>
  // CHECK: onnx.Pad(%arg0, %[[P]], %{{.*}}, %{{.*}}) {mode = "reflect"}
  %0 = onnx.Pad(%x, %pads, %n, %axes) {mode = "reflect"} : (tensor<1x2x3x4xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<1x2x3x7xf32>
  // NEW: onnx.Pad({{.*}}mode = "wrap"
  // CHECK: %[[END:.*]] = onnx.Slice(%arg0
  // CHECK: %[[BEGIN:.*]] = onnx.Slice(%arg0
  // CHECK: onnx.Concat(%[[END]], %arg0, %[[BEGIN]]) {axis = 3 : i64} : (tensor<1x2x3x1xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x2xf32>) -> tensor<1x2x3x7xf32>
  %1 = onnx.Pad(%x, %pads, %n, %axes) {mode = "wrap"} : (tensor<1x2x3x4xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<1x2x3x7xf32>
  %sizes = onnx.Constant dense<[6, 8]> : tensor<2xi64>
  // NEW: onnx.Resize({{.*}}axes = array<i64: 2, 3>
  // CHECK: %[[SIZES:.*]] = onnx.Concat({{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<4xi64>
  // OLD: onnx.Resize(%arg0, %{{.*}}, %{{.*}}, %[[SIZES]]) : (tensor<1x2x3x4xf32>, none, none, tensor<4xi64>)
  // OLDER: onnx.Custom(%arg0, %{{.*}}, %{{.*}}, %[[SIZES]]) {domain = "", op_type = "Resize"} : (tensor<1x2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<4xi64>)
  %2 = onnx.Resize(%x, %n, %n, %sizes) {axes = array<i64: 2, 3>} : (tensor<1x2x3x4xf32>, none, none, tensor<2xi64>) -> tensor<1x2x6x8xf32>
  %scale = onnx.Constant dense<2.0> : tensor<1xf32>
  // OLD: onnx.Resize(%arg1, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<?x4xf32, #sym.dims<n>>, none, tensor<2xf32>, none)
  %3 = onnx.Resize(%d, %n, %scale, %n) {axes = array<i64: 1>} : (tensor<?x4xf32, #sym.dims<n>>, none, tensor<1xf32>, none) -> tensor<?x8xf32, #sym.dims<n>>
  return %0, %1, %2, %3 : tensor<1x2x3x7xf32>, tensor<1x2x3x7xf32>, tensor<1x2x6x8xf32>, tensor<?x8xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: @others
// NEW-LABEL: @others
func.func @others(%x: tensor<2x3x?x5xf32, #sym.dims<s>>, %c: tensor<3xf32>) -> (tensor<2xi64>, tensor<2x3x?x5xf32, #sym.dims<s>>, tensor<6x?xf32, #sym.dims<5*s>>) {
  // NEW: onnx.Shape(%arg0) {end = 3 : i64, start = 1 : i64}
  // OLD: onnx.Shape(%arg0) {end = 3 : i64, start = 1 : i64}
  // OLDER: %[[S:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<4xi64>
  // OLDER: onnx.Slice(%[[S]], {{.*}} -> tensor<2xi64>
  %0 = onnx.Shape(%x) {start = 1 : i64, end = 3 : i64} : (tensor<2x3x?x5xf32, #sym.dims<s>>) -> tensor<2xi64>
  // OLDER: onnx.Custom(%arg0, %arg1, %arg1, %arg1, %arg1) {domain = "", node_attributes = {epsilon = 1.000000e-03 : f32}, op_type = "BatchNormalization"} : {{.*}} -> tensor<2x3x?x5xf32, #sym.dims<s>>
  %1:3 = onnx.BatchNormalization(%x, %c, %c, %c, %c) {epsilon = 1.0e-3 : f32} : (tensor<2x3x?x5xf32, #sym.dims<s>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x?x5xf32, #sym.dims<s>>, none, none)
  %shape = onnx.Constant dense<[6, -1]> : tensor<2xi64>
  // NEW: onnx.Reshape{{.*}}allowzero = 1
  // OLDER: onnx.Reshape(%arg0, %{{[^)]*}}) :
  %2 = onnx.Reshape(%x, %shape) {allowzero = 1 : i64} : (tensor<2x3x?x5xf32, #sym.dims<s>>, tensor<2xi64>) -> tensor<6x?xf32, #sym.dims<5*s>>
  return %0, %1#0, %2 : tensor<2xi64>, tensor<2x3x?x5xf32, #sym.dims<s>>, tensor<6x?xf32, #sym.dims<5*s>>
}

// -----

// A size that is never 0, one that may be, and one that is.

// CHECK-LABEL: @zeros
// NEW-LABEL: @zeros
module attributes {sym.ranges = {a = array<i64: 1, 8>, b = array<i64: 0, 8>}} {
  func.func @zeros(%x: tensor<?x4xf32, #sym.dims<a>>, %y: tensor<?x4xf32, #sym.dims<b>>, %z: tensor<0x4xf32>, %s: tensor<2xi64>) -> (tensor<4x?xf32, #sym.dims<a>>, tensor<4x?xf32, #sym.dims<b>>, tensor<3x0xf32>) {
    // NEW-COUNT-3: allowzero = 1
    // OLDER: onnx.Reshape(%arg0, %arg3) :
    %0 = onnx.Reshape(%x, %s) {allowzero = 1 : i64} : (tensor<?x4xf32, #sym.dims<a>>, tensor<2xi64>) -> tensor<4x?xf32, #sym.dims<a>>
    // The second 0 must not become the 4 of the operand.
    // OLDER: %[[FLAT:.*]] = onnx.Reshape(%arg1, %{{.*}}) : {{.*}} -> tensor<?xf32, #sym.dims<4*b>>
    // OLDER: onnx.Reshape(%[[FLAT]], %arg3) :
    %1 = onnx.Reshape(%y, %s) {allowzero = 1 : i64} : (tensor<?x4xf32, #sym.dims<b>>, tensor<2xi64>) -> tensor<4x?xf32, #sym.dims<b>>
    // OLDER: onnx.Constant dense<> : tensor<3x0xf32>
    %2 = onnx.Reshape(%z, %s) {allowzero = 1 : i64} : (tensor<0x4xf32>, tensor<2xi64>) -> tensor<3x0xf32>
    return %0, %1, %2 : tensor<4x?xf32, #sym.dims<a>>, tensor<4x?xf32, #sym.dims<b>>, tensor<3x0xf32>
  }

  // Two sizes of 0, one of them at run time only: no Reshape of older opsets
  // tells them from sizes of its operand.
  // CHECK-LABEL: @empty
  // NEW-LABEL: @empty
  func.func @empty(%x: tensor<0x4x?xi32, #sym.dims<b>>, %s: tensor<3xi64>) -> tensor<0x1x?xi32, #sym.dims<b>> {
    // NEW: allowzero = 1
    // OLDER: %[[F:.*]] = onnx.ConstantOfShape(%arg1) : (tensor<3xi64>) -> tensor<0x1x?xf32, #sym.dims<b>>
    // OLDER: onnx.Cast(%[[F]]) {to = i32}
    %0 = onnx.Reshape(%x, %s) {allowzero = 1 : i64} : (tensor<0x4x?xi32, #sym.dims<b>>, tensor<3xi64>) -> tensor<0x1x?xi32, #sym.dims<b>>
    return %0 : tensor<0x1x?xi32, #sym.dims<b>>
  }
}
