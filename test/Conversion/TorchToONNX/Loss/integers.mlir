// Differences of integers wrap around before they meet a float.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @margin_ranking
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<ui8>
// CHECK: %[[V1:.*]] = onnx.Sub(%[[V0]], %arg2)
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = f32}
// CHECK: %[[V5:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Relu(%[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.ReduceMean(%[[V7]], %[[V8]]) {keepdims = 0 : i64}
// CHECK: return %[[V9]] : tensor<f32>
func.func @margin_ranking(%x: tensor<3xui8>, %y: tensor<3xui8>, %z: tensor<3xui8>) -> tensor<f32> {
  %0 = torch.aten.margin_ranking_loss.default(%x, %y, %z, 0.5) : (tensor<3xui8>, tensor<3xui8>, tensor<3xui8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A target that is real is not rounded to the dtype of the others.
// CHECK-LABEL: func.func @margin_ranking_real_target
// CHECK: %[[V0:.*]] = onnx.Neg(%arg2)
// CHECK: %[[V1:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f32}
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Relu(%[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.ReduceMean(%[[V6]], %[[V7]]) {keepdims = 0 : i64}
// CHECK: return %[[V8]] : tensor<f32>
func.func @margin_ranking_real_target(%x: tensor<3xui8>, %y: tensor<3xui8>, %z: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.margin_ranking_loss.default(%x, %y, %z, 0.5) : (tensor<3xui8>, tensor<3xui8>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @pairwise_distance
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Constant dense<9.99999997E-7> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceL2(%[[V3]], %[[V4]]) {keepdims = 0 : i64}
// CHECK: return %[[V5]] : tensor<2xf32>
func.func @pairwise_distance(%x: tensor<2x3xui8>, %y: tensor<2x3xui8>) -> tensor<2xf32> {
  %0 = torch.aten.pairwise_distance.default(%x, %y) : (tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
