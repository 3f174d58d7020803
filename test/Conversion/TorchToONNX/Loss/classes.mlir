// Losses of labels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @nll
// CHECK: %[[V0:.*]] = onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = -100 : i64, reduction = "sum"}
// CHECK: return %[[V0]] : tensor<f32>
func.func @nll(%x: tensor<5x5xf32>, %y: tensor<5xi64>, %z: tensor<5xf32>) -> tensor<f32> {
  %0 = torch.aten.nll_loss_nd.default(%x, %y, %z, 2) : (tensor<5x5xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @cross_entropy
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss(%arg0, %arg1, %[[V0]]) {ignore_index = -100 : i64} : (tensor<5x5xf32>, tensor<5xi64>, none) -> (tensor<f32>, none)
// CHECK: return %output : tensor<f32>
func.func @cross_entropy(%x: tensor<5x5xf32>, %y: tensor<5xi64>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @none
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss(%arg0, %arg1, %[[V0]]) {ignore_index = 1 : i64, reduction = "none"} : (tensor<5x5xf32>, tensor<5xi64>, none) -> (tensor<5xf32>, none)
// CHECK: return %output : tensor<5xf32>
func.func @none(%x: tensor<5x5xf32>, %y: tensor<5xi64>) -> tensor<5xf32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, none, 0, 1) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @single
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.NoValue()
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss(%[[V1]], %[[V3]], %[[V4]]) {ignore_index = -100 : i64, reduction = "none"} : (tensor<1x5xf32>, tensor<1xi64>, none) -> (tensor<1xf32>, none)
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Squeeze(%output, %[[V5]])
// CHECK: return %[[V6]] : tensor<f32>
func.func @single(%x: tensor<5xf32>, %y: tensor<i64>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, none, 0) : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @smooth
// CHECK: %[[V1:.*]] = onnx.LogSoftmax(%arg0) {axis = 1 : i64}
// CHECK: %[[V8:.*]] = onnx.NoValue()
// CHECK: %[[V9:.*]] = onnx.NegativeLogLikelihoodLoss(%[[V1]], %arg1, %[[V8]]) {ignore_index = -100 : i64}
// CHECK: %[[V17:.*]] = onnx.Constant dense<0.899999976> : tensor<f32>
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V9]], %[[V17]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<-100> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Equal(%arg1, %[[V2]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceSum(%[[V1]], %[[V4]]) {keepdims = 0 : i64}
// CHECK: %[[V6:.*]] = onnx.Neg(%[[V5]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V3]], %[[V0]], %[[V6]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.ReduceSum(%[[V7]], %[[V14]]) {keepdims = 0 : i64}
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Where(%[[V3]], %[[V0]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.ReduceSum(%[[V11]], %[[V12]]) {keepdims = 0 : i64}
// CHECK: %[[V16:.*]] = onnx.Div(%[[V15]], %[[V13]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<2.000000e-02> : tensor<f32>
// CHECK: %[[V20:.*]] = onnx.Mul(%[[V16]], %[[V19]])
// CHECK: %[[V21:.*]] = onnx.Add(%[[V18]], %[[V20]])
// CHECK: return %[[V21]] : tensor<f32>
func.func @smooth(%x: tensor<5x5xf32>, %y: tensor<5xi64>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, label_smoothing=0.1) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @probabilities
// CHECK: %[[V0:.*]] = onnx.LogSoftmax(%arg0) {axis = 1 : i64}
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg1)
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Neg(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceMean(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: return %[[V6]] : tensor<f32>
func.func @probabilities(%x: tensor<5x5xf32>, %y: tensor<5x5xf32>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y) : (tensor<5x5xf32>, tensor<5x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The logarithms have the dtype of the logits before they are multiplied.
// CHECK-LABEL: func.func @probabilities_of_halves
// CHECK: %[[X:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[LOGS:.*]] = onnx.LogSoftmax(%[[X]])
// CHECK: %[[NARROW:.*]] = onnx.Cast(%[[LOGS]]) {to = bf16}
// CHECK: %[[WIDE:.*]] = onnx.Cast(%[[NARROW]]) {to = f32}
// CHECK: onnx.Mul(%[[WIDE]], %arg1)
func.func @probabilities_of_halves(%x: tensor<2x3xbf16>, %y: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y) : (tensor<2x3xbf16>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
