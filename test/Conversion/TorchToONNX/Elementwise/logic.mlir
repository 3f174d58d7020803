// Booleans have logical operators.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @and
// CHECK: onnx.BitwiseAnd(%arg0, %arg1)
func.func @and(%x: tensor<?x3xi64> {onnx.value = dense<[[4, -9223372036854775807, 9223372036854775807], [-9223372036854775808, 9223372036854775806, 1]]> : tensor<2x3xi64>},
               %y: tensor<3xi64> {onnx.value = dense<[-9223372036854775808, 7, 9223372036854775807]> : tensor<3xi64>})
    -> (tensor<?x3xi64> {onnx.expected = dense<[[0, 1, 9223372036854775807], [-9223372036854775808, 6, 1]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.bitwise_and.Tensor(%x, %y) : (tensor<?x3xi64>, tensor<3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// -----

// CHECK-LABEL: func.func @and_booleans
// CHECK: onnx.And(%arg0, %arg1)
func.func @and_booleans(%x: tensor<?x3xi1> {onnx.value = dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1>},
                        %y: tensor<?x3xi1> {onnx.value = dense<[[true, false, false], [true, true, false]]> : tensor<2x3xi1>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, false, false], [true, false, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.bitwise_and.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @not
// CHECK: onnx.Not(%arg0)
func.func @not(%x: tensor<?x3xi1> {onnx.value = dense<[[false, false, true], [false, true, false]]> : tensor<2x3xi1>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, true, false], [true, false, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.bitwise_not.default(%x) : (tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @xor
// CHECK: onnx.BitwiseXor(%arg0, {{.*}})
func.func @xor(%x: tensor<?x3xi64> {onnx.value = dense<[[9223372036854775806, -9223372036854775808, 9223372036854775807], [-9223372036854775807, 5, -9]]> : tensor<2x3xi64>})
    -> (tensor<?x3xi64> {onnx.expected = dense<[[9223372036854775803, -9223372036854775803, 9223372036854775802], [-9223372036854775804, 0, -14]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.bitwise_xor.Scalar(%x, 5) : (tensor<?x3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}

// -----

// CHECK-LABEL: func.func @and_number
// CHECK: onnx.BitwiseAnd(%arg0, {{.*}})
func.func @and_number(%x: tensor<2x3xi64> {onnx.value = dense<[[9223372036854775806, -5, -9223372036854775808], [5, -9223372036854775807, 9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[6, 2, 0], [4, 0, 6]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.bitwise_and.Scalar(%x, 6) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @number_and
// CHECK: onnx.BitwiseAnd({{.*}}, %arg0)
func.func @number_and(%x: tensor<2x3xi64> {onnx.value = dense<[[2, -9223372036854775807, -3], [9223372036854775807, -9223372036854775808, 9223372036854775806]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[2, 0, 4], [6, 0, 6]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.bitwise_and.Scalar_Tensor(6, %x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @or
// CHECK: onnx.BitwiseOr(%arg0, %arg1)
func.func @or(%x: tensor<2x3xi64> {onnx.value = dense<[[-9223372036854775807, -9223372036854775808, -3], [-8, 9223372036854775807, 9223372036854775806]]> : tensor<2x3xi64>},
              %y: tensor<3xi64> {onnx.value = dense<[-9, -9223372036854775808, 9223372036854775807]> : tensor<3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[-9, -9223372036854775808, -1], [-1, -1, 9223372036854775807]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.bitwise_or.Tensor(%x, %y) : (tensor<2x3xi64>, tensor<3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// Of booleans.
// CHECK-LABEL: func.func @or_number
// CHECK: onnx.Or(%arg0, {{.*}})
func.func @or_number(%x: tensor<2x3xi1> {onnx.value = dense<[[true, false, false], [true, false, true]]> : tensor<2x3xi1>})
    -> (tensor<2x3xi1> {onnx.expected = dense<true> : tensor<2x3xi1>}) {
  %0 = torch.aten.bitwise_or.Scalar(%x, true) : (tensor<2x3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// A number does not widen a tensor.
// CHECK-LABEL: func.func @number_or
// CHECK: onnx.BitwiseOr({{.*}}, %arg0)
func.func @number_or(%x: tensor<2x3xi32> {onnx.value = dense<[[-2147483648, 9, 2147483646], [-3, -2147483647, 2147483647]]> : tensor<2x3xi32>})
    -> (tensor<2x3xi32> {onnx.expected = dense<[[-2147483642, 15, 2147483646], [-1, -2147483641, 2147483647]]> : tensor<2x3xi32>}) {
  %0 = torch.aten.bitwise_or.Scalar_Tensor(6, %x) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// In the wider of the two.
// CHECK-LABEL: func.func @xor_tensors
// CHECK: onnx.BitwiseXor(%arg0, {{.*}})
func.func @xor_tensors(%x: tensor<2x3xi64> {onnx.value = dense<[[9223372036854775807, -9, -3], [-9223372036854775807, 9223372036854775806, -9223372036854775808]]> : tensor<2x3xi64>},
                       %y: tensor<2x3xi32> {onnx.value = dense<[[-4, 5, 2147483646], [2147483647, -2147483648, -2147483647]]> : tensor<2x3xi32>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[-9223372036854775805, -14, -2147483645], [-9223372034707292162, -9223372034707292162, 9223372034707292161]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.bitwise_xor.Tensor(%x, %y) : (tensor<2x3xi64>, tensor<2x3xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @number_xor
// CHECK: onnx.BitwiseXor({{.*}}, %arg0)
func.func @number_xor(%x: tensor<2x3xi64> {onnx.value = dense<[[9223372036854775806, 9223372036854775807, 0], [-9223372036854775808, -5, -9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[9223372036854775800, 9223372036854775801, 6], [-9223372036854775802, -3, -9223372036854775801]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.bitwise_xor.Scalar_Tensor(6, %x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}
