// Comparisons in the common dtype.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @promotes
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xi1>
func.func @promotes(%x: tensor<?x3xf32>, %y: tensor<3xi64>) -> tensor<?x3xi1> {
  %0 = torch.aten.eq.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @number
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Greater(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<3xi1>
func.func @number(%x: tensor<3xi64>) -> tensor<3xi1> {
  %0 = torch.aten.gt.Scalar(%x, 0.5) : (tensor<3xi64>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @integer_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.LessOrEqual(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xi1>
func.func @integer_number(%x: tensor<?x3xi64>) -> tensor<?x3xi1> {
  %0 = torch.aten.le.Scalar(%x, 3) : (tensor<?x3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @not_equal
// CHECK: %[[V0:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Not(%[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xi1>
func.func @not_equal(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xi1> {
  %0 = torch.aten.ne.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @not_equal_booleans
// CHECK: %[[V0:.*]] = onnx.Xor(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x3xi1>
func.func @not_equal_booleans(%x: tensor<?x3xi1>, %y: tensor<?x3xi1>) -> tensor<?x3xi1> {
  %0 = torch.aten.ne.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// ONNX has no order of booleans.
// CHECK-LABEL: func.func @booleans
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i32}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = i32}
// CHECK: %[[V2:.*]] = onnx.Less(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<?x3xi1>
func.func @booleans(%x: tensor<?x3xi1>, %y: tensor<?x3xi1>) -> tensor<?x3xi1> {
  %0 = torch.aten.lt.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = i1}
// CHECK: %[[V2:.*]] = onnx.And(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<?x3xi1>
func.func @logical(%x: tensor<?x3xf32>, %y: tensor<?x3xi64>) -> tensor<?x3xi1> {
  %0 = torch.aten.logical_and.default(%x, %y) : (tensor<?x3xf32>, tensor<?x3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical_not
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1}
// CHECK: %[[V1:.*]] = onnx.Not(%[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xi1>
func.func @logical_not(%x: tensor<?x3xi64>) -> tensor<?x3xi1> {
  %0 = torch.aten.logical_not.default(%x) : (tensor<?x3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @equal_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @equal_number(%x: tensor<2x3xi64>) -> tensor<2x3xi1> {
  %0 = torch.aten.eq.Scalar(%x, 2) : (tensor<2x3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @not_equal_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Not(%[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xi1>
func.func @not_equal_number(%x: tensor<2x3xi64>) -> tensor<2x3xi1> {
  %0 = torch.aten.ne.Scalar(%x, 2) : (tensor<2x3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @less_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Less(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @less_number(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = torch.aten.lt.Scalar(%x, 0.5) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @greater_or_equal_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.GreaterOrEqual(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @greater_or_equal_number(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = torch.aten.ge.Scalar(%x, 0.5) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @greater_or_equal
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.GreaterOrEqual(%[[V0]], %arg1)
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @greater_or_equal(%x: tensor<2x3xi32>, %y: tensor<3xi64>) -> tensor<2x3xi1> {
  %0 = torch.aten.ge.Tensor(%x, %y) : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @greater
// CHECK: %[[V0:.*]] = onnx.Greater(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<2x3xi1>
func.func @greater(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>) -> tensor<2x3xi1> {
  %0 = torch.aten.gt.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @less_or_equal
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f64}
// CHECK: %[[V1:.*]] = onnx.LessOrEqual(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @less_or_equal(%x: tensor<2x3xf64>, %y: tensor<3xf32>) -> tensor<2x3xi1> {
  %0 = torch.aten.le.Tensor(%x, %y) : (tensor<2x3xf64>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical_or
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = i1}
// CHECK: %[[V1:.*]] = onnx.Or(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @logical_or(%x: tensor<2x3xi1>, %y: tensor<3xi64>) -> tensor<2x3xi1> {
  %0 = torch.aten.logical_or.default(%x, %y) : (tensor<2x3xi1>, tensor<3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical_xor
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1}
// CHECK: %[[V1:.*]] = onnx.Xor(%[[V0]], %arg1)
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @logical_xor(%x: tensor<2x3xf32>, %y: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = torch.aten.logical_xor.default(%x, %y) : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}
