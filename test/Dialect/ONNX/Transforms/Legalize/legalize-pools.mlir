// Before opset 22 a window of ceil_mode counted that begins behind the end: what
// no window reads is cut off, so that none does.
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=21 target=onnx" --split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22 target=onnx" --split-input-file %s | FileCheck %s --check-prefix=NEW

// CHECK-LABEL: func.func @left_out
// CHECK: %[[STARTS:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[ENDS:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[PART:.*]] = onnx.Slice(%arg0, %[[STARTS]], %[[ENDS]], %{{.*}}) : {{.*}} -> tensor<1x2x?x5xf32, #sym.dims<n>>
// CHECK: onnx.AveragePool(%[[PART]]) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 2>}
// CHECK: onnx.MaxPool(%{{.*}}) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 1, 2>}
// NEW-LABEL: func.func @left_out
// NEW-NOT: onnx.Slice
func.func @left_out(%x: tensor<1x2x?x6xf32, #sym.dims<n>>) -> (tensor<1x2x?x3xf32>, tensor<1x2x?x3xf32>) {
  %0 = onnx.AveragePool(%x) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x?x6xf32, #sym.dims<n>>) -> tensor<1x2x?x3xf32>
  %1, %2 = onnx.MaxPool(%x) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x?x6xf32, #sym.dims<n>>) -> (tensor<1x2x?x3xf32>, none)
  return %0, %1 : tensor<1x2x?x3xf32>, tensor<1x2x?x3xf32>
}

// -----

// Windows that read to the end, sizes known only at run time, no ceil_mode.
// CHECK-LABEL: func.func @whole
// CHECK-NOT: onnx.Slice
func.func @whole(%x: tensor<1x2x6x6xf32>, %y: tensor<1x2x?x?xf32>) -> (tensor<1x2x3x3xf32>, tensor<1x2x?x?xf32>, tensor<1x2x6x3xf32>) {
  %0 = onnx.AveragePool(%x) {ceil_mode = 1 : i64, kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<1x2x6x6xf32>) -> tensor<1x2x3x3xf32>
  %1 = onnx.AveragePool(%y) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x?x?xf32>) -> tensor<1x2x?x?xf32>
  %2 = onnx.AveragePool(%x) {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x6x6xf32>) -> tensor<1x2x6x3xf32>
  return %0, %1, %2 : tensor<1x2x3x3xf32>, tensor<1x2x?x?xf32>, tensor<1x2x6x3xf32>
}
