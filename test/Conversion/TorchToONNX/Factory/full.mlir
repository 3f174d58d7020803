// Tensors of one number: constants where they are small and known, filled when the model runs otherwise.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @zeros
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<2x3xi64>
// CHECK: return %[[V0]] : tensor<2x3xi64>
func.func @zeros() -> tensor<2x3xi64> {
  %0 = torch.aten.zeros.default([2, 3], dtype=i64) : () -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @new_zeros
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: return %[[V0]] : tensor<2xf32>
func.func @new_zeros(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = torch.aten.new_zeros.default(%x, [2]) : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @zeros_like
// CHECK: %[[V0:.*]] = onnx.Constant dense<false> : tensor<2x3xi1>
// CHECK: return %[[V0]] : tensor<2x3xi1>
func.func @zeros_like(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = torch.aten.zeros_like.default(%x, dtype=i1) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @zeros_like_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : (
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<?x4xf32, #sym.dims<n>>
func.func @zeros_like_dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.zeros_like.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @zero
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @zero(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.zero.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @ones
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @ones() -> tensor<2x3xf32> {
  %0 = torch.aten.ones.default([2, 3]) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @new_ones
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2xf64>
// CHECK: return %[[V0]] : tensor<2xf64>
func.func @new_ones(%x: tensor<2x3xf32>) -> tensor<2xf64> {
  %0 = torch.aten.new_ones.default(%x, [2], dtype=f64) : (tensor<2x3xf32>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// CHECK-LABEL: func.func @ones_like
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<2x3xi32>
// CHECK: return %[[V0]] : tensor<2x3xi32>
func.func @ones_like(%x: tensor<2x3xf32>) -> tensor<2x3xi32> {
  %0 = torch.aten.ones_like.default(%x, dtype=i32) : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// CHECK-LABEL: func.func @full
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.500000e+00> : tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @full() -> tensor<2x3xf32> {
  %0 = torch.aten.full.default([2, 3], 1.5) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// A number is cut off to an integer.
// CHECK-LABEL: func.func @full_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<2xi64>
// CHECK: return %[[V0]] : tensor<2xi64>
func.func @full_integers() -> tensor<2xi64> {
  %0 = torch.aten.full.default([2], 2.9, dtype=i64) : () -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// CHECK-LABEL: func.func @new_full
// CHECK: %[[V0:.*]] = onnx.Constant dense<7.000000e+00> : tensor<2xf32>
// CHECK: return %[[V0]] : tensor<2xf32>
func.func @new_full(%x: tensor<2x3xf32>) -> tensor<2xf32> {
  %0 = torch.aten.new_full.default(%x, [2], 7) : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @full_like
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @full_like(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.full_like.default(%x, true) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @full_like_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : (
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<?x4xf32, #sym.dims<n>>
func.func @full_like_dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.full_like.default(%x, 0.5) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @fill
// CHECK: %[[V0:.*]] = onnx.Constant dense<-2.000000e+00> : tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @fill(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.fill.Scalar(%x, -2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// In the dtype of what is filled.
// CHECK-LABEL: func.func @fill_tensor
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @fill_tensor(%x: tensor<2x3xf32>, %y: tensor<i64>) -> tensor<2x3xf32> {
  %0 = torch.aten.fill.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @scalar_tensor
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.500000e+00> : tensor<f64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e+00> : tensor<f64>
// CHECK: return %[[V1]] : tensor<f64>
func.func @scalar_tensor() -> tensor<f64> {
  %0 = torch.aten.scalar_tensor.default(2.5, dtype=f64) : () -> tensor<f64>
  return %0 : tensor<f64>
}
