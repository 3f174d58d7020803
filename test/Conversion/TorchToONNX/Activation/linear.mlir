// Piecewise linear functions.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @relu_integers
// CHECK: onnx.Max(%arg0, {{.*}})
func.func @relu_integers(%x: tensor<3xi64> {onnx.value = dense<[9223372036854775807, 8, -9223372036854775808]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[9223372036854775807, 8, 0]> : tensor<3xi64>}) {
  %0 = torch.aten.relu.default(%x) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @hardtanh
// CHECK: onnx.Clip(%arg0, {{.*}})
func.func @hardtanh(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, -2.5], [0xFF800000, 2.75, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[6.0, 0x7FC00000, 0.0], [0.0, 2.75, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.hardtanh.default(%x, 0, 6) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @leaky_relu
// CHECK: onnx.LeakyRelu(%arg0) {alpha = 5.000000e-01 : f32}
func.func @leaky_relu(%x: tensor<?x3xf32> {onnx.value = dense<[[1.0, 0xFF800000, 0x7F800000], [1.5, -0.0, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[1.0, 0xFF800000, 0x7F800000], [1.5, -0.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.leaky_relu.default(%x, 0.5) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Attributes are single precision.
// CHECK-LABEL: func.func @leaky_relu_double
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Where({{.*}}, %arg0, {{.*}})
func.func @leaky_relu_double(%x: tensor<3xf64> {onnx.value = dense<[1.5, -3.0, 0.25]> : tensor<3xf64>})
    -> (tensor<3xf64> {onnx.expected = dense<[1.5, -0.30000000000000004, 0.25]> : tensor<3xf64>}) {
  %0 = torch.aten.leaky_relu.default(%x, 0.1) : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// CHECK-LABEL: func.func @rrelu
// CHECK: onnx.LeakyRelu(%arg0) {alpha = 5.000000e-01 : f32}
func.func @rrelu(%x: tensor<3xf32> {onnx.value = dense<[0x7F800000, 2.5, 0x7FC00000]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7F800000, 2.5, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.rrelu.default(%x, 0.25, 0.75) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @prelu
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 1, 1]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.PRelu(%arg0, %[[V1]])
// CHECK: return %[[V2]] : tensor<?x4x5x6xf32>
func.func @prelu(%x: tensor<?x4x5x6xf32>, %y: tensor<4xf32>) -> tensor<?x4x5x6xf32> {
  %0 = torch.aten.prelu.default(%x, %y) : (tensor<?x4x5x6xf32>, tensor<4xf32>) -> tensor<?x4x5x6xf32>
  return %0 : tensor<?x4x5x6xf32>
}

// -----

// Shrink has zero for NaN.
// CHECK-LABEL: func.func @hardshrink
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.LessOrEqual(
// CHECK: onnx.Where({{.*}}, %arg0)
func.func @hardshrink(%x: tensor<?x3xf32> {onnx.value = dense<[[-2.75, -0.75, 0x7F800000], [0.5, 0x7FC00000, -2.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-2.75, -0.75, 0x7F800000], [0.0, 0x7FC00000, -2.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.hardshrink.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @softshrink
// CHECK: onnx.Clip(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
func.func @softshrink(%x: tensor<?x3xf32> {onnx.value = dense<[[2.25, -3.0, 0x7F800000], [-1.5, 0x7FC00000, -2.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[1.75, -2.5, 0x7F800000], [-1.0, 0x7FC00000, -2.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.softshrink.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// A number that half precision does not hold is not rounded to it.
// CHECK-LABEL: func.func @softshrink_half
// CHECK: %[[X:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[LAMBD:.*]] = onnx.Constant dense<1.000000e-01> : tensor<f32>
// CHECK: %[[CLIP:.*]] = onnx.Clip(%[[X]], %{{.*}}, %[[LAMBD]])
// CHECK: %[[Y:.*]] = onnx.Sub(%[[X]], %[[CLIP]])
// CHECK: %[[HALF:.*]] = onnx.Cast(%[[Y]]) {to = bf16}
// CHECK: return %[[HALF]] : tensor<3xbf16>
func.func @softshrink_half(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = torch.aten.softshrink.default(%x, 0.1) : (tensor<3xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

// CHECK-LABEL: func.func @softshrink_held
// CHECK-NOT: onnx.Cast
// CHECK: onnx.Sub(%arg0, %{{.*}}) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
func.func @softshrink_held(%x: tensor<3xf16>) -> tensor<3xf16> {
  %0 = torch.aten.softshrink.default(%x) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// CHECK-LABEL: func.func @threshold
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: onnx.LessOrEqual(%arg0, {{.*}})
// CHECK: onnx.Where({{.*}}, %arg0)
func.func @threshold(%x: tensor<?x3xf32> {onnx.value = dense<[[1.375, -0.25, 2.0], [-2.875, 1.0, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[1.375, 20.0, 2.0], [20.0, 20.0, 20.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.threshold.default(%x, 1, 20) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @hardswish
// CHECK: onnx.HardSwish(%arg0)
func.func @hardswish(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.0, 0x7FC00000, 0x7F800000], [0xFF800000, 1.0, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-0.0, 0x7FC00000, 0x7F800000], [0x7FC00000, 0.6666667, -0.20833333]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.hardswish.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// A random slope for each element that is not positive.
// CHECK-LABEL: func.func @random
// CHECK: %[[NEGATIVE:.*]] = onnx.LessOrEqual(%arg0
// CHECK: %[[SLOPES:.*]] = onnx.RandomUniformLike(%arg0) {high = 2.500000e-01 : f32, low = 1.250000e-01 : f32}
// CHECK: %[[SCALED:.*]] = onnx.Mul(%arg0, %[[SLOPES]])
// CHECK: onnx.Where(%[[NEGATIVE]], %[[SCALED]], %arg0)
func.func @random(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.rrelu.default(%x, 0.125, 0.25, true) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// A slope that only the run knows is no attribute.
// CHECK-LABEL: func.func @leaky_relu_of_run
// CHECK: %[[P:.*]] = onnx.Greater(%arg0, %{{.*}})
// CHECK: %[[S:.*]] = onnx.Cast({{.*}}) {to = f32}
// CHECK: %[[M:.*]] = onnx.Mul(%arg0, %[[S]])
// CHECK: onnx.Where(%[[P]], %arg0, %[[M]])
func.func @leaky_relu_of_run(%x: tensor<3xf32>, %slope: f64) -> tensor<3xf32> {
  %0 = torch.aten.leaky_relu.default(%x, %slope) : (tensor<3xf32>, f64) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @softshrink_of_run
// CHECK: %[[L:.*]] = onnx.Cast({{.*}}) {to = f32}
// CHECK: %[[N:.*]] = onnx.Neg(%[[L]])
// CHECK: onnx.Clip(%arg0, %[[N]], %[[L]])
func.func @softshrink_of_run(%x: tensor<3xf32>, %lambd: f64) -> tensor<3xf32> {
  %0 = torch.aten.softshrink.default(%x, %lambd) : (tensor<3xf32>, f64) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
