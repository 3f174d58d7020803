// RUN: torch-onnx-opt %s --onnx-infer-shapes --split-input-file --verify-diagnostics

// What follows from the values of operands is checked by the pass; the verifier
// looks at types only.

func.func @contradiction(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<[3, 2]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Reshape' op has result 0 of type 'tensor<2x3xf32>', expected 'tensor<3x2xf32>'}}
  %1 = onnx.Reshape(%x, %0) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @elements(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<[4, 2]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Reshape' op shape asks for 8 elements, but the operand has 6}}
  %1 = onnx.Reshape(%x, %0) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @divisible(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<[-1, 4]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Reshape' op shape asks for a multiple of 4 elements, but the operand has 6}}
  %1 = onnx.Reshape(%x, %0) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @twice(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<[-1, -1]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Reshape' op shape has -1 twice, expected at most once}}
  %1 = onnx.Reshape(%x, %0) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @copied(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<[2, 3, 0]> : tensor<3xi64>
  // expected-error @+1 {{'onnx.Reshape' op shape copies dimension 2, but the operand has rank 2}}
  %1 = onnx.Reshape(%x, %0) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @squeezed(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<0> : tensor<1xi64>
  // expected-error @+1 {{'onnx.Squeeze' op dimension 0 is 2, expected 1 to squeeze it}}
  %1 = onnx.Squeeze(%x, %0) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @axes(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<[1, -3]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Unsqueeze' op 'axes' has -3 twice}}
  %1 = onnx.Unsqueeze(%x, %0) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @topK(%x: tensor<2x3xf32>) {
  %0 = onnx.Constant dense<4> : tensor<1xi64>
  // expected-error @+1 {{'onnx.TopK' op K is 4, expected in [0, 3]}}
  %1:2 = onnx.TopK(%x, %0) : (tensor<2x3xf32>, tensor<1xi64>) -> (tensor<?x?xf32>, tensor<?x?xi64>)
  return
}

// -----

func.func @range() {
  %0 = onnx.Constant dense<0> : tensor<i64>
  // expected-error @+1 {{'onnx.Range' op has a delta of 0}}
  %1 = onnx.Range(%0, %0, %0) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}
