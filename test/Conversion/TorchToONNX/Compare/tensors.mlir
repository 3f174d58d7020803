// Tensors as a whole.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @isclose
// CHECK: %[[V0:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e-03> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Abs(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Add(%[[V1]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V7:.*]] = onnx.Abs(%[[V6]])
// CHECK: %[[V8:.*]] = onnx.LessOrEqual(%[[V7]], %[[V5]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Less(%[[V7]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.And(%[[V8]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Or(%[[V0]], %[[V11]])
// CHECK: return %[[V12]] : tensor<3xi1>
func.func @isclose(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xi1> {
  %0 = torch.aten.isclose.default(%x, %y, 0.001, 0.1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @isin
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Equal(%[[V1]], %arg1)
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32}
// CHECK: %[[V4:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceMax(%[[V3]], %[[V4]]) {keepdims = 0 : i64}
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = i1}
// CHECK: return %[[V6]] : tensor<2x3xi1>
func.func @isin(%x: tensor<2x3xi64>, %y: tensor<4xi64>) -> tensor<2x3xi1> {
  %0 = torch.aten.isin.Tensor_Tensor(%x, %y) : (tensor<2x3xi64>, tensor<4xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// CHECK-LABEL: func.func @isin_nothing
// CHECK: %[[V0:.*]] = onnx.Constant dense<false> : tensor<i1>
// CHECK: %[[V1:.*]] = onnx.Constant dense<false> : tensor<3xi1>
// CHECK: return %[[V1]] : tensor<3xi1>
func.func @isin_nothing(%x: tensor<3xi64>, %y: tensor<0xi64>) -> tensor<3xi1> {
  %0 = torch.aten.isin.Tensor_Tensor(%x, %y) : (tensor<3xi64>, tensor<0xi64>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}
