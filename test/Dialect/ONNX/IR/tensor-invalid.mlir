// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @cast(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Cast' op attribute 'to' is 'f16', but the result has elements of 'f64'}}
  %0 = onnx.Cast(%x) {to = f16} : (tensor<2xf32>) -> tensor<2xf64>
  return
}

// -----

func.func @castComplex(%x: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{'onnx.Cast' op operand #0 must be tensor of any ONNX element type but complex}}
  %0 = onnx.Cast(%x) {to = f32} : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}

// -----

func.func @reshape(%x: tensor<2xf32>, %shape: tensor<1xi64>) {
  // expected-error @+1 {{'onnx.Reshape' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Reshape(%x, %shape) : (tensor<2xf32>, tensor<1xi64>) -> tensor<2xi32>
  return
}

// -----

func.func @shapeType(%x: tensor<2xf32>, %shape: tensor<1xi32>) {
  // expected-error @+1 {{'onnx.Reshape' op operand #1 must be tensor of i64, but got 'tensor<1xi32>'}}
  %0 = onnx.Reshape(%x, %shape) : (tensor<2xf32>, tensor<1xi32>) -> tensor<2xf32>
  return
}

// -----

func.func @perm(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{attribute 'perm' failed to satisfy constraint: i64 dense array attribute}}
  %0 = onnx.Transpose(%x) {perm = [1, 0]} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @concat(%x: tensor<2xf32>, %y: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Concat' op requires the same element type for all operands and results}}
  %0 = onnx.Concat(%x, %y) {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @float8(%x: tensor<2xf8E5M2>, %i: tensor<1xi64>) {
  // expected-error @+1 {{'onnx.Tile' op operand #0 must be tensor of bool, integers of 8 bits or more}}
  %0 = onnx.Tile(%x, %i) : (tensor<2xf8E5M2>, tensor<1xi64>) -> tensor<4xf8E5M2>
  return
}
