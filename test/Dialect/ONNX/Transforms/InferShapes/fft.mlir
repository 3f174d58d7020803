// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Spectra.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x16x1xf32, #sym.dims<n>>, %w: tensor<8xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.DFT({{.*}} -> tensor<?x9x2xf32, #sym.dims<n>>
  %0 = onnx.DFT(%x, %none, %none) {onesided = 1 : i64} : (tensor<?x16x1xf32, #sym.dims<n>>, none, none) -> tensor<?x?x?xf32>
  %step = onnx.Constant dense<4> : tensor<i64>
  // CHECK: onnx.STFT({{.*}} -> tensor<?x3x5x2xf32, #sym.dims<n>>
  %1 = onnx.STFT(%x, %step, %w, %none) : (tensor<?x16x1xf32, #sym.dims<n>>, tensor<i64>, tensor<8xf32>, none) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.HannWindow({{.*}} -> tensor<4xf32>
  %2 = onnx.HannWindow(%step) : (tensor<i64>) -> tensor<?xf32>
  return
}
