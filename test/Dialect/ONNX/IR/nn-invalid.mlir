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

// -----

func.func @averagePoolTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.AveragePool' op requires the same element type for all operands and results}}
  %0 = onnx.AveragePool(%a) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf16>
  return
}

// -----

func.func @lpPoolTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.LpPool' op requires the same element type for all operands and results}}
  %0 = onnx.LpPool(%a) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf16>
  return
}

// -----

func.func @maxPoolTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.MaxPool' op failed to verify that all of {X, Y} have same element type}}
  %0:2 = onnx.MaxPool(%a) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>) -> (tensor<1x3x7x7xf16>, none)
  return
}

// -----

func.func @maxUnpoolTypes(%a: tensor<1x3x8x8xf32>, %b: tensor<1x3x8x8xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.MaxUnpool' op failed to verify that all of {X, output} have same element type}}
  %0 = onnx.MaxUnpool(%a, %b, %none) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>, tensor<1x3x8x8xi64>, none) -> tensor<1x3x9x9xf16>
  return
}

// -----

func.func @stride(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+2 {{'onnx.AveragePool' op has a stride or dilation of 0, expected at least 1}}
  // expected-error @+1 {{'onnx.AveragePool' op failed to infer returned types}}
  %0 = onnx.AveragePool(%a) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 0, 1>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  return
}

// -----

func.func @kernelAxes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+2 {{'onnx.AveragePool' op attribute 'kernel_shape' has 1 numbers, expected 2}}
  // expected-error @+1 {{'onnx.AveragePool' op failed to infer returned types}}
  %0 = onnx.AveragePool(%a) {kernel_shape = array<i64: 2>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  return
}

// -----

func.func @kernelSize(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+2 {{'onnx.AveragePool' op attribute 'kernel_shape' has 0, expected at least 1}}
  // expected-error @+1 {{'onnx.AveragePool' op failed to infer returned types}}
  %0 = onnx.AveragePool(%a) {kernel_shape = array<i64: 2, 0>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  return
}

// -----

func.func @poolDilations(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+2 {{'onnx.AveragePool' op attribute 'dilations' has 1 numbers, expected 2}}
  // expected-error @+1 {{'onnx.AveragePool' op failed to infer returned types}}
  %0 = onnx.AveragePool(%a) {kernel_shape = array<i64: 2, 2>, dilations = array<i64: 1>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  return
}

// -----

func.func @poolPads(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+2 {{'onnx.AveragePool' op attribute 'pads' has 2 numbers, expected 4}}
  // expected-error @+1 {{'onnx.AveragePool' op failed to infer returned types}}
  %0 = onnx.AveragePool(%a) {kernel_shape = array<i64: 2, 2>, pads = array<i64: 1, 1>} : (tensor<1x3x8x8xf32>) -> tensor<1x3x7x7xf32>
  return
}

// -----

func.func @unpoolIndices(%a: tensor<1x3x8x8xf32>, %b: tensor<3x8x8xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.MaxUnpool' op operand 'I' has rank 3, expected 4}}
  // expected-error @+1 {{'onnx.MaxUnpool' op failed to infer returned types}}
  %0 = onnx.MaxUnpool(%a, %b, %none) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>, tensor<3x8x8xi64>, none) -> tensor<1x3x9x9xf32>
  return
}

// -----

func.func @unpoolIndexSizes(%a: tensor<1x3x8x8xf32>, %b: tensor<1x3x8x7xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.MaxUnpool' op has different sizes of dimension 3, 8 and 7}}
  // expected-error @+1 {{'onnx.MaxUnpool' op failed to infer returned types}}
  %0 = onnx.MaxUnpool(%a, %b, %none) {kernel_shape = array<i64: 2, 2>} : (tensor<1x3x8x8xf32>, tensor<1x3x8x7xi64>, none) -> tensor<1x3x9x9xf32>
  return
}

// -----

func.func @batchNormalizationTypes(%a: tensor<1x2x8xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.BatchNormalization' op failed to verify that all of {X, Y} have same element type}}
  %0:3 = onnx.BatchNormalization(%a, %b, %b, %b, %b) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf16>, none, none)
  return
}

// -----

func.func @batchNormScale(%a: tensor<1x2x8xf32>, %b: tensor<1x2xf32>, %c: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.BatchNormalization' op operand 'scale' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.BatchNormalization' op failed to infer returned types}}
  %0:3 = onnx.BatchNormalization(%a, %b, %c, %c, %c) : (tensor<1x2x8xf32>, tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  return
}

// -----

func.func @batchNormB(%a: tensor<1x2x8xf32>, %b: tensor<2xf32>, %c: tensor<1x2xf32>) {
  // expected-error @+2 {{'onnx.BatchNormalization' op operand 'B' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.BatchNormalization' op failed to infer returned types}}
  %0:3 = onnx.BatchNormalization(%a, %b, %c, %b, %b) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  return
}

// -----

func.func @batchNormMean(%a: tensor<1x2x8xf32>, %b: tensor<2xf32>, %c: tensor<1x2xf32>) {
  // expected-error @+2 {{'onnx.BatchNormalization' op operand 'input_mean' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.BatchNormalization' op failed to infer returned types}}
  %0:3 = onnx.BatchNormalization(%a, %b, %b, %c, %b) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1x2xf32>, tensor<2xf32>) -> (tensor<1x2x8xf32>, none, none)
  return
}

// -----

func.func @batchNormVar(%a: tensor<1x2x8xf32>, %b: tensor<2xf32>, %c: tensor<1x2xf32>) {
  // expected-error @+2 {{'onnx.BatchNormalization' op operand 'input_var' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.BatchNormalization' op failed to infer returned types}}
  %0:3 = onnx.BatchNormalization(%a, %b, %b, %b, %c) : (tensor<1x2x8xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<1x2xf32>) -> (tensor<1x2x8xf32>, none, none)
  return
}

// -----

func.func @convWeights(%a: tensor<1x3x8x8xf32>, %b: tensor<6x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Conv' op operand 'W' has rank 3, expected 4}}
  // expected-error @+1 {{'onnx.Conv' op failed to infer returned types}}
  %0 = onnx.Conv(%a, %b, %none) : (tensor<1x3x8x8xf32>, tensor<6x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convGroup(%a: tensor<1x3x8x8xf32>, %b: tensor<6x3x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Conv' op attribute 'group' is 0, expected at least 1}}
  // expected-error @+1 {{'onnx.Conv' op failed to infer returned types}}
  %0 = onnx.Conv(%a, %b, %none) {group = 0 : i64} : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convKernel(%a: tensor<1x3x8x8xf32>, %b: tensor<6x3x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Conv' op has different sizes of the kernel, 3 and 2}}
  // expected-error @+1 {{'onnx.Conv' op failed to infer returned types}}
  %0 = onnx.Conv(%a, %b, %none) {kernel_shape = array<i64: 3, 2>} : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>, none) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @convTransposeTypes(%a: tensor<1x3x8x8xf32>, %b: tensor<3x6x3x3xf16>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.ConvTranspose' op failed to verify that all of {X, W, Y} have same element type}}
  %0 = onnx.ConvTranspose(%a, %b, %none) : (tensor<1x3x8x8xf32>, tensor<3x6x3x3xf16>, none) -> tensor<1x6x10x10xf32>
  return
}

// -----

func.func @outputPadding(%a: tensor<1x3x8x8xf32>, %b: tensor<3x6x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.ConvTranspose' op attribute 'output_padding' has 1 numbers, expected 2}}
  // expected-error @+1 {{'onnx.ConvTranspose' op failed to infer returned types}}
  %0 = onnx.ConvTranspose(%a, %b, %none) {output_padding = array<i64: 1>} : (tensor<1x3x8x8xf32>, tensor<3x6x3x3xf32>, none) -> tensor<1x6x10x10xf32>
  return
}

// -----

func.func @outputShape(%a: tensor<1x3x8x8xf32>, %b: tensor<3x6x3x3xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.ConvTranspose' op attribute 'output_shape' has 1 numbers, expected 2}}
  // expected-error @+1 {{'onnx.ConvTranspose' op failed to infer returned types}}
  %0 = onnx.ConvTranspose(%a, %b, %none) {output_shape = array<i64: 10>} : (tensor<1x3x8x8xf32>, tensor<3x6x3x3xf32>, none) -> tensor<1x6x10x10xf32>
  return
}

// -----

func.func @deformConvTypes(%a: tensor<1x3x8x8xf32>, %b: tensor<6x3x3x3xf32>, %c: tensor<1x18x6x6xf16>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.DeformConv' op failed to verify that all of {X, W, offset, Y} have same element type}}
  %0 = onnx.DeformConv(%a, %b, %c, %none, %none) : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>, tensor<1x18x6x6xf16>, none, none) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @offsetGroup(%a: tensor<1x3x8x8xf32>, %b: tensor<6x3x3x3xf32>, %c: tensor<1x18x6x6xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.DeformConv' op attribute 'offset_group' is 2, expected a divisor of the channels}}
  // expected-error @+1 {{'onnx.DeformConv' op failed to infer returned types}}
  %0 = onnx.DeformConv(%a, %b, %c, %none, %none) {offset_group = 2 : i64} : (tensor<1x3x8x8xf32>, tensor<6x3x3x3xf32>, tensor<1x18x6x6xf32>, none, none) -> tensor<1x6x6x6xf32>
  return
}

// -----

func.func @globalAveragePoolTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.GlobalAveragePool' op requires the same element type for all operands and results}}
  %0 = onnx.GlobalAveragePool(%a) : (tensor<1x3x8x8xf32>) -> tensor<1x3x1x1xf16>
  return
}

// -----

func.func @globalLpPoolTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.GlobalLpPool' op requires the same element type for all operands and results}}
  %0 = onnx.GlobalLpPool(%a) : (tensor<1x3x8x8xf32>) -> tensor<1x3x1x1xf16>
  return
}

// -----

func.func @globalMaxPoolTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.GlobalMaxPool' op requires the same element type for all operands and results}}
  %0 = onnx.GlobalMaxPool(%a) : (tensor<1x3x8x8xf32>) -> tensor<1x3x1x1xf16>
  return
}

// -----

func.func @groupNormalizationTypes(%a: tensor<2x4xf32>, %b: tensor<4xf16>, %c: tensor<4xf32>) {
  // expected-error @+1 {{'onnx.GroupNormalization' op requires the same element type for all operands and results}}
  %0 = onnx.GroupNormalization(%a, %b, %c) {num_groups = 1 : i64} : (tensor<2x4xf32>, tensor<4xf16>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @groupNormBias(%a: tensor<2x4xf32>, %b: tensor<4xf32>, %c: tensor<1x4xf32>) {
  // expected-error @+2 {{'onnx.GroupNormalization' op operand 'bias' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.GroupNormalization' op failed to infer returned types}}
  %0 = onnx.GroupNormalization(%a, %b, %c) {num_groups = 1 : i64} : (tensor<2x4xf32>, tensor<4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @groupNormGroups(%a: tensor<2x?xf32>, %b: tensor<?xf32>) {
  // expected-error @+2 {{'onnx.GroupNormalization' op attribute 'num_groups' is 0, expected at least 1}}
  // expected-error @+1 {{'onnx.GroupNormalization' op failed to infer returned types}}
  %0 = onnx.GroupNormalization(%a, %b, %b) {num_groups = 0 : i64} : (tensor<2x?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<2x?xf32>
  return
}

// -----

func.func @instanceNormalizationTypes(%a: tensor<2x4xf32>, %b: tensor<4xf16>, %c: tensor<4xf32>) {
  // expected-error @+1 {{'onnx.InstanceNormalization' op requires the same element type for all operands and results}}
  %0 = onnx.InstanceNormalization(%a, %b, %c) : (tensor<2x4xf32>, tensor<4xf16>, tensor<4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @layerNormalizationTypes(%a: tensor<2x4xf32>, %b: tensor<4xf16>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.LayerNormalization' op failed to verify that all of {X, Scale, Y} have same element type}}
  %0:3 = onnx.LayerNormalization(%a, %b, %none) : (tensor<2x4xf32>, tensor<4xf16>, none) -> (tensor<2x4xf32>, none, none)
  return
}

// -----

func.func @lpNormalizationTypes(%a: tensor<2x4xf32>) {
  // expected-error @+1 {{'onnx.LpNormalization' op requires the same element type for all operands and results}}
  %0 = onnx.LpNormalization(%a) : (tensor<2x4xf32>) -> tensor<2x4xf16>
  return
}

// -----

func.func @lrnTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.LRN' op requires the same element type for all operands and results}}
  %0 = onnx.LRN(%a) {size = 3 : i64} : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf16>
  return
}

// -----

func.func @meanVarianceNormalizationTypes(%a: tensor<1x3x8x8xf32>) {
  // expected-error @+1 {{'onnx.MeanVarianceNormalization' op requires the same element type for all operands and results}}
  %0 = onnx.MeanVarianceNormalization(%a) : (tensor<1x3x8x8xf32>) -> tensor<1x3x8x8xf16>
  return
}

// -----

func.func @negativeLogLikelihoodLossTypes(%a: tensor<2x4xf32>, %b: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.NegativeLogLikelihoodLoss' op failed to verify that all of {input, loss} have same element type}}
  %0 = onnx.NegativeLogLikelihoodLoss(%a, %b, %none) : (tensor<2x4xf32>, tensor<2xi64>, none) -> tensor<f16>
  return
}

// -----

func.func @lossReduction(%a: tensor<2x4xf32>, %b: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.NegativeLogLikelihoodLoss' op attribute 'reduction' is "max", expected none, sum or mean}}
  // expected-error @+1 {{'onnx.NegativeLogLikelihoodLoss' op failed to infer returned types}}
  %0 = onnx.NegativeLogLikelihoodLoss(%a, %b, %none) {reduction = "max"} : (tensor<2x4xf32>, tensor<2xi64>, none) -> tensor<f32>
  return
}

// -----

func.func @lossTarget(%a: tensor<2x4xf32>, %b: tensor<2x4xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.NegativeLogLikelihoodLoss' op has a target of rank 2, expected 1}}
  // expected-error @+1 {{'onnx.NegativeLogLikelihoodLoss' op failed to infer returned types}}
  %0 = onnx.NegativeLogLikelihoodLoss(%a, %b, %none) : (tensor<2x4xf32>, tensor<2x4xi64>, none) -> tensor<f32>
  return
}

// -----

func.func @softmaxCrossEntropyLossTypes(%a: tensor<2x4xf32>, %b: tensor<2xi64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+1 {{'onnx.SoftmaxCrossEntropyLoss' op failed to verify that all of {scores, output} have same element type}}
  %0:2 = onnx.SoftmaxCrossEntropyLoss(%a, %b, %none) : (tensor<2x4xf32>, tensor<2xi64>, none) -> (tensor<f16>, none)
  return
}
