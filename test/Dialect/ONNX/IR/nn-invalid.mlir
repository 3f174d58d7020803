// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @weights(%x: tensor<1x3x8x8xf32>, %w: tensor<6x3x3x3xf16>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.Conv' op failed to verify that all of {X, W, Y} have same element type}}
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf16>, none) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @bias(%x: tensor<1x3x8x8xf32>, %w: tensor<6x3x3x3xf32>) {
  // expected-error @+1 {{'onnx.Conv' op expected 3 operands, but found 2}}
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @kernelShape(%x: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.AveragePool' op requires attribute 'kernel_shape'}}
  %0 = onnx.AveragePool(%x) : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf32>
  return
}

// -----

func.func @positions(%x: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.MaxPool' op result #1 must be tensor of i64 or none, but got 'tensor<1x3x8x8xi32>'}}
  %0:2 = onnx.MaxPool(%x) {kernel_shape = array<i64: 1, 1>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x8x8xf32>, tensor<1x3x8x8xi32>)
  return
}

// -----

func.func @labels(%x: tensor<2x4xf32>, %t: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.NegativeLogLikelihoodLoss' op operand #1 must be tensor of i32 or i64}}
  %0 = onnx.NegativeLogLikelihoodLoss(%x, %t, %none) : (tensor<2x4xf32>, tensor<2xf32>, none) -> tensor<f32>
  return
}

// -----

func.func @channels(%x: tensor<1x4x8x8xf32>, %w: tensor<2x3x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Conv' op has different sizes of the input channels, 4 and 3}}
  // expected-error @+1 {{'onnx.Conv' op failed to infer returned types}}
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x4x8x8xf32>, tensor<2x3x3x3xf32>, none) -> tensor<1x2x6x6xf32>
  return
}

// -----

func.func @window(%x: tensor<1x3x2x8xf32>, %w: tensor<2x3x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Conv' op has a window that is longer than spatial dimension 0 by 1}}
  // expected-error @+1 {{'onnx.Conv' op failed to infer returned types}}
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x3x2x8xf32>, tensor<2x3x3x3xf32>, none) -> tensor<1x2x1x6xf32>
  return
}

// -----

func.func @strides(%x: tensor<1x3x8x8xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.MaxPool' op attribute 'strides' has 1 numbers, expected 2}}
  // expected-error @+1 {{'onnx.MaxPool' op failed to infer returned types}}
  %0:2 = onnx.MaxPool(%x) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 1>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x7x7xf32>, none)
  return
}

// -----

func.func @statistics(%x: tensor<1x2x8xf32>, %s: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.BatchNormalization' op has result 1 of type 'tensor<2xf32>', expected 'none'}}
  // expected-error @+1 {{'onnx.BatchNormalization' op failed to infer returned types}}
  %0:3 = onnx.BatchNormalization(%x, %s, %s, %s, %s) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, tensor<2xf32>, none)
  return
}

// -----

func.func @groups(%v: tensor<3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.GroupNormalization' op operand 'X' has rank 1, expected at least 2}}
  // expected-error @+1 {{'onnx.GroupNormalization' op failed to infer returned types}}
  %0 = onnx.GroupNormalization(%v, %v, %v) {num_groups = 1 : i64} : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @groups(%x: tensor<2x4x3xf32>, %c: tensor<4xf32>) {
  // expected-error @+2 {{'onnx.GroupNormalization' op attribute 'num_groups' is 3, expected a divisor of the channels, 4}}
  // expected-error @+1 {{'onnx.GroupNormalization' op failed to infer returned types}}
  %0 = onnx.GroupNormalization(%x, %c, %c) {num_groups = 3 : i64} : (tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @instance_channels(%x: tensor<2x4x3xf32>, %c: tensor<3xf32>) {
  // expected-error @+2 {{'onnx.InstanceNormalization' op has different sizes of the channels, 4 and 3}}
  // expected-error @+1 {{'onnx.InstanceNormalization' op failed to infer returned types}}
  %0 = onnx.InstanceNormalization(%x, %c, %c) : (tensor<2x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @lp_norm(%x: tensor<2x4xf32>) {
  // expected-error @+2 {{'onnx.LpNormalization' op attribute 'p' is 3, expected 1 or 2}}
  // expected-error @+1 {{'onnx.LpNormalization' op failed to infer returned types}}
  %0 = onnx.LpNormalization(%x) {p = 3 : i64} : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @auto_pad(%x: tensor<1x4x3xf32>, %w: tensor<2x4x1xf32>) {
  // expected-error @+3 {{'onnx.Conv' op attribute 'auto_pad' is "SAME", expected NOTSET, SAME_UPPER, SAME_LOWER or VALID}}
  // expected-error @+2 {{'onnx.Conv' op failed to infer returned types}}
  %n = onnx.NoValue() : () -> none
  %0 = onnx.Conv(%x, %w, %n) {auto_pad = "SAME"} : (tensor<1x4x3xf32>, tensor<2x4x1xf32>, none) -> tensor<1x2x3xf32>
  return
}
