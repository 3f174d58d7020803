// Larger and smaller.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @maximum
// CHECK: onnx.Max(%arg0, %arg1)
func.func @maximum(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0xFF800000, -0.0], [1.75, 2.0, 0x7F800000]]> : tensor<2x3xf32>},
                   %y: tensor<3xf32> {onnx.value = dense<[0x7FC00000, 2.0, 0x7F800000]> : tensor<3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 2.0, 0x7F800000], [0x7FC00000, 2.0, 0x7F800000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.maximum.default(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @booleans
// CHECK: onnx.And(%arg0, %arg1)
func.func @booleans(%x: tensor<?x3xi1> {onnx.value = dense<[[false, false, true], [false, true, true]]> : tensor<2x3xi1>},
                    %y: tensor<?x3xi1> {onnx.value = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[false, false, true], [false, true, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.minimum.default(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// A number is more than NaN.
// CHECK-LABEL: func.func @fmax
// CHECK: onnx.GreaterOrEqual(%arg0, %arg1)
// CHECK: onnx.IsNaN(%arg1)
// CHECK: onnx.Or(
func.func @fmax(%x: tensor<3xf32> {onnx.value = dense<[0x7F800000, 2.25, 0x7FC00000]> : tensor<3xf32>},
                %y: tensor<3xf32> {onnx.value = dense<[0x7F800000, -0.75, 0x7FC00000]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7F800000, 2.25, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.fmax.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @fmax_integers
// CHECK: onnx.Max(%arg0, %arg1)
func.func @fmax_integers(%x: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -1, -9223372036854775808]> : tensor<3xi64>},
                         %y: tensor<3xi64> {onnx.value = dense<[-9223372036854775808, 9223372036854775807, 2]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[9223372036854775807, 9223372036854775807, 2]> : tensor<3xi64>}) {
  %0 = torch.aten.fmax.default(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Of a number and NaN the number.
// CHECK-LABEL: func.func @fmin
// CHECK: onnx.LessOrEqual(%arg0, %arg1)
// CHECK: onnx.IsNaN(%arg1)
// CHECK: onnx.Or(
func.func @fmin(%x: tensor<6xf32> {onnx.value = dense<[1.25, 1.25, 0x7FC00000, -0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>},
                %y: tensor<6xf32> {onnx.value = dense<[0x7F800000, 0x7FC00000, 1.5, 1.75, -0.0, 0xFF800000]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[1.25, 1.25, 1.5, -0.0, -0.0, 0xFF800000]> : tensor<6xf32>}) {
  %0 = torch.aten.fmin.default(%x, %y) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
