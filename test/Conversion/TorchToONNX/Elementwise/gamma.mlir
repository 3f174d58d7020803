// Incomplete gamma functions and Airy's function.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// A series below a + 1, a continued fraction above, each as long as any of its
// elements changes. What has not converged is NaN.
// CHECK-LABEL: func.func @igamma
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Loop
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @igamma(%a: tensor<4xf32> {onnx.value = dense<[0.5, 1.0, 2.5, 3.0]> : tensor<4xf32>},
                  %x: tensor<4xf32> {onnx.value = dense<[0.0, 0.25, 2.0, 7.0]> : tensor<4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0.0, 0.22119918, 0.45058402, 0.97036386]> : tensor<4xf32>}) {
  %0 = torch.aten.igamma.default(%a, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// In f64 the digits of the upper share count also for small arguments, of which
// a series is summed.
func.func @igammac_f64(%a: tensor<4xf64> {onnx.value = dense<[0.0001, 0.1, 2.5, 1.0e8]> : tensor<4xf64>},
                       %x: tensor<4xf64> {onnx.value = dense<[1.0, 0.25, 30.0, 1.0e8]> : tensor<4xf64>})
    -> (tensor<4xf64> {onnx.expected = dense<[2.1940638138146634e-05, 0.10444075614244439, 1.215456977718304e-11, 0.49998670192398587]> : tensor<4xf64>}) {
  %0 = torch.aten.igammac.default(%a, %x) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
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
func.func @airy(%x: tensor<4xf32> {onnx.value = dense<[1.25, 0.25, 1.0, 1.0]> : tensor<4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0.099644594, 0.29116392, 0.13529238, 0.13529238]> : tensor<4xf32>}) {
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
func.func @multivariate_half(%x: tensor<3xbf16> {onnx.value = dense<[-2.0, -1.5, -1.5]> : tensor<3xbf16>})
    -> (tensor<3xbf16> {onnx.expected = dense<0x7F80> : tensor<3xbf16>}) {
  %0 = torch.aten.mvlgamma.default(%x, 2) : (tensor<3xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

// Lanczos' approximation, mirrored below a half; infinity stays.
// CHECK-LABEL: func.func @lgamma
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.IsInf
// CHECK: onnx.Round
// CHECK: onnx.Sin
// CHECK: onnx.Log
// CHECK: onnx.Where
func.func @lgamma(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 6.907179, 0.5723649, 0.0, 0.28468287, 3.1780539, 9.549267, 71.25704, 1.2655121, 0x7F800000]> : tensor<14xf32>}) {
  %0 = torch.aten.lgamma.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// Ten terms of the series, the rest by its asymptotic expansion. The poles are
// NaN, but for zero, which is infinite.
// CHECK-LABEL: func.func @digamma
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Round
// CHECK: onnx.Reciprocal
// CHECK: onnx.Log
// CHECK: onnx.Cos
// CHECK: onnx.Sin
func.func @digamma(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0xFF800000, 0x7F800000, -1000.57556, -1.9635109, -0.5772159, 0.70315677, 1.5061177, 2.080091, 3.3844383, 0.036489915, 0x7FC00000]> : tensor<14xf32>}) {
  %0 = torch.aten.digamma.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// Term by term until the base is ten, the rest by the formula of Euler and
// Maclaurin. It is infinite at one.
// CHECK-LABEL: func.func @zeta_number_last
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Ceil
// CHECK: onnx.Max
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.Loop
func.func @zeta_number_last(%x: tensor<6xf32> {onnx.value = dense<[0x7FC00000, 1.0, 0.5, 2.0, 3.5, 40.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0x7FC00000, 0.49035776, 0.06517125, 1.2089275e-16]> : tensor<6xf32>}) {
  %0 = torch.aten.special_zeta.other_scalar(%x, 2.5) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @zeta_number_first
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Ceil
// CHECK: onnx.Max
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.Loop
func.func @zeta_number_first(%x: tensor<6xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0.0, 0.1, 2.5, 40.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 317.3278, 0.22736901, 0.0026851567]> : tensor<6xf32>}) {
  %0 = torch.aten.special_zeta.self_scalar(2.5, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// A pole at 0, none between the integers below it.
func.func @trigamma(%x: tensor<10xf32> {onnx.value = dense<[0x7FC00000, 0xFF800000, 0.0, -1.75, -1.5, -0.25, 0.5, 1.0, 2.5, 30.0]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 19.301653, 9.379248, 18.541883, 4.934802, 1.644934, 0.49035776, 0.03389506]> : tensor<10xf32>}) {
  %0 = torch.aten.polygamma.default(1, %x) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

func.func @polygamma_of_three(%x: tensor<10xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0.0, 4.0, 1.5, 0.25, 0.5, 1.0, 2.5, 30.0]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7F800000, 0.044865325, 1.4090911, 1538.7821, 97.40909, 6.4939394, 0.22390585, 7.786004e-05]> : tensor<10xf32>}) {
  %0 = torch.aten.polygamma.default(3, %x) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
