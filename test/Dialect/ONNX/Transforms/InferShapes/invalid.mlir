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

// -----

func.func @frame(%x: tensor<1x8xf32>, %w: tensor<4xf32>) {
  %s = onnx.Constant dense<2> : tensor<i64>
  %n = onnx.Constant dense<5> : tensor<i64>
  // expected-error @+1 {{'onnx.STFT' op has different sizes of the frame, 5 and 4}}
  %r = onnx.STFT(%x, %s, %w, %n) : (tensor<1x8xf32>, tensor<i64>, tensor<4xf32>, tensor<i64>) -> tensor<1x?x?x2xf32>
  return
}

// -----

func.func @gridBatch(%x: tensor<1x2x3xf32>) {
  %s = onnx.Constant dense<[2, 3, 4, 4]> : tensor<4xi64>
  // expected-error @+1 {{'onnx.AffineGrid' op has different sizes of the batch, 2 and 1}}
  %r = onnx.AffineGrid(%x, %s) : (tensor<1x2x3xf32>, tensor<4xi64>) -> tensor<?x4x4x2xf32>
  return
}

// -----

func.func @cumulativeAxis(%x: tensor<2x3xf32>) {
  %a = onnx.Constant dense<2> : tensor<i64>
  // expected-error @+1 {{'onnx.CumSum' op 'axis' is 2, expected in [-2, 1]}}
  %r = onnx.CumSum(%x, %a) : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reductionAxes(%x: tensor<2x3xf32>) {
  %a = onnx.Constant dense<2> : tensor<1xi64>
  // expected-error @+1 {{'onnx.ReduceSum' op 'axes' is 2, expected in [-2, 1]}}
  %r = onnx.ReduceSum(%x, %a) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @padAxes(%x: tensor<2x3xf32>, %p: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  %a = onnx.Constant dense<2> : tensor<1xi64>
  // expected-error @+1 {{'onnx.Pad' op 'axes' is 2, expected in [-2, 1]}}
  %r = onnx.Pad(%x, %p, %none, %a) : (tensor<2x3xf32>, tensor<2xi64>, none, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @cropped(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  %p = onnx.Constant dense<[-3, 0, 0, 0]> : tensor<4xi64>
  // expected-error @+1 {{'onnx.Pad' op pads leave a dimension of -1}}
  %r = onnx.Pad(%x, %p, %none, %none) : (tensor<2x3xf32>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @negativeSize(%x: tensor<2x3xf32>) {
  %s = onnx.Constant dense<[-2, 3]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Reshape' op shape has -2, expected at least -1}}
  %r = onnx.Reshape(%x, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @sliceAxes(%x: tensor<2x3xf32>, %s: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  %a = onnx.Constant dense<2> : tensor<1xi64>
  // expected-error @+1 {{'onnx.Slice' op 'axes' is 2, expected in [-2, 1]}}
  %r = onnx.Slice(%x, %s, %s, %a, %none) : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @sliceLists(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  %s = onnx.Constant dense<0> : tensor<1xi64>
  %a = onnx.Constant dense<[0, 1]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Slice' op has 1 bounds or steps for 2 axes, expected as many}}
  %r = onnx.Slice(%x, %s, %s, %a, %none) : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<2xi64>, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @step(%x: tensor<2x3xf32>) {
  %s = onnx.Constant dense<0> : tensor<1xi64>
  // expected-error @+1 {{'onnx.Slice' op has a step of 0}}
  %r = onnx.Slice(%x, %s, %s, %s, %s) : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @pieces(%x: tensor<2x3xf32>) {
  %s = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  // expected-error @+1 {{'onnx.Split' op has pieces of 3 in all, expected 2}}
  %r:2 = onnx.Split(%x, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> (tensor<?x3xf32>, tensor<?x3xf32>)
  return
}

// -----

func.func @squeezedAxes(%x: tensor<1x2xf32>) {
  %a = onnx.Constant dense<2> : tensor<1xi64>
  // expected-error @+1 {{'onnx.Squeeze' op 'axes' is 2, expected in [-2, 1]}}
  %r = onnx.Squeeze(%x, %a) : (tensor<1x2xf32>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @unsqueezedAxes(%x: tensor<2x3xf32>) {
  %a = onnx.Constant dense<3> : tensor<1xi64>
  // expected-error @+1 {{'onnx.Unsqueeze' op 'axes' is 3, expected in [-3, 2]}}
  %r = onnx.Unsqueeze(%x, %a) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?x?xf32>
  return
}
