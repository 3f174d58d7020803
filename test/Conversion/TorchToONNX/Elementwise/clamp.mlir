// Bounds: Clip has finite ones where they are absent, Max and Min propagate NaN.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @both
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<6.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Clip(%arg0, %[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<?x3xf32>
func.func @both(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.clamp.default(%x, 0, 6) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Infinity stays.
// CHECK-LABEL: func.func @least
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Max(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @least(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.clamp.default(%x, min=0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @tensors
// CHECK: %[[V0:.*]] = onnx.Max(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Min(%[[V0]], %arg2)
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @tensors(%x: tensor<?x3xf32>, %y: tensor<3xf32>, %z: tensor<f32>) -> tensor<?x3xf32> {
  %0 = torch.aten.clamp.Tensor(%x, %y, %z) : (tensor<?x3xf32>, tensor<3xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @promoted
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.500000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Clip(%[[V0]], %[[V1]], %[[V2]])
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @promoted(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.clamp.default(%x, 0.5, 1.5) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @most
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Min(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xi64>
func.func @most(%x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.clamp_max.default(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @least_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Max(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<6xf32>
func.func @least_number(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.clamp_min.default(%x, 0.5) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @least_tensor
// CHECK: %[[V0:.*]] = onnx.Max(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @least_tensor(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.clamp_min.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @largest_tensor
// CHECK: %[[V0:.*]] = onnx.Min(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @largest_tensor(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.clamp_max.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
