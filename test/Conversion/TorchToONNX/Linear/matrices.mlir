// Chains and powers of matrices, and determinants.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The cheaper product first.
// CHECK-LABEL: func.func @chain_matmul
// CHECK: onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<2x1xf32>
// CHECK: onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<9x1xf32>
func.func @chain_matmul(%x: tensor<9x2xf32> {onnx.value = dense<[[-6.25, 8.75], [-43.75, 45.0], [37.5, -18.75], [47.5, -17.5], [-12.5, -22.5], [-2.5, -15.0], [-12.5, 18.75], [-21.25, -1.25], [-33.75, -5.0]]> : tensor<9x2xf32>},
                        %y: tensor<2x9xf32> {onnx.value = dense<[[-1.25, -43.75, 18.75, 2.5, -28.75, -5.0, -50.0, -33.75, -35.0], [-20.0, -11.25, -21.25, 50.0, -18.75, 45.0, 12.5, -50.0, -17.5]]> : tensor<2x9xf32>},
                        %z: tensor<9x1xf32> {onnx.value = dense<[[-22.5], [-38.75], [48.75], [-26.25], [-16.25], [35.0], [47.5], [-42.5], [-18.75]]> : tensor<9x1xf32>})
    -> (tensor<9x1xf32> {onnx.expected = dense<[[14187.5], [43021.484], [31787.11], [61914.062], [-110187.5], [-58410.156], [32705.078], [-59148.438], [-104384.766]]> : tensor<9x1xf32>}) {
  %0 = torch.aten.chain_matmul.default([%x, %y, %z]) : (tensor<9x2xf32>, tensor<2x9xf32>, tensor<9x1xf32>) -> tensor<9x1xf32>
  return %0 : tensor<9x1xf32>
}

// -----

// CHECK-LABEL: func.func @chain_matmul_other
// CHECK: onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<1x2xf32>
// CHECK: onnx.MatMul({{.*}}, %arg2) : {{.*}} -> tensor<1x9xf32>
func.func @chain_matmul_other(%x: tensor<1x9xf32> {onnx.value = dense<[[-5.0, 15.0, -46.25, 3.75, -41.25, -2.5, -23.75, 27.5, 11.25]]> : tensor<1x9xf32>},
                              %y: tensor<9x2xf32> {onnx.value = dense<[[50.0, -6.25], [-50.0, 48.75], [33.75, -30.0], [-31.25, 35.0], [-50.0, 36.25], [13.75, -35.0], [-23.75, 20.0], [41.25, 21.25], [27.5, -42.5]]> : tensor<9x2xf32>},
                              %z: tensor<2x9xf32> {onnx.value = dense<[[5.0, 2.5, 12.5, 11.25, 25.0, 41.25, -35.0, 18.75, 22.5], [-15.0, 35.0, 41.25, -35.0, 30.0, -22.5, -46.25, 5.0, -15.0]]> : tensor<2x9xf32>})
    -> (tensor<1x9xf32> {onnx.expected = dense<[[-781.25, 21058.594, 37791.016, -2388.6719, 49085.938, 44654.297, -70865.234, 27982.422, 22980.469]]> : tensor<1x9xf32>}) {
  %0 = torch.aten.chain_matmul.default([%x, %y, %z]) : (tensor<1x9xf32>, tensor<9x2xf32>, tensor<2x9xf32>) -> tensor<1x9xf32>
  return %0 : tensor<1x9xf32>
}

// -----

// By squares: x * x^4.
// CHECK-LABEL: func.func @linalg_matrix_power
// CHECK: onnx.MatMul(%arg0, %arg0) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: onnx.MatMul({{.*}}) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x3xf32>
func.func @linalg_matrix_power(%x: tensor<2x3x3xf32> {onnx.value = dense<[[[-0.5, 0.5, 3.0], [-0.0, 0.0, -1.0e+38], [3.0, -0.5, 1.0e+38]], [[1.75, 1.25, 0x7FC00000], [-0.75, 2.5, 0x7F800000], [-1.5, 0xFF800000, 2.5]]]> : tensor<2x3x3xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7F800000, 0xFF800000, 0x7F800000]], [[0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 0x7FC00000]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.linalg_matrix_power.default(%x, n=5) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// The identity, for each matrix of the batch.
// CHECK-LABEL: func.func @linalg_matrix_power_zero
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<3x3xf32>
// CHECK: onnx.EyeLike({{.*}}) : {{.*}} -> tensor<3x3xf32>
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
func.func @linalg_matrix_power_zero(%x: tensor<?x3x3xf32, #sym.dims<n>> {onnx.value = dense<[[[1.0e+38, -0.5, -1.0e+38], [2.5, 0x7F800000, 0.0], [-2.75, -0.5, 0xFF800000]], [[2.5, -0.5, 0x7FC00000], [-1.5, 0.5, -0.0], [2.5, 1.5, 1.25]]]> : tensor<2x3x3xf32>})
    -> (tensor<?x3x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.linalg_matrix_power.default(%x, n=0) : (tensor<?x3x3xf32, #sym.dims<n>>) -> tensor<?x3x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linalg_det
// CHECK: onnx.Det(%arg0) : {{.*}} -> tensor<2xf32>
func.func @linalg_det(%x: tensor<2x3x3xf32> {onnx.value = dense<[[[-2.75, -1.75, -2.75], [-0.25, 3.25, -0.25], [2.5, -2.75, -1.75]], [[0x7FC00000, 2.25, 1.75], [0x7F800000, -2.75, 0.75], [-0.5, 2.0, 2.75]]]> : tensor<2x3x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[39.84375, 0x7FC00000]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_det.default(%x) : (tensor<2x3x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @linalg_det_dynamic
// CHECK: onnx.Det(%arg0) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
func.func @linalg_det_dynamic(%x: tensor<?x3x3xf32, #sym.dims<n>> {onnx.value = dense<[[[0.75, 3.0, -3.25], [3.0, 0.25, -2.5], [0.0, 0.5, 1.25]], [[1.0, 0x7F800000, -1.25], [0x7FC00000, 0.5, 1.5], [2.75, 0.75, -1.0]]]> : tensor<2x3x3xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[-14.953126, 0x7FC00000]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_det.default(%x) : (tensor<?x3x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// The rows are divided by their largest elements and then by their lengths.
// CHECK-LABEL: func.func @linalg_slogdet
// CHECK: onnx.ReduceMax
// CHECK: onnx.Where
// CHECK: onnx.ReduceL2
// CHECK: onnx.Det
// CHECK: onnx.Log
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @linalg_slogdet(%x: tensor<2x3x3xf32> {onnx.value = dense<[[[2.0, 0.0, 1.0], [1.0, -1.0, 0.0], [0.0, 3.0, 1.0]], [[1.0, 0.0, 3.0], [2.0, 0.0, 6.0], [4.0, 0.0, 1.0]]]> : tensor<2x3x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[1.0, 0.0]> : tensor<2xf32>},
        tensor<2xf32> {onnx.expected = dense<[0.0, 0xFF800000]> : tensor<2xf32>}) {
  %0:2 = torch.aten.linalg_slogdet.default(%x) : (tensor<2x3x3xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// NaN of a negative determinant.
// CHECK-LABEL: func.func @logdet
// CHECK: onnx.Det({{.*}}) : {{.*}} -> tensor<f32>
// CHECK: onnx.Sign(
// CHECK: onnx.Log({{.*}}) : {{.*}} -> tensor<f32>
func.func @logdet(%x: tensor<3x3xf32> {onnx.value = dense<[[0.25, 1.375, -2.75], [-3.125, -3.125, -2.875], [-1.5, 1.25, 0.75]]> : tensor<3x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<3.4994626> : tensor<f32>}) {
  %0 = torch.aten.logdet.default(%x) : (tensor<3x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
