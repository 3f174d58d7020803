// Sums in the dtype of the result.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @dynamic
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @dynamic(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @promotes
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<?x3xf32>
func.func @promotes(%x: tensor<?x3xf32>, %y: tensor<3xi64>) -> tensor<?x3xf32> {
  %0 = torch.aten.add.Tensor(%x, %y, alpha=2) : (tensor<?x3xf32>, tensor<3xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// A number is rounded once, to the dtype of the result.
// CHECK-LABEL: func.func @number
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.500000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<3xf32>
func.func @number(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.add.Tensor(%x, 2.5) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Booleans are added by or.
// CHECK-LABEL: func.func @booleans
// CHECK: %[[V0:.*]] = onnx.Or(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x3xi1>
func.func @booleans(%x: tensor<?x3xi1>, %y: tensor<?x3xi1>) -> tensor<?x3xi1> {
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @reversed
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Sub(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @reversed(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.rsub.Scalar(%x, 1) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @add_relu
// CHECK: %[[SUM:.*]] = onnx.Add(%arg0, %arg1)
// CHECK: onnx.Relu(%[[SUM]])
func.func @add_relu(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten._add_relu.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The factor belongs to the number.
// CHECK-LABEL: func.func @add_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<2x3xf32>
func.func @add_number(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.add.Scalar(%x, 2, 0.5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sub_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<i32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<i32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Sub(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<2x3xi32>
func.func @sub_number(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = torch.aten.sub.Scalar(%x, 2, 3) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// CHECK-LABEL: func.func @add_relu_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<-5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Add(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Relu(%[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @add_relu_number(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._add_relu.Scalar(%x, -0.5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The other one comes first, and the factor belongs to this one.
// CHECK-LABEL: func.func @rsub_tensor
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Sub(%arg1, %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @rsub_tensor(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.rsub.Tensor(%x, %y, alpha=2) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// In the dtype of the result.
// CHECK-LABEL: func.func @mul_number
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @mul_number(%x: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %0 = torch.aten.mul.Scalar(%x, 0.5) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
