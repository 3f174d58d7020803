// Adaptive pools.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Windows of one size are an AveragePool.
// CHECK-LABEL: func.func @adaptive_avg_pool3d
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 2, 4>, strides = array<i64: 2, 2, 4>} : {{.*}} -> tensor<1x2x2x3x1xf32>
// CHECK: return %[[V0]] : tensor<1x2x2x3x1xf32>
func.func @adaptive_avg_pool3d(%x: tensor<1x2x4x6x4xf32>) -> tensor<1x2x2x3x1xf32> {
  %0 = torch.aten.adaptive_avg_pool3d.default(%x, output_size=[2, 3, 1]) : (tensor<1x2x4x6x4xf32>) -> tensor<1x2x2x3x1xf32>
  return %0 : tensor<1x2x2x3x1xf32>
}

// -----

// The mean of all.
// CHECK-LABEL: func.func @adaptive_avg_pool3d_private
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2, 3]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1x1x1xf32>
// CHECK: return %[[V1]] : tensor<2x1x1x1xf32>
func.func @adaptive_avg_pool3d_private(%x: tensor<2x4x6x4xf32>) -> tensor<2x1x1x1xf32> {
  %0 = torch.aten._adaptive_avg_pool3d.default(%x, output_size=[1, 1, 1]) : (tensor<2x4x6x4xf32>) -> tensor<2x1x1x1xf32>
  return %0 : tensor<2x1x1x1xf32>
}

// -----

// Windows of several sizes.
// CHECK-LABEL: func.func @adaptive_avg_pool3d_uneven
// CHECK: onnx.Pad(%arg0, {{.*}}) : {{.*}} -> tensor<1x1x2x2x6xf32>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<1x1x2x2x3xf32>
// CHECK: onnx.Div({{.*}}) : {{.*}} -> tensor<1x1x2x2x3xf32>
func.func @adaptive_avg_pool3d_uneven(%x: tensor<1x1x2x2x5xf32> {onnx.value = dense<[[[[[1.5, -0.5, 0x7FC00000, -0.0, -2.5], [-1.0e+38, 2.0, 2.25, -1.5, 0xFF800000]], [[0x7F800000, -0.75, -1.5, 3.25, 0.5], [0.0, 0.0, 1.0e+38, -3.0, 2.5]]]]]> : tensor<1x1x2x2x5xf32>})
    -> (tensor<1x1x2x2x3xf32> {onnx.expected = dense<[[[[[0.5, 0x7FC00000, -1.25], [-5.0e+37, 0.9166667, 0xFF800000]], [[0x7F800000, 0.33333334, 1.875], [0.0, 3.3333331e+37, -0.25]]]]]> : tensor<1x1x2x2x3xf32>}) {
  %0 = torch.aten._adaptive_avg_pool3d.default(%x, output_size=[2, 2, 3]) : (tensor<1x1x2x2x5xf32>) -> tensor<1x1x2x2x3xf32>
  return %0 : tensor<1x1x2x2x3xf32>
}

// -----

// CHECK-LABEL: func.func @adaptive_avg_pool3d_dynamic
// CHECK: %[[V0:.*]] = onnx.AveragePool(%arg0) {kernel_shape = array<i64: 2, 3, 2>, strides = array<i64: 2, 3, 2>} : {{.*}} -> tensor<?x2x2x2x2xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<?x2x2x2x2xf32, #sym.dims<n>>
func.func @adaptive_avg_pool3d_dynamic(%x: tensor<?x2x4x6x4xf32, #sym.dims<n>>) -> tensor<?x2x2x2x2xf32, #sym.dims<n>> {
  %0 = torch.aten.adaptive_avg_pool3d.default(%x, output_size=[2, 2, 2]) : (tensor<?x2x4x6x4xf32, #sym.dims<n>>) -> tensor<?x2x2x2x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2x2x2x2xf32, #sym.dims<n>>
}
