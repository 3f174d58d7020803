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
// CHECK: %[[LEFT:.*]] = onnx.Div
// CHECK: %[[HIGHEST:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[ISCENTER:.*]] = onnx.Less(%[[X]], %[[HIGHEST]])
// CHECK: onnx.Where(%[[ISCENTER]],
// CHECK: %[[LOWEST:.*]] = onnx.Constant dense<-8.000000e+00> : tensor<f64>
// CHECK: %[[ISLEFT:.*]] = onnx.Less(%[[X]], %[[LOWEST]])
// CHECK: onnx.Where(%[[ISLEFT]],
// CHECK: onnx.IsInf
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
