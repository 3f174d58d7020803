// RUN: torch-onnx-opt --onnx-legalize-opset="opset=21" %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=21 target=onnx" %s | FileCheck %s --check-prefix=ONNX

// ONNX Runtime draws 1 with the probability of 0: numbers are drawn and compared, in
// f32 at least, as a number rounded to half precision may be 1.
// CHECK-LABEL: @bernoulli
// CHECK-NOT: onnx.Bernoulli
// CHECK: %[[U:.*]] = onnx.RandomUniformLike(%arg0) {dtype = f32, seed = 3.000000e+00 : f32}
// CHECK: %[[L:.*]] = onnx.Less(%[[U]], %arg0)
// CHECK: onnx.Cast(%[[L]]) {to = i64}
// CHECK: %[[W:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Less(%{{.*}}, %[[W]]) : (tensor<2xf32>, tensor<2xf32>)
// CHECK: onnx.RandomUniformLike(%arg2) {dtype = f64}
// ONNX-LABEL: @bernoulli
// ONNX-COUNT-3: onnx.Bernoulli
func.func @bernoulli(%s: tensor<2xf32>, %h: tensor<2xf16>, %d: tensor<2xf64>) -> (tensor<2xi64>, tensor<2xf32>, tensor<2xf64>) {
  %0 = onnx.Bernoulli(%s) {dtype = i64, seed = 3.0 : f32} : (tensor<2xf32>) -> tensor<2xi64>
  %1 = onnx.Bernoulli(%h) {dtype = f32} : (tensor<2xf16>) -> tensor<2xf32>
  %2 = onnx.Bernoulli(%d) {dtype = f64} : (tensor<2xf64>) -> tensor<2xf64>
  return %0, %1, %2 : tensor<2xi64>, tensor<2xf32>, tensor<2xf64>
}
