// Classes of numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @isfinite
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V1:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Less(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<?x3xi1>
func.func @isfinite(%x: tensor<?x3xf32>) -> tensor<?x3xi1> {
  %0 = torch.aten.isfinite.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @isinf
// CHECK: %[[V0:.*]] = onnx.IsInf(%arg0)
// CHECK: return %[[V0]] : tensor<?x3xi1>
func.func @isinf(%x: tensor<?x3xf32>) -> tensor<?x3xi1> {
  %0 = torch.aten.isinf.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @isneginf
// CHECK: %[[V0:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xi1>
func.func @isneginf(%x: tensor<?x3xf32>) -> tensor<?x3xi1> {
  %0 = torch.aten.isneginf.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @isnan_integers
// CHECK: %[[V1:.*]] = onnx.Constant dense<false> : tensor<3xi1>
// CHECK: %[[V0:.*]] = onnx.Constant dense<false> : tensor<i1>
// CHECK: return %[[V1]] : tensor<3xi1>
func.func @isnan_integers(%x: tensor<3xi64>) -> tensor<3xi1> {
  %0 = torch.aten.isnan.default(%x) : (tensor<3xi64>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @isposinf
// CHECK: %[[V0:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<4xi1>
func.func @isposinf(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = torch.aten.isposinf.default(%x) : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// The dtype tells it.
// CHECK-LABEL: func.func @isposinf_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<false> : tensor<4xi1>
// CHECK: return %[[V0]] : tensor<4xi1>
func.func @isposinf_integers(%x: tensor<4xi64>) -> tensor<4xi1> {
  %0 = torch.aten.isposinf.default(%x) : (tensor<4xi64>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// CHECK-LABEL: func.func @isreal
// CHECK: %[[V0:.*]] = onnx.Constant dense<true> : tensor<2x3xi1>
// CHECK: return %[[V0]] : tensor<2x3xi1>
func.func @isreal(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = torch.aten.isreal.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}
