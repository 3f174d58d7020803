// The negative log-likelihood of labels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The mean weighs each label as its class.
// CHECK-LABEL: func.func @nll_loss
// CHECK: %[[V0:.*]] = onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = 4 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V0]] : tensor<f32>
func.func @nll_loss(%x: tensor<2x5xf32> {onnx.value = dense<[[2.0, 1.75, 0.25, 0.75, -0.75], [-0.25, 1.25, -0.5, 0.25, -0.5]]> : tensor<2x5xf32>},
                    %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                    %z: tensor<5xf32> {onnx.value = dense<[0.75, 1.5, 1.25, 1.75, -0.5]> : tensor<5xf32>})
    -> (tensor<f32> {onnx.expected = dense<-1.5> : tensor<f32>}) {
  %0 = torch.aten.nll_loss.default(%x, %y, %z, reduction=1, ignore_index=4) : (tensor<2x5xf32>, tensor<2xi64>, tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A single label is a batch of one.
// CHECK-LABEL: func.func @nll_loss_none
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.NoValue
// CHECK: %[[V5:.*]] = onnx.NegativeLogLikelihoodLoss(%[[V1]], %[[V3]], %[[V4]]) {ignore_index = -100 : i64, reduction = "none"} : {{.*}} -> tensor<1xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V5]], %[[V6]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V7]] : tensor<f32>
func.func @nll_loss_none(%x: tensor<5xf32> {onnx.value = dense<[1.5, 0.25, -0.75, 2.0, 1.75]> : tensor<5xf32>},
                         %y: tensor<i64> {onnx.value = dense<1> : tensor<i64>})
    -> (tensor<f32> {onnx.expected = dense<-0.25> : tensor<f32>}) {
  %0 = torch.aten.nll_loss.default(%x, %y, none, reduction=0) : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @nll_loss2d
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %[[V0]]) {ignore_index = -1 : i64, reduction = "sum"} : {{.*}} -> tensor<f32>
// CHECK: return %[[V1]] : tensor<f32>
func.func @nll_loss2d(%x: tensor<2x5x3x4xf32> {onnx.value = dense<[[[[1.5, 0.5, 0.5, 0.0], [0.25, -1.25, -2.0, 1.5], [-1.75, -0.5, 0.25, 2.0]], [[-1.25, -0.75, -1.0, -0.25], [1.0, 0.0, -1.5, 1.25], [1.75, 0.5, -0.75, -2.0]], [[-1.0, 1.5, 0.75, 0.5], [0.0, 1.5, -1.5, -0.75], [-1.25, 0.75, 0.25, 1.25]], [[1.5, -0.5, 0.0, -1.0], [1.0, -1.0, -0.75, 0.75], [0.0, -2.0, 1.0, -0.25]], [[-0.5, -0.25, 1.5, 2.0], [0.5, 1.25, -1.5, -0.25], [1.5, 1.75, 0.5, -1.75]]], [[[-0.25, -0.5, -0.5, -0.5], [-1.5, 0.25, -2.0, 0.25], [2.0, 2.0, 2.0, 0.0]], [[1.0, -0.75, 0.0, -1.5], [1.5, -1.75, -1.0, 0.0], [-1.0, -0.5, 1.0, 1.75]], [[0.0, -1.0, 1.0, 1.5], [0.5, -0.5, -1.5, 1.5], [-0.25, 1.5, -1.5, 1.5]], [[-1.25, 1.25, -1.5, 0.0], [2.0, -1.5, 0.5, 1.0], [-0.25, -1.25, 2.0, 0.75]], [[0.75, 1.5, -2.0, 0.75], [0.0, -1.0, 0.75, -1.0], [-0.25, 1.75, 1.25, 1.0]]]]> : tensor<2x5x3x4xf32>},
                      %y: tensor<2x3x4xi64> {onnx.value = dense<[[[1, 0, 1, 1], [0, 1, 0, 0], [0, 1, 1, 1]], [[1, 1, 0, 0], [0, 1, 0, 0], [0, 1, 1, 1]]]> : tensor<2x3x4xi64>})
    -> (tensor<f32> {onnx.expected = dense<7.75> : tensor<f32>}) {
  %0 = torch.aten.nll_loss2d.default(%x, %y, none, reduction=2, ignore_index=-1) : (tensor<2x5x3x4xf32>, tensor<2x3x4xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Nobody reads the total weight, which is for the backward pass.
// CHECK-LABEL: func.func @nll_loss_forward
// CHECK: %[[V0:.*]] = onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = 1 : i64, reduction = "none"} : {{.*}} -> tensor<2xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V0]] : tensor<2xf32>
func.func @nll_loss_forward(%x: tensor<2x5xf32> {onnx.value = dense<[[0.5, -0.25, 1.75, -1.75, 0.75], [-1.0, 1.0, 0.25, -0.5, 1.75]]> : tensor<2x5xf32>},
                            %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                            %z: tensor<5xf32> {onnx.value = dense<[1.0, 1.75, -0.5, -2.0, 1.75]> : tensor<5xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[-0.5, 0.0]> : tensor<2xf32>}) {
  %0:2 = torch.aten.nll_loss_forward.default(%x, %y, %z, reduction=0, ignore_index=1) : (tensor<2x5xf32>, tensor<2xi64>, tensor<5xf32>) -> (tensor<2xf32>, tensor<f32>)
  return %0#0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @nll_loss2d_forward
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %[[V0]]) {ignore_index = -100 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V1]] : tensor<f32>
func.func @nll_loss2d_forward(%x: tensor<2x5x3x4xf32> {onnx.value = dense<[[[[1.25, 2.0, -1.75, -1.25], [0.75, 2.0, -1.5, 1.5], [0.25, 1.5, -1.0, 0.0]], [[1.5, 0.75, 0.25, -0.75], [0.0, -0.25, -1.0, 0.0], [-0.75, 1.25, -0.75, -2.0]], [[-0.5, -1.75, 1.0, 1.25], [-1.0, -1.0, 0.0, -1.0], [0.75, 1.75, 1.5, -1.0]], [[1.0, 1.25, -1.0, -0.75], [0.75, 1.0, -1.25, -1.25], [1.0, 2.0, 0.25, -0.25]], [[1.75, 0.75, 0.0, 0.0], [-1.25, -1.75, -1.75, -2.0], [-0.5, 0.25, 1.25, -2.0]]], [[[-0.5, -1.0, 1.0, 1.25], [0.0, 1.0, -0.25, -0.25], [0.0, -0.25, 0.25, -0.5]], [[-1.25, 0.0, 0.0, 0.75], [-2.0, -1.25, -1.75, -2.0], [2.0, 0.25, -1.25, 0.0]], [[-1.25, -0.25, 1.75, 1.0], [-0.75, -1.5, 1.5, 1.5], [-0.25, 2.0, 0.5, -1.0]], [[0.25, 0.75, -0.5, 0.5], [-2.0, 1.25, -1.25, -1.25], [-0.5, -0.25, -1.25, -1.25]], [[2.0, 2.0, -0.5, 0.25], [0.25, 1.75, -1.25, 1.75], [-0.25, -1.5, 1.75, -0.75]]]]> : tensor<2x5x3x4xf32>},
                              %y: tensor<2x3x4xi64> {onnx.value = dense<[[[1, 0, 0, 1], [1, 1, 0, 1], [1, 1, 0, 1]], [[1, 0, 0, 1], [0, 1, 1, 1], [0, 0, 1, 1]]]> : tensor<2x3x4xi64>})
    -> (tensor<f32> {onnx.expected = dense<0.42708334> : tensor<f32>}) {
  %0:2 = torch.aten.nll_loss2d_forward.default(%x, %y, none, reduction=1, ignore_index=-100) : (tensor<2x5x3x4xf32>, tensor<2x3x4xi64>) -> (tensor<f32>, tensor<f32>)
  return %0#0 : tensor<f32>
}

// -----

// ONNX Runtime does not take empty batches: each class is compared with the
// label.
// CHECK-LABEL: func.func @nll_loss_dynamic
// CHECK: onnx.Equal
// CHECK: onnx.And
// CHECK: onnx.Where
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @nll_loss_dynamic(%x: tensor<?x5xf32, #sym.dims<n>> {onnx.value = dense<[[-0.5, -1.0, -2.0, -3.0, -4.0], [-1.0, -0.25, -2.0, -1.0, -3.0], [-2.0, -2.0, -1.0, -1.0, -5.0]]> : tensor<3x5xf32>},
                            %y: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<[4, -100, 0]> : tensor<3xi64>})
    -> (tensor<f32> {onnx.expected = dense<3.0> : tensor<f32>}) {
  %0 = torch.aten.nll_loss.default(%x, %y) : (tensor<?x5xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}
