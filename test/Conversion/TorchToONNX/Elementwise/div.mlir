// Division and what is left of it.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Integers divide as floats.
// CHECK-LABEL: func.func @integers
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Div(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<3xf32>
func.func @integers(%x: tensor<3xi64> {onnx.value = dense<[1, 1, 0]> : tensor<3xi64>},
                    %y: tensor<3xi64> {onnx.value = dense<0> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.div.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @truncated
// CHECK: %[[V0:.*]] = onnx.Div(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<3xi64>
func.func @truncated(%x: tensor<3xi64> {onnx.value = dense<[0, 1, 0]> : tensor<3xi64>},
                     %y: tensor<3xi64> {onnx.value = dense<1> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[0, 1, 0]> : tensor<3xi64>}) {
  %0 = torch.aten.div.Tensor_mode(%x, %y, rounding_mode="trunc") : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @truncated_float
// CHECK: %[[V0:.*]] = onnx.Div(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Clip(%[[V0]],
// CHECK: %[[V2:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V3:.*]] = onnx.Floor(%[[V2]])
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V1]], %[[V3]])
// CHECK: return %[[V4]] : tensor<3xf32>
func.func @truncated_float(%x: tensor<3xf32> {onnx.value = dense<[2.0, -0.5, -1.25]> : tensor<3xf32>},
                           %y: tensor<3xf32> {onnx.value = dense<[0.0, -0.25, 0.25]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7F800000, 2.0, -5.0]> : tensor<3xf32>}) {
  %0 = torch.aten.div.Tensor_mode(%x, %y, rounding_mode="trunc") : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @floor_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Greater(%[[V2]], %arg0)
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i64}
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<3xi64>
func.func @floor_integers(%x: tensor<3xi64> {onnx.value = dense<0> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<0> : tensor<3xi64>}) {
  %0 = torch.aten.floor_divide.default(%x, 2) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @floor_unsigned
// CHECK: %[[V0:.*]] = onnx.Div(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<3xui8>
func.func @floor_unsigned(%x: tensor<3xui8> {onnx.value = dense<[0, 255, 254]> : tensor<3xui8>},
                          %y: tensor<3xui8> {onnx.value = dense<[1, 2, 255]> : tensor<3xui8>})
    -> (tensor<3xui8> {onnx.expected = dense<[0, 127, 0]> : tensor<3xui8>}) {
  %0 = torch.aten.floor_divide.default(%x, %y) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// Not the floor of the quotient: 1 // 0.1 is 9.
// CHECK-LABEL: func.func @floor_literal
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mod(%arg0, %[[V0]]) {fmod = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Div(%[[V2]], %[[V0]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Less(%[[V1]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = f32}
// CHECK: %[[V7:.*]] = onnx.Sub(%[[V3]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Round(%[[V7]])
// CHECK: return %[[V8]] : tensor<3xf32>
func.func @floor_literal(%x: tensor<3xf32> {onnx.value = dense<[0.75, 2.0, 0.25]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.0, 4.0, 0.0]> : tensor<3xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Mod(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<3xi64>
func.func @remainder_integers(%x: tensor<3xi64> {onnx.value = dense<[1, 1, 0]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[1, 1, 0]> : tensor<3xi64>}) {
  %0 = torch.aten.remainder.Scalar(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @remainder_float
// CHECK: %[[V0:.*]] = onnx.Mod(%arg0, %arg1) {fmod = 1 : i64}
// CHECK: %[[V1:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %arg1)
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Less(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Add(%[[V0]], %arg1)
// CHECK: %[[V6:.*]] = onnx.Where(%[[V4]], %[[V5]], %[[V0]])
// CHECK: return %[[V6]] : tensor<3xf32>
func.func @remainder_float(%x: tensor<3xf32> {onnx.value = dense<[0.5, 1.75, 0.25]> : tensor<3xf32>},
                           %y: tensor<3xf32> {onnx.value = dense<[0.5, -2.0, -2.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0, -0.25, -1.75]> : tensor<3xf32>}) {
  %0 = torch.aten.remainder.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The sign of the dividend.
// CHECK-LABEL: func.func @fmod
// CHECK: %[[V0:.*]] = onnx.Mod(%arg0, %arg1) {fmod = 1 : i64}
// CHECK: return %[[V0]] : tensor<3xf32>
func.func @fmod(%x: tensor<3xf32> {onnx.value = dense<[0.5, 0.5, 2.0]> : tensor<3xf32>},
                %y: tensor<3xf32> {onnx.value = dense<[-0.5, 0.5, 0.5]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<0.0> : tensor<3xf32>}) {
  %0 = torch.aten.fmod.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Of two tensors the signs of rest and divisor decide. Not by a difference to
// the remainder, which overflows: -128 // 50 is -3.
// CHECK-LABEL: func.func @floor_narrow
// CHECK: %[[V0:.*]] = onnx.Div(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg1)
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Sign(%[[V2]])
// CHECK: %[[V4:.*]] = onnx.Sign(%arg1)
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i8>
// CHECK: %[[V7:.*]] = onnx.Less(%[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i8}
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V0]], %[[V8]])
// CHECK: return %[[V9]] : tensor<3xi8>
func.func @floor_narrow(%x: tensor<3xi8> {onnx.value = dense<[-7, 7, -128]> : tensor<3xi8>},
                        %y: tensor<3xi8> {onnx.value = dense<[2, -2, 127]> : tensor<3xi8>})
    -> (tensor<3xi8> {onnx.expected = dense<[-4, -4, -2]> : tensor<3xi8>}) {
  %0 = torch.aten.floor_divide.default(%x, %y) : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// CHECK-LABEL: func.func @floor_negative
// CHECK: %[[V0:.*]] = onnx.Constant dense<-2> : tensor<i32>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Less(%[[V2]], %arg0)
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i32}
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<3xi32>
func.func @floor_negative(%x: tensor<3xi32> {onnx.value = dense<[0, 1, 0]> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[0, -1, 0]> : tensor<3xi32>}) {
  %0 = torch.aten.floor_divide.default(%x, -2) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @floor_negative_float
// CHECK: %[[V1:.*]] = onnx.Neg(%arg0)
// CHECK: %[[V2:.*]] = onnx.Constant dense<2.500000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mod(%[[V1]], %[[V2]]) {fmod = 1 : i64}
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Div(%[[V4]], %[[V2]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Less(%[[V3]], %[[V0]])
// CHECK: %[[V7:.*]] = onnx.Cast(%[[V6]]) {to = f32}
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V5]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Round(%[[V8]])
// CHECK: return %[[V9]] : tensor<3xf32>
func.func @floor_negative_float(%x: tensor<3xf32> {onnx.value = dense<[2.0, 1.0, -1.25]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-1.0, -1.0, 0.0]> : tensor<3xf32>}) {
  %0 = torch.aten.floor_divide.default(%x, -2.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @floor_minus_one
// CHECK: %[[V1:.*]] = onnx.Neg(%arg0)
// CHECK: %[[V0:.*]] = onnx.Constant dense<-1> : tensor<i32>
// CHECK: return %[[V1]] : tensor<3xi32>
func.func @floor_minus_one(%x: tensor<3xi32> {onnx.value = dense<[1, 0, 0]> : tensor<3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[-1, 0, 0]> : tensor<3xi32>}) {
  %0 = torch.aten.floor_divide.default(%x, -1) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// Runtimes compute Mod with fmod in double precision, which does not hold all
// of these.
// CHECK-LABEL: func.func @fmod_wide
// CHECK: %[[V0:.*]] = onnx.Div(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg1)
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @fmod_wide(%x: tensor<3xi64> {onnx.value = dense<[-7, 7, -9223372036854775807]> : tensor<3xi64>},
                     %y: tensor<3xi64> {onnx.value = dense<[2, -2, 10]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[-1, 1, -7]> : tensor<3xi64>}) {
  %0 = torch.aten.fmod.Tensor(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @number
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Div(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @number(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 0, 0], [0, 0, 0]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.25, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.div.Scalar(%x, 4) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @number_trunc
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Clip(%[[V1]],
// CHECK: %[[V3:.*]] = onnx.Abs(%[[V1]])
// CHECK: %[[V4:.*]] = onnx.Floor(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V2]], %[[V4]])
// CHECK: return %[[V5]] : tensor<2x3xf32>
func.func @number_trunc(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.25, -0.5, -1.75], [-1.5, -2.0, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-4.0, -1.0, -5.0], [-5.0, -6.0, -1.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.div.Scalar_mode(%x, 0.3, rounding_mode="trunc") : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @number_floor
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Greater(%[[V2]], %arg0)
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i64}
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<2x3xi64>
func.func @number_floor(%x: tensor<2x3xi64> {onnx.value = dense<[[0, 0, 0], [1, 1, 0]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<0> : tensor<2x3xi64>}) {
  %0 = torch.aten.floor_divide.Scalar(%x, 4) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// Runtimes compute Mod with fmod in double precision.
// CHECK-LABEL: func.func @fmod_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Div(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Sub(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<2x3xi64>
func.func @fmod_number(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 1, 0], [0, 0, 0]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[1, 1, 0], [0, 0, 0]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.fmod.Scalar(%x, 4) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @number_remainder
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mod(%[[V0]], %arg0) {fmod = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Sign(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %arg0)
// CHECK: %[[V4:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Less(%[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Add(%[[V1]], %arg0)
// CHECK: %[[V7:.*]] = onnx.Where(%[[V5]], %[[V6]], %[[V1]])
// CHECK: return %[[V7]] : tensor<6xf32>
func.func @number_remainder(%x: tensor<6xf32> {onnx.value = dense<[1.25, -2.0, 0.25, -1.0, 0.0, 1.75]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0.0, -1.0, 0.0, 0.0, 0x7FC00000, 1.5]> : tensor<6xf32>}) {
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
