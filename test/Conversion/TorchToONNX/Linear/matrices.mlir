// Chains and powers of matrices, and determinants.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The cheaper product first.
// CHECK-LABEL: func.func @chain_matmul
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]]) : {{.*}} -> tensor<9x1xf32>
// CHECK: return %[[V1]] : tensor<9x1xf32>
func.func @chain_matmul(%x: tensor<9x2xf32>, %y: tensor<2x9xf32>, %z: tensor<9x1xf32>) -> tensor<9x1xf32> {
  %0 = torch.aten.chain_matmul.default([%x, %y, %z]) : (tensor<9x2xf32>, tensor<2x9xf32>, tensor<9x1xf32>) -> tensor<9x1xf32>
  return %0 : tensor<9x1xf32>
}

// -----

// CHECK-LABEL: func.func @chain_matmul_other
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<1x2xf32>
// CHECK: %[[V1:.*]] = onnx.MatMul(%[[V0]], %arg2) : {{.*}} -> tensor<1x9xf32>
// CHECK: return %[[V1]] : tensor<1x9xf32>
func.func @chain_matmul_other(%x: tensor<1x9xf32>, %y: tensor<9x2xf32>, %z: tensor<2x9xf32>) -> tensor<1x9xf32> {
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
func.func @linalg_matrix_power(%x: tensor<2x3x3xf32>) -> tensor<2x3x3xf32> {
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
func.func @linalg_matrix_power_zero(%x: tensor<?x3x3xf32, #sym.dims<n>>) -> tensor<?x3x3xf32, #sym.dims<n>> {
  %0 = torch.aten.linalg_matrix_power.default(%x, n=0) : (tensor<?x3x3xf32, #sym.dims<n>>) -> tensor<?x3x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linalg_det
// CHECK: %[[V0:.*]] = onnx.Det(%arg0) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V0]] : tensor<2xf32>
func.func @linalg_det(%x: tensor<2x3x3xf32>) -> tensor<2xf32> {
  %0 = torch.aten.linalg_det.default(%x) : (tensor<2x3x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @linalg_det_dynamic
// CHECK: %[[V0:.*]] = onnx.Det(%arg0) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<?xf32, #sym.dims<n>>
func.func @linalg_det_dynamic(%x: tensor<?x3x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.linalg_det.default(%x) : (tensor<?x3x3xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// The rows are divided by their largest elements and then by their lengths.
// CHECK-LABEL: func.func @linalg_slogdet
// CHECK: %[[MAX:.*]] = onnx.ReduceMax({{.*}}) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[LARGEST:.*]] = onnx.Where({{.*}}, %[[MAX]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[DIVIDED:.*]] = onnx.Div(%arg0, %[[LARGEST]]) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[L2:.*]] = onnx.ReduceL2(%[[DIVIDED]], {{.*}}) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[LENGTH:.*]] = onnx.Where({{.*}}, %[[L2]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[ROWS:.*]] = onnx.Div(%[[DIVIDED]], %[[LENGTH]]) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[V0:.*]] = onnx.Det(%[[ROWS]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V1:.*]] = onnx.Sign(%[[V0]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V2:.*]] = onnx.Log({{.*}}) : {{.*}} -> tensor<2xf32>
// CHECK: %[[LOG:.*]] = onnx.Log(%[[LARGEST]])
// CHECK: %[[LOGS:.*]] = onnx.ReduceSum(%[[LOG]], {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xf32>
// CHECK: %[[ALL:.*]] = onnx.Add(%[[LOGS]], {{.*}}) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[ALL]]) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V1]], %[[V3]]
func.func @linalg_slogdet(%x: tensor<2x3x3xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
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
func.func @logdet(%x: tensor<3x3xf32>) -> tensor<f32> {
  %0 = torch.aten.logdet.default(%x) : (tensor<3x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
