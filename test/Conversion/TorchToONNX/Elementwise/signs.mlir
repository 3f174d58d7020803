// Signs, with NaN and -0.0.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @abs_unsigned
// CHECK: return %arg0 : tensor<3xui8>
func.func @abs_unsigned(%x: tensor<3xui8>) -> tensor<3xui8> {
  %0 = torch.aten.abs.default(%x) : (tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// CHECK-LABEL: func.func @neg_unsigned
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<ui8>
// CHECK: %[[V1:.*]] = onnx.Sub(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<3xui8>
func.func @neg_unsigned(%x: tensor<3xui8>) -> tensor<3xui8> {
  %0 = torch.aten.neg.default(%x) : (tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// The sign of NaN is 0.
// CHECK-LABEL: func.func @sign
// CHECK: %[[V1:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Sign(%arg0)
// CHECK: %[[V3:.*]] = onnx.Where(%[[V1]], %[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @sign(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.sign.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @signbit
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Reciprocal(%arg0)
// CHECK: %[[V3:.*]] = onnx.Where(%[[V1]], %[[V2]], %arg0)
// CHECK: %[[V4:.*]] = onnx.Less(%[[V3]], %[[V0]])
// CHECK: return %[[V4]] : tensor<3xi1>
func.func @signbit(%x: tensor<3xf32>) -> tensor<3xi1> {
  %0 = torch.aten.signbit.default(%x) : (tensor<3xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @copysign
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V1:.*]] = onnx.Neg(%[[V0]])
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @copysign(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.copysign.Scalar(%x, -0.0) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @heaviside
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Greater(%arg0, %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = f32}
// CHECK: %[[V4:.*]] = onnx.Where(%[[V1]], %arg1, %[[V3]])
// CHECK: return %[[V4]] : tensor<3xf32>
func.func @heaviside(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.heaviside.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @sgn
// CHECK: %[[V1:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Sign(%arg0)
// CHECK: %[[V3:.*]] = onnx.Where(%[[V1]], %[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<6xf32>
func.func @sgn(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.sgn.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Zeros have a sign.
// CHECK-LABEL: func.func @copysign_tensor
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%arg1, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Reciprocal(%arg1)
// CHECK: %[[V4:.*]] = onnx.Where(%[[V2]], %[[V3]], %arg1)
// CHECK: %[[V5:.*]] = onnx.Less(%[[V4]], %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V6:.*]] = onnx.Neg(%[[V0]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V5]], %[[V6]], %[[V0]])
// CHECK: return %[[V7]] : tensor<2x3xf32>
func.func @copysign_tensor(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.copysign.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @neg_view
// CHECK: %[[V0:.*]] = onnx.Neg(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @neg_view(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._neg_view.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @neg_view_copy
// CHECK: %[[V0:.*]] = onnx.Neg(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xi64>
func.func @neg_view_copy(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten._neg_view.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}
