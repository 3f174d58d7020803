// Functions of two numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @atan2
// CHECK: %[[V15:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V16:.*]] = onnx.Equal(%arg0, %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Reciprocal(%arg0)
// CHECK: %[[V18:.*]] = onnx.Where(%[[V16]], %[[V17]], %arg0)
// CHECK: %[[V19:.*]] = onnx.Less(%[[V18]], %[[V15]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Equal(%arg1, %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Reciprocal(%arg1)
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %[[V9]], %arg1)
// CHECK: %[[V11:.*]] = onnx.Less(%[[V10]], %[[V7]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<3.14159274> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V1:.*]] = onnx.Abs(%arg1)
// CHECK: %[[V2:.*]] = onnx.Equal(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Sign(%[[V0]])
// CHECK: %[[V4:.*]] = onnx.Div(%[[V0]], %[[V1]])
// CHECK: %[[V5:.*]] = onnx.Where(%[[V2]], %[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Atan(%[[V5]])
// CHECK: %[[V13:.*]] = onnx.Sub(%[[V12]], %[[V6]])
// CHECK: %[[V14:.*]] = onnx.Where(%[[V11]], %[[V13]], %[[V6]])
// CHECK: %[[V20:.*]] = onnx.Neg(%[[V14]])
// CHECK: %[[V21:.*]] = onnx.Where(%[[V19]], %[[V20]], %[[V14]])
// CHECK: return %[[V21]] : tensor<3xf32>
func.func @atan2(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.atan2.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @hypot
// CHECK: %[[V6:.*]] = onnx.IsInf(%arg0)
// CHECK: %[[V7:.*]] = onnx.IsInf(%arg1)
// CHECK: %[[V8:.*]] = onnx.Or(%[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V0]])
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f64}
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]], %[[V1]])
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Sqrt(%[[V4]])
// CHECK: %[[V10:.*]] = onnx.Cast(%[[V5]]) {to = f32}
// CHECK: %[[V11:.*]] = onnx.Where(%[[V8]], %[[V9]], %[[V10]])
// CHECK: return %[[V11]] : tensor<3xf32>
func.func @hypot(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.hypot.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @logaddexp
// CHECK: %[[V5:.*]] = onnx.Max(%arg0, %arg1)
// CHECK: %[[V6:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V7:.*]] = onnx.Constant dense<0.693147182> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Neg(%[[V1]])
// CHECK: %[[V4:.*]] = onnx.Softplus(%[[V2]])
// CHECK: %[[V8:.*]] = onnx.Where(%[[V6]], %[[V7]], %[[V4]])
// CHECK: %[[V9:.*]] = onnx.Add(%[[V5]], %[[V8]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V9]] : tensor<?x3xf32>
func.func @logaddexp(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.logaddexp.default(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @xlogy
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg1)
// CHECK: %[[V3:.*]] = onnx.Not(%[[V2]])
// CHECK: %[[V4:.*]] = onnx.And(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Log(%arg1)
// CHECK: %[[V6:.*]] = onnx.Mul(%arg0, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V4]], %[[V0]], %[[V6]])
// CHECK: return %[[V7]] : tensor<?x3xf32>
func.func @xlogy(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.xlogy.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @ldexp
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @ldexp(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.ldexp.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The power is rounded to the dtype of the exponent, in which it may overflow.
// CHECK-LABEL: func.func @ldexp_by_halves
// CHECK: %[[Y:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[POWER:.*]] = onnx.Pow(%{{.*}}, %[[Y]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[NARROW:.*]] = onnx.Cast(%[[POWER]]) {to = f16}
// CHECK: %[[WIDE:.*]] = onnx.Cast(%[[NARROW]]) {to = f32}
// CHECK: onnx.Mul(%arg0, %[[WIDE]])
func.func @ldexp_by_halves(%x: tensor<3xf32>, %y: tensor<3xf16>) -> tensor<3xf32> {
  %0 = torch.aten.ldexp.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
