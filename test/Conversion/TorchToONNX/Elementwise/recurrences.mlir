// Polynomials of Hermite, Laguerre and Legendre: one step of the recurrence, in which the
// last subtraction is rounded together with its product.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// p(k + 1) = 2 x p(k) - 2 k p(k - 1)
// CHECK-LABEL: func.func @hermite_polynomial_h
// CHECK: %[[V23:.*]] = onnx.Constant dense<128> : tensor<i64>
// CHECK: %[[V24:.*]] = onnx.Greater(%arg1, %[[V23]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V25:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<128> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Min(%{{.*}}, %[[V2]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]]:3 = onnx.Loop(%[[V3]], %{{.*}}, %{{.*}}, %[[V1]], %{{.*}})
// CHECK: ^bb0(%[[V5:.*]]: tensor<i64>, %[[V6:.*]]: tensor<i1>, %[[V7:.*]]: tensor<3xf32>, %[[V8:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V12:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Mul(%arg0, %[[V12]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V17:.*]] = onnx.Cast(%[[V13]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V18:.*]] = onnx.Cast(%[[V8]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V19:.*]] = onnx.Mul(%[[V17]], %[[V18]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V5]], %[[V9]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V11:.*]] = onnx.Cast(%[[V10]]) {to = f32} : {{.*}} -> tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V11]], %[[V14]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V15]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V16]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V19]], %[[V20]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V22:.*]] = onnx.Cast(%[[V21]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V6]], %{{.*}}, %[[V22]], %{{.*}})
// CHECK: %[[V26:.*]] = onnx.Where(%[[V24]], %[[V25]], %[[V4]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V26]] : tensor<3xf32>
func.func @hermite_polynomial_h(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_hermite_polynomial_h.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_h_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %{{.*}} = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %[[V4]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @hermite_polynomial_h_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_hermite_polynomial_h.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_h_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V5:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V4]], %{{.*}})
// CHECK: %[[V6:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %[[V5]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V6]] : tensor<3xf32>
func.func @hermite_polynomial_h_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_hermite_polynomial_h.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(k + 1) = x p(k) - k p(k - 1)
// CHECK-LABEL: func.func @hermite_polynomial_he
// CHECK: %[[V23:.*]] = onnx.Constant dense<128> : tensor<i64>
// CHECK: %[[V24:.*]] = onnx.Greater(%arg1, %[[V23]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V25:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<128> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Min(%{{.*}}, %[[V2]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]]:3 = onnx.Loop(%[[V3]], %{{.*}}, %{{.*}}, %[[V1]], %{{.*}})
// CHECK: ^bb0(%[[V5:.*]]: tensor<i64>, %[[V6:.*]]: tensor<i1>, %[[V7:.*]]: tensor<3xf32>, %[[V8:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V12:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Mul(%arg0, %[[V12]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V17:.*]] = onnx.Cast(%[[V13]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V18:.*]] = onnx.Cast(%[[V8]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V19:.*]] = onnx.Mul(%[[V17]], %[[V18]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V5]], %[[V9]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V11:.*]] = onnx.Cast(%[[V10]]) {to = f32} : {{.*}} -> tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V11]], %[[V14]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V15]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V16]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V19]], %[[V20]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V22:.*]] = onnx.Cast(%[[V21]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V6]], %{{.*}}, %[[V22]], %{{.*}})
// CHECK: %[[V26:.*]] = onnx.Where(%[[V24]], %[[V25]], %[[V4]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V26]] : tensor<3xf32>
func.func @hermite_polynomial_he(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_hermite_polynomial_he.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_he_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %{{.*}} = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %[[V4]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @hermite_polynomial_he_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_hermite_polynomial_he.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_he_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V5:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V4]], %{{.*}})
// CHECK: %[[V6:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %[[V5]]#2) : {{.*}} -> tensor<3xf32>
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V6]] : tensor<3xf32>
func.func @hermite_polynomial_he_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_hermite_polynomial_he.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// (k + 1) p(k + 1) = (2 k + 1 - x) p(k) - k p(k - 1)
// CHECK-LABEL: func.func @laguerre_polynomial_l
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Sub(%[[V0]], %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V2:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V1]], %{{.*}})
// CHECK: ^bb0(%[[V3:.*]]: tensor<i64>, %[[V4:.*]]: tensor<i1>, %[[V5:.*]]: tensor<3xf32>, %[[V6:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V3]], %[[V7]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = f32} : {{.*}} -> tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V9]], %[[V9]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Sub(%[[V11]], %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V13:.*]] = onnx.Add(%[[V10]], %[[V12]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V15:.*]] = onnx.Cast(%[[V13]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V16:.*]] = onnx.Cast(%[[V6]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V17:.*]] = onnx.Mul(%[[V15]], %[[V16]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V9]], %[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V18:.*]] = onnx.Cast(%[[V14]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V19:.*]] = onnx.Sub(%[[V17]], %[[V18]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V19]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V21:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V22:.*]] = onnx.Add(%[[V9]], %[[V21]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V23:.*]] = onnx.Div(%[[V20]], %[[V22]]) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V4]], %{{.*}}, %[[V23]], %{{.*}})
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V2]]#2 : tensor<3xf32>
func.func @laguerre_polynomial_l(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_laguerre_polynomial_l.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @laguerre_polynomial_l_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %{{.*}} = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Sub(%[[V2]], %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V3]], %{{.*}})
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V4]]#2 : tensor<3xf32>
func.func @laguerre_polynomial_l_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_laguerre_polynomial_l.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @laguerre_polynomial_l_at
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V3]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V5:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V4]], %{{.*}})
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V5]]#2 : tensor<3xf32>
func.func @laguerre_polynomial_l_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_laguerre_polynomial_l.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// (k + 1) p(k + 1) = (2 k + 1) x p(k) - k p(k - 1)
// CHECK-LABEL: func.func @legendre_polynomial_p
// CHECK: %[[V0:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %arg0, %{{.*}})
// CHECK: ^bb0(%[[V1:.*]]: tensor<i64>, %[[V2:.*]]: tensor<i1>, %[[V3:.*]]: tensor<3xf32>, %[[V4:.*]]: tensor<3xf32>, %{{.*}}: tensor<3xf32>)
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V1]], %[[V5]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Cast(%[[V6]]) {to = f32} : {{.*}} -> tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V7]], %[[V7]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V8]], %[[V9]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V10]], %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V13:.*]] = onnx.Cast(%[[V11]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V14:.*]] = onnx.Cast(%[[V4]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V13]], %[[V14]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V12:.*]] = onnx.Mul(%[[V7]], %[[V3]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]] = onnx.Cast(%[[V12]]) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V17:.*]] = onnx.Sub(%[[V15]], %[[V16]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V18:.*]] = onnx.Cast(%[[V17]]) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V19:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V20:.*]] = onnx.Add(%[[V7]], %[[V19]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V21:.*]] = onnx.Div(%[[V18]], %[[V20]]) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Yield(%[[V2]], %{{.*}}, %[[V21]], %{{.*}})
// CHECK: return %[[V0]]#2 : tensor<3xf32>
func.func @legendre_polynomial_p(%x: tensor<3xf32>, %y: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_legendre_polynomial_p.default(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @legendre_polynomial_p_of_degree
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %{{.*}} = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V2:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %arg0, %{{.*}})
// CHECK: return %[[V2]]#2 : tensor<3xf32>
func.func @legendre_polynomial_p_of_degree(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_legendre_polynomial_p.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @legendre_polynomial_p_at
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[V2]], %{{.*}})
// CHECK: return %[[V3]]#2 : tensor<3xf32>
func.func @legendre_polynomial_p_at(%x: tensor<3xi64>) -> tensor<3xf32> {
  %0 = torch.aten.special_legendre_polynomial_p.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Double precision goes up to degree 512; the product is rounded before the subtraction,
// as there is no wider type.
// CHECK-LABEL: func.func @hermite_double
// CHECK: %[[V19:.*]] = onnx.Constant dense<512> : tensor<i64>
// CHECK: %[[V20:.*]] = onnx.Greater(%arg1, %[[V19]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V21:.*]] = onnx.Constant dense<0x7FF8000000000000> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<512> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Min(%{{.*}}, %[[V2]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V4:.*]]:3 = onnx.Loop(%[[V3]], %{{.*}}, %{{.*}}, %[[V1]], %{{.*}})
// CHECK: ^bb0(%[[V5:.*]]: tensor<i64>, %[[V6:.*]]: tensor<i1>, %[[V7:.*]]: tensor<3xf64>, %[[V8:.*]]: tensor<3xf64>, %{{.*}}: tensor<3xf64>)
// CHECK: %[[V12:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Mul(%arg0, %[[V12]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V17:.*]] = onnx.Mul(%[[V13]], %[[V8]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V5]], %[[V9]]) : {{.*}} -> tensor<i64>
// CHECK: %[[V11:.*]] = onnx.Cast(%[[V10]]) {to = f64} : {{.*}} -> tensor<f64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V11]], %[[V14]]) : {{.*}} -> tensor<f64>
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V15]], %[[V7]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V18:.*]] = onnx.Sub(%[[V17]], %[[V16]]) : {{.*}} -> tensor<3xf64>
// CHECK: onnx.Yield(%[[V6]], %{{.*}}, %[[V18]], %{{.*}})
// CHECK: %[[V22:.*]] = onnx.Where(%[[V20]], %[[V21]], %[[V4]]#2) : {{.*}} -> tensor<3xf64>
// CHECK: return %[[V22]] : tensor<3xf64>
func.func @hermite_double(%x: tensor<3xf64>, %y: tensor<3xi64>) -> tensor<3xf64> {
  %0 = torch.aten.special_hermite_polynomial_h.default(%x, %y) : (tensor<3xf64>, tensor<3xi64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
