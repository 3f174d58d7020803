// Tests by value of max-pool.mlir: what PyTorch returns is expected (utils/expect_values.py).
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Windows of different sizes are gathered; the first NaN is the largest.
// CHECK-LABEL: func.func @adaptive
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.IsNaN
// CHECK: onnx.ArgMax({{.*}}) {axis = 2 : i64, keepdims = 0 : i64}
func.func @adaptive(%x: tensor<2x5xf32> {onnx.value = dense<[[1.0, 0x7FC00000, 0.5, 2.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 3.0, 1.0]]> : tensor<2x5xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 2.0], [0xFF800000, 3.0, 3.0]]> : tensor<2x3xf32>},
        tensor<2x3xi64> {onnx.expected = dense<[[1, 1, 3], [0, 3, 3]]> : tensor<2x3xi64>}) {
  %0:2 = torch.aten.adaptive_max_pool1d.default(%x, [3]) : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi64>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi64>
}

// -----

// The size of the volume is computed.
// CHECK-LABEL: func.func @indices3d_dynamic
// CHECK: onnx.MaxPool({{.*}}) {kernel_shape = array<i64: 2, 2, 2>, strides = array<i64: 2, 2, 2>}
// CHECK: onnx.Div
// CHECK: onnx.Mul
// CHECK: onnx.Mod
module attributes {sym.ranges = {w = array<i64: 1, 100>}} {
func.func @indices3d_dynamic(%x: tensor<1x2x4x?xf32, #sym.dims<2*w>> {onnx.value = dense<[[[[0.0, 13.0, 26.0, 7.0], [20.0, 1.0, 14.0, 27.0], [8.0, 21.0, 2.0, 15.0], [28.0, 9.0, 22.0, 3.0]], [[16.0, 29.0, 10.0, 23.0], [4.0, 17.0, 30.0, 11.0], [24.0, 5.0, 18.0, 31.0], [12.0, 25.0, 6.0, 19.0]]]]> : tensor<1x2x4x4xf32>})
    -> (tensor<1x1x2x?xf32, #sym.dims<w>> {onnx.expected = dense<[[[[29.0, 30.0], [28.0, 31.0]]]]> : tensor<1x1x2x2xf32>},
        tensor<1x1x2x?xi64, #sym.dims<w>> {onnx.expected = dense<[[[[17, 22], [12, 27]]]]> : tensor<1x1x2x2xi64>}) {
  %0:2 = torch.aten.max_pool3d_with_indices.default(%x, kernel_size=[2], stride=[2]) : (tensor<1x2x4x?xf32, #sym.dims<2*w>>) -> (tensor<1x1x2x?xf32, #sym.dims<w>>, tensor<1x1x2x?xi64, #sym.dims<w>>)
  return %0#0, %0#1 : tensor<1x1x2x?xf32, #sym.dims<w>>, tensor<1x1x2x?xi64, #sym.dims<w>>
}
}

// -----

// Windows of different sizes repeat their last member.
// CHECK-LABEL: func.func @adaptive3d_uneven
// CHECK: onnx.Gather({{.*}}) {axis = 2 : i64}
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.IsNaN
// CHECK: onnx.ArgMax({{.*}}) {axis = 3 : i64, keepdims = 0 : i64}
func.func @adaptive3d_uneven(%x: tensor<1x1x1x2x5xf32> {onnx.value = dense<[[[[[1.0, 0x7FC00000, 0.5, 2.0, 2.0], [0xFF800000, 0xFF800000, 0xFF800000, 3.0, 1.0]]]]]> : tensor<1x1x1x2x5xf32>})
    -> (tensor<1x1x1x2x3xf32> {onnx.expected = dense<[[[[[0x7FC00000, 0x7FC00000, 2.0], [0xFF800000, 3.0, 3.0]]]]]> : tensor<1x1x1x2x3xf32>},
        tensor<1x1x1x2x3xi64> {onnx.expected = dense<[[[[[1, 1, 3], [5, 8, 8]]]]]> : tensor<1x1x1x2x3xi64>}) {
  %0:2 = torch.aten.adaptive_max_pool3d.default(%x, output_size=[1, 2, 3]) : (tensor<1x1x1x2x5xf32>) -> (tensor<1x1x1x2x3xf32>, tensor<1x1x1x2x3xi64>)
  return %0#0, %0#1 : tensor<1x1x1x2x3xf32>, tensor<1x1x1x2x3xi64>
}
