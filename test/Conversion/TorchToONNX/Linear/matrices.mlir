// Chains and powers of matrices, and determinants.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The cheaper product first.
// CHECK-LABEL: func.func @chain_matmul
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]]) : {{.*}} -> tensor<9x1xf32>
// CHECK: return %[[V1]] : tensor<9x1xf32>
func.func @chain_matmul(%x: tensor<9x2xf32> {onnx.value = dense<[[-0.75, 1.25], [-0.75, 1.75], [0.5, 0.5], [1.75, 0.0], [0.25, 1.5], [0.75, -2.0], [-1.25, 1.75], [-0.75, -2.0], [0.0, -0.5]]> : tensor<9x2xf32>},
                        %y: tensor<2x9xf32> {onnx.value = dense<[[2.0, -0.75, 0.5, -0.75, 0.75, 1.5, -1.5, -1.25, 2.0], [-1.25, 1.25, 2.0, 1.5, -1.5, -0.5, -0.5, -0.5, 0.25]]> : tensor<2x9xf32>},
                        %z: tensor<9x1xf32> {onnx.value = dense<[[0.75], [1.75], [1.0], [-0.5], [0.0], [-0.75], [-0.5], [1.25], [2.0]]> : tensor<9x1xf32>})
    -> (tensor<9x1xf32> {onnx.expected = dense<[[1.40625], [2.90625], [3.0625], [5.46875], [5.28125], [-3.65625], [1.34375], [-8.34375], [-1.5]]> : tensor<9x1xf32>}) {
  %0 = torch.aten.chain_matmul.default([%x, %y, %z]) : (tensor<9x2xf32>, tensor<2x9xf32>, tensor<9x1xf32>) -> tensor<9x1xf32>
  return %0 : tensor<9x1xf32>
}

// -----

// CHECK-LABEL: func.func @chain_matmul_other
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<1x2xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%[[V0]], %arg2) : {{.*}} -> tensor<1x9xf32>
// CHECK: return %[[V1]] : tensor<1x9xf32>
func.func @chain_matmul_other(%x: tensor<1x9xf32> {onnx.value = dense<[[-1.0, -1.0, 0.5, 1.75, -0.25, -0.25, 0.25, -0.75, 0.75]]> : tensor<1x9xf32>},
                              %y: tensor<9x2xf32> {onnx.value = dense<[[1.0, -0.75], [-1.0, -1.5], [-1.0, 1.25], [-0.5, 2.0], [-0.5, -2.0], [-1.25, -0.75], [1.75, -0.75], [-0.75, -0.5], [1.75, 1.75]]> : tensor<9x2xf32>},
                              %z: tensor<2x9xf32> {onnx.value = dense<[[-0.75, 0.25, 1.0, -1.5, 0.75, -0.75, -0.25, -0.5, -0.5], [2.0, -1.5, 0.0, -0.5, 0.75, 0.5, -2.0, -1.0, 0.5]]> : tensor<2x9xf32>})
    -> (tensor<1x9xf32> {onnx.expected = dense<[[16.09375, -12.5, 1.375, -6.34375, 7.453125, 3.25, -17.46875, -9.25, 3.59375]]> : tensor<1x9xf32>}) {
  %0 = torch.aten.chain_matmul.default([%x, %y, %z]) : (tensor<1x9xf32>, tensor<9x2xf32>, tensor<2x9xf32>) -> tensor<1x9xf32>
  return %0 : tensor<1x9xf32>
}

// -----

// By squares: x * x^4.
// CHECK-LABEL: func.func @linalg_matrix_power
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg0) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%[[V0]], %[[V0]]) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: return %[[V2]] : tensor<2x3x3xf32>
func.func @linalg_matrix_power(%x: tensor<2x3x3xf32> {onnx.value = dense<[[[-0.75, -1.75, -0.5], [0.75, -0.5, -1.0], [2.0, 1.75, -0.5]], [[1.75, 0.25, 1.25], [-1.25, 1.75, -1.25], [2.0, 0.75, 1.0]]]> : tensor<2x3x3xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[-29.679688, -0.6767578, 24.90039], [-29.50879, -40.561523, -1.9550781], [4.694336, -48.726562, -36.640625]], [[56.07129, 55.268555, 26.04004], [-184.12598, -88.84082, -105.08301], [23.220703, 44.606445, 6.1953125]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.linalg_matrix_power.default(%x, n=5) : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}

// -----

// The identity, for each matrix of the batch.
// CHECK-LABEL: func.func @linalg_matrix_power_zero
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3x3xf32>
// CHECK: %[[V2:.*]] = onnx.EyeLike(%[[V1]]) : {{.*}} -> tensor<3x3xf32>
// CHECK: %[[V3:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Expand(%[[V2]], %[[V3]]) : {{.*}} -> tensor<?x3x3xf32, #sym.dims<n>>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V4]] : tensor<?x3x3xf32, #sym.dims<n>>
func.func @linalg_matrix_power_zero(%x: tensor<?x3x3xf32, #sym.dims<n>> {onnx.value = dense<[[[-1.75, -2.0, -0.5], [1.75, 0.0, 0.0], [1.5, 1.25, 0.75]], [[-1.25, 1.75, 1.0], [-0.5, 1.25, 2.0], [2.0, -0.75, -1.25]]]> : tensor<2x3x3xf32>})
    -> (tensor<?x3x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]], [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.linalg_matrix_power.default(%x, n=0) : (tensor<?x3x3xf32, #sym.dims<n>>) -> tensor<?x3x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linalg_det
// CHECK: %[[V0:.*]] = onnx.Det(%arg0) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V0]] : tensor<2xf32>
func.func @linalg_det(%x: tensor<2x3x3xf32> {onnx.value = dense<[[[1.0, 0.0, -2.0], [-0.5, 1.25, -1.5], [0.0, -1.5, -1.25]], [[-1.0, -0.5, 1.25], [-0.5, -1.5, 1.75], [2.0, 0.75, -2.0]]]> : tensor<2x3x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[-5.3125, 0.34375]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_det.default(%x) : (tensor<2x3x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @linalg_det_dynamic
// CHECK: %[[V0:.*]] = onnx.Det(%arg0) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<?xf32, #sym.dims<n>>
func.func @linalg_det_dynamic(%x: tensor<?x3x3xf32, #sym.dims<n>> {onnx.value = dense<[[[0.25, 1.75, -1.0], [0.5, -2.0, -1.5], [1.25, 1.75, 0.25]], [[-0.25, -1.75, -1.5], [0.75, -1.5, -1.5], [1.75, -1.75, -1.0]]]> : tensor<2x3x3xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[-6.34375, 1.5937499]> : tensor<2xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Det({{.*}}) : {{.*}} -> tensor<f32>
// CHECK: %[[SIGN:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[LOG:.*]] = onnx.Log(%[[SIGN]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Add(%[[LOG]], {{.*}}) : {{.*}} -> tensor<f32>
// CHECK: return %[[V1]]
func.func @logdet(%x: tensor<3x3xf32> {onnx.value = dense<[[-1.75, 2.0, 0.0], [-1.25, -2.0, 0.75], [1.75, -2.0, 0.0]]> : tensor<3x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0xFF800000> : tensor<f32>}) {
  %0 = torch.aten.logdet.default(%x) : (tensor<3x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
