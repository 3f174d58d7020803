// The negative log-likelihood of labels.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The mean weighs each label as its class.
// CHECK-LABEL: func.func @nll_loss
// CHECK: onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = 4 : i64} : {{.*}} -> tensor<f32>
func.func @nll_loss(%x: tensor<2x5xf32> {onnx.value = dense<[[1.5, 0.75, 1.875, 2.0, 2.25], [2.75, 1.0, 2.5, 1.125, 3.0]]> : tensor<2x5xf32>},
                    %y: tensor<2xi64> {onnx.value = dense<[4, 1]> : tensor<2xi64>},
                    %z: tensor<5xf32> {onnx.value = dense<[1.0, 2.375, 1.0, 0.375, 1.75]> : tensor<5xf32>})
    -> (tensor<f32> {onnx.expected = dense<-1.0> : tensor<f32>}) {
  %0 = torch.aten.nll_loss.default(%x, %y, %z, reduction=1, ignore_index=4) : (tensor<2x5xf32>, tensor<2xi64>, tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A single label is a batch of one.
// CHECK-LABEL: func.func @nll_loss_none
// CHECK: onnx.NegativeLogLikelihoodLoss({{.*}}) {ignore_index = -100 : i64, reduction = "none"} : {{.*}} -> tensor<1xf32>
func.func @nll_loss_none(%x: tensor<5xf32> {onnx.value = dense<[0x7F800000, 1.5, 0x7FC00000, 0.0, 0xFF800000]> : tensor<5xf32>},
                         %y: tensor<i64> {onnx.value = dense<1> : tensor<i64>})
    -> (tensor<f32> {onnx.expected = dense<-1.5> : tensor<f32>}) {
  %0 = torch.aten.nll_loss.default(%x, %y, none, reduction=0) : (tensor<5xf32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @nll_loss2d
// CHECK: onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, {{.*}}) {ignore_index = -1 : i64, reduction = "sum"} : {{.*}} -> tensor<f32>
func.func @nll_loss2d(%x: tensor<2x5x3x4xf32> {onnx.value = dense<[[[[-0.25, -2.25, -1.0, -1.5], [1.5, -0.75, -3.25, -0.25], [0.75, 3.25, 1.25, -0.25]], [[1.25, 0xFF800000, 1.25, -1.25], [-2.0, 0.5, 1.5, -2.0], [-1.25, -2.0, -3.25, -0.5]], [[-2.75, 1.5, -0.25, -1.0], [-1.75, -0.25, 3.0, 0.25], [3.0, 1.0e+38, -2.75, 2.5]], [[0.5, 0.0, 1.5, 2.0], [-1.75, 0.0, -1.75, -2.75], [-2.75, 0.5, 0x7F800000, 2.0]], [[-2.0, -2.25, 2.75, -2.5], [-1.0e+38, 0.25, -1.5, 3.25], [-0.25, 2.25, 1.0, 3.25]]], [[[0.0, 2.0, -1.25, -2.75], [-0.0, 2.5, 2.5, -1.0], [0.5, 1.0, -1.75, -3.25]], [[-3.25, 0.0, 0.75, 0.25], [0.0, 0.75, -3.25, 2.5], [-1.75, -1.0, -2.75, 0.5]], [[-0.25, 0.5, 1.5, 0.75], [-1.0, -3.0, 1.5, -3.25], [1.75, -2.75, 3.0, -1.0]], [[-2.75, 1.75, -0.5, 1.0], [3.25, -3.25, 2.25, -2.75], [-0.75, 1.75, -3.0, 2.5]], [[-0.25, 1.75, -2.25, 2.5], [2.75, 2.25, 0x7FC00000, 3.0], [-3.25, 3.0, 3.25, -3.0]]]]> : tensor<2x5x3x4xf32>},
                      %y: tensor<2x3x4xi64> {onnx.value = dense<[[[0, 0, 0, 0], [1, 0, 1, 1], [1, 1, 1, 0]], [[1, 0, 0, 0], [0, 1, 1, 1], [0, 1, 1, 0]]]> : tensor<2x3x4xi64>})
    -> (tensor<f32> {onnx.expected = dense<26.75> : tensor<f32>}) {
  %0 = torch.aten.nll_loss2d.default(%x, %y, none, reduction=2, ignore_index=-1) : (tensor<2x5x3x4xf32>, tensor<2x3x4xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Nobody reads the total weight, which is for the backward pass.
// CHECK-LABEL: func.func @nll_loss_forward
// CHECK: onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, %arg2) {ignore_index = 1 : i64, reduction = "none"} : {{.*}} -> tensor<2xf32>
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
func.func @nll_loss_forward(%x: tensor<2x5xf32> {onnx.value = dense<[[-0.0, 0x7FC00000, 0.0, -2.75, 0x7F800000], [2.75, 0xFF800000, 1.25, 0.25, 1.0e+38]]> : tensor<2x5xf32>},
                            %y: tensor<2xi64> {onnx.value = dense<[0, 1]> : tensor<2xi64>},
                            %z: tensor<5xf32> {onnx.value = dense<[0x7F800000, -3.25, -1.25, 0x7FC00000, 0xFF800000]> : tensor<5xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0x7FC00000, 0.0]> : tensor<2xf32>}) {
  %0:2 = torch.aten.nll_loss_forward.default(%x, %y, %z, reduction=0, ignore_index=1) : (tensor<2x5xf32>, tensor<2xi64>, tensor<5xf32>) -> (tensor<2xf32>, tensor<f32>)
  return %0#0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @nll_loss2d_forward
// CHECK: onnx.NegativeLogLikelihoodLoss(%arg0, %arg1, {{.*}}) {ignore_index = -100 : i64} : {{.*}} -> tensor<f32>
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
func.func @nll_loss2d_forward(%x: tensor<2x5x3x4xf32> {onnx.value = dense<[[[[1.25, 0.75, -2.25, 2.5], [-0.0, 0.75, -1.0, 2.0], [2.0, -2.0, -1.5, 3.0]], [[-0.5, 1.0, 0.0, -1.75], [1.0, -1.25, -0.25, 2.75], [3.0, 0.5, -0.75, 1.0]], [[1.75, -3.25, 0.75, 1.5], [1.75, -2.25, -2.5, 1.5], [-2.25, 2.75, -3.25, 1.0]], [[2.5, 1.0, 2.75, -1.5], [1.5, 0.5, -3.25, -2.25], [1.0e+38, -0.5, 0.25, 1.75]], [[-2.0, 0.5, -0.75, -1.75], [-3.25, -1.5, 0.25, 1.0], [-3.0, 2.0, 2.5, 1.0]]], [[[0.0, 3.25, -1.75, 1.75], [-1.75, 3.25, 3.0, 2.75], [-2.5, 2.75, -0.5, -0.25]], [[0.5, -1.5, -1.0, 0.5], [0.75, -2.75, -2.25, 2.5], [-0.25, 2.0, 1.75, 0x7FC00000]], [[-1.0, 1.0, 0xFF800000, -0.5], [-2.5, -1.0e+38, -2.5, 1.5], [3.25, 1.75, -3.25, 0.25]], [[1.5, 0x7F800000, -2.5, -1.5], [1.75, 1.5, 0.75, 2.5], [3.25, 2.75, 0.25, -2.0]], [[0.0, -0.75, 2.25, -0.25], [-1.5, -3.0, 0.5, -0.25], [2.0, -1.75, 1.25, 0.0]]]]> : tensor<2x5x3x4xf32>},
                              %y: tensor<2x3x4xi64> {onnx.value = dense<[[[0, 1, 1, 0], [0, 0, 0, 1], [0, 1, 1, 1]], [[0, 0, 0, 1], [0, 0, 0, 0], [1, 1, 1, 1]]]> : tensor<2x3x4xi64>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
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
