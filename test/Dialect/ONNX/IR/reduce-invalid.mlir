// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

// Absent inputs are operands too.
func.func @absent(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.ReduceSum' op expected 2 operands, but found 1}}
  %0 = "onnx.ReduceSum"(%x) : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

func.func @axesType(%x: tensor<2x3xf32>, %axes: tensor<1xi32>) {
  // expected-error @+1 {{'onnx.ReduceSum' op operand #1 must be tensor of i64 or none, but got 'tensor<1xi32>'}}
  %0 = onnx.ReduceSum(%x, %axes) : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<2x1xf32>
  return
}

// -----

func.func @bytes(%x: tensor<2x3xi8>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceSum' op operand #0 must be tensor of integers of 32 bits or more, or floats}}
  %0 = onnx.ReduceSum(%x, %none) : (tensor<2x3xi8>, none) -> tensor<1x1xi8>
  return
}

// -----

func.func @argmax(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.ArgMax' op result #0 must be tensor of i64}}
  %0 = onnx.ArgMax(%x) : (tensor<2x3xf32>) -> tensor<1x3xi32>
  return
}

// -----

func.func @axis(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.ArgMax' op 'axis' is 2, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.ArgMax' op failed to infer returned types}}
  %0 = onnx.ArgMax(%x) {axis = 2 : i64} : (tensor<2x3xf32>) -> tensor<2x1xi64>
  return
}

// -----

func.func @reduceL1Types(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceL1' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceL1(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceL2Types(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceL2' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceL2(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceLogSumTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceLogSum' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceLogSum(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceLogSumExpTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceLogSumExp' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceLogSumExp(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceMaxTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceMax' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceMax(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceMeanTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceMean' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceMean(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceMinTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceMin' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceMin(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceProdTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceProd' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceProd(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceSumTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceSum' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceSum(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @reduceSumSquareTypes(%a: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ReduceSumSquare' op failed to verify that all of {data, reduced} have same element type}}
  %0 = onnx.ReduceSumSquare(%a, %none) : (tensor<2x3xf32>, none) -> tensor<1x1xf16>
  return
}

// -----

func.func @axesRank(%a: tensor<2x3xf32>, %b: tensor<1x1xi64>) {
  // expected-error @+2 {{'onnx.ReduceSum' op operand 'axes' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.ReduceSum' op failed to infer returned types}}
  %0 = onnx.ReduceSum(%a, %b) : (tensor<2x3xf32>, tensor<1x1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @axesCount(%a: tensor<2x3xf32>, %b: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.ReduceSum' op has 3 axes, expected at most 2}}
  // expected-error @+1 {{'onnx.ReduceSum' op failed to infer returned types}}
  %0 = onnx.ReduceSum(%a, %b) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return
}
