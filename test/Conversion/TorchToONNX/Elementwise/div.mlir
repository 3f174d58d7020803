// Division and what is left of it.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Integers divide as floats.
// CHECK-LABEL: func.func @integers
// CHECK: onnx.Div(
func.func @integers(%x: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -7, -9223372036854775808]> : tensor<3xi64>},
                    %y: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -8, -9223372036854775808]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.0, 0.875, 1.0]> : tensor<3xf32>}) {
  %0 = torch.aten.div.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @truncated
// CHECK: onnx.Div(%arg0, %arg1)
func.func @truncated(%x: tensor<3xi64> {onnx.value = dense<[-9223372036854775808, 9223372036854775807, 2]> : tensor<3xi64>},
                     %y: tensor<3xi64> {onnx.value = dense<[-9223372036854775808, 9223372036854775807, 8]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[1, 1, 0]> : tensor<3xi64>}) {
  %0 = torch.aten.div.Tensor_mode(%x, %y, rounding_mode="trunc") : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @truncated_float
// CHECK: onnx.Div(%arg0, %arg1)
// CHECK: onnx.Clip({{.*}},
// CHECK: onnx.Floor(
func.func @truncated_float(%x: tensor<3xf32> {onnx.value = dense<[2.25, 1.125, 0.75]> : tensor<3xf32>},
                           %y: tensor<3xf32> {onnx.value = dense<[1.625, -1.0, -0.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.0, -1.0, 0xFF800000]> : tensor<3xf32>}) {
  %0 = torch.aten.div.Tensor_mode(%x, %y, rounding_mode="trunc") : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @floor_integers
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.Mul(
// CHECK: onnx.Greater({{.*}}, %arg0)
func.func @floor_integers(%x: tensor<3xi64> {onnx.value = dense<[-9, -4, -9]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[-5, -2, -5]> : tensor<3xi64>}) {
  %0 = torch.aten.floor_divide.default(%x, 2) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @floor_unsigned
// CHECK: onnx.Div(%arg0, %arg1)
func.func @floor_unsigned(%x: tensor<3xui8> {onnx.value = dense<[0, 255, 254]> : tensor<3xui8>},
                          %y: tensor<3xui8> {onnx.value = dense<[1, 2, 255]> : tensor<3xui8>})
    -> (tensor<3xui8> {onnx.expected = dense<[0, 127, 0]> : tensor<3xui8>}) {
  %0 = torch.aten.floor_divide.default(%x, %y) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// Not the floor of the quotient: 1 // 0.1 is 9.
// CHECK-LABEL: func.func @floor_literal
// CHECK: onnx.Mod(%arg0, {{.*}}) {fmod = 1 : i64}
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Round(
func.func @floor_literal(%x: tensor<3xf32> {onnx.value = dense<[-18.75, 22.5, 3.75]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-38.0, 45.0, 7.0]> : tensor<3xf32>}) {
  %0 = torch.aten.div.Tensor_mode(%x, 0.5, rounding_mode="floor") : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The signs are those of a division by the size of the divisor: -0.5 // -1 is
// 0.0, not -0.0.
// CHECK-LABEL: func.func @floor_float
// CHECK: onnx.Mod({{.*}}) {fmod = 1 : i64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Round
// CHECK: onnx.Where
func.func @floor_float(%x: tensor<10xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 7.0, -7.0, 7.0, -7.0, 0.0, -0.0, 1.0, 1.0]> : tensor<10xf32>},
                       %y: tensor<10xf32> {onnx.value = dense<[1.0, 2.0, 2.0, 2.0, -2.0, -2.0, 0.0, 3.0, 0x7F800000, 0xFF800000]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 3.0, -4.0, -4.0, 3.0, 0x7FC00000, -0.0, 0.0, -1.0]> : tensor<10xf32>}) {
  %0 = torch.aten.floor_divide.default(%x, %y) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// The sign of the divisor.
// CHECK-LABEL: func.func @remainder_integers
// CHECK: onnx.Mod(%arg0, {{.*}})
func.func @remainder_integers(%x: tensor<3xi64> {onnx.value = dense<[2, -9223372036854775808, 9223372036854775807]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[2, 1, 1]> : tensor<3xi64>}) {
  %0 = torch.aten.remainder.Scalar(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @remainder_float
// CHECK: onnx.Mod(%arg0, %arg1) {fmod = 1 : i64}
// CHECK: onnx.Sign(
// CHECK: onnx.Mul({{.*}}, %arg1)
func.func @remainder_float(%x: tensor<3xf32> {onnx.value = dense<[-0.625, 1.375, -1.125]> : tensor<3xf32>},
                           %y: tensor<3xf32> {onnx.value = dense<[2.0, -1.375, 1.125]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.375, 0.0, -0.0]> : tensor<3xf32>}) {
  %0 = torch.aten.remainder.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The sign of the dividend.
// CHECK-LABEL: func.func @fmod
// CHECK: onnx.Mod(%arg0, %arg1) {fmod = 1 : i64}
func.func @fmod(%x: tensor<3xf32> {onnx.value = dense<[0x7FC00000, 0.0, 0x7F800000]> : tensor<3xf32>},
                %y: tensor<3xf32> {onnx.value = dense<[-0.25, 0x7F800000, 0x7FC00000]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7FC00000, 0.0, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.fmod.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Of two tensors the signs of rest and divisor decide. Not by a difference to
// the remainder, which overflows: -128 // 50 is -3.
// CHECK-LABEL: func.func @floor_narrow
// CHECK: onnx.Mul({{.*}}, %arg1)
// CHECK: onnx.Sign(
// CHECK: onnx.Sign(%arg1)
// CHECK: onnx.Mul(
// CHECK: onnx.Constant dense<0> : tensor<i8>
// CHECK: onnx.Less(
func.func @floor_narrow(%x: tensor<3xi8> {onnx.value = dense<[-7, 7, -128]> : tensor<3xi8>},
                        %y: tensor<3xi8> {onnx.value = dense<[2, -2, 127]> : tensor<3xi8>})
    -> (tensor<3xi8> {onnx.expected = dense<[-4, -4, -2]> : tensor<3xi8>}) {
  %0 = torch.aten.floor_divide.default(%x, %y) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// CHECK-LABEL: func.func @floor_negative
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.Mul(
// CHECK: onnx.Less({{.*}}, %arg0)
func.func @floor_negative(%x: tensor<3xi32> {onnx.value = dense<[2147483647, 4, -2147483648]> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[-1073741824, -2, 1073741824]> : tensor<3xi32>}) {
  %0 = torch.aten.floor_divide.default(%x, -2) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @floor_negative_float
// CHECK: onnx.Neg(%arg0)
// CHECK: onnx.Mod({{.*}}) {fmod = 1 : i64}
// CHECK: onnx.Round(
func.func @floor_negative_float(%x: tensor<3xf32> {onnx.value = dense<[-32.5, 18.75, 32.5]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[13.0, -8.0, -13.0]> : tensor<3xf32>}) {
  %0 = torch.aten.floor_divide.default(%x, -2.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @floor_minus_one
// CHECK: onnx.Neg(%arg0)
// CHECK: onnx.Constant dense<-1> : tensor<i32>
func.func @floor_minus_one(%x: tensor<3xi32> {onnx.value = dense<[2147483647, 4, -2147483648]> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[-2147483647, -4, -2147483648]> : tensor<3xi32>}) {
  %0 = torch.aten.floor_divide.default(%x, -1) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// Runtimes compute Mod with fmod in double precision, which does not hold all
// of these.
// CHECK-LABEL: func.func @fmod_wide
// CHECK: onnx.Div(%arg0, %arg1)
// CHECK: onnx.Mul({{.*}}, %arg1)
// CHECK: onnx.Sub(%arg0, {{.*}})
func.func @fmod_wide(%x: tensor<3xi64> {onnx.value = dense<[-7, 7, -9223372036854775807]> : tensor<3xi64>},
                     %y: tensor<3xi64> {onnx.value = dense<[2, -2, 10]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[-1, 1, -7]> : tensor<3xi64>}) {
  %0 = torch.aten.fmod.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @number
// CHECK: onnx.Div(
func.func @number(%x: tensor<2x3xi64> {onnx.value = dense<[[9223372036854775807, -9223372036854775808, 9223372036854775806], [0, -9223372036854775807, 2]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[2.305843e+18, -2.305843e+18, 2.305843e+18], [0.0, -2.305843e+18, 0.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.div.Scalar(%x, 4) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @number_trunc
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.Clip({{.*}},
// CHECK: onnx.Floor(
func.func @number_trunc(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.25, 0x7F800000, -1.5], [-1.25, 1.25, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-4.0, 0x7F800000, -5.0], [-4.0, 4.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.div.Scalar_mode(%x, 0.3, rounding_mode="trunc") : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @number_floor
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.Mul(
// CHECK: onnx.Greater({{.*}}, %arg0)
func.func @number_floor(%x: tensor<2x3xi64> {onnx.value = dense<[[-9, -9223372036854775808, 9223372036854775807], [-9223372036854775807, 4, 9223372036854775806]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[-3, -2305843009213693952, 2305843009213693951], [-2305843009213693952, 1, 2305843009213693951]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.floor_divide.Scalar(%x, 4) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// Runtimes compute Mod with fmod in double precision.
// CHECK-LABEL: func.func @fmod_number
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.Mul(
// CHECK: onnx.Sub(%arg0, {{.*}})
func.func @fmod_number(%x: tensor<2x3xi64> {onnx.value = dense<[[-9223372036854775807, 8, -1], [-9223372036854775808, 9223372036854775806, 9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[-3, 0, -1], [0, 2, 3]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.fmod.Scalar(%x, 4) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @number_remainder
// CHECK: onnx.Mod({{.*}}, %arg0) {fmod = 1 : i64}
// CHECK: onnx.Sign(
// CHECK: onnx.Mul({{.*}}, %arg0)
func.func @number_remainder(%x: tensor<6xf32> {onnx.value = dense<[0.5, 0xFF800000, 0x7F800000, 0x7FC00000, -0.0, 3.25]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0.0, 0xFF800000, 5.0, 0x7FC00000, 0x7FC00000, 1.75]> : tensor<6xf32>}) {
  %0 = torch.aten.remainder.Scalar_Tensor(5.0, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// A number beside a tensor of i8 wraps around: the divisor is -56.
func.func @floor_divide_wrapped(%x: tensor<8xi8> {onnx.value = dense<[-128, -57, -56, -55, 0, 55, 56, 127]> : tensor<8xi8>})
    -> (tensor<8xi8> {onnx.expected = dense<[2, 1, 1, 0, 0, -1, -1, -3]> : tensor<8xi8>},
        tensor<8xi8> {onnx.expected = dense<[-128, 57, 56, 55, 0, -55, -56, -127]> : tensor<8xi8>}) {
  %0 = torch.aten.floor_divide.Scalar(%x, 200) : (tensor<8xi8>) -> tensor<8xi8>
  %1 = torch.aten.floor_divide.Scalar(%x, 255) : (tensor<8xi8>) -> tensor<8xi8>
  return %0, %1 : tensor<8xi8>, tensor<8xi8>
}

// -----

// A divisor that is rounded to 0 in single precision.
func.func @floor_divide_underflow(%x: tensor<4xf32> {onnx.value = dense<[-2.0, 0.0, 3.0, 0x7FC00000]> : tensor<4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0xFF800000, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<4xf32>}) {
  %0 = torch.aten.floor_divide.Scalar(%x, 1.0e-50) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
