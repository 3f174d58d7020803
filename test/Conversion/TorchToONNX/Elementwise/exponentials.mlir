// Exponentials, logarithms and roots.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @erf
// CHECK: %[[V0:.*]] = onnx.Erf(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @erf(%x: tensor<2x3xf32> {onnx.value = dense<[[0.25, 0.5, 0.25], [-1.75, 0.0, 0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.2763264, 0.5204999, 0.2763264], [-0.9866717, 0.0, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.erf.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @log
// CHECK: %[[V0:.*]] = onnx.Log(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @log(%x: tensor<2x3xf32> {onnx.value = dense<[[1.25, 0.75, -1.75], [1.25, -1.25, 1.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.22314355, -0.28768206, 0x7FC00000], [0.22314355, 0x7FC00000, 0.22314355]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.log.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @reciprocal
// CHECK: %[[V0:.*]] = onnx.Reciprocal(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @reciprocal(%x: tensor<2x3xf32> {onnx.value = dense<[[2.0, -0.5, 1.25], [0.25, 2.0, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.5, -2.0, 0.8], [4.0, 0.5, 4.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.reciprocal.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sigmoid
// CHECK: %[[V0:.*]] = onnx.Sigmoid(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @sigmoid(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.75, 0.5, 1.25], [1.5, 0.25, 0.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.1480472, 0.62245935, 0.7772999], [0.81757444, 0.5621765, 0.6791787]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sqrt
// CHECK: %[[V0:.*]] = onnx.Sqrt(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @sqrt(%x: tensor<2x3xf32> {onnx.value = dense<[[0.0, -2.0, 1.5], [-0.25, -1.75, 0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.0, 0x7FC00000, 1.2247449], [0x7FC00000, 0x7FC00000, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sqrt.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sqrt_integers
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Sqrt(%[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @sqrt_integers(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 0, 0], [0, 0, 1]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sqrt.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @log10
// CHECK: %[[V0:.*]] = onnx.Log(%arg0)
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.30258512> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Div(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @log10(%x: tensor<2x3xf32> {onnx.value = dense<[[0.5, -1.0, -1.0], [-1.25, -0.75, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.30103, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, -0.60206]]> : tensor<2x3xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V4:.*]] = onnx.Less(%arg0, %[[V0]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Log(%arg0)
// CHECK: %[[V2:.*]] = onnx.Mul(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Neg(%[[V2]])
// CHECK: %[[V6:.*]] = onnx.Where(%[[V4]], %[[V5]], %[[V3]])
// CHECK: %[[V8:.*]] = onnx.Where(%[[V7]], %[[V0]], %[[V6]])
// CHECK: return %[[V8]] : tensor<6xf32>
func.func @entr(%x: tensor<6xf32> {onnx.value = dense<[1.0, -2.0, 0.75, -0.75, -1.5, -1.25]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[-0.0, 0xFF800000, 0.21576157, 0xFF800000, 0xFF800000, 0xFF800000]> : tensor<6xf32>}) {
  %0 = torch.aten.special_entr.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// As PyTorch has it, with few digits on the left.
// CHECK-LABEL: func.func @ndtr
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.41421354> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Erf(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Mul(%[[V4]], %[[V5]])
// CHECK: return %[[V6]] : tensor<2x3xf32>
func.func @ndtr(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.25, -0.5, -0.5], [0.25, 1.25, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.10564977, 0.30853754, 0.30853754], [0.5987063, 0.89435023, 0.30853754]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.special_ndtr.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @spherical_bessel_j0
// CHECK: %[[V6:.*]] = onnx.IsInf(%arg0) : (
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Sin(%arg0)
// CHECK: %[[V4:.*]] = onnx.Div(%[[V3]], %arg0)
// CHECK: %[[V5:.*]] = onnx.Where(%[[V1]], %[[V2]], %[[V4]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V6]], %[[V0]], %[[V5]])
// CHECK: return %[[V7]] : tensor<6xf32>
func.func @spherical_bessel_j0(%x: tensor<6xf32> {onnx.value = dense<[1.0, -0.75, 1.5, -2.0, 1.75, 2.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0.84147096, 0.9088517, 0.6649967, 0.4546487, 0.5622777, 0.4546487]> : tensor<6xf32>}) {
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
