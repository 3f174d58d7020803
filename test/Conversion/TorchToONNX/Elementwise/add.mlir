// Sums in the dtype of the result.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.Add(%arg0, %arg1)
func.func @dynamic(%x: tensor<?x3xf32> {onnx.value = dense<[[-2.125, 0.375, 3.125], [2.75, 2.0, 1.5]]> : tensor<2x3xf32>},
                   %y: tensor<3xf32> {onnx.value = dense<[2.75, 0.125, -1.875]> : tensor<3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.625, 0.5, 1.25], [5.5, 2.125, -0.375]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @promotes
// CHECK: onnx.Mul(
// CHECK: onnx.Add(%arg0, {{.*}})
func.func @promotes(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [2.75, -0.0, 1.0]]> : tensor<2x3xf32>},
                    %y: tensor<3xi64> {onnx.value = dense<[9223372036854775807, 7, -9223372036854775808]> : tensor<3xi64>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [1.8446744e+19, 14.0, -1.8446744e+19]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.add.Tensor(%x, %y, alpha=2) : (tensor<?x3xf32>, tensor<3xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// A number is rounded once, to the dtype of the result.
// CHECK-LABEL: func.func @number
// CHECK: onnx.Add(
func.func @number(%x: tensor<3xi64> {onnx.value = dense<[-9, -9223372036854775808, 9223372036854775807]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[-6.5, -9.223372e+18, 9.223372e+18]> : tensor<3xf32>}) {
  %0 = torch.aten.add.Tensor(%x, 2.5) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Booleans are added by or.
// CHECK-LABEL: func.func @booleans
// CHECK: onnx.Or(%arg0, %arg1)
func.func @booleans(%x: tensor<?x3xi1> {onnx.value = dense<[[false, false, true], [false, true, true]]> : tensor<2x3xi1>},
                    %y: tensor<?x3xi1> {onnx.value = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @reversed
// CHECK: onnx.Sub({{.*}}, %arg0)
func.func @reversed(%x: tensor<3xf32> {onnx.value = dense<[0x7F800000, 0x7FC00000, 0.75]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0xFF800000, 0x7FC00000, 0.25]> : tensor<3xf32>}) {
  %0 = torch.aten.rsub.Scalar(%x, 1) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @add_relu
// CHECK: %[[SUM:.*]] = onnx.Add(%arg0, %arg1)
// CHECK: onnx.Relu(%[[SUM]])
func.func @add_relu(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten._add_relu.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The factor belongs to the number.
// CHECK-LABEL: func.func @add_number
// CHECK: onnx.Mul(
// CHECK: onnx.Add(%arg0, {{.*}})
func.func @add_number(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, -2.5, 0xFF800000], [-0.0, 0x7FC00000, -2.75]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7F800000, -1.5, 0xFF800000], [1.0, 0x7FC00000, -1.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.add.Scalar(%x, 2, 0.5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @sub_number
// CHECK: onnx.Mul(
// CHECK: onnx.Sub(%arg0, {{.*}})
func.func @sub_number(%x: tensor<2x3xi32> {onnx.value = dense<[[-2147483647, 2147483647, -2147483648], [2147483646, 8, -2]]> : tensor<2x3xi32>})
    -> (tensor<2x3xi32> {onnx.expected = dense<[[2147483643, 2147483641, 2147483642], [2147483640, 2, -8]]> : tensor<2x3xi32>}) {
  %0 = torch.aten.sub.Scalar(%x, 2, 3) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// CHECK-LABEL: func.func @add_relu_number
// CHECK: onnx.Add(%arg0, {{.*}})
// CHECK: onnx.Relu(
func.func @add_relu_number(%x: tensor<2x3xf32> {onnx.value = dense<[[-35.0, -28.75, -16.25], [-5.0, 27.5, 2.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.0, 0.0, 0.0], [0.0, 27.0, 2.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten._add_relu.Scalar(%x, -0.5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The other one comes first, and the factor belongs to this one.
// CHECK-LABEL: func.func @rsub_tensor
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg1, {{.*}})
func.func @rsub_tensor(%x: tensor<2x3xf32> {onnx.value = dense<[[1.375, 1.75, -0.75], [-1.75, -1.0, -2.625]]> : tensor<2x3xf32>},
                       %y: tensor<3xf32> {onnx.value = dense<[2.5, -0.25, 3.125]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.25, -3.75, 4.625], [6.0, 1.75, 8.375]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.rsub.Tensor(%x, %y, alpha=2) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// In the dtype of the result.
// CHECK-LABEL: func.func @mul_number
// CHECK: onnx.Mul(
func.func @mul_number(%x: tensor<2x3xi64> {onnx.value = dense<[[-9223372036854775808, -9223372036854775807, 9223372036854775807], [-5, 3, 9223372036854775806]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-4.611686e+18, -4.611686e+18, 4.611686e+18], [-2.5, 1.5, 4.611686e+18]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.mul.Scalar(%x, 0.5) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
