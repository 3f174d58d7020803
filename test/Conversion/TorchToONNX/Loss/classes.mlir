// Losses of labels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @nll
// CHECK: %[[V0:.*]] = onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = -100 : i64, reduction = "sum"}
// CHECK: return %[[V0]] : tensor<f32>
func.func @nll(%x: tensor<5x5xf32> {onnx.value = dense<[[-1.0, -2.0, -1.25, -1.0, 0.5], [-0.25, 0.5, -1.25, -1.5, -1.25], [-2.0, -1.25, 0.0, 0.5, -0.5], [1.5, 1.25, -1.0, -0.25, -1.0], [0.75, 1.0, -2.0, -0.75, -0.5]]> : tensor<5x5xf32>},
               %y: tensor<5xi64> {onnx.value = dense<[1, 0, 0, 1, 1]> : tensor<5xi64>},
               %z: tensor<5xf32> {onnx.value = dense<[1.5, 0.5, -1.75, -1.75, -1.75]> : tensor<5xf32>})
    -> (tensor<f32> {onnx.expected = dense<3.25> : tensor<f32>}) {
  %0 = torch.aten.nll_loss_nd.default(%x, %y, %z, 2) : (tensor<5x5xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @cross_entropy
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss(%arg0, %arg1, %[[V0]]) {ignore_index = -100 : i64} : (tensor<5x5xf32>, tensor<5xi64>, none) -> (tensor<f32>, none)
// CHECK: return %output : tensor<f32>
func.func @cross_entropy(%x: tensor<5x5xf32> {onnx.value = dense<[[0.25, -1.0, -0.5, 1.25, 0.0], [2.0, 1.0, -1.25, 1.5, 1.0], [1.25, 1.5, 2.0, 0.5, -2.0], [-1.75, 0.0, -2.0, -0.75, 1.5], [-0.5, 2.0, -2.0, -2.0, -0.75]]> : tensor<5x5xf32>},
                         %y: tensor<5xi64> {onnx.value = dense<[0, 0, 0, 1, 0]> : tensor<5xi64>})
    -> (tensor<f32> {onnx.expected = dense<1.7242124> : tensor<f32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @none
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss(%arg0, %arg1, %[[V0]]) {ignore_index = 1 : i64, reduction = "none"} : (tensor<5x5xf32>, tensor<5xi64>, none) -> (tensor<5xf32>, none)
// CHECK: return %output : tensor<5xf32>
func.func @none(%x: tensor<5x5xf32> {onnx.value = dense<[[1.0, 0.5, 2.0, -1.0, -0.25], [-2.0, -1.75, 0.5, -0.5, 1.0], [-0.25, 0.25, -0.75, 0.75, 1.5], [-1.75, -1.0, 0.75, 0.0, -0.5], [-0.5, -1.25, -1.5, 0.25, -1.5]]> : tensor<5x5xf32>},
                %y: tensor<5xi64> {onnx.value = dense<[1, 1, 0, 0, 0]> : tensor<5xi64>})
    -> (tensor<5xf32> {onnx.expected = dense<[0.0, 0.0, 2.4619908, 3.2004852, 1.4644411]> : tensor<5xf32>}) {
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
func.func @single(%x: tensor<5xf32> {onnx.value = dense<[0.25, 2.0, 2.0, 1.25, 1.0]> : tensor<5xf32>},
                  %y: tensor<i64> {onnx.value = dense<0> : tensor<i64>})
    -> (tensor<f32> {onnx.expected = dense<2.8532748> : tensor<f32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, none, 0) : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @smooth
// CHECK: onnx.LogSoftmax(%arg0) {axis = 1 : i64}
// CHECK: onnx.NegativeLogLikelihoodLoss({{.*}}, %arg1, {{.*}}) {ignore_index = -100 : i64}
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Where
func.func @smooth(%x: tensor<5x5xf32> {onnx.value = dense<[[-0.75, -0.5, -1.0, 1.0, 1.75], [-1.0, 1.25, -0.25, -1.0, 2.0], [-1.0, -1.5, 1.75, 0.0, 0.75], [-0.25, 1.5, -0.25, -2.0, -0.5], [2.0, 0.0, 1.75, 2.0, -1.25]]> : tensor<5x5xf32>},
                  %y: tensor<5xi64> {onnx.value = dense<[4, 0, -100, 2, 2]> : tensor<5xi64>})
    -> (tensor<f32> {onnx.expected = dense<1.9234167> : tensor<f32>}) {
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
func.func @probabilities(%x: tensor<5x5xf32> {onnx.value = dense<[[-1.5, 0.25, 1.0, 1.25, -0.75], [0.0, 0.0, -1.0, 0.75, 1.25], [1.5, 0.25, 2.0, 1.0, -0.75], [-1.5, -1.75, 0.5, 1.25, 1.75], [0.75, 0.5, 1.75, -0.25, -0.25]]> : tensor<5x5xf32>},
                         %y: tensor<5x5xf32> {onnx.value = dense<[[-0.75, -1.25, -1.75, 1.75, 0.75], [2.0, -2.0, -1.75, 1.0, -1.0], [-0.5, 0.25, 1.0, -1.0, -1.0], [-0.5, 1.5, -1.25, -0.75, -0.25], [0.0, -0.25, -1.75, -0.5, -0.75]]> : tensor<5x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<-3.3700905> : tensor<f32>}) {
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
func.func @probabilities_of_halves(%x: tensor<2x3xbf16> {onnx.value = dense<[[-2.0, 0.5, -1.0], [0.0, 2.0, 1.5]]> : tensor<2x3xbf16>},
                                   %y: tensor<2x3xf32> {onnx.value = dense<[[2.0, 1.25, -1.75], [-0.5, -1.25, -1.75]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<-0.5234375> : tensor<f32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y) : (tensor<2x3xbf16>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
