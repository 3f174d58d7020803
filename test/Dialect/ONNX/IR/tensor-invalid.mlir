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

// -----

func.func @transpose(%x: tensor<2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Transpose' op 'perm' has 1 twice}}
  // expected-error @+1 {{'onnx.Transpose' op failed to infer returned types}}
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @concatAxis(%x: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Concat' op 'axis' is 1, expected in [-1, 0]}}
  // expected-error @+1 {{'onnx.Concat' op failed to infer returned types}}
  %0 = onnx.Concat(%x, %x) {axis = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @concatSizes(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Concat' op has different sizes of dimension 1, 3 and 4}}
  // expected-error @+1 {{'onnx.Concat' op failed to infer returned types}}
  %0 = onnx.Concat(%x, %y) {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @pads(%x: tensor<2xf32>, %p: tensor<3xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Pad' op has 3 pads, expected 2 for 1 axes}}
  // expected-error @+1 {{'onnx.Pad' op failed to infer returned types}}
  %0 = onnx.Pad(%x, %p, %none, %none) : (tensor<2xf32>, tensor<3xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @split(%x: tensor<5xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Split' op cannot split 5 into 4 pieces}}
  // expected-error @+1 {{'onnx.Split' op failed to infer returned types}}
  %0:4 = onnx.Split(%x, %none) {num_outputs = 4 : i64} : (tensor<5xf32>, none) -> (tensor<2xf32>, tensor<2xf32>, tensor<1xf32>, tensor<0xf32>)
  return
}

// -----

func.func @splitResults(%x: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Split' op has 2 results, expected 4}}
  // expected-error @+1 {{'onnx.Split' op failed to infer returned types}}
  %0:2 = onnx.Split(%x, %none) {num_outputs = 4 : i64} : (tensor<4xf32>, none) -> (tensor<1xf32>, tensor<1xf32>)
  return
}

// -----

func.func @reshapeRank(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Reshape' op has result 0 of type 'tensor<4xf32>', expected 'tensor<?x?xf32>'}}
  // expected-error @+1 {{'onnx.Reshape' op failed to infer returned types}}
  %0 = onnx.Reshape(%x, %s) : (tensor<4xf32>, tensor<2xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @sliceBounds(%x: tensor<2x4xf32>, %s: tensor<1xi64>, %e: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Slice' op has 1 starts and 2 ends, expected as many}}
  // expected-error @+1 {{'onnx.Slice' op failed to infer returned types}}
  %0 = onnx.Slice(%x, %s, %e, %none, %none) : (tensor<2x4xf32>, tensor<1xi64>, tensor<2xi64>, none, none) -> tensor<?x?xf32>
  return
}

// -----

func.func @depthToSpace(%x: tensor<2x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.DepthToSpace' op operand 'data' has rank 2, expected 4}}
  // expected-error @+1 {{'onnx.DepthToSpace' op failed to infer returned types}}
  %0 = onnx.DepthToSpace(%x) {blocksize = 2 : i64} : (tensor<2x4xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @blocks_mode(%x: tensor<1x4x3x3xf32>) {
  // expected-error @+2 {{'onnx.DepthToSpace' op attribute 'mode' is "RCD", expected DCR or CRD}}
  // expected-error @+1 {{'onnx.DepthToSpace' op failed to infer returned types}}
  %0 = onnx.DepthToSpace(%x) {blocksize = 2 : i64, mode = "RCD"} : (tensor<1x4x3x3xf32>) -> tensor<1x1x6x6xf32>
  return
}

// -----

func.func @triangle(%x: tensor<3xf32>) {
  // expected-error @+3 {{'onnx.Trilu' op operand 'data' has rank 1, expected at least 2}}
  // expected-error @+2 {{'onnx.Trilu' op failed to infer returned types}}
  %n = onnx.NoValue() : () -> none
  %0 = onnx.Trilu(%x, %n) : (tensor<3xf32>, none) -> tensor<3xf32>
  return
}
