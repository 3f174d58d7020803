// Signs, with NaN and -0.0.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @abs_unsigned
// CHECK: return %arg0 : tensor<3xui8>
func.func @abs_unsigned(%x: tensor<3xui8>) -> tensor<3xui8> {
  %0 = torch.aten.abs.default(%x) : (tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// CHECK-LABEL: func.func @neg_unsigned
// CHECK: onnx.Sub({{.*}}, %arg0)
func.func @neg_unsigned(%x: tensor<3xui8> {onnx.value = dense<[4, 255, 0]> : tensor<3xui8>})
    -> (tensor<3xui8> {onnx.expected = dense<[252, 1, 0]> : tensor<3xui8>}) {
  %0 = torch.aten.neg.default(%x) : (tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// The sign of NaN is 0.
// CHECK-LABEL: func.func @sign
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Sign(%arg0)
// CHECK: onnx.Where(
func.func @sign(%x: tensor<3xf32> {onnx.value = dense<[-0.25, 0x7FC00000, 0x7F800000]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-1.0, 0.0, 1.0]> : tensor<3xf32>}) {
  %0 = torch.aten.sign.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @signbit
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Reciprocal(%arg0)
// CHECK: onnx.Less(
func.func @signbit(%x: tensor<3xf32> {onnx.value = dense<[-2.5, 3.125, 0.625]> : tensor<3xf32>})
    -> (tensor<3xi1> {onnx.expected = dense<[true, false, false]> : tensor<3xi1>}) {
  %0 = torch.aten.signbit.default(%x) : (tensor<3xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @copysign
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.Neg(
func.func @copysign(%x: tensor<3xf32> {onnx.value = dense<[0x7F800000, -2.5, 0x7FC00000]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0xFF800000, -2.5, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.copysign.Scalar(%x, -0.0) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @heaviside
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Where({{.*}}, %arg1, {{.*}})
func.func @heaviside(%x: tensor<3xf32> {onnx.value = dense<[-1.0, 0.625, -1.0]> : tensor<3xf32>},
                     %y: tensor<3xf32> {onnx.value = dense<[-1.0, -1.75, 0.25]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0, 1.0, 0.0]> : tensor<3xf32>}) {
  %0 = torch.aten.heaviside.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @sgn
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Sign(%arg0)
// CHECK: onnx.Where(
func.func @sgn(%x: tensor<6xf32> {onnx.value = dense<[-3.0, 0x7F800000, 0.75, -0.0, 0xFF800000, 0x7FC00000]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[-1.0, 1.0, 1.0, 0.0, -1.0, 0.0]> : tensor<6xf32>}) {
  %0 = torch.aten.sgn.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Zeros have a sign.
// CHECK-LABEL: func.func @copysign_tensor
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Less(
func.func @copysign_tensor(%x: tensor<2x3xf32> {onnx.value = dense<[[3.0, 1.0, -2.625], [1.875, -3.0, 3.0]]> : tensor<2x3xf32>},
                           %y: tensor<3xf32> {onnx.value = dense<[2.0, -0.0, 1.75]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[3.0, -1.0, 2.625], [1.875, -3.0, 3.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.copysign.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @neg_view
// CHECK: onnx.Neg(%arg0)
func.func @neg_view(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 1.75, 0xFF800000], [2.25, -0.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, -1.75, 0x7F800000], [-2.25, 0.0, 0xFF800000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten._neg_view.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @neg_view_copy
// CHECK: onnx.Neg(%arg0)
func.func @neg_view_copy(%x: tensor<2x3xi64> {onnx.value = dense<[[-9223372036854775808, 9223372036854775807, -9223372036854775807], [9223372036854775806, -6, -6]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[-9223372036854775808, -9223372036854775807, 9223372036854775807], [-9223372036854775806, 6, 6]]> : tensor<2x3xi64>}) {
  %0 = torch.aten._neg_view.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}
