// Losses of probabilities.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @kl_div
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg1)
// CHECK: %[[V3:.*]] = onnx.Not(%[[V2]])
// CHECK: %[[V4:.*]] = onnx.And(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Log(%arg1)
// CHECK: %[[V6:.*]] = onnx.Mul(%arg1, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V4]], %[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Mul(%arg1, %arg0)
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V11:.*]] = onnx.ReduceMean(%[[V9]], %[[V10]]) {keepdims = 0 : i64}
// CHECK: return %[[V11]] : tensor<f32>
func.func @kl_div(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>) -> tensor<f32> {
  %0 = torch.aten.kl_div.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @bce
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Sub(%arg1, %[[V0]])
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V0]], %arg0)
// CHECK: %[[V5:.*]] = onnx.Log(%[[V4]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<-1.000000e+02> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Max(%[[V5]], %[[V1]])
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V7]], %[[V6]])
// CHECK: %[[V2:.*]] = onnx.Log(%arg0)
// CHECK: %[[V3:.*]] = onnx.Max(%[[V2]], %[[V1]])
// CHECK: %[[V9:.*]] = onnx.Mul(%arg1, %[[V3]])
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V8]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V12:.*]] = onnx.ReduceMean(%[[V10]], %[[V11]]) {keepdims = 0 : i64}
// CHECK: return %[[V12]] : tensor<f32>
func.func @bce(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>) -> tensor<f32> {
  %0 = torch.aten.binary_cross_entropy.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @bce_with_logits
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Sub(%[[V0]], %arg1)
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V7]], %arg0)
// CHECK: %[[V3:.*]] = onnx.Sub(%arg2, %[[V0]])
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V3]], %arg1)
// CHECK: %[[V5:.*]] = onnx.Add(%[[V4]], %[[V0]])
// CHECK: %[[V1:.*]] = onnx.Neg(%arg0)
// CHECK: %[[V2:.*]] = onnx.Softplus(%[[V1]])
// CHECK: %[[V6:.*]] = onnx.Mul(%[[V5]], %[[V2]])
// CHECK: %[[V9:.*]] = onnx.Add(%[[V8]], %[[V6]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V11:.*]] = onnx.ReduceMean(%[[V9]], %[[V10]]) {keepdims = 0 : i64}
// CHECK: return %[[V11]] : tensor<f32>
func.func @bce_with_logits(%x: tensor<5x3xf32>, %y: tensor<5x3xf32>, %z: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.binary_cross_entropy_with_logits.default(%x, %y, none, %z) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
