// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @complex(%x: tensor<1x16xcomplex<f32>>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.DFT' op operand #0 must be tensor of floats of 16 bits or more}}
  %0 = onnx.DFT(%x, %none, %none) : (tensor<1x16xcomplex<f32>>, none, none) -> tensor<1x16xcomplex<f32>>
  return
}

// -----

func.func @size(%n: tensor<f32>) {
  // expected-error @+1 {{'onnx.HannWindow' op operand #0 must be tensor of i32 or i64}}
  %0 = onnx.HannWindow(%n) : (tensor<f32>) -> tensor<?xf32>
  return
}
