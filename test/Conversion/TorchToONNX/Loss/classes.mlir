// Losses of labels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @nll
// CHECK: onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = -100 : i64, reduction = "sum"}
func.func @nll(%x: tensor<5x5xf32> {onnx.value = dense<[[1.375, -0.0, 0.875, -1.875, 1.5], [-0.5, -0.875, -3.125, 1.875, -1.25], [-0.5, 1.5, 2.125, -1.375, -1.25], [-1.125, -1.5, 3.0, -1.75, -0.125], [2.125, 0.125, 0.0, 3.125, 1.25]]> : tensor<5x5xf32>},
               %y: tensor<5xi64> {onnx.value = dense<[1, 3, 0, 4, 2]> : tensor<5xi64>},
               %z: tensor<5xf32> {onnx.value = dense<[-0.0, -0.375, 0.5, -2.875, -0.75]> : tensor<5xf32>})
    -> (tensor<f32> {onnx.expected = dense<5.296875> : tensor<f32>}) {
  %0 = torch.aten.nll_loss_nd.default(%x, %y, %z, 2) : (tensor<5x5xf32>, tensor<5xi64>, tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @cross_entropy
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss(%arg0, %arg1, {{.*}}) {ignore_index = -100 : i64} : (tensor<5x5xf32>, tensor<5xi64>, none) -> (tensor<f32>, none)
// CHECK: return %output : tensor<f32>
func.func @cross_entropy(%x: tensor<5x5xf32> {onnx.value = dense<[[2.375, 3.125, 2.75, -2.125, 0.5], [-2.125, 2.75, 0.875, 2.625, -2.75], [-1.0, 1.0, -0.125, 0.5, 2.5], [-2.75, 0.375, 2.125, -1.0, 2.375], [-0.5, -1.375, 3.125, -0.375, 2.5]]> : tensor<5x5xf32>},
                         %y: tensor<5xi64> {onnx.value = dense<[0, 1, 3, 4, 2]> : tensor<5xi64>})
    -> (tensor<f32> {onnx.expected = dense<1.1586361> : tensor<f32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @none
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss(%arg0, %arg1, {{.*}}) {ignore_index = 1 : i64, reduction = "none"} : (tensor<5x5xf32>, tensor<5xi64>, none) -> (tensor<5xf32>, none)
// CHECK: return %output : tensor<5xf32>
func.func @none(%x: tensor<5x5xf32> {onnx.value = dense<[[2.0, -1.0e+38, -0.5, -2.25, 2.25], [-0.5, -0.25, 0x7F800000, 0x7FC00000, -1.5], [0.5, -1.25, 0.5, 2.5, 0.0], [0xFF800000, 1.25, -0.0, 2.75, -0.5], [-2.5, -3.25, 1.0, 1.0e+38, 2.25]]> : tensor<5x5xf32>},
                %y: tensor<5xi64> {onnx.value = dense<[0, 1, 1, 0, 0]> : tensor<5xi64>})
    -> (tensor<5xf32> {onnx.expected = dense<[0.8672579, 0.0, 0.0, 0x7F800000, 1.0e+38]> : tensor<5xf32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, none, 0, 1) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @single
// CHECK: %output, %log_prob = onnx.SoftmaxCrossEntropyLoss({{.*}}) {ignore_index = -100 : i64, reduction = "none"} : (tensor<1x5xf32>, tensor<1xi64>, none) -> (tensor<1xf32>, none)
func.func @single(%x: tensor<5xf32> {onnx.value = dense<[1.75, 1.125, -1.25, 1.625, -1.125]> : tensor<5xf32>},
                  %y: tensor<i64> {onnx.value = dense<0> : tensor<i64>})
    -> (tensor<f32> {onnx.expected = dense<0.9258296> : tensor<f32>}) {
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
// CHECK: onnx.LogSoftmax(%arg0) {axis = 1 : i64}
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @probabilities(%x: tensor<5x5xf32> {onnx.value = dense<[[-48.75, 37.5, -11.25, 10.0, 36.25], [22.5, -41.25, 12.5, -22.5, 18.75], [-47.5, -46.25, -48.75, 5.0, 11.25], [-27.5, 41.25, -48.75, -36.25, 30.0], [-43.75, -45.0, 16.25, 47.5, -32.5]]> : tensor<5x5xf32>},
                         %y: tensor<5x5xf32> {onnx.value = dense<[[-3.75, -10.0, 36.25, 12.5, 27.5], [-50.0, 1.25, 32.5, -3.75, 20.0], [-3.75, 28.75, -25.0, -22.5, -7.5], [-17.5, -3.75, -32.5, 2.5, 2.5], [-15.0, -15.0, -13.75, 5.0, -32.5]]> : tensor<5x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<-1550.3> : tensor<f32>}) {
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

// -----

// CHECK-LABEL: func.func @weighted_probabilities
// CHECK: onnx.LogSoftmax(
func.func @weighted_probabilities(%x: tensor<3x4xf32> {onnx.value = dense<[[-0.5, 0.0, -0.75, 1.25], [-1.5, 1.0, 1.25, -1.25], [1.25, 0.75, 1.5, 0.75]]> : tensor<3x4xf32>},
                                  %y: tensor<3x4xf32> {onnx.value = dense<[[0.5, -0.25, 1.25, -1.0], [-1.0, -1.5, 0.0, 1.5], [-1.5, 1.25, -2.0, -0.75]]> : tensor<3x4xf32>},
                                  %z: tensor<4xf32> {onnx.value = dense<[0.5, 2.0, 0.25, 4.0]> : tensor<4xf32>})
    -> (tensor<f32> {onnx.expected = dense<3.4216347> : tensor<f32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, %z, label_smoothing=0.25) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
