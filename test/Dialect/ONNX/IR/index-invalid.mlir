// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @indices(%x: tensor<4xf32>, %i: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Gather' op operand #1 must be tensor of i32 or i64, but got 'tensor<2xf32>'}}
  %0 = onnx.Gather(%x, %i) : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @updates(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.ScatterElements' op failed to verify that all of {data, updates, output} have same element type}}
  %0 = onnx.ScatterElements(%x, %i, %u) : (tensor<4xf32>, tensor<2xi64>, tensor<2xf16>) -> tensor<4xf32>
  return
}

// -----

// All results are there, wanted or not.
func.func @results(%x: tensor<4xf32>) {
  // expected-error @+1 {{'onnx.Unique' op expected 4 results}}
  %0 = "onnx.Unique"(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @gatherAxis(%x: tensor<2x3xf32>, %i: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Gather' op 'axis' is 2, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.Gather' op failed to infer returned types}}
  %0 = onnx.Gather(%x, %i) {axis = 2 : i64} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  return
}

// -----

func.func @tuples(%x: tensor<3x3xf32>, %i: tensor<2x2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.GatherND' op has tuples of 2 indices, expected 1 to 1}}
  // expected-error @+1 {{'onnx.GatherND' op failed to infer returned types}}
  %0 = onnx.GatherND(%x, %i) {batch_dims = 1 : i64} : (tensor<3x3xf32>, tensor<2x2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @scatter_reduction(%x: tensor<3xf32>, %i: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.ScatterElements' op attribute 'reduction' is "mean", expected none, add, mul, max or min}}
  // expected-error @+1 {{'onnx.ScatterElements' op failed to infer returned types}}
  %0 = onnx.ScatterElements(%x, %i, %x) {reduction = "mean"} : (tensor<3xf32>, tensor<3xi64>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @scatter_rank(%x: tensor<3xf32>, %i: tensor<1x3xi64>) {
  // expected-error @+2 {{'onnx.ScatterElements' op operand 'indices' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.ScatterElements' op failed to infer returned types}}
  %0 = onnx.ScatterElements(%x, %i, %x) : (tensor<3xf32>, tensor<1x3xi64>, tensor<3xf32>) -> tensor<3xf32>
  return
}
