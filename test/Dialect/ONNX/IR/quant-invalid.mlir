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

// -----

func.func @outputType(%a: tensor<4x3xf32>, %b: tensor<f32>, %c: tensor<ui8>) {
  // expected-error @+2 {{'onnx.QuantizeLinear' op attribute 'output_dtype' is 'i8', but operand 'y_zero_point' has elements of 'ui8'}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %c) {output_dtype = i8} : (tensor<4x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<4x3xui8>
  return
}

// -----

func.func @blockSize(%a: tensor<4x3xf32>, %b: tensor<f32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.QuantizeLinear' op attribute 'block_size' is -1, expected at least 0}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %none) {block_size = -1 : i64} : (tensor<4x3xf32>, tensor<f32>, none) -> tensor<4x3xui8>
  return
}

// -----

func.func @blockScale(%a: tensor<4x3xf32>, %b: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.QuantizeLinear' op operand 'y_scale' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %none) {axis = 0 : i64, block_size = 2 : i64} : (tensor<4x3xf32>, tensor<2xf32>, none) -> tensor<4x3xui8>
  return
}

// -----

func.func @blocks(%a: tensor<4x3xf32>, %b: tensor<3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.QuantizeLinear' op has different sizes of the scale, 2 and 3}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %none) {axis = 0 : i64, block_size = 2 : i64} : (tensor<4x3xf32>, tensor<3x3xf32>, none) -> tensor<4x3xui8>
  return
}

// -----

func.func @scaleRank(%a: tensor<4x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.QuantizeLinear' op operand 'y_scale' has rank 2, expected at most 1 without attribute 'block_size'}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %a, %none) : (tensor<4x3xf32>, tensor<4x3xf32>, none) -> tensor<4x3xui8>
  return
}

// -----

func.func @axis(%a: tensor<4x3xf32>, %b: tensor<3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.QuantizeLinear' op 'axis' is 2, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %none) {axis = 2 : i64} : (tensor<4x3xf32>, tensor<3xf32>, none) -> tensor<4x3xui8>
  return
}

// -----

func.func @scaleSize(%a: tensor<4x3xf32>, %b: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.QuantizeLinear' op has different sizes of the scale, 3 and 4}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %none) : (tensor<4x3xf32>, tensor<4xf32>, none) -> tensor<4x3xui8>
  return
}

// -----

func.func @zeroPointRank(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %c: tensor<ui8>) {
  // expected-error @+2 {{'onnx.QuantizeLinear' op operand 'y_zero_point' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %c) : (tensor<4x3xf32>, tensor<3xf32>, tensor<ui8>) -> tensor<4x3xui8>
  return
}

// -----

func.func @zeroPointSize(%a: tensor<4x3xf32>, %b: tensor<3xf32>, %c: tensor<4xui8>) {
  // expected-error @+2 {{'onnx.QuantizeLinear' op has different sizes of the zero point, 3 and 4}}
  // expected-error @+1 {{'onnx.QuantizeLinear' op failed to infer returned types}}
  %0 = onnx.QuantizeLinear(%a, %b, %c) : (tensor<4x3xf32>, tensor<3xf32>, tensor<4xui8>) -> tensor<4x3xui8>
  return
}

// -----

func.func @dequantizeBlockScale(%a: tensor<4x3xui8>, %b: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.DequantizeLinear' op operand 'x_scale' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.DequantizeLinear' op failed to infer returned types}}
  %0 = onnx.DequantizeLinear(%a, %b, %none) {axis = 0 : i64, block_size = 2 : i64} : (tensor<4x3xui8>, tensor<2xf32>, none) -> tensor<4x3xf32>
  return
}

// -----

func.func @dequantizeScaleRank(%a: tensor<4x3xui8>, %b: tensor<4x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.DequantizeLinear' op operand 'x_scale' has rank 2, expected at most 1 without attribute 'block_size'}}
  // expected-error @+1 {{'onnx.DequantizeLinear' op failed to infer returned types}}
  %0 = onnx.DequantizeLinear(%a, %b, %none) : (tensor<4x3xui8>, tensor<4x3xf32>, none) -> tensor<4x3xf32>
  return
}

// -----

func.func @dequantizeZeroPoint(%a: tensor<4x3xui8>, %b: tensor<3xf32>, %c: tensor<ui8>) {
  // expected-error @+2 {{'onnx.DequantizeLinear' op operand 'x_zero_point' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.DequantizeLinear' op failed to infer returned types}}
  %0 = onnx.DequantizeLinear(%a, %b, %c) : (tensor<4x3xui8>, tensor<3xf32>, tensor<ui8>) -> tensor<4x3xf32>
  return
}
