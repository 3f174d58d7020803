// Averages over an end that is known only when the model runs.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// What counts is averaged likewise: padding counts, and nothing behind it.
// CHECK-LABEL: func.func @padding
// CHECK: %[[IMAGE:.*]] = onnx.Pad(%arg0
// CHECK: %[[AVERAGE:.*]] = onnx.AveragePool(%[[IMAGE]]) {kernel_shape = array<i64: 3>, strides = array<i64: 2>}
// CHECK: %[[ONES:.*]] = onnx.Expand
// CHECK: %[[COUNTED:.*]] = onnx.Pad(%[[ONES]]
// CHECK: %[[REST:.*]] = onnx.Pad(%[[COUNTED]]
// CHECK: %[[SHARE:.*]] = onnx.AveragePool(%[[REST]])
// CHECK: onnx.Div(%[[AVERAGE]], %[[SHARE]])
func.func @padding(%x: tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x?xf32, #sym.dims<n floordiv 2 + 1>> {
  %0 = torch.aten.avg_pool1d.default(%x, [3], [2], [1], true) : (tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x?xf32, #sym.dims<n floordiv 2 + 1>>
  return %0 : tensor<1x2x?xf32, #sym.dims<n floordiv 2 + 1>>
}

// -----

// All of a window counts.
// CHECK-LABEL: func.func @divisor
// CHECK: %[[V37:.*]] = onnx.Concat(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<8xi64>
// CHECK: %[[V39:.*]] = onnx.Pad(%arg0, %[[V37]], %{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x2x?x?xf32>
// CHECK: %[[V40:.*]] = onnx.AveragePool(%[[V39]]) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>} : {{.*}} -> tensor<1x2x?x2xf32, #sym.dims<(n + 1) floordiv 2>>
// CHECK: %[[V41:.*]] = onnx.Constant dense<1.33333337> : tensor<f32>
// CHECK: %[[V42:.*]] = onnx.Mul(%[[V40]], %[[V41]]) : {{.*}} -> tensor<1x2x?x2xf32, #sym.dims<(n + 1) floordiv 2>>
// CHECK: return %[[V42]] : tensor<1x2x?x2xf32, #sym.dims<(n + 1) floordiv 2>>
func.func @divisor(%x: tensor<1x2x?x4xf32, #sym.dims<n>>) -> tensor<1x2x?x2xf32, #sym.dims<(n + 1) floordiv 2>> {
  %0 = torch.aten.avg_pool2d.default(%x, [2, 2], [2, 2], [0, 0], true, true, 3) : (tensor<1x2x?x4xf32, #sym.dims<n>>) -> tensor<1x2x?x2xf32, #sym.dims<(n + 1) floordiv 2>>
  return %0 : tensor<1x2x?x2xf32, #sym.dims<(n + 1) floordiv 2>>
}

// -----

// Without padding the runtime counts as PyTorch does.
// CHECK-LABEL: func.func @plain
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {ceil_mode = 1 : i64, kernel_shape = array<i64: 2>, strides = array<i64: 2>} : {{.*}} -> tensor<1x2x?xf32, #sym.dims<(n + 1) floordiv 2>>
// CHECK: return %[[V0]] : tensor<1x2x?xf32, #sym.dims<(n + 1) floordiv 2>>
func.func @plain(%x: tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x?xf32, #sym.dims<(n + 1) floordiv 2>> {
  %0 = torch.aten.avg_pool1d.default(%x, [2], [2], [0], true) : (tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x?xf32, #sym.dims<(n + 1) floordiv 2>>
  return %0 : tensor<1x2x?xf32, #sym.dims<(n + 1) floordiv 2>>
}

// -----

// Windows that leave elements out, as ceil_mode drops one that would begin behind
// the end. Older opsets count it, which onnx-legalize-opset mends.
// CHECK-LABEL: func.func @left_out
// CHECK: onnx.AveragePool(%arg0) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 2>}
// CHECK: onnx.MaxPool(%arg0) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 2>}
func.func @left_out(%x: tensor<1x2x?x6xf32, #sym.dims<n>>) -> (tensor<1x2x?x3xf32, #sym.dims<n>>, tensor<1x2x?x3xf32, #sym.dims<n>>) {
  %0 = torch.aten.avg_pool2d.default(%x, [1, 1], [1, 2], [0, 0], true) : (tensor<1x2x?x6xf32, #sym.dims<n>>) -> tensor<1x2x?x3xf32, #sym.dims<n>>
  %1 = torch.aten.max_pool2d.default(%x, [1, 1], [1, 2], [0, 0], [1, 1], true) : (tensor<1x2x?x6xf32, #sym.dims<n>>) -> tensor<1x2x?x3xf32, #sym.dims<n>>
  return %0, %1 : tensor<1x2x?x3xf32, #sym.dims<n>>, tensor<1x2x?x3xf32, #sym.dims<n>>
}

// -----

// A size that is known and wanted whole needs none of it.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: onnx.Slice
// CHECK: onnx.AveragePool(%arg0) {ceil_mode = 1 : i64, kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
func.func @whole(%x: tensor<1x2x?x6xf32, #sym.dims<n>>) -> tensor<1x2x?x3xf32, #sym.dims<(n + 1) floordiv 2>> {
  %0 = torch.aten.avg_pool2d.default(%x, [2, 2], [2, 2], [0, 0], true) : (tensor<1x2x?x6xf32, #sym.dims<n>>) -> tensor<1x2x?x3xf32, #sym.dims<(n + 1) floordiv 2>>
  return %0 : tensor<1x2x?x3xf32, #sym.dims<(n + 1) floordiv 2>>
}
