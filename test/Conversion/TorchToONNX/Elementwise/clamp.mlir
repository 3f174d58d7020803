// Bounds: Clip has finite ones where they are absent, Max and Min propagate NaN.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @both
// CHECK: onnx.Clip(%arg0, {{.*}})
func.func @both(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, 0xFF800000, -0.0], [0x7FC00000, 0.25, -1.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[6.0, 0.0, -0.0], [0x7FC00000, 0.25, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.clamp.default(%x, 0, 6) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Infinity stays.
// CHECK-LABEL: func.func @least
// CHECK: onnx.Max(%arg0, {{.*}})
func.func @least(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, -0.0, 3.25], [0xFF800000, 0x7FC00000, 0.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7F800000, -0.0, 3.25], [0.0, 0x7FC00000, 0.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.clamp.default(%x, min=0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @tensors
// CHECK: onnx.Max(%arg0, %arg1)
// CHECK: onnx.Min({{.*}}, %arg2)
func.func @tensors(%x: tensor<?x3xf32> {onnx.value = dense<[[0.75, 0.5, 1.5], [0x7FC00000, 0x7F800000, 1.0]]> : tensor<2x3xf32>},
                   %y: tensor<3xf32> {onnx.value = dense<[0x7F800000, 0.75, 0x7FC00000]> : tensor<3xf32>},
                   %z: tensor<f32> {onnx.value = dense<1.75> : tensor<f32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[1.75, 0.75, 0x7FC00000], [0x7FC00000, 1.75, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.clamp.Tensor(%x, %y, %z) : (tensor<?x3xf32>, tensor<3xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @promoted
// CHECK: onnx.Clip(
func.func @promoted(%x: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -9223372036854775808, 2]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.5, 0.5, 1.5]> : tensor<3xf32>}) {
  %0 = torch.aten.clamp.default(%x, 0.5, 1.5) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @most
// CHECK: onnx.Min(%arg0, {{.*}})
func.func @most(%x: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -4, -9223372036854775808]> : tensor<3xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[3, -4, -9223372036854775808]> : tensor<3xi64>}) {
  %0 = torch.aten.clamp_max.default(%x, 3) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @least_number
// CHECK: onnx.Max(%arg0, {{.*}})
func.func @least_number(%x: tensor<6xf32> {onnx.value = dense<[2.75, -0.625, -1.625, 2.625, 0.625, -0.625]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[2.75, 0.5, 0.5, 2.625, 0.625, 0.5]> : tensor<6xf32>}) {
  %0 = torch.aten.clamp_min.default(%x, 0.5) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @least_tensor
// CHECK: onnx.Max(%arg0, %arg1)
func.func @least_tensor(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.5, -1.625, 2.875], [1.125, -1.0, -1.375]]> : tensor<2x3xf32>},
                        %y: tensor<3xf32> {onnx.value = dense<[0.125, -0.0, 2.75]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.125, -0.0, 2.875], [1.125, -0.0, 2.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.clamp_min.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @largest_tensor
// CHECK: onnx.Min(%arg0, %arg1)
func.func @largest_tensor(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -0.25, 1.25], [0.25, -2.0, 0x7F800000]]> : tensor<2x3xf32>},
                          %y: tensor<2x1xf32> {onnx.value = dense<[[1.5], [-1.75]]> : tensor<2x1xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, -0.25, 1.25], [-1.75, -2.0, -1.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.clamp_max.Tensor(%x, %y) : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
