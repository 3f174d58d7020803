// Tensors of one number: constants where they are small and known, filled when the model runs otherwise.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @zeros
func.func @zeros() -> (tensor<2x3xi64> {onnx.expected = dense<0> : tensor<2x3xi64>}) {
  %0 = torch.aten.zeros.default([2, 3], dtype=i64) : () -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @new_zeros
func.func @new_zeros(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 2.5, 0x7F800000], [-0.0, -2.5, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<0.0> : tensor<2xf32>}) {
  %0 = torch.aten.new_zeros.default(%x, [2]) : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @zeros_like
func.func @zeros_like(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0xFF800000], [1.75, -0.0, -2.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3xi1> {onnx.expected = dense<false> : tensor<2x3xi1>}) {
  %0 = torch.aten.zeros_like.default(%x, dtype=i1) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @zeros_like_dynamic
// CHECK: onnx.Shape(%arg0) : (
// CHECK: onnx.Expand(
func.func @zeros_like_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0.0, -3.25, -0.0, 0xFF800000], [0x7FC00000, 0x7F800000, -1.5, 3.25]]> : tensor<2x4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<0.0> : tensor<2x4xf32>}) {
  %0 = torch.aten.zeros_like.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @zero
func.func @zero(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, -3.25, 0x7FC00000], [0xFF800000, 1.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<0.0> : tensor<2x3xf32>}) {
  %0 = torch.aten.zero.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @ones
func.func @ones() -> (tensor<2x3xf32> {onnx.expected = dense<1.0> : tensor<2x3xf32>}) {
  %0 = torch.aten.ones.default([2, 3]) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @new_ones
func.func @new_ones(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.0, -0.0, 0x7F800000], [0xFF800000, 0x7FC00000, -1.5]]> : tensor<2x3xf32>})
    -> (tensor<2xf64> {onnx.expected = dense<1.0> : tensor<2xf64>}) {
  %0 = torch.aten.new_ones.default(%x, [2], dtype=f64) : (tensor<2x3xf32>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}

// -----

// CHECK-LABEL: func.func @ones_like
func.func @ones_like(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, -0.0], [0xFF800000, 1.25, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xi32> {onnx.expected = dense<1> : tensor<2x3xi32>}) {
  %0 = torch.aten.ones_like.default(%x, dtype=i32) : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// CHECK-LABEL: func.func @full
func.func @full() -> (tensor<2x3xf32> {onnx.expected = dense<1.5> : tensor<2x3xf32>}) {
  %0 = torch.aten.full.default([2, 3], 1.5) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// A number is cut off to an integer.
// CHECK-LABEL: func.func @full_integers
func.func @full_integers() -> (tensor<2xi64> {onnx.expected = dense<2> : tensor<2xi64>}) {
  %0 = torch.aten.full.default([2], 2.9, dtype=i64) : () -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// CHECK-LABEL: func.func @new_full
func.func @new_full(%x: tensor<2x3xf32> {onnx.value = dense<[[0.0, 0x7F800000, 0x7FC00000], [-0.0, 2.75, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<7.0> : tensor<2xf32>}) {
  %0 = torch.aten.new_full.default(%x, [2], 7) : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @full_like
func.func @full_like(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0x7F800000, -1.25], [0x7FC00000, 0xFF800000, -3.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<1.0> : tensor<2x3xf32>}) {
  %0 = torch.aten.full_like.default(%x, true) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @full_like_dynamic
// CHECK: onnx.Shape(%arg0) : (
// CHECK: onnx.Expand(
func.func @full_like_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0.0, 0x7FC00000, 0xFF800000, -0.0], [0x7F800000, -1.0, -1.5, -2.0]]> : tensor<2x4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<0.5> : tensor<2x4xf32>}) {
  %0 = torch.aten.full_like.default(%x, 0.5) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @fill
func.func @fill(%x: tensor<2x3xf32> {onnx.value = dense<[[2.5, 0xFF800000, -0.0], [0.75, 0x7FC00000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<-2.0> : tensor<2x3xf32>}) {
  %0 = torch.aten.fill.Scalar(%x, -2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// In the dtype of what is filled.
// CHECK-LABEL: func.func @fill_tensor
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Expand(
func.func @fill_tensor(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, -2.0], [-0.0, -1.75, 0xFF800000]]> : tensor<2x3xf32>},
                       %y: tensor<i64> {onnx.value = dense<-9223372036854775808> : tensor<i64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<-9.223372e+18> : tensor<2x3xf32>}) {
  %0 = torch.aten.fill.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @scalar_tensor
// CHECK: onnx.Constant dense<2.500000e+00> : tensor<f64>
func.func @scalar_tensor() -> (tensor<f64> {onnx.expected = dense<2.5> : tensor<f64>}) {
  %0 = torch.aten.scalar_tensor.default(2.5, dtype=f64) : () -> tensor<f64>
  return %0 : tensor<f64>
}
