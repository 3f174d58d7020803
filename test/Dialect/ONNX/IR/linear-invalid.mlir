// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @mixed(%a: tensor<2x3xf32>, %b: tensor<3x4xf16>) {
  // expected-error @+1 {{'onnx.MatMul' op requires the same element type for all operands and results}}
  %0 = onnx.MatMul(%a, %b) : (tensor<2x3xf32>, tensor<3x4xf16>) -> tensor<2x4xf32>
  return
}

// -----

func.func @einsum(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.Einsum' op requires attribute 'equation'}}
  %0 = onnx.Einsum(%a) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @gemm(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Gemm' op failed to verify that all of {A, B, Y} have same element type}}
  %0 = onnx.Gemm(%a, %b, %none) : (tensor<2x3xf32>, tensor<3x4xf32>, none) -> tensor<2x4xf64>
  return
}

// -----

func.func @inner(%x: tensor<2x3xf32>, %y: tensor<4x5xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.MatMul' op has different sizes of the inner dimension, 3 and 4}}
  // expected-error @+1 {{'onnx.MatMul' op failed to infer returned types}}
  %0 = onnx.MatMul(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
  return
}

// -----

func.func @gemm(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Gemm' op operand 'B' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.Gemm' op failed to infer returned types}}
  %0 = onnx.Gemm(%x, %y, %none) : (tensor<2x3xf32>, tensor<4xf32>, none) -> tensor<2x5xf32>
  return
}

// -----

func.func @einsum(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Einsum' op attribute 'equation' has 'k' in the result, but in no operand}}
  // expected-error @+1 {{'onnx.Einsum' op failed to infer returned types}}
  %0 = onnx.Einsum(%x) {equation = "ij->k"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @detTypes(%a: tensor<3x3xf32>) {
  // expected-error @+1 {{'onnx.Det' op requires the same element type for all operands and results}}
  %0 = onnx.Det(%a) : (tensor<3x3xf32>) -> tensor<f16>
  return
}

// -----

func.func @detSquare(%a: tensor<3x4xf32>) {
  // expected-error @+2 {{'onnx.Det' op has different sizes of the matrix, 3 and 4}}
  // expected-error @+1 {{'onnx.Det' op failed to infer returned types}}
  %0 = onnx.Det(%a) : (tensor<3x4xf32>) -> tensor<f32>
  return
}

// -----

func.func @einsumTypes(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.Einsum' op requires the same element type for all operands and results}}
  %0 = onnx.Einsum(%a) {equation = "ij->ji"} : (tensor<2x3xf32>) -> tensor<3x2xf16>
  return
}

// -----

func.func @einsumOperands(%a: tensor<2x3xf32>) {
  // expected-error @+2 {{'onnx.Einsum' op attribute 'equation' has 2 operands, expected 1}}
  // expected-error @+1 {{'onnx.Einsum' op failed to infer returned types}}
  %0 = onnx.Einsum(%a) {equation = "ij,jk->ik"} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @einsumRank(%a: tensor<2x3xf32>) {
  // expected-error @+2 {{'onnx.Einsum' op attribute 'equation' has 1 subscripts for an operand of rank 2}}
  // expected-error @+1 {{'onnx.Einsum' op failed to infer returned types}}
  %0 = onnx.Einsum(%a) {equation = "i->i"} : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @einsumEllipses(%a: tensor<2x3xf32>) {
  // expected-error @+2 {{'onnx.Einsum' op attribute 'equation' has two ellipses in one term}}
  // expected-error @+1 {{'onnx.Einsum' op failed to infer returned types}}
  %0 = onnx.Einsum(%a) {equation = "......"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @einsumSubscript(%a: tensor<2x3xf32>) {
  // expected-error @+2 {{'onnx.Einsum' op attribute 'equation' has '1', expected letters and ellipses}}
  // expected-error @+1 {{'onnx.Einsum' op failed to infer returned types}}
  %0 = onnx.Einsum(%a) {equation = "i1->i1"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @gemmA(%a: tensor<3xf32>, %b: tensor<3x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Gemm' op operand 'A' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.Gemm' op failed to infer returned types}}
  %0 = onnx.Gemm(%a, %b, %none) : (tensor<3xf32>, tensor<3x4xf32>, none) -> tensor<1x4xf32>
  return
}

// -----

func.func @gemmC(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>, %c: tensor<1x2x4xf32>) {
  // expected-error @+2 {{'onnx.Gemm' op operand 'C' has rank 3, expected at most 2}}
  // expected-error @+1 {{'onnx.Gemm' op failed to infer returned types}}
  %0 = onnx.Gemm(%a, %b, %c) : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<1x2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @matmulA(%a: tensor<f32>, %b: tensor<3xf32>) {
  // expected-error @+2 {{'onnx.MatMul' op operand 'A' has rank 0, expected at least 1}}
  // expected-error @+1 {{'onnx.MatMul' op failed to infer returned types}}
  %0 = onnx.MatMul(%a, %b) : (tensor<f32>, tensor<3xf32>) -> tensor<f32>
  return
}

// -----

func.func @matmulB(%a: tensor<3xf32>, %b: tensor<f32>) {
  // expected-error @+2 {{'onnx.MatMul' op operand 'B' has rank 0, expected at least 1}}
  // expected-error @+1 {{'onnx.MatMul' op failed to infer returned types}}
  %0 = onnx.MatMul(%a, %b) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return
}
