// Booleans have logical operators.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @and
// CHECK: %[[V0:.*]] = onnx.BitwiseAnd(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x3xi64>
func.func @and(%x: tensor<?x3xi64>, %y: tensor<3xi64>) -> tensor<?x3xi64> {
  %0 = torch.aten.bitwise_and.Tensor(%x, %y) : (tensor<?x3xi64>, tensor<3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// -----

// CHECK-LABEL: func.func @and_booleans
// CHECK: %[[V0:.*]] = onnx.And(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x3xi1>
func.func @and_booleans(%x: tensor<?x3xi1>, %y: tensor<?x3xi1>) -> tensor<?x3xi1> {
  %0 = torch.aten.bitwise_and.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @not
// CHECK: %[[V0:.*]] = onnx.Not(%arg0)
// CHECK: return %[[V0]] : tensor<?x3xi1>
func.func @not(%x: tensor<?x3xi1>) -> tensor<?x3xi1> {
  %0 = torch.aten.bitwise_not.default(%x) : (tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @xor
// CHECK: %[[V0:.*]] = onnx.Constant dense<5> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.BitwiseXor(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xi64>
func.func @xor(%x: tensor<?x3xi64>) -> tensor<?x3xi64> {
  %0 = torch.aten.bitwise_xor.Scalar(%x, 5) : (tensor<?x3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// -----

// CHECK-LABEL: func.func @and_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.BitwiseAnd(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi64>
func.func @and_number(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten.bitwise_and.Scalar(%x, 6) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @number_and
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.BitwiseAnd(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<2x3xi64>
func.func @number_and(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten.bitwise_and.Scalar_Tensor(6, %x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @or
// CHECK: %[[V0:.*]] = onnx.BitwiseOr(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<2x3xi64>
func.func @or(%x: tensor<2x3xi64>, %y: tensor<3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten.bitwise_or.Tensor(%x, %y) : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// Of booleans.
// CHECK-LABEL: func.func @or_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: %[[V1:.*]] = onnx.Or(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi1>
func.func @or_number(%x: tensor<2x3xi1>) -> tensor<2x3xi1> {
  %0 = torch.aten.bitwise_or.Scalar(%x, true) : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// A number does not widen a tensor.
// CHECK-LABEL: func.func @number_or
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<i32>
// CHECK: %[[V1:.*]] = onnx.BitwiseOr(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<2x3xi32>
func.func @number_or(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = torch.aten.bitwise_or.Scalar_Tensor(6, %x) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// In the wider of the two.
// CHECK-LABEL: func.func @xor_tensors
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = i64}
// CHECK: %[[V1:.*]] = onnx.BitwiseXor(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3xi64>
func.func @xor_tensors(%x: tensor<2x3xi64>, %y: tensor<2x3xi32>) -> tensor<2x3xi64> {
  %0 = torch.aten.bitwise_xor.Tensor(%x, %y) : (tensor<2x3xi64>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @number_xor
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.BitwiseXor(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<2x3xi64>
func.func @number_xor(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten.bitwise_xor.Scalar_Tensor(6, %x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}
