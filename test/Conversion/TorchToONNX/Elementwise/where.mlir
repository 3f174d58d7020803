// Choices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.Where(%arg0, %arg1, %arg2)
func.func @dynamic(%x: tensor<?x3xi1> {onnx.value = dense<[[false, true, true], [false, true, false]]> : tensor<2x3xi1>},
                   %y: tensor<?x3xf32> {onnx.value = dense<[[2.75, 0.125, -1.875], [0.5, 2.125, -3.0]]> : tensor<2x3xf32>},
                   %z: tensor<f32> {onnx.value = dense<3.0> : tensor<f32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[3.0, 0.125, -1.875], [3.0, 2.125, 3.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.where.self(%x, %y, %z) : (tensor<?x3xi1>, tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @number
// CHECK: onnx.Where(%arg0, %arg1, {{.*}})
func.func @number(%x: tensor<?x3xi1> {onnx.value = dense<[[false, false, true], [false, false, true]]> : tensor<2x3xi1>},
                  %y: tensor<?x3xf32> {onnx.value = dense<[[-0.0, 0xFF800000, -1.0], [0x7FC00000, 0x7F800000, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.where.ScalarOther(%x, %y, 0.0) : (tensor<?x3xi1>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// In logic, which every runtime has.
// CHECK-LABEL: func.func @booleans
// CHECK: onnx.And(%arg0, %arg1)
// CHECK: onnx.Not(%arg0)
// CHECK: onnx.And({{.*}}, %arg2)
func.func @booleans(%x: tensor<?x3xi1> {onnx.value = dense<[[false, false, true], [false, true, true]]> : tensor<2x3xi1>},
                    %y: tensor<?x3xi1> {onnx.value = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>},
                    %z: tensor<?x3xi1> {onnx.value = dense<[[false, true, true], [false, true, false]]> : tensor<2x3xi1>})
    -> (tensor<?x3xi1> {onnx.expected = dense<[[false, true, true], [false, true, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.where.self(%x, %y, %z) : (tensor<?x3xi1>, tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// CHECK-LABEL: func.func @numbers
// CHECK: onnx.Where(%arg0, {{.*}})
func.func @numbers(%x: tensor<2x3xi1> {onnx.value = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.5, -1.0, 1.5], [1.5, 1.5, 1.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.where.Scalar(%x, 1.5, -1) : (tensor<2x3xi1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @number_and_tensor
// CHECK: onnx.Where(%arg0, {{.*}}, %arg1)
func.func @number_and_tensor(%x: tensor<2x3xi1> {onnx.value = dense<[[false, false, true], [true, true, false]]> : tensor<2x3xi1>},
                             %y: tensor<3xf32> {onnx.value = dense<[0x7F800000, 0.5, 0x7FC00000]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7F800000, 0.5, 2.0], [2.0, 2.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.where.ScalarSelf(%x, 2, %y) : (tensor<2x3xi1>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
