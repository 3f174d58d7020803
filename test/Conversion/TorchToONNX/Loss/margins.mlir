// Losses with margins.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @ranking
// CHECK: %[[V0:.*]] = onnx.Neg(%arg2)
// CHECK: %[[V1:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Relu(%[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceMean(%[[V5]], %[[V6]]) {keepdims = 0 : i64}
// CHECK: return %[[V7]] : tensor<f32>
func.func @ranking(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>, %z: tensor<5x3xf32>) -> tensor<f32> {
  %0 = torch.aten.margin_ranking_loss.default(%x, %y, %z, 0.5) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @triplet
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Constant dense<9.99999997E-7> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceL2(%[[V2]], %[[V3]]) {keepdims = 0 : i64}
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Add(%[[V4]], %[[V10]])
// CHECK: %[[V5:.*]] = onnx.Sub(%arg0, %arg2)
// CHECK: %[[V6:.*]] = onnx.Constant dense<9.99999997E-7> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.ReduceL2(%[[V7]], %[[V8]]) {keepdims = 0 : i64}
// CHECK: %[[V12:.*]] = onnx.Sub(%[[V11]], %[[V9]])
// CHECK: %[[V13:.*]] = onnx.Relu(%[[V12]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.ReduceMean(%[[V13]], %[[V14]]) {keepdims = 0 : i64}
// CHECK: return %[[V15]] : tensor<f32>
func.func @triplet(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>, %z: tensor<5x3xf32>) -> tensor<f32> {
  %0 = torch.aten.triplet_margin_loss.default(%x, %y, %z) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @multi_margin
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
// CHECK: %[[V8:.*]] = onnx.Equal(%[[V1]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.GatherElements(%arg0, %[[V1]]) {axis = 1 : i64}
// CHECK: %[[V3:.*]] = onnx.Sub(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Relu(%[[V5]])
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %[[V9]], %[[V6]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.ReduceMean(%[[V10]], %[[V11]]) {keepdims = 0 : i64}
// CHECK: %[[V13:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.ReduceMean(%[[V12]], %[[V13]]) {keepdims = 0 : i64}
// CHECK: return %[[V14]] : tensor<f32>
func.func @multi_margin(%x: tensor<5x5xf32>, %y: tensor<5xi64>) -> tensor<f32> {
  %0 = torch.aten.multi_margin_loss.default(%x, %y) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// What the backward pass wants is left out.
// CHECK-LABEL: func.func @forward
// CHECK: onnx.ReduceSum
func.func @forward(%x: tensor<2x3xf32>, %t: tensor<2x3xi64>) -> tensor<f32> {
  %0:2 = torch.aten.multilabel_margin_loss_forward.default(%x, %t, 1) : (tensor<2x3xf32>, tensor<2x3xi64>) -> (tensor<f32>, tensor<2x3xf32>)
  return %0#0 : tensor<f32>
}
