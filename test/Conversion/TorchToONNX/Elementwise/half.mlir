// Numbers beside tensors of half precision.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// A factor that half precision does not hold stays in single precision: as
// half it would be infinite, and nothing times infinity NaN.
// CHECK-LABEL: func.func @factor
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<-1.000000e+09> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = f16}
// CHECK: return %[[V3]] : tensor<3xf16>
func.func @factor(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.mul.Tensor(%x, -1.0e9) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// One that it holds needs no casts: the product is rounded once.
// CHECK-LABEL: func.func @held_factor
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.250000e-01> : tensor<f16>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xf16>
func.func @held_factor(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.mul.Tensor(%x, 0.125) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// CHECK-LABEL: func.func @divisor
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<7.000000e+04> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Div(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = f16}
// CHECK: return %[[V3]] : tensor<3xf16>
func.func @divisor(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.div.Tensor(%x, 70000) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// So does a number that is an input.
// CHECK-LABEL: func.func @factor_0d
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg1)
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f16}
// CHECK: return %[[V2]] : tensor<3xf16>
func.func @factor_0d(%x: tensor<3xf16>, %y: tensor<f32>) -> tensor<3xf16> {
  %0 = torch.aten.mul.Tensor(%x, %y) : (tensor<3xf16>, tensor<f32>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// The first operand is rounded to the type of the result.
// CHECK-LABEL: func.func @first
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f16}
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg1)
// CHECK: return %[[V1]] : tensor<3xf16>
func.func @first(%x: tensor<f32>, %y: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.mul.Tensor(%x, %y) : (tensor<f32>, tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// And so is a summand.
// CHECK-LABEL: func.func @summand
// CHECK: %[[V0:.*]] = onnx.Constant dense<9.997550e-02> : tensor<f16>
// CHECK: %[[V1:.*]] = onnx.Add(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xf16>
func.func @summand(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.add.Tensor(%x, 0.1) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// CHECK-LABEL: func.func @scaled_summand
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Add(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = f16}
// CHECK: return %[[V5]] : tensor<3xf16>
func.func @scaled_summand(%x: tensor<3xf16>, %y: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.add.Tensor(%x, %y, alpha=3) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// Single precision has nothing of it.
// CHECK-LABEL: func.func @single
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @single(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.mul.Tensor(%x, 0.1) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
