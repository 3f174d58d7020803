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

// -----

func.func @castLikeTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.CastLike' op failed to verify that all of {target_type, output} have same element type}}
  %0 = onnx.CastLike(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @concatRanks(%a: tensor<2xf32>, %b: tensor<1x2xf32>) {
  // expected-error @+2 {{'onnx.Concat' op has operands of rank 1 and 2, expected one rank}}
  // expected-error @+1 {{'onnx.Concat' op failed to infer returned types}}
  %0 = onnx.Concat(%a, %b) {axis = 0 : i64} : (tensor<2xf32>, tensor<1x2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @constantShape(%a: tensor<1x2xi64>) {
  // expected-error @+2 {{'onnx.ConstantOfShape' op operand 'input' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.ConstantOfShape' op failed to infer returned types}}
  %0 = onnx.ConstantOfShape(%a) : (tensor<1x2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @depthToSpaceTypes(%a: tensor<1x4x3x3xf32>) {
  // expected-error @+1 {{'onnx.DepthToSpace' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.DepthToSpace(%a) {blocksize = 2 : i64} : (tensor<1x4x3x3xf32>) -> tensor<1x1x6x6xf16>
  return
}

// -----

func.func @depthToSpaceChannels(%a: tensor<1x3x3x3xf32>) {
  // expected-error @+2 {{'onnx.DepthToSpace' op dimension 1 is 3, expected a multiple of 4}}
  // expected-error @+1 {{'onnx.DepthToSpace' op failed to infer returned types}}
  %0 = onnx.DepthToSpace(%a) {blocksize = 2 : i64} : (tensor<1x3x3x3xf32>) -> tensor<1x1x6x6xf32>
  return
}

// -----

func.func @blocksize(%a: tensor<1x4x3x3xf32>) {
  // expected-error @+2 {{'onnx.DepthToSpace' op attribute 'blocksize' is 0, expected at least 1}}
  // expected-error @+1 {{'onnx.DepthToSpace' op failed to infer returned types}}
  %0 = onnx.DepthToSpace(%a) {blocksize = 0 : i64} : (tensor<1x4x3x3xf32>) -> tensor<1x1x6x6xf32>
  return
}

// -----

func.func @spaceToDepthTypes(%a: tensor<1x1x4x4xf32>) {
  // expected-error @+1 {{'onnx.SpaceToDepth' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.SpaceToDepth(%a) {blocksize = 2 : i64} : (tensor<1x1x4x4xf32>) -> tensor<1x4x2x2xf16>
  return
}

// -----

func.func @spaceToDepthHeight(%a: tensor<1x1x5x4xf32>) {
  // expected-error @+2 {{'onnx.SpaceToDepth' op dimension 2 is 5, expected a multiple of 2}}
  // expected-error @+1 {{'onnx.SpaceToDepth' op failed to infer returned types}}
  %0 = onnx.SpaceToDepth(%a) {blocksize = 2 : i64} : (tensor<1x1x5x4xf32>) -> tensor<1x4x2x2xf32>
  return
}

// -----

func.func @spaceToDepthWidth(%a: tensor<1x1x4x5xf32>) {
  // expected-error @+2 {{'onnx.SpaceToDepth' op dimension 3 is 5, expected a multiple of 2}}
  // expected-error @+1 {{'onnx.SpaceToDepth' op failed to infer returned types}}
  %0 = onnx.SpaceToDepth(%a) {blocksize = 2 : i64} : (tensor<1x1x4x5xf32>) -> tensor<1x4x2x2xf32>
  return
}

// -----

func.func @expandTypes(%a: tensor<2xf32>, %b: tensor<1xi64>) {
  // expected-error @+1 {{'onnx.Expand' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Expand(%a, %b) : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf16>
  return
}

// -----

func.func @expandShape(%a: tensor<2xf32>, %b: tensor<i64>) {
  // expected-error @+2 {{'onnx.Expand' op operand 'shape' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Expand' op failed to infer returned types}}
  %0 = onnx.Expand(%a, %b) : (tensor<2xf32>, tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @eyeLikeRank(%a: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.EyeLike' op operand 'input' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.EyeLike' op failed to infer returned types}}
  %0 = onnx.EyeLike(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @flattenTypes(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.Flatten' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Flatten(%a) : (tensor<2x3xf32>) -> tensor<2x3xf16>
  return
}

// -----

func.func @flattenAxis(%a: tensor<2x3xf32>) {
  // expected-error @+2 {{'onnx.Flatten' op 'axis' is 3, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.Flatten' op failed to infer returned types}}
  %0 = onnx.Flatten(%a) {axis = 3 : i64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @padTypes(%a: tensor<2xf32>, %b: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Pad' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Pad(%a, %b, %none, %none) : (tensor<2xf32>, tensor<2xi64>, none, none) -> tensor<?xf16>
  return
}

// -----

func.func @padMode(%a: tensor<2xf32>, %b: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Pad' op attribute 'mode' is "mirror", expected constant, reflect, edge or wrap}}
  // expected-error @+1 {{'onnx.Pad' op failed to infer returned types}}
  %0 = onnx.Pad(%a, %b, %none, %none) {mode = "mirror"} : (tensor<2xf32>, tensor<2xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @padList(%a: tensor<2xf32>, %b: tensor<1x2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Pad' op operand 'pads' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.Pad' op failed to infer returned types}}
  %0 = onnx.Pad(%a, %b, %none, %none) : (tensor<2xf32>, tensor<1x2xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @rangeTypes(%a: tensor<f32>, %b: tensor<f64>) {
  // expected-error @+1 {{'onnx.Range' op requires the same element type for all operands and results}}
  %0 = onnx.Range(%a, %b, %a) : (tensor<f32>, tensor<f64>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @rangeVector(%a: tensor<i64>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.Range' op operand 'delta' has a dimension of 2, expected one element}}
  // expected-error @+1 {{'onnx.Range' op failed to infer returned types}}
  %0 = onnx.Range(%a, %a, %b) : (tensor<i64>, tensor<i64>, tensor<2xi64>) -> tensor<?xi64>
  return
}

// -----

func.func @rangeRank(%a: tensor<f32>, %b: tensor<1x2xf32>) {
  // expected-error @+2 {{'onnx.Range' op operand 'limit' has a dimension of 2, expected one element}}
  // expected-error @+1 {{'onnx.Range' op failed to infer returned types}}
  %0 = onnx.Range(%a, %b, %a) : (tensor<f32>, tensor<1x2xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// -----

func.func @reshapeList(%a: tensor<2xf32>, %b: tensor<i64>) {
  // expected-error @+2 {{'onnx.Reshape' op operand 'shape' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Reshape' op failed to infer returned types}}
  %0 = onnx.Reshape(%a, %b) : (tensor<2xf32>, tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @reverseSequenceTypes(%a: tensor<2x3xf32>, %b: tensor<3xi64>) {
  // expected-error @+1 {{'onnx.ReverseSequence' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.ReverseSequence(%a, %b) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf16>
  return
}

// -----

func.func @batchAxis(%a: tensor<2x3xf32>, %b: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.ReverseSequence' op attribute 'batch_axis' is 2, expected 0 or 1}}
  // expected-error @+1 {{'onnx.ReverseSequence' op failed to infer returned types}}
  %0 = onnx.ReverseSequence(%a, %b) {batch_axis = 2 : i64} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @timeAxis(%a: tensor<2x3xf32>, %b: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.ReverseSequence' op attribute 'time_axis' is -1, expected 0 or 1}}
  // expected-error @+1 {{'onnx.ReverseSequence' op failed to infer returned types}}
  %0 = onnx.ReverseSequence(%a, %b) {time_axis = -1 : i64} : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @reverseRank(%a: tensor<2xf32>, %b: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.ReverseSequence' op operand 'data' has rank 1, expected at least 2}}
  // expected-error @+1 {{'onnx.ReverseSequence' op failed to infer returned types}}
  %0 = onnx.ReverseSequence(%a, %b) : (tensor<2xf32>, tensor<3xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @sliceTypes(%a: tensor<4xf32>, %b: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Slice' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Slice(%a, %b, %b, %none, %none) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<?xf16>
  return
}

// -----

func.func @sliceStarts(%a: tensor<4xf32>, %b: tensor<i64>, %c: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Slice' op operand 'starts' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Slice' op failed to infer returned types}}
  %0 = onnx.Slice(%a, %b, %c, %none, %none) : (tensor<4xf32>, tensor<i64>, tensor<1xi64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @sliceEnds(%a: tensor<4xf32>, %b: tensor<1xi64>, %c: tensor<i64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Slice' op operand 'ends' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Slice' op failed to infer returned types}}
  %0 = onnx.Slice(%a, %b, %c, %none, %none) : (tensor<4xf32>, tensor<1xi64>, tensor<i64>, none, none) -> tensor<?xf32>
  return
}

// -----

func.func @splitList(%a: tensor<4xf32>, %b: tensor<i64>) {
  // expected-error @+2 {{'onnx.Split' op operand 'split' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Split' op failed to infer returned types}}
  %0 = onnx.Split(%a, %b) : (tensor<4xf32>, tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @splitCount(%a: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Split' op has 0 pieces, expected 1 to 65536}}
  // expected-error @+1 {{'onnx.Split' op failed to infer returned types}}
  %0 = onnx.Split(%a, %none) {num_outputs = 0 : i64} : (tensor<4xf32>, none) -> tensor<4xf32>
  return
}

// -----

func.func @squeezeTypes(%a: tensor<1x2xf32>, %b: tensor<1xi64>) {
  // expected-error @+1 {{'onnx.Squeeze' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Squeeze(%a, %b) : (tensor<1x2xf32>, tensor<1xi64>) -> tensor<?xf16>
  return
}

// -----

func.func @squeezeList(%a: tensor<1x2xf32>, %b: tensor<i64>) {
  // expected-error @+2 {{'onnx.Squeeze' op operand 'axes' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Squeeze' op failed to infer returned types}}
  %0 = onnx.Squeeze(%a, %b) : (tensor<1x2xf32>, tensor<i64>) -> tensor<2xf32>
  return
}

// -----

func.func @squeezeCount(%a: tensor<1x2xf32>, %b: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.Squeeze' op has 3 axes, expected at most 2}}
  // expected-error @+1 {{'onnx.Squeeze' op failed to infer returned types}}
  %0 = onnx.Squeeze(%a, %b) : (tensor<1x2xf32>, tensor<3xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @tileTypes(%a: tensor<2xf32>, %b: tensor<1xi64>) {
  // expected-error @+1 {{'onnx.Tile' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Tile(%a, %b) : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf16>
  return
}

// -----

func.func @tileList(%a: tensor<2xf32>, %b: tensor<i64>) {
  // expected-error @+2 {{'onnx.Tile' op operand 'repeats' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Tile' op failed to infer returned types}}
  %0 = onnx.Tile(%a, %b) : (tensor<2xf32>, tensor<i64>) -> tensor<?xf32>
  return
}

// -----

func.func @tileCount(%a: tensor<2xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.Tile' op has 2 repeats, expected 1}}
  // expected-error @+1 {{'onnx.Tile' op failed to infer returned types}}
  %0 = onnx.Tile(%a, %b) : (tensor<2xf32>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

func.func @transposeTypes(%a: tensor<2x3xf32>) {
  // expected-error @+1 {{'onnx.Transpose' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Transpose(%a) : (tensor<2x3xf32>) -> tensor<3x2xf16>
  return
}

// -----

func.func @permCount(%a: tensor<2x3xf32>) {
  // expected-error @+2 {{'onnx.Transpose' op attribute 'perm' has 1 axes, expected 2}}
  // expected-error @+1 {{'onnx.Transpose' op failed to infer returned types}}
  %0 = onnx.Transpose(%a) {perm = array<i64: 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @permRange(%a: tensor<2x3xf32>) {
  // expected-error @+2 {{'onnx.Transpose' op 'perm' is 2, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.Transpose' op failed to infer returned types}}
  %0 = onnx.Transpose(%a) {perm = array<i64: 1, 2>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @triluTypes(%a: tensor<3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Trilu' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Trilu(%a, %none) : (tensor<3x3xf32>, none) -> tensor<3x3xf16>
  return
}

// -----

func.func @unsqueezeTypes(%a: tensor<2xf32>, %b: tensor<1xi64>) {
  // expected-error @+1 {{'onnx.Unsqueeze' op failed to verify that all of {data, output} have same element type}}
  %0 = onnx.Unsqueeze(%a, %b) : (tensor<2xf32>, tensor<1xi64>) -> tensor<?x?xf16>
  return
}

// -----

func.func @unsqueezeList(%a: tensor<2xf32>, %b: tensor<i64>) {
  // expected-error @+2 {{'onnx.Unsqueeze' op operand 'axes' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.Unsqueeze' op failed to infer returned types}}
  %0 = onnx.Unsqueeze(%a, %b) : (tensor<2xf32>, tensor<i64>) -> tensor<?x?xf32>
  return
}
