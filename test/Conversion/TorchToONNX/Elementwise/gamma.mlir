// Incomplete gamma functions and Airy's function.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// A series below a + 1, a continued fraction above, each as long as any of its
// elements changes. What has not converged is NaN.
// CHECK-LABEL: func.func @igamma
// CHECK: %[[A:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[X:.*]] = onnx.Cast(%arg1) {to = f64}
// CHECK: %[[BOUND:.*]] = onnx.Add(%[[A]]
// CHECK: %[[SMALL:.*]] = onnx.Less(%[[X]], %[[BOUND]])
// CHECK: %[[STEPS:.*]] = onnx.Constant dense<100000> : tensor<i64>
// CHECK: %[[SERIES:.*]]:3 = onnx.Loop(%[[STEPS]],
// CHECK: %[[MOVES:.*]] = onnx.Greater(%[[SERIES]]#1
// CHECK: onnx.Where(%[[MOVES]], %{{.*}}, %[[SERIES]]#0)
// CHECK: %[[FRACTION:.*]]:4 = onnx.Loop
// CHECK: onnx.Where(%{{.*}}, %{{.*}}, %[[FRACTION]]#0)
// CHECK: onnx.Where(%[[SMALL]],
// CHECK: onnx.Cast(%{{.*}}) {to = f32}
func.func @igamma(%a: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.igamma.default(%a, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @airy
// CHECK: %[[X:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK-DAG: %[[FAR:.*]] = onnx.Constant dense<-3.000000e+00> : tensor<f64>
// CHECK-DAG: %[[IS_FAR:.*]] = onnx.Less(%[[X]], %[[FAR]])
// CHECK-DAG: %[[HIGHEST:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK-DAG: %[[IS_CENTER:.*]] = onnx.Less(%[[X]], %[[HIGHEST]])
// CHECK-DAG: %[[LOWEST:.*]] = onnx.Constant dense<-8.000000e+00> : tensor<f64>
// CHECK-DAG: %[[IS_LEFT:.*]] = onnx.Less(%[[X]], %[[LOWEST]])
// CHECK-DAG: %[[CENTER:.*]] = onnx.Where(%[[IS_FAR]],
// CHECK-DAG: %[[RIGHT:.*]] = onnx.Where(%[[IS_CENTER]], %[[CENTER]],
// CHECK: onnx.Where(%[[IS_LEFT]], %{{.*}}, %[[RIGHT]])
func.func @airy(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.special_airy_ai.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Near its poles the sum shows how arguments are rounded: those of half
// precision are exact.
// CHECK-LABEL: func.func @multivariate_half
// CHECK: %[[X:.*]] = onnx.Cast(%arg0) {to = f64} : (tensor<3xbf16>) -> tensor<3xf64>
// CHECK: onnx.Sub(%[[X]], %{{.*}}) : (tensor<3xf64>, tensor<f64>)
// CHECK: onnx.Sub(%[[X]], %{{.*}}) : (tensor<3xf64>, tensor<f64>)
func.func @multivariate_half(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = torch.aten.mvlgamma.default(%x, 2) : (tensor<3xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

// Lanczos' approximation, mirrored below a half; infinity stays.
// CHECK-LABEL: func.func @lgamma
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V30:.*]] = onnx.IsInf(%[[V0]]) : (
// CHECK: %[[V31:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Less(%[[V0]], %[[V1]])
// CHECK: %[[V21:.*]] = onnx.Round(%[[V0]])
// CHECK: %[[V22:.*]] = onnx.Sub(%[[V0]], %[[V21]])
// CHECK: %[[V23:.*]] = onnx.Constant dense<3.1415926535897931> : tensor<f64>
// CHECK: %[[V24:.*]] = onnx.Mul(%[[V22]], %[[V23]])
// CHECK: %[[V25:.*]] = onnx.Sin(%[[V24]])
// CHECK: %[[V26:.*]] = onnx.Abs(%[[V25]])
// CHECK: %[[V27:.*]] = onnx.Div(%{{.*}}, %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Log(%[[V27]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V3]], %[[V0]])
// CHECK: %[[V5:.*]] = onnx.Where(%[[V2]], %[[V4]], %[[V0]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<6.500000e+00> : tensor<f64>
// CHECK: %[[V14:.*]] = onnx.Add(%[[V5]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Log(%[[V14]])
// CHECK: %[[V16:.*]] = onnx.Sub(%{{.*}}, %[[V14]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<0.99999999999980993> : tensor<f64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<676.5203681218851> : tensor<f64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.5056327351493116E-7> : tensor<f64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<7.000000e+00> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%[[V5]], %[[V8]])
// CHECK: %[[V11:.*]] = onnx.Div(%[[V10]], %[[V9]])
// CHECK: %[[V12:.*]] = onnx.Add(%{{.*}}, %[[V11]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<2.5066282746310002> : tensor<f64>
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V12]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Log(%[[V18]])
// CHECK: %[[V20:.*]] = onnx.Add(%[[V16]], %[[V19]])
// CHECK: %[[V29:.*]] = onnx.Sub(%[[V28]], %[[V20]])
// CHECK: %[[V32:.*]] = onnx.Where(%[[V2]], %[[V29]], %[[V20]])
// CHECK: %[[V33:.*]] = onnx.Where(%[[V30]], %[[V31]], %[[V32]])
// CHECK: %[[V34:.*]] = onnx.Cast(%[[V33]]) {to = f32}
// CHECK: return %[[V34]] : tensor<14xf32>
func.func @lgamma(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.lgamma.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// Ten terms of the series, the rest by its asymptotic expansion. The poles are
// NaN, but for zero, which is infinite.
// CHECK-LABEL: func.func @digamma
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V25:.*]] = onnx.Round(%[[V0]])
// CHECK: %[[V26:.*]] = onnx.Sub(%[[V0]], %[[V25]])
// CHECK: %[[V35:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V36:.*]] = onnx.Equal(%[[V26]], %[[V35]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Less(%[[V0]], %[[V1]])
// CHECK: %[[V37:.*]] = onnx.And(%[[V36]], %[[V2]])
// CHECK: %[[V38:.*]] = onnx.Equal(%[[V0]], %[[V35]])
// CHECK: %[[V39:.*]] = onnx.Reciprocal(%[[V0]])
// CHECK: %[[V40:.*]] = onnx.Neg(%[[V39]])
// CHECK: %[[V41:.*]] = onnx.Where(%[[V38]], %[[V40]], %{{.*}})
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V4:.*]] = onnx.Sub(%[[V3]], %[[V0]])
// CHECK: %[[V5:.*]] = onnx.Where(%[[V2]], %[[V4]], %[[V0]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<1.000000e+01> : tensor<f64>
// CHECK: %[[V13:.*]] = onnx.Add(%[[V5]], %[[V12]])
// CHECK: %[[V19:.*]] = onnx.Log(%[[V13]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V15:.*]] = onnx.Div(%[[V14]], %[[V13]])
// CHECK: %[[V20:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V21:.*]] = onnx.Mul(%[[V15]], %[[V20]])
// CHECK: %[[V22:.*]] = onnx.Sub(%[[V19]], %[[V21]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<-0.44325980392156855> : tensor<f64>
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V15]], %[[V15]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<0.083333333333333329> : tensor<f64>
// CHECK: %[[V23:.*]] = onnx.Sub(%[[V22]], %{{.*}})
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %{{.*}})
// CHECK: %[[V7:.*]] = onnx.Div(%{{.*}}, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<9.000000e+00> : tensor<f64>
// CHECK: %[[V9:.*]] = onnx.Add(%[[V5]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Div(%{{.*}}, %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Add(%{{.*}}, %[[V10]])
// CHECK: %[[V24:.*]] = onnx.Sub(%[[V23]], %[[V11]])
// CHECK: onnx.Constant dense<3.1415926535897931> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Constant dense<3.1415926535897931> : tensor<f64>
// CHECK: %[[V28:.*]] = onnx.Mul(%[[V26]], %[[V27]])
// CHECK: %[[V29:.*]] = onnx.Cos(%[[V28]])
// CHECK: %[[V30:.*]] = onnx.Sin(%[[V28]])
// CHECK: %[[V31:.*]] = onnx.Div(%[[V29]], %[[V30]])
// CHECK: %[[V32:.*]] = onnx.Mul(%{{.*}}, %[[V31]])
// CHECK: %[[V33:.*]] = onnx.Sub(%[[V24]], %{{.*}})
// CHECK: %[[V34:.*]] = onnx.Where(%[[V2]], %[[V33]], %[[V24]])
// CHECK: %[[V42:.*]] = onnx.Where(%[[V37]], %[[V41]], %[[V34]])
// CHECK: %[[V43:.*]] = onnx.Cast(%[[V42]]) {to = f32}
// CHECK: return %[[V43]] : tensor<14xf32>
func.func @digamma(%x: tensor<14xf32>) -> tensor<14xf32> {
  %0 = torch.aten.digamma.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// Term by term until the base is ten, the rest by the formula of Euler and
// Maclaurin. It is infinite at one.
// CHECK-LABEL: func.func @zeta_number_last
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V32:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V33:.*]] = onnx.Equal(%[[V0]], %[[V32]])
// CHECK: %[[V34:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V29:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V30:.*]] = onnx.Less(%[[V0]], %[[V29]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<2.500000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V1]], %{{.*}})
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+01> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.ReduceMin(%{{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V4]], %[[V3]])
// CHECK: %[[V6:.*]] = onnx.Ceil(%[[V5]])
// CHECK: %[[V7:.*]] = onnx.Max(%[[V6]], %{{.*}})
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i64}
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.000000e+00> : tensor<6xf64>
// CHECK: %[[V10:.*]]:2 = onnx.Loop(%[[V8]], %{{.*}}, %[[V9]], %[[V2]])
// CHECK: ^bb0(%[[V11:.*]]: tensor<i64>, %[[V12:.*]]: tensor<i1>, %[[V13:.*]]: tensor<6xf64>, %[[V14:.*]]: tensor<6xf64>):
// CHECK: %[[V15:.*]] = onnx.Neg(%[[V0]])
// CHECK: %[[V16:.*]] = onnx.Pow(%[[V14]], %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Add(%[[V13]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V19:.*]] = onnx.Add(%[[V14]], %[[V18]])
// CHECK: onnx.Yield(%[[V12]], %[[V17]], %[[V19]])
// CHECK: %[[V20:.*]] = onnx.Neg(%[[V0]])
// CHECK: %[[V21:.*]] = onnx.Pow(%[[V10]]#1, %[[V20]])
// CHECK: %[[V22:.*]] = onnx.Add(%[[V0]], %{{.*}})
// CHECK: %[[V23:.*]] = onnx.Div(%[[V10]]#1, %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V25:.*]] = onnx.Add(%[[V23]], %[[V24]])
// CHECK: %[[V26:.*]] = onnx.Constant dense<0.083333333333333329> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Add(%[[V10]]#0, %{{.*}})
// CHECK: %[[V28:.*]] = onnx.Where(%{{.*}}, %[[V10]]#0, %[[V27]])
// CHECK: %[[V31:.*]] = onnx.Where(%[[V30]], %{{.*}}, %{{.*}})
// CHECK: %[[V35:.*]] = onnx.Where(%[[V33]], %[[V34]], %[[V31]])
// CHECK: %[[V36:.*]] = onnx.Cast(%[[V35]]) {to = f32}
// CHECK: return %[[V36]] : tensor<6xf32>
func.func @zeta_number_last(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.special_zeta.other_scalar(%x, 2.5) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @zeta_number_first
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Expand(%[[V0]], %{{.*}})
// CHECK: %[[V32:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V33:.*]] = onnx.Equal(%[[V1]], %[[V32]])
// CHECK: %[[V34:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V29:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V30:.*]] = onnx.Less(%[[V1]], %[[V29]])
// CHECK: %[[V2:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+01> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.ReduceMin(%{{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V4]], %[[V3]])
// CHECK: %[[V6:.*]] = onnx.Ceil(%[[V5]])
// CHECK: %[[V7:.*]] = onnx.Max(%[[V6]], %{{.*}})
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i64}
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.000000e+00> : tensor<6xf64>
// CHECK: %[[V10:.*]]:2 = onnx.Loop(%[[V8]], %{{.*}}, %[[V9]], %[[V2]])
// CHECK: ^bb0(%[[V11:.*]]: tensor<i64>, %[[V12:.*]]: tensor<i1>, %[[V13:.*]]: tensor<6xf64>, %[[V14:.*]]: tensor<6xf64>):
// CHECK: %[[V15:.*]] = onnx.Neg(%[[V1]])
// CHECK: %[[V16:.*]] = onnx.Pow(%[[V14]], %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Add(%[[V13]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V19:.*]] = onnx.Add(%[[V14]], %[[V18]])
// CHECK: onnx.Yield(%[[V12]], %[[V17]], %[[V19]])
// CHECK: %[[V20:.*]] = onnx.Neg(%[[V1]])
// CHECK: %[[V21:.*]] = onnx.Pow(%[[V10]]#1, %[[V20]])
// CHECK: %[[V22:.*]] = onnx.Add(%[[V1]], %{{.*}})
// CHECK: %[[V23:.*]] = onnx.Div(%[[V10]]#1, %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f64>
// CHECK: %[[V25:.*]] = onnx.Add(%[[V23]], %[[V24]])
// CHECK: %[[V26:.*]] = onnx.Constant dense<0.083333333333333329> : tensor<f64>
// CHECK: %[[V27:.*]] = onnx.Add(%[[V10]]#0, %{{.*}})
// CHECK: %[[V28:.*]] = onnx.Where(%{{.*}}, %[[V10]]#0, %[[V27]])
// CHECK: %[[V31:.*]] = onnx.Where(%[[V30]], %{{.*}}, %{{.*}})
// CHECK: %[[V35:.*]] = onnx.Where(%[[V33]], %[[V34]], %[[V31]])
// CHECK: %[[V36:.*]] = onnx.Cast(%[[V35]]) {to = f32}
// CHECK: return %[[V36]] : tensor<6xf32>
func.func @zeta_number_first(%x: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.special_zeta.self_scalar(2.5, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
