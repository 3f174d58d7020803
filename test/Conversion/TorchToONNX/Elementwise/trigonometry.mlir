// Trigonometric and hyperbolic functions that ONNX has, in the float of the result.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @acos
// CHECK: onnx.Acos(%arg0)
func.func @acos(%x: tensor<2x3xf32> {onnx.value = dense<[[0.75, -0.5, -1.0], [-0.0, 1.125, -2.625]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.7227343, 2.0943952, 3.1415927], [1.5707964, 0x7FC00000, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.acos.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @acosh
// CHECK: onnx.Acosh(%arg0)
func.func @acosh(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.75, 3.0, 1.0], [0x7F800000, 0x7FC00000, 1.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 1.7627472, 0.0], [0x7F800000, 0x7FC00000, 0.6931472]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.acosh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @asin
// CHECK: onnx.Asin(%arg0)
func.func @asin(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.0, 1.375, 0.125], [0.625, -2.375, -0.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0.12532783], [0.67513156, 0x7FC00000, -0.8480621]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.asin.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @asinh
// CHECK: onnx.Asinh(%arg0)
func.func @asinh(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0xFF800000, 3.0], [0x7F800000, 0x7FC00000, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, 0xFF800000, 1.8184465], [0x7F800000, 0x7FC00000, 0.24746647]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.asinh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @atan
// CHECK: onnx.Atan(%arg0)
func.func @atan(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, -0.25, -0.0], [-1.75, 0x7FC00000, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.5707964, -0.24497867, -0.0], [-1.0516502, 0x7FC00000, -1.5707964]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.atan.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @atanh
// CHECK: onnx.Atanh(%arg0)
func.func @atanh(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.75, -0.125, 1.5], [-1.125, -0.0, -0.375]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.9729551, -0.12565722, 0x7FC00000], [0x7FC00000, -0.0, -0.3942287]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.atanh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cos
// CHECK: onnx.Cos(%arg0)
func.func @cos(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.5, 0x7F800000, 0xFF800000], [-0.0, 0x7FC00000, -1.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.8011436, 0x7FC00000, 0x7FC00000], [1.0, 0x7FC00000, 0.54030234]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.cos.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cosh
// CHECK: onnx.Cosh(%arg0)
func.func @cosh(%x: tensor<2x3xf32> {onnx.value = dense<[[3.0, -0.0, 0x7FC00000], [0xFF800000, 0x7F800000, 0.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[10.067662, 1.0, 0x7FC00000], [0x7F800000, 0x7F800000, 1.2946833]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.cosh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sinh
// CHECK: onnx.Sinh(%arg0)
func.func @sinh(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0x7FC00000, -0.5], [0xFF800000, 0x7F800000, 3.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, 0x7FC00000, -0.5210953], [0xFF800000, 0x7F800000, 10.017875]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sinh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @tan
// CHECK: onnx.Tan(%arg0)
func.func @tan(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 1.25, 0xFF800000], [-1.75, 0x7FC00000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, 3.0095696, 0x7FC00000], [5.52038, 0x7FC00000, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.tan.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @tanh
// CHECK: onnx.Tanh(%arg0)
func.func @tanh(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, -2.25, 0x7F800000], [0xFF800000, 0x7FC00000, 2.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, -0.9780261, 1.0], [-1.0, 0x7FC00000, 0.9780261]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.tanh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @integers
// CHECK: onnx.Atan(
func.func @integers(%x: tensor<2x3xi64> {onnx.value = dense<[[-5, -7, -9223372036854775807], [-9223372036854775808, 9223372036854775806, 9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-1.3734008, -1.4288993, -1.5707964], [-1.5707964, 1.5707964, 1.5707964]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.atan.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @rad2deg
// CHECK: onnx.Mul(%arg0, {{.*}})
func.func @rad2deg(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0xFF800000, 0x7FC00000], [-3.0, 0x7F800000, -1.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, 0xFF800000, 0x7FC00000], [-171.88734, 0x7F800000, -71.61973]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.rad2deg.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Of a real number: pi below zero.
// CHECK-LABEL: func.func @angle
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Less(%arg0, {{.*}})
// CHECK: onnx.Where(
func.func @angle(%x: tensor<6xf32> {onnx.value = dense<[-2.75, 0xFF800000, 0x7F800000, -0.0, 0x7FC00000, -2.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[3.1415927, 3.1415927, 0.0, 0.0, 0x7FC00000, 3.1415927]> : tensor<6xf32>}) {
  %0 = torch.aten.angle.default(%x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
