// Trigonometric and hyperbolic functions that ONNX has, in the float of the result.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @acos
// CHECK: %[[V0:.*]] = onnx.Acos(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @acos(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.acos.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @acosh
// CHECK: %[[V0:.*]] = onnx.Acosh(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @acosh(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.acosh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @asin
// CHECK: %[[V0:.*]] = onnx.Asin(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @asin(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.asin.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @asinh
// CHECK: %[[V0:.*]] = onnx.Asinh(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @asinh(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.asinh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @atan
// CHECK: %[[V0:.*]] = onnx.Atan(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @atan(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.atan.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @atanh
// CHECK: %[[V0:.*]] = onnx.Atanh(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @atanh(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.atanh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cos
// CHECK: %[[V0:.*]] = onnx.Cos(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @cos(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.cos.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cosh
// CHECK: %[[V0:.*]] = onnx.Cosh(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @cosh(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.cosh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sinh
// CHECK: %[[V0:.*]] = onnx.Sinh(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @sinh(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.sinh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @tan
// CHECK: %[[V0:.*]] = onnx.Tan(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @tan(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.tan.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @tanh
// CHECK: %[[V0:.*]] = onnx.Tanh(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @tanh(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.tanh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @integers
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Atan(%[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @integers(%x: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %0 = torch.aten.atan.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @rad2deg
// CHECK: %[[V0:.*]] = onnx.Constant dense<57.2957802> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @rad2deg(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.rad2deg.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Of a real number: pi below zero.
// CHECK-LABEL: func.func @angle
// CHECK: %[[V4:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Less(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<3.14159274> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Where(%[[V1]], %[[V2]], %[[V0]])
// CHECK: %[[V5:.*]] = onnx.Where(%[[V4]], %arg0, %[[V3]])
// CHECK: return %[[V5]] : tensor<6xf32>
func.func @angle(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.angle.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
