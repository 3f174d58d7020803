// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @numbers(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.StringConcat' op operand #0 must be tensor of strings, but got 'tensor<2xf32>'}}
  %0 = onnx.StringConcat(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @mode(%x: tensor<2xi32>) {
  // expected-error @+1 {{'onnx.TfIdfVectorizer' op requires attribute 'max_gram_length'}}
  %0 = onnx.TfIdfVectorizer(%x) : (tensor<2xi32>) -> tensor<2xf32>
  return
}
