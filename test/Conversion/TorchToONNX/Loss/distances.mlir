// Losses that are distances.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @mse
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMean(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: return %[[V3]] : tensor<f32>
func.func @mse(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>) -> tensor<f32> {
  %0 = torch.aten.mse_loss.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @l1_sum
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: return %[[V3]] : tensor<f32>
func.func @l1_sum(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<f32> {
  %0 = torch.aten.l1_loss.default(%x, %y, 2) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @smooth_l1
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Less(%[[V1]], %[[V7]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Sub(%[[V1]], %[[V5]])
// CHECK: %[[V9:.*]] = onnx.Where(%[[V8]], %[[V4]], %[[V6]])
// CHECK: return %[[V9]] : tensor<?x3xf32>
func.func @smooth_l1(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.smooth_l1_loss.default(%x, %y, 0, 0.5) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @huber
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.LessOrEqual(%[[V1]], %[[V9]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Sub(%[[V1]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V6]], %[[V7]])
// CHECK: %[[V11:.*]] = onnx.Where(%[[V10]], %[[V4]], %[[V8]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V13:.*]] = onnx.ReduceMean(%[[V11]], %[[V12]]) {keepdims = 0 : i64}
// CHECK: return %[[V13]] : tensor<f32>
func.func @huber(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>) -> tensor<f32> {
  %0 = torch.aten.huber_loss.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
