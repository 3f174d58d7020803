// Adaptive pools.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

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
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 1]> : tensor<10xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.NoValue
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) : {{.*}} -> tensor<1x1x2x2x6xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<{{\[\[}}0, 1, 5], [1, 2, 3], [3, 4, 5]]> : tensor<3x3xi64>
// CHECK: %[[V5:.*]] = onnx.Gather(%[[V3]], %[[V4]]) {axis = 4 : i64} : {{.*}} -> tensor<1x1x2x2x3x3xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceSum(%[[V5]], %[[V6]]) {keepdims = 0 : i64} : {{.*}} -> tensor<1x1x2x2x3xf32>
// CHECK: %[[V8:.*]] = onnx.Constant dense<[2.000000e+00, 3.000000e+00, 2.000000e+00]> : tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Div(%[[V7]], %[[V8]]) : {{.*}} -> tensor<1x1x2x2x3xf32>
// CHECK: return %[[V9]] : tensor<1x1x2x2x3xf32>
func.func @adaptive_avg_pool3d_uneven(%x: tensor<1x1x2x2x5xf32>) -> tensor<1x1x2x2x3xf32> {
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
