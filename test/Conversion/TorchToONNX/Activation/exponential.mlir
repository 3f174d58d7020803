// Functions with exponentials.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @elu
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Greater(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Tanh(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Mul(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V7]], %[[V4]])
// CHECK: %[[V9:.*]] = onnx.Div(%[[V6]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Where(%[[V1]], %arg0, %[[V9]])
// CHECK: return %[[V10]] : tensor<?x3xf32>
func.func @elu(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.elu.default(%x, 2.0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @elu_scaled
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Greater(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.500000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Tanh(%[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V9]], %[[V6]])
// CHECK: %[[V11:.*]] = onnx.Div(%[[V8]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Where(%[[V1]], %[[V3]], %[[V11]])
// CHECK: return %[[V12]] : tensor<?x3xf32>
func.func @elu_scaled(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.elu.default(%x, 1.0, 2.0, 3.0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @celu
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Greater(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Tanh(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Mul(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V7]], %[[V4]])
// CHECK: %[[V9:.*]] = onnx.Div(%[[V6]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Where(%[[V1]], %arg0, %[[V9]])
// CHECK: return %[[V10]] : tensor<?x3xf32>
func.func @celu(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.celu.default(%x, 2.0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @silu
// CHECK: %[[V0:.*]] = onnx.Swish(%arg0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @silu(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.silu.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @gelu
// CHECK: %[[V0:.*]] = onnx.Gelu(%arg0) {approximate = "tanh"}
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @gelu(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.gelu.default(%x, approximate="tanh") : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Beyond the threshold the same to single precision.
// CHECK-LABEL: func.func @softplus
// CHECK: %[[V0:.*]] = onnx.Softplus(%arg0)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @softplus(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.softplus.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @softplus_threshold
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Greater(%[[V1]], %[[V4]])
// CHECK: %[[V2:.*]] = onnx.Softplus(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Div(%[[V2]], %[[V0]])
// CHECK: %[[V6:.*]] = onnx.Where(%[[V5]], %arg0, %[[V3]])
// CHECK: return %[[V6]] : tensor<?x3xf32>
func.func @softplus_threshold(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.softplus.default(%x, 2, 1) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @log_sigmoid
// CHECK: %[[V0:.*]] = onnx.Neg(%arg0)
// CHECK: %[[V1:.*]] = onnx.Softplus(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Neg(%[[V1]])
// CHECK: return %[[V2]] : tensor<?x3xf32>
func.func @log_sigmoid(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.log_sigmoid.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @glu
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %[[V1:.*]]:2 = onnx.Split(%arg0, %[[V0]]) {axis = 1 : i64, num_outputs = 2 : i64}
// CHECK: %[[V2:.*]] = onnx.Sigmoid(%[[V1]]#1)
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]]#0, %[[V2]])
// CHECK: return %[[V3]] : tensor<?x4xf32>
func.func @glu(%x: tensor<?x8xf32>) -> tensor<?x4xf32> {
  %0 = torch.aten.glu.default(%x) : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Half precision is rounded once.
// CHECK-LABEL: func.func @silu_half
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Swish(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f16}
// CHECK: return %[[V2]] : tensor<?x3xf16>
func.func @silu_half(%x: tensor<?x3xf16>) -> tensor<?x3xf16> {
  %0 = torch.aten.silu.default(%x) : (tensor<?x3xf16>) -> tensor<?x3xf16>
  return %0 : tensor<?x3xf16>
}

// -----

// CHECK-LABEL: func.func @mish
// CHECK: %[[V0:.*]] = onnx.Mish(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @mish(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.mish.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Its own scale and slope, and no digits lost near zero.
// CHECK-LABEL: func.func @selu
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Greater(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.05070102> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Tanh(%[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<3.51619864> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V9]], %[[V6]])
// CHECK: %[[V11:.*]] = onnx.Div(%[[V8]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Where(%[[V1]], %[[V3]], %[[V11]])
// CHECK: return %[[V12]] : tensor<2x3xf32>
func.func @selu(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.selu.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
