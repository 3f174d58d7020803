// Dropout at inference and in training.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @inference
// CHECK: return %arg0 : tensor<?x3xf32>
func.func @inference(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.dropout.default(%x, 0.5, false) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @nothing
// CHECK: return %arg0 : tensor<?x3xf32>
func.func @nothing(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.feature_dropout.default(%x, 0.0, true) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @training
// CHECK: %[[RATIO:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[TRAINING:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: %[[Y:.*]], %{{.*}} = onnx.Dropout(%arg0, %[[RATIO]], %[[TRAINING]])
// CHECK: return %[[Y]]
func.func @training(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.dropout.default(%x, 0.25, true) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// The operator has no probability of 1. NaN stays.
// CHECK-LABEL: func.func @all
// CHECK: %[[ZERO:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: onnx.Mul(%arg0, %[[ZERO]])
func.func @all(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.dropout.default(%x, 1.0, true) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Whole channels.
// CHECK-LABEL: func.func @channels
// CHECK: %[[MASK:.*]], %{{.*}} = onnx.Dropout(%{{.*}}) : (tensor<2x3x1x1xf32>,
// CHECK: onnx.Mul(%arg0, %[[MASK]])
func.func @channels(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32> {
  %0 = torch.aten.feature_dropout.default(%x, 0.5, true) : (tensor<2x3x4x5xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// -----

// What is dropped becomes the limit of SELU, scaled so that mean and variance
// stay.
// CHECK-LABEL: func.func @alpha
// CHECK: %{{.*}}, %[[KEPT:.*]] = onnx.Dropout
// CHECK: onnx.Constant dense<0.886{{.*}}> : tensor<f32>
// CHECK: onnx.Constant dense<-1.5{{.*}}> : tensor<f32>
// CHECK: onnx.Where(%[[KEPT]],
// CHECK: onnx.Add
func.func @alpha(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.alpha_dropout.default(%x, 0.5, true) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The second result tells which elements stay.
// CHECK-LABEL: func.func @native_dropout
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: %[[V2:.*]], %[[V3:.*]] = onnx.Dropout(%arg0, %[[V0]], %[[V1]]) : (
// CHECK: return %[[V2]], %[[V3]] : tensor<2x3xf32>, tensor<2x3xi1>
func.func @native_dropout(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>) {
  %0:2 = torch.aten.native_dropout.default(%x, 0.25, true) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi1>
}

// -----

// Everything stays.
// CHECK-LABEL: func.func @native_dropout_inference
// CHECK: %[[V0:.*]] = onnx.Constant dense<true> : tensor<2x3xi1>
// CHECK: return %arg0, %[[V0]] : tensor<2x3xf32>, tensor<2x3xi1>
func.func @native_dropout_inference(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>) {
  %0:2 = torch.aten.native_dropout.default(%x, 0.25, false) : (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xi1>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi1>
}

// -----

// One choice for each channel; what is dropped becomes the limit of SELU, and
// mean and variance stay.
// CHECK-LABEL: func.func @feature_alpha_dropout
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2x3x1xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: %[[V3:.*]], %[[V4:.*]] = onnx.Dropout(%[[V0]], %[[V1]], %[[V2]]) : (
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.886404871> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Mul(%arg0, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<-1.55838788> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Where(%[[V4]], %[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.779193937> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V8]], %[[V9]])
// CHECK: return %[[V10]] : tensor<2x3x4xf32>
func.func @feature_alpha_dropout(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.feature_alpha_dropout.default(%x, 0.5, true) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
