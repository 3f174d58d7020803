// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @scales(%x: tensor<1x3x4x4xf16>, %scales: tensor<4xf16>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Resize' op operand #2 must be tensor of f32 or none, but got 'tensor<4xf16>'}}
  %0 = onnx.Resize(%x, %none, %scales, %none) : (tensor<1x3x4x4xf16>, none, tensor<4xf16>, none) -> tensor<?x?x?x?xf16>
  return
}

// -----

func.func @pooledShape(%x: tensor<1x3x4x4xf32>, %rois: tensor<2x5xf32>) {
  // expected-error @+1 {{'onnx.MaxRoiPool' op requires attribute 'pooled_shape'}}
  %0 = onnx.MaxRoiPool(%x, %rois) : (tensor<1x3x4x4xf32>, tensor<2x5xf32>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @mode(%x: tensor<1x3x4x4xf32>, %grid: tensor<1x2x2x2xf32>) {
  // expected-error @+1 {{attribute 'mode' failed to satisfy constraint: string attribute}}
  %0 = onnx.GridSample(%x, %grid) {mode = 1 : i64} : (tensor<1x3x4x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x3x2x2xf32>
  return
}

// -----

func.func @resize(%x: tensor<1x3x8x8xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Resize' op has neither scales nor sizes, expected one of them}}
  // expected-error @+1 {{'onnx.Resize' op failed to infer returned types}}
  %0 = onnx.Resize(%x, %none, %none, %none) : (tensor<1x3x8x8xf32>, none, none, none) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @affineGridTypes(%a: tensor<1x2x3xf32>, %b: tensor<4xi64>) {
  // expected-error @+1 {{'onnx.AffineGrid' op failed to verify that all of {theta, grid} have same element type}}
  %0 = onnx.AffineGrid(%a, %b) : (tensor<1x2x3xf32>, tensor<4xi64>) -> tensor<1x?x?x2xf16>
  return
}

// -----

func.func @affineGridTheta(%a: tensor<2x3xf32>, %b: tensor<4xi64>) {
  // expected-error @+2 {{'onnx.AffineGrid' op operand 'theta' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.AffineGrid' op failed to infer returned types}}
  %0 = onnx.AffineGrid(%a, %b) : (tensor<2x3xf32>, tensor<4xi64>) -> tensor<?x?x?x2xf32>
  return
}

// -----

func.func @affineGridSize(%a: tensor<1x2x3xf32>, %b: tensor<1x4xi64>) {
  // expected-error @+2 {{'onnx.AffineGrid' op operand 'size' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.AffineGrid' op failed to infer returned types}}
  %0 = onnx.AffineGrid(%a, %b) : (tensor<1x2x3xf32>, tensor<1x4xi64>) -> tensor<1x?x?x2xf32>
  return
}

// -----

func.func @affineGridSizes(%a: tensor<1x2x3xf32>, %b: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.AffineGrid' op has 3 sizes, expected 4 or 5}}
  // expected-error @+1 {{'onnx.AffineGrid' op failed to infer returned types}}
  %0 = onnx.AffineGrid(%a, %b) : (tensor<1x2x3xf32>, tensor<3xi64>) -> tensor<1x?x?x2xf32>
  return
}

// -----

func.func @centerCropPadTypes(%a: tensor<2x3xf32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.CenterCropPad' op failed to verify that all of {input_data, output_data} have same element type}}
  %0 = onnx.CenterCropPad(%a, %b) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf16>
  return
}

// -----

func.func @centerCropPadAxes(%a: tensor<2x3xf32>, %b: tensor<1xi64>) {
  // expected-error @+2 {{'onnx.CenterCropPad' op 'axes' is 2, expected in [-2, 1]}}
  // expected-error @+1 {{'onnx.CenterCropPad' op failed to infer returned types}}
  %0 = onnx.CenterCropPad(%a, %b) {axes = array<i64: 2>} : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x3xf32>
  return
}

// -----

func.func @centerCropPadAxesTwice(%a: tensor<2x3xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.CenterCropPad' op 'axes' has -1 twice}}
  // expected-error @+1 {{'onnx.CenterCropPad' op failed to infer returned types}}
  %0 = onnx.CenterCropPad(%a, %b) {axes = array<i64: 1, -1>} : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @centerCropPadShape(%a: tensor<2x3xf32>, %b: tensor<1x2xi64>) {
  // expected-error @+2 {{'onnx.CenterCropPad' op operand 'shape' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.CenterCropPad' op failed to infer returned types}}
  %0 = onnx.CenterCropPad(%a, %b) : (tensor<2x3xf32>, tensor<1x2xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @centerCropPadSizes(%a: tensor<2x3xf32>, %b: tensor<1xi64>) {
  // expected-error @+2 {{'onnx.CenterCropPad' op has 1 sizes, expected 2}}
  // expected-error @+1 {{'onnx.CenterCropPad' op failed to infer returned types}}
  %0 = onnx.CenterCropPad(%a, %b) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

func.func @col2ImTypes(%a: tensor<1x4x9xf32>, %b: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Col2Im' op failed to verify that all of {input, output} have same element type}}
  %0 = onnx.Col2Im(%a, %b, %b) : (tensor<1x4x9xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf16>
  return
}

// -----

func.func @col2ImRank(%a: tensor<4x9xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.Col2Im' op operand 'input' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.Col2Im' op failed to infer returned types}}
  %0 = onnx.Col2Im(%a, %b, %b) : (tensor<4x9xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return
}

// -----

func.func @col2ImImage(%a: tensor<1x4x9xf32>, %b: tensor<1x2xi64>, %c: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.Col2Im' op operand 'image_shape' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.Col2Im' op failed to infer returned types}}
  %0 = onnx.Col2Im(%a, %b, %c) : (tensor<1x4x9xf32>, tensor<1x2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return
}

// -----

func.func @col2ImBlock(%a: tensor<1x4x9xf32>, %b: tensor<?xi64>, %c: tensor<1x2xi64>) {
  // expected-error @+2 {{'onnx.Col2Im' op operand 'block_shape' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.Col2Im' op failed to infer returned types}}
  %0 = onnx.Col2Im(%a, %b, %c) : (tensor<1x4x9xf32>, tensor<?xi64>, tensor<1x2xi64>) -> tensor<1x?x?x?xf32>
  return
}

// -----

func.func @col2ImPads(%a: tensor<1x4x9xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.Col2Im' op attribute 'pads' has 2 numbers, expected 4}}
  // expected-error @+1 {{'onnx.Col2Im' op failed to infer returned types}}
  %0 = onnx.Col2Im(%a, %b, %b) {pads = array<i64: 1, 1>} : (tensor<1x4x9xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return
}

// -----

func.func @col2ImDilations(%a: tensor<1x4x9xf32>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.Col2Im' op attribute 'dilations' has 1 numbers, expected 2}}
  // expected-error @+1 {{'onnx.Col2Im' op failed to infer returned types}}
  %0 = onnx.Col2Im(%a, %b, %b) {dilations = array<i64: 1>} : (tensor<1x4x9xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x?x?x?xf32>
  return
}

// -----

func.func @gridSampleTypes(%a: tensor<1x3x4x4xf32>, %b: tensor<1x2x2x2xf32>) {
  // expected-error @+1 {{'onnx.GridSample' op failed to verify that all of {X, Y} have same element type}}
  %0 = onnx.GridSample(%a, %b) : (tensor<1x3x4x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x3x2x2xf16>
  return
}

// -----

func.func @gridSampleRank(%a: tensor<3x4xf32>, %b: tensor<1x2x2x2xf32>) {
  // expected-error @+2 {{'onnx.GridSample' op operand 'X' has rank 2, expected at least 3}}
  // expected-error @+1 {{'onnx.GridSample' op failed to infer returned types}}
  %0 = onnx.GridSample(%a, %b) : (tensor<3x4xf32>, tensor<1x2x2x2xf32>) -> tensor<3x4xf32>
  return
}

// -----

func.func @gridSampleGrid(%a: tensor<1x3x4x4xf32>, %b: tensor<1x2x2xf32>) {
  // expected-error @+2 {{'onnx.GridSample' op operand 'grid' has rank 3, expected 4}}
  // expected-error @+1 {{'onnx.GridSample' op failed to infer returned types}}
  %0 = onnx.GridSample(%a, %b) : (tensor<1x3x4x4xf32>, tensor<1x2x2xf32>) -> tensor<1x3x2x2xf32>
  return
}

// -----

func.func @gridSamplePadding(%a: tensor<1x3x4x4xf32>, %b: tensor<1x2x2x2xf32>) {
  // expected-error @+2 {{'onnx.GridSample' op attribute 'padding_mode' is "wrap", expected zeros, border or reflection}}
  // expected-error @+1 {{'onnx.GridSample' op failed to infer returned types}}
  %0 = onnx.GridSample(%a, %b) {padding_mode = "wrap"} : (tensor<1x3x4x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x3x2x2xf32>
  return
}

// -----

func.func @gridSampleBatch(%a: tensor<1x3x4x4xf32>, %b: tensor<2x2x2x2xf32>) {
  // expected-error @+2 {{'onnx.GridSample' op has different sizes of the batch, 1 and 2}}
  // expected-error @+1 {{'onnx.GridSample' op failed to infer returned types}}
  %0 = onnx.GridSample(%a, %b) : (tensor<1x3x4x4xf32>, tensor<2x2x2x2xf32>) -> tensor<1x3x2x2xf32>
  return
}

// -----

func.func @imageDecoderRank(%a: tensor<1x2xui8>) {
  // expected-error @+2 {{'onnx.ImageDecoder' op operand 'encoded_stream' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.ImageDecoder' op failed to infer returned types}}
  %0 = onnx.ImageDecoder(%a) : (tensor<1x2xui8>) -> tensor<?x?x3xui8>
  return
}

// -----

func.func @imageDecoderFormat(%a: tensor<?xui8>) {
  // expected-error @+2 {{'onnx.ImageDecoder' op attribute 'pixel_format' is "CMYK", expected RGB, BGR or Grayscale}}
  // expected-error @+1 {{'onnx.ImageDecoder' op failed to infer returned types}}
  %0 = onnx.ImageDecoder(%a) {pixel_format = "CMYK"} : (tensor<?xui8>) -> tensor<?x?x3xui8>
  return
}

// -----

func.func @maxRoiPoolTypes(%a: tensor<1x3x4x4xf32>, %b: tensor<2x5xf32>) {
  // expected-error @+1 {{'onnx.MaxRoiPool' op requires the same element type for all operands and results}}
  %0 = onnx.MaxRoiPool(%a, %b) {pooled_shape = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<2x5xf32>) -> tensor<2x3x2x2xf16>
  return
}

// -----

func.func @maxRoiPoolRank(%a: tensor<3x4x4xf32>, %b: tensor<2x5xf32>) {
  // expected-error @+2 {{'onnx.MaxRoiPool' op operand 'X' has rank 3, expected 4}}
  // expected-error @+1 {{'onnx.MaxRoiPool' op failed to infer returned types}}
  %0 = onnx.MaxRoiPool(%a, %b) {pooled_shape = array<i64: 2, 2>} : (tensor<3x4x4xf32>, tensor<2x5xf32>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @maxRoiPoolRois(%a: tensor<1x3x4x4xf32>, %b: tensor<5xf32>) {
  // expected-error @+2 {{'onnx.MaxRoiPool' op operand 'rois' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.MaxRoiPool' op failed to infer returned types}}
  %0 = onnx.MaxRoiPool(%a, %b) {pooled_shape = array<i64: 2, 2>} : (tensor<1x3x4x4xf32>, tensor<5xf32>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @maxRoiPoolShape(%a: tensor<1x3x4x4xf32>, %b: tensor<2x5xf32>) {
  // expected-error @+2 {{'onnx.MaxRoiPool' op attribute 'pooled_shape' has 1 numbers, expected 2}}
  // expected-error @+1 {{'onnx.MaxRoiPool' op failed to infer returned types}}
  %0 = onnx.MaxRoiPool(%a, %b) {pooled_shape = array<i64: 2>} : (tensor<1x3x4x4xf32>, tensor<2x5xf32>) -> tensor<2x3x2x2xf32>
  return
}

// -----

func.func @boxes(%a: tensor<2x4xf32>, %b: tensor<1x1x2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.NonMaxSuppression' op operand 'boxes' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.NonMaxSuppression' op failed to infer returned types}}
  %0 = onnx.NonMaxSuppression(%a, %b, %none, %none, %none) : (tensor<2x4xf32>, tensor<1x1x2xf32>, none, none, none) -> tensor<?x3xi64>
  return
}

// -----

func.func @scores(%a: tensor<1x2x4xf32>, %b: tensor<1x2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.NonMaxSuppression' op operand 'scores' has rank 2, expected 3}}
  // expected-error @+1 {{'onnx.NonMaxSuppression' op failed to infer returned types}}
  %0 = onnx.NonMaxSuppression(%a, %b, %none, %none, %none) : (tensor<1x2x4xf32>, tensor<1x2xf32>, none, none, none) -> tensor<?x3xi64>
  return
}

// -----

func.func @resizeTypes(%a: tensor<1x3x8x8xf32>, %b: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Resize' op failed to verify that all of {X, Y} have same element type}}
  %0 = onnx.Resize(%a, %none, %b, %none) : (tensor<1x3x8x8xf32>, none, tensor<4xf32>, none) -> tensor<?x?x?x?xf16>
  return
}

// -----

func.func @resizeMode(%a: tensor<1x3x8x8xf32>, %b: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Resize' op attribute 'mode' is "area", expected nearest, linear or cubic}}
  // expected-error @+1 {{'onnx.Resize' op failed to infer returned types}}
  %0 = onnx.Resize(%a, %none, %b, %none) {mode = "area"} : (tensor<1x3x8x8xf32>, none, tensor<4xf32>, none) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @resizePolicy(%a: tensor<1x3x8x8xf32>, %b: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Resize' op attribute 'keep_aspect_ratio_policy' is "larger", expected stretch, not_larger or not_smaller}}
  // expected-error @+1 {{'onnx.Resize' op failed to infer returned types}}
  %0 = onnx.Resize(%a, %none, %b, %none) {keep_aspect_ratio_policy = "larger"} : (tensor<1x3x8x8xf32>, none, tensor<4xf32>, none) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @resizeAxes(%a: tensor<1x3x8x8xf32>, %b: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Resize' op 'axes' is 4, expected in [-4, 3]}}
  // expected-error @+1 {{'onnx.Resize' op failed to infer returned types}}
  %0 = onnx.Resize(%a, %none, %b, %none) {axes = array<i64: 4>} : (tensor<1x3x8x8xf32>, none, tensor<4xf32>, none) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @resizeScales(%a: tensor<1x3x8x8xf32>, %b: tensor<1x4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Resize' op operand 'scales' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.Resize' op failed to infer returned types}}
  %0 = onnx.Resize(%a, %none, %b, %none) : (tensor<1x3x8x8xf32>, none, tensor<1x4xf32>, none) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @resizeSizes(%a: tensor<1x3x8x8xf32>, %b: tensor<1x4xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Resize' op operand 'sizes' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.Resize' op failed to infer returned types}}
  %0 = onnx.Resize(%a, %none, %none, %b) : (tensor<1x3x8x8xf32>, none, none, tensor<1x4xi64>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @resizeCount(%a: tensor<1x3x8x8xf32>, %b: tensor<3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Resize' op has 3 scales or sizes, expected 4}}
  // expected-error @+1 {{'onnx.Resize' op failed to infer returned types}}
  %0 = onnx.Resize(%a, %none, %b, %none) : (tensor<1x3x8x8xf32>, none, tensor<3xf32>, none) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @roiAlignTypes(%a: tensor<1x3x4x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.RoiAlign' op failed to verify that all of {X, rois, Y} have same element type}}
  %0 = onnx.RoiAlign(%a, %b, %c) : (tensor<1x3x4x4xf32>, tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x3x1x1xf16>
  return
}

// -----

func.func @roiAlignRank(%a: tensor<3x4x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.RoiAlign' op operand 'X' has rank 3, expected 4}}
  // expected-error @+1 {{'onnx.RoiAlign' op failed to infer returned types}}
  %0 = onnx.RoiAlign(%a, %b, %c) : (tensor<3x4x4xf32>, tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @roiAlignRois(%a: tensor<1x3x4x4xf32>, %b: tensor<4xf32>, %c: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.RoiAlign' op operand 'rois' has rank 1, expected 2}}
  // expected-error @+1 {{'onnx.RoiAlign' op failed to infer returned types}}
  %0 = onnx.RoiAlign(%a, %b, %c) : (tensor<1x3x4x4xf32>, tensor<4xf32>, tensor<2xi64>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @roiAlignIndices(%a: tensor<1x3x4x4xf32>, %b: tensor<2x4xf32>, %c: tensor<i64>) {
  // expected-error @+2 {{'onnx.RoiAlign' op operand 'batch_indices' has rank 0, expected 1}}
  // expected-error @+1 {{'onnx.RoiAlign' op failed to infer returned types}}
  %0 = onnx.RoiAlign(%a, %b, %c) : (tensor<1x3x4x4xf32>, tensor<2x4xf32>, tensor<i64>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @roiAlignMode(%a: tensor<1x3x4x4xf32>, %b: tensor<2x4xf32>, %c: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.RoiAlign' op attribute 'mode' is "min", expected avg or max}}
  // expected-error @+1 {{'onnx.RoiAlign' op failed to infer returned types}}
  %0 = onnx.RoiAlign(%a, %b, %c) {mode = "min"} : (tensor<1x3x4x4xf32>, tensor<2x4xf32>, tensor<2xi64>) -> tensor<2x3x1x1xf32>
  return
}

// -----

func.func @roiAlignRegions(%a: tensor<1x3x4x4xf32>, %b: tensor<2x4xf32>, %c: tensor<3xi64>) {
  // expected-error @+2 {{'onnx.RoiAlign' op has different sizes of the regions, 2 and 3}}
  // expected-error @+1 {{'onnx.RoiAlign' op failed to infer returned types}}
  %0 = onnx.RoiAlign(%a, %b, %c) : (tensor<1x3x4x4xf32>, tensor<2x4xf32>, tensor<3xi64>) -> tensor<2x3x1x1xf32>
  return
}
