// Piecewise linear activations: clips, slopes, and their one operator of ONNX.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @relu6
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<6.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Clip(%arg0, %[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @relu6(%x: tensor<2x3xf32> {onnx.value = dense<[[1.0, 0xFF800000, -1.0], [0x7F800000, -0.0, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0.0, 0.0], [6.0, -0.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.relu6.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The bounds have the dtype of the operand.
// CHECK-LABEL: func.func @relu6_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Clip(%arg0, %[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xi64>
func.func @relu6_integers(%x: tensor<2x3xi64> {onnx.value = dense<[[-21, -47, 32], [0, 1, 23]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[0, 0, 6], [0, 1, 6]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.relu6.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// HardSigmoid has a slope of 0.2 by default, PyTorch one of 1/6.
// CHECK-LABEL: func.func @hardsigmoid
// CHECK: %[[V0:.*]] = onnx.HardSigmoid(%arg0) {alpha = 0.166666672 : f32}
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @hardsigmoid(%x: tensor<2x3xf32> {onnx.value = dense<[[0.625, -0.0, 2.375], [2.875, 0.25, -1.375]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.6041667, 0.5, 0.8958333], [0.9791667, 0.5416667, 0.27083334]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.hardsigmoid.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// 1/6 is an attribute of single precision.
// CHECK-LABEL: func.func @hardsigmoid_double
// CHECK: %[[V1:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Add(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<6.000000e+00> : tensor<f64>
// CHECK: %[[V4:.*]] = onnx.Clip(%[[V2]], %[[V3]], %[[V0]])
// CHECK: %[[V5:.*]] = onnx.Div(%[[V4]], %[[V0]])
// CHECK: return %[[V5]] : tensor<2x3xf64>
func.func @hardsigmoid_double(%x: tensor<2x3xf64> {onnx.value = dense<[[0x7FF8000000000000, 0xFFF0000000000000, 2.5], [-0.25, 0x7FF0000000000000, -0.0]]> : tensor<2x3xf64>})
    -> (tensor<2x3xf64> {onnx.expected = dense<[[0x7FF8000000000000, 0.0, 0.9166666666666666], [0.4583333333333333, 1.0, 0.5]]> : tensor<2x3xf64>}) {
  %0 = torch.aten.hardsigmoid.default(%x) : (tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// The weight already broadcasts.
// CHECK-LABEL: func.func @prelu_kernel
// CHECK: %[[V0:.*]] = onnx.PRelu(%arg0, %arg1) : (
// CHECK: return %[[V0]] : tensor<2x3x4xf32>
func.func @prelu_kernel(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-41.25, 2.5, -16.25, -23.75], [-48.75, -18.75, 42.5, -21.25], [12.5, -41.25, -10.0, 48.75]], [[-22.5, 36.25, 48.75, -21.25], [7.5, 12.5, 15.0, -42.5], [-41.25, 21.25, 35.0, 7.5]]]> : tensor<2x3x4xf32>},
                        %y: tensor<1x3x1xf32> {onnx.value = dense<[[[-40.0], [-20.0], [50.0]]]> : tensor<1x3x1xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1650.0, 2.5, 650.0, 950.0], [975.0, 375.0, 42.5, 425.0], [12.5, -2062.5, -500.0, 48.75]], [[900.0, 36.25, 48.75, 850.0], [7.5, 12.5, 15.0, 850.0], [-2062.5, 21.25, 35.0, 7.5]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten._prelu_kernel.default(%x, %y) : (tensor<2x3x4xf32>, tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
