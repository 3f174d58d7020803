// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22" --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22 target=onnx" --split-input-file %s | FileCheck %s --check-prefix=ONNX

// What ONNX Runtime's CPU lacks, and what the default target makes of it.
// integration/targets loads and runs all of it.

// CHECK-LABEL: @main
// ONNX-LABEL: @main
// ONNX-NOT: onnx.Cast
func.func @main(%s: tensor<2xi16>, %h: tensor<2xbf16>, %d: tensor<2xf64>, %l: tensor<2xi64>)
    -> (tensor<2xi16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xf64>, tensor<2xi64>) {
  // CHECK: onnx.Max(%{{.*}}, %{{.*}}) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = onnx.Max(%s, %s) : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>
  // CHECK: onnx.Add(%{{.*}}, %{{.*}}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Add(%h, %h) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  // CHECK: onnx.Concat({{.*}}) {axis = 0 : i64} : (tensor<2xbf16>) -> tensor<2xbf16>
  %3 = onnx.Concat(%h) {axis = 0 : i64} : (tensor<2xbf16>) -> tensor<2xbf16>
  // CHECK-NOT: onnx.LeakyRelu
  // CHECK: onnx.Where(%{{.*}}, %{{.*}}, %arg2) : (tensor<2xi1>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %4 = onnx.LeakyRelu(%d) {alpha = 0.5 : f32} : (tensor<2xf64>) -> tensor<2xf64>
  // CHECK: %[[NEGATIVE:.*]] = onnx.Less(%arg3, %[[ZERO:.*]]) : (tensor<2xi64>, tensor<i64>)
  // CHECK: onnx.Where(%[[NEGATIVE]], %[[ZERO]], %arg3)
  %5 = onnx.Relu(%l) : (tensor<2xi64>) -> tensor<2xi64>
  return %1, %2, %3, %4, %5 : tensor<2xi16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xf64>, tensor<2xi64>
}

// -----

// Logic for bool: one operator where a branch is a constant, four where not.
// CHECK-LABEL: @logic
// ONNX-LABEL: @logic
// ONNX-COUNT-3: onnx.Where
func.func @logic(%c: tensor<2xi1>, %x: tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) {
  %yes = onnx.Constant dense<true> : tensor<i1>
  %no = onnx.Constant dense<false> : tensor<i1>
  // CHECK: onnx.Or(%arg0, %arg1)
  %0 = onnx.Where(%c, %yes, %x) : (tensor<2xi1>, tensor<i1>, tensor<2xi1>) -> tensor<2xi1>
  // CHECK-NEXT: onnx.And(%arg0, %arg1)
  %1 = onnx.Where(%c, %x, %no) : (tensor<2xi1>, tensor<2xi1>, tensor<i1>) -> tensor<2xi1>
  // CHECK-NEXT: onnx.And
  // CHECK-NEXT: onnx.Not
  // CHECK-NEXT: onnx.And
  // CHECK-NEXT: onnx.Or
  // CHECK-NEXT: return
  %2 = onnx.Where(%c, %x, %c) : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  return %0, %1, %2 : tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
}

// -----

// A cast that keeps its values meets the next one; one that rounds does not.
// CHECK-LABEL: @casts
func.func @casts(%h: tensor<2xbf16>) -> (tensor<2xbf16>, tensor<2xbf16>) {
  // CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f32}
  // CHECK: %[[MAX:.*]] = onnx.Max(%[[WIDE]], %{{.*}}) : {{.*}} -> tensor<2xf32>
  // CHECK-NOT: onnx.Cast
  // CHECK: %[[MIN:.*]] = onnx.Min(%[[MAX]], %{{.*}}) : {{.*}} -> tensor<2xf32>
  // CHECK-NEXT: onnx.Cast(%[[MIN]]) {to = bf16}
  %zero = onnx.Constant dense<0.0> : tensor<bf16>
  %six = onnx.Constant dense<6.0> : tensor<bf16>
  %0 = onnx.Max(%h, %zero) : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  %1 = onnx.Min(%0, %six) : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  // CHECK: %[[SUM:.*]] = onnx.Add
  // CHECK-NEXT: %[[ROUNDED:.*]] = onnx.Cast(%[[SUM]]) {to = bf16}
  // CHECK-NEXT: %[[AGAIN:.*]] = onnx.Cast(%[[ROUNDED]]) {to = f32}
  // CHECK: onnx.Mul(%[[AGAIN]],
  %2 = onnx.Add(%h, %six) : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  %3 = onnx.Mul(%2, %six) : (tensor<2xbf16>, tensor<bf16>) -> tensor<2xbf16>
  return %1, %3 : tensor<2xbf16>, tensor<2xbf16>
}

// -----

// A power is rounded before it is used.
// CHECK-LABEL: @powers
func.func @powers(%h: tensor<2xbf16>) -> tensor<2xbf16> {
  // CHECK: %[[POWER:.*]] = onnx.Pow({{.*}}) : {{.*}} -> tensor<2xf32>
  // CHECK-NEXT: %[[ROUNDED:.*]] = onnx.Cast(%[[POWER]]) {to = bf16}
  // CHECK-NEXT: %[[AGAIN:.*]] = onnx.Cast(%[[ROUNDED]]) {to = f32}
  // CHECK: onnx.Max(%[[AGAIN]], {{.*}}) : {{.*}} -> tensor<2xf32>
  %0 = onnx.Pow(%h, %h) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  %1 = onnx.Max(%0, %h) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  return %1 : tensor<2xbf16>
}

// -----

// Positions of a Resize of integers, then gathers.
// CHECK-LABEL: @nearest
// CHECK: onnx.Resize({{.*}}) {{.*}}-> tensor<6xi32>
// CHECK-NEXT: onnx.Gather(%arg0, %{{.*}}) {axis = 2 : i64} {{.*}} -> tensor<1x1x6x4xf64>
// CHECK-NOT: onnx.Gather
// ONNX-LABEL: @nearest
// ONNX: onnx.Resize({{.*}}) {{.*}} -> tensor<1x1x6x4xf64>
func.func @nearest(%d: tensor<1x1x3x4xf64>) -> tensor<1x1x6x4xf64> {
  %none = onnx.NoValue() : () -> none
  %sizes = onnx.Constant dense<[1, 1, 6, 4]> : tensor<4xi64>
  %0 = onnx.Resize(%d, %none, %none, %sizes) : (tensor<1x1x3x4xf64>, none, none, tensor<4xi64>) -> tensor<1x1x6x4xf64>
  return %0 : tensor<1x1x6x4xf64>
}

// -----

// Half precision without a kernel is the runtime's to cast; with one that
// refuses it, ours.
// CHECK-LABEL: @half
func.func @half(%x: tensor<3xf16>, %i: tensor<2xi64>, %u: tensor<2xf16>) -> (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) {
  // CHECK-NEXT: onnx.Acos(%arg0) : (tensor<3xf16>) -> tensor<3xf16>
  %0 = onnx.Acos(%x) : (tensor<3xf16>) -> tensor<3xf16>
  // CHECK-NEXT: onnx.ScatterElements(%arg0, %arg1, %arg2) : (tensor<3xf16>
  %1 = onnx.ScatterElements(%x, %i, %u) : (tensor<3xf16>, tensor<2xi64>, tensor<2xf16>) -> tensor<3xf16>
  // CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"} : (tensor<3xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<3xf32>
  %2 = onnx.ScatterElements(%x, %i, %u) {reduction = "add"} : (tensor<3xf16>, tensor<2xi64>, tensor<2xf16>) -> tensor<3xf16>
  return %0, %1, %2 : tensor<3xf16>, tensor<3xf16>, tensor<3xf16>
}

// -----

// Definitions in f64.
// CHECK-LABEL: @doubles
// CHECK-NOT: onnx.HardSwish
// CHECK: onnx.Clip
// CHECK: onnx.ReduceMean{{.*}} -> tensor<1x2x1x1xf64>
// CHECK-NOT: onnx.Tan
// CHECK: onnx.Div
// ONNX-LABEL: @doubles
// ONNX: onnx.HardSwish
// ONNX: onnx.GlobalAveragePool
// ONNX: onnx.Tan
func.func @doubles(%d: tensor<1x2x3x4xf64>) -> (tensor<1x2x3x4xf64>, tensor<1x2x1x1xf64>, tensor<1x2x3x4xf64>) {
  %0 = onnx.HardSwish(%d) : (tensor<1x2x3x4xf64>) -> tensor<1x2x3x4xf64>
  %1 = onnx.GlobalAveragePool(%d) : (tensor<1x2x3x4xf64>) -> tensor<1x2x1x1xf64>
  %2 = onnx.Tan(%d) : (tensor<1x2x3x4xf64>) -> tensor<1x2x3x4xf64>
  return %0, %1, %2 : tensor<1x2x3x4xf64>, tensor<1x2x1x1xf64>, tensor<1x2x3x4xf64>
}

// -----

// A product of nothing is zero, which the kernel does not write.
// CHECK-LABEL: @nothing
// CHECK-NOT: onnx.MatMul
// CHECK: onnx.Expand({{.*}}) : {{.*}} -> tensor<2x4xf32>
// CHECK: onnx.MatMul
// ONNX-LABEL: @nothing
// ONNX-COUNT-2: onnx.MatMul
func.func @nothing(%x: tensor<2x0xf32>, %y: tensor<0x4xf32>, %z: tensor<4x1xf32>) -> (tensor<2x4xf32>, tensor<4x4xf32>) {
  %0 = onnx.MatMul(%x, %y) : (tensor<2x0xf32>, tensor<0x4xf32>) -> tensor<2x4xf32>
  %t = onnx.Transpose(%z) : (tensor<4x1xf32>) -> tensor<1x4xf32>
  %1 = onnx.MatMul(%z, %t) : (tensor<4x1xf32>, tensor<1x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<2x4xf32>, tensor<4x4xf32>
}

// -----

// Whether any of no elements is true: an error of the kernel for bool.
// CHECK-LABEL: @any
// CHECK: onnx.ReduceMax({{.*}}) : (tensor<?x2xui8, #sym.dims<n>>, tensor<1xi64>) -> tensor<1x2xui8>
// CHECK: onnx.ReduceMax({{.*}}) : (tensor<3x2xi1>, tensor<1xi64>) -> tensor<1x2xi1>
// ONNX-LABEL: @any
// ONNX-NOT: ui8
func.func @any(%x: tensor<?x2xi1, #sym.dims<n>>, %y: tensor<3x2xi1>) -> (tensor<1x2xi1>, tensor<1x2xi1>) {
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.ReduceMax(%x, %axis) : (tensor<?x2xi1, #sym.dims<n>>, tensor<1xi64>) -> tensor<1x2xi1>
  %1 = onnx.ReduceMax(%y, %axis) : (tensor<3x2xi1>, tensor<1xi64>) -> tensor<1x2xi1>
  return %0, %1 : tensor<1x2xi1>, tensor<1x2xi1>
}

// -----

// ONNX Runtime moves transposes over a Pad as if its pads were of all axes.
// CHECK-LABEL: @pad
// CHECK: %[[P:.*]] = onnx.Constant dense<[0, 1, 0, 2]>
// CHECK: onnx.Pad(%arg0, %[[P]], %[[NONE:.*]], %{{.*}}) :
// CHECK-SAME: tensor<4xi64>, none, none)
// CHECK: onnx.Pad(%arg0, %arg1, {{.*}}tensor<?xi64>)
// ONNX-LABEL: @pad
// ONNX: onnx.Pad({{.*}}tensor<2xi64>, none, tensor<1xi64>)
func.func @pad(%x: tensor<2x3xf32>, %pads: tensor<?xi64>, %some: tensor<?xi64>) -> (tensor<2x6xf32>, tensor<?x?xf32>) {
  %n = onnx.NoValue() : () -> none
  %two = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %last = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = onnx.Pad(%x, %two, %n, %last) : (tensor<2x3xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<2x6xf32>
  %1 = onnx.Pad(%x, %pads, %n, %some) : (tensor<2x3xf32>, tensor<?xi64>, none, tensor<?xi64>) -> tensor<?x?xf32>
  return %0, %1 : tensor<2x6xf32>, tensor<?x?xf32>
}

// -----

// NaN and infinities pass, which they do not in the kernel of f64.
// CHECK-LABEL: @log_softmax
// CHECK: onnx.LogSoftmax(%arg0
// CHECK-NOT: onnx.LogSoftmax
// CHECK: onnx.ReduceMax(%arg1
// CHECK: onnx.Log(
// ONNX-LABEL: @log_softmax
// ONNX: onnx.LogSoftmax(%arg1
func.func @log_softmax(%s: tensor<2x3xf32>, %d: tensor<2x3xf64>) -> (tensor<2x3xf32>, tensor<2x3xf64>) {
  %0 = onnx.LogSoftmax(%s) {axis = 1 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.LogSoftmax(%d) {axis = 1 : i64} : (tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf64>
}

// -----

// ONNX Runtime makes zeros around the operand of a MaxPool the pads of the pool,
// unless the axes are named.
// CHECK-LABEL: @pad_of_max_pool
// CHECK: %[[AXES:.*]] = onnx.Constant dense<[0, 1, 2, 3]> : tensor<4xi64>
// CHECK: %[[PAD:.*]] = onnx.Pad(%arg0, {{.*}}, {{.*}}, %[[AXES]])
// CHECK: onnx.MaxPool(%[[PAD]])
func.func @pad_of_max_pool(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32> {
  %none = onnx.NoValue() : () -> none
  %pads = onnx.Constant dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>
  %0 = onnx.Pad(%x, %pads, %none, %none) : (tensor<1x2x3x3xf32>, tensor<8xi64>, none, none) -> tensor<1x2x5x5xf32>
  %Y, %Indices = onnx.MaxPool(%0) {kernel_shape = array<i64: 3, 3>} : (tensor<1x2x5x5xf32>) -> (tensor<1x2x3x3xf32>, none)
  return %Y : tensor<1x2x3x3xf32>
}

// -----

// Pads of another user stay as they are.
// CHECK-LABEL: @pad_of_relu
// CHECK: onnx.Pad(%arg0, %{{.*}}) :
func.func @pad_of_relu(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x5x5xf32> {
  %none = onnx.NoValue() : () -> none
  %pads = onnx.Constant dense<[0, 0, 1, 1, 0, 0, 1, 1]> : tensor<8xi64>
  %0 = onnx.Pad(%x, %pads, %none, %none) : (tensor<1x2x3x3xf32>, tensor<8xi64>, none, none) -> tensor<1x2x5x5xf32>
  %1 = onnx.Relu(%0) : (tensor<1x2x5x5xf32>) -> tensor<1x2x5x5xf32>
  return %1 : tensor<1x2x5x5xf32>
}

// -----

// ONNX Runtime removes a scale that one product reads and another one reads
// scaled once more, and does not load the model then. It looks for scales of one
// number only.
// CHECK-LABEL: @scale_of_scale
// CHECK: %[[HALF:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[C:.*]] = onnx.Constant dense<7.500000e-01> : tensor<4xf32>
// CHECK: %[[Y:.*]] = onnx.Div(%arg0, %[[C]])
// CHECK: onnx.Mul(%[[Y]], %[[HALF]])
// ONNX-LABEL: @scale_of_scale
// ONNX: %[[C:.*]] = onnx.Constant dense<7.500000e-01> : tensor<f32>
// ONNX: onnx.Div(%arg0, %[[C]])
func.func @scale_of_scale(%x: tensor<2x4xf32>) -> tensor<2x2xf32> {
  %c = onnx.Constant dense<0.75> : tensor<f32>
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %0 = onnx.Div(%x, %c) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = onnx.Mul(%0, %half) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %2 = onnx.Transpose(%0) {perm = array<i64: 1, 0>} : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %3 = onnx.MatMul(%1, %2) : (tensor<2x4xf32>, tensor<4x2xf32>) -> tensor<2x2xf32>
  return %3 : tensor<2x2xf32>
}

// -----

// As many numbers as there are columns when the model runs.
// CHECK-LABEL: @scale_of_scale_dynamic
// CHECK: %[[SIZE:.*]] = onnx.Unsqueeze(
// CHECK: %[[C:.*]] = onnx.Expand(%{{.*}}, %[[SIZE]]) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: onnx.Mul(%[[C]], %arg0)
func.func @scale_of_scale_dynamic(%x: tensor<?x?xf32, #sym.dims<m, n>>) -> tensor<?x?xf32, #sym.dims<m, m>> {
  %c = onnx.Constant dense<0.75> : tensor<1xf32>
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %0 = onnx.Mul(%c, %x) : (tensor<1xf32>, tensor<?x?xf32, #sym.dims<m, n>>) -> tensor<?x?xf32, #sym.dims<m, n>>
  %1 = onnx.Mul(%0, %half) : (tensor<?x?xf32, #sym.dims<m, n>>, tensor<f32>) -> tensor<?x?xf32, #sym.dims<m, n>>
  %2 = onnx.Transpose(%0) {perm = array<i64: 1, 0>} : (tensor<?x?xf32, #sym.dims<m, n>>) -> tensor<?x?xf32, #sym.dims<n, m>>
  %3 = onnx.MatMul(%1, %2) : (tensor<?x?xf32, #sym.dims<m, n>>, tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?x?xf32, #sym.dims<m, m>>
  return %3 : tensor<?x?xf32, #sym.dims<m, m>>
}

// -----

// One scale for both operands, a scale that no product reads, and numbers that
// differ: nothing is wrong with these.
// CHECK-LABEL: @scales
// CHECK: %[[C:.*]] = onnx.Constant dense<7.500000e-01> : tensor<f32>
// CHECK: %[[Y:.*]] = onnx.Mul(%arg0, %[[C]])
// CHECK: onnx.MatMul(%[[Y]],
// CHECK: onnx.Mul(%arg1, %[[C]])
// CHECK: %[[SOME:.*]] = onnx.Constant dense<[7.500000e-01, 5.000000e-01]>
// CHECK: onnx.Mul(%arg0, %[[SOME]])
func.func @scales(%x: tensor<2x2xf32>, %z: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %c = onnx.Constant dense<0.75> : tensor<f32>
  %0 = onnx.Mul(%x, %c) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %1 = onnx.MatMul(%0, %0) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = onnx.Mul(%z, %c) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %3 = onnx.Mul(%2, %c) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %4 = onnx.Add(%2, %3) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %some = onnx.Constant dense<[0.75, 0.5]> : tensor<2xf32>
  %5 = onnx.Mul(%x, %some) : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %6 = onnx.Mul(%5, %c) : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %7 = onnx.MatMul(%6, %5) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1, %4, %7 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// A product without inner elements of sizes known only at run time: each side's
// own sum of nothing is zeros.
// CHECK-LABEL: @empty_product
// CHECK: %[[ROWS:.*]] = onnx.ReduceSum(%arg0, %{{.*}}) : {{.*}} -> tensor<?x2x1xf32, #sym.dims<n>>
// CHECK: %[[COLUMNS:.*]] = onnx.ReduceSum(%arg1, %{{.*}}) : {{.*}} -> tensor<1x3xf32>
// CHECK: onnx.Add(%[[ROWS]], %[[COLUMNS]]) : {{.*}} -> tensor<?x2x3xf32, #sym.dims<n>>
// ONNX-LABEL: @empty_product
// ONNX: onnx.MatMul
func.func @empty_product(%x: tensor<?x2x0xf32, #sym.dims<n>>, %y: tensor<0x3xf32>) -> tensor<?x2x3xf32, #sym.dims<n>> {
  %0 = onnx.MatMul(%x, %y) : (tensor<?x2x0xf32, #sym.dims<n>>, tensor<0x3xf32>) -> tensor<?x2x3xf32, #sym.dims<n>>
  return %0 : tensor<?x2x3xf32, #sym.dims<n>>
}

// -----

// The definition of the standard takes the square of the mean from the mean of
// the squares, which few digits outlive.
// CHECK-LABEL: @group_normalization
// CHECK-NOT: onnx.GroupNormalization
// CHECK: onnx.InstanceNormalization
// ONNX-LABEL: @group_normalization
// ONNX: onnx.GroupNormalization
func.func @group_normalization(%x: tensor<2x4x3xf32>, %c: tensor<4xf32>) -> tensor<2x4x3xf32> {
  %0 = onnx.GroupNormalization(%x, %c, %c) {num_groups = 2 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// The size of a group is -1, as pnnx expects it, unless the batch may be empty.
// CHECK-LABEL: @group_normalization_batch
// CHECK: onnx.Constant dense<[0, 2, -1]>
// CHECK-NEXT: onnx.Reshape(%arg0
// CHECK: onnx.Constant dense<[0, 2, 6]>
// CHECK-NEXT: onnx.Reshape(%arg1
// CHECK: onnx.Constant dense<[0, 2, -1]>
// CHECK-NEXT: onnx.Reshape(%arg2
module attributes {sym.ranges = {b = array<i64: 0, 9>, c = array<i64: 1, 9>, h = array<i64: 1, 9>}} {
  func.func @group_normalization_batch(%x: tensor<2x4x3xf32>, %y: tensor<?x4x3xf32, #sym.dims<b>>, %z: tensor<?x4x?xf32, #sym.dims<c, h>>, %s: tensor<4xf32>) -> (tensor<2x4x3xf32>, tensor<?x4x3xf32, #sym.dims<b>>, tensor<?x4x?xf32, #sym.dims<c, h>>) {
    %0 = onnx.GroupNormalization(%x, %s, %s) {num_groups = 2 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
    %1 = onnx.GroupNormalization(%y, %s, %s) {num_groups = 2 : i64} : (tensor<?x4x3xf32, #sym.dims<b>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<b>>
    %2 = onnx.GroupNormalization(%z, %s, %s) {num_groups = 2 : i64} : (tensor<?x4x?xf32, #sym.dims<c, h>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x?xf32, #sym.dims<c, h>>
    return %0, %1, %2 : tensor<2x4x3xf32>, tensor<?x4x3xf32, #sym.dims<b>>, tensor<?x4x?xf32, #sym.dims<c, h>>
  }
}

// -----

// Known sizes are a constant shape, groups of one channel an operator, and what
// scales and moves nothing is left out.
// CHECK-LABEL: @group_normalization_sizes
// CHECK-NOT: onnx.Shape
// CHECK: onnx.InstanceNormalization(%arg0, %arg1, %arg1)
// CHECK: onnx.InstanceNormalization
// CHECK-NEXT: onnx.Constant dense<[0, 4, 3]>
// CHECK-NEXT: onnx.Reshape
// CHECK: onnx.Mul
// CHECK: onnx.Add
// CHECK: onnx.InstanceNormalization
// CHECK-NOT: onnx.Mul
// CHECK-NOT: onnx.Add
// CHECK: onnx.InstanceNormalization
// CHECK: onnx.Mul
// CHECK-NOT: onnx.Add
// CHECK: return
func.func @group_normalization_sizes(%x: tensor<?x4x3xf32, #sym.dims<n>>, %c: tensor<4xf32>) -> (tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>) {
  %one = onnx.Constant dense<1.0> : tensor<4xf32>
  %zero = onnx.Constant dense<0.0> : tensor<4xf32>
  %0 = onnx.GroupNormalization(%x, %c, %c) {num_groups = 4 : i64} : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  %1 = onnx.GroupNormalization(%x, %c, %c) {num_groups = 2 : i64} : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  %2 = onnx.GroupNormalization(%x, %one, %zero) {num_groups = 2 : i64} : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  %3 = onnx.GroupNormalization(%x, %c, %zero) {num_groups = 2 : i64} : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  return %0, %1, %2, %3 : tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>
}

// -----

// Planes that may have no elements go the long way.
// CHECK-LABEL: @group_normalization_empty
// CHECK: onnx.Reshape
// CHECK: onnx.InstanceNormalization
// CHECK: onnx.Reshape
func.func @group_normalization_empty(%x: tensor<2x4x?xf32, #sym.dims<n>>, %c: tensor<4xf32>) -> tensor<2x4x?xf32, #sym.dims<n>> {
  %0 = onnx.GroupNormalization(%x, %c, %c) {num_groups = 4 : i64} : (tensor<2x4x?xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x?xf32, #sym.dims<n>>
  return %0 : tensor<2x4x?xf32, #sym.dims<n>>
}

// -----

// Of doubles, the kernel of Sigmoid has fewer digits than its formula.
// CHECK-LABEL: @sigmoids
// CHECK: onnx.Sigmoid(%arg0)
// CHECK: %[[E:.*]] = onnx.Exp
// CHECK: %[[S:.*]] = onnx.Add(%{{.*}}, %[[E]])
// CHECK: %[[Q:.*]] = onnx.Div(%{{.*}}, %[[S]])
// CHECK: onnx.Mul(%arg1, %[[Q]])
// ONNX-LABEL: @sigmoids
// ONNX: onnx.Sigmoid(%arg0)
// ONNX: onnx.Sigmoid(%arg1)
func.func @sigmoids(%x: tensor<3xf32>, %y: tensor<3xf64>) -> (tensor<3xf32>, tensor<3xf64>) {
  %0 = onnx.Sigmoid(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = onnx.Swish(%y) : (tensor<3xf64>) -> tensor<3xf64>
  return %0, %1 : tensor<3xf32>, tensor<3xf64>
}

// -----

// ONNX Runtime expands a loss of doubles as well, whose LogSoftmax loses NaN.
// CHECK-LABEL: @losses
// CHECK-NOT: onnx.SoftmaxCrossEntropyLoss
// CHECK: onnx.Log(
// CHECK: onnx.NegativeLogLikelihoodLoss(%{{.*}}, %arg1, %{{.*}}) {reduction = "sum"}
// CHECK: onnx.SoftmaxCrossEntropyLoss(%arg2
// ONNX-LABEL: @losses
// ONNX: onnx.SoftmaxCrossEntropyLoss(%arg0
func.func @losses(%d: tensor<2x3xf64>, %labels: tensor<2xi64>, %s: tensor<2x3xf32>) -> (tensor<f64>, tensor<f32>) {
  %none = onnx.NoValue() : () -> none
  %0:2 = onnx.SoftmaxCrossEntropyLoss(%d, %labels, %none) {reduction = "sum"} : (tensor<2x3xf64>, tensor<2xi64>, none) -> (tensor<f64>, none)
  %1:2 = onnx.SoftmaxCrossEntropyLoss(%s, %labels, %none) : (tensor<2x3xf32>, tensor<2xi64>, none) -> (tensor<f32>, none)
  return %0#0, %1#0 : tensor<f64>, tensor<f32>
}

// -----

// ONNX Runtime makes y / x of 1 / x * y, of integers too. Nothing is wrong with
// floats, other dividends, and quotients that no product reads.
// CHECK-LABEL: @reciprocals
// CHECK: %[[TWO:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[MINUS:.*]] = onnx.Constant dense<-1> : tensor<i64>
// CHECK: %[[Q:.*]] = onnx.Div(%[[MINUS]], %arg0)
// CHECK: %[[N:.*]] = onnx.Neg(%[[Q]])
// CHECK: onnx.Mul(%[[N]], %arg0)
// CHECK: %[[Q2:.*]] = onnx.Div(%[[TWO]], %arg0)
// CHECK: onnx.Mul(%[[Q2]], %arg0)
// CHECK: %[[Q3:.*]] = onnx.Div(%{{.*}}, %arg0)
// CHECK: onnx.Add(%[[Q3]], %arg0)
// CHECK: %[[Q4:.*]] = onnx.Div(%{{.*}}, %arg1)
// CHECK: onnx.Mul(%[[Q4]], %arg1)
// ONNX-LABEL: @reciprocals
// ONNX-NOT: onnx.Neg
func.func @reciprocals(%x: tensor<3xi64>, %f: tensor<3xf32>) -> (tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xf32>) {
  %one = onnx.Constant dense<1> : tensor<i64>
  %two = onnx.Constant dense<2> : tensor<i64>
  %single = onnx.Constant dense<1.0> : tensor<f32>
  %0 = onnx.Div(%one, %x) : (tensor<i64>, tensor<3xi64>) -> tensor<3xi64>
  %1 = onnx.Mul(%0, %x) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %2 = onnx.Div(%two, %x) : (tensor<i64>, tensor<3xi64>) -> tensor<3xi64>
  %3 = onnx.Mul(%2, %x) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %4 = onnx.Div(%one, %x) : (tensor<i64>, tensor<3xi64>) -> tensor<3xi64>
  %5 = onnx.Add(%4, %x) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  %6 = onnx.Div(%single, %f) : (tensor<f32>, tensor<3xf32>) -> tensor<3xf32>
  %7 = onnx.Mul(%6, %f) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1, %3, %5, %7 : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>, tensor<3xf32>
}

// -----

// The same fusion ends the process where the elements are cast between the two,
// or are of half precision: of a transpose of batches, and no other one.
// CHECK-LABEL: @cast_batches
// CHECK: %[[C:.*]] = onnx.Cast
// CHECK: %[[U:.*]] = onnx.Unsqueeze(%[[C]],
// CHECK: %[[S:.*]] = onnx.Squeeze(%[[U]],
// CHECK: onnx.MatMul(%[[S]], %arg1)
// CHECK: %[[C2:.*]] = onnx.Cast
// CHECK: onnx.MatMul(%[[C2]], %arg2)
// CHECK: %[[T3:.*]] = onnx.Transpose(%arg3)
// CHECK: onnx.Unsqueeze(%[[T3]],
// CHECK: onnx.MatMul
// ONNX-LABEL: @cast_batches
// ONNX-NOT: onnx.Unsqueeze
func.func @cast_batches(%x: tensor<2x4x3xi32>, %w: tensor<3x5xf32>, %v: tensor<4x5xf32>, %h: tensor<2x4x3xf16>, %g: tensor<3x5xf16>)
    -> (tensor<4x2x5xf32>, tensor<2x3x5xf32>, tensor<4x2x5xf16>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 0, 2>} : (tensor<2x4x3xi32>) -> tensor<4x2x3xi32>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<4x2x3xi32>) -> tensor<4x2x3xf32>
  %2 = onnx.MatMul(%1, %w) : (tensor<4x2x3xf32>, tensor<3x5xf32>) -> tensor<4x2x5xf32>
  %3 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 1>} : (tensor<2x4x3xi32>) -> tensor<2x3x4xi32>
  %4 = onnx.Cast(%3) {to = f32} : (tensor<2x3x4xi32>) -> tensor<2x3x4xf32>
  %5 = onnx.MatMul(%4, %v) : (tensor<2x3x4xf32>, tensor<4x5xf32>) -> tensor<2x3x5xf32>
  %6 = onnx.Transpose(%h) {perm = array<i64: 1, 0, 2>} : (tensor<2x4x3xf16>) -> tensor<4x2x3xf16>
  %7 = onnx.MatMul(%6, %g) : (tensor<4x2x3xf16>, tensor<3x5xf16>) -> tensor<4x2x5xf16>
  return %2, %5, %7 : tensor<4x2x5xf32>, tensor<2x3x5xf32>, tensor<4x2x5xf16>
}

// -----

// Over operators on elements, and over a Concat of one value twice; of different
// values it is safe.
// CHECK-LABEL: @moved_batches
// CHECK: %[[W:.*]] = onnx.Where
// CHECK: onnx.Unsqueeze(%[[W]],
// CHECK: onnx.MatMul
// CHECK: %[[C:.*]] = onnx.Concat
// CHECK: onnx.Unsqueeze(%[[C]],
// CHECK: onnx.MatMul
// CHECK: %[[D:.*]] = onnx.Concat
// CHECK: onnx.MatMul(%arg3, %[[D]])
// ONNX-LABEL: @moved_batches
// ONNX-NOT: onnx.Unsqueeze
func.func @moved_batches(%x: tensor<2x4x3xf16>, %c: tensor<4x2x3xi1>, %g: tensor<3x5xf16>, %a: tensor<4xf16>)
    -> (tensor<4x2x5xf16>, tensor<4x3xf16>, tensor<4x3xf16>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 0, 2>} : (tensor<2x4x3xf16>) -> tensor<4x2x3xf16>
  %1 = onnx.Relu(%0) : (tensor<4x2x3xf16>) -> tensor<4x2x3xf16>
  %2 = onnx.Where(%c, %0, %1) : (tensor<4x2x3xi1>, tensor<4x2x3xf16>, tensor<4x2x3xf16>) -> tensor<4x2x3xf16>
  %3 = onnx.MatMul(%2, %g) : (tensor<4x2x3xf16>, tensor<3x5xf16>) -> tensor<4x2x5xf16>
  %4 = onnx.Concat(%x, %x) {axis = 0 : i64} : (tensor<2x4x3xf16>, tensor<2x4x3xf16>) -> tensor<4x4x3xf16>
  %5 = onnx.MatMul(%a, %4) : (tensor<4xf16>, tensor<4x4x3xf16>) -> tensor<4x3xf16>
  %y = onnx.Relu(%x) : (tensor<2x4x3xf16>) -> tensor<2x4x3xf16>
  %6 = onnx.Concat(%x, %y) {axis = 0 : i64} : (tensor<2x4x3xf16>, tensor<2x4x3xf16>) -> tensor<4x4x3xf16>
  %7 = onnx.MatMul(%a, %6) : (tensor<4xf16>, tensor<4x4x3xf16>) -> tensor<4x3xf16>
  return %3, %5, %7 : tensor<4x2x5xf16>, tensor<4x3xf16>, tensor<4x3xf16>
}

// -----

// ONNX Runtime's product of transposed batches divides by the size of the first
// dimension: where that may be 0, and nowhere else, views are between the two.
// CHECK-LABEL: @transposed_batches
// CHECK: %[[T:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>}
// CHECK: %[[U:.*]] = onnx.Unsqueeze(%[[T]],
// CHECK: %[[S:.*]] = onnx.Squeeze(%[[U]],
// CHECK: onnx.MatMul(%[[S]], %arg1)
// CHECK: %[[T2:.*]] = onnx.Transpose(%arg2)
// CHECK: onnx.MatMul(%[[T2]], %arg1)
// CHECK: %[[T3:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>}
// CHECK: onnx.MatMul(%[[T3]], %arg3)
// ONNX-LABEL: @transposed_batches
// ONNX-NOT: onnx.Unsqueeze
module attributes {sym.ranges = {n = array<i64: 0, 8>, m = array<i64: 1, 8>}} {
  func.func @transposed_batches(%x: tensor<?x2x3xf32, #sym.dims<n>>, %y: tensor<2x3x4xf32>, %z: tensor<?x2x3xf32, #sym.dims<m>>, %w: tensor<?x2x4xf32, #sym.dims<n>>)
      -> (tensor<2x?x4xf32, #sym.dims<n>>, tensor<2x?x4xf32, #sym.dims<m>>, tensor<?x3x4xf32, #sym.dims<n>>) {
    %0 = onnx.Transpose(%x) {perm = array<i64: 1, 0, 2>} : (tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<2x?x3xf32, #sym.dims<n>>
    %1 = onnx.MatMul(%0, %y) : (tensor<2x?x3xf32, #sym.dims<n>>, tensor<2x3x4xf32>) -> tensor<2x?x4xf32, #sym.dims<n>>
    %2 = onnx.Transpose(%z) {perm = array<i64: 1, 0, 2>} : (tensor<?x2x3xf32, #sym.dims<m>>) -> tensor<2x?x3xf32, #sym.dims<m>>
    %3 = onnx.MatMul(%2, %y) : (tensor<2x?x3xf32, #sym.dims<m>>, tensor<2x3x4xf32>) -> tensor<2x?x4xf32, #sym.dims<m>>
    %4 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 1>} : (tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<?x3x2xf32, #sym.dims<n>>
    %5 = onnx.MatMul(%4, %w) : (tensor<?x3x2xf32, #sym.dims<n>>, tensor<?x2x4xf32, #sym.dims<n>>) -> tensor<?x3x4xf32, #sym.dims<n>>
    return %1, %3, %5 : tensor<2x?x4xf32, #sym.dims<n>>, tensor<2x?x4xf32, #sym.dims<m>>, tensor<?x3x4xf32, #sym.dims<n>>
  }
}

// -----

// ONNX Runtime has wrong numbers in the product of transposed matrices, which
// may be cast, and a vector: the vector comes first. With another operator
// between, in another order of the dimensions, and with a vector before the
// matrices, the product stays as it is.
// CHECK-LABEL: @transposed_by_vector
// CHECK: %[[T:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>}
// CHECK: onnx.MatMul(%arg1, %arg0) : (tensor<4xf32>, tensor<2x4x3xf32>) -> tensor<2x3xf32>
// CHECK: %[[C:.*]] = onnx.Cast(%arg0)
// CHECK: onnx.MatMul(%arg3, %[[C]]) : (tensor<4xf64>, tensor<2x4x3xf64>) -> tensor<2x3xf64>
// CHECK: %[[E:.*]] = onnx.Exp(%[[T]])
// CHECK: onnx.MatMul(%[[E]], %arg1)
// CHECK: onnx.MatMul(%arg2, %[[T]]) : (tensor<3xf32>, tensor<2x3x4xf32>)
// CHECK: %[[R:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>}
// CHECK: onnx.MatMul(%[[R]], %arg1) : (tensor<3x2x4xf32>, tensor<4xf32>)
// ONNX-LABEL: @transposed_by_vector
// ONNX: onnx.MatMul(%{{.*}}, %arg1) : (tensor<2x3x4xf32>, tensor<4xf32>)
func.func @transposed_by_vector(%x: tensor<2x4x3xf32>, %v: tensor<4xf32>, %w: tensor<3xf32>, %d: tensor<4xf64>)
    -> (tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xf32>, tensor<2x4xf32>, tensor<3x2xf32>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 1>} : (tensor<2x4x3xf32>) -> tensor<2x3x4xf32>
  %1 = onnx.MatMul(%0, %v) : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  %2 = onnx.Cast(%0) {to = f64} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf64>
  %3 = onnx.MatMul(%2, %d) : (tensor<2x3x4xf64>, tensor<4xf64>) -> tensor<2x3xf64>
  %4 = onnx.Exp(%0) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %5 = onnx.MatMul(%4, %v) : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  %6 = onnx.MatMul(%w, %0) : (tensor<3xf32>, tensor<2x3x4xf32>) -> tensor<2x4xf32>
  %7 = onnx.Transpose(%x) {perm = array<i64: 2, 0, 1>} : (tensor<2x4x3xf32>) -> tensor<3x2x4xf32>
  %8 = onnx.MatMul(%7, %v) : (tensor<3x2x4xf32>, tensor<4xf32>) -> tensor<3x2xf32>
  return %1, %3, %5, %6, %8 : tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xf32>, tensor<2x4xf32>, tensor<3x2xf32>
}

// CHECK-LABEL: @vector_by_vector
// CHECK: onnx.MatMul(%{{.*}}, %arg0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
func.func @vector_by_vector(%v: tensor<4xf32>) -> tensor<f32> {
  %0 = onnx.Transpose(%v) {perm = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = onnx.MatMul(%0, %v) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// No kernel of OneHot gives f16. A cast is enough for 0 and 1; other values
// are selected.
// CHECK-LABEL: @one_hot
// CHECK: %[[H:.*]] = onnx.OneHot(%arg0, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<3x5xi64>
// CHECK-NEXT: onnx.Cast(%[[H]]) {to = f16}
// CHECK: onnx.OneHot(%arg0, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<3x5xi64>
// CHECK: onnx.Where(%{{.*}}) : {{.*}} -> tensor<3x5xf16>
// ONNX-LABEL: @one_hot
// ONNX-NOT: onnx.Cast
// ONNX: return
func.func @one_hot(%x: tensor<3xi64>) -> (tensor<3x5xf16>, tensor<3x5xf16>) {
  %five = onnx.Constant dense<5> : tensor<i64>
  %bits = onnx.Constant dense<[0.0, 1.0]> : tensor<2xf16>
  %values = onnx.Constant dense<[-0.0, 1.0]> : tensor<2xf16>
  %0 = onnx.OneHot(%x, %five, %bits) : (tensor<3xi64>, tensor<i64>, tensor<2xf16>) -> tensor<3x5xf16>
  %1 = onnx.OneHot(%x, %five, %values) : (tensor<3xi64>, tensor<i64>, tensor<2xf16>) -> tensor<3x5xf16>
  return %0, %1 : tensor<3x5xf16>, tensor<3x5xf16>
}
