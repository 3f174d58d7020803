// From the nearer end.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @near_start
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg1, %arg0)
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Add(%arg0, %[[V3]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V4]] : tensor<3xf32>
func.func @near_start(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.lerp.Scalar(%x, %y, 0.25) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @near_end
// CHECK: %[[V2:.*]] = onnx.Sub(%arg1, %arg0)
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Sub(%arg1, %[[V4]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<7.500000e-01> : tensor<f32>
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @near_end(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.lerp.Scalar(%x, %y, 0.75) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @tensor
// CHECK: %[[V2:.*]] = onnx.Abs(%arg2)
// CHECK: %[[V3:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Less(%[[V2]], %[[V3]])
// CHECK: %[[V1:.*]] = onnx.Sub(%arg1, %arg0)
// CHECK: %[[V5:.*]] = onnx.Mul(%arg2, %[[V1]])
// CHECK: %[[V6:.*]] = onnx.Add(%arg0, %[[V5]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Sub(%[[V0]], %arg2)
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V1]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Sub(%arg1, %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Where(%[[V4]], %[[V6]], %[[V9]])
// CHECK: return %[[V10]] : tensor<3xf32>
func.func @tensor(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.lerp.Tensor(%x, %y, %z) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
