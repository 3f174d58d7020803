// Shifts of signed integers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @left
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Constant dense<3> : tensor<i64>
func.func @left(%x: tensor<3xi64> {onnx.value = dense<[-9223372036854775808, 9223372036854775807, 9]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[0, -8, 72]> : tensor<3xi64>}) {
  %0 = torch.aten.bitwise_left_shift.Tensor_Scalar(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @left_tensor
// CHECK: onnx.BitShift({{.*}}) {direction = "LEFT"}
func.func @left_tensor(%x: tensor<3xi64> {onnx.value = dense<[0, 0, 1]> : tensor<3xi64>},
                       %y: tensor<3xi64> {onnx.value = dense<[1, 0, 0]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[0, 0, 1]> : tensor<3xi64>}) {
  %0 = torch.aten.__lshift__.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Rounded down, as an arithmetic shift.
// CHECK-LABEL: func.func @right
// CHECK: onnx.Mod(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Constant dense<3> : tensor<i64>
func.func @right(%x: tensor<3xi64> {onnx.value = dense<[-9223372036854775808, 9223372036854775807, 3]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[-1152921504606846976, 1152921504606846975, 0]> : tensor<3xi64>}) {
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
// CHECK: onnx.BitShift(%arg0, %arg1) {direction = "RIGHT"}
func.func @right_unsigned(%x: tensor<3xui8> {onnx.value = dense<1> : tensor<3xui8>},
                          %y: tensor<3xui8> {onnx.value = dense<[0, 0, 1]> : tensor<3xui8>})
    -> (tensor<3xui8> {onnx.expected = dense<[1, 1, 0]> : tensor<3xui8>}) {
  %0 = torch.aten.bitwise_right_shift.Tensor(%x, %y) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// A number does not widen a tensor.
// CHECK-LABEL: func.func @left_number
// CHECK: onnx.Mul(%arg0, {{.*}})
func.func @left_number(%x: tensor<3xi32> {onnx.value = dense<[4, 2147483647, -2147483648]> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[64, -16, 0]> : tensor<3xi32>}) {
  %0 = torch.aten.__lshift__.Scalar(%x, 4) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @left_tensors
// CHECK: onnx.BitShift({{.*}}) {direction = "LEFT"}
func.func @left_tensors(%x: tensor<3xi32> {onnx.value = dense<[0, 0, 1]> : tensor<3xi32>},
                        %y: tensor<3xi32> {onnx.value = dense<0> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[0, 0, 1]> : tensor<3xi32>}) {
  %0 = torch.aten.bitwise_left_shift.Tensor(%x, %y) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @number_left
// CHECK: onnx.BitShift({{.*}}) {direction = "LEFT"}
func.func @number_left(%x: tensor<3xi64> {onnx.value = dense<[4, 9223372036854775807, -9223372036854775808]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[48, 0, 0]> : tensor<3xi64>}) {
  %0 = torch.aten.bitwise_left_shift.Scalar_Tensor(3, %x) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @right_number
// CHECK: onnx.Mod(%arg0, {{.*}}) : (
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Div(
func.func @right_number(%x: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -9223372036854775808, 7]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[2305843009213693951, -2305843009213693952, 1]> : tensor<3xi64>}) {
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
