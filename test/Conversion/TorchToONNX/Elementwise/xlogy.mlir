// Products with a logarithm, which are 0 where the factor is, unless the other is NaN.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @number_first
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.And(%[[V2]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Log(%arg0)
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Where(%[[V5]], %[[V1]], %[[V7]])
// CHECK: return %[[V8]] : tensor<6xf32>
func.func @number_first(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.xlogy.Scalar_Self(0.0, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @number_last
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.IsNaN(%[[V0]])
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.And(%[[V2]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Log(%[[V0]])
// CHECK: %[[V7:.*]] = onnx.Mul(%arg0, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Where(%[[V5]], %[[V1]], %[[V7]])
// CHECK: return %[[V8]] : tensor<6xf32>
func.func @number_last(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.xlogy.Scalar_Other(%x, 2) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @xlog1py
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg1)
// CHECK: %[[V3:.*]] = onnx.Not(%[[V2]])
// CHECK: %[[V4:.*]] = onnx.And(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Add(%arg1, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Sub(%[[V6]], %[[V5]])
// CHECK: %[[V11:.*]] = onnx.Equal(%[[V7]], %arg1)
// CHECK: %[[V8:.*]] = onnx.Log(%[[V6]])
// CHECK: %[[V9:.*]] = onnx.Sub(%arg1, %[[V7]])
// CHECK: %[[V10:.*]] = onnx.Div(%[[V9]], %[[V6]])
// CHECK: %[[V12:.*]] = onnx.Add(%[[V8]], %[[V10]])
// CHECK: %[[V13:.*]] = onnx.Where(%[[V11]], %[[V8]], %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Mul(%arg0, %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Where(%[[V4]], %[[V0]], %[[V14]])
// CHECK: return %[[V15]] : tensor<6xf32>
func.func @xlog1py(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.special_xlog1py.default(%x, %y) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @xlog1py_number_last
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.IsNaN(%[[V0]])
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.And(%[[V2]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Log(%[[V7]])
// CHECK: %[[V9:.*]] = onnx.Where(%{{.*}}, %[[V8]], %{{.*}})
// CHECK: %[[V10:.*]] = onnx.Mul(%arg0, %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Where(%[[V5]], %[[V1]], %[[V10]])
// CHECK: return %[[V11]] : tensor<6xf32>
func.func @xlog1py_number_last(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.special_xlog1py.other_scalar(%x, 0.5) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @xlog1py_number_first
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.And(%[[V2]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Add(%arg0, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Log(%[[V7]])
// CHECK: %[[V9:.*]] = onnx.Where(%{{.*}}, %[[V8]], %{{.*}})
// CHECK: %[[V10:.*]] = onnx.Mul(%[[V0]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Where(%[[V5]], %[[V1]], %[[V10]])
// CHECK: return %[[V11]] : tensor<6xf32>
func.func @xlog1py_number_first(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.special_xlog1py.self_scalar(2.0, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
