// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @quantized(%x: tensor<2xf32>, %s: tensor<f32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.QuantizeLinear' op result #0 must be tensor of integers of 16 bits or less or floats of 8 bits or less, but got 'tensor<2xi32>'}}
  %0 = onnx.QuantizeLinear(%x, %s, %none) : (tensor<2xf32>, tensor<f32>, none) -> tensor<2xi32>
  return
}

// -----

func.func @doubles(%x: tensor<2xui8>, %s: tensor<f64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.DequantizeLinear' op operand #1 must be tensor of f16, bf16, f32 or f8E8M0FNU}}
  %0 = onnx.DequantizeLinear(%x, %s, %none) : (tensor<2xui8>, tensor<f64>, none) -> tensor<2xf32>
  return
}
