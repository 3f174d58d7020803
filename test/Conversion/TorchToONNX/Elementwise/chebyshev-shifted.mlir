// Shifted Chebyshev polynomials, of y = 2 x - 1: p(k + 1) = 2 y p(k) - p(k - 1), rounded
// once. Where y is inside (-1, 1) high degrees are computed by a closed formula, which
// needs no steps.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// p(1) = y, and cos(n acos(y)) beyond degree 6.
// CHECK-LABEL: func.func @shifted_t
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Abs(%[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Less(%[[V10]], %[[V11]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V13:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V14:.*]] = onnx.Greater(%arg1, %[[V13]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V15:.*]] = onnx.And(%[[V12]], %[[V14]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V7:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Acos(%[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V7]], %[[V6]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Cos(%[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]] = onnx.Where(%[[V15]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V16]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V17:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V2]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V18:.*]]: tensor<i1>, %[[V19:.*]]: tensor<3xf32>, %[[V20:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V21:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V22:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V23:.*]] = onnx.Sub(%[[V21]], %[[V22]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V24:.*]] = onnx.Add(%[[V23]], %[[V23]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Cast(%[[V24]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V26:.*]] = onnx.Cast(%[[V20]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V27:.*]] = onnx.Mul(%[[V25]], %[[V26]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V28:.*]] = onnx.Cast(%[[V19]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V29:.*]] = onnx.Sub(%[[V27]], %[[V28]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V30:.*]] = onnx.Cast(%[[V29]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V18]], %{{.*}}, %[[V30]], %{{.*}})
// CHECK: %[[V31:.*]] = onnx.Where(%[[V15]], %[[V9]], %[[V17]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V31]] : tensor<3xf32>
func.func @shifted_t(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_t.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_t_of_degree
// CHECK: %[[V6:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Greater(%[[V2]], %[[V9]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V11:.*]] = onnx.And(%{{.*}}, %[[V10]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V12:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: %[[V13:.*]] = onnx.Where(%[[V11]], %{{.*}}, %[[V12]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V13]] : tensor<3xf32>
func.func @shifted_t_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_t.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_t_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Greater(%arg0, %[[V9]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V11:.*]] = onnx.And(%{{.*}}, %[[V10]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V12:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: %[[V13:.*]] = onnx.Where(%[[V11]], %{{.*}}, %[[V12]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V13]] : tensor<3xf32>
func.func @shifted_t_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_t.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(1) = 2 y, and sin((n + 1) acos(y)) / sin(acos(y)) beyond degree 6.
// CHECK-LABEL: func.func @shifted_u
// CHECK: %[[V4:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Sub(%[[V4]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]] = onnx.Abs(%[[V6]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V17:.*]] = onnx.Less(%[[V15]], %[[V16]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V18:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V19:.*]] = onnx.Greater(%arg1, %[[V18]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V20:.*]] = onnx.And(%[[V17]], %[[V19]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V8:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V8]], %[[V9]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Acos(%[[V6]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V10]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V12:.*]] = onnx.Sin(%[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V13:.*]] = onnx.Sin(%[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V14:.*]] = onnx.Div(%[[V12]], %[[V13]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V21:.*]] = onnx.Where(%[[V20]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V21]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V22:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V3]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V23:.*]]: tensor<i1>, %[[V24:.*]]: tensor<3xf32>, %[[V25:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V26:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V27:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V28:.*]] = onnx.Sub(%[[V26]], %[[V27]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V29:.*]] = onnx.Add(%[[V28]], %[[V28]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V30:.*]] = onnx.Cast(%[[V29]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V31:.*]] = onnx.Cast(%[[V25]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V32:.*]] = onnx.Mul(%[[V30]], %[[V31]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V33:.*]] = onnx.Cast(%[[V24]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V34:.*]] = onnx.Sub(%[[V32]], %[[V33]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V35:.*]] = onnx.Cast(%[[V34]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V23]], %{{.*}}, %[[V35]], %{{.*}})
// CHECK: %[[V36:.*]] = onnx.Where(%[[V20]], %[[V14]], %[[V22]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V36]] : tensor<3xf32>
func.func @shifted_u(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_u.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_u_of_degree
// CHECK: %[[V7:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V8:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V7]], %[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.Greater(%[[V2]], %[[V10]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V12:.*]] = onnx.And(%{{.*}}, %[[V11]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V9]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V13:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V6]], %{{.*}})
// CHECK: %[[V14:.*]] = onnx.Where(%[[V12]], %{{.*}}, %[[V13]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V14]] : tensor<3xf32>
func.func @shifted_u_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_u.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_u_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V8:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V7]], %[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.Greater(%arg0, %[[V10]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V12:.*]] = onnx.And(%{{.*}}, %[[V11]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V9]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V13:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V6]], %{{.*}})
// CHECK: %[[V14:.*]] = onnx.Where(%[[V12]], %{{.*}}, %[[V13]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V14]] : tensor<3xf32>
func.func @shifted_u_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_u.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(1) = 2 y - 1, and cos((n + 1/2) acos(y)) / cos(acos(y) / 2) beyond degree 6.
// CHECK-LABEL: func.func @shifted_v
// CHECK: %[[V6:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V19:.*]] = onnx.Abs(%[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V20:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V21:.*]] = onnx.Less(%[[V19]], %[[V20]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V22:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V23:.*]] = onnx.Greater(%arg1, %[[V22]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V24:.*]] = onnx.And(%[[V21]], %[[V23]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V12:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V13:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Add(%[[V12]], %[[V13]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Acos(%[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V14]], %[[V9]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]] = onnx.Cos(%[[V15]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V9]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V17:.*]] = onnx.Cos(%[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V18:.*]] = onnx.Div(%[[V16]], %[[V17]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Where(%[[V24]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V25]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V26:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V27:.*]]: tensor<i1>, %[[V28:.*]]: tensor<3xf32>, %[[V29:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V30:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V31:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V32:.*]] = onnx.Sub(%[[V30]], %[[V31]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V33:.*]] = onnx.Add(%[[V32]], %[[V32]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V34:.*]] = onnx.Cast(%[[V33]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V35:.*]] = onnx.Cast(%[[V29]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V36:.*]] = onnx.Mul(%[[V34]], %[[V35]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V37:.*]] = onnx.Cast(%[[V28]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V38:.*]] = onnx.Sub(%[[V36]], %[[V37]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V39:.*]] = onnx.Cast(%[[V38]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V27]], %{{.*}}, %[[V39]], %{{.*}})
// CHECK: %[[V40:.*]] = onnx.Where(%[[V24]], %[[V18]], %[[V26]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V40]] : tensor<3xf32>
func.func @shifted_v(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_v.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_v_of_degree
// CHECK: %[[V9:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Sub(%[[V9]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V13:.*]] = onnx.Greater(%[[V2]], %[[V12]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V14:.*]] = onnx.And(%{{.*}}, %[[V13]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V8]], %{{.*}})
// CHECK: %[[V16:.*]] = onnx.Where(%[[V14]], %{{.*}}, %[[V15]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V16]] : tensor<3xf32>
func.func @shifted_v_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_v.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_v_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Sub(%[[V9]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V12:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V13:.*]] = onnx.Greater(%arg0, %[[V12]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V14:.*]] = onnx.And(%{{.*}}, %[[V13]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V8]], %{{.*}})
// CHECK: %[[V16:.*]] = onnx.Where(%[[V14]], %{{.*}}, %[[V15]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V16]] : tensor<3xf32>
func.func @shifted_v_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_v.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(1) = 2 y + 1, and sin((n + 1/2) acos(y)) / sin(acos(y) / 2) beyond degree 4.
// CHECK-LABEL: func.func @shifted_w
// CHECK: %[[V6:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V19:.*]] = onnx.Abs(%[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V20:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V21:.*]] = onnx.Less(%[[V19]], %[[V20]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V22:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V23:.*]] = onnx.Greater(%arg1, %[[V22]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V24:.*]] = onnx.And(%[[V21]], %[[V23]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V12:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V13:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Add(%[[V12]], %[[V13]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Acos(%[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V14]], %[[V9]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]] = onnx.Sin(%[[V15]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V9]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V17:.*]] = onnx.Sin(%[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V18:.*]] = onnx.Div(%[[V16]], %[[V17]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Where(%[[V24]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V25]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V26:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V27:.*]]: tensor<i1>, %[[V28:.*]]: tensor<3xf32>, %[[V29:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V30:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V31:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V32:.*]] = onnx.Sub(%[[V30]], %[[V31]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V33:.*]] = onnx.Add(%[[V32]], %[[V32]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V34:.*]] = onnx.Cast(%[[V33]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V35:.*]] = onnx.Cast(%[[V29]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V36:.*]] = onnx.Mul(%[[V34]], %[[V35]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V37:.*]] = onnx.Cast(%[[V28]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V38:.*]] = onnx.Sub(%[[V36]], %[[V37]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V39:.*]] = onnx.Cast(%[[V38]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V27]], %{{.*}}, %[[V39]], %{{.*}})
// CHECK: %[[V40:.*]] = onnx.Where(%[[V24]], %[[V18]], %[[V26]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V40]] : tensor<3xf32>
func.func @shifted_w(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_w.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_w_of_degree
// CHECK: %[[V9:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Sub(%[[V9]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V13:.*]] = onnx.Greater(%[[V2]], %[[V12]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V14:.*]] = onnx.And(%{{.*}}, %[[V13]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V8]], %{{.*}})
// CHECK: %[[V16:.*]] = onnx.Where(%[[V14]], %{{.*}}, %[[V15]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V16]] : tensor<3xf32>
func.func @shifted_w_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_w.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_w_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Sub(%[[V9]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V12:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V13:.*]] = onnx.Greater(%arg0, %[[V12]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V14:.*]] = onnx.And(%{{.*}}, %[[V13]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V8]], %{{.*}})
// CHECK: %[[V16:.*]] = onnx.Where(%[[V14]], %{{.*}}, %[[V15]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V16]] : tensor<3xf32>
func.func @shifted_w_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_w.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
