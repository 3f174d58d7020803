// Tensors as a whole.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @isclose
// CHECK: %[[V0:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V6:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V7:.*]] = onnx.Abs(%[[V6]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e-03> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Abs(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Add(%[[V1]], %[[V4]])
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
// CHECK: %[[V1:.*]] = onnx.Constant dense<false> : tensor<3xi1>
// CHECK: %[[V0:.*]] = onnx.Constant dense<false> : tensor<i1>
// CHECK: return %[[V1]] : tensor<3xi1>
func.func @isin_nothing(%x: tensor<3xi64>, %y: tensor<0xi64>) -> tensor<3xi1> {
  %0 = torch.aten.isin.Tensor_Tensor(%x, %y) : (tensor<3xi64>, tensor<0xi64>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @allclose
// CHECK: %[[V0:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg1)
// CHECK: %[[V3:.*]] = onnx.And(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Or(%[[V0]], %[[V3]])
// CHECK: %[[V10:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V11:.*]] = onnx.Abs(%[[V10]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e-01> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Mul(%arg1, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Abs(%[[V7]])
// CHECK: %[[V9:.*]] = onnx.Add(%[[V5]], %[[V8]])
// CHECK: %[[V12:.*]] = onnx.LessOrEqual(%[[V11]], %[[V9]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Less(%[[V11]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.And(%[[V12]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Or(%[[V4]], %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Cast(%[[V16]]) {to = i32}
// CHECK: %[[V18:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V19:.*]] = onnx.ReduceMin(%[[V17]], %[[V18]]) {keepdims = 0 : i64}
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V19]]) {to = i1}
// CHECK: return %[[V20]] : tensor<i1>
func.func @allclose(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> i1 {
  %0 = torch.aten.allclose.default(%x, %y, 0.1, 0.01, equal_nan=true) : (tensor<2x3xf32>, tensor<2x3xf32>) -> i1
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @equal
// CHECK: %[[V0:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = i32}
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMin(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i1}
// CHECK: return %[[V4]] : tensor<i1>
func.func @equal(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> i1 {
  %0 = torch.aten.equal.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> i1
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @equal_dynamic
// CHECK: %[[V0:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = i32}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMin(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i1}
// CHECK: return %[[V4]] : tensor<i1>
func.func @equal_dynamic(%x: tensor<?xi64, #sym.dims<n>>, %y: tensor<?xi64, #sym.dims<n>>) -> i1 {
  %0 = torch.aten.equal.default(%x, %y) : (tensor<?xi64, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) -> i1
  return %0 : i1
}

// -----

// Shapes that differ tell it.
// CHECK-LABEL: func.func @equal_shapes
// CHECK: %[[V0:.*]] = onnx.Constant dense<false> : tensor<i1>
// CHECK: return %[[V0]] : tensor<i1>
func.func @equal_shapes(%x: tensor<2x3xf32>, %y: tensor<3x2xf32>) -> i1 {
  %0 = torch.aten.equal.default(%x, %y) : (tensor<2x3xf32>, tensor<3x2xf32>) -> i1
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @number_in_tests
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%[[V0]], %[[V3]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg0, %[[V1]]) : (
// CHECK: %[[V5:.*]] = onnx.Equal(%[[V4]], %[[V2]])
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = i32}
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.ReduceMax(%[[V6]], %[[V7]]) {keepdims = 0 : i64}
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = i1}
// CHECK: %[[V10:.*]] = onnx.Not(%[[V9]])
// CHECK: return %[[V10]] : tensor<i1>
func.func @number_in_tests(%x: tensor<2x3xi64>) -> tensor<i1> {
  %0 = torch.aten.isin.Scalar_Tensor(3, %x, invert=true) : (tensor<2x3xi64>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @elements_in_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Not(%[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xi1>
func.func @elements_in_number(%x: tensor<2x3xi64>) -> tensor<2x3xi1> {
  %0 = torch.aten.isin.Tensor_Scalar(%x, 3, invert=true) : (tensor<2x3xi64>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}
