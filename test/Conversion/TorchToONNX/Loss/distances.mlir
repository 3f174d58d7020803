// Losses that are distances.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @mse
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.Mul(
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @mse(%x: tensor<5x3xf32> {onnx.value = dense<[[-23.75, 37.5, -2.5], [-16.25, -45.0, -45.0], [12.5, -27.5, 6.25], [-27.5, -21.25, 40.0], [-50.0, -37.5, -37.5]]> : tensor<5x3xf32>},
               %y: tensor<5x3xf32> {onnx.value = dense<[[-26.25, 35.0, 22.5], [-1.25, 35.0, -8.75], [-46.25, -2.5, -16.25], [42.5, 23.75, -2.5], [-31.25, 5.0, 5.0]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1723.6459> : tensor<f32>}) {
  %0 = torch.aten.mse_loss.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @l1_sum
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.Abs(
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @l1_sum(%x: tensor<?x3xf32> {onnx.value = dense<[[-15.0, 25.0, 12.5], [-33.75, -28.75, 28.75]]> : tensor<2x3xf32>},
                  %y: tensor<?x3xf32> {onnx.value = dense<[[-11.25, -20.0, 30.0], [-25.0, 20.0, -6.25]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<158.75> : tensor<f32>}) {
  %0 = torch.aten.l1_loss.default(%x, %y, 2) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @smooth_l1
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.Less(
// CHECK: onnx.Mul(
// CHECK: onnx.Sub(
func.func @smooth_l1(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.0, -0.75, 2.75], [1.5, -3.0, 1.5]]> : tensor<2x3xf32>},
                     %y: tensor<?x3xf32> {onnx.value = dense<[[-2.875, -0.375, -0.75], [1.375, -2.375, -1.5]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[1.625, 0.140625, 3.25], [0.015625, 0.375, 2.75]]> : tensor<2x3xf32>}) {
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
