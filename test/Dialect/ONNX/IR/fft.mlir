// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Fourier transforms, windows.

// CHECK-LABEL: @transforms
func.func @transforms(%x: tensor<1x16x1xf32>, %n: tensor<i64>, %w: tensor<8xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.DFT(%arg0, %{{.*}}, %arg1) {onesided = 1 : i64} : (tensor<1x16x1xf32>, none, tensor<i64>) -> tensor<1x9x2xf32>
  %0 = onnx.DFT(%x, %none, %n) {onesided = 1 : i64} : (tensor<1x16x1xf32>, none, tensor<i64>) -> tensor<1x9x2xf32>
  // CHECK-NEXT: onnx.STFT(%arg0, %arg1, %arg2, %{{.*}}) : (tensor<1x16x1xf32>, tensor<i64>, tensor<8xf32>, none) -> tensor<1x?x5x2xf32>
  %1 = onnx.STFT(%x, %n, %w, %none) {onesided = 1 : i64} : (tensor<1x16x1xf32>, tensor<i64>, tensor<8xf32>, none) -> tensor<1x?x5x2xf32>
  return
}

// CHECK-LABEL: @windows
func.func @windows(%n: tensor<i64>, %hz: tensor<f32>) {
  // CHECK-NEXT: onnx.BlackmanWindow(%arg0) {output_datatype = f64, periodic = 0 : i64} : (tensor<i64>) -> tensor<?xf64>
  %0 = onnx.BlackmanWindow(%n) {output_datatype = f64, periodic = 0 : i64} : (tensor<i64>) -> tensor<?xf64>
  %1 = onnx.HammingWindow(%n) : (tensor<i64>) -> tensor<?xf32>
  %2 = onnx.HannWindow(%n) : (tensor<i64>) -> tensor<?xf32>
  %3 = onnx.MelWeightMatrix(%n, %n, %n, %hz, %hz) : (tensor<i64>, tensor<i64>, tensor<i64>, tensor<f32>, tensor<f32>) -> tensor<?x?xf32>
  return
}
