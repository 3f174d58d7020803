// Functions of one number.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Computed in the dtype of the result.
// CHECK-LABEL: func.func @integers
// CHECK: onnx.Sin(
func.func @integers(%x: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -7, -9223372036854775808]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.9999304, -0.6569866, -0.9999304]> : tensor<3xf32>}) {
  %0 = torch.aten.sin.default(%x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Narrow floats are rounded once.
// CHECK-LABEL: func.func @log1p
// CHECK: onnx.Cast(%arg0) {to = f32}
// CHECK: onnx.Log
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f16}
func.func @log1p(%x: tensor<8xf16> {onnx.value = dense<[0x7E00, 0x7C00, -1.0, -0.0, 0.5, 0.001, -0.75, 30.0]> : tensor<8xf16>})
    -> (tensor<8xf16> {onnx.expected = dense<[0x7E00, 0x7C00, 0xFC00, -0.0, 0.4055, 0.000999, -1.387, 3.434]> : tensor<8xf16>}) {
  %0 = torch.aten.log1p.default(%x) : (tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

// CHECK-LABEL: func.func @log2
// CHECK: onnx.Log(%arg0)
// CHECK: onnx.Div(
func.func @log2(%x: tensor<?x3xf32> {onnx.value = dense<[[-3.0, 2.375, 0.25], [-2.75, 2.75, 0.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 1.2479275, -2.0], [0x7FC00000, 1.4594316, -0.4150375]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.log2.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @exp2
// CHECK: onnx.Pow({{.*}}, %arg0)
func.func @exp2(%x: tensor<?x3xf32> {onnx.value = dense<[[0xFF800000, 0x7FC00000, 0.0], [-0.0, 0x7F800000, -0.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.0, 0x7FC00000, 1.0], [1.0, 0x7F800000, 0.59460354]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.exp2.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @expm1
// CHECK: onnx.Constant dense<-5.000000e+01> : tensor<f32>
// CHECK: onnx.Exp(
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<f32>
func.func @expm1(%x: tensor<?x3xf32> {onnx.value = dense<[[0xFF800000, -0.0, 0x7F800000], [1.25, 0x7FC00000, -1.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-1.0, -0.0, 0x7F800000], [2.4903429, 0x7FC00000, -0.7134952]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.expm1.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @sinc
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Sin(
func.func @sinc(%x: tensor<?x3xf32> {onnx.value = dense<[[0xFF800000, -0.0, 2.75], [0x7FC00000, 0x7F800000, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 1.0, 0.08184688], [0x7FC00000, 0x7FC00000, -2.7827534e-08]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.sinc.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// A difference to one has no digits where the result is small.
// CHECK-LABEL: func.func @erfc
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK-NOT: onnx.Erf
// CHECK: onnx.Exp
// CHECK: %[[RESULT:.*]] = onnx.Where
// CHECK: %[[ROUNDED:.*]] = onnx.Cast(%[[RESULT]]) {to = f32}
// CHECK: return %[[ROUNDED]] : tensor<?x3xf32>
func.func @erfc(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.25, 0.5, -1.75], [0.25, -1.75, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[1.9229001, 0.47950011, 1.9866717], [0.7236736, 1.9866717, 0.7236736]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.erfc.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @logit
// CHECK: onnx.Clip(%arg0, {{.*}})
// CHECK: onnx.Sub(
// CHECK: onnx.Log(
func.func @logit(%x: tensor<?x3xf32> {onnx.value = dense<[[-2.25, 0x7F800000, -0.25], [-0.0, 0x7FC00000, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-4.59512, 4.595121, -4.59512], [-4.59512, 0x7FC00000, -4.59512]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.logit.default(%x, 0.01) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @deg2rad
// CHECK: onnx.Mul(%arg0, {{.*}})
func.func @deg2rad(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, 1.25, 0x7FC00000], [-0.0, 0.75, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7F800000, 0.021816615, 0x7FC00000], [-0.0, 0.01308997, 0xFF800000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.deg2rad.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Crossed bounds: numbers below the lower one get it, all others the upper one.
// CHECK-LABEL: func.func @logit_crossed
// CHECK-NOT: onnx.Clip
func.func @logit_crossed(%x: tensor<5xf32> {onnx.value = dense<[-1.0, 0.25, 0.5, 1.0, 0x7FC00000]> : tensor<5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[0.4054652, 0.4054652, 0.4054652, -0.40546516, 0x7FC00000]> : tensor<5xf32>}) {
  %0 = torch.aten.logit.default(%x, 0.6) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
