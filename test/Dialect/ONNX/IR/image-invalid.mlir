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
