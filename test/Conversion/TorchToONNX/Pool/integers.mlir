// Integers, which no AveragePool takes, and MaxPool only of 8 bits.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// The last window has two elements in the image; the padding at the end counts, but
// nothing beyond it.
// CHECK-LABEL: func.func @average
// CHECK: onnx.Gather({{.*}} -> tensor<1x2x3x3xi64>
// CHECK: onnx.MatMul(
// CHECK: onnx.Constant dense<[3, 3, 2]> : tensor<3xi64>
// CHECK: onnx.Div
// CHECK-NOT: onnx.ReduceSum
func.func @average(%x: tensor<1x2x4xi64>) -> tensor<1x2x3xi64> {
  %0 = torch.aten.avg_pool1d.default(%x, [3], [2], [1], true, true) : (tensor<1x2x4xi64>) -> tensor<1x2x3xi64>
  return %0 : tensor<1x2x3xi64>
}

// -----

// CHECK-LABEL: func.func @divisor
// CHECK: onnx.Constant dense<-5> : tensor<i64>
// CHECK: onnx.Div
// CHECK-NOT: onnx.Div
func.func @divisor(%x: tensor<1x2x4x4xi64>) -> tensor<1x2x2x2xi64> {
  %0 = torch.aten.avg_pool2d.default(%x, [2, 2], divisor_override=-5) : (tensor<1x2x4x4xi64>) -> tensor<1x2x2x2xi64>
  return %0 : tensor<1x2x2x2xi64>
}

// -----

// One dimension after the other. Padding is the least integer.
// CHECK-LABEL: func.func @largest
// CHECK: onnx.Constant dense<-9223372036854775808> : tensor<i64>
// CHECK: onnx.Pad(
// CHECK: onnx.Gather({{.*}}axis = 3
// CHECK: onnx.ReduceMax
// CHECK: onnx.Gather({{.*}}axis = 2
// CHECK: onnx.ReduceMax
// CHECK-NOT: onnx.MaxPool
func.func @largest(%x: tensor<1x2x4x4xi64>) -> tensor<1x2x2x2xi64> {
  %0 = torch.aten.max_pool2d.default(%x, [3, 3], [2, 2], [1, 1]) : (tensor<1x2x4x4xi64>) -> tensor<1x2x2x2xi64>
  return %0 : tensor<1x2x2x2xi64>
}

// -----

// Windows that lie in the padding: the position is that of their first element
// which is not before the image.
// CHECK-LABEL: func.func @beside_the_input
// CHECK: onnx.Constant dense<-2147483648> : tensor<i32>
// CHECK: onnx.ArgMax
// CHECK: onnx.GatherElements
// CHECK-NOT: onnx.MaxPool
func.func @beside_the_input(%x: tensor<1x1x2x2x5xi32>) -> (tensor<1x1x1x1x4xi32>, tensor<1x1x1x1x4xi64>) {
  %0:2 = torch.aten.max_pool3d_with_indices.default(%x, [2], [1], [1], [3]) : (tensor<1x1x2x2x5xi32>) -> (tensor<1x1x1x1x4xi32>, tensor<1x1x1x1x4xi64>)
  return %0#0, %0#1 : tensor<1x1x1x1x4xi32>, tensor<1x1x1x1x4xi64>
}

// -----

// What f64 holds has a kernel of f64.
// CHECK-LABEL: func.func @narrow
// CHECK: onnx.MaxPool({{.*}} : (tensor<1x2x4x4xf64>)
// CHECK-NOT: onnx.Gather
func.func @narrow(%x: tensor<1x2x4x4xi32>) -> tensor<1x2x2x2xi32> {
  %0 = torch.aten.max_pool2d.default(%x, [3, 3], [2, 2], [1, 1]) : (tensor<1x2x4x4xi32>) -> tensor<1x2x2x2xi32>
  return %0 : tensor<1x2x2x2xi32>
}

// -----

// Elements that equal the padding.
// CHECK-LABEL: func.func @positions_of_least
func.func @positions_of_least(%x: tensor<1x1x3x4xi64> {onnx.value = dense<[[[[-9223372036854775808, -9223372036854775808, 5, -9223372036854775808], [-9223372036854775808, -9223372036854775808, -9223372036854775808, 7], [3, -9223372036854775808, -9223372036854775808, -9223372036854775808]]]]> : tensor<1x1x3x4xi64>})
    -> (tensor<1x1x2x2xi64> {onnx.expected = dense<[[[[7, 5], [7, 3]]]]> : tensor<1x1x2x2xi64>},
        tensor<1x1x2x2xi64> {onnx.expected = dense<[[[[7, 2], [7, 8]]]]> : tensor<1x1x2x2xi64>}) {
  %0:2 = torch.aten.max_pool2d_with_indices.default(%x, [3, 3], [2, 1], [1, 1], [1, 2]) : (tensor<1x1x3x4xi64>) -> (tensor<1x1x2x2xi64>, tensor<1x1x2x2xi64>)
  return %0#0, %0#1 : tensor<1x1x2x2xi64>, tensor<1x1x2x2xi64>
}
