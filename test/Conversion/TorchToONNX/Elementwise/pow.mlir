// Powers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @square
// CHECK: onnx.Mul(%arg0, %arg0)
func.func @square(%x: tensor<?x3xf32> {onnx.value = dense<[[0xFF800000, -1.25, 0x7F800000], [-0.0, 0x7FC00000, 0.5]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7F800000, 1.5625, 0x7F800000], [0.0, 0x7FC00000, 0.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 2) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @root
// CHECK: onnx.Sqrt(%arg0)
func.func @root(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, -0.0, 1.5], [0xFF800000, 0.25, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7F800000, -0.0, 1.2247449], [0x7FC00000, 0.5, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 0.5) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @inverse_root
// CHECK: onnx.Sqrt(%arg0)
// CHECK: onnx.Reciprocal(
func.func @inverse_root(%x: tensor<?x3xf32> {onnx.value = dense<[[1.5, -0.25, 0x7FC00000], [-2.5, 1.25, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.81649655, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0.8944272, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, -0.5) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @cube
// CHECK: onnx.Pow(%arg0, {{.*}})
func.func @cube(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [-0.75, 2.5, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [-0.421875, 15.625, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 3) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @base
// CHECK: onnx.Pow({{.*}}, %arg0)
func.func @base(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 3.25, 0x7F800000], [-0.0, 0xFF800000, -2.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 9.513657, 0x7F800000], [1.0, 0.0, 0.2102241]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Scalar(2, %x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Integers wrap around, in narrow types as in wide ones: by squaring, as long as
// there are bits in the exponent. Negative exponents leave 1 and -1.
// CHECK-LABEL: func.func @narrow
// CHECK: onnx.Cast(%arg1) {to = i32}
// CHECK: onnx.Max
// CHECK: onnx.Loop
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = ui8}
func.func @narrow(%x: tensor<8xui8> {onnx.value = dense<[0, 0, 2, 3, 255, 200, 1, 7]> : tensor<8xui8>},
                  %y: tensor<8xui8> {onnx.value = dense<[0, 3, 7, 5, 2, 3, 255, 2]> : tensor<8xui8>})
    -> (tensor<8xui8> {onnx.expected = dense<[1, 0, 128, 243, 1, 0, 1, 49]> : tensor<8xui8>}) {
  %0 = torch.aten.pow.Tensor_Tensor(%x, %y) : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xui8>
  return %0 : tensor<8xui8>
}

// -----

// Products for a known exponent.
// CHECK-LABEL: func.func @fifth
// CHECK-NEXT: %[[TWO:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK-NEXT: %[[FOUR:.*]] = onnx.Mul(%[[TWO]], %[[TWO]])
// CHECK-NEXT: %[[FIVE:.*]] = onnx.Mul(%arg0, %[[FOUR]])
// CHECK-NEXT: return %[[FIVE]]
func.func @fifth(%x: tensor<?xi64> {onnx.value = dense<0> : tensor<2xi64>})
    -> (tensor<?xi64> {onnx.expected = dense<0> : tensor<2xi64>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 5) : (tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// CHECK-LABEL: func.func @float_power
// CHECK: onnx.Pow(
func.func @float_power(%x: tensor<3xf32> {onnx.value = dense<[2.75, 0x7FC00000, 0x7F800000]> : tensor<3xf32>})
    -> (tensor<3xf64> {onnx.expected = dense<[20.796875, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<3xf64>}) {
  %0 = torch.aten.float_power.Tensor_Scalar(%x, 3) : (tensor<3xf32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// In double precision, whatever the operands.
// CHECK-LABEL: func.func @float_power_of_number
// CHECK: onnx.Pow(
func.func @float_power_of_number(%x: tensor<2x3xi64> {onnx.value = dense<[[8, -9, -9223372036854775808], [9223372036854775806, 9223372036854775807, -9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf64> {onnx.expected = dense<[[256.0, 0.001953125, 0.0], [0x7FF0000000000000, 0x7FF0000000000000, 0.0]]> : tensor<2x3xf64>}) {
  %0 = torch.aten.float_power.Scalar(2, %x) : (tensor<2x3xi64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @float_power
// CHECK: onnx.Pow(
func.func @float_power(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 0x7FC00000, 0x7F800000], [0.25, 0.25, -0.0]]> : tensor<2x3xf32>},
                       %y: tensor<3xi64> {onnx.value = dense<[-4, -9223372036854775808, 9223372036854775807]> : tensor<3xi64>})
    -> (tensor<2x3xf64> {onnx.expected = dense<[[0.0, 0x7FF8000000000000, 0x7FF0000000000000], [256.0, 0x7FF0000000000000, 0.0]]> : tensor<2x3xf64>}) {
  %0 = torch.aten.float_power.Tensor_Tensor(%x, %y) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @rsqrt
// CHECK: onnx.Sqrt(
// CHECK: onnx.Reciprocal(
func.func @rsqrt(%x: tensor<2x3xi64> {onnx.value = dense<[[-9223372036854775807, -4, 7], [9223372036854775807, -9223372036854775808, 9223372036854775806]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0.3779645], [3.2927225e-10, 0x7FC00000, 3.2927225e-10]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.rsqrt.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @square
// CHECK: onnx.Mul(%arg0, %arg0)
func.func @square(%x: tensor<2x3xi64> {onnx.value = dense<[[-9223372036854775808, 3, -6], [-9223372036854775807, 9223372036854775806, 9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[0, 9, 36], [1, 4, 1]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.square.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

func.func @negative_exponents(%x: tensor<6xf32> {onnx.value = dense<[0x7FC00000, 0xFF800000, -0.0, 0.3, -2.5, 3.0e-20]> : tensor<6xf32>},
                              %y: tensor<4xf16> {onnx.value = dense<[300.0, -0.01, 3.0, 0x7C00]> : tensor<4xf16>})
    -> (tensor<6xf32> {onnx.expected = dense<[0x7FC00000, 0.0, 0x7F800000, 11.111111, 0.16, 0x7F800000]> : tensor<6xf32>},
        tensor<6xf32> {onnx.expected = dense<[0x7FC00000, -0.0, 0xFF800000, 3.3333333, -0.4, 3.3333335e+19]> : tensor<6xf32>},
        tensor<4xf16> {onnx.expected = dense<[1.11e-05, 9990.0, 0.1111, 0.0]> : tensor<4xf16>},
        tensor<4xf16> {onnx.expected = dense<[0.05774, 0x7E00, 0.577, 0.0]> : tensor<4xf16>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, -2) : (tensor<6xf32>) -> tensor<6xf32>
  %1 = torch.aten.pow.Tensor_Scalar(%x, -1) : (tensor<6xf32>) -> tensor<6xf32>
  %2 = torch.aten.pow.Tensor_Scalar(%y, -2) : (tensor<4xf16>) -> tensor<4xf16>
  %3 = torch.aten.pow.Tensor_Scalar(%y, -0.5) : (tensor<4xf16>) -> tensor<4xf16>
  return %0, %1, %2, %3 : tensor<6xf32>, tensor<6xf32>, tensor<4xf16>, tensor<4xf16>
}

// -----

// The signs of powers of -1; other inverses of integers are 0.
func.func @negative_integers(%x: tensor<6xi64> {onnx.value = dense<[-1, -1, 1, 2, -3, 5]> : tensor<6xi64>},
                             %y: tensor<6xi64> {onnx.value = dense<[-3, -2, -7, 3, 3, 0]> : tensor<6xi64>})
    -> (tensor<6xi64> {onnx.expected = dense<[-1, 1, 1, 8, -27, 1]> : tensor<6xi64>}) {
  %0 = torch.aten.pow.Tensor_Tensor(%x, %y) : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
  return %0 : tensor<6xi64>
}
