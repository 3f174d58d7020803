// Choices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @dynamic
// CHECK: %[[V0:.*]] = onnx.Where(%arg0, %arg1, %arg2)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @dynamic(%x: tensor<?x3xi1>, %y: tensor<?x3xf32>, %z: tensor<f32>) -> tensor<?x3xf32> {
  %0 = torch.aten.where.self(%x, %y, %z) : (tensor<?x3xi1>, tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @number
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Where(%arg0, %arg1, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @number(%x: tensor<?x3xi1>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.where.ScalarOther(%x, %y, 0.0) : (tensor<?x3xi1>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// In logic, which every runtime has.
// CHECK-LABEL: func.func @booleans
// CHECK: %[[V0:.*]] = onnx.And(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Not(%arg0)
// CHECK: %[[V2:.*]] = onnx.And(%[[V1]], %arg2)
// CHECK: %[[V3:.*]] = onnx.Or(%[[V0]], %[[V2]])
// CHECK: return %[[V3]] : tensor<?x3xi1>
func.func @booleans(%x: tensor<?x3xi1>, %y: tensor<?x3xi1>, %z: tensor<?x3xi1>) -> tensor<?x3xi1> {
  %0 = torch.aten.where.self(%x, %y, %z) : (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @numbers
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.500000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Where(%arg0, %[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @numbers(%x: tensor<2x3xi1>) -> tensor<2x3xf32> {
  %0 = torch.aten.where.Scalar(%x, 1.5, -1) : (tensor<2x3xi1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @number_and_tensor
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Where(%arg0, %[[V0]], %arg1)
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @number_and_tensor(%x: tensor<2x3xi1>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.where.ScalarSelf(%x, 2, %y) : (tensor<2x3xi1>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
