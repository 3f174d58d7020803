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

// -----

func.func @dftTypes(%a: tensor<1x8x1xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.DFT' op failed to verify that all of {input, output} have same element type}}
  %0 = onnx.DFT(%a, %none, %none) : (tensor<1x8x1xf32>, none, none) -> tensor<1x8x2xf16>
  return
}

// -----

func.func @dftRank(%a: tensor<8xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.DFT' op operand 'input' has rank 1, expected at least 2}}
  // expected-error @+1 {{'onnx.DFT' op failed to infer returned types}}
  %0 = onnx.DFT(%a, %none, %none) : (tensor<8xf32>, none, none) -> tensor<8x2xf32>
  return
}

// -----

func.func @stftTypes(%a: tensor<1x8xf32>, %b: tensor<i64>, %c: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.STFT' op failed to verify that all of {signal, output} have same element type}}
  %0 = onnx.STFT(%a, %b, %c, %none) : (tensor<1x8xf32>, tensor<i64>, tensor<4xf32>, none) -> tensor<1x?x?x2xf16>
  return
}

// -----

func.func @stftRank(%a: tensor<8xf32>, %b: tensor<i64>, %c: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.STFT' op operand 'signal' has rank 1, expected at least 2}}
  // expected-error @+1 {{'onnx.STFT' op failed to infer returned types}}
  %0 = onnx.STFT(%a, %b, %c, %none) : (tensor<8xf32>, tensor<i64>, tensor<4xf32>, none) -> tensor<1x?x?x2xf32>
  return
}
