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

// -----

func.func @compressTypes(%a: tensor<4xf32>, %b: tensor<4xi1>) {
  // expected-error @+1 {{'onnx.Compress' op failed to verify that all of {input, output} have same element type}}
  %0 = onnx.Compress(%a, %b) : (tensor<4xf32>, tensor<4xi1>) -> tensor<?xf16>
  return
}

// -----

func.func @compressCondition(%a: tensor<4xf32>, %b: tensor<1x4xi1>) {
  // expected-error @+2 {{'onnx.Compress' op operand 'condition' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.Compress' op failed to infer returned types}}
  %0 = onnx.Compress(%a, %b) : (tensor<4xf32>, tensor<1x4xi1>) -> tensor<?xf32>
  return
}

// -----

func.func @cumProdTypes(%a: tensor<4xf32>, %b: tensor<i64>) {
  // expected-error @+1 {{'onnx.CumProd' op failed to verify that all of {x, y} have same element type}}
  %0 = onnx.CumProd(%a, %b) : (tensor<4xf32>, tensor<i64>) -> tensor<4xf16>
  return
}

// -----

func.func @cumSumTypes(%a: tensor<4xf32>, %b: tensor<i64>) {
  // expected-error @+1 {{'onnx.CumSum' op failed to verify that all of {x, y} have same element type}}
  %0 = onnx.CumSum(%a, %b) : (tensor<4xf32>, tensor<i64>) -> tensor<4xf16>
  return
}

// -----

func.func @cumSumAxis(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.CumSum' op operand 'axis' has a dimension of 2, expected one element}}
  // expected-error @+1 {{'onnx.CumSum' op failed to infer returned types}}
  %0 = onnx.CumSum(%a, %b) : (tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @gatherTypes(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Gather' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Gather(%a, %b) : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf16>
  return
}

// -----

func.func @gatherElementsTypes(%a: tensor<4xf32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.GatherElements' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.GatherElements(%a, %b) : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf16>
  return
}

// -----

func.func @gatherNDTypes(%a: tensor<4xf32>, %b: tensor<2x1xi64>) {
  // expected-error @+1 {{'onnx.GatherND' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.GatherND(%a, %b) : (tensor<4xf32>, tensor<2x1xi64>) -> tensor<2xf16>
  return
}

// -----

func.func @gatherNDBatchDims(%a: tensor<4xf32>, %b: tensor<2x1xi64>) {
  // expected-error @+2 {{'onnx.GatherND' op attribute 'batch_dims' is 1, expected in [0, 0]}}
  // expected-error @+1 {{'onnx.GatherND' op failed to infer returned types}}
  %0 = onnx.GatherND(%a, %b) {batch_dims = 1 : i64} : (tensor<4xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @gatherNDBatch(%a: tensor<3x4xf32>, %b: tensor<2x1xi64>) {
  // expected-error @+2 {{'onnx.GatherND' op has different sizes of batch dimension 0, 2 and 3}}
  // expected-error @+1 {{'onnx.GatherND' op failed to infer returned types}}
  %0 = onnx.GatherND(%a, %b) {batch_dims = 1 : i64} : (tensor<3x4xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @oneHotTypes(%a: tensor<4xi64>, %b: tensor<i64>, %c: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.OneHot' op failed to verify that all of {values, output} have same element type}}
  %0 = onnx.OneHot(%a, %b, %c) : (tensor<4xi64>, tensor<i64>, tensor<2xf32>) -> tensor<4x?xf16>
  return
}

// -----

func.func @scatterUpdates(%a: tensor<3xf32>, %b: tensor<3xi64>, %c: tensor<1x3xf32>) {
  // expected-error @+2 {{'onnx.ScatterElements' op operand 'updates' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.ScatterElements' op failed to infer returned types}}
  %0 = onnx.ScatterElements(%a, %b, %c) : (tensor<3xf32>, tensor<3xi64>, tensor<1x3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @scatterNDTypes(%a: tensor<4xf32>, %b: tensor<2x1xi64>, %c: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.ScatterND' op failed to verify that all of {data, updates, output} have same element type}}
  %0 = onnx.ScatterND(%a, %b, %c) : (tensor<4xf32>, tensor<2x1xi64>, tensor<2xf16>) -> tensor<4xf32>
  return
}

// -----

func.func @topKTypes(%a: tensor<4xf32>, %b: tensor<1xi64>) {
  // expected-error @+1 {{'onnx.TopK' op failed to verify that all of {X, Values} have same element type}}
  %0:2 = onnx.TopK(%a, %b) : (tensor<4xf32>, tensor<1xi64>) -> (tensor<?xf16>, tensor<?xi64>)
  return
}

// -----

func.func @uniqueTypes(%a: tensor<4xf32>) {
  // expected-error @+1 {{'onnx.Unique' op failed to verify that all of {X, Y} have same element type}}
  %0:4 = onnx.Unique(%a) : (tensor<4xf32>) -> (tensor<?xf16>, none, none, none)
  return
}

// -----

func.func @uniqueSorted(%a: tensor<4xf32>) {
  // expected-error @+2 {{'onnx.Unique' op attribute 'sorted' is 2, expected 0 or 1}}
  // expected-error @+1 {{'onnx.Unique' op failed to infer returned types}}
  %0:4 = onnx.Unique(%a) {sorted = 2 : i64} : (tensor<4xf32>) -> (tensor<?xf32>, none, none, none)
  return
}
