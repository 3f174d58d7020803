// Losses that are distances.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @mse
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMean(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: return %[[V3]] : tensor<f32>
func.func @mse(%x: tensor<5x3xf32> {onnx.value = dense<[[-0.75, 1.25, 2.0], [-0.75, -1.0, -0.75], [-2.0, -1.25, 0.25], [1.5, -1.0, 1.0], [-1.25, -1.75, 0.25]]> : tensor<5x3xf32>},
               %y: tensor<5x3xf32> {onnx.value = dense<[[-2.0, 0.0, 1.0], [0.5, 1.75, -1.5], [-1.75, 0.5, 1.25], [-1.75, 0.25, 1.75], [1.25, -1.75, 1.5]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<2.5625> : tensor<f32>}) {
  %0 = torch.aten.mse_loss.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @l1_sum
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: return %[[V3]] : tensor<f32>
func.func @l1_sum(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.25, -1.75, 0.0], [1.25, 2.0, 1.5]]> : tensor<2x3xf32>},
                  %y: tensor<?x3xf32> {onnx.value = dense<[[-1.25, -1.5, -1.5], [0.0, -0.5, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<6.75> : tensor<f32>}) {
  %0 = torch.aten.l1_loss.default(%x, %y, 2) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @smooth_l1
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Less(%[[V1]], %[[V7]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Sub(%[[V1]], %[[V5]])
// CHECK: %[[V9:.*]] = onnx.Where(%[[V8]], %[[V4]], %[[V6]])
// CHECK: return %[[V9]] : tensor<?x3xf32>
func.func @smooth_l1(%x: tensor<?x3xf32> {onnx.value = dense<[[0.5, -2.0, 1.75], [2.0, 1.25, -0.25]]> : tensor<2x3xf32>},
                     %y: tensor<?x3xf32> {onnx.value = dense<[[-1.75, 1.75, 2.0], [-1.0, -1.75, -1.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[2.0, 3.5, 0.0625], [2.75, 2.75, 0.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.smooth_l1_loss.default(%x, %y, 0, 0.5) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @huber
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.Abs
// CHECK: onnx.Where
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @huber(%x: tensor<5x3xf32> {onnx.value = dense<[[1.0, -0.5, -0.75], [-2.0, 1.5, -2.0], [1.75, -1.5, -1.0], [-1.5, 1.75, -1.75], [0.0, -0.75, -0.75]]> : tensor<5x3xf32>},
                 %y: tensor<5x3xf32> {onnx.value = dense<[[-0.25, -1.0, -1.5], [-1.25, 0.75, -1.75], [1.0, -0.5, -1.0], [1.5, 0.25, 0.25], [-0.75, -1.75, 1.0]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0.6375> : tensor<f32>}) {
  %0 = torch.aten.huber_loss.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Distances of integers wrap around in their dtype and are added as i64.
// CHECK-LABEL: func.func @l1_loss_integers
// CHECK: onnx.Sub(%arg0, %arg1) : {{.*}} -> tensor<3xi8>
// CHECK: onnx.Cast({{.*}}) {to = i64}
func.func @l1_loss_integers(%x: tensor<3xi8> {onnx.value = dense<[100, -3, 1]> : tensor<3xi8>},
                            %y: tensor<3xi8> {onnx.value = dense<[-100, 5, 1]> : tensor<3xi8>})
    -> (tensor<i64> {onnx.expected = dense<64> : tensor<i64>},
        tensor<3xi8> {onnx.expected = dense<[56, 8, 0]> : tensor<3xi8>}) {
  %0 = torch.aten.l1_loss.default(%x, %y, 2) : (tensor<3xi8>, tensor<3xi8>) -> tensor<i64>
  %1 = torch.aten.l1_loss.default(%x, %y, 0) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  return %0, %1 : tensor<i64>, tensor<3xi8>
}

// -----

func.func @l1_loss_bytes(%x: tensor<3xui8> {onnx.value = dense<[100, 3, 1]> : tensor<3xui8>},
                         %y: tensor<3xui8> {onnx.value = dense<[200, 5, 1]> : tensor<3xui8>})
    -> (tensor<i64> {onnx.expected = dense<410> : tensor<i64>}) {
  %0 = torch.aten.l1_loss.default(%x, %y, 2) : (tensor<3xui8>, tensor<3xui8>) -> tensor<i64>
  return %0 : tensor<i64>
}
