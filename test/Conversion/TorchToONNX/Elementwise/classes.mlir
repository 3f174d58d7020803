// Classes of numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @isfinite
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.Less(
func.func @isfinite(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.25, 0xFF800000, 0x7FC00000], [0x7F800000, -0.0, 1.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, false, false], [false, true, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.isfinite.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @isinf
// CHECK: onnx.IsInf(%arg0)
func.func @isinf(%x: tensor<?x3xf32> {onnx.value = dense<[[2.25, 0x7FC00000, -3.25], [0xFF800000, -0.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[false, false, false], [true, false, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.isinf.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @isneginf
// CHECK: onnx.Equal(%arg0, {{.*}})
func.func @isneginf(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.0, 0x7FC00000, -2.25], [0xFF800000, 0.5, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[false, false, false], [true, false, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.isneginf.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @isnan_integers
// CHECK: onnx.Constant dense<false> : tensor<i1>
func.func @isnan_integers(%x: tensor<3xi64> {onnx.value = dense<[-9223372036854775808, 9223372036854775807, -5]> : tensor<3xi64>})
    -> (tensor<3xi1> {onnx.expected = dense<false> : tensor<3xi1>}) {
  %0 = torch.aten.isnan.default(%x) : (tensor<3xi64>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @isposinf
// CHECK: onnx.Equal(%arg0, {{.*}})
func.func @isposinf(%x: tensor<4xf32> {onnx.value = dense<[0x7F800000, 1.0, 1.0, 0x7FC00000]> : tensor<4xf32>})
    -> (tensor<4xi1> {onnx.expected = dense<[true, false, false, false]> : tensor<4xi1>}) {
  %0 = torch.aten.isposinf.default(%x) : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// The dtype tells it.
// CHECK-LABEL: func.func @isposinf_integers
func.func @isposinf_integers(%x: tensor<4xi64> {onnx.value = dense<[9223372036854775807, -9223372036854775808, 5, 7]> : tensor<4xi64>})
    -> (tensor<4xi1> {onnx.expected = dense<false> : tensor<4xi1>}) {
  %0 = torch.aten.isposinf.default(%x) : (tensor<4xi64>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// -----

// CHECK-LABEL: func.func @isreal
func.func @isreal(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.25, 0x7F800000, 1.5], [0x7FC00000, -0.0, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xi1> {onnx.expected = dense<true> : tensor<2x3xi1>}) {
  %0 = torch.aten.isreal.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}
