// NaN and infinities replaced.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @default
// CHECK: %[[V4:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<-3.40282347E+38> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<3.40282347E+38> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Clip(%arg0, %[[V1]], %[[V2]])
// CHECK: %[[V5:.*]] = onnx.Where(%[[V4]], %[[V0]], %[[V3]])
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @default(%x: tensor<3xf32> {onnx.value = dense<[0.25, -1.5, 0.75]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.25, -1.5, 0.75]> : tensor<3xf32>}) {
  %0 = torch.aten.nan_to_num.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @chosen
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Where({{.*}}, {{.*}}, %arg0)
func.func @chosen(%x: tensor<8xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.5, -1.5, 3.0, 0.001]> : tensor<8xf32>})
    -> (tensor<8xf32> {onnx.expected = dense<[1.0, 2.0, -3.0, -0.0, 0.5, -1.5, 3.0, 0.001]> : tensor<8xf32>}) {
  %0 = torch.aten.nan_to_num.default(%x, 1.0, 2.0, -3.0) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @integers
// CHECK: return %arg0 : tensor<?x3xi64>
func.func @integers(%x: tensor<?x3xi64> {onnx.value = dense<[[1, 1, 0], [0, 1, 0]]> : tensor<2x3xi64>})
    -> (tensor<?x3xi64> {onnx.expected = dense<[[1, 1, 0], [0, 1, 0]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.nan_to_num.default(%x) : (tensor<?x3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}
