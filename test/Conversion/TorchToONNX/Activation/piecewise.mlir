// Piecewise linear activations: clips, slopes, and their one operator of ONNX.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @relu6
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<6.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Clip(%arg0, %[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @relu6(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.relu6.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The bounds have the dtype of the operand.
// CHECK-LABEL: func.func @relu6_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Clip(%arg0, %[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xi64>
func.func @relu6_integers(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten.relu6.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// HardSigmoid has a slope of 0.2 by default, PyTorch one of 1/6.
// CHECK-LABEL: func.func @hardsigmoid
// CHECK: %[[V0:.*]] = onnx.HardSigmoid(%arg0) {alpha = 0.166666672 : f32}
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @hardsigmoid(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.hardsigmoid.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// 1/6 is an attribute of single precision.
// CHECK-LABEL: func.func @hardsigmoid_double
// CHECK: %[[V1:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Add(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<6.000000e+00> : tensor<f64>
// CHECK: %[[V4:.*]] = onnx.Clip(%[[V2]], %[[V3]], %[[V0]])
// CHECK: %[[V5:.*]] = onnx.Div(%[[V4]], %[[V0]])
// CHECK: return %[[V5]] : tensor<2x3xf64>
func.func @hardsigmoid_double(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = torch.aten.hardsigmoid.default(%x) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// The weight already broadcasts.
// CHECK-LABEL: func.func @prelu_kernel
// CHECK: %[[V0:.*]] = onnx.PRelu(%arg0, %arg1) : (
// CHECK: return %[[V0]] : tensor<2x3x4xf32>
func.func @prelu_kernel(%x: tensor<2x3x4xf32>, %y: tensor<1x3x1xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten._prelu_kernel.default(%x, %y) : (tensor<2x3x4xf32>, tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
