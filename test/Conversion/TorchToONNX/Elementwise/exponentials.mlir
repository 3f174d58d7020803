// Exponentials, logarithms and roots.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @erf
// CHECK: onnx.Erf(%arg0)
func.func @erf(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, -0.0], [-1.25, 0xFF800000, -1.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 1.0, -0.0], [-0.92290014, -1.0, -0.9866717]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.erf.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @log
// CHECK: onnx.Log(%arg0)
func.func @log(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.75, 0.375, 0.375], [1.0, 2.0, -1.875]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, -0.98082924, -0.98082924], [0.0, 0.6931472, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.log.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @reciprocal
// CHECK: onnx.Reciprocal(%arg0)
func.func @reciprocal(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 2.0, 1.75], [0x7FC00000, -0.0, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.0, 0.5, 0.5714286], [0x7FC00000, 0xFF800000, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.reciprocal.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sigmoid
// CHECK: onnx.Sigmoid(%arg0)
func.func @sigmoid(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.25, 0xFF800000, 2.75], [0x7FC00000, -0.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.4378235, 0.0, 0.93991333], [0x7FC00000, 0.5, 1.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sqrt
// CHECK: onnx.Sqrt(%arg0)
func.func @sqrt(%x: tensor<2x3xf32> {onnx.value = dense<[[1.875, 1.25, 0.375], [1.75, -3.125, 3.125]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.3693064, 1.118034, 0.61237246], [1.3228756, 0x7FC00000, 1.767767]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sqrt.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sqrt_integers
// CHECK: onnx.Sqrt(
func.func @sqrt_integers(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 0, 2], [2, 3, 1]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0.0, 1.4142135], [1.4142135, 1.7320508, 1.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sqrt.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @log10
// CHECK: onnx.Log(%arg0)
// CHECK: onnx.Div(
func.func @log10(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.5, 2.625, 1.25], [-1.875, -0.25, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 0.4191293, 0.096910015], [0x7FC00000, 0x7FC00000, -0.60206]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.log10.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Equal operands are taken apart for the sake of infinities.
// CHECK-LABEL: func.func @logaddexp2
// CHECK: onnx.Max(%arg0, %arg1)
// CHECK: onnx.Equal(%arg0, %arg1)
// CHECK: onnx.Softplus
// CHECK: onnx.Where
func.func @logaddexp2(%x: tensor<6xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0xFF800000, 100.0, -0.5]> : tensor<6xf32>},
                      %y: tensor<6xf32> {onnx.value = dense<[1.0, 0x7F800000, 0xFF800000, 2.0, 100.5, 3.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 2.0, 101.27155, 3.1221933]> : tensor<6xf32>}) {
  %0 = torch.aten.logaddexp2.default(%x, %y) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @entr
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Less(%arg0, {{.*}})
// CHECK: onnx.Log(%arg0)
func.func @entr(%x: tensor<6xf32> {onnx.value = dense<[0x7FC00000, 0xFF800000, -0.0, 1.5, 0x7F800000, 2.25]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0x7FC00000, 0xFF800000, 0.0, -0.6081976, 0xFF800000, -1.824593]> : tensor<6xf32>}) {
  %0 = torch.aten.special_entr.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// As PyTorch has it, with few digits on the left.
// CHECK-LABEL: func.func @ndtr
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.Erf(
// CHECK: onnx.Add(
func.func @ndtr(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 3.25, 0x7FC00000], [0x7F800000, -0.0, -2.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.0, 0.99942297, 0x7FC00000], [1.0, 0.5, 0.02275014]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.special_ndtr.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @spherical_bessel_j0
// CHECK: onnx.IsInf(%arg0) : (
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Sin(%arg0)
func.func @spherical_bessel_j0(%x: tensor<6xf32> {onnx.value = dense<[-1.25, 2.25, 0x7FC00000, 0xFF800000, -0.0, 0x7F800000]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0.7591877, 0.3458103, 0x7FC00000, 0.0, 1.0, 0.0]> : tensor<6xf32>}) {
  %0 = torch.aten.special_spherical_bessel_j0.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// The power has no sign, and neither zero nor NaN takes part in it.
// CHECK-LABEL: func.func @cbrt
// CHECK: %[[ZERO:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[GREATER:.*]] = onnx.Greater(%arg0, %[[ZERO]])
// CHECK: %[[ABS:.*]] = onnx.Abs(%arg0)
// CHECK: %[[THIRD:.*]] = onnx.Constant dense<0.333333343> : tensor<f32>
// CHECK: %[[ROOT:.*]] = onnx.Pow(%[[ABS]], %[[THIRD]])
// CHECK: %[[LESS:.*]] = onnx.Less(%arg0, %[[ZERO]])
// CHECK: %[[NEG:.*]] = onnx.Neg(%[[ROOT]])
// CHECK: %[[SIGNED:.*]] = onnx.Where(%[[LESS]], %[[NEG]], %arg0)
// CHECK: %[[RESULT:.*]] = onnx.Where(%[[GREATER]], %[[ROOT]], %[[SIGNED]])
// CHECK: return %[[RESULT]] : tensor<4xf32>
func.func @cbrt(%x: tensor<4xf32> {onnx.value = dense<[0.75, -0.5, 0.25, -0.5]> : tensor<4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0.9085603, -0.7937005, 0.62996054, -0.7937005]> : tensor<4xf32>}) {
  %0 = torch.prims.cbrt.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
