// Functions of one number.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Computed in the dtype of the result.
// CHECK-LABEL: func.func @integers
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Sin(%[[V0]])
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @integers(%x: tensor<3xi64> {onnx.value = dense<[1, 1, 0]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.84147096, 0.84147096, 0.0]> : tensor<3xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Log(%arg0)
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.693147182> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Div(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<?x3xf32>
func.func @log2(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.5, 2.0, 0.25], [1.75, -1.5, 1.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 1.0, -2.0], [0.8073549, 0x7FC00000, 0.8073549]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.log2.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @exp2
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Pow(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @exp2(%x: tensor<?x3xf32> {onnx.value = dense<[[1.5, -1.75, -2.0], [-2.0, 2.0, 1.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[2.828427, 0.29730177, 0.25], [0.25, 4.0, 2.3784142]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.exp2.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @expm1
// CHECK: %[[V3:.*]] = onnx.Constant dense<-5.000000e+01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Max(%arg0, %[[V3]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V4]], %[[V2]])
// CHECK: %[[V6:.*]] = onnx.Exp(%[[V5]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V6]], %[[V1]])
// CHECK: %[[V8:.*]] = onnx.Sinh(%[[V5]])
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V7]], %[[V8]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V9]] : tensor<?x3xf32>
func.func @expm1(%x: tensor<?x3xf32> {onnx.value = dense<[[2.0, -1.25, -0.25], [2.0, 0.0, 0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[6.389056, -0.7134952, -0.22119921], [6.389056, 0.0, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.expm1.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @sinc
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Equal(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.14159274> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V5:.*]] = onnx.Sin(%[[V1]])
// CHECK: %[[V6:.*]] = onnx.Div(%[[V5]], %[[V1]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V3]], %[[V4]], %[[V6]])
// CHECK: return %[[V7]] : tensor<?x3xf32>
func.func @sinc(%x: tensor<?x3xf32> {onnx.value = dense<[[0.5, 1.25, 0.75], [2.0, -1.25, 0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.63661975, -0.18006328, 0.30010542], [2.7827534e-08, -0.18006328, 1.0]]> : tensor<2x3xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<9.900000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Clip(%arg0, %[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V3]], %[[V2]])
// CHECK: %[[V5:.*]] = onnx.Div(%[[V2]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Log(%[[V5]])
// CHECK: return %[[V6]] : tensor<?x3xf32>
func.func @logit(%x: tensor<?x3xf32> {onnx.value = dense<[[1.75, -1.5, 2.0], [0.5, -1.0, 1.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[4.595121, -4.59512, 4.595121], [0.0, -4.59512, 4.595121]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.logit.default(%x, 0.01) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @deg2rad
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.0174532924> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @deg2rad(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.75, 2.0, -2.0], [-1.25, 0.75, 1.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-0.030543262, 0.034906585, -0.034906585], [-0.021816615, 0.01308997, 0.030543262]]> : tensor<2x3xf32>}) {
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
