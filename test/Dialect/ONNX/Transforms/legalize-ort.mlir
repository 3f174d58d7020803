// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22 target=ort" --verify-diagnostics %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22 target=onnx" %s | FileCheck %s --check-prefix=ONNX

// What ONNX Runtime's CPU lacks.

// CHECK-LABEL: @main
// ONNX-LABEL: @main
// ONNX-NOT: onnx.Cast
func.func @main(%b: tensor<2xi1>, %s: tensor<2xi16>, %h: tensor<2xbf16>, %d: tensor<2xf64>, %l: tensor<2xi64>, %x: tensor<2xf32>)
    -> (tensor<2xi1>, tensor<2xi16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xf64>, tensor<2xi64>, tensor<2xf32>) {
  // The condition stays.
  // CHECK: %[[W:.*]] = onnx.Where(%arg0, %{{.*}}, %{{.*}}) : (tensor<2xi1>, tensor<2xui8>, tensor<2xui8>) -> tensor<2xui8>
  // CHECK: onnx.Cast(%[[W]]) {to = i1}
  %0 = onnx.Where(%b, %b, %b) : (tensor<2xi1>, tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>
  // CHECK: onnx.Max(%{{.*}}, %{{.*}}) : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %1 = onnx.Max(%s, %s) : (tensor<2xi16>, tensor<2xi16>) -> tensor<2xi16>
  // CHECK: onnx.Add(%{{.*}}, %{{.*}}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = onnx.Add(%h, %h) : (tensor<2xbf16>, tensor<2xbf16>) -> tensor<2xbf16>
  // CHECK: onnx.Concat({{.*}}) {axis = 0 : i64} : (tensor<2xbf16>) -> tensor<2xbf16>
  %3 = onnx.Concat(%h) {axis = 0 : i64} : (tensor<2xbf16>) -> tensor<2xbf16>
  // CHECK-NOT: onnx.LeakyRelu
  // CHECK: onnx.Where(%{{.*}}, %{{.*}}, %arg3) : (tensor<2xi1>, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %4 = onnx.LeakyRelu(%d) {alpha = 0.5 : f32} : (tensor<2xf64>) -> tensor<2xf64>
  // CHECK: onnx.Max(%arg4, %{{.*}}) : (tensor<2xi64>, tensor<i64>) -> tensor<2xi64>
  %5 = onnx.Relu(%l) : (tensor<2xi64>) -> tensor<2xi64>
  // expected-warning @below {{ONNX Runtime has no CPU kernel for 'onnx.RandomNormalLike' from opset 22 on}}
  %6 = onnx.RandomNormalLike(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi1>, tensor<2xi16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xf64>, tensor<2xi64>, tensor<2xf32>
}

// Definitions in f64; what has none in elementary operations stays.
// CHECK-LABEL: @doubles
// CHECK-NOT: onnx.HardSwish
// CHECK: onnx.Clip
// CHECK: onnx.ReduceMean{{.*}} -> tensor<1x2x1x1xf64>
// CHECK: onnx.Erf
// ONNX-LABEL: @doubles
// ONNX: onnx.HardSwish
// ONNX: onnx.GlobalAveragePool
func.func @doubles(%d: tensor<1x2x3x4xf64>) -> (tensor<1x2x3x4xf64>, tensor<1x2x1x1xf64>, tensor<1x2x3x4xf64>) {
  %0 = onnx.HardSwish(%d) : (tensor<1x2x3x4xf64>) -> tensor<1x2x3x4xf64>
  %1 = onnx.GlobalAveragePool(%d) : (tensor<1x2x3x4xf64>) -> tensor<1x2x1x1xf64>
  %2 = onnx.Erf(%d) : (tensor<1x2x3x4xf64>) -> tensor<1x2x3x4xf64>
  return %0, %1, %2 : tensor<1x2x3x4xf64>, tensor<1x2x1x1xf64>, tensor<1x2x3x4xf64>
}
