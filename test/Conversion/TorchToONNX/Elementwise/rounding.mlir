// Rounding; integers are what they are.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Clip keeps the sign of zeros, which Sign does not.
// CHECK-LABEL: func.func @trunc
// CHECK: %[[LOW:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f32>
// CHECK: %[[HIGH:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Clip(%arg0, %[[LOW]], %[[HIGH]])
// CHECK: %[[V1:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V2:.*]] = onnx.Floor(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: return %[[V3]] : tensor<?x3xf32>
func.func @trunc(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.trunc.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @trunc_integers
// CHECK: return %arg0 : tensor<?x3xi64>
func.func @trunc_integers(%x: tensor<?x3xi64>) -> tensor<?x3xi64> {
  %0 = torch.aten.trunc.default(%x) : (tensor<?x3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// -----

// CHECK-LABEL: func.func @frac
// No remainder: that of -3 is -0.0.
// CHECK-NOT: onnx.Mod
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %{{.*}})
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @frac(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.frac.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @decimals
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+02> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Round(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Div(%[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @decimals(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.round.decimals(%x, decimals=2) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @negative_decimals
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+02> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Round(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @negative_decimals(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.round.decimals(%x, decimals=-2) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @ceil
// CHECK: %[[V0:.*]] = onnx.Ceil(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @ceil(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.ceil.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @floor
// CHECK: %[[V0:.*]] = onnx.Floor(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @floor(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.floor.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Half to even, as PyTorch.
// CHECK-LABEL: func.func @round
// CHECK: %[[V0:.*]] = onnx.Round(%arg0)
// CHECK: return %[[V0]] : tensor<6xf32>
func.func @round(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.round.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @special_round
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Round(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<2x3xf32>
func.func @special_round(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.special_round.default(%x, decimals=-1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @round_integers
// CHECK: return %arg0 : tensor<2x3xi64>
func.func @round_integers(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten.round.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}
