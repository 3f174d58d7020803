// The number that bits stand for is arithmetic on them, before the operator of
// opset 26.
// RUN: torch-onnx-opt %s --onnx-legalize-opset="opset=17" --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset="opset=26" --split-input-file | FileCheck %s --check-prefix=NEW

// NEW-COUNT-2: onnx.BitCast

// 10 bits of fraction; the exponent is the place in a table of 32 powers.
// CHECK-LABEL: func.func @half
// CHECK-NOT: onnx.BitCast
// CHECK: onnx.Cast(%arg0) {to = ui16}
// CHECK: onnx.Constant dense<32768> : tensor<i64>
// CHECK: onnx.Constant dense<1024> : tensor<i64>
// CHECK: onnx.Gather({{.*}} : (tensor<32xf32>, tensor<2xi64>) -> tensor<2xf32>
// CHECK: onnx.Cast({{.*}} {to = f16}
func.func @half(%x: tensor<2xi16>) -> tensor<2xf16> {
  %0 = onnx.BitCast(%x) {to = f16} : (tensor<2xi16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}

// -----

// The sign of 64 bits is that of the integer.
// CHECK-LABEL: func.func @double
// CHECK-NOT: onnx.BitCast
// CHECK: onnx.Less(%arg0,
// CHECK: onnx.Gather({{.*}} : (tensor<2048xf64>, tensor<2xi64>) -> tensor<2xf64>
func.func @double(%x: tensor<2xi64>) -> tensor<2xf64> {
  %0 = onnx.BitCast(%x) {to = f64} : (tensor<2xi64>) -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
