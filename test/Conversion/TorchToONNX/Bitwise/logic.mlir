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
  %0 = torch.aten.__and__.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
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
