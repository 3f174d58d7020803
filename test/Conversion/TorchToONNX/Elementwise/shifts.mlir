// Shifts of signed integers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @left
// CHECK: %[[V1:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Mul(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @left(%x: tensor<3xi64> {onnx.value = dense<1> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<8> : tensor<3xi64>}) {
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
func.func @left_tensor(%x: tensor<3xi64> {onnx.value = dense<[1, 0, 0]> : tensor<3xi64>},
                       %y: tensor<3xi64> {onnx.value = dense<[0, 1, 0]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[1, 0, 0]> : tensor<3xi64>}) {
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
func.func @right(%x: tensor<3xi64> {onnx.value = dense<[1, 1, 0]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<0> : tensor<3xi64>}) {
  %0 = torch.aten.__rshift__.Scalar(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @right_tensor
// CHECK: onnx.Where
// CHECK: onnx.BitwiseXor(%arg0, {{.*}})
// CHECK: onnx.Cast({{.*}}) {to = ui64}
// CHECK: onnx.BitShift({{.*}}) {direction = "RIGHT"}
// CHECK: onnx.Cast({{.*}}) {to = i64}
func.func @right_tensor(%x: tensor<7xi64> {onnx.value = dense<[-100, 100, -1, 5, -100, 100, -7]> : tensor<7xi64>},
                        %y: tensor<7xi64> {onnx.value = dense<[2, 3, 63, 0, 64, 64, 1]> : tensor<7xi64>})
    -> (tensor<7xi64> {onnx.expected = dense<[-25, 12, -1, 5, -1, 0, -4]> : tensor<7xi64>}) {
  %0 = torch.aten.bitwise_right_shift.Tensor(%x, %y) : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  return %0 : tensor<7xi64>
}

// -----

// CHECK-LABEL: func.func @right_unsigned
// CHECK: %[[V0:.*]] = onnx.BitShift(%arg0, %arg1) {direction = "RIGHT"}
// CHECK: return %[[V0]] : tensor<3xui8>
func.func @right_unsigned(%x: tensor<3xui8> {onnx.value = dense<[1, 1, 0]> : tensor<3xui8>},
                          %y: tensor<3xui8> {onnx.value = dense<[0, 1, 1]> : tensor<3xui8>})
    -> (tensor<3xui8> {onnx.expected = dense<[1, 0, 0]> : tensor<3xui8>}) {
  %0 = torch.aten.bitwise_right_shift.Tensor(%x, %y) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// A number does not widen a tensor.
// CHECK-LABEL: func.func @left_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<16> : tensor<i32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xi32>
func.func @left_number(%x: tensor<3xi32> {onnx.value = dense<[0, 1, 0]> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[0, 16, 0]> : tensor<3xi32>}) {
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
func.func @left_tensors(%x: tensor<3xi32> {onnx.value = dense<[0, 0, 1]> : tensor<3xi32>},
                        %y: tensor<3xi32> {onnx.value = dense<[1, 0, 1]> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[0, 0, 2]> : tensor<3xi32>}) {
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
func.func @number_left(%x: tensor<3xi64> {onnx.value = dense<[0, 1, 0]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[3, 6, 3]> : tensor<3xi64>}) {
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
func.func @right_number(%x: tensor<3xi64> {onnx.value = dense<1> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<0> : tensor<3xi64>}) {
  %0 = torch.aten.bitwise_right_shift.Tensor_Scalar(%x, 2) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// The sign comes in from the left.
// CHECK-LABEL: func.func @number_right
// CHECK: onnx.Where
// CHECK: onnx.BitwiseXor
// CHECK: onnx.Cast({{.*}}) {to = ui64}
// CHECK: onnx.BitShift({{.*}}) {direction = "RIGHT"}
// CHECK: onnx.Cast({{.*}}) {to = i64}
func.func @number_right(%x: tensor<7xi64> {onnx.value = dense<[0, 1, 3, 63, 64, 100, 6]> : tensor<7xi64>})
    -> (tensor<7xi64> {onnx.expected = dense<[-100, -50, -13, -1, -1, -1, -2]> : tensor<7xi64>}) {
  %0 = torch.aten.bitwise_right_shift.Scalar_Tensor(-100, %x) : (tensor<7xi64>) -> tensor<7xi64>
  return %0 : tensor<7xi64>
}

// -----

// CHECK-LABEL: func.func @right_tensors
// CHECK: onnx.Where
// CHECK: onnx.BitwiseXor(%arg0, {{.*}})
// CHECK: onnx.Cast({{.*}}) {to = ui64}
// CHECK: onnx.BitShift({{.*}}) {direction = "RIGHT"}
// CHECK: onnx.Cast({{.*}}) {to = i64}
func.func @right_tensors(%x: tensor<7xi64> {onnx.value = dense<[-100, 100, -1, 5, -100, 100, -7]> : tensor<7xi64>},
                         %y: tensor<7xi64> {onnx.value = dense<[2, 3, 63, 0, 64, 64, 1]> : tensor<7xi64>})
    -> (tensor<7xi64> {onnx.expected = dense<[-25, 12, -1, 5, -1, 0, -4]> : tensor<7xi64>}) {
  %0 = torch.aten.__rshift__.Tensor(%x, %y) : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  return %0 : tensor<7xi64>
}
