// Chebyshev's polynomials: p(k + 1) = 2 x p(k) - p(k - 1), rounded once. Inside
// (-1, 1) high degrees are computed by a closed formula, which needs no steps.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// p(1) = x, and cos(n acos(x)) beyond degree 6.
// CHECK-LABEL: func.func @t
// CHECK: %[[V4:.*]] = onnx.Abs(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Less(%[[V4]], %[[V5]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V7:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Greater(%arg1, %[[V7]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V9:.*]] = onnx.And(%[[V6]], %[[V8]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %[[V0]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Cos(%[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Where(%[[V9]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V10]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V11:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %arg0, %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V12:.*]]: tensor<i1>, %[[V13:.*]]: tensor<3xf32>, %[[V14:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V15:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]] = onnx.Cast(%[[V15]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V17:.*]] = onnx.Cast(%[[V14]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V16]], %[[V17]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V19:.*]] = onnx.Cast(%[[V13]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V20:.*]] = onnx.Sub(%[[V18]], %[[V19]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V21:.*]] = onnx.Cast(%[[V20]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V12]], %{{.*}}, %[[V21]], %{{.*}})
// CHECK: %[[V22:.*]] = onnx.Where(%[[V9]], %[[V3]], %[[V11]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V22]] : tensor<3xf32>
func.func @t(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_t.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The fraction of a degree is dropped.
// CHECK-LABEL: func.func @t_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Greater(%[[V2]], %[[V3]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V5:.*]] = onnx.And(%{{.*}}, %[[V4]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %arg0, %{{.*}})
// CHECK: %[[V7:.*]] = onnx.Where(%[[V5]], %{{.*}}, %[[V6]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V7]] : tensor<3xf32>
func.func @t_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_t.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @t_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Greater(%arg0, %[[V3]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V5:.*]] = onnx.And(%{{.*}}, %[[V4]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V2]], %{{.*}})
// CHECK: %[[V7:.*]] = onnx.Where(%[[V5]], %{{.*}}, %[[V6]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V7]] : tensor<3xf32>
func.func @t_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_t.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(1) = 2 x, and sin((n + 1) acos(x)) / sin(acos(x)) beyond degree 8.
// CHECK-LABEL: func.func @u
// CHECK: %[[V9:.*]] = onnx.Abs(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Less(%[[V9]], %[[V10]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V12:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V13:.*]] = onnx.Greater(%arg1, %[[V12]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V14:.*]] = onnx.And(%[[V11]], %[[V13]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V2:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V4]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Sin(%[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Sin(%[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V8:.*]] = onnx.Div(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]] = onnx.Where(%[[V14]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V15]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V0]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V17:.*]]: tensor<i1>, %[[V18:.*]]: tensor<3xf32>, %[[V19:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V20:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V21:.*]] = onnx.Cast(%[[V20]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V22:.*]] = onnx.Cast(%[[V19]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V23:.*]] = onnx.Mul(%[[V21]], %[[V22]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V24:.*]] = onnx.Cast(%[[V18]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V25:.*]] = onnx.Sub(%[[V23]], %[[V24]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V26:.*]] = onnx.Cast(%[[V25]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V17]], %{{.*}}, %[[V26]], %{{.*}})
// CHECK: %[[V27:.*]] = onnx.Where(%[[V14]], %[[V8]], %[[V16]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V27]] : tensor<3xf32>
func.func @u(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_u.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @u_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Greater(%[[V2]], %[[V4]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V6:.*]] = onnx.And(%{{.*}}, %[[V5]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V3]], %{{.*}})
// CHECK: %[[V8:.*]] = onnx.Where(%[[V6]], %{{.*}}, %[[V7]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V8]] : tensor<3xf32>
func.func @u_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_u.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @u_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Greater(%arg0, %[[V4]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V6:.*]] = onnx.And(%{{.*}}, %[[V5]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V3]], %{{.*}})
// CHECK: %[[V8:.*]] = onnx.Where(%[[V6]], %{{.*}}, %[[V7]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V8]] : tensor<3xf32>
func.func @u_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_u.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(1) = 2 x - 1, and cos((n + 1/2) acos(x)) / cos(acos(x) / 2) beyond degree 8.
// CHECK-LABEL: func.func @v
// CHECK: %[[V13:.*]] = onnx.Abs(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V14:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V15:.*]] = onnx.Less(%[[V13]], %[[V14]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V16:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V17:.*]] = onnx.Greater(%arg1, %[[V16]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V18:.*]] = onnx.And(%[[V15]], %[[V17]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V6:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V8]], %[[V3]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Cos(%[[V9]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V11:.*]] = onnx.Cos(%[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V12:.*]] = onnx.Div(%[[V10]], %[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V19:.*]] = onnx.Where(%[[V18]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V19]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V20:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V2]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V21:.*]]: tensor<i1>, %[[V22:.*]]: tensor<3xf32>, %[[V23:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V24:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Cast(%[[V24]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V26:.*]] = onnx.Cast(%[[V23]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V27:.*]] = onnx.Mul(%[[V25]], %[[V26]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V28:.*]] = onnx.Cast(%[[V22]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V29:.*]] = onnx.Sub(%[[V27]], %[[V28]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V30:.*]] = onnx.Cast(%[[V29]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V21]], %{{.*}}, %[[V30]], %{{.*}})
// CHECK: %[[V31:.*]] = onnx.Where(%[[V18]], %[[V12]], %[[V20]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V31]] : tensor<3xf32>
func.func @v(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_v.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @v_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Greater(%[[V2]], %[[V6]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V8:.*]] = onnx.And(%{{.*}}, %[[V7]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %{{.*}}, %[[V9]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V10]] : tensor<3xf32>
func.func @v_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_v.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @v_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Greater(%arg0, %[[V6]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V8:.*]] = onnx.And(%{{.*}}, %[[V7]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %{{.*}}, %[[V9]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V10]] : tensor<3xf32>
func.func @v_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_v.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(1) = 2 x + 1, and sin((n + 1/2) acos(x)) / sin(acos(x) / 2) beyond degree 8.
// CHECK-LABEL: func.func @w
// CHECK: %[[V13:.*]] = onnx.Abs(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V14:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V15:.*]] = onnx.Less(%[[V13]], %[[V14]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V16:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V17:.*]] = onnx.Greater(%arg1, %[[V16]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V18:.*]] = onnx.And(%[[V15]], %[[V17]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V6:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V8]], %[[V3]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Sin(%[[V9]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V11:.*]] = onnx.Sin(%[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V12:.*]] = onnx.Div(%[[V10]], %[[V11]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V19:.*]] = onnx.Where(%[[V18]], %{{.*}}, %arg1) : {{.*}} -> tensor<3xi64>
// CHECK: %{{.*}} = onnx.ReduceMax(%[[V19]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V20:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V2]], %{{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[V21:.*]]: tensor<i1>, %[[V22:.*]]: tensor<3xf32>, %[[V23:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V24:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Cast(%[[V24]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V26:.*]] = onnx.Cast(%[[V23]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V27:.*]] = onnx.Mul(%[[V25]], %[[V26]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V28:.*]] = onnx.Cast(%[[V22]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V29:.*]] = onnx.Sub(%[[V27]], %[[V28]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V30:.*]] = onnx.Cast(%[[V29]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V21]], %{{.*}}, %[[V30]], %{{.*}})
// CHECK: %[[V31:.*]] = onnx.Where(%[[V18]], %[[V12]], %[[V20]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V31]] : tensor<3xf32>
func.func @w(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_w.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @w_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<9> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Greater(%[[V2]], %[[V6]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V8:.*]] = onnx.And(%{{.*}}, %[[V7]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%arg0, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %{{.*}}, %[[V9]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V10]] : tensor<3xf32>
func.func @w_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_w.n_scalar(%x, 9.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @w_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<8> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Greater(%arg0, %[[V6]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V8:.*]] = onnx.And(%{{.*}}, %[[V7]]) : {{.*}} -> tensor<3xi1>
// CHECK: %{{.*}} = onnx.Acos(%[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V2]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V5]], %{{.*}})
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %{{.*}}, %[[V9]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V10]] : tensor<3xf32>
func.func @w_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_w.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
