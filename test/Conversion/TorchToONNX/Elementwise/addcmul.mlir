// Products that are added.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @scaled
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Mul(%arg1, %arg2)
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @scaled(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.addcmul.default(%x, %y, %z, value=2) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @quotient
// CHECK: %[[V0:.*]] = onnx.Div(%arg1, %arg2)
// CHECK: %[[V1:.*]] = onnx.Add(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @quotient(%x: tensor<3xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.addcdiv.default(%x, %y, %z) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
