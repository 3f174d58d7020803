// From the nearer end.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @near_start
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg1, %arg0)
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Add(%arg0, %[[V3]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V4]] : tensor<3xf32>
func.func @near_start(%x: tensor<3xf32> {onnx.value = dense<[2.0, -0.25, 1.0]> : tensor<3xf32>},
                      %y: tensor<3xf32> {onnx.value = dense<[-1.25, 0.75, 0.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.1875, 0.0, 0.75]> : tensor<3xf32>}) {
  %0 = torch.aten.lerp.Scalar(%x, %y, 0.25) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @near_end
// CHECK: %[[V2:.*]] = onnx.Sub(%arg1, %arg0)
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Sub(%arg1, %[[V4]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<7.500000e-01> : tensor<f32>
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @near_end(%x: tensor<3xf32> {onnx.value = dense<[2.0, 1.25, 0.75]> : tensor<3xf32>},
                    %y: tensor<3xf32> {onnx.value = dense<[0.75, -1.5, 2.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.0625, -0.8125, 1.6875]> : tensor<3xf32>}) {
  %0 = torch.aten.lerp.Scalar(%x, %y, 0.75) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @tensor
// CHECK: onnx.Abs(%arg2)
// CHECK: onnx.Less
// CHECK: onnx.Sub(%arg1, %arg0)
// CHECK: onnx.Where
func.func @tensor(%x: tensor<8xf32> {onnx.value = dense<[0x7FC00000, -1.0, 2.0, 2.0, -2.0, 0.0, 1.0, 3.0]> : tensor<8xf32>},
                  %y: tensor<8xf32> {onnx.value = dense<[1.0, 2.0, 4.0, 4.0, 8.0, -0.0, 1.0, 5.0]> : tensor<8xf32>},
                  %z: tensor<8xf32> {onnx.value = dense<[0.5, 0.0, 0.25, 0.5, 0.75, 1.0, 0x7FC00000, -2.0]> : tensor<8xf32>})
    -> (tensor<8xf32> {onnx.expected = dense<[0x7FC00000, -1.0, 2.5, 3.0, 5.5, 0.0, 0x7FC00000, -1.0]> : tensor<8xf32>}) {
  %0 = torch.aten.lerp.Tensor(%x, %y, %z) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
