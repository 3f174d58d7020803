// Comparisons in the common dtype.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @promotes
// CHECK: onnx.Equal(%arg0, {{.*}})
func.func @promotes(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [2.75, -0.0, 1.0]]> : tensor<2x3xf32>},
                    %y: tensor<3xi64> {onnx.value = dense<[9223372036854775807, 7, -9223372036854775808]> : tensor<3xi64>})
    -> (tensor<?x3xi1> {onnx.expected = dense<false> : tensor<2x3xi1>}) {
  %0 = torch.aten.eq.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @number
// CHECK: onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: onnx.Greater(
func.func @number(%x: tensor<3xi64> {onnx.value = dense<[-9, -9223372036854775808, 9223372036854775807]> : tensor<3xi64>})
    -> (tensor<3xi1> {onnx.expected = dense<[false, false, true]> : tensor<3xi1>}) {
  %0 = torch.aten.gt.Scalar(%x, 0.5) : (tensor<3xi64>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @integer_number
// CHECK: onnx.LessOrEqual(%arg0, {{.*}})
func.func @integer_number(%x: tensor<?x3xi64> {onnx.value = dense<[[4, 1, 0], [2, 5, 3]]> : tensor<2x3xi64>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[false, true, true], [true, false, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.le.Scalar(%x, 3) : (tensor<?x3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @not_equal
// CHECK: onnx.Equal(%arg0, %arg1)
// CHECK: onnx.Not(
func.func @not_equal(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, 0xFF800000, -2.25], [-2.5, -0.0, 0x7FC00000]]> : tensor<2x3xf32>},
                     %y: tensor<?x3xf32> {onnx.value = dense<[[2.75, 0xFF800000, 1.0], [0x7FC00000, -0.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, false, true], [true, false, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.ne.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @not_equal_booleans
// CHECK: onnx.Xor(%arg0, %arg1)
func.func @not_equal_booleans(%x: tensor<?x3xi1> {onnx.value = dense<[[false, false, false], [false, true, true]]> : tensor<2x3xi1>},
                              %y: tensor<?x3xi1> {onnx.value = dense<[[false, true, true], [false, true, true]]> : tensor<2x3xi1>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[false, true, true], [false, false, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.ne.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// ONNX has no order of booleans.
// CHECK-LABEL: func.func @booleans
// CHECK: onnx.Less(
func.func @booleans(%x: tensor<?x3xi1> {onnx.value = dense<[[false, false, true], [false, true, true]]> : tensor<2x3xi1>},
                    %y: tensor<?x3xi1> {onnx.value = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, false, false], [true, false, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.lt.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical
// CHECK: onnx.And(
func.func @logical(%x: tensor<?x3xf32> {onnx.value = dense<[[0.5, -0.0, 0xFF800000], [0x7FC00000, 0x7F800000, -3.25]]> : tensor<2x3xf32>},
                   %y: tensor<?x3xi64> {onnx.value = dense<[[9223372036854775807, 9223372036854775806, -9223372036854775807], [-8, 7, -9223372036854775808]]> : tensor<2x3xi64>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.logical_and.default(%x, %y) : (tensor<?x3xf32>, tensor<?x3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical_not
// CHECK: onnx.Not(
func.func @logical_not(%x: tensor<?x3xi64> {onnx.value = dense<[[0, 0, 1], [0, 0, 0]]> : tensor<2x3xi64>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, true, false], [true, true, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.logical_not.default(%x) : (tensor<?x3xi64>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @equal_number
// CHECK: onnx.Equal(%arg0, {{.*}})
func.func @equal_number(%x: tensor<2x3xi64> {onnx.value = dense<[[0, 1, 1], [1, 3, 2]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[false, false, false], [false, false, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.eq.Scalar(%x, 2) : (tensor<2x3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @not_equal_number
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Not(
func.func @not_equal_number(%x: tensor<2x3xi64> {onnx.value = dense<[[3, 2, 0], [0, 2, 0]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[true, false, true], [true, false, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.ne.Scalar(%x, 2) : (tensor<2x3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @less_number
// CHECK: onnx.Less(%arg0, {{.*}})
func.func @less_number(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [0.25, -0.0, 0.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[false, false, true], [true, true, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.lt.Scalar(%x, 0.5) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @greater_or_equal_number
// CHECK: onnx.GreaterOrEqual(%arg0, {{.*}})
func.func @greater_or_equal_number(%x: tensor<2x3xf32> {onnx.value = dense<[[0.125, 0.1875, 0.5], [0.625, 0.5625, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[false, false, true], [true, true, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.ge.Scalar(%x, 0.5) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @greater_or_equal
// CHECK: onnx.GreaterOrEqual({{.*}}, %arg1)
func.func @greater_or_equal(%x: tensor<2x3xi32> {onnx.value = dense<[[1, 1, 1], [0, 1, 0]]> : tensor<2x3xi32>},
                            %y: tensor<3xi64> {onnx.value = dense<[0, 0, 1]> : tensor<3xi64>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[true, true, true], [true, true, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.ge.Tensor(%x, %y) : (tensor<2x3xi32>, tensor<3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @greater
// CHECK: onnx.Greater(%arg0, %arg1)
func.func @greater(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 1.5, 0.5], [-2.75, -2.25, 0x7FC00000]]> : tensor<2x3xf32>},
                   %y: tensor<2x1xf32> {onnx.value = dense<[[0.5], [1.25]]> : tensor<2x1xf32>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[true, true, false], [false, false, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.gt.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @less_or_equal
// CHECK: onnx.LessOrEqual(%arg0, {{.*}})
func.func @less_or_equal(%x: tensor<2x3xf64> {onnx.value = dense<[[0x7FF0000000000000, 2.5, 0xFFF0000000000000], [-0.0, -3.0, 0x7FF8000000000000]]> : tensor<2x3xf64>},
                         %y: tensor<3xf32> {onnx.value = dense<[0x7FC00000, -3.0, 0x7F800000]> : tensor<3xf32>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[false, false, true], [false, true, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.le.Tensor(%x, %y) : (tensor<2x3xf64>, tensor<3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical_or
// CHECK: onnx.Or(%arg0, {{.*}})
func.func @logical_or(%x: tensor<2x3xi1> {onnx.value = dense<[[false, true, true], [false, false, false]]> : tensor<2x3xi1>},
                      %y: tensor<3xi64> {onnx.value = dense<[1, 1, 0]> : tensor<3xi64>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[true, true, true], [true, true, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.logical_or.default(%x, %y) : (tensor<2x3xi1>, tensor<3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @logical_xor
// CHECK: onnx.Xor({{.*}}, %arg1)
func.func @logical_xor(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0x7F800000, 0xFF800000], [1.5, 0x7FC00000, -0.75]]> : tensor<2x3xf32>},
                       %y: tensor<3xi1> {onnx.value = dense<[false, true, true]> : tensor<3xi1>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[false, false, false], [true, false, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.logical_xor.default(%x, %y) : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}
