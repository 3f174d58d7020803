// NaN and infinities replaced.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @default
// CHECK: %[[V4:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<-3.40282347E+38> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<3.40282347E+38> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Clip(%arg0, %[[V1]], %[[V2]])
// CHECK: %[[V5:.*]] = onnx.Where(%[[V4]], %[[V0]], %[[V3]])
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @default(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.nan_to_num.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @chosen
// CHECK: %[[V9:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Equal(%arg0, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<-3.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Where(%[[V2]], %[[V3]], %arg0)
// CHECK: %[[V8:.*]] = onnx.Where(%[[V6]], %[[V7]], %[[V4]])
// CHECK: %[[V10:.*]] = onnx.Where(%[[V9]], %[[V0]], %[[V8]])
// CHECK: return %[[V10]] : tensor<3xf32>
func.func @chosen(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.nan_to_num.default(%x, 1.0, 2.0, -3.0) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @integers
// CHECK: return %arg0 : tensor<?x3xi64>
func.func @integers(%x: tensor<?x3xi64>) -> tensor<?x3xi64> {
  %0 = torch.aten.nan_to_num.default(%x) : (tensor<?x3xi64>) -> tensor<?x3xi64>
  return %0 : tensor<?x3xi64>
}
