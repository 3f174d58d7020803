// Shifts of signed integers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @left
// CHECK: %[[V1:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Mul(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @left(%x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.bitwise_left_shift.Tensor_Scalar(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @left_tensor
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = ui64}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = ui64}
// CHECK: %[[V2:.*]] = onnx.BitShift(%[[V0]], %[[V1]]) {direction = "LEFT"}
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i64}
// CHECK: return %[[V3]] : tensor<3xi64>
func.func @left_tensor(%x: tensor<3xi64>, %y: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.__lshift__.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Rounded down, as an arithmetic shift.
// CHECK-LABEL: func.func @right
// CHECK: %[[V1:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Mod(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Sub(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Div(%[[V3]], %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: return %[[V4]] : tensor<3xi64>
func.func @right(%x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.__rshift__.Scalar(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @right_tensor
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Less(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Where(%[[V1]], %[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.BitwiseXor(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = ui64}
// CHECK: %[[V7:.*]] = onnx.Cast(%arg1) {to = ui64}
// CHECK: %[[V8:.*]] = onnx.BitShift(%[[V6]], %[[V7]]) {direction = "RIGHT"}
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = i64}
// CHECK: %[[V10:.*]] = onnx.BitwiseXor(%[[V9]], %[[V4]])
// CHECK: return %[[V10]] : tensor<3xi64>
func.func @right_tensor(%x: tensor<3xi64>, %y: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.bitwise_right_shift.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @right_unsigned
// CHECK: %[[V0:.*]] = onnx.BitShift(%arg0, %arg1) {direction = "RIGHT"}
// CHECK: return %[[V0]] : tensor<3xui8>
func.func @right_unsigned(%x: tensor<3xui8>, %y: tensor<3xui8>) -> tensor<3xui8> {
  %0 = torch.aten.bitwise_right_shift.Tensor(%x, %y) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// A number does not widen a tensor.
// CHECK-LABEL: func.func @left_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<16> : tensor<i32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xi32>
func.func @left_number(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = torch.aten.__lshift__.Scalar(%x, 4) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @left_tensors
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = ui32}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = ui32}
// CHECK: %[[V2:.*]] = onnx.BitShift(%[[V0]], %[[V1]]) {direction = "LEFT"}
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32}
// CHECK: return %[[V3]] : tensor<3xi32>
func.func @left_tensors(%x: tensor<3xi32>, %y: tensor<3xi32>) -> tensor<3xi32> {
  %0 = torch.aten.bitwise_left_shift.Tensor(%x, %y) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @number_left
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = ui64}
// CHECK: %[[V2:.*]] = onnx.Cast(%arg0) {to = ui64}
// CHECK: %[[V3:.*]] = onnx.BitShift(%[[V1]], %[[V2]]) {direction = "LEFT"}
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i64}
// CHECK: return %[[V4]] : tensor<3xi64>
func.func @number_left(%x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.bitwise_left_shift.Scalar_Tensor(3, %x) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @right_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Mod(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Div(%[[V2]], %[[V0]])
// CHECK: return %[[V3]] : tensor<3xi64>
func.func @right_number(%x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.bitwise_right_shift.Tensor_Scalar(%x, 2) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// The sign comes in from the left.
// CHECK-LABEL: func.func @number_right
// CHECK: %[[V0:.*]] = onnx.Constant dense<-100> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Less(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<-1> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Where(%[[V2]], %[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.BitwiseXor(%[[V0]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Cast(%[[V6]]) {to = ui64}
// CHECK: %[[V8:.*]] = onnx.Cast(%arg0) {to = ui64}
// CHECK: %[[V9:.*]] = onnx.BitShift(%[[V7]], %[[V8]]) {direction = "RIGHT"}
// CHECK: %[[V10:.*]] = onnx.Cast(%[[V9]]) {to = i64}
// CHECK: %[[V11:.*]] = onnx.BitwiseXor(%[[V10]], %[[V5]])
// CHECK: return %[[V11]] : tensor<3xi64>
func.func @number_right(%x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.bitwise_right_shift.Scalar_Tensor(-100, %x) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @right_tensors
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Less(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Where(%[[V1]], %[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.BitwiseXor(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = ui64}
// CHECK: %[[V7:.*]] = onnx.Cast(%arg1) {to = ui64}
// CHECK: %[[V8:.*]] = onnx.BitShift(%[[V6]], %[[V7]]) {direction = "RIGHT"}
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = i64}
// CHECK: %[[V10:.*]] = onnx.BitwiseXor(%[[V9]], %[[V4]])
// CHECK: return %[[V10]] : tensor<3xi64>
func.func @right_tensors(%x: tensor<3xi64>, %y: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.__rshift__.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
