// Rounding; integers are what they are.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Clip keeps the sign of zeros, which Sign does not.
// CHECK-LABEL: func.func @trunc
// CHECK: onnx.Clip(%arg0, {{.*}})
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.Floor(
func.func @trunc(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, 2.75, 2.0], [-0.75, 0x7FC00000, -3.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7F800000, 2.0, 2.0], [-0.0, 0x7FC00000, -3.0]]> : tensor<2x3xf32>}) {
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
// CHECK: onnx.Sub(%arg0, %{{.*}})
func.func @frac(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.0, 0xFF800000, 0x7FC00000], [-2.75, 2.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.0, 0x7FC00000, 0x7FC00000], [-0.75, 0.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.frac.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @decimals
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Round(
// CHECK: onnx.Div(
func.func @decimals(%x: tensor<3xf32> {onnx.value = dense<[-0.5, -2.875, -0.125]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-0.5, -2.88, -0.12]> : tensor<3xf32>}) {
  %0 = torch.aten.round.decimals(%x, decimals=2) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @negative_decimals
// CHECK: onnx.Constant dense<1.000000e+02> : tensor<f32>
// CHECK: onnx.Round(
// CHECK: onnx.Mul(
func.func @negative_decimals(%x: tensor<3xf32> {onnx.value = dense<[0x7FC00000, -1.0, 0x7F800000]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7FC00000, -0.0, 0x7F800000]> : tensor<3xf32>}) {
  %0 = torch.aten.round.decimals(%x, decimals=-2) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @ceil
// CHECK: onnx.Ceil(%arg0)
func.func @ceil(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.75, -0.0, 0x7F800000], [0xFF800000, -1.5, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-1.0, -0.0, 0x7F800000], [0xFF800000, -1.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.ceil.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @floor
// CHECK: onnx.Floor(%arg0)
func.func @floor(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 0x7F800000, -3.0], [-0.0, 1.25, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0xFF800000, 0x7F800000, -3.0], [-0.0, 1.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.floor.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Half to even, as PyTorch.
// CHECK-LABEL: func.func @round
// CHECK: onnx.Round(%arg0)
func.func @round(%x: tensor<6xf32> {onnx.value = dense<[0xFF800000, -0.0, 0.0, -1.25, 0x7FC00000, 0x7F800000]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0xFF800000, -0.0, 0.0, -1.0, 0x7FC00000, 0x7F800000]> : tensor<6xf32>}) {
  %0 = torch.aten.round.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @special_round
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.Round(
// CHECK: onnx.Mul(
func.func @special_round(%x: tensor<2x3xf32> {onnx.value = dense<[[-8.75, 35.0, 36.25], [28.75, -22.5, -13.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-10.0, 40.0, 40.0], [30.0, -20.0, -10.0]]> : tensor<2x3xf32>}) {
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
